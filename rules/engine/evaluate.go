package engine

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
)

// An activation is a match of a rule.
type activation struct {
	branch   *branch
	stamp    uint64 // see partial
	slots    []any  // those that it keeps
	facts    []*fact
	seen     int64 // turn of the evaluation that found it last
	ticket   int32 // of its place in the queue, 0 when it does not wait to fire
	salience int32
	more     *activationPart // nil when it has none of that
}

// isQueued reports whether the match waits to fire.
func (act *activation) isQueued() bool { return act.ticket != 0 }

// leaveQueue makes the place of the match in the queue void.
func (act *activation) leaveQueue() { act.ticket = 0 }

// key identifies the match among those of its branch.
func (act *activation) key() hash {
	if act.branch.many {
		return act.more.key
	}
	return keyOfFacts(act.facts)
}

// keyOf identifies a complete match among those of its branch: its facts do, where several matches
// cannot have the same.
func (b *branch) keyOf(m *partial) hash {
	if b.many {
		return m.key
	}
	return keyOfFacts(m.facts)
}

func keyOfFacts(list []*fact) hash {
	var out hash
	for _, f := range list {
		out = out.withNumber(uint64(f.order))
	}
	return out
}

// keptSlots returns the slots that the matches of a branch keep.
func (s *Session) keptSlots(b *branch) []int {
	if s.keepsAll {
		return b.every
	}
	return b.kept
}

// fillSlots returns the slots for code about a match, in the room of those given: what the match
// keeps, and nothing in the others.
func (s *Session) fillSlots(room []any, act *activation) []any {
	size := act.branch.unit.Size()
	room = slices.Grow(room[:0], size)[:size]
	clear(room)
	for i, slot := range s.keptSlots(act.branch)[:len(act.slots)] {
		room[slot] = act.slots[i]
	}
	return room
}

// activationPart holds what few of many matches have.
type activationPart struct {
	logic []*fact // that it justifies
	path  []int64 // the way to it, where matches may have the same facts
	key   hash    // of the way, then
	// indexed tells that the indexes have it, in these places of the lists of its facts
	indexed bool
	places  []int
}

// logic returns the facts that a match justifies.
func (act *activation) logic() []*fact {
	if act.more == nil {
		return nil
	}
	return act.more.logic
}

// setLogic sets the facts that a match justifies.
func (act *activation) setLogic(list []*fact) {
	if act.more == nil && len(list) > 0 {
		act.more = &activationPart{}
	}
	if act.more != nil {
		act.more.logic = list
	}
}

// path returns the way to a match, nil where its facts tell it from others.
func (act *activation) path() []int64 {
	if act.more == nil {
		return nil
	}
	return act.more.path
}

// matches holds the matches of one branch of a rule. They are indexed when the rule is evaluated
// again: many are found once, fire and are never looked for.
type matches struct {
	loose  []*activation // not indexed yet
	first  *fact         // with which all loose matches begin; nil when they begin with several
	by     map[hash]*activation
	byFact map[*fact][]use
	room   slab[activation]
	parts  slab[activationPart]
	places slab[int]
	facts  slab[*fact]
	values slab[any] // of the slots of matches that wait to fire
}

// maxFound is how many matches an evaluation finds whose list the next one uses again.
const maxFound = 4096

// maxMatches is how many matches are allocated together: so many of 88 bytes fill what the allocator
// hands out.
const maxMatches = 30

// maxSlots is how many slots of matches are allocated, and freed, together.
const maxSlots = 128

// use is a match that contains a fact, with the fact's position among the facts of
// the match.
type use struct {
	act *activation
	at  int
}

// newMatch returns a match of the facts of a partial one, and adds it.
func (x *matches) newMatch(b *branch, m *partial) *activation {
	act := &x.room.take(1)[0]
	act.branch, act.facts = b, x.facts.take(len(m.facts))
	copy(act.facts, m.facts)
	if b.many {
		act.more = &x.parts.take(1)[0]
		act.more.path, act.more.key = slices.Clone(m.path), m.key
	}
	switch {
	case len(act.facts) == 0 || len(x.loose) > 0 && x.first != act.facts[0]:
		x.first = nil
	case len(x.loose) == 0:
		x.first = act.facts[0]
	}
	x.loose = appendDoubling(x.loose, act)
	return act
}

// endWithFirst reports whether the changes that have just been applied end all matches: all of
// them are loose and begin with a fact that the first pattern of the branch no longer holds.
// So it is with rules that wait for a stage of the work, which one fact names.
func (x *matches) endWithFirst(s *Session, b *branch) bool {
	if len(x.by) > 0 || len(x.loose) == 0 || x.first == nil || x.first.turn != s.turn {
		return false
	}
	p, ok := b.steps[0].(*pattern)
	return ok && p.position == 0 && s.memory[p.number].ready && !s.memory[p.number].holds(x.first)
}

