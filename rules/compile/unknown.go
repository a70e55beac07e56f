package compile

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// faulty is the type of an expression that was reported as a problem. Using it
// causes no further problem, so that one mistake is reported once.
var faulty = &host.Type{Name: "?"}

// IsFaulty reports whether a type is the type of an expression that was reported as a
// problem.
func IsFaulty(t *host.Type) bool { return t == faulty }

// isKnown reports whether a static type says anything about its values.
func isKnown(t *host.Type) bool { return t != nil && t != faulty && !isVar(t) && t.Name != "Object" }

// actions lists the changes that a consequence can make to the working memory.
var actions = []string{"insert", "insertLogical", "update", "retract", "delete"}

// unknownClass reports a class that rules cannot use.
func (c *Compiler) unknownClass(at int, name string) {
	c.ReportProblem(at, "unknown class %s%s", name, c.suggestName(name, c.Registry.ClassNames))
}

// unknownMethod reports a method that the values of a type do not have.
func (u *Unit) unknownMethod(at int, t *host.Type, name string) {
	class := u.c.Registry.Class(boxedName(t.Name))
	if class == nil || t.Dims > 0 {
		u.c.ReportProblem(at, "unknown method %s on %s", name, t)
		return
	}
	u.c.ReportProblem(at, "unknown method %s on %s%s", name, class.Name,
		cmp.Or(u.c.suggestName(name, class.MethodNames), namePage(class)))
}

// namePage names the page that lists the methods of a class, "" for types that the file declares.
func namePage(class *host.Class) string {
	for _, m := range class.Methods {
		switch m.Origin {
		case host.Java:
			return "; its methods: docs/rules-java.md"
		case host.Ours, host.Documented:
			return "; its methods: docs/rules-reference.md"
		}
	}
	return ""
}

// reportInside reports a method that the receiver does not have, but its content does: the
// value of an Optional, the elements of a stream or a list. It returns false when
// there is no such method.
func (u *Unit) reportInside(e *syntax.Call, t *host.Type) bool {
	if len(t.Args) != 1 {
		return false
	}
	if inner := u.classOfValue(t.Args[0]); inner == nil || !inner.HasMethod(e.Name) {
		return false
	}
	way := "call it in a forEach"
	switch class := u.c.Registry.Class(t.Name); {
	case class.IsKindOf("Optional"):
		way = "call it in an ifPresent"
	case !class.IsKindOf("Stream") && !class.IsKindOf("Iterable"):
		return false
	}
	u.c.ReportProblem(e.Pos(), "unknown method %s on %s: the %s in it has it, %s", e.Name, t.Name, t.Args[0].Name, way)
	return true
}

// unknownSetter reports a setter of a modify that the class does not have.
func (u *Unit) unknownSetter(at int, class *host.Class, name string) {
	var setters []string
	for _, m := range class.MethodNames() {
		if strings.HasPrefix(m, "set") {
			setters = append(setters, m)
		}
	}
	u.c.ReportProblem(at, "unknown setter %s on %s%s", name, class.Name, check.SuggestName(name, setters))
}

// unknownStatic reports a static method that a class does not have.
func (u *Unit) unknownStatic(at int, class *host.Class, name string) {
	if class.HasMethod(name) {
		u.c.ReportProblem(at, "%s is no static method of %s: it needs an object in front of it", name, class.Name)
		return
	}
	u.c.ReportProblem(at, "unknown static method %s on %s%s", name, class.Name,
		cmp.Or(explainClock(class.Name+"."+name, 0), check.SuggestName(name, class.StaticNames())))
}

// unknownProperty reports a property that a class does not have.
func (u *Unit) unknownProperty(at int, class *host.Class, name string) {
	u.c.ReportProblem(at, "unknown property %s on %s%s", name, class.Name, u.c.suggestName(name, class.PropertyNames))
}

// unknownName reports a name that has no meaning where it is used.
func (u *Unit) unknownName(e *syntax.Name) {
	if offered := u.c.Offered[e.Name]; offered != "" {
		u.c.ReportProblem(e.Pos(), "the global %s is used and not declared: add 'global %s %s'", e.Name, offered, e.Name)
		return
	}
	if why := explainUnbound(u.c.Conds, e.Name, e.Pos()); why != "" {
		u.c.ReportProblem(e.Pos(), "%s", why)
		return
	}
	what, class := "unknown name "+e.Name, u.thisClass()
	switch {
	case strings.HasPrefix(e.Name, "$"):
		what = "unknown binding " + e.Name
	case class != nil:
		what = "unknown property " + e.Name + " on " + class.Name + ", and no binding or global of that name"
	case unicode.IsUpper([]rune(e.Name)[0]):
		what = "unknown class " + e.Name
	}
	u.c.ReportProblem(e.Pos(), "%s%s", what, u.c.suggestName(e.Name, u.visibleNames))
}

// visibleNames returns the variables, properties, globals and classes that can be used at
// the current position.
func (u *Unit) visibleNames() []string {
	var out []string
	for _, v := range u.vars {
		out = append(out, v.name)
	}
	if class := u.thisClass(); class != nil {
		out = append(out, class.PropertyNames()...)
	}
	return append(append(out, slices.Sorted(maps.Keys(u.c.Globals))...), u.c.Registry.ClassNames()...)
}

func (u *Unit) thisClass() *host.Class {
	if !isKnown(u.this) {
		return nil
	}
	return u.c.Registry.Class(u.this.Name)
}

// unknownFunction reports a call without receiver that calls nothing.
func (u *Unit) unknownFunction(e *syntax.Call) {
	names := slices.Sorted(maps.Keys(u.c.Functions))
	for name := range u.c.Statics {
		names = append(names, strings.TrimLeft(name, "* "))
	}
	slices.Sort(names)
	if class := u.thisClass(); class != nil {
		names = append(class.MethodNames(), names...)
		u.c.ReportProblem(e.Pos(), "unknown method %s on %s%s", e.Name, class.Name,
			cmp.Or(u.proposeOwner(e.Name), check.SuggestName(e.Name, names)))
		return
	}
	if !u.drl {
		names = append(names, actions...)
	}
	u.c.ReportProblem(e.Pos(), "unknown function %s%s", e.Name, cmp.Or(u.proposeOwner(e.Name), check.SuggestName(e.Name, names)))
}

// proposeOwner proposes the global that has a method of that name, or the class that has a
// static one, as the missing receiver.
func (u *Unit) proposeOwner(name string) string {
	if len(u.c.Problems) > maxProposals {
		return ""
	}
	for _, global := range slices.Sorted(maps.Keys(u.c.Globals)) {
		t := u.c.Globals[global]
		if !isKnown(t) || name == "toString" {
			continue
		}
		if class := u.c.Registry.Class(boxedName(t.Name)); class != nil && class.HasMethod(name) {
			return ", did you mean " + global + "." + name + "?"
		}
	}
	for _, class := range slices.Sorted(slices.Values(u.c.Registry.ClassNames())) {
		if slices.Contains(u.c.Registry.Class(class).StaticNames(), name) {
			return ", did you mean " + class + "." + name + ", or an 'import static' of it?"
		}
	}
	return ""
}
