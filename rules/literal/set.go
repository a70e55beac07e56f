package literal

import (
	"slices"
	"unicode/utf8"
)

// A Set finds many strings in one pass over a text, ignoring case: it is the
// automaton of Aho and Corasick (Communications of the ACM 18, 1975) over the
// bytes of the folded text. It is immutable and may be used by several goroutines.
type Set struct {
	keys    map[string]int // folded string -> its number
	runes   []int          // characters of each string
	longest int            // characters of the longest one
	classes [256]int32     // bytes that no string has share class 0
	n       int32          // number of classes
	found   []int32        // of a state: the string that ends there, -1 for none
	shorter []int32        // of a state: the longest proper suffix at which a string ends, 0 for none
	fail    []int32        // of a state: its longest proper suffix that is a state
	sparse  map[int64]int32
	dense   []int32 // next state by state and class; nil when it would be too large
}

// maxDense limits the size of the table of a set to 64 MiB. Larger sets need more
// time per byte.
const maxDense = 1 << 24

// NewSet returns the set of the words. Empty words are left out.
func NewSet(words []string) *Set { return newSet(words, true) }

func newSet(words []string, table bool) *Set {
	s := &Set{keys: map[string]int{}, sparse: map[int64]int32{}}
	var list []string
	for _, w := range words {
		runes := FoldString(w)
		key := string(runes)
		if _, known := s.keys[key]; known || key == "" {
			continue
		}
		s.keys[key] = len(list)
		list = append(list, key)
		s.runes = append(s.runes, len(runes))
		s.longest = max(s.longest, len(runes))
	}
	s.n = 1
	for _, w := range list {
		for i := range len(w) {
			if s.classes[w[i]] == 0 {
				s.classes[w[i]] = s.n
				s.n++
			}
		}
	}
	s.linkSuffixes(s.buildTrie(list), table)
	return s
}

// node is a state while the automaton is being built.
type node struct{ parent, class, depth int32 }

// buildTrie builds the trie of the words and returns its states.
func (s *Set) buildTrie(list []string) []node {
	states := []node{{}}
	s.found = []int32{-1}
	for number, w := range list {
		at := int32(0)
		for i := range len(w) {
			class := s.classes[w[i]]
			next, known := s.sparse[int64(at)<<16|int64(class)]
			if !known {
				next = int32(len(states))
				s.sparse[int64(at)<<16|int64(class)] = next
				states = append(states, node{at, class, states[at].depth + 1})
				s.found = append(s.found, -1)
			}
			at = next
		}
		s.found[at] = int32(number)
	}
	return states
}

// linkSuffixes computes the suffixes of the states, shorter ones first.
func (s *Set) linkSuffixes(states []node, table bool) {
	order := make([]int32, len(states))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return int(states[a].depth - states[b].depth) })
	s.fail, s.shorter = make([]int32, len(states)), make([]int32, len(states))
	for _, at := range order[1:] {
		st := states[at]
		if st.depth > 1 {
			s.fail[at] = s.nextState(s.fail[st.parent], st.class)
		}
		if f := s.fail[at]; s.found[f] >= 0 {
			s.shorter[at] = f
		} else {
			s.shorter[at] = s.shorter[f]
		}
	}
	if table && int64(len(states))*int64(s.n) <= maxDense {
		s.buildTable(order)
	}
}

// buildTable builds the table of the transitions.
func (s *Set) buildTable(order []int32) {
	dense := make([]int32, len(order)*int(s.n))
	// transitions that a state lacks come from its suffix: shorter ones are first
	for _, at := range order {
		row := dense[int(at)*int(s.n):][:s.n]
		suffix := dense[int(s.fail[at])*int(s.n):][:s.n]
		for class := range row {
			if child, ok := s.sparse[int64(at)<<16|int64(class)]; ok {
				row[class] = child
			} else if at != 0 {
				row[class] = suffix[class]
			}
		}
	}
	s.dense, s.sparse = dense, nil
}

// nextState returns the state after a character class.
func (s *Set) nextState(at, class int32) int32 {
	if s.dense != nil {
		return s.dense[at*s.n+class]
	}
	for {
		if to, ok := s.sparse[int64(at)<<16|int64(class)]; ok {
			return to
		}
		if at == 0 {
			return 0
		}
		at = s.fail[at]
	}
}

// Len returns the number of different strings.
func (s *Set) Len() int { return len(s.runes) }

// Number returns the number by which Scan reports a word; ok is false when the set
// does not contain it.
func (s *Set) Number(word string) (number int, ok bool) {
	number, ok = s.keys[string(FoldString(word))]
	return number, ok
}

// Scan reports every occurrence of every string, including overlapping ones, as a
// byte range of the text. Those of one string are reported from left to right.
func (s *Set) Scan(text string, report func(number, start, end int)) {
	if s.Len() == 0 {
		return
	}
	size := 1
	for size <= s.longest {
		size *= 2
	}
	starts, mask := make([]int, size), size-1 // where the latest characters begin
	state, count := int32(0), 0
	var buffer [utf8.UTFMax]byte
	for at := 0; at < len(text); count++ {
		starts[count&mask] = at
		if c := text[at]; c < utf8.RuneSelf {
			state = s.nextState(state, s.classes[byte(FoldRune(rune(c)))])
			at++
		} else {
			r, width := utf8.DecodeRuneInString(text[at:])
			for _, b := range buffer[:utf8.EncodeRune(buffer[:], FoldRune(r))] {
				state = s.nextState(state, s.classes[b])
			}
			at += width
		}
		for hit := state; hit != 0; hit = s.shorter[hit] {
			if number := s.found[hit]; number >= 0 {
				report(int(number), starts[(count-s.runes[number]+1)&mask], at)
			}
		}
	}
}
