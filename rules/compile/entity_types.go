package compile

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// Kind is the kind of a name that a template defines.
type Kind int

// The kinds: entity types are technical names of entity definitions, columns belong
// to a component mapping.
const (
	EntityType Kind = iota
	ComponentName
	MappingName
	ColumnName
)

// TypeUse is a place where a rule names something that its template defines.
type TypeUse struct {
	Offset int
	Name   string
	Kind   Kind
	Of     string // the name of the mapping that should have the column
}

// typeName is the type of the strings that are names of entity types.
var typeName = &host.Type{Name: "String"}

// isTypeMember reports whether a property or method of a class returns an entity type.
func isTypeMember(class *host.Class, member string) bool {
	return (member == "type" || member == "getType") && (class.Name == "TextEntity" || class.Name == "Entity")
}

// entityTypeMethods lists the methods whose arguments are all entity types.
var entityTypeMethods = map[string]bool{
	"hasEntitiesOfType": true, "hasEntitiesOfAnyType": true, "hasEntitiesOfAllTypes": true, "getEntitiesOfType": true,
	"isType": true, "isAnyType": true, "streamTableCellsWhichContainType": true, "streamEntitiesWhereRowContainsEntitiesOfType": true,
	"streamEntitiesWhereRowContainsEntitiesOfEachType": true, "streamEntitiesWhereRowContainsNoEntitiesOfType": true,
}

// firstEntityTypeMethods lists the methods whose first argument alone is an entity type.
var firstEntityTypeMethods = map[string]bool{"getEntitiesOfTypeInSameRow": true}

// noteTypesIn records the entity types among the arguments of a call: those of the
// methods above, and the string in front of an EntityType.
func (u *Unit) noteTypesIn(m *host.Method, label string, args []syntax.Expr) {
	class, name, _ := strings.Cut(label, ".")
	switch {
	case class == "NerEntities" || m.Origin == host.Java:
	case entityTypeMethods[name]:
		u.noteTypes(args)
	case firstEntityTypeMethods[name] || class == "Dictionary":
		u.noteTypes(args[:min(len(args), 1)])
	default:
		for i := range args {
			if p := paramAt(m, i+1); p != nil && p.Name == "EntityType" {
				u.noteTypes(args[i : i+1])
			}
		}
	}
}

// noteTypes records constant strings, including those of a list that is created in
// place.
func (u *Unit) noteTypes(list []syntax.Expr) {
	for _, e := range list {
		switch e := e.(type) {
		case *syntax.Literal:
			if s, ok := e.Value.(string); ok {
				u.c.Types = append(u.c.Types, TypeUse{Offset: e.Pos(), Name: s})
			}
		case *syntax.Call:
			if n, ok := e.X.(*syntax.Name); ok && listing[n.Name+"."+e.Name] {
				u.noteTypes(e.Args)
			}
		}
	}
}

// noteComparedTypes records constant strings that an entity type is compared with.
func (u *Unit) noteComparedTypes(t *host.Type, others ...syntax.Expr) {
	if t == typeName {
		u.noteTypes(others)
	}
}
