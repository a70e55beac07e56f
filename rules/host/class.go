// Package host defines what rules can use: the classes that conditions and
// consequences name, their methods, which are implemented by Go functions, and the
// Java values that they pass around. Conditions, consequences, checks and
// documentation all read one table, the Registry.
package host

import (
	"fmt"
	"strings"
)

// Origin tells where a member's name and meaning come from.
type Origin string

// The origins: the public guide of the rule language, our own decision, or the
// Java library.
const (
	Documented Origin = "documented"
	Ours       Origin = "ours"
	Java       Origin = "java"
)

// A Type is a static type: a class name and type arguments. A nil *Type is
// unknown: it fits everywhere and is resolved at run time.
type Type struct {
	Name string
	Args []*Type
	Dims int // array dimensions
	// Var is set for a type variable of a signature: one capital letter
	Var bool
}

// String returns the type as written in Java.
func (t *Type) String() string {
	if t == nil {
		return "?"
	}
	s := t.Name
	if len(t.Args) > 0 {
		parts := make([]string, len(t.Args))
		for i, a := range t.Args {
			parts[i] = a.String()
		}
		s += "<" + strings.Join(parts, ", ") + ">"
	}
	return s + strings.Repeat("[]", t.Dims)
}

// Arg returns the i-th type argument, nil when there is none.
func (t *Type) Arg(i int) *Type {
	if t == nil || i >= len(t.Args) {
		return nil
	}
	return t.Args[i]
}

// ParseType parses a type as it is written in a signature.
func ParseType(s string) *Type {
	s = strings.TrimSpace(s)
	t := &Type{}
	for strings.HasSuffix(s, "[]") {
		s, t.Dims = s[:len(s)-2], t.Dims+1
	}
	if s == "?" || s == "" {
		return nil
	}
	t.Name, t.Var = s, len(s) == 1 && s[0] >= 'A' && s[0] <= 'Z'
	if name, args, generic := strings.Cut(s, "<"); generic {
		t.Name = name
		for _, a := range splitTop(strings.TrimSuffix(args, ">")) {
			t.Args = append(t.Args, ParseType(a))
		}
	}
	return t
}

