package regex

import (
	"fmt"
	"regexp"
	"strings"
)

// escapes of Java that the matchers write differently.
var escapes = map[byte]string{
	'h': `[ \t\x{A0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]`,
	'H': `[^ \t\x{A0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]`,
	'R': `(?:\r\n|[\n\x0b\x0c\r\x{85}\x{2028}\x{2029}])`,
	'Z': `(?:\n?\z)`, 'e': `\x1b`,
	// Java's \d \w \s are ASCII by default, and \s has the vertical tab.
	'd': `[0-9]`, 'D': `[^0-9]`, 'w': `[a-zA-Z0-9_]`, 'W': `[^a-zA-Z0-9_]`, 's': `[ \t\n\x0b\f\r]`, 'S': `[^ \t\n\x0b\f\r]`,
}

var inClass = map[byte]string{
	'h': ` \t\x{A0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}`,
	'd': `0-9`, 'w': `a-zA-Z0-9_`, 's': ` \t\n\x0b\f\r`, 'e': `\x1b`,
}

var properties = map[string]string{
	"Lower": "a-z", "Upper": "A-Z", "ASCII": `\x00-\x7f`, "Alpha": "a-zA-Z", "Digit": "0-9", "Alnum": "a-zA-Z0-9", "Space": ` \t\n\x0b\f\r`,
	"Punct": "!-/:-@\\[-`{-~", "Blank": ` \t`, "XDigit": "0-9a-fA-F", "Cntrl": `\x00-\x1f\x7f`, "Graph": "!-~", "Print": " -~",
	"IsAlphabetic": `\p{L}\p{Nl}`, "IsLetter": `\p{L}`, "IsDigit": `\p{Nd}`, "IsUppercase": `\p{Lu}`, "IsLowercase": `\p{Ll}`, "IsPunctuation": `\p{P}`,
	"IsWhite_Space": `\s\x{85}\p{Z}`, "javaLowerCase": `\p{Ll}`, "javaUpperCase": `\p{Lu}`, "javaWhitespace": `\s`, "IsLatin": `\p{Latin}`,
}

type translator struct {
	in     string
	at     int
	out    strings.Builder
	back   bool
	lastAt int // where the last quantifiable piece begins in out
	opens  []int
}

// translate rewrites a Java expression; needsBack says that only the backtracking
// matcher can run it.
func translate(source string) (out string, needsBack bool, err error) {
	t := &translator{in: source}
	for t.at < len(t.in) {
		if err := t.piece(); err != nil {
			return "", false, fmt.Errorf("regular expression %q: %w", source, err)
		}
	}
	out = t.out.String()
	if t.back {
		out = fourDigitHex.ReplaceAllStringFunc(out, func(s string) string {
			return fmt.Sprintf(`\u%04s`, s[3:len(s)-1])
		})
	}
	return out, t.back, nil
}

var fourDigitHex = regexp.MustCompile(`\\x\{[0-9A-Fa-f]{1,4}\}`)

func (t *translator) piece() error {
	c := t.in[t.at]
	start := t.out.Len()
	switch c {
	case '\\':
		err := t.escape()
		t.lastAt = start
		return err
	case '[':
		s, err := t.class()
		t.out.WriteString(s)
		t.lastAt = start
		return err
	case '(':
		t.group()
		return nil
	case ')':
		t.lastAt = start
		if n := len(t.opens); n > 0 {
			t.lastAt, t.opens = t.opens[n-1], t.opens[:n-1]
		}
	case '*', '+', '?', '{':
		return t.quantifier()
	case '$':
		// Java's $ also stands before a final line break.
		t.out.WriteString(`(?:$)`)
		t.at++
		return nil
	default:
		t.lastAt = start
	}
	t.out.WriteByte(c)
	t.at++
	return nil
}

func (t *translator) group() {
	t.opens = append(t.opens, t.out.Len())
	rest := t.in[t.at:]
	for _, look := range []string{"(?=", "(?!", "(?<=", "(?<!", "(?>"} {
		if strings.HasPrefix(rest, look) {
			t.back = true
		}
	}
	t.out.WriteByte('(')
	t.at++
	if strings.HasPrefix(rest, "(?") {
		for t.at < len(t.in) && !strings.ContainsRune(":=!>)", rune(t.in[t.at])) {
			c := t.in[t.at]
			t.at++
			if c == 'u' || c == 'U' || c == 'd' {
				if !strings.Contains(rest[:t.at-(len(t.in)-len(rest))], "<") {
					continue // Unicode case folding is what the matchers do anyway
				}
			}
			t.out.WriteByte(c)
		}
		if t.at < len(t.in) && t.in[t.at] == ')' && len(t.opens) > 0 {
			t.opens = t.opens[:len(t.opens)-1]
			t.out.WriteByte(')')
			t.at++
		}
	}
}

var counted = regexp.MustCompile(`^\{[0-9]+(,[0-9]*)?\}`)

// quantifier copies a quantifier; a possessive one makes its piece an atomic group.
func (t *translator) quantifier() error {
	q := t.in[t.at : t.at+1]
	if q == "{" {
		if q = counted.FindString(t.in[t.at:]); q == "" {
			return fmt.Errorf("'{' at position %d begins no quantifier", t.at+1)
		}
	}
	t.at += len(q)
	if t.at < len(t.in) && t.in[t.at] == '+' {
		t.at++
		t.back = true
		all := t.out.String()
		t.out.Reset()
		t.out.WriteString(all[:t.lastAt] + "(?>" + all[t.lastAt:] + q + ")")
		return nil
	}
	t.out.WriteString(q)
	if t.at < len(t.in) && t.in[t.at] == '?' {
		t.out.WriteByte('?')
		t.at++
	}
	return nil
}

