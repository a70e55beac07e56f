package regex

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/seed-62a36931/docket/rules/literal"
)

// A Text is a text in which many expressions are searched for. It is read once, and the places of each pair
// of characters are noted: an expression is then tried only where one of its matches could begin. A Text is
// not safe for concurrent use.
type Text struct {
	whole   string
	runes   []rune
	folded  []rune
	offsets []int32 // of the characters, in bytes; nil when each is one byte
	first   []int32 // of a pair, by its hash: where its places begin in places
	places  []int32 // of pairs, by hash and then from left to right
	shift   int     // of hashes
	work    int64
}

// NewText reads a text.
func NewText(s string) *Text {
	t := &Text{whole: s, runes: []rune(s)}
	t.work = int64(len(t.runes))
	if len(t.runes) < len(s) {
		t.offsets = make([]int32, 0, len(t.runes)+1)
		for at := range s {
			t.offsets = append(t.offsets, int32(at))
		}
		t.offsets = append(t.offsets, int32(len(s)))
	}
	t.folded = make([]rune, len(t.runes))
	for i, r := range t.runes {
		t.folded[i] = literal.FoldRune(r)
	}
	t.notePairs()
	return t
}

// Work returns how much was done for the text so far: characters that were read, places that were looked
// at, and places at which an expression was tried, in numbers.
func (t *Text) Work() int64 { return t.work }

// Bounds of the number of hashes of pairs, as powers of two.
const leastHashes, mostHashes = 8, 16

// notePairs notes the places of the pairs of neighbouring characters.
func (t *Text) notePairs() {
	bits := leastHashes
	for bits < mostHashes && 1<<bits < len(t.folded) {
		bits++
	}
	t.shift = 32 - bits
	t.first = make([]int32, 1<<bits+1)
	hashes := make([]uint16, max(len(t.folded)-1, 0))
	for i := range hashes {
		h := t.hashPair(t.folded[i], t.folded[i+1])
		hashes[i] = uint16(h)
		t.first[h+1]++
	}
	for i := 1; i < len(t.first); i++ {
		t.first[i] += t.first[i-1]
	}
	next := slices.Clone(t.first)
	t.places = make([]int32, len(hashes))
	for i, h := range hashes {
		t.places[next[h]] = int32(i)
		next[h]++
	}
}

func (t *Text) hashPair(a, b rune) uint32 {
	return (uint32(a)*0x9E3779B1 + uint32(b)) * 0x85EBCA6B >> t.shift
}

// placesOf appends the places of a folded text of two characters or more between two places, from left to
// right. Places are numbers of characters.
func (t *Text) placesOf(word []rune, from, to int, out []int32) []int32 {
	h := t.hashPair(word[0], word[1])
	list := t.places[t.first[h]:t.first[h+1]]
	list = list[sort.Search(len(list), func(i int) bool { return int(list[i]) >= from }):]
	t.work++
	for _, at := range list {
		end := int(at) + len(word)
		if end > to {
			break
		}
		t.work++
		if slices.Equal(t.folded[at:end], word) {
			out = append(out, at)
		}
	}
	return out
}

// placesOfAny returns the places of all of the words, each place once, from left to right.
func (t *Text) placesOfAny(words [][]rune, from, to int) (out []int32) {
	for _, w := range words {
		out = t.placesOf(w, from, to, out)
	}
	if len(words) > 1 {
		slices.Sort(out)
		out = slices.Compact(out)
	}
	return out
}

// runeAt returns the number of the character that begins at a byte.
func (t *Text) runeAt(offset int) int {
	if t.offsets == nil {
		return offset
	}
	return sort.Search(len(t.offsets), func(i int) bool { return int(t.offsets[i]) >= offset })
}

// byteAt returns the byte that a character begins at.
func (t *Text) byteAt(number int) int {
	if t.offsets == nil {
		return number
	}
	return int(t.offsets[number])
}

