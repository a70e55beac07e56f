package rules

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// Names are the names that are defined outside of the rule files and that rules refer
// to. A nil field is not checked.
type Names struct {
	Entities   []string            // types of entities
	Components []string            // names of components
	Mappings   map[string][]string // columns of mappings, by the name of the mapping
}

// A templateUse is a place where a rule names something of its template.
type templateUse struct {
	Problem // with the beginning of the message: the rule
	use     compile.TypeUse
}

func usesIn(source *syntax.Source, subjects *check.Subjects, program *engine.Program) []templateUse {
	var found []syntax.Problem
	for _, t := range program.Types {
		found = append(found, syntax.Problem{Offset: t.Offset})
	}
	var out []templateUse
	for i, p := range subjects.WithSubjects(found) {
		line, column := source.Position(p.Offset)
		out = append(out, templateUse{Problem{line, column, p.Message}, program.Types[i]})
	}
	return out
}

// CheckNames returns the report with one more warning for each name that the rules use
// and that is not defined.
func (r Report) CheckNames(n Names) Report {
	warnings := slices.Clone(r.Warnings)
	for _, u := range r.uses {
		if wrong := n.checkUse(u.use); wrong != "" {
			warnings = append(warnings, Problem{u.Line, u.Column, u.Message + wrong})
		}
	}
	slices.SortStableFunc(warnings, func(a, b Problem) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	r.Warnings = warnings[:min(len(warnings), MaxProblems)]
	return r
}

// CheckEntity returns a message when an entity type is not defined, with the type that
// was probably meant; "" when it is defined or entities are not checked.
func (n Names) CheckEntity(name string) string {
	return n.checkUse(compile.TypeUse{Kind: compile.EntityType, Name: name})
}

// CheckComponent does for the name of a component what CheckEntity does for a type.
func (n Names) CheckComponent(name string) string {
	return n.checkUse(compile.TypeUse{Kind: compile.ComponentName, Name: name})
}

// checkUse returns a message when the template does not define the name, and "" when it
// does.
func (n Names) checkUse(u compile.TypeUse) string {
	switch {
	case u.Kind == compile.EntityType && n.Entities != nil && !slices.Contains(n.Entities, u.Name):
		return undefinedName("entity type", u.Name, n.Entities)
	case u.Kind == compile.ComponentName && n.Components != nil && !n.hasComponent(u.Name):
		return undefinedName("component", u.Name, n.Components)
	case n.Mappings == nil:
		return ""
	case u.Kind == compile.MappingName && n.findMapping(u.Name) == "":
		return undefinedName("component mapping", u.Name, slices.Sorted(maps.Keys(n.Mappings)))
	case u.Kind == compile.ColumnName && n.findMapping(u.Of) != "":
		columns := n.Mappings[n.findMapping(u.Of)]
		if !slices.Contains(columns, u.Name) {
			return "the component mapping " + u.Of + " has no column " + u.Name + hintOrList(check.SuggestName(u.Name, columns), columns)
		}
	}
	return ""
}

// undefinedName returns the message for a name that the template does not define, with a
// suggestion.
func undefinedName(what, name string, defined []string) string {
	return "the " + what + " " + name + " is not defined in the template" + check.SuggestName(name, defined)
}

// hintOrList returns the hint or, when it is empty, a list of all names if they are few.
func hintOrList(hint string, all []string) string {
	if hint != "" || len(all) == 0 || len(all) > 12 {
		return hint
	}
	return "; there are " + strings.Join(all, ", ")
}

// sameName reports whether two names of components are equal to overrides and reports.
func sameName(a, b string) bool { return snakecase.Same(a, b) }

// findMapping returns the full name of the mapping that rules refer to, with or without the
// extension of its file, or "".
func (n Names) findMapping(name string) string {
	if _, ok := n.Mappings[name]; ok {
		return name
	}
	for _, m := range slices.Sorted(maps.Keys(n.Mappings)) {
		if strings.TrimSuffix(m, path.Ext(m)) == name {
			return m
		}
	}
	return ""
}

// hasComponent reports whether a component of a name is defined.
func (n Names) hasComponent(name string) bool {
	return slices.ContainsFunc(n.Components, func(s string) bool { return sameName(s, name) })
}
