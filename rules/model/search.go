package model

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/literal"
	"github.com/seed-62a36931/docket/rules/regex"
)

// shortestWord is the least number of characters of a string that is searched for in
// advance. The places of shorter strings would take too much memory.
const shortestWord = 3

// SearchableSet returns the set of those words that are worth searching for in advance.
func SearchableSet(words []string) *literal.Set {
	var kept []string
	for _, w := range words {
		if utf8.RuneCountInString(w) >= shortestWord {
			kept = append(kept, w)
		}
	}
	return literal.NewSet(kept)
}

// occurrences are the places of the strings of a set in a text, from left to right.
type occurrences struct {
	set    *literal.Set
	folded [][][2]int          // by number
	exact  map[string][][2]int // of words that were asked for in their own case
	number map[string]int      // of words that were asked for, -1 for those that are not in the set
}

func scanText(set *literal.Set, text string) *occurrences {
	o := &occurrences{set, make([][][2]int, set.Len()), map[string][][2]int{}, map[string]int{}}
	set.Scan(text, func(number, start, end int) {
		o.folded[number] = append(o.folded[number], [2]int{start, end})
	})
	return o
}

// placesOf returns the places of a word in the scanned text; ok is false when the word was not
// searched for.
func (o *occurrences) placesOf(text, word string, fold bool) (places [][2]int, ok bool) {
	number, asked := o.number[word]
	if !asked {
		if n, known := o.set.Number(word); known {
			number = n
		} else {
			number = -1
		}
		o.number[word] = number
	}
	if number < 0 {
		return nil, false
	}
	if fold {
		return o.folded[number], true
	}
	exact, known := o.exact[word]
	if !known {
		for _, h := range o.folded[number] {
			if text[h[0]:h[1]] == word {
				exact = append(exact, h)
			}
		}
		o.exact[word] = exact
	}
	return exact, true
}

// findWord returns the places of a word in text[from:to], as offsets from the beginning of
// that piece, from left to right and not overlapping: at most limit, or all when limit is
// 0.
func (o *occurrences) findWord(text string, from, to int, word string, fold, whole bool, limit int) [][2]int {
	var places [][2]int
	known := false
	if o != nil {
		places, known = o.placesOf(text, word, fold)
	}
	if !known {
		return findPlaces(text[from:to], word, fold, whole, limit)
	}
	var out [][2]int
	at := from
	for i := sort.Search(len(places), func(i int) bool {
		return places[i][0] >= from
	}); i < len(places) && (limit == 0 || len(out) < limit); i++ {
		h := places[i]
		if h[1] > to {
			break
		}
		if h[0] < at {
			continue
		}
		at = h[1]
		if h = [2]int{h[0] - from, h[1] - from}; !whole || wholeWord(text[from:to], h) {
			out = append(out, h)
		}
	}
	return out
}

// containsString reports whether the text of the node contains a string.
func (n *Node) containsString(s string, fold bool) bool {
	return s == "" || len(n.findString(s, fold, false, 1)) > 0
}

// hasWord reports whether the text of the node contains a string as a whole word.
func (n *Node) hasWord(s string, fold bool) bool { return len(n.findString(s, fold, true, 1)) > 0 }

// findString returns the ranges of a string in the node's text, from left to right and not
// overlapping: at most limit, or all when limit is 0.
func (n *Node) findString(s string, fold, whole bool, limit int) [][2]int {
	return n.ctx.findString(n.span(), s, fold, whole, limit)
}

// findString returns the ranges of a string in a span of the text, as offsets from the
// beginning of the span.
func (c *Context) findString(in document.Span, s string, fold, whole bool, limit int) [][2]int {
	return c.knownPlaces().findWord(c.Tree.Text, in.Start, in.End, s, fold, whole, limit)
}

// knownPlaces returns the places of the strings that rules are known to search for, or nil
// when there are no such strings.
func (c *Context) knownPlaces() *occurrences {
	if c.scanned == nil && c.Literals != nil {
		c.scanned = scanText(c.Literals, c.Tree.Text)
	}
	return c.scanned
}

// visitMatches visits the matches of an expression in a span of the text, as offsets from its
// beginning, until visit returns false. Expressions are tried only where they can match.
func (c *Context) visitMatches(in document.Span, p *regex.Pattern, breaks bool, visit func(m regex.Match) bool) {
	err := p.FindIn(c.searchText(breaks), in.Start, in.End, visit)
	if err != nil {
		host.Throw("IllegalStateException", "regular expression: %v", err)
	}
}

// mostSearches is the number of searches whose matches are kept.
const mostSearches = 20_000

// A textSearch is one of an expression in a span of the text.
type textSearch struct {
	pattern *regex.Pattern
	in      document.Span
	breaks  bool
}