// takeLoose appends the loose matches to out, and forgets them.
func (x *matches) takeLoose(out []*activation) []*activation {
	out = append(out, x.loose...)
	clear(x.loose)
	x.loose, x.first = x.loose[:0], nil
	return out
}

// indexMatches indexes the matches that are not.
func (x *matches) indexMatches() {
	if len(x.loose) == 0 {
		return
	}
	if x.by == nil {
		x.by, x.byFact = make(map[hash]*activation, len(x.loose)), map[*fact][]use{}
	}
	for _, act := range x.loose {
		x.indexMatch(act)
	}
	clear(x.loose)
	x.loose, x.first = x.loose[:0], nil
}

// indexMatch indexes a match by its key and its facts.
func (x *matches) indexMatch(act *activation) {
	x.by[act.key()] = act
	if act.more == nil {
		act.more = &x.parts.take(1)[0]
	}
	act.more.indexed, act.more.places = true, x.places.take(len(act.facts))
	for i, f := range act.facts {
		act.more.places[i] = len(x.byFact[f])
		x.byFact[f] = append(x.byFact[f], use{act, i})
	}
}

// removeMatch empties a match, and removes it from the indexes if it is there.
func (x *matches) removeMatch(act *activation) {
	if act.more != nil && act.more.indexed {
		x.removeFromIndex(act)
	}
	act.slots, act.facts = nil, nil // others may keep its room
	if act.more != nil {
		act.more.indexed, act.more.places, act.more.path = false, nil, nil
	}
}

// removeFromIndex removes a match from the indexes.
func (x *matches) removeFromIndex(act *activation) {
	places := act.more.places
	delete(x.by, act.key())
	for i, f := range act.facts {
		list := x.byFact[f]
		last := list[len(list)-1]
		list[places[i]] = last
		last.act.more.places[last.at] = places[i]
		if list = list[:len(list)-1]; len(list) == 0 {
			delete(x.byFact, f)
		} else {
			x.byFact[f] = list
		}
	}
}

// evaluateRule brings the matches of a rule up to date. The first time it looks at all
// facts, later only at those that the changes can affect.
func (s *Session) evaluateRule(a *agenda) {
	a.dirty = false
	s.call.Budget.BeginConditions()
	s.call.Budget.CheckTime()
	s.beginRule(a)
	if s.observer != nil {
		defer s.countWork(a, s.work, time.Now())
	}
	clear(s.values) // of an evaluation that has failed
	s.values = s.values[:0]
	s.withdrawOfRetracted(a)
	changed, before := a.changed.takeFacts(), a.seenAt
	a.seenAt = s.seq
	var stale []*activation
	for _, b := range a.rule.branches {
		s.turn++
		f := &a.frames[b.number]
		*f = compile.Frame{Slots: a.slots[b.number], RT: s.rt}
		again, whole := s.affectedFacts(b, f, changed)
		if own := a.matches[b.number]; own.endWithFirst(s, b) {
			stale = own.takeLoose(stale)
		} else if a.seen > 0 {
			own.indexMatches()
		}
		s.found = s.found[:0]
		m := s.newPartial()
		m.f, m.before = f, before
		m.inside.noteChanges(s.effects, a.rule)
		if whole = whole || a.seen == 0; whole {
			m.runSteps(b.steps, func() { s.recordMatch(a, b, m) })
		} else {
			s.matchChanged(a, b, m, again)
		}
		b.order.sortMatches(s.found, whole)
		a.queue.list = slices.Grow(a.queue.list, len(s.found))
		for _, act := range s.found {
			a.enqueue(act, s.salienceOf(act))
		}
		if len(s.found) > maxFound {
			s.found = nil
		}
		stale = a.matches[b.number].appendUnseen(again, whole, s.turn, stale)
		s.unused = append(s.unused, m)
	}
	a.seen = s.turn
	s.removeStale(a, stale)
	if !a.rule.isEager() && !a.rule.isSingle() {
		a.dirty = false // as in Drools, what it withdraws itself does not wake it
	}
}

// withdrawOfRetracted withdraws what matches of a single fact justify that has been retracted:
// they end with their fact, before the rule is evaluated.
func (s *Session) withdrawOfRetracted(a *agenda) {
	if a.logical == 0 || !a.rule.isSingle() {
		return
	}
	for _, own := range a.matches {
		own.indexMatches()
	}
	for i := 0; i < len(a.changed.list); i++ { // withdrawing may add to the list
		f := a.changed.list[i]
		for _, x := range a.matches {
			for _, u := range x.byFact[f] {
				if f.dead && len(u.act.facts) == 1 && len(u.act.logic()) > 0 {
					s.retractLogical(u.act)
					a.takeLogic(u.act)
				}
			}
		}
	}
}

