package measure

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// A Kind determines how the values of a field are compared.
type Kind int

// The kinds of fields.
const (
	Text   Kind = iota // equal without regard to case, and to how wide blanks are
	Exact              // equal but for white space at the ends
	Soft               // 9 of 10 letters and digits are right, without regard to case
	Amount             // by value: $1,250.00 is 1250
	Date               // by value: 05/04/20 is May 4, 2020; the month comes first
)

var kindNames = []string{Text: "text", Exact: "exact", Soft: "soft", Amount: "amount", Date: "date"}

// KindNames returns the names of all kinds.
func KindNames() []string { return slices.Clone(kindNames) }

// KindByName returns the kind of a name; ok is false when there is none.
func KindByName(name string) (k Kind, ok bool) {
	i := slices.Index(kindNames, name)
	return Kind(max(i, 0)), i >= 0
}

// SameValue reports whether two values of a field are the same. Amounts and dates that are
// none are compared as text.
func (k Kind) SameValue(a, b string) bool {
	switch k {
	case Amount:
		x, okX := amountOf(a)
		y, okY := amountOf(b)
		if okX && okY {
			return x == y
		}
	case Date:
		x, okX := dateOf(a)
		y, okY := dateOf(b)
		if okX && okY {
			return x.Equal(y)
		}
	case Soft:
		return isNear(SameName(a), SameName(b))
	case Exact:
		return strings.TrimSpace(a) == strings.TrimSpace(b)
	}
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// isNear reports whether at most one in ten characters must be changed, added or left out to
// make one text of the other.
func isNear(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) == 0 || len(y) == 0 {
		return len(x) == len(y)
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			change := diagonal
			if x[i] != y[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]*10 <= max(len(x), len(y))
}

var amountShape = regexp.MustCompile(`^[^\d.,-]*(-?)[^\d.,-]*(\d[\d.,' ]*|[.,]\d+)[^\d]*$`)

// amountOf returns an amount as digits with a point, without zeros that do not count. A
// comma or point that is followed by one or two digits at the end begins the decimals;
// others part thousands.
func amountOf(s string) (string, bool) {
	m := amountShape.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return "", false
	}
	digits := strings.TrimRight(m[2], " .,'")
	whole, decimals := digits, ""
	if i := strings.LastIndexAny(digits, ".,"); i >= 0 && len(digits)-i-1 <= 2 {
		whole, decimals = digits[:i], digits[i+1:]
	}
	keep := func(r rune) rune {
		if !unicode.IsDigit(r) {
			return -1
		}
		return r
	}
	whole = strings.TrimLeft(strings.Map(keep, whole), "0")
	decimals = strings.TrimRight(strings.Map(keep, decimals), "0")
	if whole == "" {
		whole = "0"
	}
	if decimals != "" {
		whole += "." + decimals
	}
	if whole == "0" {
		return whole, true
	}
	return m[1] + whole, true
}

// dateForms are the layouts of dates whose parts are separated by a single blank.
var dateForms = []string{"2006 1 2", "1 2 2006", "1 2 06", "2 1 2006", "2 1 06", "Jan 2 2006", "January 2 2006", "Jan 2 06", "2 Jan 2006",
	"2 January 2006", "2 Jan 06"}

var (
	dateParts  = regexp.MustCompile(`[^\pL\d]+`)
	dateSeams  = regexp.MustCompile(`(\pL)(\d)|(\d)(\pL)`)
	monthShape = regexp.MustCompile(`\pL+`)
)

// dateOf reads a date.
func dateOf(s string) (time.Time, bool) {
	s = dateSeams.ReplaceAllString(s, "$1$3 $2$4")
	s = strings.TrimSpace(dateParts.ReplaceAllString(s, " "))
	s = monthShape.ReplaceAllStringFunc(s, func(m string) string { return strings.ToUpper(m[:1]) + strings.ToLower(m[1:]) })
	for _, form := range dateForms {
		if t, err := time.Parse(form, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