// splitTop splits at the commas that are not inside angle brackets.
func splitTop(s string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range s {
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(s[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// A Body is the Go function that implements a method. this is nil for static methods
// and constructors. Arguments are already converted to the parameter's kind; those of
// a variadic parameter are one []any at the end. It raises Java exceptions by panicking
// with a *Throwable.
type Body func(c *Call, this any, args []any) any

// Call is the environment of a method call.
type Call struct {
	Session any // for the services of the model; set by the engine
	Budget  *Budget
}

// Method is one overload of a method, static method or constructor.
type Method struct {
	Name     string
	Params   []*Type
	Variadic bool
	Returns  *Type
	Origin   Origin
	Body     Body
	Doc      string
	// Overlap means that the method is true only when the ranges of text of its
	// receiver and of its argument overlap; Entities that its result depends on the
	// entities of a node. The engine uses both to evaluate less.
	Overlap, Entities bool
	// Seek returns the objects for which the method can be true with these arguments,
	// and perhaps others; known is false when checking every object is as good. It is
	// nil for a method that cannot determine them.
	Seek func(c *Call, args []any) (objects []any, known bool)
	// Regexes are the parameters that are regular expressions, or lists of them
	Regexes []int
	Traits  Traits // what a call costs
}

// AcceptsCount reports whether n arguments can be passed.
func (m *Method) AcceptsCount(n int) bool {
	if m.Variadic {
		return n >= len(m.Params)-1
	}
	return n == len(m.Params)
}

// M returns a method with its signature in Java's notation and the result after the
// parentheses: "byString(String, String, EntityType, SemanticNode)
// Stream<TextEntity>". A parameter of type Regex is a String that must be a regular
// expression.
func M(origin Origin, signature string, body Body) *Method {
	open, shut := strings.IndexByte(signature, '('), strings.LastIndexByte(signature, ')')
	if open < 0 || shut < open {
		panic(fmt.Sprintf("host: bad signature %q", signature))
	}
	m := &Method{Name: signature[:open], Origin: origin, Body: body, Traits: TraitsOf(signature[:open])}
	params := signature[open+1 : shut]
	m.Doc = signature[:open+1] + strings.ReplaceAll(params, "Regex", "String") + signature[shut:]
	for i, p := range splitTop(params) {
		if strings.Contains(p, "Regex") {
			m.Regexes, p = append(m.Regexes, i), strings.ReplaceAll(p, "Regex", "String")
		}
		if strings.HasSuffix(p, "...") {
			m.Variadic, p = true, strings.TrimSuffix(p, "...")
		}
		m.Params = append(m.Params, ParseType(p))
	}
	m.Returns = ParseType(signature[shut+1:])
	return m
}

// Class is a type that rules can name.
type Class struct {
	Name      string
	Params    []string // names of its type parameters
	Supers    []string
	Methods   []*Method
	Statics   []*Method
	Makers    []*Method // constructors
	Constants map[string]any
	Fields    []string // of a declared type
	MayHide   bool     // a declared type of the name takes its place
	byName    map[string][]*Method
	byArity   map[arity][]*Method
	byReading map[string]*Method // of a property
	ancestors map[string]bool
	all       []string // the class itself and all that it extends
}

type arity struct {
	name string
	n    int
}

// manyArguments is the number of arguments from which on the overloads of a method
// are no longer indexed by their number of arguments.
const manyArguments = 8

// Class returns the class with a simple name, nil when there is none.
func (r *Registry) Class(name string) *Class { return r.classes[name] }

// ClassNames returns the names of all classes, in no particular order.
func (r *Registry) ClassNames() []string {
	out := make([]string, 0, len(r.classes))
	for n := range r.classes {
		out = append(out, n)
	}
	return out
}

// HasMember reports whether any class has a method of that name.
func (r *Registry) HasMember(name string) bool { return r.members[name] }

// ReadsEntities reports whether a method of that name depends on the entities of a
// node.
func (r *Registry) ReadsEntities(name string) bool { return r.entities[name] }

// IsKindOf reports whether the class is or extends the named one.
func (c *Class) IsKindOf(name string) bool { return c != nil && c.ancestors[name] }

// ClassNames returns the names of the class and of all classes that it extends.
func (c *Class) ClassNames() []string {
	if c == nil {
		return []string{"Object"}
	}
	return c.all
}

// FindMethods returns the overloads of a method that take n arguments, nearest class first.
func (c *Class) FindMethods(name string, n int) []*Method {
	if c == nil {
		return nil
	}
	if n < manyArguments {
		return c.byArity[arity{name, n}]
	}
	return methodsAccepting(c.byName[name], n)
}

// HasMethod reports whether the class has a method of that name, whatever its arguments.
func (c *Class) HasMethod(name string) bool { return len(c.byName[name]) > 0 }

// FindStatic returns the static methods of that name that take n arguments.
func (c *Class) FindStatic(name string, n int) []*Method {
	var out []*Method
	for _, m := range c.Statics {
		if m.Name == name && m.AcceptsCount(n) {
			out = append(out, m)
		}
	}
	return out
}

// FindConstructors returns the constructors that take n arguments.
func (c *Class) FindConstructors(n int) []*Method { return methodsAccepting(c.Makers, n) }

// methodsAccepting returns the methods that take n arguments.
func methodsAccepting(all []*Method, n int) []*Method {
	var exact, variadic []*Method
	for _, m := range all {
		if m.AcceptsCount(n) && !m.Variadic {
			exact = append(exact, m)
		} else if m.AcceptsCount(n) {
			variadic = append(variadic, m)
		}
	}
	return append(exact, variadic...)
}

// Property returns the method that reads a property, nil when the class has none:
// isFoo (when boolean), isfoo, getFoo, getfoo, foo, in this order.
func (c *Class) Property(name string) *Method { return c.byReading[name] }

// findReader finds the method that reads a property.
func (c *Class) findReader(name string) *Method {
	upper := strings.ToUpper(name[:1]) + name[1:]
	for _, candidate := range []string{"is" + upper, "is" + name, "get" + upper, "get" + name, name} {
		for _, m := range c.FindMethods(candidate, 0) {
			if strings.HasPrefix(candidate, "is") && candidate != name && (m.Returns == nil || m.Returns.Name != "boolean") {
				continue
			}
			return m
		}
	}
	return nil
}
