package engine

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/interval"
)

// span is a half-open range of the document's text.
type span struct{ start, end int }

// entry holds the keys of a fact that changes lead back from.
type entry struct {
	held bool   // the memory holds the fact
	key  uint64 // of the equality with a binding, 0 when it has no bucket
	span span
}

// layout holds the places of the keys of a fact in its row of a memory.
type layout struct{ all, backs, rank, span, width int }

// layoutRows returns the layout of the rows for a pattern.
func (p *pattern) layoutRows() layout {
	l := layout{all: min(len(p.keys), 1)}
	l.backs = l.all + min(len(p.allKeys), 1)
	l.rank = l.backs + len(p.backs)
	if l.span = l.rank; p.ranked != nil {
		l.span++
	}
	if l.width = l.span; p.spans {
		l.width += 2
	}
	return l
}

// memory holds the facts that pass a pattern's own constraints, by order of
// insertion, and indexes for the pattern's comparisons with bindings. Patterns that
// are alike share a memory. The first of them that is evaluated brings it up to
// date.
type memory struct {
	pattern *pattern // one of those that it is for
	ready   bool
	half    bool    // it is being brought up to date
	changed changes // since it was brought up to date
	pass    []*fact
	layout  layout
	rows    []uint64        // the keys of the facts
	in      map[*fact]int32 // the row of each fact; nil while row i is that of the fact i in pass
	free    []int32         // rows without a fact
	places  interval.Index[*fact]
	keyed   buckets
	// keyedByAll is by the values of all equalities, where they are with several patterns
	keyedByAll buckets
	backs      []buckets // by the sides of later equalities
	ranked     ranking   // by the number that is compared with bindings
}

func newMemory(p *pattern) *memory { return &memory{pattern: p} }

func byOrder(a, b *fact) int { return cmp.Compare(a.order, b.order) }

// fillFacts adds all facts when the memory is needed for the first time, by pattern p in
// the frame of its rule.
func (y *memory) fillFacts(s *Session, p *pattern, f *compile.Frame) {
	if y.ready {
		return
	}
	y.half = true
	defer y.dropUnfinished()
	y.ready, y.backs, y.layout = true, make([]buckets, len(p.backs)), p.layoutRows()
	found, ok := p.seek.findFacts(s, p.class)
	list, room := slices.Values(found), len(found)
	if !ok {
		list, room = s.byClass[p.class].liveFacts(), s.byClass[p.class].countFacts()
	}
	if len(p.tests.own) <= len(p.tests.binders) { // else how many pass is not known
		y.pass = make([]*fact, 0, room)
		y.rows = make([]uint64, 0, room*y.layout.width)
	}
	for x := range list {
		if !x.dead && y.isAdmitted(s, p, f, x) {
			y.pass = appendDoubling(y.pass, x)
			y.indexRow(x, y.appendRow(p, f, x))
		}
	}
	y.half = false
}

// dropUnfinished empties a memory that a constraint which failed has left half full, so that
// the next rule that shares it fills it anew.
func (y *memory) dropUnfinished() {
	if y.half {
		*y = *newMemory(y.pattern)
	}
}

// effect is a change of a fact that a memory held before or holds now.
type effect struct {
	fact          *fact
	before, after entry
	direct        bool // on the single pattern of a not or an exists
}

// applyChanges brings the memory up to date with the changed facts, and returns what
// happened to those that it held or holds. The list is in use until the next call.
func (y *memory) applyChanges(s *Session, p *pattern, f *compile.Frame) []effect {
	out := s.applied[:0]
	changed := y.changed.takeFacts()
	if len(changed) == 0 {
		return nil
	}
	y.half = true
	defer y.dropUnfinished()
	for _, x := range changed {
		e := effect{fact: x, direct: p.inside != nil && p.inside.direct}
		if e.before = y.entryOf(x); e.before.held {
			y.dropFact(x)
		}
		if !x.dead && y.isAdmitted(s, p, f, x) {
			y.admitFact(p, f, x)
			e.after = y.entryOf(x)
		}
		if e.before.held || e.after.held {
			out = append(out, e)
		}
	}
	y.half, s.applied = false, out
	return out
}

