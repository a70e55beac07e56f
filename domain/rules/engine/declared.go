package engine

import (
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// Declared is an object of a declared type.
type Declared struct {
	class  string
	fields map[string]any
	keys   []string
}

// ClassName is the declared type.
func (d *Declared) ClassName() string { return d.class }

// EqualTo compares the key fields; without any, identity.
func (d *Declared) EqualTo(o any) bool {
	other, ok := o.(*Declared)
	if !ok || other.class != d.class || len(d.keys) == 0 {
		return ok && other == d
	}
	for _, k := range d.keys {
		if !host.Equal(d.fields[k], other.fields[k]) {
			return false
		}
	}
	return true
}

// HashCode is that of the key fields.
func (d *Declared) HashCode() int32 {
	h := int32(len(d.class))
	for _, k := range d.keys {
		h = 31*h + host.HashCode(d.fields[k])
	}
	return h
}

func declaredClasses(c *compile.Compiler, registry *host.Registry, list []*syntax.Declare) []*host.Class {
	var out []*host.Class
	for _, d := range list {
		if registry.Class(d.Name) != nil {
			c.Problems = append(c.Problems, syntax.Problem{Offset: d.Pos(), Message: "the type " + d.Name + " exists already"})
			continue
		}
		if d.Enum {
			var names []string
			for _, v := range d.Values {
				names = append(names, v.Name)
			}
			out = append(out, &host.Class{Name: d.Name, Constants: host.Enumeration(d.Name, names...)})
			continue
		}
		out = append(out, declaredClass(c, d))
	}
	return out
}

func declaredClass(c *compile.Compiler, d *syntax.Declare) *host.Class {
	if len(d.Extends) > 0 {
		c.Problems = append(c.Problems, syntax.Problem{Offset: d.Pos(), Message: "declared types with extends are not supported"})
	}
	class := &host.Class{Name: d.Name}
	var params []string
	keys := []string{}
	defaults := map[string]any{}
	for _, f := range d.Fields {
		typ := f.Type.Name
		defaults[f.Name] = compile.Zero(&host.Type{Name: typ, Dims: f.Type.Dims})
		params = append(params, typ)
		if f.Key {
			keys = append(keys, f.Name)
		}
		if l, ok := f.Default.(*syntax.Literal); ok {
			defaults[f.Name] = l.Value
		} else if f.Default != nil {
			c.Problems = append(c.Problems, syntax.Problem{Offset: f.Default.Pos(), Message: "only constants are supported as defaults of fields"})
		}
		class.Methods = append(class.Methods, accessors(f.Name, typ)...)
	}
	create := func(values []any) any {
		o := &Declared{class: d.Name, fields: map[string]any{}, keys: keys}
		for i, f := range d.Fields {
			if o.fields[f.Name] = defaults[f.Name]; values != nil {
				o.fields[f.Name] = values[i]
			}
		}
		return o
	}
	class.Makers = []*host.Method{host.M(host.Ours, d.Name+"() "+d.Name, func(*host.Call, any, []any) any { return create(nil) })}
	if len(params) > 0 {
		class.Makers = append(class.Makers, host.M(host.Ours, d.Name+"("+strings.Join(params, ", ")+") "+d.Name, func(_ *host.Call, _ any, a []any) any { return create(a) }))
	}
	return class
}

func accessors(name, typ string) []*host.Method {
	upper := strings.ToUpper(name[:1]) + name[1:]
	getter := "get" + upper
	if typ == "boolean" {
		getter = "is" + upper
	}
	return []*host.Method{
		host.M(host.Ours, getter+"() "+typ, func(_ *host.Call, this any, _ []any) any { return this.(*Declared).fields[name] }),
		host.M(host.Ours, "set"+upper+"("+typ+") void", func(_ *host.Call, this any, a []any) any {
			this.(*Declared).fields[name] = a[0]
			return nil
		}),
	}
}
