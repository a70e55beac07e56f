// Package regex runs Java regular expressions. Patterns that need no backtracking
// run in linear time; those with look-around, back-references, atomic groups or
// possessive quantifiers run on a backtracking matcher with a time limit.
package regex

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
)

// MatchTimeout bounds one match of the backtracking matcher.
const MatchTimeout = 5 * time.Second

// Flags of java.util.regex.Pattern.
const (
	CaseInsensitive = 2
	Comments        = 4
	Multiline       = 8
	DotAll          = 32
	UnicodeCase     = 64
)

// A Pattern is a compiled expression; it may be used by several goroutines.
type Pattern struct {
	Source string
	linear *regexp.Regexp
	back   *regexp2.Regexp
	full   *regexp.Regexp
	fullB  *regexp2.Regexp
	// analysis is worked out when it is asked for
	analysis func() analysis
}

// Compile translates and compiles a Java expression. The message of the error
// names the construct that cannot be run and its place in the expression.
func Compile(source string, flags int) (*Pattern, error) {
	body, needsBack, err := translate(source)
	if err != nil {
		return nil, err
	}
	prefix := inlineFlags(flags)
	if needsBack {
		return compileBack(source, prefix, body)
	}
	linear, err := regexp.Compile(prefix + body)
	if err != nil {
		return compileBack(source, prefix, body)
	}
	full, err := regexp.Compile(prefix + `\A(?:` + body + `)\z`)
	if err != nil {
		return nil, err
	}
	return &Pattern{Source: source, linear: linear, full: full, analysis: analysed(prefix + body)}, nil
}

func compileBack(source, prefix, body string) (*Pattern, error) {
	back, err := regexp2.Compile(prefix+body, regexp2.None)
	if err != nil {
		return nil, fmt.Errorf("regular expression %q: %w", source, err)
	}
	fullB, err := regexp2.Compile(prefix+`\A(?:`+body+`)\z`, regexp2.None)
	if err != nil {
		return nil, fmt.Errorf("regular expression %q: %w", source, err)
	}
	back.MatchTimeout, fullB.MatchTimeout = MatchTimeout, MatchTimeout
	return &Pattern{Source: source, back: back, fullB: fullB, analysis: analysed(prefix + body)}, nil
}

func inlineFlags(flags int) string {
	s := ""
	for _, f := range []struct {
		bit  int
		name string
	}{{CaseInsensitive, "i"}, {Multiline, "m"}, {DotAll, "s"}} {
		if flags&f.bit != 0 {
			s += f.name
		}
	}
	if s == "" {
		return ""
	}
	return "(?" + s + ")"
}

// A Match holds the byte range of each group, -1 for one that took no part.
type Match struct{ Groups [][2]int }

// FindAll is the matches in a text, from left to right, not overlapping.
func (p *Pattern) FindAll(text string) ([]Match, error) {
	if p.linear != nil {
		return fromIndexes(p.linear.FindAllStringSubmatchIndex(text, -1)), nil
	}
	var out []Match
	offsets := runeOffsets(text)
	m, err := p.back.FindStringMatch(text)
	for m != nil && err == nil {
		out = append(out, fromGroups(m, offsets))
		m, err = p.back.FindNextMatch(m)
	}
	return out, err
}

// Find says whether the expression is found in a text.
func (p *Pattern) Find(text string) (bool, error) {
	if p.linear != nil {
		return p.linear.MatchString(text), nil
	}
	return p.back.MatchString(text)
}

// Matches says whether the expression matches the whole text, and how.
func (p *Pattern) Matches(text string) (*Match, error) {
	if p.full != nil {
		all := fromIndexes([][]int{p.full.FindStringSubmatchIndex(text)})
		if len(all) == 0 {
			return nil, nil
		}
		return &all[0], nil
	}
	m, err := p.fullB.FindStringMatch(text)
	if m == nil || err != nil {
		return nil, err
	}
	match := fromGroups(m, runeOffsets(text))
	return &match, nil
}

// GroupNumber is the number of a named group, -1 when there is none.
func (p *Pattern) GroupNumber(name string) int {
	if p.linear != nil {
		return p.linear.SubexpIndex(name)
	}
	return p.back.GroupNumberFromName(name)
}

// Groups is the number of capture groups.
func (p *Pattern) Groups() int {
	if p.linear != nil {
		return p.linear.NumSubexp()
	}
	return len(p.back.GetGroupNumbers()) - 1
}

func fromIndexes(all [][]int) []Match {
	var out []Match
	for _, ix := range all {
		if ix == nil {
			continue
		}
		m := Match{make([][2]int, len(ix)/2)}
		for i := range m.Groups {
			m.Groups[i] = [2]int{ix[2*i], ix[2*i+1]}
		}
		out = append(out, m)
	}
	return out
}

func fromGroups(m *regexp2.Match, offsets []int) Match {
	var out Match
	for _, g := range m.Groups() {
		if len(g.Captures) == 0 {
			out.Groups = append(out.Groups, [2]int{-1, -1})
			continue
		}
		out.Groups = append(out.Groups, [2]int{offsets[g.Index], offsets[g.Index+g.Length]})
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

// Quote is Pattern.quote.
func Quote(s string) string { return `\Q` + strings.ReplaceAll(s, `\E`, `\E\\E\Q`) + `\E` }
