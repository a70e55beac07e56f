package engine

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/interval"
)

// span is a half-open range of the document's text.
type span struct{ start, end int }

// entry holds the keys under which a memory indexes a fact.
type entry struct {
	key   any // of the equality with a binding, nil when it has no bucket
	backs []any
	more  *entryPart // nil when its pattern needs none of that
}

// entryPart holds the keys that few patterns have.
type entryPart struct {
	all  any // of all equalities, where there are more than one
	span span
	rank float64 // by which it is ranked
}

// needsPart reports whether the entries of a pattern have keys beside those of a single equality.
func (p *pattern) needsPart() bool { return len(p.allKeys) > 0 || p.spans || p.ranked != nil }

// spanOf returns the range of text of an entry, an empty one for none.
func (e *entry) spanOf() span {
	if e.more == nil {
		return span{}
	}
	return e.more.span
}

// noIndex is the entry for the facts of patterns without indexes.
var noIndex entry

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
	in      map[*fact]*entry
	entries slab[entry]
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
	y.ready, y.backs = true, make([]buckets, len(p.backs))
	list, ok := p.seek.findFacts(s, p.class)
	if !ok {
		list = s.byClass[p.class].allItems()
	}
	if len(p.tests.own) > 0 {
		y.makeRoom(0) // how many pass is not known
	} else {
		y.makeRoom(len(list))
	}
	if ok {
		for _, x := range list {
			y.admitFact(s, p, f, x)
		}
		y.half = false
		return
	}
	for x := range s.byClass[p.class].liveFacts() {
		y.admitFact(s, p, f, x)
	}
	y.half = false
}

// makeRoom makes the memory empty, with room for so many facts.
func (y *memory) makeRoom(n int) {
	y.in = make(map[*fact]*entry, n)
	y.pass = make([]*fact, 0, n)
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
	before, after *entry
	direct        bool // on the single pattern of a not or an exists
}

// applyChanges brings the memory up to date with the changed facts, and returns what
// happened to those that it held or holds.
func (y *memory) applyChanges(s *Session, p *pattern, f *compile.Frame) []effect {
	var out []effect
	changed := y.changed.takeFacts()
	if len(changed) == 0 {
		return nil
	}
	y.half = true
	defer y.dropUnfinished()
	for _, x := range changed {
		e := effect{fact: x, direct: p.inside != nil && p.inside.direct}
		if e.before = y.in[x]; e.before != nil {
			y.dropFact(x, e.before)
		}
		if !x.dead && y.admitFact(s, p, f, x) {
			e.after = y.in[x]
		}
		if e.before != nil || e.after != nil {
			out = append(out, e)
		}
	}
	y.half = false
	return out
}

// admitFact adds a fact if it passes the pattern's own constraints, and reports whether
// it does.
func (y *memory) admitFact(s *Session, p *pattern, f *compile.Frame, x *fact) bool {
	s.work++
	s.call.Budget.Step()
	if p.slot > 0 {
		f.Slots[p.slot] = x.object
	}
	if !allHold(p.tests.own, f, x.object) {
		return false
	}
	e := &noIndex
	if len(p.keys) > 0 || len(p.backs) > 0 || p.needsPart() {
		if e = &y.entries.take(1)[0]; p.needsPart() {
			e.more = &entryPart{}
		}
	}
	f.Slots[0] = x.object
	if len(p.keys) > 0 {
		e.key = keyOf(p.keys, f)
		y.keyed.addFact(e.key, x)
	}
	if len(p.allKeys) > 0 {
		f.Slots[0] = x.object
		e.more.all = keyOf(p.allKeys, f)
		y.keyedByAll.addFact(e.more.all, x)
	}
	for i, side := range p.backs {
		f.Slots[0] = x.object
		key := side(f)
		e.backs = append(e.backs, key)
		y.backs[i].addFact(key, x)
	}
	if p.ranked != nil {
		f.Slots[0] = x.object
		if e.more.rank = rankOf(p.ranked(f)); !math.IsNaN(e.more.rank) { // it is in no order
			y.ranked.addFact(e.more.rank, x)
		}
	}
	if p.spans {
		if r, ok := x.object.(Ranged); ok {
			e.more.span.start, e.more.span.end = r.Range()
			y.places.Add(e.more.span.start, e.more.span.end, x)
		}
	}
	y.in[x] = e
	y.pass = insertSorted(y.pass, x)
	return true
}

// dropFact removes a fact from the memory and its indexes.
func (y *memory) dropFact(x *fact, e *entry) {
	delete(y.in, x)
	y.pass = removeSorted(y.pass, x)
	y.keyed.removeFact(e.key, x)
	if len(y.pattern.allKeys) > 0 {
		y.keyedByAll.removeFact(e.more.all, x)
	}
	for i, key := range e.backs {
		y.backs[i].removeFact(key, x)
	}
	if y.pattern.ranked != nil && !math.IsNaN(e.more.rank) {
		y.ranked.removeFact(e.more.rank, x)
	}
	if y.pattern.spans {
		y.places.Remove(e.more.span.start, e.more.span.end, x)
	}
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

// buckets groups facts by a value. Facts whose value has no bucket belong to every
// bucket.
type buckets struct {
	lists map[any][]*fact
	plain []*fact
}

func (b *buckets) addFact(key any, x *fact) {
	if key == nil {
		b.plain = insertSorted(b.plain, x)
		return
	}
	if b.lists == nil {
		b.lists = map[any][]*fact{}
	}
	b.lists[key] = insertSorted(b.lists[key], x)
}

func (b *buckets) removeFact(key any, x *fact) {
	if key == nil {
		b.plain = removeSorted(b.plain, x)
		return
	}
	if b.lists[key] = removeSorted(b.lists[key], x); len(b.lists[key]) == 0 {
		delete(b.lists, key)
	}
}

// factsFor returns the facts that may have the value, by order of insertion.
func (b *buckets) factsFor(key any) []*fact {
	if len(b.plain) == 0 {
		return b.lists[key]
	}
	return sortedFacts(slices.Concat(b.lists[key], b.plain))
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

// bucketOf returns the key under which a value is indexed. Values that are equal by
// the equality of conditions have the same key: a number and its notation, a
// constant of an enumeration and its name. It is nil for values that may equal
// others in ways that buckets cannot tell.
func bucketOf(value any) any {
	switch v := value.(type) {
	case nil:
		return "\x00null"
	case string:
		if t := strings.TrimSpace(v); t != "" && strings.IndexByte("0123456789+-.iI", t[0]) >= 0 {
			if n, err := strconv.ParseFloat(t, 64); err == nil { // NaN has no sign
				return n
			}
		}
		return value
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		if math.IsNaN(v) {
			return nil
		}
		return value
	case *host.Enum:
		return bucketOf(v.Name)
	case host.Equaler, *host.Decimal:
		return nil
	case host.Object:
		return value
	}
	return nil
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
