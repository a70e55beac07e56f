package rules

import "testing"

// TestPartsOfListsShowInTheList runs code whose results are those of Java 17.
func TestPartsOfListsShowInTheList(t *testing.T) {
	const list = `List<Integer> l = new ArrayList<>(List.of(5, 6, 7, 6, 8)); List<Integer> s = l.subList(1, 4); `
	javaGives(t, []javaCase{
		{list + `out = "" + s.remove(2) + s + l;`, `6[6, 7][5, 6, 7, 8]`},
		{list + `out = "" + s.remove(Integer.valueOf(6)) + s + l;`, `true[7, 6][5, 7, 6, 8]`},
		{list + `s.set(0, 1); s.add(2); s.add(0, 3); s.addAll(1, List.of(4)); out = "" + s + l;`,
			`[3, 4, 1, 7, 6, 2][5, 3, 4, 1, 7, 6, 2, 8]`},
		{list + `s.removeIf(x -> x == 6); s.replaceAll(x -> x + 10); out = "" + s + l;`, `[17][5, 17, 8]`},
		{list + `s.clear(); out = "" + s + l;`, `[][5, 8]`},
		{list + `s.sort(Comparator.reverseOrder()); out = "" + l; Collections.sort(s); out += l; Collections.reverse(s); out += ` +
			`l;`, `[5, 7, 6, 6, 8][5, 6, 6, 7, 8][5, 7, 6, 6, 8]`},
		{list + `List<Integer> q = s.subList(1, 3); q.remove(0); q.add(9); out = "" + q + s + l;`, `[6, 9][6, 6, 9][5, 6, 6, 9, 8]`},
		{list + `Iterator<Integer> i = s.iterator(); i.next(); i.remove(); out = "" + s + l; s.addAll(List.of(1, 2)); out += ` +
			`l;`, `[7, 6][5, 7, 6, 8][5, 7, 6, 1, 2, 8]`},
		{list + `Collections.swap(s, 0, 1); out = "" + l;`, `[5, 7, 6, 6, 8]`},
	})
}

func TestObjectsAreRemovedByValue(t *testing.T) {
	javaGives(t, []javaCase{
		{`List<Integer> l = new ArrayList<>(List.of(5, 1, 7)); Object o = 1; out = "" + l.remove(o) + l + l.remove((Object) 7) ` +
			`+ l + l.remove(0) + l;`, `true[5, 7]true[5]5[]`},
	})
}
