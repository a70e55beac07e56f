package engine

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
)

// Limits bound a run; zero values are replaced by the defaults.
type Limits struct {
	Firings int64 // of one session
	Steps   int64 // of one consequence or one evaluation of a rule
	Matches int   // of one rule at a time
}

// Defaults are the limits where none are given.
var Defaults = Limits{Firings: 5_000_000, Steps: 200_000_000, Matches: 1_000_000}

// A RuleError is a failure while a rule was matched or fired.
type RuleError struct {
	Rule   string
	Offset int // in the rule file
	Msg    string
}

// Error names the rule.
func (e *RuleError) Error() string { return fmt.Sprintf("rule %q: %s", e.Rule, e.Msg) }

// A fact is an object in the working memory.
type fact struct {
	object  any
	id      string
	order   int64
	whole   int64            // sequence of the last change of all properties
	props   map[string]int64 // of single properties
	seq     int64
	origin  *Rule
	stated  bool
	reasons map[*activation]bool // matches that justify a logical fact
}

// stamp is when the fact last changed as far as a pattern can see.
func (f *fact) stamp(t *tests) int64 {
	if t.all {
		return f.seq
	}
	out := max(f.whole, f.props["*"])
	for name := range t.reads {
		out = max(out, f.props[name])
	}
	return out
}

// An activation is a match of a rule.
type activation struct {
	branch *branch
	key    string
	stamp  string
	slots  []any
	queued bool
	seen   int64
	logic  []*fact
	facts  []*fact
}

type agenda struct {
	rule    *Rule
	matches map[string]*activation
	queue   []*activation
	dirty   bool
	seen    int64          // sequence at the last evaluation, 0 before the first
	changed map[*fact]bool // facts changed since then
}

// A Session is a working memory and an agenda.
type Session struct {
	program *Program
	limits  Limits
	call    *host.Call
	rt      *compile.Runtime
	byObj   map[any]*fact
	byClass map[string][]*fact
	agendas []*agenda // by rank
	seq     int64
	turn    int64
	firing  *Rule
	current *activation
	halted  bool
	focus   map[string]int64 // when a group became active
	trigger map[string]int64 // when an activation group fired
}

// NewSession is an empty working memory for a program. The call's Session is what
// services find their context in.
func NewSession(ctx context.Context, p *Program, state any, globals map[string]any, limits Limits) *Session {
	if limits.Firings <= 0 {
		limits.Firings = Defaults.Firings
	}
	if limits.Steps <= 0 {
		limits.Steps = Defaults.Steps
	}
	if limits.Matches <= 0 {
		limits.Matches = Defaults.Matches
	}
	s := &Session{program: p, limits: limits, byObj: map[any]*fact{}, byClass: map[string][]*fact{}, focus: map[string]int64{}, trigger: map[string]int64{}}
	s.call = &host.Call{Session: state, Budget: host.NewBudget(ctx, limits.Steps)}
	s.rt = &compile.Runtime{Call: s.call, Globals: globals, Actions: s}
	for _, r := range p.rules {
		if !r.disabled {
			s.agendas = append(s.agendas, &agenda{rule: r, matches: map[string]*activation{}, dirty: true})
		}
	}
	slices.SortStableFunc(s.agendas, func(a, b *agenda) int { return b.rule.salience - a.rule.salience })
	return s
}

func (s *Session) facts(class string) []*fact { return slices.Clone(s.byClass[class]) }

func (s *Session) classesOf(object any) []string {
	class := s.program.registry.Class(host.ClassNameOf(object))
	var out []string
	for _, name := range s.program.registry.Names() {
		if class.Is(name) {
			out = append(out, name)
		}
	}
	return out
}

func (s *Session) touched(class string, f *fact) {
	for _, a := range s.agendas {
		for name := range a.rule.classes {
			if s.program.registry.Class(class).Is(name) {
				a.dirty = true
				if a.changed == nil {
					a.changed = map[*fact]bool{}
				}
				a.changed[f] = true
			}
		}
	}
}

// Insert adds a fact; an object that is one already stays one. A logical fact lives
// as long as a match that inserted it.
func (s *Session) Insert(object any, logical bool) {
	if f := s.equalFact(object, logical); f != nil {
		f.stated = f.stated || !logical
		s.justify(f, logical)
		return
	}
	s.seq++
	f := &fact{object: object, id: strconv.FormatInt(s.seq, 36), order: s.seq, whole: s.seq, seq: s.seq, origin: s.firing, props: map[string]int64{}, stated: !logical, reasons: map[*activation]bool{}}
	s.byObj[object] = f
	for _, class := range s.classesOf(object) {
		s.byClass[class] = append(s.byClass[class], f)
	}
	s.justify(f, logical)
	s.touched(host.ClassNameOf(object), f)
}

