package engine

import (
	"iter"
	"strconv"

	"github.com/seed-62a36931/docket/domain/rules/host"
)

// A fact is an object in the working memory.
type fact struct {
	object any
	class  string
	id     string
	order  int64
	whole  int64            // sequence of the last change of all properties
	props  map[string]int64 // of single properties
	latest int64            // of the last change but those of the entities of a node
	author *Rule            // whose firing made that change
	seq    int64            // of the last change of any kind
	origin *Rule            // whose firing made that one
	stated bool
	dead   bool
	// reasons are the matches that justify a logical fact
	reasons map[*activation]bool
}

func (s *Session) newFact(object any) *fact {
	return &fact{object: object, class: host.ClassNameOf(object), id: strconv.FormatInt(s.seq, 36), order: s.seq,
		whole: s.seq, latest: s.seq, seq: s.seq, author: s.firingRule(), origin: s.firingRule()}
}

// change notes an update of these properties or, when they are nil, of all.
func (f *fact) change(seq int64, by *Rule, properties []string) {
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

// last is the last change that a rule can see, and whose firing made it.
func (f *fact) last(r *Rule) (seq int64, by *Rule) {
	if r.entities {
		return f.seq, f.origin
	}
	return f.latest, f.author
}

// stamp is when the fact last changed as far as a pattern can see.
func (f *fact) stamp(r *Rule, t *tests) int64 {
	if r.entities && f.seq > f.latest {
		return f.seq
	}
	if t.all {
		return f.latest
	}
	out := max(f.whole, f.props["*"])
	for name := range t.reads {
		out = max(out, f.props[name])
	}
	return out
}

// A factList is the facts of a class in the order of their insertion. Retracted
// facts stay in it until they are the greater part.
type factList struct {
	items []*fact
	dead  int
}

func (l *factList) add(f *fact) { l.items = append(l.items, f) }

func (l *factList) removed() {
	if l.dead++; l.dead*2 <= len(l.items) {
		return
	}
	kept := make([]*fact, 0, len(l.items)-l.dead)
	for f := range l.live() {
		kept = append(kept, f)
	}
	l.items, l.dead = kept, 0
}

// live are the facts that are not retracted.
func (l *factList) live() iter.Seq[*fact] {
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

// classesOf are the classes that an object of a class is in.
func (s *Session) classesOf(class string) []string {
	return s.program.registry.Class(class).Classes()
}

// readers are the rules and patterns that look at objects of a class.
type readers struct {
	agendas  []*agenda
	memories []*memory
}

func (s *Session) readersOf(class string) *readers {
	out := s.readers[class]
	if out != nil {
		return out
	}
	out = &readers{}
	c := s.program.registry.Class(class)
	for _, a := range s.agendas {
		for name := range a.rule.classes {
			if c.Is(name) {
				out.agendas = append(out.agendas, a)
				break
			}
		}
	}
	for _, m := range s.memory {
		if c.Is(m.pattern.class) {
			out.memories = append(out.memories, m)
		}
	}
	s.readers[class] = out
	return out
}

// touched tells rules of a change, those that look at the entities of nodes only
// when entities is set. A rule that was never evaluated looks at all facts anyway.
func (s *Session) touched(f *fact, entities bool) {
	r := s.readersOf(f.class)
	for _, a := range r.agendas {
		if entities && !a.rule.entities {
			continue
		}
		a.dirty = true
		if a.seen > 0 {
			a.changed[f] = true
		}
	}
	for _, m := range r.memories {
		if m.ready && (!entities || m.pattern.rule.entities) {
			m.pending[f] = true
		}
	}
}