// isAdmitted reports whether a fact passes the pattern's own constraints, and leaves in the frame
// what they bind.
func (y *memory) isAdmitted(s *Session, p *pattern, f *compile.Frame, x *fact) bool {
	s.work++
	s.call.Budget.Step()
	if p.slot > 0 {
		f.Slots[p.slot] = x.object
	}
	return allHold(p.tests.own, f, x.object)
}

// admitFact adds a fact that passes the pattern's own constraints.
func (y *memory) admitFact(p *pattern, f *compile.Frame, x *fact) {
	var row []uint64
	y.indexFacts()
	number := len(y.in)
	if n := len(y.free); n > 0 {
		number, y.free = int(y.free[n-1]), y.free[:n-1]
		row = y.rowAt(number)
		y.fillRow(p, f, x, row)
	} else {
		row = y.appendRow(p, f, x)
	}
	y.in[x] = int32(number)
	y.pass = insertSorted(y.pass, x)
	y.indexRow(x, row)
}

// indexFacts makes the rows of facts known by the facts.
func (y *memory) indexFacts() {
	if y.in != nil {
		return
	}
	y.in = make(map[*fact]int32, len(y.pass))
	for i, x := range y.pass {
		y.in[x] = int32(i)
	}
}

// holds reports whether a fact is in the memory.
func (y *memory) holds(x *fact) bool {
	if !y.ready {
		return false
	}
	y.indexFacts()
	_, held := y.in[x]
	return held
}

// entryOf returns the entry of a fact, an empty one when the memory does not hold it.
func (y *memory) entryOf(x *fact) entry {
	if !y.holds(x) {
		return entry{}
	}
	out, row := entry{held: true}, y.rowAt(int(y.in[x]))
	if len(y.pattern.keys) > 0 {
		out.key = row[0]
	}
	if y.pattern.spans {
		out.span = span{int(row[y.layout.span]), int(row[y.layout.span+1])}
	}
	return out
}

// rowAt returns a row.
func (y *memory) rowAt(number int) []uint64 {
	w := y.layout.width
	return y.rows[number*w : (number+1)*w]
}

// appendRow adds a row with the keys of a fact.
func (y *memory) appendRow(p *pattern, f *compile.Frame, x *fact) []uint64 {
	w := y.layout.width
	if len(y.rows)+w > cap(y.rows) {
		y.rows = slices.Grow(y.rows, max(len(y.rows), 4*w))
	}
	y.rows = y.rows[:len(y.rows)+w]
	row := y.rows[len(y.rows)-w:]
	y.fillRow(p, f, x, row)
	return row
}

// fillRow computes the keys of a fact.
func (y *memory) fillRow(p *pattern, f *compile.Frame, x *fact, row []uint64) {
	f.Slots[0] = x.object
	if len(p.keys) > 0 {
		row[0] = keyOf(p.keys, f)
	}
	if len(p.allKeys) > 0 {
		f.Slots[0] = x.object
		row[y.layout.all] = keyOf(p.allKeys, f)
	}
	for i, side := range p.backs {
		f.Slots[0] = x.object
		row[y.layout.backs+i] = side(f)
	}
	if p.ranked != nil {
		f.Slots[0] = x.object
		row[y.layout.rank] = math.Float64bits(rankOf(p.ranked(f)))
	}
	if p.spans {
		start, end := 0, 0
		if r, ok := x.object.(Ranged); ok {
			start, end = r.Range()
		}
		row[y.layout.span], row[y.layout.span+1] = uint64(start), uint64(end)
	}
}

