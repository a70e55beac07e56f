package rules

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// An Inspection answers the questions of an editor about a rule file, also one with errors.
// Places are byte offsets.
type Inspection struct {
	side   Side
	file   *syntax.File
	tokens []syntax.Token
}

// Inspect reads a rule file for questions about its places.
func Inspect(side Side, src []byte) *Inspection {
	source := syntax.NewSource(string(src))
	file, _ := syntax.Parse(source)
	tokens, _ := syntax.Lex(source)
	return &Inspection{side: side, file: file, tokens: tokens}
}

// A Suggestion is a name that may stand at a place.
type Suggestion struct {
	Name   string
	Kind   SuggestionKind
	Detail string // its signature or type, "" when there is none
}

// A SuggestionKind tells what a name is the name of.
type SuggestionKind int

// The kinds of names.
const (
	KeywordName SuggestionKind = iota
	ClassName
	PropertyName
	MethodName
	VariableName
	FunctionName
	ConstantName
)

// tokenAt returns the index of the word at an offset, or directly before it, and -1 for none.
func (x *Inspection) tokenAt(offset int) int {
	i := sort.Search(len(x.tokens), func(i int) bool { return x.tokens[i].End >= offset })
	for ; i < len(x.tokens) && x.tokens[i].Start <= offset; i++ {
		if t := x.tokens[i]; t.Kind == syntax.Ident || t.Kind == syntax.Str || t.Kind == syntax.Quoted {
			return i
		}
	}
	return -1
}

// part returns the offsets between which names are known that are bound at an offset: those of a
// rule or query around it.
func (x *Inspection) part(offset int) (from, to int) {
	to = len(x.file.Source.Text)
	note := func(at int) {
		if at <= offset {
			from = max(from, at)
		} else {
			to = min(to, at)
		}
	}
	for i, t := range x.tokens {
		next := x.tokens[min(i+1, len(x.tokens)-1)]
		if t.Kind == syntax.Ident && t.FirstOnRow && (t.Text == "rule" || t.Text == "query" || t.Text == "function") &&
			next.Kind != syntax.Op {
			note(t.Start)
		}
	}
	return from, to
}

// Definition returns the place of the word by which the name at an offset is introduced: the
// binding of a variable, or the statement of a type, function, global, query or rule.
func (x *Inspection) Definition(offset int) (start, end int, ok bool) {
	i := x.tokenAt(offset)
	if i < 0 {
		return 0, 0, false
	}
	name := strings.Trim(x.tokens[i].Text, `"'`)
	from, to := x.part(offset)
	for j, t := range x.tokens {
		if t.Start >= from && t.End <= to && t.Text == name && x.isBinding(j) {
			return t.Start, t.End, true
		}
	}
	at := x.statementOf(name)
	for _, t := range x.tokens {
		if at >= 0 && t.Start >= at && strings.Trim(t.Text, `"'`) == name {
			return t.Start, t.End, true
		}
	}
	return 0, 0, false
}

// isBinding reports whether the token with an index is a variable that is bound there.
func (x *Inspection) isBinding(i int) bool {
	if i+1 >= len(x.tokens) || x.tokens[i].Kind != syntax.Ident {
		return false
	}
	next := x.tokens[i+1].Text
	ternary := i > 0 && x.tokens[i-1].Text == "?"
	return strings.HasPrefix(x.tokens[i].Text, "$") && !ternary && (next == ":" || next == ":=")
}

// statementOf returns the offset of the statement that introduces a name, or -1.
func (x *Inspection) statementOf(name string) int {
	for _, d := range x.file.Declares {
		if d.Name == name {
			return d.Pos()
		}
	}
	for _, f := range x.file.Functions {
		if f.Name == name {
			return f.Pos()
		}
	}
	for _, g := range x.file.Globals {
		if g.Name == name {
			return g.Pos()
		}
	}
	for _, q := range x.file.Queries {
		if q.Name == name {
			return q.Pos()
		}
	}
	for _, r := range x.file.Rules {
		if r.Name == name {
			return r.Pos()
		}
	}
	return -1
}

