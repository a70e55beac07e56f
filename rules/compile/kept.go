package compile

import (
	"slices"
	"sync/atomic"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// Results of functions are kept for the time of a session where they follow from the arguments alone: rules ask
// the same of the same text again and again. What a call has taken from the budget, it takes each time.

// Bounds of the results that a session keeps.
const (
	mostKept      = 20_000
	mostKeptBytes = 8 << 20
	mostKeptArgs  = 3
)

// A keptCall is a function with its arguments.
type keptCall struct {
	function *Function
	args     [mostKeptArgs]any
}

// A keptResult is what a function has returned, and what it took.
type keptResult struct {
	value  any
	used   host.Use
	offset int // of the expression that was evaluated last
}

// kept are the results that a session keeps.
type kept struct {
	results map[keptCall]keptResult
	bytes   int64
}

// callKept calls a function whose result follows from its arguments, or returns what it returned before.
func (fn *Function) callKept(f *Frame, slots []any) any {
	key, known := fn.keyOf(slots)
	if !known {
		return fn.call(f, slots)
	}
	if len(fn.params) == 0 {
		value, kept := fn.always.get(f, func() any { return fn.call(f, slots) })
		if kept {
			value = copyList(value)
		}
		return value
	}
	budget := f.RT.Call.Budget
	if r, ok := f.RT.kept.results[key]; ok {
		budget.Repeat(r.used)
		f.RT.Offset = r.offset
		return copyList(r.value)
	}
	before := budget.Used()
	value := fn.call(f, slots)
	if isPlain(value) || isPlainList(value) {
		f.RT.kept.add(key, keptResult{copyList(value), budget.Used().Since(before), f.RT.Offset})
	}
	return value
}

// A constant keeps what is the same in all sessions of a program, from when it was first asked for.
type constant struct{ result atomic.Pointer[keptResult] }

// get returns the value, which work makes the first time. One that is kept must not be changed.
func (c *constant) get(f *Frame, work func() any) (value any, isKept bool) {
	budget := f.RT.Call.Budget
	if r := c.result.Load(); r != nil {
		budget.Repeat(r.used)
		f.RT.Offset = r.offset
		return r.value, true
	}
	before := budget.Used()
	value = work()
	if isKept = isPlain(value) || isPlainList(value); isKept {
		c.result.Store(&keptResult{value, budget.Used().Since(before), f.RT.Offset})
	}
	return value, isKept
}

// keepText returns code that makes a text of constants and functions without arguments once for all sessions; run
// itself for other expressions.
func (u *Unit) keepText(e syntax.Expr, run Eval) Eval {
	var calls []*Function
	if !u.isConstantText(e, &calls) {
		return run
	}
	kept := &constant{}
	return func(f *Frame) any {
		for _, fn := range calls {
			if !fn.repeatable {
				return run(f)
			}
		}
		text, _ := kept.get(f, func() any { return run(f) })
		return text
	}
}

// isConstantText reports whether an expression joins constants and functions without arguments alone, also by
// String.join. It adds the functions to the calls.
func (u *Unit) isConstantText(e syntax.Expr, calls *[]*Function) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return true
	case *syntax.Binary:
		return e.Op == "+" && u.isConstantText(e.X, calls) && u.isConstantText(e.Y, calls)
	case *syntax.Call:
		if n, ok := e.X.(*syntax.Name); ok && n.Name == "String" && e.Name == "join" && !u.IsDeclared(n.Name) {
			return !slices.ContainsFunc(e.Args, func(a syntax.Expr) bool { return !u.isConstantText(a, calls) })
		}
		fn := u.c.Functions[e.Name]
		if e.X != nil || fn == nil || len(e.Args) > 0 {
			return false
		}
		*calls = append(*calls, fn)
		return true
	}
	return false
}

// add keeps a result as long as there is room.
func (k *kept) add(key keptCall, r keptResult) {
	size := host.SizeOf(r.value)
	for _, a := range key.args {
		size += host.SizeOf(a)
	}
	if items, ok := host.ItemsOf(r.value); ok {
		for _, v := range items {
			size += host.SizeOf(v)
		}
	}
	if len(k.results) >= mostKept || k.bytes+size > mostKeptBytes {
		return
	}
	if k.results == nil {
		k.results = map[keptCall]keptResult{}
	}
	k.results[key] = r
	k.bytes += size
}

// keyOf returns the function with its arguments as a key; ok is false where they cannot be compared.
func (fn *Function) keyOf(slots []any) (key keptCall, ok bool) {
	if !fn.repeatable {
		return key, false
	}
	key.function = fn
	for i := range fn.params {
		v := slots[i+1]
		if !isPlain(v) {
			return key, false
		}
		key.args[i] = v
	}
	return key, true
}

