package engine

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// Declared is an object of a declared type.
type Declared struct {
	shape  *shape
	values []any // by the number of the field
	// fact is that in the first session that has it as one, nil before; own is the room for it
	fact atomic.Pointer[fact]
	own  fact
}

// shape holds what the objects of a declared type share.
type shape struct {
	class string
	names []string // of the fields, the inherited ones first
	keys  []int    // numbers of the key fields
}

// ClassName returns the name of the declared type.
func (d *Declared) ClassName() string { return d.shape.class }

// EqualTo compares the key fields. Without key fields it compares by identity.
func (d *Declared) EqualTo(o any) bool {
	other, ok := o.(*Declared)
	if !ok || other.shape != d.shape || len(d.shape.keys) == 0 {
		return other == d
	}
	for _, k := range d.shape.keys {
		if !host.Equal(d.values[k], other.values[k]) {
			return false
		}
	}
	return true
}

// HashCode returns the hash code of the key fields.
func (d *Declared) HashCode() int32 {
	h := int32(len(d.shape.class))
	for _, k := range d.shape.keys {
		h = 31*h + host.HashCode(d.values[k])
	}
	return h
}

// ComposeText returns the type with its fields, as Drools writes objects of declared
// types: Person( name=Ann, age=7 ).
func (d *Declared) ComposeText(textOf func(v any) string) string {
	var fields []string
	for i, name := range d.shape.names {
		fields = append(fields, name+"="+textOf(d.values[i]))
	}
	return d.shape.class + "( " + strings.Join(fields, ", ") + " )"
}

// types compiles the declared types of a file, each after the one that it extends.
type types struct {
	c        *compile.Compiler
	registry *host.Registry
	declared map[string]*syntax.Declare
	fields   map[string][]syntax.FieldDecl // with the inherited ones, which come first
	out      []*host.Class
}

// declaredClasses returns the classes of the declared types of a file.
func declaredClasses(c *compile.Compiler, registry *host.Registry, list []*syntax.Declare) []*host.Class {
	t := &types{c: c, registry: registry, declared: map[string]*syntax.Declare{}, fields: map[string][]syntax.FieldDecl{}}
	for _, d := range list {
		if hidden := registry.Class(d.Name); hidden != nil && !hidden.MayHide || t.declared[d.Name] != nil {
			t.reportProblem(d.Pos(), "the type "+d.Name+" exists already")
			continue
		}
		t.declared[d.Name] = d
	}
	for _, d := range list {
		if t.declared[d.Name] == d {
			t.addType(d)
		}
	}
	return t.out
}

// reportProblem reports a defect at an offset of the file.
func (t *types) reportProblem(at int, message string) {
	t.c.Problems = append(t.c.Problems, syntax.Problem{Offset: at, Message: message})
}

// addType creates the class of a type, once. The class of the type that it extends is
// created before it.
func (t *types) addType(d *syntax.Declare) {
	if _, done := t.fields[d.Name]; done {
		return
	}
	t.fields[d.Name] = nil // a type that extends itself ends here
	if d.Enum {
		var names []string
		for _, v := range d.Values {
			names = append(names, v.Name)
		}
		t.out = append(t.out, &host.Class{Name: d.Name, Constants: host.NewEnumeration(d.Name, names...)})
		return
	}
	all := append(t.inheritedFields(d), d.Fields...)
	seen := map[string]bool{}
	for _, f := range all {
		if seen[f.Name] {
			t.reportProblem(f.Pos(), "the field "+f.Name+" exists already")
		}
		seen[f.Name] = true
	}
	t.fields[d.Name] = all
	t.out = append(t.out, t.newClass(d, all))
}

// inheritedFields returns the fields of the type that d extends.
func (t *types) inheritedFields(d *syntax.Declare) []syntax.FieldDecl {
	if len(d.Extends) == 0 {
		return nil
	}
	parent := t.declared[simpleName(d.Extends[0])]
	switch {
	case len(d.Extends) > 1 || parent == nil || parent.Enum:
		t.reportProblem(d.Pos(), "a declared type can extend one other declared type")
		return nil
	case t.isCyclic(d):
		t.reportProblem(d.Pos(), "the type "+d.Name+" extends itself")
		return nil
	}
	t.addType(parent)
	return slices.Clone(t.fields[parent.Name])
}

