package engine

import (
	"iter"
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

// A fact is an object in the working memory.
type fact struct {
	object any
	of     *readers // of its class
	order  int64
	latest int64   // of the last change but those of the entities of a node
	author *branch // whose firing made that change
	turn   int64   // of the latest evaluation that evaluates its matches again
	more   *factPart
	hash   int32 // of the object, when the facts of its class are indexed by it
	stated bool
	dead   bool
	// withdrawn tells of a dead one that the evaluation of a rule has withdrawn it
	withdrawn bool
}

// factPart holds what few of many facts have.
type factPart struct {
	whole   int64            // sequence of the last change of all properties, where single ones have changed
	props   []propertyChange // of single properties
	touched int64            // of the last change of the entities of a node
	toucher *branch          // whose firing made that one
	// reasons are the matches that justify a logical fact
	reasons map[*activation]bool
	version int64 // of the object, when it was inserted or updated last
}

// propertyChange is the last change of a property.
type propertyChange struct {
	name string
	seq  int64
}

// partOf returns the part of a fact that few have, a new one when it has none.
func (s *Session) partOf(f *fact) *factPart {
	if f.more == nil {
		f.more = &s.parts.take(1)[0]
	}
	return f.more
}

// reasons returns the matches that justify a logical fact.
func (f *fact) reasons() map[*activation]bool {
	if f.more == nil {
		return nil
	}
	return f.more.reasons
}

// Versioned is an object that counts its changes, as far as conditions can see them.
// An update of an object whose version is unchanged has no effect.
type Versioned interface{ Version() int64 }

// refreshVersion records the version of the object and reports whether the object may have
// changed since the last call. An object without a version may always have changed.
func (s *Session) refreshVersion(f *fact) bool {
	v, counts := f.object.(Versioned)
	if !counts {
		return true
	}
	part := s.partOf(f)
	before := part.version
	part.version = v.Version()
	return part.version != before
}

func (s *Session) newFact(object any) *fact {
	f := s.roomFor(object)
	*f = fact{object: object, of: s.readersOf(host.ClassNameOf(object)), order: s.seq, latest: s.seq, author: s.firingBranch()}
	s.refreshVersion(f)
	return f
}

// noFact stands for the fact of an object whose own room for one is taken.
var noFact = &fact{of: &readers{}}

// roomFor returns room for the fact of an object: in an object of a declared type, the first time.
func (s *Session) roomFor(object any) *fact {
	if d, ok := object.(*Declared); ok && d.fact.CompareAndSwap(nil, noFact) {
		return &d.own
	}
	return &s.facts.take(1)[0]
}

// markChanged records an update of these properties or, when properties is nil, of all.
func (s *Session) markChanged(f *fact, properties []string) {
	if len(properties) > 0 {
		part := s.partOf(f)
		if len(part.props) == 0 {
			part.whole = f.latest
		}
		for _, p := range properties {
			part.markProperty(p, s.seq)
		}
	} else if properties == nil && f.more != nil {
		f.more.whole = s.seq
	}
	f.latest, f.author = s.seq, s.firingBranch()
}

// markProperty records the change of a property.
func (p *factPart) markProperty(name string, seq int64) {
	for i := range p.props {
		if p.props[i].name == name {
			p.props[i].seq = seq
			return
		}
	}
	p.props = append(p.props, propertyChange{name, seq})
}

// lastChange returns the last change that a rule can see, and the branch of a rule whose
// firing made it.
func (f *fact) lastChange(r *Rule) (seq int64, by *branch) {
	if r.entities && f.more != nil && f.more.touched > f.latest {
		return f.more.touched, f.more.toucher
	}
	return f.latest, f.author
}

// changedAt returns the sequence number of the fact's last change that a pattern can
// see.
func (f *fact) changedAt(r *Rule, t *tests) int64 {
	part := f.more
	switch {
	case part != nil && r.entities && part.touched > f.latest:
		return part.touched
	case part == nil || len(part.props) == 0 || t.all && t.except == nil:
		return f.latest
	}
	out := part.whole
	for _, p := range part.props {
		if p.name == "*" || t.reads[p.name] || t.all && !t.except[p.name] {
			out = max(out, p.seq)
		}
	}
	return out
}

// factList holds the facts of a class in the order of their insertion. Retracted
// facts stay in it until they are the greater part.
type factList struct {
	pieces [][]*fact // of growing sizes, up to maxPiece
	count  int
	dead   int
}

// maxPiece is how many facts are in a piece of a list: no longer ones are thrown away as it grows.
const maxPiece = 512

func (l *factList) addFact(f *fact) {
	last := len(l.pieces) - 1
	if last < 0 || len(l.pieces[last]) == cap(l.pieces[last]) {
		l.pieces = append(l.pieces, make([]*fact, 0, min(max(l.count, 4), maxPiece)))
		last++
	}
	l.pieces[last] = append(l.pieces[last], f)
	l.count++
}

// noteRemoved counts a retracted fact, and drops retracted facts from the list when they
// are the greater part.
func (l *factList) noteRemoved() {
	if l.dead++; l.dead*2 <= l.count {
		return
	}
	kept := factList{}
	for f := range l.liveFacts() {
		kept.addFact(f)
	}
	*l = kept
}

// countFacts returns the number of facts in the list, with those that are retracted.
func (l *factList) countFacts() int {
	if l == nil {
		return 0
	}
	return l.count
}

// liveFacts iterates over the facts that are not retracted.
func (l *factList) liveFacts() iter.Seq[*fact] {
	return func(yield func(*fact) bool) {
		if l == nil {
			return
		}
		for _, piece := range l.pieces {
			for _, f := range piece {
				if !f.dead && !yield(f) {
					return
				}
			}
		}
	}
}

// equals indexes the facts of a class by the hash codes of their objects. A nil one
// stays empty.
type equals map[int32][]*fact

func (e equals) addFact(f *fact) {
	if e != nil {
		f.hash = host.HashCode(f.object)
		e[f.hash] = insertSorted(e[f.hash], f)
	}
}

func (e equals) removeFact(f *fact) {
	if e == nil {
		return
	}
	if e[f.hash] = removeSorted(e[f.hash], f); len(e[f.hash]) == 0 {
		delete(e, f.hash)
	}
}

// changes collects facts that have changed, some of them perhaps several times.
type changes struct {
	list  []*fact
	once  int     // number of facts after duplicates were last removed
	taken []*fact // the list that was taken last
}

func (c *changes) addFact(f *fact) {
	if n := len(c.list); n > 0 && c.list[n-1] == f {
		return
	}
	if c.list = append(c.list, f); len(c.list) > 2*c.once+64 {
		c.list = sortedFacts(c.list)
		c.once = len(c.list)
	}
}

// takeFacts empties the list and returns its facts by order of insertion, each once. They are in
// use until the next call.
func (c *changes) takeFacts() []*fact {
	out, room := sortedFacts(c.list), c.taken
	if cap(room) > 256 {
		room = nil
	}
	clear(room)
	*c = changes{list: room[:0], taken: out}
	return out
}

// factsOfClass iterates over the facts of a class in the order of their insertion. If no
// pattern names the class, all facts are searched for them.
func (s *Session) factsOfClass(class string) iter.Seq[*fact] {
	if s.program.named[class] {
		return s.byClass[class].liveFacts()
	}
	return func(yield func(*fact) bool) {
		for _, f := range s.allFacts() {
			if s.program.registry.Class(f.of.class).IsKindOf(class) && !yield(f) {
				return
			}
		}
	}
}

// allFacts returns all facts in the order of their insertion.
func (s *Session) allFacts() []*fact {
	out := make([]*fact, 0, s.held)
	for _, r := range s.readers {
		for f := range r.own.liveFacts() {
			if f.of == r { // and of no class that extends it
				out = append(out, f)
			}
		}
	}
	slices.SortFunc(out, byOrder)
	return out
}

// factOf returns the fact of an object, nil when it is none.
func (s *Session) factOf(object any) *fact {
	if d, ok := object.(*Declared); ok {
		f := d.fact.Load()
		if f != nil && f.of.session == s {
			return f
		}
		if f == nil {
			return nil // it has been in no session
		}
	}
	return s.byObj[object]
}

// keepFact makes a fact known by its object.
func (s *Session) keepFact(f *fact) {
	s.held++
	if d, ok := f.object.(*Declared); ok && f == &d.own {
		d.fact.Store(f)
		return
	}
	s.byObj[f.object] = f
}

// forgetFact makes a fact unknown by its object.
func (s *Session) forgetFact(f *fact) {
	s.held--
	if d, ok := f.object.(*Declared); ok && f == &d.own {
		d.fact.Store(noFact)
		return
	}
	delete(s.byObj, f.object)
}

// readers holds what depends on the objects of a class: the rules that look at them,
// the memories for them, and the lists that contain them, which belong to the
// classes that patterns name.
type readers struct {
	session  *Session
	class    string
	own      *factList // the list with the facts of the class, perhaps with those that extend it
	equal    equals    // of the class, once logical facts have been inserted of it
	agendas  []*agenda
	memories []*memory
	lists    []*factList
}

func (s *Session) readersOf(class string) *readers {
	if s.recent != nil && s.recent.class == class {
		return s.recent
	}
	if s.recent = s.readers[class]; s.recent != nil {
		return s.recent
	}
	c, out := s.program.registry.Class(class), &readers{session: s, class: class}
	for _, a := range s.agendas {
		for name := range a.rule.classes {
			if c.IsKindOf(name) {
				out.agendas = append(out.agendas, a)
				break
			}
		}
	}
	for _, y := range s.memory {
		if y.pattern.isMaintained() && c.IsKindOf(y.pattern.class) {
			out.memories = append(out.memories, y)
		}
	}
	for _, name := range c.ClassNames() {
		if s.program.named[name] {
			if s.byClass[name] == nil {
				s.byClass[name] = &factList{}
			}
			out.lists = append(out.lists, s.byClass[name])
		}
	}
	if out.own = s.byClass[class]; out.own == nil || !c.IsKindOf(class) {
		out.own = &factList{}
		out.lists = append(out.lists, out.own)
	}
	s.readers[class], s.recent = out, out
	return out
}

// notifyReaders notifies rules of a change. If entities is set, it notifies only those
// that look at the entities of nodes. A rule that was never evaluated looks at all
// facts anyway.
func (s *Session) notifyReaders(f *fact, entities bool) {
	if s.turn == 0 {
		return
	}
	readers := f.of
	for _, y := range readers.memories {
		if y.ready && (!entities || y.pattern.rule.entities) {
			y.changed.addFact(f)
		}
	}
	for _, a := range readers.agendas {
		if entities && !a.rule.entities {
			continue
		}
		if a.seen > 0 {
			a.changed.addFact(f)
		}
		if !a.dirty || !a.urgent {
			s.wakeRule(a)
		}
	}
}
