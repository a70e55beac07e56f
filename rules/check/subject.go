package check

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// Subjects holds the statements of a rule file that a problem can belong to.
type Subjects struct{ starts []statement }

type statement struct {
	at    int
	label string // "" for statements that need no name: imports and globals
}

// maxLabel limits the length of a name in a message, in characters.
const maxLabel = 80

// SubjectsOf finds the rules, queries, functions and declared types of a file with these
// tokens. Those that could not be parsed are found by their first words.
func SubjectsOf(file *syntax.File, tokens []syntax.Token) *Subjects {
	s := &Subjects{}
	for _, r := range file.Rules {
		s.addSubject(r.Pos(), "rule", quoteName(r.Name))
	}
	for _, q := range file.Queries {
		s.addSubject(q.Pos(), "query", quoteName(q.Name))
	}
	for _, f := range file.Functions {
		s.addSubject(f.Pos(), "function", f.Name)
	}
	for _, d := range file.Declares {
		s.addSubject(d.Pos(), "declare", d.Name)
	}
	for _, i := range file.Imports {
		s.addSubject(i.Pos(), "", "")
	}
	for _, g := range file.Globals {
		s.addSubject(g.Pos(), "", "")
	}
	s.addBroken(tokens)
	slices.SortStableFunc(s.starts, func(x, y statement) int { return x.at - y.at })
	return s
}

// addBroken adds the rules and queries whose first words begin a line. Those that
// were parsed are then present twice, with the same label.
func (s *Subjects) addBroken(tokens []syntax.Token) {
	for i, t := range tokens[:max(len(tokens)-1, 0)] {
		if name := tokens[i+1]; t.FirstOnRow && (t.Text == "rule" || t.Text == "query") &&
			(name.Kind == syntax.Str || name.Kind == syntax.Quoted) {
			s.addSubject(t.Start, t.Text, quoteName(strings.Trim(name.Text, `"'`)))
		}
	}
}

// addSubject adds a statement with its label.
func (s *Subjects) addSubject(at int, kind, name string) {
	if r := []rune(name); len(r) > maxLabel {
		name = string(r[:maxLabel]) + "…"
	}
	s.starts = append(s.starts, statement{at, strings.TrimSpace(kind + " " + name)})
}

// quoteName returns a name in quotes.
func quoteName(name string) string { return `"` + name + `"` }

// WithSubjects returns the problems with the rule, or the other statement that each belongs
// to, prepended to the message.
func (s *Subjects) WithSubjects(problems []syntax.Problem) []syntax.Problem {
	out := slices.Clone(problems)
	for i, p := range out {
		if label := s.labelAt(p.Offset); label != "" {
			out[i].Message = label + ": " + p.Message
		}
	}
	return out
}

// labelAt returns the label of the statement that contains an offset.
func (s *Subjects) labelAt(offset int) string {
	i, found := slices.BinarySearchFunc(s.starts, offset, func(x statement, at int) int { return x.at - at })
	for found && i+1 < len(s.starts) && s.starts[i+1].at == offset {
		i++
	}
	if !found {
		i--
	}
	if i < 0 {
		return ""
	}
	return s.starts[i].label
}