// isCyclic reports whether a type extends itself, directly or indirectly.
func (t *types) isCyclic(d *syntax.Declare) bool {
	at := d
	for range t.declared {
		if len(at.Extends) == 0 {
			return false
		}
		if at = t.declared[simpleName(at.Extends[0])]; at == nil {
			return false
		}
		if at == d {
			return true
		}
	}
	return false // only a type further up is cyclic
}

// simpleName returns the last part of a qualified name.
func simpleName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// newClass creates the class of a declared type with all its fields.
func (t *types) newClass(d *syntax.Declare, all []syntax.FieldDecl) *host.Class {
	class := &host.Class{Name: d.Name}
	for _, name := range d.Extends {
		class.Supers = append(class.Supers, simpleName(name))
	}
	form := &shape{class: d.Name}
	var params []*host.Type
	var defaults []any
	for i, f := range all {
		form.names = append(form.names, f.Name)
		params = append(params, t.fieldType(f.Type))
		defaults = append(defaults, t.defaultOf(f))
		if f.Key {
			form.keys = append(form.keys, i)
		}
	}
	for i, f := range d.Fields {
		class.Methods = append(class.Methods, newAccessors(f.Name, t.fieldType(f.Type), len(all)-len(d.Fields)+i)...)
	}
	own := &host.Type{Name: d.Name}
	class.Makers = []*host.Method{newMember(d.Name, nil, own, func(*host.Call, any, []any) any {
		return &Declared{shape: form, values: slices.Clone(defaults)}
	})}
	if len(params) > 0 {
		class.Makers = append(class.Makers, newMember(d.Name, params, own, func(_ *host.Call, _ any, a []any) any {
			return &Declared{shape: form, values: slices.Clone(a)}
		}))
	}
	return class
}

// defaultOf returns the value that a field has in an object that is made without values.
func (t *types) defaultOf(f syntax.FieldDecl) any {
	if l, ok := f.Default.(*syntax.Literal); ok {
		return l.Value
	}
	if f.Default != nil {
		t.reportProblem(f.Default.Pos(), "only constants are supported as defaults of fields")
	}
	return compile.ZeroValue(&host.Type{Name: f.Type.Name, Dims: f.Type.Dims})
}

// fieldType returns the type of a field, nil for an unknown class. No letter is a type
// variable in a declared type.
func (t *types) fieldType(r *syntax.TypeRef) *host.Type {
	if r == nil || r.Name == "?" || !compile.IsPrimitive(r.Name) && t.registry.Class(r.Name) == nil && t.declared[r.Name] == nil {
		return nil
	}
	out := &host.Type{Name: r.Name, Dims: r.Dims}
	for _, a := range r.Args {
		out.Args = append(out.Args, t.fieldType(a))
	}
	return out
}

// newMember returns a method or constructor of a declared type.
func newMember(name string, params []*host.Type, result *host.Type, body host.Body) *host.Method {
	var given []string
	for _, p := range params {
		given = append(given, p.String())
	}
	return &host.Method{
		Name:    name,
		Params:  params,
		Returns: result,
		Origin:  host.Ours,
		Body:    body,
		Doc:     name + "(" + strings.Join(given, ", ") + ") " + result.String(),
	}
}

// newAccessors returns the getter and the setter of a field with a number.
func newAccessors(name string, t *host.Type, number int) []*host.Method {
	upper := strings.ToUpper(name[:1]) + name[1:]
	getter := "get" + upper
	if t.String() == "boolean" {
		getter = "is" + upper
	}
	return []*host.Method{
		newMember(getter, nil, t, func(_ *host.Call, this any, _ []any) any { return this.(*Declared).values[number] }),
		newMember("set"+upper, []*host.Type{t}, &host.Type{Name: "void"}, func(_ *host.Call, this any, a []any) any {
			this.(*Declared).values[number] = a[0]
			return nil
		}),
	}
}
