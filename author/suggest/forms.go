package suggest

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A form is what values look like: a Java expression for the second argument of valueOf, or
// for an expression with one group.
type form struct {
	about string // in words, such as "a date"
	java  string
}

// helpers are the functions that generated rules call, in the order in which they are
// written. A rule file has those that its rules call.
var helpers = []struct{ call, source string }{
	{"day()", `// A day as documents print it.
function String day() {
    String month = "(?i:jan|gen|ene|feb|f[ée]v|m[aä]r|apr|avr|abr|ma[iyg]|jun|juin|giu|jul|juil|lug|aug|ao[uû]|ago"
        + "|sep|set|oct|o[kt]t|nov|d[eé][cz]|dic)\\p{L}{0,7}[.]?";
    return "(?<![\\p{L}\\d])(?<!\\d[/.-])(?:\\d{4}[./-]\\d{1,2}[./-]\\d{1,2}|\\d{1,2}\\s?[./-]\\s?\\d{1,2}\\s?[./-]\\s?(?:\\d{4}|\\d{2})"
        + "|\\d{1,2}(?:st|nd|rd|th)?[.]?[\\s-]*(?:day\\s+)?(?:(?:of|de)\\s+)?" + month + ",?[\\s-]*(?:de\\s+)?(?:\\d{4}|\\d{2})"
        + "|" + month + "\\s*\\d{1,2}(?:st|nd|rd|th)?\\s?,?\\s+\\d{4})(?![\\d/])";
}
`},
	{"money()", `// An amount with two decimals.
function String money() {
    return "(?<![\\d.,])-?(?:\\d{1,3}(?:[.,'\\s]\\d{3})+|\\d+)[.,]\\d\\d(?![\\d%]|[.,]\\d|\\s?%)";
}
`},
	{"name()", `// Words that begin with capitals, as names do.
function String name() {
    return "\\p{Lu}[\\p{L}\\d.&'’/-]*(?:,?\\s+(?:(?:of|the|and|for|de|&)\\s+)*\\p{Lu}[\\p{L}\\d.&'’/-]*){0,6}";
}
`},
	{"hundredths(", `// The value of an amount such as 12,405.00 in hundredths.
function long hundredths(TextEntity amount) {
    return Long.parseLong("0" + amount.getValue().replaceAll("\\D", ""));
}
`},
}

// quoteJava returns a string literal of Java.
func quoteJava(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// between are the signs and words that stand between the two days of a period.
const between = `\s*(?:[-–—~]|to|thru|through|until)\s*`

// Forms of days: one alone, and the two of a period.
var (
	oneDay    = form{about: "a date", java: `"(" + day() + ")"`}
	firstDay  = form{about: "the first date of a period", java: `"(" + day() + ")" + ` + quoteJava(between) + ` + day()`}
	secondDay = form{about: "the last date of a period", java: `day() + ` + quoteJava(between+"(") + ` + day() + ")"`}
)

// Forms of names and other text.
var (
	restOfLine = form{about: "the rest of the line", java: `"text"`}
	upToLabel  = form{about: "text up to the next label or gap",
		java: quoteJava(`(\S[^\n|]{1,80}?)(?:\s+(?:\p{L}[\p{L}\d/.]*\s){0,2}\p{L}+\s?#?\s?:.*|\s{3,}.*)?\s*$`)}
	capitals = form{about: "words with capitals", java: `"(" + name() + ")"`}
)

// besideForms returns the forms of a value that stands beside a label.
func (s *study) besideForms(train []int) []form {
	switch s.shape {
	case shapeMoney:
		return []form{{about: "an amount", java: `"money"`},
			{about: "an amount behind its currency", java: quoteJava(`\p{Lu}{2,3}\s?(`) + ` + money() + ")"`},
			{about: "a number", java: `"amount"`}}
	case shapeDate:
		return []form{oneDay}
	case shapeNumber:
		return append([]form{{about: "a number", java: `"number"`}}, s.mineMasks(train)...)
	}
	return append([]form{restOfLine, upToLabel, capitals}, s.mineTerms(train)...)
}

// freeForms returns the forms of a value that is found by what it looks like alone, or by words
// in front of it.
func (s *study) freeForms(train []int) []form {
	switch s.shape {
	case shapeMoney:
		return []form{{about: "an amount", java: `"(" + money() + ")"`},
			{about: "an amount with the sign of its currency", java: quoteJava(`[$€£¥₹]\s?(`) + ` + money() + ")"`}}
	case shapeDate:
		return []form{oneDay, firstDay, secondDay}
	case shapeNumber:
		return s.mineMasks(train)
	}
	return s.mineTerms(train)
}

// maxMasks is how many forms are made of the labelled values of a field.
const maxMasks = 4

// mineMasks returns the forms that labelled numbers have: those of several documents, and one
// for all of these.
func (s *study) mineMasks(train []int) (out []form) {
	masks := map[string]*mask{}
	for _, doc := range train {
		for _, v := range s.docs[doc].Values[s.Name] {
			m := maskOf(strings.TrimSpace(v))
			if known := masks[m.key]; known != nil {
				known.add(m)
			} else {
				masks[m.key] = &m
			}
		}
	}
	var often []*mask
	for _, m := range masks {
		if m.count >= 2 {
			often = append(often, m)
		}
	}
	slices.SortFunc(often, func(a, b *mask) int { return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.key, b.key)) })
	often = often[:min(len(often), maxMasks)]
	var all []string
	for _, m := range often {
		all = append(all, m.expression())
		out = append(out, maskForm("a number such as "+m.example, m.expression()))
	}
	if len(all) > 1 {
		slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(len(b), len(a)) }) // the longer first
		out = append(out, maskForm("a number of the forms of "+often[0].example+" and others", strings.Join(all, "|")))
	}
	return out
}

