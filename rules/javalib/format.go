package javalib

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/rules/host"
)

// specifier is a conversion of String.format: index, flags, width, precision, letter.
var specifier = regexp.MustCompile(`^%(\d+\$)?([-#+ 0,(<]*)(\d+)?(\.\d+)?([tT])?([a-zA-Z%])`)

// A conversion is one specifier of a format and its value.
type conversion struct {
	spec, flags, letter string
	width, precision    int // -1 for none
	marks               [2]rune
}

// formatString implements String.format. Without a locale, numbers are written as in English.
func formatString(locale any, pattern string, args []any) string {
	var out strings.Builder
	next, last := 0, -1
	for rest := pattern; ; {
		before, after, found := strings.Cut(rest, "%")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		g := specifier.FindStringSubmatch("%" + after)
		if g == nil {
			host.Throw("UnknownFormatConversionException", "Conversion = '%s'", unknownConversion(after))
		}
		rest = after[len(g[0])-1:]
		c := conversion{
			spec: g[0], flags: g[2], letter: g[6], width: numberOr(g[3], -1), precision: numberOr(strings.TrimPrefix(g[4], "."), -1),
			marks: marksOf(locale),
		}
		if g[5] != "" {
			host.Throw("UnknownFormatConversionException", "Conversion = '%s'", g[5])
		}
		c.checkSpecifier()
		switch c.letter {
		case "n":
			out.WriteByte('\n')
			continue
		case "%":
			out.WriteString(c.padText("%"))
			continue
		}
		switch {
		case strings.Contains(c.flags, "<"):
		case g[1] != "":
			last = numberOr(strings.TrimSuffix(g[1], "$"), 0) - 1
		default:
			last, next = next, next+1
		}
		if last < 0 || last >= len(args) {
			host.Throw("MissingFormatArgumentException", "Format specifier '%s'", c.spec)
		}
		if out.WriteString(c.formatValue(args[last])); out.Len() > maxString {
			host.Throw("IllegalArgumentException", "the string is longer than %d bytes", maxString)
		}
	}
}

func unknownConversion(after string) string {
	for _, r := range after {
		if !strings.ContainsRune("-#+ 0,(<.$123456789", r) {
			return string(r)
		}
	}
	return "%"
}

func numberOr(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return otherwise
}

// marksOf returns the decimal mark and the grouping mark of a locale.
func marksOf(locale any) [2]rune {
	l, _ := locale.(*host.Enum)
	if l == nil {
		return [2]rune{'.', ','}
	}
	switch l.Name {
	case "GERMAN", "GERMANY", "ITALIAN", "ITALY":
		return [2]rune{',', '.'}
	case "FRENCH", "FRANCE":
		return [2]rune{',', '\u202f'}
	}
	return [2]rune{'.', ','}
}

func (c *conversion) hasFlag(flag string) bool { return strings.Contains(c.flags, flag) }

// padText returns a text with spaces up to the width.
func (c *conversion) padText(text string) string {
	if c.width > maxString {
		host.Throw("IllegalArgumentException", "the width %d is too large", c.width)
	}
	missing := c.width - int(lengthOf(text))
	switch {
	case missing <= 0:
		return text
	case c.hasFlag("-"):
		return text + strings.Repeat(" ", missing)
	}
	return strings.Repeat(" ", missing) + text
}

// formatValue formats a value.
func (c *conversion) formatValue(v any) string {
	upperCase := c.letter == strings.ToUpper(c.letter)
	var out string
	switch c.letter {
	case "s", "S":
		c.refuseFlags("#") // which is only for values that format themselves
		out = c.padText(c.truncateText(host.ToString(v)))
	case "b", "B":
		truth, is := v.(bool)
		out = c.padText(c.truncateText(strconv.FormatBool(v != nil && (!is || truth))))
	case "h", "H":
		out = "null"
		if v != nil {
			out = strconv.FormatUint(uint64(uint32(host.HashCode(v))), 16)
		}
		out = c.padText(c.truncateText(out))
	case "c", "C":
		out = c.formatCharacter(v)
	case "d", "x", "X", "o":
		out = c.formatWhole(v)
	case "f", "e", "E":
		out = c.formatFraction(v)
	default:
		host.Throw("UnknownFormatConversionException", "Conversion = '%s'", c.letter)
	}
	if upperCase {
		return toUpper(out)
	}
	return out
}

func (c *conversion) truncateText(text string) string {
	if n := lengthOf(text); c.precision >= 0 && int32(min(c.precision, math.MaxInt32)) < n {
		return substring(text, 0, int32(c.precision))
	}
	return text
}