func (s *Session) equalFact(object any, logical bool) *fact {
	if f := s.byObj[object]; f != nil || !logical {
		return f
	}
	for _, f := range s.byClass[host.ClassNameOf(object)] {
		if host.Equal(f.object, object) {
			return f
		}
	}
	return nil
}

func (s *Session) justify(f *fact, logical bool) {
	if logical && s.current != nil && !f.stated {
		f.reasons[s.current] = true
		s.current.logic = append(s.current.logic, f)
	}
}

// Update says that a fact has changed.
func (s *Session) Update(object any, properties []string) {
	f := s.byObj[object]
	if f == nil {
		host.Throw("IllegalStateException", "update of a %s that is no fact", host.ClassNameOf(object))
	}
	s.seq++
	f.seq, f.origin = s.seq, s.firing
	if properties == nil {
		f.whole = s.seq
	}
	for _, p := range properties {
		f.props[p] = s.seq
	}
	s.touched(host.ClassNameOf(object), f)
}

// Touch is Update for an object that need not be a fact.
func (s *Session) Touch(object any) {
	if s.byObj[object] != nil {
		s.Update(object, nil)
	}
}

// Retract takes an object out of matching.
func (s *Session) Retract(object any) {
	f := s.byObj[object]
	if f == nil {
		return
	}
	s.seq++
	delete(s.byObj, object)
	for _, class := range s.classesOf(object) {
		s.byClass[class] = slices.DeleteFunc(slices.Clone(s.byClass[class]), func(x *fact) bool { return x == f })
	}
	s.touched(host.ClassNameOf(object), f)
}

// Halt ends the run after this consequence.
func (s *Session) Halt() { s.halted = true }

// Objects are the facts of a class, in order of insertion.
func (s *Session) Objects(class string) []any {
	var out []any
	for _, f := range s.byClass[class] {
		out = append(out, f.object)
	}
	return out
}

// evaluate brings the matches of a rule up to date.
func (s *Session) evaluate(a *agenda) {
	a.dirty = false
	s.turn++
	s.call.Budget.Renew()
	s.rt.Rule = a.rule.name
	for i, b := range a.rule.branches {
		f := &compile.Frame{Slots: make([]any, b.unit.Size()), RT: s.rt}
		m := &partial{s: s, f: f}
		prefix := strconv.Itoa(i) + ":"
		if a.seen == 0 || b.patterns == 0 {
			b.step(m, func() { s.matched(a, b, m, prefix) })
			continue
		}
		for only := range b.patterns {
			m.delta = &delta{only, a.changed}
			b.step(m, func() { s.matched(a, b, m, prefix) })
		}
	}
	known := a.seen > 0
	a.seen = s.turn
	for key, act := range a.matches {
		if known && act.branch.patterns > 0 && !act.involves(a.changed) {
			continue
		}
		if act.seen != s.turn {
			delete(a.matches, key)
			act.queued = false
			s.withdraw(act)
		}
	}
	a.changed = nil
	a.queue = slices.DeleteFunc(a.queue, func(x *activation) bool { return !x.queued })
}

// involves says whether a changed fact takes part in a match.
func (x *activation) involves(changed map[*fact]bool) bool {
	return slices.ContainsFunc(x.facts, func(f *fact) bool { return changed[f] })
}

func (s *Session) matched(a *agenda, b *branch, m *partial, prefix string) {
	key := prefix + strings.Join(m.key, ",")
	stamp := fmt.Sprint(m.stamps)
	act := a.matches[key]
	if act == nil {
		if len(a.matches) >= s.limits.Matches {
			panic(&host.LimitError{Message: fmt.Sprintf("more than %d matches at once", s.limits.Matches)})
		}
		act = &activation{branch: b, key: key}
		a.matches[key] = act
	}
	act.seen = s.turn
	if act.stamp == stamp && !act.queued {
		return
	}
	fresh := act.stamp != stamp
	act.stamp, act.slots, act.facts = stamp, slices.Clone(m.f.Slots), m.facts
	if fresh && !act.queued && !s.blocked(a.rule, m) {
		act.queued = true
		a.queue = append(a.queue, act)
	}
}

// blocked says whether an attribute of the rule keeps a fresh match from firing.
func (s *Session) blocked(r *Rule, m *partial) bool {
	switch {
	case r.attrs.NoLoop && m.origin == r:
		return true
	case r.attrs.LockOnActive && s.focus[r.group] > 0 && m.seq > s.focus[r.group]:
		return true
	case r.attrs.ActivationGroup != "" && s.trigger[r.attrs.ActivationGroup] >= m.seq && s.trigger[r.attrs.ActivationGroup] > 0:
		return true
	}
	return false
}

// withdraw ends what a match has justified.
func (s *Session) withdraw(act *activation) {
	for _, f := range act.logic {
		delete(f.reasons, act)
		if len(f.reasons) == 0 && !f.stated {
			s.Retract(f.object)
		}
	}
}
