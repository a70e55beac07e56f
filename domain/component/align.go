package component

// A pairing says which elements of one list belong to which of another: at each index of the first list
// stands the index in the second one, or unpaired.
type pairing struct {
	to   []int
	used []bool // elements of the second list
}

const unpaired = -1

// newPairing returns a pairing of lists of these lengths in which nothing belongs together yet.
func newPairing(from, to int) pairing {
	p := pairing{make([]int, from), make([]bool, to)}
	for i := range p.to {
		p.to[i] = unpaired
	}
	return p
}

// pair lets two elements belong together, unless one of them belongs to another already.
func (p pairing) pair(i, j int) {
	if p.to[i] == unpaired && !p.used[j] {
		p.to[i], p.used[j] = j, true
	}
}

// pairFirst pairs each element with the first one for which same reports true.
func (p pairing) pairFirst(same func(i, j int) bool) {
	from, to := p.open()
	for _, i := range from {
		for _, j := range to {
			if !p.used[j] && same(i, j) {
				p.pair(i, j)
				break
			}
		}
	}
}

// pairKeys pairs each element with the first one that has the same key.
func (p pairing) pairKeys(fromKey, toKey func(int) string) {
	from, to := p.open()
	byKey := make(map[string][]int, len(to))
	for _, j := range to {
		byKey[toKey(j)] = append(byKey[toKey(j)], j)
	}
	for _, i := range from {
		if key := fromKey(i); len(byKey[key]) > 0 {
			p.pair(i, byKey[key][0])
			byKey[key] = byKey[key][1:]
		}
	}
}

// maxCompared bounds the comparisons of pairInOrder, which keeps a number of each.
const maxCompared = 4 << 20

// pairInOrder pairs equal elements so that as many as possible keep their order: a longest common
// subsequence of what is not paired yet. Of lists that are too long for that, it only pairs what they begin and
// end with.
func (p pairing) pairInOrder(same func(i, j int) bool) {
	from, to := p.open()
	for len(from) > 0 && len(to) > 0 && same(from[0], to[0]) {
		p.pair(from[0], to[0])
		from, to = from[1:], to[1:]
	}
	for len(from) > 0 && len(to) > 0 && same(from[len(from)-1], to[len(to)-1]) {
		p.pair(from[len(from)-1], to[len(to)-1])
		from, to = from[:len(from)-1], to[:len(to)-1]
	}
	if len(from)*len(to) > maxCompared {
		return
	}
	common := make([][]int, len(from)+1) // lengths, of what follows each pair of indices
	for i := range common {
		common[i] = make([]int, len(to)+1)
	}
	for i := len(from) - 1; i >= 0; i-- {
		for j := len(to) - 1; j >= 0; j-- {
			if same(from[i], to[j]) {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(from) && j < len(to); {
		switch {
		case same(from[i], to[j]):
			p.pair(from[i], to[j])
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			i++
		default:
			j++
		}
	}
}

// open returns the indices of what is not paired yet.
func (p pairing) open() (from, to []int) {
	for i, j := range p.to {
		if j == unpaired {
			from = append(from, i)
		}
	}
	for j, used := range p.used {
		if !used {
			to = append(to, j)
		}
	}
	return from, to
}

// pairGaps pairs, in their order, what stands between the same two pairs in both lists. Elements for which
// left reports true stay without.
func (p pairing) pairGaps(left func(i int) bool) {
	before := unpaired // in the second list: what the next gap begins after
	for i := 0; i < len(p.to); {
		if p.to[i] != unpaired {
			before = p.to[i]
			i++
			continue
		}
		end := i
		for end < len(p.to) && p.to[end] == unpaired {
			end++
		}
		after := len(p.used)
		if end < len(p.to) {
			after = p.to[end]
		}
		p.pairGap(i, end, before+1, after, left)
		i = end
	}
}

// pairGap pairs two ranges in their order.
func (p pairing) pairGap(i, iEnd, j, jEnd int, left func(i int) bool) {
	for ; i < iEnd; i++ {
		if left(i) {
			continue
		}
		for j < jEnd && p.used[j] {
			j++
		}
		if j >= jEnd {
			return
		}
		p.pair(i, j)
	}
}
