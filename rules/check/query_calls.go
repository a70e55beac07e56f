package check

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// maxCopied is how many nodes of queries may be written in the place of calls: a query that calls
// another twice, which calls another twice, doubles with each.
const maxCopied = 200_000

// expandCall returns the conditions of the query that a pattern calls, with the arguments in the
// place of its parameters, and adds what they bind. A name that is not bound yet gets the value
// that the query finds for it. What else the query binds has names that no rule can write.
func (e *expander) expandCall(p *syntax.Pattern, q *syntax.Query, bound map[string]bool) syntax.Cond {
	args, problem := argumentsOf(p, q)
	if problem == "" {
		problem = e.checkCall(q, args, bound)
	}
	if problem != "" {
		e.addProblem(p.Pos(), problem)
		return nil
	}
	e.calls++
	copied := &treeCopy{fields: e.fields, names: e.localNames(q)}
	maps.Copy(copied.names, args)
	conds := copied.copyConds(e.queries[q.Name])
	e.copied += copied.nodes + 1
	e.calling[q.Name] = true
	out := e.expandCond(&syntax.And{At: p.At, Conds: conds}, bound)
	delete(e.calling, q.Name)
	for _, param := range q.Params {
		if n, isName := args[param.Name].(*syntax.Name); isName && !bound[n.Name] {
			const message = "%s has no value here, and %s gives it none: bind %s in the query with ':='"
			e.addProblem(n.Pos(), fmt.Sprintf(message, n.Name, q.Name, param.Name))
		}
	}
	if and := out.(*syntax.And); len(and.Conds) == 1 {
		return and.Conds[0]
	}
	return out
}

// checkCall returns what is wrong with a call of a query, "" for nothing.
func (e *expander) checkCall(q *syntax.Query, args map[string]syntax.Expr, bound map[string]bool) string {
	field, twice := e.findFieldName(args), findUnboundTwice(q, args, bound)
	switch {
	case e.copied > maxCopied:
		return "the calls of queries stand for too many conditions: call fewer in each other"
	case e.calling[q.Name]:
		return "the query " + q.Name + " calls itself, which is not supported: collect what it reaches with insertLogical"
	case field != "":
		return field + " is the name of a field, too, which it would be in the query: give it another name, such as $" + field
	case twice != "":
		return twice + " has no value here and stands for two parameters: give each a name of its own, and compare them"
	}
	return ""
}

// addProblem adds a problem at an offset of the file, once.
func (e *expander) addProblem(at int, message string) {
	if p := (syntax.Problem{Offset: at, Message: message}); !slices.Contains(e.problems, p) {
		e.problems = append(e.problems, p)
	}
}

// argumentsOf returns the arguments of a query call by the names of its parameters, or what is
// wrong with them.
func argumentsOf(p *syntax.Pattern, q *syntax.Query) (args map[string]syntax.Expr, problem string) {
	if p.Bind != "" || p.From != nil || p.Over != nil {
		return nil, "a query call stands alone: what it finds is in its arguments"
	}
	if len(p.Positional) > len(q.Params) {
		return nil, fmt.Sprintf("%s takes %d arguments, not %d", q.Name, len(q.Params), len(p.Positional))
	}
	args = map[string]syntax.Expr{}
	for i, x := range p.Positional {
		args[q.Params[i].Name] = x
	}
	for _, c := range p.Constraints {
		n, isName := (*syntax.Name)(nil), false
		b, binds := c.(*syntax.Bind)
		if binds {
			n, isName = b.X.(*syntax.Name)
		}
		if !isName || !slices.ContainsFunc(q.Params, func(x syntax.Param) bool { return x.Name == n.Name }) {
			return nil, fmt.Sprintf("write %s(value, value;), or '$x : parameter'", q.Name)
		}
		args[n.Name] = &syntax.Name{At: b.At, Name: b.Name}
	}
	return args, ""
}

// findUnboundTwice returns the first name without a value that is the argument for two parameters, ""
// for none.
func findUnboundTwice(q *syntax.Query, args map[string]syntax.Expr, bound map[string]bool) string {
	seen := map[string]bool{}
	for _, p := range q.Params {
		if n, isName := args[p.Name].(*syntax.Name); isName && !bound[n.Name] {
			if seen[n.Name] {
				return n.Name
			}
			seen[n.Name] = true
		}
	}
	return ""
}

// findFieldName returns the first variable in arguments that has the name of a field of a declared
// type, "" for none.
func (e *expander) findFieldName(args map[string]syntax.Expr) (found string) {
	for _, param := range slices.Sorted(maps.Keys(args)) {
		syntax.Inspect(args[param], func(node any) bool {
			n, isName := node.(*syntax.Name)
			for _, fields := range e.fields {
				if isName && found == "" && slices.Contains(fields, n.Name) {
					found = n.Name
				}
			}
			return true
		})
	}
	return found
}

