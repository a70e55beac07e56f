package compile

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// noteNamesIn records the names of the template, other than entity types, in a call:
// components, mappings and their columns. Only constants are considered.
func (u *Unit) noteNamesIn(v *invocation) {
	class, name, _ := strings.Cut(v.label, ".")
	switch class {
	case "ComponentCreationService": // (rule, name, …), but for the one that has no name
		if name != "createComponentsForUnMappedEntities" {
			u.noteUse(ComponentName, "", v.args, 1)
		}
	case "ComponentMappingService":
		u.noteUse(MappingName, "", v.args, 0)
	case "MappingQuery":
		if mapping := mappingOf(v.on); mapping != "" {
			u.noteUse(ColumnName, mapping, v.args, 0)
		}
	}
}

// noteUse records the argument with index i if it is a constant string.
func (u *Unit) noteUse(kind Kind, of string, args []syntax.Expr, i int) {
	if name, ok := constantArg(args, i); ok {
		u.c.Types = append(u.c.Types, TypeUse{args[i].Pos(), name, kind, of})
	}
}

// constantArg returns the argument with index i if it is a constant string.
func constantArg(args []syntax.Expr, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	l, ok := args[i].(*syntax.Literal)
	if !ok {
		return "", false
	}
	s, ok := l.Value.(string)
	return s, ok
}

// mappingOf returns the mapping at the start of a chain of calls, "" when it is not
// written in the chain.
func mappingOf(e syntax.Expr) string {
	for {
		call, ok := e.(*syntax.Call)
		if !ok {
			return ""
		}
		if call.Name == "from" {
			mapping, _ := constantArg(call.Args, 0)
			return mapping
		}
		e = call.X
	}
}
