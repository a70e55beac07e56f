package regex

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
)

// A Match holds the byte range of each group, -1 for one that took no part.
type Match struct{ Groups [][2]int }

// noPlace is the byte range of a group that took no part in the match.
var noPlace = [2]int{-1, -1}

// FindAll returns the matches in a text, from left to right and not overlapping.
func (p *Pattern) FindAll(text string) (all []Match, err error) {
	if len(text) >= worthLooking {
		if known := p.analysis(); known.reach != nil {
			err = p.FindNear(text, known.finder.findIn(text), func(m Match) bool { all = append(all, m); return true })
			return all, err
		}
	}
	if a := p.searcher(); a != nil {
		if may, _ := a.mayMatch(text); !may {
			return nil, nil
		}
	}
	return p.findLimited(text, 0, -1)
}

// worthLooking is the length in bytes from which on a text is searched for the strings that an expression
// cannot do without, before the expression is matched around them.
const worthLooking = 512

// FindFrom returns the matches that begin at or after a byte of the text. Look-behind and
// boundaries see the text before it.
func (p *Pattern) FindFrom(text string, from int) ([]Match, error) {
	return p.findLimited(text, from, -1)
}

// Find reports whether a text contains a match of the expression.
func (p *Pattern) Find(text string) (bool, error) {
	if a := p.searcher(); a != nil {
		if may, sure := a.mayMatch(text); sure {
			return may, nil
		}
	}
	if re := p.linearForm(anywhere); re != nil && p.suitsLinear(text) {
		return re.MatchString(text), nil
	}
	all, err := p.findLimited(text, 0, 1)
	return len(all) > 0, err
}

// Matches returns the match of the whole text, or nil when the expression does not match
// it.
func (p *Pattern) Matches(text string) (*Match, error) { return p.matchAtStart(text, whole) }

// IsMatch reports whether the expression matches the whole text. It is faster than Matches, which also finds the
// groups.
func (p *Pattern) IsMatch(text string) (is bool, err error) {
	if !p.CanBegin(text) {
		return false, nil
	}
	if a := p.matcher(); a != nil {
		if may, sure := a.mayMatch(text); sure {
			return may, nil
		}
	}
	if re := p.linearForm(whole); re != nil && p.suitsLinear(text) {
		return re.MatchString(text), nil
	}
	err = p.backtrack(whole, func(re *regexp2.Regexp, _ stopwatch) error {
		is, err = re.MatchString(text)
		return err
	})
	return is, err
}

// LookingAt returns the match at the beginning of the text, or nil when there is none.
func (p *Pattern) LookingAt(text string) (*Match, error) { return p.matchAtStart(text, prefix) }

func (p *Pattern) matchAtStart(text string, i int) (*Match, error) {
	if !p.CanBegin(text) {
		return nil, nil
	}
	if a := p.matcher(); i == whole && a != nil {
		if may, _ := a.mayMatch(text); !may {
			return nil, nil
		}
	}
	if re := p.linearForm(i); re != nil && p.suitsLinear(text) {
		ix := re.FindStringSubmatchIndex(text)
		if ix == nil {
			return nil, nil
		}
		m := fromIndexes(ix, 0)
		if p.rounds {
			if exact, err := p.singleBackwards(text, i); err == nil && exact != nil {
				return exact, nil
			}
		}
		return &m, nil
	}
	return p.singleBackwards(text, i)
}

func (p *Pattern) singleBackwards(text string, i int) (*Match, error) {
	var out *Match
	err := p.backtrack(i, func(re *regexp2.Regexp, _ stopwatch) error {
		m, err := re.FindStringMatch(text)
		if m == nil || err != nil {
			return err
		}
		match := p.fromGroups(m, runeOffsets(text))
		out = &match
		return nil
	})
	return out, err
}

