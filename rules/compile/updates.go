package compile

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// versioned is an object that counts its changes. Its update needs no list of
// properties.
type versioned interface{ Version() int64 }

// updateAfterSetters compiles the action update. What the setters before it have set of
// its fact counts as what has changed, as in Drools, unless other methods of the fact
// are called too: then all may have changed.
func (u *Unit) updateAfterSetters(e *syntax.Call) func(a Actions, v any) {
	properties := u.propertiesSetBefore(e)
	return func(a Actions, v any) {
		if _, tells := v.(versioned); tells {
			a.Update(v, nil)
			return
		}
		a.Update(v, properties)
	}
}

// propertiesSetBefore returns the properties of the fact of an update that setters
// before it in the consequence set, nil when that is not known.
func (u *Unit) propertiesSetBefore(e *syntax.Call) []string {
	if len(e.Args) != 1 || u.consequence == nil {
		return nil
	}
	fact, ok := e.Args[0].(*syntax.Name)
	if !ok {
		return nil
	}
	var out []string
	all := false
	syntax.Inspect(u.consequence, func(node any) bool {
		c, ok := node.(*syntax.Call)
		if !ok || c.Pos() >= e.Pos() {
			return true
		}
		if of, ok := c.X.(*syntax.Name); ok && of.Name == fact.Name {
			property := setProperty(c)
			all = all || property == "" && !isGetter(c)
			if property != "" {
				out = append(out, property)
			}
		}
		return true
	})
	if all {
		return nil
	}
	return out
}

// setProperty returns the property that a call of a setter sets, "" for other calls.
func setProperty(c *syntax.Call) string {
	name, ok := strings.CutPrefix(c.Name, "set")
	if !ok || name == "" || len(c.Args) != 1 {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// isGetter reports whether a call only reads, by its name.
func isGetter(c *syntax.Call) bool {
	return len(c.Args) == 0 && (strings.HasPrefix(c.Name, "get") || strings.HasPrefix(c.Name, "is"))
}