// localNames returns new names for what a query binds, by its own ones.
func (e *expander) localNames(q *syntax.Query) map[string]syntax.Expr {
	out, globals := map[string]syntax.Expr{}, e.globals()
	add := func(name string, at int) {
		if name != "" && !globals[name] {
			out[name] = &syntax.Name{At: syntax.At(at), Name: fmt.Sprintf("%s'%d", name, e.calls)}
		}
	}
	for _, p := range q.Params {
		add(p.Name, q.Pos())
	}
	for _, c := range e.queries[q.Name] {
		syntax.Inspect(c, func(node any) bool {
			switch n := node.(type) {
			case *syntax.Pattern:
				add(n.Bind, n.Pos())
				for _, x := range n.Positional {
					if name, isName := x.(*syntax.Name); isName {
						add(name.Name, name.Pos())
					}
				}
			case *syntax.Bind:
				add(n.Name, n.Pos())
			case *syntax.Accumulate:
				for _, f := range n.Functions {
					add(f.Bind, f.Pos())
				}
			}
			return true
		})
	}
	return out
}

// A treeCopy copies conditions, with other expressions in the place of some names.
type treeCopy struct {
	fields map[string][]string    // of declared types
	names  map[string]syntax.Expr // what stands for a name
	class  string                 // of the pattern around what is copied
	nodes  int                    // copied so far
}

// copyConds copies a list of conditions.
func (c *treeCopy) copyConds(list []syntax.Cond) []syntax.Cond {
	out := make([]syntax.Cond, len(list))
	for i, cond := range list {
		out[i] = c.copyValue(reflect.ValueOf(&cond).Elem()).Interface().(syntax.Cond)
	}
	return out
}

// copyValue copies a value with all that it points at.
func (c *treeCopy) copyValue(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(c.copyNode(v.Elem()))
		return out
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return v
		}
		return c.copyNode(v)
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(c.copyValue(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		c.copyFields(out, v)
		return out
	}
	return v
}

// copyFields copies the fields of a struct; those that are not exported stay as they are.
func (c *treeCopy) copyFields(to, from reflect.Value) {
	to.Set(from)
	for i := range from.NumField() {
		if from.Type().Field(i).IsExported() {
			to.Field(i).Set(c.copyValue(from.Field(i)))
		}
	}
}

// copyNode copies a node of the tree, or returns what stands for it.
func (c *treeCopy) copyNode(v reflect.Value) reflect.Value {
	c.nodes++
	switch n := v.Interface().(type) {
	case *syntax.Name:
		if x := c.names[n.Name]; x != nil && !slices.Contains(c.fields[c.class], n.Name) {
			return reflect.ValueOf(x)
		}
	case *syntax.Bind:
		return reflect.ValueOf(c.copyBinding(n))
	case *syntax.Pattern:
		return reflect.ValueOf(c.copyPattern(n))
	}
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return v
	}
	out := reflect.New(v.Elem().Type())
	c.copyFields(out.Elem(), v.Elem())
	switch n := out.Interface().(type) {
	case *syntax.Binary:
		n.X = c.keepField(v.Interface().(*syntax.Binary).X, n.X)
	case *syntax.Relation:
		n.X = c.keepField(v.Interface().(*syntax.Relation).X, n.X)
	case *syntax.Accumulate:
		for i := range n.Functions {
			n.Functions[i].Bind = c.nameFor(n.Functions[i].Bind)
		}
	}
	return out
}

// keepField returns the left side of a comparison as it was, where that is the name of a property of
// the class around it, and the copy of it otherwise.
func (c *treeCopy) keepField(was, copied syntax.Expr) syntax.Expr {
	n, isName := was.(*syntax.Name)
	if !isName || c.class == "" {
		return copied
	}
	fields, declared := c.fields[c.class]
	if declared && slices.Contains(fields, n.Name) || !declared && !strings.HasPrefix(n.Name, "$") {
		return was
	}
	return copied
}

// nameFor returns the name that stands for one.
func (c *treeCopy) nameFor(name string) string {
	if n, ok := c.names[name].(*syntax.Name); ok {
		return n.Name
	}
	return name
}

// copyBinding copies a binding; one to a value is a comparison with it.
func (c *treeCopy) copyBinding(n *syntax.Bind) syntax.Expr {
	x := c.keepField(n.X, c.copyValue(reflect.ValueOf(&n.X).Elem()).Interface().(syntax.Expr))
	if value := c.names[n.Name]; value != nil && n.Unify {
		if _, isName := value.(*syntax.Name); !isName {
			return &syntax.Binary{At: n.At, Op: "==", X: x, Y: value}
		}
	}
	out := *n
	out.Name, out.X = c.nameFor(n.Name), x
	return &out
}

// copyPattern copies a pattern; one that is bound to a value is compared with it.
func (c *treeCopy) copyPattern(n *syntax.Pattern) *syntax.Pattern {
	around := c.class
	c.class = n.Type.Name
	out := &syntax.Pattern{}
	c.copyFields(reflect.ValueOf(out).Elem(), reflect.ValueOf(n).Elem())
	c.class = around
	value, isName := c.names[n.Bind], false
	if value != nil {
		_, isName = value.(*syntax.Name)
	}
	switch {
	case value == nil || n.Bind == "":
	case isName:
		out.Bind = c.nameFor(n.Bind)
	case n.Unify:
		same := &syntax.Binary{At: n.At, Op: "==", X: &syntax.Name{At: n.At, Name: "this"}, Y: value}
		out.Bind, out.Unify, out.Constraints = "", false, append([]syntax.Expr{same}, out.Constraints...)
	}
	return out
}