// findLimited returns at most limit matches that begin at or after from, or all when limit is
// negative.
func (p *Pattern) findLimited(text string, from, limit int) ([]Match, error) {
	re := p.linearForm(anywhere)
	suffix := p.cautions&behind == 0
	if p.rounds && re != nil && p.suitsLinear(text) && re.MatchString(text) {
		if out, err := p.findBackwards(text, from, limit); err == nil {
			return out, nil // otherwise the groups of some repetitions may differ
		}
	}
	if re != nil && p.suitsLinear(text) && (suffix || from == 0 && !p.empty) {
		if p.empty || from > 0 {
			return findSuffixes(re, text, from, limit), nil
		}
		var out []Match
		for _, ix := range re.FindAllStringSubmatchIndex(text, limit) {
			out = append(out, fromIndexes(ix, 0))
		}
		return out, nil
	}
	return p.findBackwards(text, from, limit)
}

// findSuffixes finds matches one after the other. Unlike Go, Java also takes an empty
// match that begins where the last one ended.
func findSuffixes(re *regexp.Regexp, text string, from, limit int) []Match {
	var out []Match
	for from <= len(text) && len(out) != limit {
		ix := re.FindStringSubmatchIndex(text[from:])
		if ix == nil {
			break
		}
		m := fromIndexes(ix, from)
		out = append(out, m)
		if from = m.Groups[0][1]; m.Groups[0][0] == from {
			_, size := utf8.DecodeRuneInString(text[from:])
			from += max(size, 1)
		}
	}
	return out
}

func (p *Pattern) findBackwards(text string, from, limit int) (out []Match, err error) {
	runes, offsets := []rune(text), runeOffsets(text)
	err = p.backtrack(anywhere, func(re *regexp2.Regexp, spent stopwatch) error {
		if out = nil; limit == 0 {
			return nil
		}
		m, err := re.FindRunesMatchStartingAt(runes, utf8.RuneCountInString(text[:from]))
		began := time.Now()
		for m != nil && err == nil {
			if time.Since(began) > SearchTimeout && spent() > SearchTimeout {
				return fmt.Errorf("the search takes longer than %v", SearchTimeout)
			}
			if out = append(out, p.fromGroups(m, offsets)); len(out) == limit {
				return nil
			}
			m, err = re.FindNextMatch(m)
		}
		return err
	})
	return out, err
}

// suitsLinear reports whether the linear matcher gives the same results as Java for a text.
func (p *Pattern) suitsLinear(text string) bool {
	if p.cautions&(atEnd|atLine) != 0 {
		if r, _ := utf8.DecodeLastRuneInString(text); strings.ContainsRune("\n\r\u0085\u2028\u2029", r) {
			return false
		}
	}
	if p.cautions&atLine != 0 && (text == "" || strings.ContainsAny(text, "\r\u0085\u2028\u2029")) {
		return false
	}
	return p.cautions&atWord == 0 || !foreignWords(text)
}

// foreignWords reports whether a text has letters or digits beyond ASCII.
func foreignWords(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < utf8.RuneSelf {
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) {
			return true
		}
		i += size - 1
	}
	return false
}

func fromIndexes(ix []int, shift int) Match {
	m := Match{make([][2]int, len(ix)/2)}
	for i := range m.Groups {
		if m.Groups[i] = noPlace; ix[2*i] >= 0 {
			m.Groups[i] = [2]int{ix[2*i] + shift, ix[2*i+1] + shift}
		}
	}
	return m
}

func (p *Pattern) fromGroups(m *regexp2.Match, offsets []int) Match {
	out := Match{make([][2]int, p.groups+1)}
	for i := range out.Groups {
		out.Groups[i] = noPlace
		if g := m.GroupByNumber(i); g != nil && len(g.Captures) > 0 {
			out.Groups[i] = [2]int{offsets[g.RuneIndex], offsets[g.RuneIndex+g.RuneLength]}
		}
	}
	return out
}

func runeOffsets(text string) []int {
	out := make([]int, 0, utf8.RuneCountInString(text)+1)
	for i := range text {
		out = append(out, i)
	}
	return append(out, len(text))
}