func (c *conversion) throwMismatch(v any) {
	host.Throw("IllegalFormatConversionException", "%s != java.lang.%s", c.letter, host.ClassNameOf(v))
}

func (c *conversion) formatCharacter(v any) string {
	switch x := v.(type) {
	case nil:
		return c.padText("null")
	case host.Char:
		return c.padText(host.ToString(x))
	case int32:
		return c.padText(string(x))
	}
	c.throwMismatch(v)
	return ""
}

// formatWhole formats a value for %d, %x and %o. The latter two write negative numbers in two's
// complement.
func (c *conversion) formatWhole(v any) string {
	if v == nil {
		return c.padText("null")
	}
	n, ok := v.(int64)
	small, is := v.(int32)
	if is {
		n, ok = int64(small), true
	}
	if !ok {
		c.throwMismatch(v)
	}
	if c.letter == "d" {
		return c.formatNumber(n < 0, new(big.Int).Abs(big.NewInt(n)).String())
	}
	c.refuseFlags("( +")
	bits := uint64(n)
	if is {
		bits = uint64(uint32(small))
	}
	base, mark := 16, "0x"
	if c.letter == "o" {
		base, mark = 8, "0"
	}
	digits := strconv.FormatUint(bits, base)
	if !c.hasFlag("#") {
		mark = ""
	}
	if missing := c.width - len(mark) - len(digits); c.hasFlag("0") && missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return c.padText(mark + digits)
}

// formatFraction formats a value for %f and %e, rounded half up.
func (c *conversion) formatFraction(v any) string {
	precision := c.precision
	if precision < 0 {
		precision = 6
	}
	var d *host.Decimal
	switch x := v.(type) {
	case nil:
		return c.padText(c.truncateText("null"))
	case *host.Decimal:
		d = x
	case float64, float32:
		f, _ := toDouble(x)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return c.formatUnbounded(f)
		}
		d, _ = host.ParseDecimal(host.ToString(f))
	default:
		c.throwMismatch(v)
	}
	negative := d.Unscaled.Sign() < 0
	if f, ok := v.(float64); ok {
		negative = math.Signbit(f)
	}
	d = &host.Decimal{Unscaled: new(big.Int).Abs(d.Unscaled), Scale: d.Scale}
	if c.letter != "f" {
		return c.formatNumber(negative, scientificText(d, precision))
	}
	return c.formatNumber(negative, d.SetScale(precision, "HALF_UP").PlainString())
}

// scientificText writes d.dddde+xx.
func scientificText(d *host.Decimal, precision int) string {
	exponent := 0
	if d.Unscaled.Sign() != 0 {
		exponent = len(d.Unscaled.String()) - 1 - d.Scale
	}
	mantissa := (&host.Decimal{Unscaled: d.Unscaled, Scale: d.Scale + exponent}).SetScale(precision, "HALF_UP")
	if strings.HasPrefix(mantissa.PlainString(), "10") && d.Unscaled.Sign() != 0 {
		exponent++
		mantissa = (&host.Decimal{Unscaled: d.Unscaled, Scale: d.Scale + exponent}).SetScale(precision, "HALF_UP")
	}
	return fmt.Sprintf("%se%+03d", mantissa.PlainString(), exponent)
}

func (c *conversion) formatUnbounded(f float64) string {
	text := strings.TrimPrefix(host.ToString(f), "-")
	switch {
	case f < 0 && c.hasFlag("("):
		text = "(" + text + ")"
	case f < 0:
		text = "-" + text
	case c.hasFlag("+") && f == f:
		text = "+" + text
	}
	return c.padText(text)
}

// formatNumber formats digits with sign, grouping, zeros and the marks of the locale.
func (c *conversion) formatNumber(negative bool, digits string) string {
	cut := strings.IndexAny(digits+".", ".e")
	before, after := digits[:cut], strings.Replace(digits[cut:], ".", string(c.marks[0]), 1)
	if c.hasFlag(",") {
		before = groupThousands(before, string(c.marks[1]))
	}
	sign, end := "", ""
	switch {
	case negative && c.hasFlag("("):
		sign, end = "(", ")"
	case negative:
		sign = "-"
	case c.hasFlag("+"):
		sign = "+"
	case c.hasFlag(" "):
		sign = " "
	}
	if c.hasFlag("0") {
		if missing := c.width - utf8.RuneCountInString(sign+before+after+end); missing > 0 {
			before = strings.Repeat("0", min(missing, maxString)) + before
		}
	}
	return c.padText(sign + before + after + end)
}

// groupThousands inserts a mark between thousands.
func groupThousands(digits, mark string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + mark + digits[i:]
	}
	return digits
}
