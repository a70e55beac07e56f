package host

// Traits tell what calls of a method cost, by its name.
type Traits uint8

// The traits of methods.
const (
	// Allocates: the result is a new array or collection. Others return an existing one.
	Allocates Traits = 1 << iota
	// Compares: each element of one collection is compared with those of another.
	Compares
	// Orders: the entries of a map are brought into the order that Java has.
	Orders
	// Constant: the work does not grow with the receiver. The method reaches one place of it, or returns
	// something that goes through it later and counts then.
	Constant
	// Grows: the result is a text that may be much longer than those that it is made of.
	Grows
)

var namesByTrait = map[Traits][]string{
	Allocates: {"copyOf", "copyOfRange", "asList", "of", "subList", "reversed", "nCopies", "toArray", "split", "clone",
		"ArrayList", "LinkedList", "HashSet", "LinkedHashSet", "TreeSet", "HashMap", "LinkedHashMap", "TreeMap"},
	Compares: {"containsAll", "removeAll", "retainAll"},
	Orders:   {"keySet", "values", "entrySet"},
	Constant: {"size", "length", "isEmpty", "get", "set", "charAt", "put", "putAll", "putIfAbsent", "getOrDefault",
		"containsKey", "merge", "computeIfAbsent", "computeIfPresent", "compute", "addLast", "getFirst", "getLast",
		"stream", "startsWith", "endsWith", "append", "keySet", "values", "entrySet"},
	Grows: {"join", "repeat", "replace", "replaceAll"},
}

var traits = func() map[string]Traits {
	out := map[string]Traits{}
	for t, names := range namesByTrait {
		for _, name := range names {
			out[name] |= t
		}
	}
	return out
}()

// TraitsOf returns the traits of methods of a name.
func TraitsOf(name string) Traits { return traits[name] }

// Has reports whether the traits contain one.
func (t Traits) Has(one Traits) bool { return t&one != 0 }
