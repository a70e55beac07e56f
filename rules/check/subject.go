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

// SubjectsOf finds the rules, queries, functions and declared types of a file. Those
// that could not be parsed are found by their first words.
func SubjectsOf(file *syntax.File) *Subjects {
	s := &Subjects{}
	for _, r := range file.Rules {
		s.add(r.Pos(), "rule", quoted(r.Name))
	}
	for _, q := range file.Queries {
		s.add(q.Pos(), "query", quoted(q.Name))
	}
	for _, f := range file.Functions {
		s.add(f.Pos(), "function", f.Name)
	}
	for _, d := range file.Declares {
		s.add(d.Pos(), "declare", d.Name)
	}
	for _, i := range file.Imports {
		s.add(i.Pos(), "", "")
	}
	for _, g := range file.Globals {
		s.add(g.Pos(), "", "")
	}
	s.addBroken(file.Source)
	slices.SortStableFunc(s.starts, func(x, y statement) int { return x.at - y.at })
	return s
}

// addBroken adds the rules and queries whose first words begin a line. Those that
// were parsed are then present twice, with the same label.
func (s *Subjects) addBroken(source *syntax.Source) {
	tokens, _ := syntax.Lex(source)
	for i, t := range tokens[:max(len(tokens)-1, 0)] {
		if name := tokens[i+1]; t.FirstOnRow && (t.Text == "rule" || t.Text == "query") &&
			(name.Kind == syntax.Str || name.Kind == syntax.Quoted) {
			s.add(t.Start, t.Text, quoted(strings.Trim(name.Text, `"'`)))
		}
	}
}

// add adds a statement with its label.
func (s *Subjects) add(at int, kind, name string) {
	if r := []rune(name); len(r) > maxLabel {
		name = string(r[:maxLabel]) + "…"
	}
	s.starts = append(s.starts, statement{at, strings.TrimSpace(kind + " " + name)})
}

// quoted returns a name in quotes.
func quoted(name string) string { return `"` + name + `"` }

// Named returns the problems with the rule, or the other statement that each belongs
// to, prepended to the message.
func (s *Subjects) Named(problems []syntax.Problem) []syntax.Problem {
	out := slices.Clone(problems)
	for i, p := range out {
		if label := s.of(p.Offset); label != "" {
			out[i].Message = label + ": " + p.Message
		}
	}
	return out
}

// of returns the label of the statement that contains an offset.
func (s *Subjects) of(offset int) string {
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
