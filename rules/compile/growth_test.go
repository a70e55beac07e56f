package compile

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

func nothing(*host.Call, any, []any) any { return nil }

// fits reports whether a call fits into so many bytes.
func fits(bytes int64, consequence bool, call func(b *host.Budget)) (ok bool) {
	b := host.NewBudget(context.Background(), 1000)
	b.LimitMemory(bytes, func() int64 { return 0 })
	if consequence {
		b.BeginConsequence()
	} else {
		b.BeginConditions()
	}
	defer func() { ok = recover() == nil }()
	call(b)
	return true
}

// TestCallsCountWhatTheyMake: a place in an array or a new list is 16 bytes, in a list that grows
// 32, in a set or map 160, a string in one as many more as it is long, a string by itself what it has beyond the longest before it.
func TestCallsCountWhatTheyMake(t *testing.T) {
	list := host.NewList("a", "b", "c")
	three := host.NewMap(host.Linked)
	for _, k := range []string{"a", "b", "c"} {
		three.Put(k, k)
	}
	array := []any{"a", "b"}
	for _, tt := range []struct {
		name, method string
		this         any
		before       int
		args         []any
		result       any
		want         int64
	}{
		{"nothing", "size() int", list, 3, nil, int32(3), 0},
		{"an element", "add(Object) boolean", list, 2, []any{"four"}, true, 32 + 16 + 4},
		{"two elements", "addAll(List) boolean", list, 1, []any{list}, true, 2*32 + 16},
		{"a removed element", "remove(int) boolean", list, 4, []any{int32(1)}, true, 0},
		{"a pair", "put(Object, Object) Object", three, 2, []any{"k", "vv"}, nil, 160 + 16 + 1 + 16 + 2},
		{"a longer string", "concat(String) String", "abc", -1, []any{"de"}, "abcde", 2},
		{"longer than an argument", "concat(String) String", "ab", -1, []any{"cdef"}, "abcdef", 2},
		{"a shorter string", "substring(int) String", "abc", -1, []any{int32(1)}, "bc", 0},
		{"a string of no other", "join(String) String", nil, -1, []any{"x"}, "abc", 2},
		{"a string that was there", "get(int) String", list, 3, []any{int32(0)}, "abc", 0},
		{"a copied array", "copyOf(Object[]) Object[]", nil, -1, []any{array}, array, 2 * 16},
		{"a cloned array", "clone() Object[]", array, -1, nil, array, 2 * 16},
		{"a list of an array", "asList(Object[]) List", nil, -1, []any{array}, host.NewList("a", "b"), 2 * 16},
		{"a new set", "HashSet(List) HashSet", nil, -1, []any{list}, host.NewSet(host.Hashed, "a"), 160},
		{"a new map", "of(Object) Map", nil, -1, nil, three, 3 * 160},
		{"the same list", "reversed() List", list, 3, nil, list, 0},
		{"a list that was there", "getList() List", nil, -1, nil, list, 0},
		{"more of a builder", "append(String) StringBuilder", nil, -1, []any{"abc"}, nil, 16 + 3},
		{"more within a builder", "insert(int, String) StringBuilder", nil, -1, []any{int32(0), "abc"}, nil, 16 + 16 + 3},
	} {
		m := host.M(host.Java, tt.method, nothing)
		run := func(b *host.Budget) { allocGrowth(b, m, tt.this, tt.before, tt.args, tt.result) }
		if !fits(max(tt.want, 1), true, run) {
			t.Errorf("%s: more than %d bytes, want fits(max(tt.want, 1), true, run)", tt.name, tt.want)
		}
		if tt.want > 0 && fits(tt.want-1, true, run) {
			t.Errorf("%s: less than %d bytes", tt.name, tt.want)
		}
	}
}