// maskForm returns the form of whole words that fit an expression.
func maskForm(about, expression string) form {
	return form{about: about,
		java: quoteJava(`(?<![\p{L}\d])(?<!\d[/,.:-])((?:` + expression + `))(?![\p{L}\d]|[/,.:-]\d)`)}
}

// A mask is what numbers of one form have in common: signs as they are, and how many digits and
// letters stand between them.
type mask struct {
	key     string // 9 for digits, A for capitals, a for other letters, signs as they are
	least   []int  // length of each run
	most    []int
	count   int
	example string
}

// maskOf returns the mask of one value.
func maskOf(value string) mask {
	m := mask{count: 1, example: value}
	var key []rune
	for _, r := range value {
		switch {
		case unicode.IsDigit(r):
			r = '9'
		case unicode.IsUpper(r):
			r = 'A'
		case unicode.IsLetter(r):
			r = 'a'
		}
		if n := len(key); n > 0 && key[n-1] == r && strings.ContainsRune("9Aa", r) {
			m.least[n-1]++
			m.most[n-1]++
			continue
		}
		key = append(key, r)
		m.least, m.most = append(m.least, 1), append(m.most, 1)
	}
	m.key = string(key)
	return m
}

// add makes a mask fit another value of its key, too.
func (m *mask) add(o mask) {
	m.count++
	for i := range m.least {
		m.least[i], m.most[i] = min(m.least[i], o.least[i]), max(m.most[i], o.most[i])
	}
}

// expression returns the mask as a regular expression.
func (m *mask) expression() string {
	var b strings.Builder
	for i, r := range []rune(m.key) {
		class := map[rune]string{'9': `\d`, 'A': `\p{Lu}`, 'a': `\p{L}`}[r]
		switch {
		case class == "":
			b.WriteString(regexp.QuoteMeta(string(r)))
		case m.most[i] == 1:
			b.WriteString(class)
		case m.least[i] == m.most[i]:
			fmt.Fprintf(&b, "%s{%d}", class, m.most[i])
		default:
			fmt.Fprintf(&b, "%s{%d,%d}", class, m.least[i], m.most[i])
		}
	}
	return b.String()
}

// maxTerms is how many values a list of known values has.
const maxTerms = 60

// mineTerms returns a form that lists the values which several documents have, if these are
// worth a list.
func (s *study) mineTerms(train []int) []form {
	count, written, labelled := map[string]int{}, map[string]string{}, 0
	for _, doc := range train {
		values := s.docs[doc].Values[s.Name]
		labelled += min(len(values), 1)
		for _, v := range values {
			key := strings.ToLower(v)
			count[key]++
			if written[key] == "" {
				written[key] = v
			}
		}
	}
	var terms []string
	several := 0
	for key, n := range count {
		if n >= 2 && len(key) > 1 {
			terms = append(terms, written[key])
			several += n
		}
	}
	if len(terms) < 2 || several*10 < labelled*3 {
		return nil
	}
	slices.SortFunc(terms, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[strings.ToLower(b)], count[strings.ToLower(a)]), strings.Compare(a, b))
	})
	terms = terms[:min(len(terms), maxTerms)]
	slices.SortStableFunc(terms, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for i, t := range terms {
		terms[i] = labelExpression(t)
	}
	return []form{{about: "one of the known values",
		java: quoteJava(`(?<![\p{L}\d])(` + strings.Join(terms, "|") + `)(?![\p{L}\d])`)}}
}

// labelExpression returns the expression of a label: its words, however wide the blanks are.
func labelExpression(label string) string {
	words := strings.Fields(label)
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	return strings.Join(words, `\s+`)
}
