package host

import (
	"maps"
	"slices"
	"strings"
)

// A Registry holds the classes by simple name. It is immutable once built.
type Registry struct {
	classes map[string]*Class
	members map[string]bool // every method name of every class
	// entities are the names of the methods that depend on the entities of a node
	entities map[string]bool
}

// NewRegistry links classes to their super-types. A later class of the same name
// adds to the earlier one.
func NewRegistry(tables ...[]*Class) *Registry {
	r := &Registry{classes: map[string]*Class{}, members: map[string]bool{}, entities: map[string]bool{}}
	for _, table := range tables {
		for _, c := range table {
			copied := *c
			r.classes[c.Name] = &copied
		}
	}
	for _, c := range r.classes {
		r.linkClass(c)
	}
	return r
}

// WithClasses returns a registry with additional classes: the declared types of a rule
// file.
func (r *Registry) WithClasses(more []*Class) *Registry {
	out := &Registry{classes: maps.Clone(r.classes), members: maps.Clone(r.members), entities: r.entities}
	for _, c := range more {
		copied := *c
		out.classes[c.Name] = &copied
		out.linkClass(&copied)
	}
	return out
}

// linkClass links a class to its super-types and indexes its members.
func (r *Registry) linkClass(c *Class) {
	c.byName, c.ancestors = map[string][]*Method{}, map[string]bool{}
	r.inheritMethods(c, c)
	if object := r.classes["Object"]; object != nil {
		r.inheritMethods(c, object)
	}
	for _, m := range c.Statics {
		r.members[m.Name] = true
	}
	c.ancestors["Object"] = true
	c.all = slices.Sorted(maps.Keys(c.ancestors))
	c.byArity, c.byReading = map[arity][]*Method{}, map[string]*Method{}
	for name, all := range c.byName {
		for n := range manyArguments {
			if list := methodsAccepting(all, n); len(list) > 0 {
				c.byArity[arity{name, n}] = list
			}
		}
	}
	for name := range c.byName {
		for _, property := range propertyNames(name) {
			c.byReading[property] = c.findReader(property)
		}
	}
}

// propertyNames returns the property names under which a method can be read.
func propertyNames(method string) []string {
	out := []string{method}
	for _, prefix := range []string{"get", "is"} {
		if rest := strings.TrimPrefix(method, prefix); rest != method && rest != "" {
			out = append(out, rest, strings.ToLower(rest[:1])+rest[1:])
		}
	}
	return out
}

// inheritMethods adds the methods of from and its super-types. Those nearer to c come first
// and hide equal ones.
func (r *Registry) inheritMethods(c, from *Class) {
	if from == nil || c.ancestors[from.Name] {
		return
	}
	c.ancestors[from.Name] = true
	for _, m := range from.Methods {
		r.members[m.Name] = true
		if m.Entities {
			r.entities[m.Name] = true
		}
		if !slices.ContainsFunc(c.byName[m.Name], m.isHiddenBy) {
			c.byName[m.Name] = append(c.byName[m.Name], m)
		}
	}
	for _, s := range from.Supers {
		r.inheritMethods(c, r.classes[s])
	}
}

// isHiddenBy reports whether a method of a nearer class takes the same classes.
func (m *Method) isHiddenBy(nearer *Method) bool {
	return m.Variadic == nearer.Variadic && slices.EqualFunc(m.Params, nearer.Params, func(x, y *Type) bool {
		return x == nil && y == nil || x != nil && y != nil && x.Name == y.Name && x.Dims == y.Dims
	})
}
