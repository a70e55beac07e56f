package compile

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// elementCount returns the number of values in a collection, -1 for any other value.
func elementCount(v any) int {
	switch v := v.(type) {
	case *host.List:
		return len(v.Items)
	case *host.Set:
		return v.Len()
	case *host.Map:
		return v.Len()
	}
	return -1
}

// checkGrowth refuses calls that would make a string beyond the limit, because it would
// be too late once the string exists.
func checkGrowth(b *host.Budget, m *host.Method, this any, args []any) {
	if !m.Traits.Has(host.Grows) {
		return
	}
	if m.Name == "join" && len(args) == 2 {
		if parts, ok := host.ItemsOf(args[1]); ok {
			b.CheckAlloc(int64(len(parts)), int64(textLength(args[0])))
		}
		return
	}
	text, _ := this.(string) // other values do not grow this way
	switch m.Name {
	case "repeat":
		if n, ok := args[0].(int32); ok {
			b.CheckAlloc(int64(n), int64(len(text)))
		}
	case "replace":
		if old, ok := args[0].(string); ok {
			b.CheckAlloc(int64(strings.Count(text, old)), int64(textLength(args[1])))
		}
	case "replaceAll":
		b.CheckAlloc(int64(len(text)), int64(textLength(args[len(args)-1])))
	}
}

// maxNested limits functions that are composed of functions: each is a call within
// the next.
const maxNested = 10_000

// countDepth counts how deep functions or collectors are nested in the result of a call, and has
// a function that calls others count a step for each of its own calls.
// It throws when they are nested too deep.
func countDepth(b *host.Budget, this any, args []any, result any) {
	var depth *int
	switch r := result.(type) {
	case *host.Func:
		depth = &r.Depth
	case *host.Collector:
		depth = &r.Depth
	default:
		return
	}
	for _, v := range append(args[:len(args):len(args)], this) {
		if inner := depthOf(v); v != result {
			*depth = max(*depth, inner+1)
		}
	}
	if *depth > maxNested {
		host.Throw("StackOverflowError", "functions are nested more than %d deep", maxNested)
	}
	if f, ok := result.(*host.Func); ok && f.Depth > 0 {
		f.CountSteps(b)
	}
}

func depthOf(v any) int {
	switch v := v.(type) {
	case *host.Func:
		return v.Depth
	case *host.Collector:
		return v.Depth
	}
	return -1
}

// callSize is the approximate size of what the model keeps of a call that changes it, in
// bytes.
const callSize = 64

// allocGrowth counts what a call has allocated: elements added to its receiver, a string
// longer than the longest argument, a new list, or what the model keeps.
func allocGrowth(b *host.Budget, m *host.Method, this any, before int, args []any, result any) {
	if before >= 0 {
		if added := int64(elementCount(this) - before); added > 0 {
			size := elementSize(this)
			if _, list := this.(*host.List); list {
				size = host.ListSlot
			}
			b.AllocEach(added, size)
			allocArgs(b, args)
		}
	}
	if m.Origin != host.Java {
		if b.InConsequence() && m.Returns != nil && m.Returns.Name == "void" {
			b.Alloc(callSize)
			allocArgs(b, args)
		}
		return
	}
	countDepth(b, this, args, result)
	switch r := result.(type) {
	case *host.Stream:
		r.Budget = b
	case string:
		if _, text := this.(string); text || this == nil { // else it is an existing one
			longest := textLength(this)
			for _, a := range args {
				longest = max(longest, textLength(a))
			}
			b.Alloc(int64(len(r) - longest))
		}
	default:
		if _, array := result.([]any); m.Traits.Has(host.Allocates) && (array || result != this) {
			b.AllocEach(int64(sizeOfAll(result)), elementSize(result))
		}
		if m.Name == "append" || m.Name == "insert" {
			allocArgs(b, args)
		}
	}
}

// elementSize returns the size of an element in a new collection or array, without the text of
// a string.
func elementSize(v any) int64 {
	switch v.(type) {
	case *host.Set, *host.Map:
		return host.EntrySlot
	}
	return host.SizeOf(nil)
}

func sizeOfAll(v any) int {
	if array, ok := v.([]any); ok {
		return len(array)
	}
	return elementCount(v)
}

// allocArgs counts the sizes of the arguments.
func allocArgs(b *host.Budget, args []any) {
	for _, a := range args {
		b.Alloc(host.SizeOf(a))
	}
}

// textLength returns the length of a string in bytes, 0 for any other value.
func textLength(v any) int {
	s, _ := v.(string)
	return len(s)
}

// joinOperator is the operator + when one side is known to be a string, which may be null.
const joinOperator = "join"

// joinText concatenates two values as strings.
func (rt *Runtime) joinText(a, b any) string {
	x, y := host.ToString(a), host.ToString(b)
	rt.Call.Budget.Alloc(int64(min(len(x), len(y))))
	return syntax.JoinHalves(x + y)
}

// applyOperator applies a binary operator of Java, where + may concatenate strings: that
// counts as an allocation of the length of the shorter one.
func (rt *Runtime) applyOperator(op string, a, b any) any {
	if op == joinOperator {
		return rt.joinText(a, b)
	}
	if op == "+" {
		_, sa := a.(string)
		_, sb := b.(string)
		if sa || sb {
			return rt.joinText(a, b)
		}
	}
	return applyBinary(op, a, b)
}
