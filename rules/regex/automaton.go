package regex

import (
	"slices"
	"sync"
	"unicode/utf8"
)

// An automaton tells in one pass over a text, from its end to its beginning, where matches of an expression may begin.
// What surrounds a match is not looked at, so a match need not begin there, but none begins elsewhere. Its states are
// made when a text first leads to them, and serve all texts after it. It is safe for concurrent use.
type automaton struct {
	insts  []inst
	start  int32
	exact  bool // it knows whether the expression matches a text as a whole
	search bool // a match may end anywhere, not only at the end of the text

	mu      sync.Mutex
	states  []*state // the first is none, the second the one that leads nowhere
	byKey   map[string]uint16
	begun   uint16 // the state at the end of a text
	steps   int    // of all states together
	emptied int    // how often there were too many states
}

// Bounds of an automaton. One that needs more each time is given up.
const (
	mostInsts   = 4000
	mostStates  = 500
	mostSteps   = 64_000 // of all states together: a quarter of a megabyte
	mostEmptied = 8
)

// An inst is a step of the expression, read from its end.
type inst struct {
	op   instOp
	next int32
	or   int32 // of a fork
	set  set   // of a character
}

type instOp uint8

const (
	opMatch instOp = iota
	opChar
	opFork
	opBegin // goes on at the beginning of the text alone
)

// A state is where the automaton can be in the expression.
type state struct {
	next    [utf8.RuneSelf]uint16 // by character, 0 where it is not known yet
	others  map[rune]uint16
	at      []int32 // steps that take a character, or wait for the beginning of the text
	accepts bool
	begins  bool // accepts at the beginning of the text
}

const noState, deadState = uint16(0), uint16(1)

// newAutomaton returns the automaton of an expression; nil where it cannot tell anything.
func newAutomaton(n node, search bool) *automaton {
	a := &automaton{insts: []inst{{op: opMatch}}, exact: true, search: search}
	at, ok := a.add(n, 0)
	if !ok {
		return nil
	}
	a.start = at
	a.empty()
	return a
}

// add adds the steps of a piece of an expression before a step, and returns the first of them; ok is false for what is
// not known in advance, and for too many steps.
func (a *automaton) add(n node, next int32) (at int32, ok bool) {
	switch n := n.(type) {
	case chars:
		return a.put(inst{op: opChar, next: next, set: n.set})
	case sequence:
		for _, piece := range n {
			if next, ok = a.add(piece, next); !ok {
				return 0, false
			}
		}
		return next, true
	case choice:
		return a.addChoice(n, next)
	case group:
		if n.isLookAround() {
			a.exact = false
			return next, true
		}
		a.exact = a.exact && n.open != "(?>"
		return a.add(n.body, next)
	case repeat:
		return a.addRepeat(n, next)
	case lineBreak:
		a.exact = a.exact && !n.atomic
		return a.add(choice{sequence{chars{set{'\r', '\r'}}, chars{set{'\n', '\n'}}}, chars{setOf(classes['v'])}}, next)
	case anchor:
		switch n {
		case lastMatch:
			return 0, false
		case beginOfText:
			return a.put(inst{op: opBegin, next: next})
		}
		a.exact = false
		return next, true
	}
	return 0, false
}

func (a *automaton) put(i inst) (int32, bool) {
	a.insts = append(a.insts, i)
	return int32(len(a.insts) - 1), len(a.insts) <= mostInsts
}

func (a *automaton) addChoice(n choice, next int32) (at int32, ok bool) {
	for i, branch := range n {
		one, ok := a.add(branch, next)
		if !ok {
			return 0, false
		}
		if i == 0 {
			at = one
		} else if at, ok = a.put(inst{op: opFork, next: at, or: one}); !ok {
			return 0, false
		}
	}
	return at, len(n) > 0
}

func (a *automaton) addRepeat(n repeat, next int32) (at int32, ok bool) {
	a.exact = a.exact && n.mode != '+'
	at = next
	if n.most < 0 {
		if at, ok = a.put(inst{op: opFork, next: next}); !ok {
			return 0, false
		}
		body, ok := a.add(n.body, at)
		if !ok {
			return 0, false
		}
		a.insts[at].or = body
	}
	for i := max(n.most, n.least); i > 0; i-- {
		from, ok := a.add(n.body, at)
		if !ok {
			return 0, false
		}
		if at = from; i > n.least {
			if at, ok = a.put(inst{op: opFork, next: next, or: from}); !ok {
				return 0, false
			}
		}
	}
	return at, true
}

