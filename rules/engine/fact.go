package engine

import (
	"iter"
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

// A fact is an object in the working memory.
type fact struct {
	object any
	class  string
	order  int64
	whole  int64            // sequence of the last change of all properties
	props  map[string]int64 // of single properties
	latest int64            // of the last change but those of the entities of a node
	author *branch          // whose firing made that change
	seq    int64            // of the last change of any kind
	origin *branch          // whose firing made that one
	turn   int64            // of the latest evaluation that evaluates its matches again
	hash   int32            // of the object, when the facts of its class are indexed by it
	stated bool
	dead   bool
	// withdrawn tells of a dead one that the evaluation of a rule has withdrawn it
	withdrawn bool
	// reasons are the matches that justify a logical fact
	reasons map[*activation]bool
	version int64 // of the object, when it was inserted or updated last
}

// Versioned is an object that counts its changes, as far as conditions can see them.
// An update of an object whose version is unchanged has no effect.
type Versioned interface{ Version() int64 }

// refreshVersion records the version of the object and reports whether the object may have
// changed since the last call. An object without a version may always have changed.
func (f *fact) refreshVersion() bool {
	v, counts := f.object.(Versioned)
	if !counts {
		return true
	}
	before := f.version
	f.version = v.Version()
	return f.version != before
}

func (s *Session) newFact(object any) *fact {
	f := &s.facts.take(1)[0]
	*f = fact{object: object, class: host.ClassNameOf(object), order: s.seq,
		whole: s.seq, latest: s.seq, seq: s.seq, author: s.firingBranch(), origin: s.firingBranch()}
	f.refreshVersion()
	return f
}

// markChanged records an update of these properties or, when properties is nil, of all.
func (f *fact) markChanged(seq int64, by *branch, properties []string) {
	f.seq, f.latest, f.origin, f.author = seq, seq, by, by
	if properties == nil {
		f.whole = seq
	}
	for _, p := range properties {
		if f.props == nil {
			f.props = map[string]int64{}
		}
		f.props[p] = seq
	}
}

// lastChange returns the last change that a rule can see, and the branch of a rule whose
// firing made it.
func (f *fact) lastChange(r *Rule) (seq int64, by *branch) {
	if r.entities {
		return f.seq, f.origin
	}
	return f.latest, f.author
}

// changedAt returns the sequence number of the fact's last change that a pattern can
// see.
func (f *fact) changedAt(r *Rule, t *tests) int64 {
	if r.entities && f.seq > f.latest {
		return f.seq
	}
	if t.all && t.except == nil {
		return f.latest
	}
	if len(f.props) == 0 {
		return f.whole
	}
	out := max(f.whole, f.props["*"])
	for name, seq := range f.props {
		if t.all && !t.except[name] {
			out = max(out, seq)
		}
	}
	for name := range t.reads {
		out = max(out, f.props[name])
	}
	return out
}

// factList holds the facts of a class in the order of their insertion. Retracted
// facts stay in it until they are the greater part.
type factList struct {
	items []*fact
	dead  int
}

func (l *factList) addFact(f *fact) { l.items = append(l.items, f) }

// noteRemoved counts a retracted fact, and drops retracted facts from the list when they
// are the greater part.
func (l *factList) noteRemoved() {
	if l.dead++; l.dead*2 <= len(l.items) {
		return
	}
	kept := make([]*fact, 0, len(l.items)-l.dead)
	for f := range l.liveFacts() {
		kept = append(kept, f)
	}
	l.items, l.dead = kept, 0
}

// allItems returns the facts of the list, with those that are retracted.
func (l *factList) allItems() []*fact {
	if l == nil {
		return nil
	}
	return l.items
}

// liveFacts iterates over the facts that are not retracted.
func (l *factList) liveFacts() iter.Seq[*fact] {
	return func(yield func(*fact) bool) {
		if l == nil {
			return
		}
		for _, f := range l.items {
			if !f.dead && !yield(f) {
				return
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
	list []*fact
	once int // number of facts after duplicates were last removed
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

// takeFacts empties the list and returns its facts by order of insertion, each once.
func (c *changes) takeFacts() []*fact {
	out := sortedFacts(c.list)
	*c = changes{}
	return out
}

// factsOfClass iterates over the facts of a class in the order of their insertion. If no
// pattern names the class, all facts are searched for them.
func (s *Session) factsOfClass(class string) iter.Seq[*fact] {
	if s.program.named[class] {
		return s.byClass[class].liveFacts()
	}
	var out []*fact
	for _, f := range s.byObj {
		if s.program.registry.Class(f.class).IsKindOf(class) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, byOrder)
	return slices.Values(out)
}

// readers holds what depends on the objects of a class: the rules that look at them,
// the memories for them, and the lists that contain them, which belong to the
// classes that patterns name.
type readers struct {
	agendas  []*agenda
	memories []*memory
	lists    []*factList
}

func (s *Session) readersOf(class string) *readers {
	if known := s.readers[class]; known != nil {
		return known
	}
	c, out := s.program.registry.Class(class), &readers{}
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
	s.readers[class] = out
	return out
}

// notifyReaders notifies rules of a change. If entities is set, it notifies only those
// that look at the entities of nodes. A rule that was never evaluated looks at all
// facts anyway.
func (s *Session) notifyReaders(f *fact, entities bool) {
	if s.turn == 0 {
		return
	}
	readers := s.readersOf(f.class)
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