// FindIn visits the matches of an expression in a piece of a text, from left to right, with offsets from the
// beginning of the piece, until visit returns false. Nothing outside of the piece is seen.
func (p *Pattern) FindIn(t *Text, from, to int, visit func(m Match) bool) error {
	first, last := t.runeAt(from), t.runeAt(to)
	if starts := p.starts(); starts != nil {
		places := t.placesOfAny(starts.words, first, last)
		switch {
		case len(places) == 0:
			return nil
		case p.linear == nil || !p.rounds && !p.suitsLinear(t.whole[from:to]):
			return p.findAt(t, first, last, places, visit)
		}
	}
	known := p.analysis()
	var near [][2]int
	if known.needle != nil {
		if near = t.placesOfNeedle(known.finder, from, to); len(near) == 0 {
			return nil
		}
	}
	t.work += int64(last - first)
	if a := p.searcher(); a != nil {
		places, told := a.placesIn(t.runes[first:last], first)
		switch {
		case told && len(places) == 0:
			return nil
		case told && (p.linear == nil || !p.rounds && !p.suitsLinear(t.whole[from:to])):
			return p.findAt(t, first, last, places, visit)
		}
	}
	if near == nil {
		return p.findIn(t.whole[from:to], 0, visit)
	}
	return p.FindNear(t.whole[from:to], near, visit)
}

// CanBegin reports whether a match of the expression could begin where a text does.
func (p *Pattern) CanBegin(text string) bool {
	begins := p.begins()
	return begins == nil || begins.canBegin(text)
}

// placesOfNeedle returns the byte ranges of the strings of a needle in a piece of the text, from its beginning.
func (t *Text) placesOfNeedle(f *needleFinder, from, to int) (out [][2]int) {
	first, last := t.runeAt(from), t.runeAt(to)
	for _, word := range f.words {
		folded := word
		if !f.fold {
			folded = literal.FoldString(string(word))
		}
		for _, at := range t.placesOf(folded, first, last, nil) {
			end := int(at) + len(word)
			if f.fold || slices.Equal(t.runes[at:end], word) {
				out = append(out, [2]int{t.byteAt(int(at)) - from, t.byteAt(end) - from})
			}
		}
	}
	if len(f.words) > 1 {
		slices.SortFunc(out, func(a, b [2]int) int { return a[0] - b[0] })
	}
	return out
}

// findAt visits the matches that begin at the places, of which there are no others, with the backtracking
// matcher.
func (p *Pattern) findAt(t *Text, first, last int, places []int32, visit func(m Match) bool) error {
	var found []Match
	err := p.backtrack(here, func(re *regexp2.Regexp, spent stopwatch) error {
		found = found[:0]
		began := time.Now()
		end := first
		for i, at := range places {
			if int(at) < end {
				continue
			}
			t.work++
			if i%64 == 63 && time.Since(began) > SearchTimeout && spent() > SearchTimeout {
				return fmt.Errorf("the search takes longer than %v", SearchTimeout)
			}
			err := re.FindRunesMatches(t.runes[first:last], int(at)-first, func(m regexp2.MatchView) bool {
				found = append(found, p.fromView(m, t, first))
				start, length, _ := m.GroupRange(0)
				end = first + start + length
				return false
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	for _, m := range found {
		if err != nil || !visit(m) {
			break
		}
	}
	return err
}

// fromView returns a match in a piece of a text that begins at a character, with offsets from there.
func (p *Pattern) fromView(m regexp2.MatchView, t *Text, first int) Match {
	out := Match{make([][2]int, p.groups+1)}
	from := t.byteAt(first)
	for i := range out.Groups {
		out.Groups[i] = noPlace
		if start, length, ok := m.GroupRange(i); ok {
			out.Groups[i] = [2]int{t.byteAt(first+start) - from, t.byteAt(first+start+length) - from}
		}
	}
	return out
}
