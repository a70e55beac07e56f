package model

import (
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

// TestFindingIsTheSameWithWordsOnRecord searches a text once directly and once with
// the places of the words looked up beforehand.
func TestFindingIsTheSameWithWordsOnRecord(t *testing.T) {
	const body = "anna Annas annanna ANNA xannaanna!"
	places := scanText(SearchableSet([]string{"anna"}), body)
	for _, tt := range []struct {
		word        string
		fold, whole bool
		limit       int
		want        string // of body[5:33]
	}{
		{"anna", false, false, 0, "[[6 10] [20 24] [24 28]]"},
		{"anna", true, false, 0, "[[0 4] [6 10] [14 18] [20 24] [24 28]]"},
		{"anna", true, true, 0, "[[14 18]]"},
		{"anna", true, false, 2, "[[0 4] [6 10]]"},
		{"anna", true, false, 1, "[[0 4]]"},
		{"Anna", false, false, 0, "[[0 4]]"},
		{"ANNA", false, true, 0, "[[14 18]]"},
		{"nope", false, false, 0, "[]"},
	} {
		for name, o := range map[string]*occurrences{"directly": nil, "with places": places} {
			want(t, name+" "+tt.word, o.findWord(body, 5, 33, tt.word, tt.fold, tt.whole, tt.limit), tt.want)
		}
	}
}

func TestWordsAtTheEndsOfARange(t *testing.T) {
	body := "anna anna anna"
	o := scanText(SearchableSet([]string{"anna"}), body)
	for ends, w := range map[[2]int]string{{0, 14}: "[[0 4] [5 9] [10 14]]", {1, 14}: "[[4 8] [9 13]]",
		{0, 13}: "[[0 4] [5 9]]", {5, 9}: "[[0 4]]", {6, 9}: "[]", {5, 8}: "[]", {4, 10}: "[[1 5]]"} {
		for name, places := range map[string]*occurrences{"directly": nil, "with places": o} {
			want(t, name, places.findWord(body, ends[0], ends[1], "anna", false, false, 0), w)
		}
	}
	// a word that is cut by the range is whole in it
	want(t, "a part of a word", o.findWord("annas", 0, 4, "anna", false, true, 0), "[[0 4]]")
}

func TestShortWordsAreNotLookedForBeforehand(t *testing.T) {
	set := SearchableSet([]string{"ab", "abc", "äö", "äöü", "a"})
	want(t, "words", set.Len(), 2)
	o := scanText(set, "ab abc")
	_, known := o.placesOf("ab abc", "ab", false)
	want(t, "a short one", known, false)
	places, known := o.placesOf("ab abc", "abc", false)
	want(t, "a longer one", known, true)
	want(t, "its places", places, "[[3 6]]")
	_, known = o.placesOf("ab abc", "ab", true)
	want(t, "a short one again", known, false)
}

// newSoughtLetter is a letter whose rules look for some words.
func newSoughtLetter(words ...string) *Context {
	c, _ := contextOf(letter())
	c.Literals = SearchableSet(words)
	return c
}

func TestNodesThatMayHoldAWordAreSought(t *testing.T) {
	c := newSoughtLetter("one", "three", "top", "nowhere")
	other, _ := contextOf(letter())
	for _, tt := range []struct {
		method string
		arg    any
		want   string // "unknown" when every node has to be looked at
	}{
		{"containsString", "one", "Document 0, Section 2, Paragraph 4"}, {"containsString", "ONE", ""},
		{"containsStringIgnoreCase", "ONE", "Document 0, Section 2, Paragraph 4"},
		{"containsString", "nowhere", ""}, {"containsString", "two", "unknown"}, {"containsWord", "top", "Document 0, Header 1"},
		{"containsAnyString", []any{"one", "three"}, "Document 0, Section 2, Paragraph 4, Document 0, Section 2, Paragraph 5"},
		{"containsAnyString", []any{"one", "two"}, "unknown"},
		{"containsAllStrings", []any{"one", "two"}, "Document 0, Section 2, Paragraph 4"},
		{"matchesRegex", "one\\s", "Document 0, Section 2, Paragraph 4"}, {"matchesRegex", "ONE\\s", ""},
		{"matchesRegexIgnoreCase", "ONE\\s", "Document 0, Section 2, Paragraph 4"},
		{"matchesRegex", "[a-z]+", "unknown"}, {"matchesRegex", "(?:three|one)\\s", "Document 0, Section 2, Paragraph 4, Paragraph 5"},
	} {
		args, several := tt.arg.([]any)
		if !several {
			args = []any{tt.arg}
		}
		seek := func(c *Context) string {
			for _, m := range nodeMethods {
				if m.Name == tt.method {
					nodes, known := m.Seek(&host.Call{Session: c}, args)
					if !known {
						return "unknown"
					}
					return names(nodes)
				}
			}
			return "no method"
		}
		want(t, tt.method+" "+name(tt.arg), seek(c), tt.want)
		want(t, tt.method+" without words", seek(other), "unknown")
	}
	many := make([][2]int, maxSeekPlaces)
	for i := range many {
		many[i] = [2]int{5, 8}
	}
	nodes, known := c.nodesHolding(many)
	want(t, "as many places as are looked at", []any{names(nodes), known}, "[Document 0, Section 2, Paragraph 4 true]")
	_, known = c.nodesHolding(append(many, [2]int{5, 8}))
	want(t, "more places", known, false)
	first, second := c.knownPlaces(), c.knownPlaces()
	want(t, "the text is read once", first == second && first != nil, true)
	want(t, "or not at all", other.knownPlaces() == nil, true)
}

func TestMatchesAreThoseNearTheWordsTheyNeed(t *testing.T) {
	for _, c := range []*Context{newSoughtLetter(), newSoughtLetter("one", "two", "three")} {
		for _, tt := range []struct {
			pattern    string
			start, end int
			want       string
		}{
			{"\\w*two\\s", 0, 18, "[9 13]"}, {"two|three|one", 0, 18, "[5 8][9 12][13 18]"},
			{"two|three|one", 5, 12, "[0 3][4 7]"}, {"two|three|one", 6, 17, "[3 6]"},
			{"(?:three|one)", 5, 18, "[0 3][8 13]"}, {"two", 9, 12, "[0 3]"}, {"two", 9, 11, ""}, {"two", 10, 18, ""},
			{"one|two", 7, 18, "[2 5]"},
		} {
			got := ""
			c.visitMatches(document.Span{Start: tt.start, End: tt.end}, c.compileRegex(tt.pattern, false), false, func(m regex.Match) bool {
				got += fmt.Sprint(m.Groups[0])
				return true
			})
			want(t, tt.pattern, got, tt.want)
		}
		count := 0
		c.visitMatches(document.Span{Start: 0, End: 18}, c.compileRegex("two|three|one", false), false,
			func(regex.Match) bool { count++; return false })
		want(t, "visits after the last", count, 1)
		count = 0
		c.visitMatches(document.Span{Start: 0, End: 18}, c.compileRegex("[a-z]", false), false,
			func(regex.Match) bool { count++; return count < 3 })
		want(t, "visits up to the third", count, 3)
	}
}
