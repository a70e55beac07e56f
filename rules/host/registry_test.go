package host

import "testing"

func body(*Call, any, []any) any { return nil }

func TestNearerMethodsHideEqualOnes(t *testing.T) {
	base := &Class{Name: "Base", Methods: []*Method{M(Ours, "a(String) int", body), M(Ours, "b() int", body),
		M(Ours, "c(int) int", body), M(Ours, "getSize() int", body), M(Ours, "isSize() boolean", body),
		M(Ours, "isIssue() int", body), M(Ours, "issue() String", body)}}
	sub := &Class{Name: "Sub", Supers: []string{"Base"},
		Methods: []*Method{M(Ours, "a(String) long", body), M(Ours, "b(String...) int", body), M(Ours, "c(long) int", body)}}
	r := NewRegistry([]*Class{base, sub})
	c := r.Class("Sub")
	for _, tt := range []struct {
		name  string
		n     int
		found int
		first string
	}{{"a", 1, 1, "a(String) long"}, {"b", 0, 2, "b() int"}, {"b", 5, 1, "b(String...) int"}, {"c", 1, 2, "c(long) int"}, {"c", 2, 0, ""}} {
		list := c.FindMethods(tt.name, tt.n)
		if len(list) != tt.found || tt.found > 0 && list[0].Doc != tt.first {
			t.Errorf("%s/%d: %d found", tt.name, tt.n, len(list))
		}
	}
	for n := manyArguments - 2; n < manyArguments+2; n++ {
		if list := c.FindMethods("b", n); len(list) != 1 || list[0].Doc != "b(String...) int" {
			t.Errorf("b/%d: %d found, want len(list) = 1 and list[0].Doc = %q", n, len(list), "b(String...) int")
		}
	}
	if m := c.Property("issue"); m == nil || m.Name != "issue" {
		t.Errorf("the property issue is read by %v, want m != nil and m.Name = issue", m)
	}
	if m := c.Property("size"); m == nil || m.Name != "isSize" {
		t.Errorf("the property size is read by %v, want m != nil and m.Name = isSize", m)
	}
	if !c.IsKindOf("Base") || !c.IsKindOf("Object") || base.IsKindOf("Sub") {
		t.Error("classes and their super-types")
	}
}

func TestSignaturesAreRead(t *testing.T) {
	m := M(Ours, "byRegex(Regex, List<Regex>, Map<String, List<Integer>>, int[]...) Stream<TextEntity>", body)
	if m.Doc != "byRegex(String, List<String>, Map<String, List<Integer>>, int[]...) Stream<TextEntity>" || m.Name != "byRegex" {
		t.Errorf("written %s", m.Doc)
	}
	if len(m.Regexes) != 2 || m.Regexes[0] != 0 || m.Regexes[1] != 1 {
		t.Errorf("expressions are %v, want len(m.Regexes) = 2, m.Regexes[0] = 0 and m.Regexes[1] = 1", m.Regexes)
	}
	if len(m.Params) != 4 || m.Params[2].String() != "Map<String, List<Integer>>" || !m.Variadic || m.Params[3].Dims != 1 ||
		m.Returns.String() != "Stream<TextEntity>" {
		t.Errorf("read as %v %v", m.Params, m.Returns)
	}
	for n, want := range []bool{false, false, false, true, true, true} {
		if m.AcceptsCount(n) != want {
			t.Errorf("%d arguments, want %v", n, want)
		}
	}
}