func (t *translator) escape() error {
	if t.at+1 >= len(t.in) {
		return fmt.Errorf("ends with a single backslash")
	}
	c := t.in[t.at+1]
	switch {
	case c == 'Q':
		t.out.WriteString(regexp.QuoteMeta(t.quoted()))
		return nil
	case c == 'p' || c == 'P':
		s, err := t.property()
		t.out.WriteString("[" + s + "]")
		return err
	case c == 'u':
		return t.unicode(&t.out)
	case c == 'k' || c >= '1' && c <= '9', c == 'G':
		t.back = true
	case c == 'X' || c == 'N' || c == 'c':
		return fmt.Errorf(`\%c at position %d is not supported`, c, t.at+1)
	}
	t.at += 2
	if s, ok := escapes[c]; ok {
		t.out.WriteString(s)
		return nil
	}
	t.out.WriteByte('\\')
	t.out.WriteByte(c)
	return nil
}

func (t *translator) quoted() string {
	rest := t.in[t.at+2:]
	body, _, found := strings.Cut(rest, `\E`)
	t.at += 2 + len(body)
	if found {
		t.at += 2
	}
	return body
}

func (t *translator) unicode(out *strings.Builder) error {
	if t.at+6 > len(t.in) {
		return fmt.Errorf(`\u at position %d needs four digits`, t.at+1)
	}
	out.WriteString(`\x{` + t.in[t.at+2:t.at+6] + `}`)
	t.at += 6
	return nil
}

// property reads \p{Name} and gives what stands inside a character class for it.
func (t *translator) property() (string, error) {
	negated := t.in[t.at+1] == 'P'
	start := t.at
	name := ""
	if t.at += 2; t.at < len(t.in) && t.in[t.at] == '{' {
		end := strings.IndexByte(t.in[t.at:], '}')
		if end < 0 {
			return "", fmt.Errorf(`\p at position %d is not closed`, start+1)
		}
		name = t.in[t.at+1 : t.at+end]
		t.at += end + 1
	} else if t.at < len(t.in) {
		name = t.in[t.at : t.at+1]
		t.at++
	}
	class, known := properties[name]
	if !known {
		class = `\p{` + strings.TrimPrefix(name, "Is") + `}`
		if _, err := regexp.Compile(class); err != nil {
			return "", fmt.Errorf(`unknown property \p{%s} at position %d`, name, start+1)
		}
	}
	if !negated {
		return class, nil
	}
	if known && !strings.HasPrefix(class, `\p`) || strings.Count(class, `\p`) > 1 {
		return "", fmt.Errorf(`\P{%s} at position %d is not supported: write [^\p{%s}]`, name, start+1, name)
	}
	return strings.Replace(class, `\p`, `\P`, 1), nil
}

// class reads a character class. A union [a[b]] is flattened; an intersection
// [a&&[^b]] becomes a look-ahead before the class.
func (t *translator) class() (string, error) {
	start := t.at
	var out strings.Builder
	look := ""
	out.WriteByte('[')
	if t.at++; t.at < len(t.in) && t.in[t.at] == '^' {
		out.WriteByte('^')
		t.at++
	}
	for first := true; t.at < len(t.in); first = false {
		c := t.in[t.at]
		switch {
		case c == ']' && !first:
			t.at++
			if look != "" {
				return "(?:" + look + out.String() + "])", nil
			}
			return out.String() + "]", nil
		case c == '[':
			inner, err := t.class()
			if err != nil || strings.HasPrefix(inner, "[^") || strings.HasPrefix(inner, "(") {
				return "", fmt.Errorf("nested class at position %d is not supported", start+1)
			}
			out.WriteString(inner[1 : len(inner)-1])
		case strings.HasPrefix(t.in[t.at:], "&&["):
			t.at += 2
			inner, err := t.class()
			if err != nil {
				return "", err
			}
			look += "(?=" + inner + ")"
			t.back = true
		case strings.HasPrefix(t.in[t.at:], "&&"):
			return "", fmt.Errorf("'&&' at position %d needs a class in brackets", t.at+1)
		case c == '\\':
			if err := t.classEscape(&out); err != nil {
				return "", err
			}
		default:
			out.WriteByte(c)
			t.at++
		}
	}
	return "", fmt.Errorf("class at position %d is not closed", start+1)
}

func (t *translator) classEscape(out *strings.Builder) error {
	if t.at+1 >= len(t.in) {
		return fmt.Errorf("ends with a single backslash")
	}
	c := t.in[t.at+1]
	switch c {
	case 'Q':
		for _, r := range t.quoted() {
			fmt.Fprintf(out, `\x{%04x}`, r)
		}
		return nil
	case 'p', 'P':
		s, err := t.property()
		out.WriteString(s)
		return err
	case 'u':
		return t.unicode(out)
	}
	t.at += 2
	if s, ok := inClass[c]; ok {
		out.WriteString(s)
		return nil
	}
	if c == 'S' || c == 'W' || c == 'D' {
		t.back = t.back || c == 'S'
	}
	out.WriteByte('\\')
	out.WriteByte(c)
	return nil
}