// indexRow adds a fact to the indexes, under the keys in its row.
func (y *memory) indexRow(x *fact, row []uint64) {
	for at := range y.layout.rank {
		y.bucketsAt(at).addFact(row[at], x)
	}
	if y.pattern.ranked != nil {
		if rank := math.Float64frombits(row[y.layout.rank]); !math.IsNaN(rank) { // it is in no order
			y.ranked.addFact(rank, x)
		}
	}
	if _, ok := x.object.(Ranged); ok && y.pattern.spans {
		y.places.Add(int(row[y.layout.span]), int(row[y.layout.span+1]), x)
	}
}

// dropFact removes a fact from the memory and its indexes.
func (y *memory) dropFact(x *fact) {
	number := y.in[x]
	row := y.rowAt(int(number))
	for at := range y.layout.rank {
		y.bucketsAt(at).removeFact(row[at], x)
	}
	if y.pattern.ranked != nil {
		if rank := math.Float64frombits(row[y.layout.rank]); !math.IsNaN(rank) {
			y.ranked.removeFact(rank, x)
		}
	}
	if y.pattern.spans {
		y.places.Remove(int(row[y.layout.span]), int(row[y.layout.span+1]), x)
	}
	delete(y.in, x)
	y.pass, y.free = removeSorted(y.pass, x), append(y.free, number)
}

// bucketsAt returns the index by the keys at a place in the rows.
func (y *memory) bucketsAt(at int) *buckets {
	switch {
	case at >= y.layout.backs:
		return &y.backs[at-y.layout.backs]
	case at == y.layout.all:
		return &y.keyedByAll
	}
	return &y.keyed
}

// factsFor returns the facts that may have a key at a place in the rows, by order of insertion. The
// index is made when it is needed for the first time.
func (y *memory) factsFor(at int, key uint64) []*fact {
	b := y.bucketsAt(at)
	if !b.ready {
		y.fillBuckets(b, at)
	}
	return b.factsFor(key)
}

// fillBuckets makes the index by the keys at a place in the rows.
func (y *memory) fillBuckets(b *buckets, at int) {
	w := y.layout.width
	if y.in == nil {
		b.fillFacts(y.pass, func(i int) uint64 { return y.rows[i*w+at] })
		return
	}
	b.fillFacts(y.pass, func(i int) uint64 { return y.rows[int(y.in[y.pass[i]])*w+at] })
}

// overlappingFacts returns the facts whose text overlaps one of the ranges.
func (y *memory) overlappingFacts(ranges []span) []*fact {
	out := make([]*fact, 0, 8)
	for _, r := range ranges {
		y.places.VisitOverlapping(r.start, r.end, func(x *fact) bool { out = append(out, x); return true })
	}
	return sortedFacts(out)
}

// spansOf returns the ranges of those facts that have one.
func spansOf(list []*fact) []span {
	var out []span
	for _, x := range list {
		if r, ok := x.object.(Ranged); ok {
			start, end := r.Range()
			out = append(out, span{start, end})
		}
	}
	return out
}

// insertSorted inserts a fact into a list by order of insertion. Memories change
// only before an evaluation iterates over them, never meanwhile.
func insertSorted(list []*fact, x *fact) []*fact {
	if n := len(list); n == 0 || list[n-1].order < x.order {
		return append(list, x)
	}
	i, _ := slices.BinarySearchFunc(list, x, byOrder)
	return slices.Insert(list, i, x)
}

// removeSorted removes a fact from a list by order of insertion. It moves the shorter side: facts
// often leave in the order in which they came.
func removeSorted(list []*fact, x *fact) []*fact {
	i, found := slices.BinarySearchFunc(list, x, byOrder)
	switch {
	case !found:
		return list
	case i < len(list)/2:
		copy(list[1:i+1], list[:i])
		list[0] = nil
		return list[1:]
	}
	return slices.Delete(list, i, i+1)
}

// allHold reports whether all tests are true of an object.
func allHold(list []compile.Eval, f *compile.Frame, this any) bool {
	for _, test := range list {
		f.Slots[0] = this
		if test(f) != true {
			return false
		}
	}
	return true
}
