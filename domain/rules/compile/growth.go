package compile

import "github.com/seed-62a36931/docket/domain/rules/host"

// elements is the number of values in a collection, -1 for what is none.
func elements(v any) int {
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

// call is roughly what the model keeps of a call that changes it, in bytes.
const call = 64

// grown counts what a call has added: elements to its receiver, a string that is
// longer than the longest that went in, a new list, or what the model keeps.
func grown(b *host.Budget, m *host.Method, this any, before int, args []any, result any) {
	if before >= 0 {
		if added := int64(elements(this) - before); added > 0 {
			b.AllocEach(added, host.SizeOf(nil))
			sizes(b, args)
		}
	}
	if m.Origin != host.Java {
		if b.Keeps() && m.Returns != nil && m.Returns.Name == "void" {
			b.Alloc(call)
			sizes(b, args)
		}
		return
	}
	switch result := result.(type) {
	case string:
		longest := length(this)
		for _, a := range args {
			longest = max(longest, length(a))
		}
		b.Alloc(int64(len(result) - longest))
	case []any:
		b.AllocEach(int64(len(result)), host.SizeOf(nil))
	case *host.List:
		if any(result) != this {
			b.AllocEach(int64(len(result.Items)), host.SizeOf(nil))
		}
	}
}

func sizes(b *host.Budget, args []any) {
	for _, a := range args {
		b.Alloc(host.SizeOf(a))
	}
}

func length(v any) int {
	s, _ := v.(string)
	return len(s)
}

// operate is a binary operator of Java, where + may join strings: the shorter one is
// what the longer one grows by.
func (rt *Runtime) operate(op string, a, b any) any {
	if op == "+" {
		_, sa := a.(string)
		_, sb := b.(string)
		if sa || sb {
			x, y := host.ToString(a), host.ToString(b)
			rt.Call.Budget.Alloc(int64(min(len(x), len(y))))
			return x + y
		}
	}
	return operate(op, a, b)
}
