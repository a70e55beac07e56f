package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
)

// Limits limits a run. Zero values are replaced by the defaults.
type Limits struct {
	Firings int64 // of one session
	Steps   int64 // of one consequence or one evaluation of a rule
	Matches int   // of one rule at a time
	Memory  int64 // bytes of values that rules make, roughly
}

// Defaults holds the limits that apply where none are given.
var Defaults = Limits{Firings: 2_000_000, Steps: 50_000_000, Matches: 250_000, Memory: 256 << 20}

// RuleError is a failure while a rule was matched or fired.
type RuleError struct {
	Rule   string
	Offset int // in the rule file
	Msg    string
}

// Error returns the message with the name of the rule.
func (e *RuleError) Error() string { return fmt.Sprintf("rule %q: %s", e.Rule, e.Msg) }

// Session is a working memory and an agenda.
type Session struct {
	program   *Program
	limits    Limits
	call      *host.Call
	rt        *compile.Runtime
	byObj     map[any]*fact        // those whose object does not know its fact
	facts     slab[fact]           // room for those to come
	parts     slab[factPart]       // the same
	held      int                  // facts
	recent    *readers             // of the class that was asked for last
	byClass   map[string]*factList // of the classes that patterns name
	readers   map[string]*readers  // what depends on the objects of a class
	memory    []*memory            // by the number of the pattern
	outcomes  []outcome            // by the number of the scope
	agendas   []*agenda            // by rank
	live      bitset               // ranks of the rules that may have something to fire
	urgent    []*agenda            // rules to evaluate before any other
	dynamic   []*agenda            // those with computed salience
	exclusive map[string][]*agenda // those of an activation group
	found     []*activation        // by the evaluation that runs, to be queued
	unused    []*partial
	ranking   compile.Frame // room for a computed salience
	room      compile.Frame // for consequences that make no functions
	changed   []*fact       // room for the list of a delta
	values    []any         // room for what is aggregated
	part      part          // room for the contribution of a fact to an aggregate
	applied   []effect      // room for what happened in a memory
	effects   []effect      // of the evaluation that runs, on patterns inside of other conditions
	seq       int64
	turn      int64 // evaluations of rules so far
	firing    *agenda
	current   *activation
	halted    bool
	// withdrawing is the branch whose conclusions are withdrawn, as their matches no longer hold
	withdrawing *branch
	fired       int64   // consequences so far
	firings     int64   // after so many the busiest rule is taken out
	blamed      *agenda // the rule that is evaluated or fires
	isolating   bool    // a rule that fails does not end the run
	failures    []*RuleError
	work        int64 // facts that patterns were tried on so far
	observer    Observer
	keepsAll    bool             // matches keep all that their conditions bind, for an observer
	stack       []string         // agenda groups, the one with the focus last
	active      string           // "@" and the group with the focus
	working     bool             // the rules of group fire until none is left
	group       string           // with the focus, or that had it before a rule with auto-focus took it
	focus       map[string]int64 // when the turn of a group began
	trigger     map[string]int64 // when an activation group fired
}

// NewSession returns an empty working memory for a program. state becomes the
// Session of the host.Call, in which services find their context.
func NewSession(ctx context.Context, p *Program, state any, globals map[string]any, limits Limits) *Session {
	limits.Firings = cmp.Or(max(limits.Firings, 0), Defaults.Firings)
	limits.Steps = cmp.Or(max(limits.Steps, 0), Defaults.Steps)
	limits.Memory = cmp.Or(max(limits.Memory, 0), Defaults.Memory)
	limits.Matches = cmp.Or(max(limits.Matches, 0), Defaults.Matches)
	s := &Session{
		program:   p,
		limits:    limits,
		firings:   limits.Firings,
		byObj:     map[any]*fact{},
		facts:     slab[fact]{most: maxFacts},
		byClass:   map[string]*factList{},
		outcomes:  make([]outcome, p.scopes),
		readers:   map[string]*readers{},
		focus:     map[string]int64{},
		trigger:   map[string]int64{},
		exclusive: map[string][]*agenda{},
	}
	s.call = &host.Call{Session: state, Budget: host.NewBudget(ctx, limits.Steps)}
	s.call.Budget.LimitMemory(limits.Memory, s.heldBytes)
	s.rt = &compile.Runtime{Call: s.call, Globals: globals, Actions: s}
	for _, pt := range p.patterns {
		s.memory = append(s.memory, newMemory(pt))
	}
	for rank, r := range p.ranked {
		s.agendas = append(s.agendas, newAgenda(r, rank))
	}
	s.joinParts()
	s.live = newBitset(len(s.agendas))
	for _, a := range s.agendas {
		s.wakeRule(a)
		if a.rule.dynamic {
			s.dynamic = append(s.dynamic, a)
		}
		if g := a.rule.attrs.ActivationGroup; g != "" {
			s.exclusive[g] = append(s.exclusive[g], a)
		}
	}
	return s
}

