package host

import (
	"maps"
	"slices"
)

// MethodNames returns the names of the methods of the class and its super-types,
// sorted.
func (c *Class) MethodNames() []string { return slices.Sorted(maps.Keys(c.byName)) }

// PropertyNames returns the names of the properties that the class can be read by,
// sorted.
func (c *Class) PropertyNames() []string { return slices.Sorted(maps.Keys(c.byReading)) }

// ConstantNames returns the names of the constants, sorted.
func (c *Class) ConstantNames() []string { return slices.Sorted(maps.Keys(c.Constants)) }

// StaticNames returns the names of the static methods, sorted, each once.
func (c *Class) StaticNames() []string {
	var out []string
	for _, m := range c.Statics {
		out = append(out, m.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// StaticMethods returns the static methods of that name.
func (c *Class) StaticMethods(name string) []*Method {
	var out []*Method
	for _, m := range c.Statics {
		if m.Name == name {
			out = append(out, m)
		}
	}
	return out
}

// Overloads returns all methods of that name, nearest class first.
func (c *Class) Overloads(name string) []*Method { return c.byName[name] }

// MemberNames returns the names of all methods of all classes, sorted.
func (r *Registry) MemberNames() []string { return slices.Sorted(maps.Keys(r.members)) }

// HasProperty reports whether any class has a property of that name.
func (r *Registry) HasProperty(property string) bool {
	for _, c := range r.classes {
		if c.byReading[property] != nil {
			return true
		}
	}
	return false
}

// HasOverload reports whether any class has a method of that name that takes n arguments.
func (r *Registry) HasOverload(name string, n int) bool {
	for _, c := range r.classes {
		if len(c.FindMethods(name, n)) > 0 {
			return true
		}
	}
	return false
}
