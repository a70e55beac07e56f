package template

// StockDateFormats is the date-formats.txt of templates that bring none: one
// java.time pattern in a line, tried in this order. Years come first where they
// stand first, since nothing else has four digits there; then the day before the
// month, and the month before the day where the other order is no date. Years of
// two digits come last, so that they never take the beginning of a longer one.
const StockDateFormats = `yyyy-M-d
yyyy/M/d
yyyy.M.d
yyyyMMdd
d.M.yyyy
d/M/yyyy
d-M-yyyy
M/d/yyyy
M-d-yyyy
d MMM yyyy
d MMMM yyyy
d. MMM yyyy
d. MMMM yyyy
d-MMM-yyyy
d/MMM/yyyy
MMM d, yyyy
MMMM d, yyyy
MMM d yyyy
MMMM d yyyy
d.M.yy
d/M/yy
d-M-yy
M/d/yy
d MMM yy
d-MMM-yy
MMM d, yy
`

// MaxDateFormats is the largest size of a date-formats.txt in bytes.
const MaxDateFormats = 256 << 10

// MaxRules is the largest size of a rule file in bytes.
const MaxRules = 5 << 20
