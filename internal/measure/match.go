package measure

import "sort"

// CompareTables compares the tables of a document with those expected: each is compared with
// the one that it covers best, no table twice. What is left on either side counts as
// wrong or missing in full.
func CompareTables(found, expected []Table) Counts {
	var sum Counts
	partner := matchTables(found, expected)
	taken := make([]bool, len(found))
	for i, want := range expected {
		if j, ok := partner[i]; ok {
			taken[j] = true
			sum = sum.Add(CompareAdjacency(found[j], want))
			continue
		}
		sum = sum.Add(CompareAdjacency(Table{}, want))
	}
	for j, t := range found {
		if !taken[j] {
			sum = sum.Add(CompareAdjacency(t, Table{}))
		}
	}
	return sum
}

// matchTables pairs expected tables (keys) with found ones (values), those that share the
// largest part of the area that both cover together first.
func matchTables(found, expected []Table) map[int]int {
	type pair struct {
		i, j  int
		share float64
	}
	var pairs []pair
	for i := range expected {
		for j := range found {
			if s := OverlapShare(expected[i], found[j]); s > 0 {
				pairs = append(pairs, pair{i, j, s})
			}
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool { return pairs[a].share > pairs[b].share })
	out, taken := map[int]int{}, map[int]bool{}
	for _, p := range pairs {
		if _, ok := out[p.i]; !ok && !taken[p.j] {
			out[p.i], taken[p.j] = p.j, true
		}
	}
	return out
}

// OverlapShare returns the area that two tables share, as part of the area that they cover
// together, 0..1.
func OverlapShare(a, b Table) float64 {
	var shared float64
	for _, p := range a.Places {
		for _, q := range b.Places {
			if p.Page == q.Page {
				w, h := min(p.X1, q.X1)-max(p.X0, q.X0), min(p.Y1, q.Y1)-max(p.Y0, q.Y0)
				shared += max(0, w) * max(0, h)
			}
		}
	}
	if shared == 0 {
		return 0
	}
	return shared / (a.totalArea() + b.totalArea() - shared)
}

// totalArea returns the area of all places.
func (t Table) totalArea() float64 {
	var sum float64
	for _, p := range t.Places {
		sum += (p.X1 - p.X0) * (p.Y1 - p.Y0)
	}
	return sum
}
