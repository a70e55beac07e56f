package compile

import (
	"maps"

	"github.com/seed-62a36931/docket/rules/host"
)

// isVar reports whether a type is a type variable of a signature.
func isVar(t *host.Type) bool { return t != nil && t.Var }

// bindings holds the types that type variables stand for. A nil type means that a
// variable stands for several.
type bindings map[string]*host.Type

func (b bindings) clone() bindings { return maps.Clone(b) }

// bindParams binds the type parameters of a class to the type arguments of a receiver.
func bindParams(class *host.Class, t *host.Type) bindings {
	b := bindings{}
	if class != nil && t != nil {
		for i, p := range []string{"E"} {
			if len(t.Args) == 1 {
				b[p] = t.Arg(i)
			}
		}
		if len(t.Args) == 2 {
			b["K"], b["V"] = t.Args[0], t.Args[1]
		}
	}
	return b
}

// learn binds the variables of a parameter's type to the types in an argument's
// type.
func (b bindings) learn(param, arg *host.Type) {
	if param == nil || arg == nil {
		return
	}
	if isVar(param) {
		if bound, has := b[param.Name]; !has {
			b[param.Name] = arg
		} else if bound != nil && boxedName(bound.Name) != boxedName(arg.Name) {
			b[param.Name] = nil // a common super-type is not searched for
		}
		return
	}
	for i := range param.Args {
		b.learn(param.Args[i], arg.Arg(i))
	}
}

// apply substitutes the bindings in a type. Unbound variables become unknown.
func (b bindings) apply(t *host.Type) *host.Type {
	if t == nil {
		return nil
	}
	if isVar(t) {
		bound := b[t.Name]
		if bound == nil || t.Dims == 0 {
			return bound
		}
		return &host.Type{Name: bound.Name, Args: bound.Args, Dims: bound.Dims + t.Dims}
	}
	out := &host.Type{Name: t.Name, Dims: t.Dims}
	for _, a := range t.Args {
		out.Args = append(out.Args, b.apply(a))
	}
	return out
}

var boxes = map[string]string{
	"int": "Integer", "long": "Long", "double": "Double", "float": "Float", "boolean": "Boolean", "char": "Character",
}

// boxedName returns the name of the boxed type of a primitive one, or the name itself.
func boxedName(name string) string {
	if b, ok := boxes[name]; ok {
		return b
	}
	return name
}

var rank = map[string]int{"Character": 1, "Integer": 2, "Long": 3, "Float": 4, "Double": 5}

// mayPass reports whether a value of type arg may be passed as param, as far as known.
func (c *Compiler) mayPass(param, arg *host.Type) bool {
	if !isKnown(param) || !isKnown(arg) {
		return true
	}
	if param.Dims != arg.Dims {
		return false
	}
	from, to := boxedName(arg.Name), boxedName(param.Name)
	if from == to {
		return true
	}
	if primitive[param.Name] {
		return rank[from] > 0 && rank[from] <= rank[to] || from == "Number"
	}
	a, p := c.Registry.Class(from), c.Registry.Class(to)
	if a == nil || p == nil {
		return from == "null"
	}
	if a.IsKindOf("Callable") && p.IsKindOf("Callable") {
		return true
	}
	return a.IsKindOf(to) || p.IsKindOf(from)
}

// acceptsValue reports whether a parameter accepts a value at run time.
func (c *Compiler) acceptsValue(param *host.Type, v any) bool {
	if v == nil {
		return param == nil || param.Dims > 0 || !primitive[param.Name]
	}
	if _, array := v.([]any); array {
		return param == nil || param.Dims > 0 || isVar(param) || param.Name == "Object"
	}
	if param == nil || param.Dims == 0 && (isVar(param) || param.Name == "Object") {
		return true
	}
	if param.Dims > 0 {
		return false
	}
	from, to := host.ClassNameOf(v), boxedName(param.Name)
	if from == to || primitive[param.Name] && rank[from] > 0 && rank[from] <= rank[to] {
		return true
	}
	class := c.Registry.Class(from)
	return class.IsKindOf(to)
}

// widenTo converts a number to a wider primitive type, as an assignment does.
func widenTo(t *host.Type, v any) any {
	if t == nil || t.Dims > 0 {
		return v
	}
	switch t.Name {
	case "long":
		switch x := v.(type) {
		case int32:
			return int64(x)
		case host.Char:
			return int64(x)
		}
	case "double":
		switch v.(type) {
		case int32, int64, float32, host.Char:
			return AsDouble(v)
		}
	case "int":
		if x, ok := v.(host.Char); ok {
			return int32(x)
		}
	case "float":
		switch v.(type) {
		case int32, int64, host.Char:
			return float32(AsDouble(v))
		}
	case "char", "Character":
		if x, ok := v.(int32); ok {
			return host.Char(x)
		}
	}
	if v == nil && primitive[t.Name] {
		host.Throw("NullPointerException", "null is no %s", t.Name)
	}
	return v
}
