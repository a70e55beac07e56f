package javalib

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

// Matches implements String.matches.
func Matches(text, pattern string) bool {
	is, err := compilePattern(pattern, 0).IsMatch(text)
	timeLimit(err)
	return is
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

// replaceMatches returns a text with at most limit matches replaced, or all when limit is
// negative.
func replaceMatches(text string, p *regex.Pattern, by replacement, limit int) string {
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
	by := toText(v)
	return func(out *strings.Builder, p *regex.Pattern, text string, hit regex.Match) {
		expandReplacement(out, p, hit, text, by)
	}
}

func byFunction(function any) replacement {
	call := toFunction(function)
	return func(out *strings.Builder, p *regex.Pattern, text string, hit regex.Match) {
		expandReplacement(out, p, hit, text, toText(call(&matcher{pattern: p, text: text, current: &hit})))
	}
}

// expandReplacement writes a replacement with its $1, ${name} and \x.
func expandReplacement(out *strings.Builder, p *regex.Pattern, hit regex.Match, text, by string) {
	for i := 0; i < len(by); i++ {
		switch by[i] {
		case '\\':
			if i++; i == len(by) {
				host.Throw("IllegalArgumentException", "character to be escaped is missing")
			}
			out.WriteByte(by[i])
		case '$':
			n, size := groupReference(p, by[i+1:], len(hit.Groups))
			i += size
			if g := hit.Groups[n]; g[0] >= 0 {
				out.WriteString(text[g[0]:g[1]])
			}
		default:
			out.WriteByte(by[i])
		}
	}
}

// groupReference returns the number of the group that follows a $, and the bytes of its name:
// as many digits as give an existing group, or a name in braces.
func groupReference(p *regex.Pattern, rest string, groups int) (n, size int) {
	if name, ok := strings.CutPrefix(rest, "{"); ok {
		name = name[:len(name)-len(strings.TrimLeft(name, nameLetters))]
		return namedGroup(p, name, rest[1+len(name):]), len(name) + 2
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

// namedGroup returns the number of the group with a name; rest is the replacement after the
// name.
func namedGroup(p *regex.Pattern, name, rest string) int {
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
	pattern  *regex.Pattern
	text     string
	all      []regex.Match
	next     int
	current  *regex.Match
	allFound bool // all matches have been found
	// lastByte and lastUnit are a place in the text, by bytes and by UTF-16 units.
	lastByte int
	lastUnit int32
}

// ClassName returns the Java class of the value.
func (*matcher) ClassName() string { return "Matcher" }

func (m *matcher) findNext() bool {
	if !m.allFound {
		m.all, m.allFound = findAll(m.pattern, m.text), true
	}
	if m.current = nil; m.next < len(m.all) {
		m.current = &m.all[m.next]
		m.next++
	}
	return m.current != nil
}

// findFrom restarts the search at a UTF-16 unit of the text.
func (m *matcher) findFrom(from int32) bool {
	if from < 0 || from > lengthOf(m.text) {
		host.Throw("IndexOutOfBoundsException", "Illegal start index")
	}
	at := len(substring(m.text, 0, from))
	hits, err := m.pattern.FindFrom(m.text, at)
	timeLimit(err)
	m.all, m.allFound, m.next = hits, true, 0
	return m.findNext()
}

// matchWhole implements matches and, with prefix, lookingAt. The next search continues after
// the match, or where it was when there is none.
func (m *matcher) matchWhole(prefix bool) bool {
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
	m.all, m.allFound, m.next = rest, true, 0
	return true
}

func (m *matcher) resetSearch() any {
	m.all, m.allFound, m.next, m.current = nil, false, 0, nil
	return m
}

// resetText restarts the search in another text.
func (m *matcher) resetText(text string) any {
	m.text, m.lastByte, m.lastUnit = text, 0, 0
	return m.resetSearch()
}

func (m *matcher) groupBounds(group any) [2]int {
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

func (m *matcher) groupText(group any) any {
	g := m.groupBounds(group)
	if g[0] < 0 {
		return nil
	}
	return m.text[g[0]:g[1]]
}

func matcherMethod(signature string, body func(m *matcher, a []any) any) *host.Method {
	return pureMethod(signature, func(this any, a []any) any { return body(this.(*matcher), a) })
}

var zero any = int32(0)

func (m *matcher) groupPlace(group any, end int) any {
	b := m.groupBounds(group)
	if b[0] < 0 {
		return int32(-1)
	}
	return m.unitAt(b[end])
}

// unitAt returns the UTF-16 unit at a byte of the text. Places are asked for from left to right, so it
// counts on from the last one.
func (m *matcher) unitAt(at int) int32 {
	if at < m.lastByte {
		return lengthOf(m.text[:at])
	}
	m.lastByte, m.lastUnit = at, m.lastUnit+lengthOf(m.text[m.lastByte:at])
	return m.lastUnit
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
			pureMethod("compile(Regex) Pattern", func(_ any, a []any) any { return pattern{compilePattern(toText(a[0]), 0)} }),
			pureMethod("compile(Regex, int) Pattern", func(_ any, a []any) any {
				return pattern{compilePattern(toText(a[0]), int(a[1].(int32)))}
			}),
			pureMethod("quote(String) String", func(_ any, a []any) any { return regex.Quote(toText(a[0])) }),
			pureMethod("matches(Regex, CharSequence) boolean", func(_ any, a []any) any { return Matches(toText(a[1]), toText(a[0])) }),
		},
		Methods: []*host.Method{
			pureMethod("matcher(CharSequence) Matcher", func(this any, a []any) any {
				return &matcher{pattern: patternOf(this), text: toText(a[0])}
			}),
			pureMethod("pattern() String", func(this any, _ []any) any { return patternOf(this).Source }),
			pureMethod("flags() int", func(this any, _ []any) any { return int32(patternOf(this).Flags) }),
			pureMethod("split(CharSequence) String[]", func(this any, a []any) any { return splitText(toText(a[0]), patternOf(this), 0) }),
			pureMethod("split(CharSequence, int) String[]", func(this any, a []any) any {
				return splitText(toText(a[0]), patternOf(this), a[1].(int32))
			}),
			pureMethod("splitAsStream(CharSequence) Stream<String>", func(this any, a []any) any {
				return host.StreamOf(splitText(toText(a[0]), patternOf(this), 0).([]any))
			}),
			pureMethod("asPredicate() Predicate<String>", func(this any, _ []any) any {
				return newPredicate(func(v any) bool { return len(findAll(patternOf(this), toText(v))) > 0 })
			}),
			pureMethod("asMatchPredicate() Predicate<String>", func(this any, _ []any) any {
				return newPredicate(func(v any) bool { return (&matcher{pattern: patternOf(this), text: toText(v)}).matchWhole(false) })
			}),
		}},
	{Name: "MatchResult", Methods: []*host.Method{
		matcherMethod("group() String", func(m *matcher, _ []any) any { return m.groupText(zero) }),
		matcherMethod("group(int) String", func(m *matcher, a []any) any { return m.groupText(a[0]) }),
		matcherMethod("start() int", func(m *matcher, _ []any) any { return m.groupPlace(zero, 0) }),
		matcherMethod("start(int) int", func(m *matcher, a []any) any { return m.groupPlace(a[0], 0) }),
		matcherMethod("end() int", func(m *matcher, _ []any) any { return m.groupPlace(zero, 1) }),
		matcherMethod("end(int) int", func(m *matcher, a []any) any { return m.groupPlace(a[0], 1) }),
		matcherMethod("groupCount() int", func(m *matcher, _ []any) any { return int32(m.pattern.Groups()) }),
	}},
	{Name: "Matcher", Supers: []string{"MatchResult"}, Methods: []*host.Method{
		matcherMethod("find() boolean", func(m *matcher, _ []any) any { return m.findNext() }),
		matcherMethod("find(int) boolean", func(m *matcher, a []any) any { return m.findFrom(a[0].(int32)) }),
		matcherMethod("matches() boolean", func(m *matcher, _ []any) any { return m.matchWhole(false) }),
		matcherMethod("lookingAt() boolean", func(m *matcher, _ []any) any { return m.matchWhole(true) }),
		matcherMethod("reset() Matcher", func(m *matcher, _ []any) any { return m.resetSearch() }),
		matcherMethod("reset(CharSequence) Matcher", func(m *matcher, a []any) any { return m.resetText(toText(a[0])) }),
		matcherMethod("group(String) String", func(m *matcher, a []any) any { return m.groupText(a[0]) }),
		matcherMethod("start(String) int", func(m *matcher, a []any) any { return m.groupPlace(a[0], 0) }),
		matcherMethod("end(String) int", func(m *matcher, a []any) any { return m.groupPlace(a[0], 1) }),
		matcherMethod("replaceAll(String) String", func(m *matcher, a []any) any {
			return replaceMatches(m.text, m.pattern, byText(a[0]), -1)
		}),
		matcherMethod("replaceAll(Function<MatchResult, String>) String", func(m *matcher, a []any) any {
			return replaceMatches(m.text, m.pattern, byFunction(a[0]), -1)
		}),
		matcherMethod("replaceFirst(String) String", func(m *matcher, a []any) any {
			return replaceMatches(m.text, m.pattern, byText(a[0]), 1)
		}),
		matcherMethod("toMatchResult() MatchResult", func(m *matcher, _ []any) any {
			return &matcher{pattern: m.pattern, text: m.text, current: m.current}
		}),
		matcherMethod("results() Stream<MatchResult>", func(m *matcher, _ []any) any {
			var out []any
			for m.resetSearch(); m.findNext(); {
				out = append(out, &matcher{pattern: m.pattern, text: m.text, current: m.current})
			}
			return host.StreamOf(out)
		}),
	}},
}