// matchChanged finds the matches with a changed fact: those in which it is the first fact,
// the second one, and so on.
func (s *Session) matchChanged(a *agenda, b *branch, m *partial, changed []*fact) {
	for _, p := range b.outer {
		if m.delta = s.newDelta(p, changed); m.delta != nil {
			m.runSteps(b.steps, func() { s.recordMatch(a, b, m) })
		}
	}
}

// leftToRight compares two matches of a branch in the order in which a full
// evaluation finds them: by their leftmost fact first.
func leftToRight(x, y *activation) int {
	if x.path() != nil {
		return slices.Compare(x.path(), y.path())
	}
	return slices.CompareFunc(x.facts, y.facts, byOrder)
}

// appendUnseen appends to out the matches that the evaluation of that turn looked for and
// did not find: those of the facts in again or, if whole is set, all.
func (x *matches) appendUnseen(again []*fact, whole bool, turn int64, out []*activation) []*activation {
	if whole {
		for _, act := range x.by {
			if act.seen != turn {
				out = append(out, act)
			}
		}
		return out
	}
	for _, f := range again {
		for _, u := range x.byFact[f] {
			if u.act.seen != turn {
				u.act.seen = turn // once is enough
				out = append(out, u.act)
			}
		}
	}
	return out
}

// removeStale removes matches that no longer hold.
func (s *Session) removeStale(a *agenda, stale []*activation) {
	if a.logical > 0 { // what they withdraw is withdrawn in their order
		slices.SortFunc(stale, func(x, y *activation) int {
			return cmp.Or(cmp.Compare(x.branch.number, y.branch.number), leftToRight(x, y), cmp.Compare(x.key().a, y.key().a))
		})
	}
	for _, act := range stale {
		a.matches[act.branch.number].removeMatch(act)
		a.count--
		act.leaveQueue()
		if len(act.logic()) > 0 {
			a.logical--
		}
		s.withdrawing = act.branch
		s.retractLogical(act)
		s.withdrawing = nil
	}
	if a.count == 0 {
		a.queue.removeAll()
	}
}

// recordMatch records a match that holds. A match that is new, or has a fact that has
// changed since it was last found, is to fire.
func (s *Session) recordMatch(a *agenda, b *branch, m *partial) {
	own := a.matches[b.number]
	stamp := m.stamp.a ^ m.stamp.b
	var act *activation
	if len(own.by) > 0 {
		act = own.by[b.keyOf(m)]
	}
	if act == nil {
		if b.quiet && b.sawNoChange(m) {
			return
		}
		if a.count >= s.limits.Matches {
			panic(&host.LimitError{
				Message: fmt.Sprintf("more than %d matches at once: its patterns go with each other in too many ways", s.limits.Matches),
			})
		}
		if m.seq <= m.before { // what a not or an exists looks at has made it
			m.noteChange(m.inside.seq, m.inside.origin)
		}
		a.count++
		act = own.newMatch(b, m)
	} else if act.seen == s.turn || act.stamp == stamp && !act.isQueued() {
		act.seen = s.turn
		return
	}
	isNew := act.seen == 0
	fresh := isNew || act.stamp != stamp
	act.seen, act.stamp, act.slots = s.turn, stamp, own.values.take(len(s.keptSlots(b)))
	for i, slot := range s.keptSlots(b) {
		act.slots[i] = m.f.Slots[slot]
	}
	if act.isQueued() && s.salienceOf(act) != act.salience || !act.isQueued() && fresh && !s.isBlocked(b, m, isNew) {
		s.found = appendDoubling(s.found, act)
		s.focusOn(b, m)
	}
}

// isBlocked reports whether an attribute of the rule keeps a fresh match from firing.
// With no-loop a new match may come from no firing of the rule, and one that was there
// before from none of its branch.
func (s *Session) isBlocked(b *branch, m *partial, isNew bool) bool {
	r := b.rule
	switch {
	case r.attrs.NoLoop && m.origin != nil && (m.origin == b || isNew && m.origin.rule == r):
		return true
	case r.attrs.LockOnActive && s.active == "@"+r.group && m.seq > s.focus[r.group]:
		return true
	}
	fired, any := s.trigger[r.attrs.ActivationGroup]
	return any && fired >= m.seq
}

// retractLogical retracts the logical facts that only this match has justified.
func (s *Session) retractLogical(act *activation) {
	for _, f := range act.logic() {
		s.withdrawReason(act, f)
	}
}

// withdrawReason retracts a logical fact if this match was the last to justify it.
func (s *Session) withdrawReason(act *activation, f *fact) {
	delete(f.reasons(), act)
	if len(f.reasons()) == 0 && !f.stated && !f.dead {
		s.Retract(f.object)
	}
}