// empty forgets all states but those that each text begins with.
func (a *automaton) empty() {
	a.states, a.byKey, a.steps = []*state{nil, {}}, map[string]uint16{"": deadState}, 0
	for c := range a.states[deadState].next {
		a.states[deadState].next[c] = deadState
	}
	a.begun = a.stateOf(a.follow(nil, make([]bool, len(a.insts)), a.start))
}

// follow appends the steps that a step leads to without a character.
func (a *automaton) follow(all []int32, seen []bool, at int32) []int32 {
	for !seen[at] {
		seen[at] = true
		i := &a.insts[at]
		if i.op != opFork {
			return append(all, at)
		}
		all = a.follow(all, seen, i.or)
		at = i.next
	}
	return all
}

// stateOf returns the number of the state at some steps.
func (a *automaton) stateOf(at []int32) uint16 {
	slices.Sort(at)
	key := make([]byte, 0, 2*len(at))
	for _, i := range at {
		key = append(key, byte(i), byte(i>>8))
	}
	if n, known := a.byKey[string(key)]; known {
		return n
	}
	s := &state{at: at}
	a.steps += len(at)
	seen := make([]bool, len(a.insts))
	for _, i := range at {
		s.accepts = s.accepts || a.insts[i].op == opMatch
		s.begins = s.begins || a.endsAtBegin(i, seen)
	}
	a.states = append(a.states, s)
	n := uint16(len(a.states) - 1)
	a.byKey[string(key)] = n
	return n
}

// endsAtBegin reports whether a step leads to the match at the beginning of the text.
func (a *automaton) endsAtBegin(at int32, seen []bool) bool {
	if seen[at] {
		return false
	}
	seen[at] = true
	switch i := &a.insts[at]; i.op {
	case opMatch:
		return true
	case opBegin:
		return a.endsAtBegin(i.next, seen)
	case opFork:
		return a.endsAtBegin(i.next, seen) || a.endsAtBegin(i.or, seen)
	}
	return false
}

// step returns the state behind a character; noState when there are too many.
func (a *automaton) step(from uint16, r rune) uint16 {
	s := a.states[from]
	if r < utf8.RuneSelf {
		if n := s.next[r]; n != noState {
			return n
		}
	} else if n := s.others[r]; n != noState {
		return n
	}
	if len(a.states) >= mostStates || a.steps >= mostSteps {
		if a.emptied++; a.emptied > mostEmptied {
			return noState
		}
		at := s.at
		a.empty()
		from = a.stateOf(at)
		s = a.states[from]
	}
	seen := make([]bool, len(a.insts))
	var all []int32
	for _, i := range s.at {
		if in := &a.insts[i]; in.op == opChar && in.set.has(r) {
			all = a.follow(all, seen, in.next)
		}
	}
	if a.search {
		all = a.follow(all, seen, a.start)
	}
	n := a.stateOf(all)
	if r < utf8.RuneSelf {
		s.next[r] = n
	} else {
		if s.others == nil {
			s.others = map[rune]uint16{}
		}
		s.others[r] = n
	}
	return n
}

// placesIn returns the places in a text at which matches may begin, from left to right, with a number added to each; ok
// is false where that is not known.
func (a *automaton) placesIn(text []rune, shift int) (places []int32, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.emptied > mostEmptied {
		return nil, false
	}
	at := a.begun
	for i := len(text) - 1; i >= 0; i-- {
		if at = a.step(at, text[i]); at == noState {
			return nil, false
		}
		if s := a.states[at]; s.accepts || i == 0 && s.begins {
			places = append(places, int32(i+shift))
		}
	}
	slices.Reverse(places)
	return places, true
}

// mayMatch reports whether the expression may match a text as a whole or, of one that searches, a part of it. It always
// may where that is not known; sure tells whether it is.
func (a *automaton) mayMatch(text string) (may, sure bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.emptied > mostEmptied {
		return true, false
	}
	at := a.begun
	for len(text) > 0 {
		r, size := rune(text[len(text)-1]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeLastRuneInString(text)
		}
		text = text[:len(text)-size]
		if at = a.step(at, r); at == noState {
			return true, false
		}
		if at == deadState && !a.search {
			return false, true
		}
		if a.search && a.states[at].accepts {
			return true, a.exact
		}
	}
	s := a.states[at]
	if !s.accepts && !s.begins {
		return false, true
	}
	return true, a.exact
}