// TestNewCollectionsCountTheirElements: those that a method or a constructor makes, not
// those that it only hands over.
func TestNewCollectionsCountTheirElements(t *testing.T) {
	list := host.NewList("a", "b", "c")
	for name, want := range map[string]int64{"copyOf": 48, "copyOfRange": 48, "asList": 48, "of": 48, "subList": 48,
		"reversed": 48, "nCopies": 48, "toArray": 48, "split": 48, "clone": 48, "ArrayList": 48, "LinkedList": 48,
		"HashSet": 48, "LinkedHashSet": 48, "TreeSet": 48, "HashMap": 48, "LinkedHashMap": 48, "TreeMap": 48, "get": 0, "values": 0} {
		m := host.M(host.Java, name+"() List", nothing)
		run := func(b *host.Budget) { allocGrowth(b, m, nil, -1, nil, list) }
		if !fits(max(want, 1), true, run) || want > 0 && fits(want-1, true, run) {
			t.Errorf("%s does not count %d bytes", name, want)
		}
	}
}

// TestTheModelKeepsCallsOfConsequences: those that change it and give nothing back.
func TestTheModelKeepsCallsOfConsequences(t *testing.T) {
	for _, tt := range []struct {
		method      string
		origin      host.Origin
		consequence bool
		want        int64
	}{
		{"apply(String) void", host.Ours, true, callSize + 16 + 3}, {"apply(String) void", host.Ours, false, 0},
		{"name(String) String", host.Ours, true, 0}, {"clear(String) void", host.Java, true, 0},
	} {
		run := func(b *host.Budget) {
			allocGrowth(b, host.M(tt.origin, tt.method, nothing), nil, -1, []any{"abc"}, nil)
		}
		if !fits(max(tt.want, 1), tt.consequence, run) || tt.want > 0 && fits(tt.want-1, tt.consequence, run) {
			t.Errorf("%s: not %d bytes", tt.method, tt.want)
		}
	}
	s := &host.Stream{}
	b := host.NewBudget(context.Background(), 1)
	if allocGrowth(b, host.M(host.Java, "stream() Stream", nothing), host.NewList(), 0, nil, s); s.Budget != b {
		t.Error("a stream is made without the budget")
	}
}

// TestLongStringsAreForeseen: a call is refused before it makes a string that does not fit.
func TestLongStringsAreForeseen(t *testing.T) {
	parts := host.NewList("a", "b", "c", "d")
	for _, tt := range []struct {
		method string
		this   any
		args   []any
		want   int64
	}{
		{"join(String, List) String", nil, []any{"12345", parts}, 20},
		{"join(String, List) String", nil, []any{"12345", []any{"a", "b"}}, 10},
		{"join(String, String) String", nil, []any{"12345", "a"}, 0},
		{"repeat(int) String", "abc", []any{int32(5)}, 15}, {"repeat(int) String", "abc", []any{int32(math.MaxInt32)}, 3 * math.MaxInt32},
		{"replace(String, String) String", "banana", []any{"an", "12345"}, 10},
		{"replace(String, String) String", "banana", []any{"x", "12345"}, 0}, {"replace(String, String) String", "ab", []any{"", "123"}, 9},
		{"replaceAll(String, String) String", "abc", []any{"b", "12345"}, 15}, {"trim() String", "abc", nil, 0},
		{"concat(String) String", "abc", []any{"12345"}, 0},
		{"replace(Object, Object) Object", host.NewMap(host.Linked), []any{"a", strings.Repeat("b", 99)}, 0},
		{"repeat(int) StringBuilder", nil, []any{int32(5)}, 0},
	} {
		run := func(b *host.Budget) { checkGrowth(b, host.M(host.Java, tt.method, nothing), tt.this, tt.args) }
		if !fits(max(tt.want, 1), true, run) || tt.want > 0 && fits(tt.want-1, true, run) {
			t.Errorf("%s of %v with %v: not refused from %d bytes on", tt.method, tt.this, tt.args, tt.want)
		}
	}
}
