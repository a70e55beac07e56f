package javalib

import (
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/regex"
)

// Matches is String.matches.
func Matches(text, pattern string) bool {
	hit, err := compile(pattern, 0).Matches(text)
	timeLimit(err)
	return hit != nil
}

func timeLimit(err error) {
	if err != nil {
		host.Throw("IllegalStateException", "regular expression: %v", err)
	}
}

func findAll(p *regex.Pattern, text string) []regex.Match {
	all, err := p.FindAll(text)
	timeLimit(err)
	return all
}

// replace is replaceAll (limit -1) and replaceFirst (limit 1).
func replace(text, pattern, by string, limit int) string {
	p := compile(pattern, 0)
	var out strings.Builder
	last := 0
	for i, hit := range findAll(p, text) {
		if i == limit {
			break
		}
		out.WriteString(text[last:hit.Groups[0][0]])
		expand(&out, p, hit, text, by)
		last = hit.Groups[0][1]
	}
	return out.String() + text[last:]
}

// expand writes a replacement with its $1, ${name} and \x.
func expand(out *strings.Builder, p *regex.Pattern, hit regex.Match, text, by string) {
	for i := 0; i < len(by); i++ {
		switch {
		case by[i] == '\\' && i+1 < len(by):
			i++
			out.WriteByte(by[i])
		case by[i] == '$' && i+1 < len(by):
			n := -1
			if by[i+1] == '{' {
				end := strings.IndexByte(by[i:], '}')
				if end > 0 {
					n = p.GroupNumber(by[i+2 : i+end])
					i += end
				}
			} else {
				n = int(by[i+1]) - '0'
				i++
			}
			if n < 0 || n >= len(hit.Groups) {
				host.Throw("IndexOutOfBoundsException", "No group in the replacement %q", by)
			}
			if g := hit.Groups[n]; g[0] >= 0 {
				out.WriteString(text[g[0]:g[1]])
			}
		default:
			out.WriteByte(by[i])
		}
	}
}

type pattern struct{ *regex.Pattern }

// ClassName is the Java class of the value.
func (pattern) ClassName() string { return "Pattern" }

// String is what toString gives.
func (p pattern) String() string { return p.Source }

// matcher is a java.util.regex.Matcher, and as MatchResult a single match.
type matcher struct {
	pattern *regex.Pattern
	text    string
	all     []regex.Match
	next    int
	current *regex.Match
}

// ClassName is the Java class of the value.
func (*matcher) ClassName() string { return "Matcher" }

func (m *matcher) find() bool {
	if m.all == nil {
		m.all = findAll(m.pattern, m.text)
	}
	if m.current = nil; m.next < len(m.all) {
		m.current = &m.all[m.next]
		m.next++
	}
	return m.current != nil
}

func (m *matcher) bounds(group any) [2]int {
	if m.current == nil {
		host.Throw("IllegalStateException", "No match found")
	}
	n, ok := group.(int32)
	if name, named := group.(string); named {
		n, ok = int32(m.pattern.GroupNumber(name)), true
	}
	if !ok || n < 0 || int(n) >= len(m.current.Groups) {
		host.Throw("IndexOutOfBoundsException", "No group %s", host.ToString(group))
	}
	return m.current.Groups[n]
}

func (m *matcher) group(group any) any {
	g := m.bounds(group)
	if g[0] < 0 {
		return nil
	}
	return m.text[g[0]:g[1]]
}

func mt(signature string, body func(m *matcher, a []any) any) *host.Method {
	return f(signature, func(this any, a []any) any { return body(this.(*matcher), a) })
}

var zero any = int32(0)

var regexClasses = []*host.Class{
	{Name: "Pattern",
		Constants: map[string]any{"CASE_INSENSITIVE": int32(regex.CaseInsensitive), "MULTILINE": int32(regex.Multiline), "DOTALL": int32(regex.DotAll), "UNICODE_CASE": int32(regex.UnicodeCase)},
		Statics: []*host.Method{
			f("compile(String) Pattern", func(_ any, a []any) any { return pattern{compile(str(a[0]), 0)} }),
			f("compile(String, int) Pattern", func(_ any, a []any) any { return pattern{compile(str(a[0]), int(a[1].(int32)))} }),
			f("quote(String) String", func(_ any, a []any) any { return regex.Quote(str(a[0])) }),
			f("matches(String, CharSequence) boolean", func(_ any, a []any) any { return Matches(str(a[1]), str(a[0])) }),
		},
		Methods: []*host.Method{
			f("matcher(CharSequence) Matcher", func(this any, a []any) any { return &matcher{pattern: this.(pattern).Pattern, text: str(a[0])} }),
			f("pattern() String", func(this any, _ []any) any { return this.(pattern).Source }),
		}},
	{Name: "MatchResult"},
	{Name: "Matcher", Supers: []string{"MatchResult"}, Methods: []*host.Method{
		mt("find() boolean", func(m *matcher, _ []any) any { return m.find() }),
		mt("matches() boolean", func(m *matcher, _ []any) any {
			hit, err := m.pattern.Matches(m.text)
			timeLimit(err)
			m.current = hit
			return hit != nil
		}),
		mt("group() String", func(m *matcher, _ []any) any { return m.group(zero) }),
		mt("group(Object) String", func(m *matcher, a []any) any { return m.group(a[0]) }),
		mt("start() int", func(m *matcher, _ []any) any { return length(m.text[:m.bounds(zero)[0]]) }),
		mt("start(Object) int", func(m *matcher, a []any) any { return length(m.text[:max(0, m.bounds(a[0])[0])]) }),
		mt("end() int", func(m *matcher, _ []any) any { return length(m.text[:m.bounds(zero)[1]]) }),
		mt("end(Object) int", func(m *matcher, a []any) any { return length(m.text[:max(0, m.bounds(a[0])[1])]) }),
		mt("groupCount() int", func(m *matcher, _ []any) any { return int32(m.pattern.Groups()) }),
		mt("replaceAll(String) String", func(m *matcher, a []any) any { return replace(m.text, m.pattern.Source, str(a[0]), -1) }),
		mt("results() Stream<Matcher>", func(m *matcher, _ []any) any {
			var out []any
			for m.find() {
				out = append(out, &matcher{pattern: m.pattern, text: m.text, current: m.current})
			}
			return host.StreamOf(out)
		}),
	}},
}