// matchesIn returns the matches that visitMatches visits. They are searched for once.
func (c *Context) matchesIn(in document.Span, p *regex.Pattern, breaks bool) []regex.Match {
	key := textSearch{p, in, breaks}
	if known, ok := c.searches[key]; ok {
		return known
	}
	var all []regex.Match
	c.visitMatches(in, p, breaks, func(m regex.Match) bool { all = append(all, m); return true })
	if c.searches == nil {
		c.searches = map[textSearch][]regex.Match{}
	}
	if len(c.searches) < mostSearches {
		c.searches[key] = all
	}
	return all
}

// searchText returns the text, or the text with line breaks, as expressions are searched for in it.
func (c *Context) searchText(breaks bool) *regex.Text {
	text, known := c.Tree.Text, &c.searched
	if breaks {
		text, known = c.withBreaks(document.Span{Start: 0, End: len(text)}), &c.searchedLines
	}
	if *known == nil {
		*known = regex.NewText(text)
	}
	return *known
}

// placesNear returns the places of a needle in a span, as offsets from the beginning of the
// span; known is false when they were not searched for.
func (c *Context) placesNear(in document.Span, needle *regex.Needle) (places [][2]int, known bool) {
	if needle == nil || c.knownPlaces() == nil {
		return nil, false
	}
	for _, s := range needle.Any {
		all, ok := c.scanned.placesOf(c.Tree.Text, s, needle.Fold)
		if !ok {
			return nil, false
		}
		for i := sort.Search(len(all), func(i int) bool {
			return all[i][0] >= in.Start
		}); i < len(all) && all[i][0] < in.End; i++ {
			if all[i][1] <= in.End {
				places = append(places, [2]int{all[i][0] - in.Start, all[i][1] - in.Start})
			}
		}
	}
	if len(needle.Any) > 1 {
		slices.SortFunc(places, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	}
	return places, true
}

// maxSeekPlaces is the number of places of a string above which it is as fast to look at every
// node.
const maxSeekPlaces = 4096

// nodesHolding returns the nodes whose text contains one of the places, with their ancestors;
// known is false when there are too many places.
func (c *Context) nodesHolding(places [][2]int) (out []any, known bool) {
	if len(places) > maxSeekPlaces {
		return nil, false
	}
	seen := map[*Node]bool{}
	for _, h := range places {
		for _, n := range c.intersectingNodes(document.Span{Start: h[0], End: h[1]}) {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	return out, true
}

// seekString returns a function that finds the nodes that may contain a string.
func seekString(fold bool) func(c *host.Call, args []any) ([]any, bool) {
	return func(call *host.Call, args []any) ([]any, bool) {
		c, ok := call.Session.(*Context)
		if !ok || c.knownPlaces() == nil {
			return nil, false
		}
		places, known := c.scanned.placesOf(c.Tree.Text, textOf(args[0]), fold)
		if !known {
			return nil, false
		}
		return c.nodesHolding(places)
	}
}

// seekAny returns a function that finds the nodes that may contain one of the strings.
func seekAny(fold bool) func(c *host.Call, args []any) ([]any, bool) {
	one := seekString(fold)
	return func(call *host.Call, args []any) (out []any, known bool) {
		for _, a := range args {
			list, ok := one(call, []any{a})
			if !ok {
				return nil, false
			}
			out, known = append(out, list...), true
		}
		return out, known
	}
}

// seekRegex returns a function that finds the nodes that may contain a match of an
// expression.
func seekRegex(fold bool) func(c *host.Call, args []any) ([]any, bool) {
	return func(call *host.Call, args []any) ([]any, bool) {
		c, ok := call.Session.(*Context)
		if !ok || len(c.Nodes) == 0 {
			return nil, false
		}
		whole := document.Span{Start: 0, End: len(c.Tree.Text)}
		places, known := c.placesNear(whole, c.compileRegex(textOf(args[0]), fold).Needle())
		if !known {
			return nil, false
		}
		return c.nodesHolding(places)
	}
}

// withSeek sets the function by which a method finds its nodes and returns the method.
func withSeek(m *host.Method, seek func(c *host.Call, args []any) ([]any, bool)) *host.Method {
	m.Seek = seek
	return m
}

// findPlaces returns the byte ranges of a string in a text, from left to right and not
// overlapping.
func findPlaces(text, s string, fold, whole bool, limit int) [][2]int {
	if s == "" {
		return nil
	}
	var out [][2]int
	needle := []rune(nil)
	if fold {
		needle = literal.FoldString(s)
	}
	for at := 0; limit == 0 || len(out) < limit; {
		h := [2]int{-1, -1}
		if fold {
			h = literal.IndexFold(text, needle, at)
		} else if i := strings.Index(text[at:], s); i >= 0 {
			h = [2]int{at + i, at + i + len(s)}
		}
		if h[0] < 0 {
			break
		}
		if !whole || wholeWord(text, h) {
			out = append(out, h)
		}
		at = h[1]
	}
	return out
}
