package javalib

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

// Matches implements String.matches.
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

// replace returns a text with at most limit matches replaced, or all when limit is
// negative.
func replace(text string, p *regex.Pattern, by replacement, limit int) string {
	var out strings.Builder
	last := 0
	for i, hit := range findAll(p, text) {
		if i == limit {
			break
		}
		out.WriteString(text[last:hit.Groups[0][0]])
		by(&out, p, text, hit)
		last = hit.Groups[0][1]
	}
	return out.String() + text[last:]
}

// A replacement writes the text that replaces a match.
type replacement func(out *strings.Builder, p *regex.Pattern, text string, hit regex.Match)

func byText(v any) replacement {
	by := str(v)
	return func(out *strings.Builder, p *regex.Pattern, text string, hit regex.Match) {
		expand(out, p, hit, text, by)
	}
}

func byFunction(function any) replacement {
	call := fn(function)
	return func(out *strings.Builder, p *regex.Pattern, text string, hit regex.Match) {
		expand(out, p, hit, text, str(call(&matcher{pattern: p, text: text, current: &hit})))
	}
}

// expand writes a replacement with its $1, ${name} and \x.
func expand(out *strings.Builder, p *regex.Pattern, hit regex.Match, text, by string) {
	for i := 0; i < len(by); i++ {
		switch by[i] {
		case '\\':
			if i++; i == len(by) {
				host.Throw("IllegalArgumentException", "character to be escaped is missing")
			}
			out.WriteByte(by[i])
		case '$':
			n, size := reference(p, by[i+1:], len(hit.Groups))
			i += size
			if g := hit.Groups[n]; g[0] >= 0 {
				out.WriteString(text[g[0]:g[1]])
			}
		default:
			out.WriteByte(by[i])
		}
	}
}

// reference returns the number of the group that follows a $, and the bytes of its name:
// as many digits as give an existing group, or a name in braces.
func reference(p *regex.Pattern, rest string, groups int) (n, size int) {
	if name, ok := strings.CutPrefix(rest, "{"); ok {
		name = name[:len(name)-len(strings.TrimLeft(name, nameLetters))]
		return named(p, name, rest[1+len(name):]), len(name) + 2
	}
	if rest == "" {
		host.Throw("IllegalArgumentException", "Illegal group reference: group index is missing")
	}
	if rest[0] < '0' || rest[0] > '9' {
		host.Throw("IllegalArgumentException", "Illegal group reference")
	}
	n = int(rest[0] - '0')
	if n >= groups {
		host.Throw("IndexOutOfBoundsException", "No group %d", n)
	}
	for size = 1; size < len(rest) && rest[size] >= '0' && rest[size] <= '9' && n*10+int(rest[size]-'0') < groups; size++ {
		n = n*10 + int(rest[size]-'0')
	}
	return n, size
}

// nameLetters holds the characters that names of groups consist of.
const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// named returns the number of the group with a name; rest is the replacement after the
// name.
func named(p *regex.Pattern, name, rest string) int {
	switch n := p.GroupNumber(name); {
	case name == "":
		host.Throw("IllegalArgumentException", "named capturing group has 0 length name")
	case !strings.HasPrefix(rest, "}"):
		host.Throw("IllegalArgumentException", "named capturing group is missing trailing '}'")
	case name[0] <= '9':
		host.Throw("IllegalArgumentException", "capturing group name {%s} starts with digit character", name)
	case n < 0:
		host.Throw("IllegalArgumentException", "No group with name {%s}", name)
	default:
		return n
	}
	return 0
}

type pattern struct{ *regex.Pattern }

// ClassName returns the Java class of the value.
func (pattern) ClassName() string { return "Pattern" }

// String returns the result of toString.
func (p pattern) String() string { return p.Source }

// matcher is a java.util.regex.Matcher, and as MatchResult a single match.
type matcher struct {
	pattern *regex.Pattern
	text    string
	all     []regex.Match
	next    int
	current *regex.Match
	found   bool // all matches have been found
}

// ClassName returns the Java class of the value.
func (*matcher) ClassName() string { return "Matcher" }

func (m *matcher) find() bool {
	if !m.found {
		m.all, m.found = findAll(m.pattern, m.text), true
	}
	if m.current = nil; m.next < len(m.all) {
		m.current = &m.all[m.next]
		m.next++
	}
	return m.current != nil
}

// findFrom restarts the search at a UTF-16 unit of the text.
func (m *matcher) findFrom(from int32) bool {
	if from < 0 || from > length(m.text) {
		host.Throw("IndexOutOfBoundsException", "Illegal start index")
	}
	at := len(substring(m.text, 0, from))
	hits, err := m.pattern.FindFrom(m.text, at)
	timeLimit(err)
	m.all, m.found, m.next = hits, true, 0
	return m.find()
}

// whole implements matches and, with prefix, lookingAt. The next search continues after
// the match, or where it was when there is none.
func (m *matcher) whole(prefix bool) bool {
	match := m.pattern.Matches
	if prefix {
		match = m.pattern.LookingAt
	}
	hit, err := match(m.text)
	timeLimit(err)
	if m.current = hit; hit == nil {
		return false
	}
	rest, err := m.pattern.FindFrom(m.text, hit.Groups[0][1])
	timeLimit(err)
	if len(rest) > 0 && rest[0].Groups[0] == hit.Groups[0] {
		rest = rest[1:]
	}
	m.all, m.found, m.next = rest, true, 0
	return true
}

func (m *matcher) reset() any {
	m.all, m.found, m.next, m.current = nil, false, 0, nil
	return m
}

