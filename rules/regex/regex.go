// Package regex runs Java regular expressions. Patterns that need no backtracking
// run in linear time; those with look-around, back-references, atomic groups or
// possessive quantifiers run on a backtracking matcher with a time limit. So do the
// others in those texts in which the two kinds of matchers differ, which are rare.
package regex

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// MatchTimeout bounds one match of the backtracking matcher.
const MatchTimeout = 2 * time.Second

// SearchTimeout bounds all matches of the backtracking matcher in one text.
const SearchTimeout = 10 * time.Second

// Flags of java.util.regex.Pattern.
const (
	UnixLines       = 1
	CaseInsensitive = 2
	Comments        = 4
	Multiline       = 8
	Literal         = 16
	DotAll          = 32
	UnicodeCase     = 64
	canonical       = 128
	UnicodeClasses  = 256
)

// A Pattern is a compiled expression; it may be used by several goroutines.
type Pattern struct {
	Source   string
	Flags    int
	groups   int
	names    map[string]int
	cautions caution
	empty    bool // it can match the empty text
	rounds   bool // the backtracking matcher decides what its groups have matched
	linear   *regexp.Regexp
	node     node
	forms    [4]form
	analysis func() analysis   // computed on the first call
	starts   func() *starts    // what each match begins with, to search for; nil when that is not known
	begins   func() *starts    // the same, to look for where a text begins
	searcher func() *automaton // of matches anywhere in a text; nil where it cannot tell
	matcher  func() *automaton // of matches of a whole text; nil where it cannot tell
}

// The forms of a pattern.
const (
	anywhere = iota
	whole
	prefix
	here // where the search begins
)

// A form is the pattern compiled for both matchers, on first use.
type form struct {
	forward, backward sync.Once
	linear            *regexp.Regexp
	back              *regexp2.Regexp
	err               error // why there is no back
}

var before, behindIt = [4]string{"", `\A(?:`, `\A(?:`, `\G(?:`}, [4]string{"", `)\z`, `)`, `)`}

// Compile translates and compiles a Java expression. The message of the error names the
// unsupported construct and its place in the expression.
func Compile(source string, flags int) (*Pattern, error) {
	if flags&canonical != 0 {
		return nil, fmt.Errorf("regular expression %q: the flag CANON_EQ is not supported", source)
	}
	if flags&UnicodeClasses != 0 {
		flags |= UnicodeCase
	}
	r, n, err := parse(source, flags)
	if err != nil {
		return nil, err
	}
	p := &Pattern{
		Source: source, Flags: flags, groups: r.groups, names: r.names, cautions: r.cautions, empty: n.canBeEmpty(), rounds: r.rounds,
		node: n,
	}
	text := p.sourceText(anywhere, r.back)
	if !r.back {
		// a pattern too large for the linear matcher runs on the other one
		if p.linear, _ = regexp.Compile(text); p.linear == nil {
			text = p.sourceText(anywhere, true)
		}
	}
	p.analysis = lazyAnalysis(text)
	// \G looks at where the search began: it is not tried at single places.
	everywhere := strings.Contains(text, `\G`)
	p.starts = sync.OnceValue(func() *starts {
		if everywhere {
			return nil
		}
		return newStarts(startsOf(n, searched))
	})
	p.begins = sync.OnceValue(func() *starts { return newStarts(startsOf(n, anchored)) })
	p.searcher = sync.OnceValue(func() *automaton {
		if p.empty || everywhere {
			return nil
		}
		return newAutomaton(n, true)
	})
	p.matcher = sync.OnceValue(func() *automaton { return newAutomaton(n, false) })
	if p.linear == nil {
		if _, err := p.backtrackingForm(anywhere); err != nil {
			return nil, fmt.Errorf("regular expression %q: %w", source, err)
		}
	}
	return p, nil
}

func (p *Pattern) sourceText(form int, back bool) string {
	var b strings.Builder
	b.WriteString(before[form])
	p.node.writePattern(&b, back)
	b.WriteString(behindIt[form])
	return b.String()
}

// linearForm returns a form for the linear matcher, or nil when it cannot run this pattern.
func (p *Pattern) linearForm(i int) *regexp.Regexp {
	f := &p.forms[i]
	f.forward.Do(func() {
		switch {
		case p.linear == nil:
		case i == anywhere:
			f.linear = p.linear
		default:
			f.linear, _ = regexp.Compile(p.sourceText(i, false))
		}
	})
	return f.linear
}

// backtrackingForm returns a form for the backtracking matcher.
func (p *Pattern) backtrackingForm(i int) (*regexp2.Regexp, error) {
	f := &p.forms[i]
	f.backward.Do(func() {
		if f.back, f.err = regexp2.Compile(p.sourceText(i, true)); f.err == nil {
			f.back.MatchTimeout = MatchTimeout
		}
	})
	return f.back, f.err
}

// GroupNumber returns the number of a named group, or -1 when there is none.
func (p *Pattern) GroupNumber(name string) int {
	if n, ok := p.names[name]; ok {
		return n
	}
	return -1
}

// Groups returns the number of capture groups.
func (p *Pattern) Groups() int { return p.groups }

// Quote implements Pattern.quote.
func Quote(s string) string { return `\Q` + strings.ReplaceAll(s, `\E`, `\E\\E\Q`) + `\E` }
