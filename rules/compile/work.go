package compile

import "github.com/seed-62a36931/docket/rules/host"

// countWork counts the steps of a method of Java that goes through its receiver or arguments,
// before it does: a call is one step, however large they are.
func countWork(b *host.Budget, m *host.Method, this any, args []any) {
	if m.Origin != host.Java {
		return
	}
	steps := int64(0)
	for _, a := range args {
		steps += workOn(a)
	}
	if !isConstant(m, this, args) {
		steps += workOn(this)
	}
	switch {
	case m.Traits.Has(host.Orders) || movesEntries(this) && m.Name == "put":
		steps += orderingSteps(this)
	case m.Name == "sort":
		list := this
		if list == nil {
			list = args[0]
		}
		steps += host.SortSteps(max(sizeOfAll(list), 0))
	case m.Traits.Has(host.Compares) && len(args) == 1 && !isHashed(searchedIn(m.Name, this, args[0])):
		steps += int64(max(elementCount(this), 0)) * int64(max(elementCount(args[0]), 0)) / host.ElementsPerStep
	}
	b.StepMany(steps)
}

// workOn returns the steps of going through a value once.
func workOn(v any) int64 {
	switch v := v.(type) {
	case string:
		return int64(len(v)) / host.TextPerStep
	case []any:
		return int64(len(v)) / host.ElementsPerStep
	}
	return int64(max(elementCount(v), 0)) / host.ElementsPerStep
}

// orderingSteps returns the steps of ordering a hashed map, or of an insertion into a sorted one,
// which moves entries by memory and so does many in a step.
func orderingSteps(this any) int64 {
	if n := elementCount(this); movesEntries(this) {
		return int64(n) / host.TextPerStep
	} else if n > 0 {
		return host.SortSteps(n)
	}
	return 0
}

// movesEntries reports whether a map is sorted.
func movesEntries(v any) bool {
	m, ok := v.(*host.Map)
	return ok && m.Order == host.Sorted
}

// searchedIn returns the collection in which a comparing method looks for elements of the other.
func searchedIn(name string, this, arg any) any {
	if name == "containsAll" {
		return this
	}
	return arg
}

func isHashed(v any) bool {
	switch v.(type) {
	case *host.Set, *host.Map:
		return true
	}
	return false
}

// isConstant reports whether the work of a call does not grow with its receiver.
func isConstant(m *host.Method, this any, args []any) bool {
	switch m.Name {
	case "add", "addAll":
		_, list := this.(*host.List)
		return !list || len(args) == 1 // else it makes room at an index
	case "contains", "remove":
		return isHashed(this)
	}
	return m.Traits.Has(host.Constant)
}