// isPlain reports whether a value never changes, and equals others by what it is. Floating point is left out:
// zeros of both signs are equal, and what follows from them is not.
func isPlain(v any) bool {
	switch v.(type) {
	case string, int32, int64, bool, host.Char:
		return true
	}
	return false
}

// isPlainList reports whether a value is a list of such values that is no view of anything else.
func isPlainList(v any) bool {
	list, ok := v.(*host.List)
	if !ok || list.Dropped != nil || list.Shown != nil {
		return false
	}
	for _, item := range list.Items {
		if !isPlain(item) {
			return false
		}
	}
	return true
}

// copyList returns a list of its own for a list, and other values unchanged.
func copyList(v any) any {
	list, ok := v.(*host.List)
	if !ok {
		return v
	}
	out := *list
	out.Items = append(make([]any, 0, len(list.Items)), list.Items...)
	return &out
}

// markRepeatable finds the functions whose results follow from their arguments alone: they use nothing but
// these, values that they make, and functions of the same kind.
func (c *Compiler) markRepeatable() {
	for _, fn := range c.Functions {
		fn.repeatable = fn.unit != nil && len(fn.params) <= mostKeptArgs && c.takesPlain(fn)
	}
	for changed := true; changed; { // until no function is left that calls one that is not of the kind
		changed = false
		for _, fn := range c.Functions {
			if fn.repeatable && !c.followsFromArguments(fn) {
				fn.repeatable, changed = false, true
			}
		}
	}
}

// plainTypes are the types of values that never change.
var plainTypes = map[string]bool{"String": true, "int": true, "long": true, "boolean": true, "char": true,
	"Integer": true, "Long": true, "Boolean": true, "Character": true}

// takesPlain reports whether the arguments of a function can be compared.
func (c *Compiler) takesPlain(fn *Function) bool {
	for i, t := range fn.params {
		if t == nil || t.Dims > 0 || !plainTypes[t.Name] || fn.Decl.Params[i].Variadic {
			return false
		}
	}
	return fn.result != nil && fn.result.Dims == 0 && (plainTypes[fn.result.Name] || fn.result.Name == "List")
}

// lawfulClasses are the classes whose static members, constructors and objects know nothing of the world: no
// clock, no document, no chance.
var lawfulClasses = map[string]bool{
	"String": true, "List": true, "Map": true, "Set": true, "Integer": true, "Long": true, "Double": true,
	"Boolean": true, "Character": true, "Objects": true, "Arrays": true, "Optional": true, "Stream": true,
	"IntStream": true, "Collectors": true, "Pattern": true, "Comparator": true, "Function": true,
	"StringBuilder": true, "ArrayList": true, "LinkedList": true, "HashMap": true, "LinkedHashMap": true,
	"TreeMap": true, "HashSet": true, "LinkedHashSet": true, "TreeSet": true, "BigDecimal": true,
}

// lawfulMath are the functions of Math; there is one more that draws numbers.
var lawfulMath = map[string]bool{"abs": true, "max": true, "min": true, "round": true, "floor": true, "ceil": true,
	"floorMod": true, "floorDiv": true, "pow": true, "sqrt": true, "signum": true}

// followsFromArguments reports whether the code of a function names nothing that could change between two calls.
func (c *Compiler) followsFromArguments(fn *Function) bool {
	lawful := true
	syntax.Inspect(fn.Decl.Body, func(node any) bool {
		switch x := node.(type) {
		case *syntax.Name:
			lawful = lawful && c.isLawfulName(x.Name)
		case *syntax.Call:
			lawful = lawful && c.isLawfulCall(x)
		case *syntax.New:
			lawful = lawful && (len(x.Dims) > 0 || x.Init != nil || lawfulClasses[x.Type.Name])
		case *syntax.MethodRef:
			lawful = lawful && (x.Array != nil || c.isLawfulCall(&syntax.Call{X: x.X, Name: x.Name}))
		case *syntax.Modify:
			lawful = false
		}
		return lawful
	})
	return lawful
}

// isLawfulName reports whether a name is that of a variable of the function, or of a class that may be used.
func (c *Compiler) isLawfulName(name string) bool {
	if c.Globals[name] != nil || name == "drools" || name == "kcontext" {
		return false
	}
	return c.Registry.Class(name) == nil || lawfulClasses[name] || name == "Math"
}

// isLawfulCall reports whether a call is one of a function that is repeatable, or of a method of what the
// function has made.
func (c *Compiler) isLawfulCall(e *syntax.Call) bool {
	switch x := e.X.(type) {
	case nil:
		fn := c.Functions[e.Name]
		return fn != nil && fn.repeatable
	case *syntax.Name:
		return x.Name != "Math" || lawfulMath[e.Name]
	case *syntax.Field: // also a class with its package
		return c.isLawfulName(x.Name) && x.Name != "Math"
	}
	return true
}