func (m *matcher) bounds(group any) [2]int {
	if m.current == nil {
		host.Throw("IllegalStateException", "No match found")
	}
	n, ok := group.(int32)
	if name, named := group.(string); named {
		if n, ok = int32(m.pattern.GroupNumber(name)), true; n < 0 {
			host.Throw("IllegalArgumentException", "No group with name <%s>", name)
		}
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

func (m *matcher) place(group any, end int) any {
	b := m.bounds(group)
	if b[0] < 0 {
		return int32(-1)
	}
	return length(m.text[:b[end]])
}

func patternOf(v any) *regex.Pattern { return v.(pattern).Pattern }

var patternFlags = map[string]any{"UNIX_LINES": int32(regex.UnixLines), "CASE_INSENSITIVE": int32(regex.CaseInsensitive),
	"COMMENTS":  int32(regex.Comments),
	"MULTILINE": int32(regex.Multiline), "LITERAL": int32(regex.Literal), "DOTALL": int32(regex.DotAll),
	"UNICODE_CASE":            int32(regex.UnicodeCase),
	"UNICODE_CHARACTER_CLASS": int32(regex.UnicodeClasses)}

var regexClasses = []*host.Class{
	{Name: "Pattern", Constants: patternFlags,
		Statics: []*host.Method{
			f("compile(Regex) Pattern", func(_ any, a []any) any { return pattern{compile(str(a[0]), 0)} }),
			f("compile(Regex, int) Pattern", func(_ any, a []any) any {
				return pattern{compile(str(a[0]), int(a[1].(int32)))}
			}),
			f("quote(String) String", func(_ any, a []any) any { return regex.Quote(str(a[0])) }),
			f("matches(Regex, CharSequence) boolean", func(_ any, a []any) any { return Matches(str(a[1]), str(a[0])) }),
		},
		Methods: []*host.Method{
			f("matcher(CharSequence) Matcher", func(this any, a []any) any {
				return &matcher{pattern: patternOf(this), text: str(a[0])}
			}),
			f("pattern() String", func(this any, _ []any) any { return patternOf(this).Source }),
			f("flags() int", func(this any, _ []any) any { return int32(patternOf(this).Flags) }),
			f("split(CharSequence) String[]", func(this any, a []any) any { return split(str(a[0]), patternOf(this), 0) }),
			f("split(CharSequence, int) String[]", func(this any, a []any) any {
				return split(str(a[0]), patternOf(this), a[1].(int32))
			}),
			f("splitAsStream(CharSequence) Stream<String>", func(this any, a []any) any {
				return host.StreamOf(split(str(a[0]), patternOf(this), 0).([]any))
			}),
			f("asPredicate() Predicate<String>", func(this any, _ []any) any {
				return predicate(func(v any) bool { return len(findAll(patternOf(this), str(v))) > 0 })
			}),
			f("asMatchPredicate() Predicate<String>", func(this any, _ []any) any {
				return predicate(func(v any) bool { return (&matcher{pattern: patternOf(this), text: str(v)}).whole(false) })
			}),
		}},
	{Name: "MatchResult", Methods: []*host.Method{
		mt("group() String", func(m *matcher, _ []any) any { return m.group(zero) }),
		mt("group(int) String", func(m *matcher, a []any) any { return m.group(a[0]) }),
		mt("start() int", func(m *matcher, _ []any) any { return m.place(zero, 0) }),
		mt("start(int) int", func(m *matcher, a []any) any { return m.place(a[0], 0) }),
		mt("end() int", func(m *matcher, _ []any) any { return m.place(zero, 1) }),
		mt("end(int) int", func(m *matcher, a []any) any { return m.place(a[0], 1) }),
		mt("groupCount() int", func(m *matcher, _ []any) any { return int32(m.pattern.Groups()) }),
	}},
	{Name: "Matcher", Supers: []string{"MatchResult"}, Methods: []*host.Method{
		mt("find() boolean", func(m *matcher, _ []any) any { return m.find() }),
		mt("find(int) boolean", func(m *matcher, a []any) any { return m.findFrom(a[0].(int32)) }),
		mt("matches() boolean", func(m *matcher, _ []any) any { return m.whole(false) }),
		mt("lookingAt() boolean", func(m *matcher, _ []any) any { return m.whole(true) }),
		mt("reset() Matcher", func(m *matcher, _ []any) any { return m.reset() }),
		mt("reset(CharSequence) Matcher", func(m *matcher, a []any) any { m.text = str(a[0]); return m.reset() }),
		mt("group(String) String", func(m *matcher, a []any) any { return m.group(a[0]) }),
		mt("start(String) int", func(m *matcher, a []any) any { return m.place(a[0], 0) }),
		mt("end(String) int", func(m *matcher, a []any) any { return m.place(a[0], 1) }),
		mt("replaceAll(String) String", func(m *matcher, a []any) any {
			return replace(m.text, m.pattern, byText(a[0]), -1)
		}),
		mt("replaceAll(Function<MatchResult, String>) String", func(m *matcher, a []any) any {
			return replace(m.text, m.pattern, byFunction(a[0]), -1)
		}),
		mt("replaceFirst(String) String", func(m *matcher, a []any) any {
			return replace(m.text, m.pattern, byText(a[0]), 1)
		}),
		mt("toMatchResult() MatchResult", func(m *matcher, _ []any) any {
			return &matcher{pattern: m.pattern, text: m.text, current: m.current}
		}),
		mt("results() Stream<MatchResult>", func(m *matcher, _ []any) any {
			var out []any
			for m.reset(); m.find(); {
				out = append(out, &matcher{pattern: m.pattern, text: m.text, current: m.current})
			}
			return host.StreamOf(out)
		}),
	}},
}
