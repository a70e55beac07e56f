package syntax

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// BigDecimal is a decimal literal with the suffix B, as written.
type BigDecimal string

// stringValue decodes a string token. Conditions keep the escapes of regular
// expressions (\d) as they stand; Java refuses them.
func (p *parser) stringValue(t Token) string {
	body := strings.TrimSuffix(t.Text[1:], t.Text[:1])
	if t.Kind == TextBlock {
		body = stripIndent(strings.TrimSuffix(t.Text[3:], `"""`))
	}
	if !strings.Contains(body, `\`) {
		return body
	}
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 == len(body) {
			b.WriteByte(body[i])
			continue
		}
		i++
		i += p.writeEscape(&b, body[i:], t.Start+i)
	}
	return JoinHalves(b.String())
}

const simpleEscapes = "b\bt\tn\nf\fr\rs \"\"''\\\\"

// writeEscape writes the character of an escape sequence and returns how many bytes after the
// first one it used.
func (p *parser) writeEscape(b *strings.Builder, s string, at int) int {
	if i := strings.IndexByte(simpleEscapes, s[0]); i >= 0 && i%2 == 0 && !(p.drl && s[0] == 's') {
		b.WriteByte(simpleEscapes[i+1])
		return 0
	}
	switch {
	case s[0] == 'u':
		hex := strings.TrimLeft(s, "u")
		skipped := len(s) - len(hex)
		if len(hex) >= 4 {
			if v, err := strconv.ParseUint(hex[:4], 16, 16); err == nil {
				b.Write(AppendUnit(nil, uint16(v)))
				return skipped + 3
			}
		}
		p.fail(at, "illegal unicode escape")
	case s[0] >= '0' && s[0] <= '7':
		n := 1
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' && (n < 2 || s[0] <= '3') {
			n++
		}
		v, _ := strconv.ParseUint(s[:n], 8, 16)
		b.WriteRune(rune(v))
		return n - 1
	case s[0] == '\n':
	case p.drl:
		b.WriteByte('\\')
		_, size := utf8.DecodeRuneInString(s)
		b.WriteString(s[:size])
		return size - 1
	default:
		p.fail(at, "illegal escape character \\%c", s[0])
	}
	return 0
}

// stripIndent removes the common indentation of a text block (JLS 3.10.6).
func stripIndent(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}
	lines := strings.Split(s, "\n")
	indent := -1
	for i, line := range lines {
		if n := len(line) - len(strings.TrimLeft(line, " \t")); (strings.TrimSpace(line) != "" || i == len(lines)-1) &&
			(indent < 0 || n < indent) {
			indent = n
		}
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line[min(max(indent, 0), len(line)):], " \t\r")
	}
	return strings.Join(lines, "\n")
}

func constantOf(t Token) Expr {
	if t.is("null") {
		return &Literal{At(t.Start), nil}
	}
	return &Literal{At(t.Start), t.is("true")}
}

// conditionNumber returns the value of a number in a condition: an integer of the type
// that it needs, a floating-point number or a length of time.
func (p *parser) conditionNumber(t Token) any {
	lower := strings.ToLower(t.Text)
	switch {
	case strings.HasPrefix(lower, "0x"):
	case strings.ContainsAny(lower, "hms"), strings.Contains(strings.TrimSuffix(lower, "d"), "d"):
		return Interval(t.Text)
	case strings.Trim(lower, "0123456789") == "":
		if v, err := parseInteger(t.Text, 32); err == nil {
			return v
		}
		if v, err := strconv.ParseInt(t.Text, 10, 64); err == nil {
			return v
		}
		v, _ := new(big.Int).SetString(t.Text, 10)
		return v
	}
	return p.numberValue(t)
}

// numberValue returns the value of a Java number; the suffixes B and I are those of
// conditions.
func (p *parser) numberValue(t Token) any {
	s := strings.ReplaceAll(t.Text, "_", "")
	lower := strings.ToLower(s)
	radix := strings.HasPrefix(lower, "0x") || strings.HasPrefix(lower, "0b") && lower != "0b"
	last := lower[len(lower)-1]
	var v any
	var err error
	switch {
	case last == 'l':
		v, err = parseInteger(s[:len(s)-1], 64)
	case !radix && s[len(s)-1] == 'B':
		_, _, err = big.ParseFloat(s[:len(s)-1], 10, 64, big.ToNearestEven)
		v = BigDecimal(s[:len(s)-1])
	case !radix && s[len(s)-1] == 'I':
		n, ok := new(big.Int).SetString(s[:len(s)-1], 10)
		if v = n; !ok {
			err = strconv.ErrSyntax
		}
	case !radix && last == 'f':
		var f float64
		f, err = strconv.ParseFloat(s[:len(s)-1], 32)
		v = float32(f)
	case !radix && (last == 'd' || strings.ContainsAny(lower, ".e")):
		v, err = strconv.ParseFloat(strings.TrimRight(lower, "d"), 64)
	default:
		v, err = parseInteger(s, 32)
	}
	if err != nil {
		p.fail(t.Start, "not a number: %s", t.Text)
	}
	return v
}

// parseInteger reads a Java integer; binary and hexadecimal ones may use the sign bit,
// and so may 2147483648 after a minus.
func parseInteger(s string, bits int) (any, error) {
	v, err := strconv.ParseUint(strings.ToLower(s), 0, bits)
	if err != nil {
		return nil, err
	}
	if bits == 64 {
		return int64(v), nil
	}
	if v > 1<<31 && s[0] != '0' {
		return nil, strconv.ErrRange
	}
	return int32(uint32(v)), nil
}