// Describe returns what the handbook says about the class or member at an offset, or how the file
// introduces the name, as Markdown; "" when nothing is known.
func (x *Inspection) Describe(offset int) string {
	i := x.tokenAt(offset)
	if i < 0 || x.tokens[i].Kind != syntax.Ident {
		return ""
	}
	name := x.tokens[i].Text
	if class := x.receiver(i); class != "" {
		if text := x.describeMember(class, name); text != "" {
			return text
		}
	}
	if start, _, ok := x.Definition(offset); ok {
		line := x.file.Source.Line(start)
		return "```drl\n" + strings.TrimSpace(strings.Split(x.file.Source.Text, "\n")[line-1]) + "\n```"
	}
	c := registryOf(x.side).Class(name)
	if c == nil {
		return ""
	}
	text := "**" + c.Name + "**"
	if said := descriptions()[c.Name]; said != nil && said.sentence != "" {
		text += " " + said.sentence
	}
	return text
}

// describeMember returns what the handbook says about a method or property of a class.
func (x *Inspection) describeMember(class, name string) string {
	c := registryOf(x.side).Class(class)
	if c == nil {
		return ""
	}
	if m := c.Property(name); m != nil {
		name = m.Name
	}
	var lines []string
	for _, owner := range append([]string{class}, c.ClassNames()...) {
		o := registryOf(x.side).Class(owner)
		if o == nil {
			continue
		}
		for _, m := range overloadsOf(o) {
			if m.Name != name {
				continue
			}
			line := "```java\n" + o.Name + ": " + m.Doc + "\n```"
			if said := descriptions()[o.Name]; said != nil {
				if e := said.entryFor(m.Doc); e != nil {
					line += "\n" + e.sentence
				}
			}
			if !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "\n\n")
}

// receiver returns the class of which the word with an index is a member: that of what stands
// before its point, or of the pattern whose constraints it is in. "" when it is not known.
func (x *Inspection) receiver(i int) string {
	if i > 0 && (x.tokens[i-1].Text == "." || x.tokens[i-1].Text == "!.") {
		return x.classEndingAt(i - 2)
	}
	return x.patternAround(i)
}

// patternAround returns the class of the pattern in whose parentheses a token stands.
func (x *Inspection) patternAround(i int) string {
	depth := 0
	for j := i - 1; j > 0; j-- {
		switch t := x.tokens[j]; {
		case t.Text == ")":
			depth++
		case t.Text == "(" && depth > 0:
			depth--
		case t.Text == "(":
			name := x.tokens[j-1]
			if name.Kind == syntax.Ident && x.isClass(name.Text) && (j < 2 || x.tokens[j-2].Text != "new") {
				return name.Text
			}
			return ""
		case t.FirstOnRow && (t.Text == "then" || t.Text == "when" || t.Text == "rule"), t.Text == ";", t.Text == "{":
			return ""
		}
	}
	return ""
}

func (x *Inspection) isClass(name string) bool {
	return registryOf(x.side).Class(name) != nil ||
		slices.ContainsFunc(x.file.Declares, func(d *syntax.Declare) bool { return d.Name == name })
}

// classEndingAt returns the class of the expression whose last token has an index: a variable, a
// global, a class, or a call or property of such an expression.
func (x *Inspection) classEndingAt(i int) string {
	if i < 0 {
		return ""
	}
	if x.tokens[i].Text == ")" {
		for depth := 0; i >= 0; i-- {
			if x.tokens[i].Text == ")" {
				depth++
			} else if x.tokens[i].Text == "(" {
				if depth--; depth == 0 {
					break
				}
			}
		}
		i--
	}
	if i < 0 || x.tokens[i].Kind != syntax.Ident {
		return ""
	}
	name := x.tokens[i].Text
	if i > 0 && x.tokens[i-1].Text == "." {
		return x.memberClass(x.classEndingAt(i-2), name)
	}
	return x.classOfName(name, x.tokens[i].Start)
}

// memberClass returns the class of a method or property of a class.
func (x *Inspection) memberClass(class, name string) string {
	c := registryOf(x.side).Class(class)
	if c == nil {
		return ""
	}
	m := c.Property(name)
	for _, owner := range append([]string{class}, c.ClassNames()...) {
		if o := registryOf(x.side).Class(owner); o != nil && m == nil {
			if i := slices.IndexFunc(overloadsOf(o), func(m *host.Method) bool { return m.Name == name }); i >= 0 {
				m = overloadsOf(o)[i]
			}
		}
	}
	if m == nil || m.Returns == nil {
		return ""
	}
	return m.Returns.Name
}

// classOfName returns the class of a variable, global or class that is known at an offset.
func (x *Inspection) classOfName(name string, offset int) string {
	from, to := x.part(offset)
	for j, t := range x.tokens {
		if t.Start >= from && t.End <= to && t.Text == name && x.isBinding(j) && j+3 < len(x.tokens) {
			if x.tokens[j+3].Text == "(" && x.isClass(x.tokens[j+2].Text) {
				return x.tokens[j+2].Text
			}
			return x.memberClass(x.patternAround(j), x.tokens[j+2].Text)
		}
	}
	for _, g := range x.file.Globals {
		if g.Name == name {
			return g.Type.Name
		}
	}
	if x.isClass(name) {
		return name
	}
	return ""
}

// Suggest returns the names that may stand at an offset, sorted: the members of what stands
// before a point, the properties of the pattern around it, or what is known everywhere.
func (x *Inspection) Suggest(offset int) []Suggestion {
	i := sort.Search(len(x.tokens), func(i int) bool { return x.tokens[i].Start >= offset })
	if i > 0 && x.tokens[i-1].Kind == syntax.Ident && x.tokens[i-1].End >= offset {
		i-- // the word that is being written
	}
	out := map[string]Suggestion{}
	if i > 0 && x.tokens[i-1].Text == "." {
		x.suggestMembers(out, x.classEndingAt(i-2))
		return sortSuggestions(out)
	}
	x.suggestMembers(out, x.patternAround(i))
	x.suggestNames(out, offset)
	return sortSuggestions(out)
}

func sortSuggestions(list map[string]Suggestion) []Suggestion {
	out := []Suggestion{}
	for _, name := range slices.Sorted(maps.Keys(list)) {
		out = append(out, list[name])
	}
	return out
}

// suggestMembers adds the members of a class, and those that it inherits.
func (x *Inspection) suggestMembers(out map[string]Suggestion, class string) {
	for _, d := range x.file.Declares {
		for _, f := range d.Fields {
			if d.Name == class {
				out[f.Name] = Suggestion{f.Name, PropertyName, f.Type.String()}
			}
		}
	}
	c := registryOf(x.side).Class(class)
	if c == nil {
		return
	}
	for _, name := range c.PropertyNames() {
		if m := c.Property(name); m != nil && m.Returns != nil {
			out[name] = Suggestion{name, PropertyName, m.Returns.String()}
		}
	}
	for name := range c.Constants {
		out[name] = Suggestion{name, ConstantName, c.Name}
	}
	for _, owner := range append([]string{class}, c.ClassNames()...) {
		if o := registryOf(x.side).Class(owner); o != nil {
			for _, m := range slices.Concat(o.Statics, o.Methods) {
				out[m.Name] = Suggestion{m.Name, MethodName, m.Doc}
			}
		}
	}
}

// ruleWords are the words of the rule language.
var ruleWords = []string{"rule", "when", "then", "end", "query", "declare", "function", "global", "import", "salience", "no-loop",
	"agenda-group", "activation-group", "lock-on-active", "auto-focus", "not", "exists", "forall", "accumulate", "collect", "from", "eval",
	"insert", "insertLogical", "update", "modify", "retract"}

// suggestNames adds what is known outside of patterns and behind no point.
func (x *Inspection) suggestNames(out map[string]Suggestion, offset int) {
	for _, w := range ruleWords {
		out[w] = Suggestion{w, KeywordName, ""}
	}
	for _, name := range registryOf(x.side).ClassNames() {
		out[name] = Suggestion{name, ClassName, ""}
	}
	for _, d := range x.file.Declares {
		out[d.Name] = Suggestion{d.Name, ClassName, "declared"}
	}
	for _, f := range x.file.Functions {
		out[f.Name] = Suggestion{f.Name, FunctionName, fmt.Sprintf("function of %d parameters", len(f.Params))}
	}
	for _, g := range x.file.Globals {
		out[g.Name] = Suggestion{g.Name, VariableName, g.Type.String()}
	}
	from, to := x.part(offset)
	for j, t := range x.tokens {
		if t.Start >= from && t.End <= to && x.isBinding(j) {
			out[t.Text] = Suggestion{t.Text, VariableName, x.classOfName(t.Text, offset)}
		}
	}
}