// Insert adds a fact. An object that already is a fact is not added twice. A logical
// fact lives as long as a match that inserted it; a fact that is stated while an equal
// logical one is there stands beside it.
func (s *Session) Insert(object any, logical bool) {
	if f := s.factOf(object); f != nil {
		f.stated = f.stated || !logical
		s.addReason(f, logical)
		return
	}
	if logical {
		if f := s.equalFact(object); f != nil {
			s.addReason(f, logical)
			return
		}
	}
	if s.current != nil {
		s.countInserted(object)
	}
	s.seq++
	f := s.newFact(object)
	f.stated = !logical
	s.addReason(f, logical)
	s.addFact(f)
}

// addFact adds a new fact to the working memory.
func (s *Session) addFact(f *fact) {
	s.keepFact(f)
	for _, list := range f.of.lists {
		list.addFact(f)
	}
	f.of.equal.addFact(f)
	s.notifyReaders(f, false)
}

// equalFact returns the existing fact with an equal object, or nil.
func (s *Session) equalFact(object any) *fact {
	class := host.ClassNameOf(object)
	if _, byValue := object.(host.Equaler); !byValue {
		return nil
	}
	of := s.readersOf(class)
	if of.equal == nil {
		of.equal = equals{}
		for f := range s.factsOfClass(class) {
			of.equal.addFact(f)
		}
	}
	for _, f := range of.equal[host.HashCode(object)] {
		if host.Equal(f.object, object) {
			return f
		}
	}
	return nil
}

// addReason adds the match that fires to the reasons of a logical fact, or to those of a
// stated one that it concludes too.
func (s *Session) addReason(f *fact, logical bool) {
	if s.current != nil && (!f.stated || logical) {
		part := s.partOf(f)
		if part.reasons == nil {
			part.reasons = map[*activation]bool{}
		}
		part.reasons[s.current] = true
		if len(s.current.logic()) == 0 {
			s.firing.logical++
		}
		s.current.setLogic(append(s.current.logic(), f))
	}
}

// isRetracted reports whether an object is a fact of the match that fires and has been
// retracted since.
func (s *Session) isRetracted(object any) bool {
	return s.factOf(object) == nil && s.current != nil &&
		slices.ContainsFunc(s.current.facts, func(f *fact) bool { return f.dead && f.object == object })
}

// Update marks a fact as changed, in these properties only or, when properties is
// nil, in all. The update of a fact of the match that fires, retracted since, changes
// nothing; that of any other object is an exception.
func (s *Session) Update(object any, properties []string) {
	f := s.factOf(object)
	if f == nil {
		if s.isRetracted(object) {
			return
		}
		host.Throw("IllegalStateException", "update of a %s that is no fact", host.ClassNameOf(object))
	}
	if properties != nil && len(properties) == 0 {
		return // a modify that sets nothing
	}
	if properties == nil && !s.refreshVersion(f) {
		return
	}
	s.seq++
	f.of.equal.removeFact(f)
	f.of.equal.addFact(f)
	s.markChanged(f, properties)
	s.notifyReaders(f, false)
}

// TouchEntities records that the entities of a node have changed, if the node is a fact.
// Only rules that look at the entities of nodes are matched again.
func (s *Session) TouchEntities(object any) {
	if f := s.factOf(object); f != nil {
		s.seq++
		part := s.partOf(f)
		part.touched, part.toucher = s.seq, s.firingBranch()
		s.notifyReaders(f, true)
	}
}

// firingBranch returns the branch of a rule that fires or withdraws conclusions, nil for none.
func (s *Session) firingBranch() *branch {
	if s.current == nil {
		return s.withdrawing
	}
	return s.current.branch
}

// Retract removes an object from matching.
func (s *Session) Retract(object any) {
	f := s.factOf(object)
	if f == nil {
		return
	}
	s.seq++
	s.forgetFact(f)
	f.of.equal.removeFact(f)
	s.markChanged(f, nil)
	f.dead, f.withdrawn = true, s.withdrawing != nil
	for _, list := range f.of.lists {
		list.noteRemoved()
	}
	s.notifyReaders(f, false)
	if f.stated && len(f.reasons()) > 0 {
		s.restoreLogical(f)
	}
}

// restoreLogical makes a new fact of the object of a retracted one that matches justify
// still: it was stated and concluded.
func (s *Session) restoreLogical(before *fact) {
	s.seq++
	f := s.newFact(before.object)
	f.author = nil
	s.partOf(f).reasons = before.reasons()
	for act := range f.reasons() {
		act.logic()[slices.Index(act.logic(), before)] = f
	}
	s.addFact(f)
}

// Halt ends the run after the current consequence.
func (s *Session) Halt() { s.halted = true }

// FactsOfClass returns the facts of a class in the order of insertion.
func (s *Session) FactsOfClass(class string) []any {
	var out []any
	for f := range s.factsOfClass(class) {
		out = append(out, f.object)
	}
	return out
}
