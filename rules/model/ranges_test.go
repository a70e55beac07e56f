package model

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

func rangeOf(start, end int) *TextRange {
	return &TextRange{Span: document.Span{Start: start, End: end}}
}

func TestRangesCompareTheirEnds(t *testing.T) {
	r := rangeOf(5, 12)
	for _, tt := range []struct {
		other                       *TextRange
		contains, within, intersect bool
	}{
		{rangeOf(5, 12), true, true, true}, {rangeOf(6, 11), true, false, true}, {rangeOf(4, 13), false, true, true},
		{rangeOf(5, 13), false, true, true}, {rangeOf(4, 12), false, true, true},
		{rangeOf(12, 14), false, false, false}, {rangeOf(11, 14), false, false, true}, {rangeOf(1, 5), false, false, false},
		{rangeOf(1, 6), false, false, true},
	} {
		want(t, "contains "+tt.other.String(), call(nil, "TextRange", "contains", r, tt.other), tt.contains)
		want(t, "contained by "+tt.other.String(), call(nil, "TextRange", "containedBy", r, tt.other), tt.within)
		want(t, "intersects "+tt.other.String(), call(nil, "TextRange", "intersects", r, tt.other), tt.intersect)
		want(t, "equals "+tt.other.String(), r.EqualTo(tt.other), *tt.other == *r)
	}
	want(t, "equals a text", r.EqualTo("[5, 12)"), false)
	want(t, "hash", r.HashCode(), 31*5+12)
	want(t, "ends and length", []any{call(nil, "TextRange", "start", r), call(nil, "TextRange", "end", r),
		call(nil, "TextRange", "length", r)}, "[5 12 7]")
	start, end := r.Range()
	want(t, "range", []int{start, end}, "[5 12]")
}

func TestRangesAreMadeAndSplit(t *testing.T) {
	made := func(start, end int32) any { return call(nil, "TextRange", "TextRange", nil, start, end) }
	want(t, "a range", name(made(0, 0))+name(made(3, 7)), "[0, 0)[3, 7)")
	want(t, "before the text", thrown(func() { made(-1, 2) }), "IllegalArgumentException")
	want(t, "the end first", thrown(func() { made(3, 2) }), "IllegalArgumentException")
	for cuts, w := range map[*host.List]string{
		host.NewList():                             "[5, 12)",
		host.NewList(int32(8)):                     "[5, 8), [8, 12)",
		host.NewList(int32(6), int32(11)):          "[5, 6), [6, 11), [11, 12)",
		host.NewList(int32(5), int32(12)):          "[5, 12)",
		host.NewList(int32(9), int32(7), int32(9)): "[5, 9), [9, 12)",
	} {
		want(t, "split at "+items(cuts), items(call(nil, "TextRange", "split", rangeOf(5, 12), cuts)), w)
	}
}

func TestTextBlocksHaveLines(t *testing.T) {
	c, _ := contextOf(letter())
	block := func(start, end int) *TextBlock { return &TextBlock{c, document.Span{Start: start, End: end}} }
	for _, tt := range []struct {
		start, end   int
		text, breaks string
		lines        int
	}{
		{0, 4, "Head", "", 1}, {5, 12, "one\ntwo", "8", 2}, {5, 8, "one", "", 1}, {5, 9, "one\n", "8", 2},
		{0, 18, "Head\none\ntwo\nthree", "4, 8, 12", 4}, {5, 5, "", "", 0},
	} {
		b := block(tt.start, tt.end)
		want(t, "with line breaks", call(c, "TextBlock", "searchTextWithLineBreaks", b), tt.text)
		want(t, "line breaks", items(call(c, "TextBlock", "getLineBreaks", b)), tt.breaks)
		want(t, "number of lines", call(c, "TextBlock", "numberOfLines", b), tt.lines)
		want(t, "length", call(c, "TextBlock", "length", b), tt.end-tt.start)
		want(t, "range", call(c, "TextBlock", "getTextRange", b), rangeOf(tt.start, tt.end))
	}
	all := block(0, 18)
	want(t, "part by range", call(c, "TextBlock", "subSequence", all, rangeOf(5, 12)), "one two")
	want(t, "part with line breaks", call(c, "TextBlock", "subSequenceWithLineBreaks", all, rangeOf(5, 12)), "one\ntwo")
	want(t, "part by units", call(c, "TextBlock", "subSequence", block(5, 12), int32(1), int32(5)), "ne t")
	want(t, "all of it", call(c, "TextBlock", "subSequence", block(5, 12), int32(0), int32(7)), "one two")
	want(t, "none of it", call(c, "TextBlock", "subSequence", block(5, 12), int32(7), int32(7)), "")
	for _, ends := range [][2]int32{{-1, 2}, {3, 2}, {0, 8}} {
		want(t, "outside of the block", thrown(func() { call(c, "TextBlock", "subSequence", block(5, 12), ends[0], ends[1]) }),
			"StringIndexOutOfBoundsException")
	}
	for _, r := range []*TextRange{rangeOf(-1, 2), rangeOf(3, 2), rangeOf(20, 27)} {
		want(t, "outside of the document "+r.String(), thrown(func() { call(c, "TextBlock", "subSequence", all, r) }),
			"IndexOutOfBoundsException")
	}
	want(t, "up to the end of the document", call(c, "TextBlock", "subSequence", all, rangeOf(23, 26)), "end")
	want(t, "no range", thrown(func() { call(c, "TextBlock", "subSequence", all, nil) }), "NullPointerException")
	want(t, "trimmed", call(c, "TextRange", "trim", rangeOf(4, 9), all), "[5, 8)")
}

func TestLineBreaksStandWhereLinesEnd(t *testing.T) {
	// a line may end before the space or with it
	tree := &document.Tree{Text: "a b c", Lines: []document.Line{{Span: document.Span{Start: 0, End: 1}},
		{Span: document.Span{Start: 2, End: 4}}, {Span: document.Span{Start: 4, End: 5}}}}
	c := NewContext(tree)
	want(t, "text", c.withBreaks(document.Span{Start: 0, End: 5}), "a\nb\nc")
	want(t, "part", c.withBreaks(document.Span{Start: 1, End: 3}), "\nb")
	ends := NewContext(&document.Tree{Text: "a b ",
		Lines: []document.Line{{}, {Span: document.Span{Start: 0, End: 2}}, {Span: document.Span{Start: 2, End: 4}}}})
	want(t, "no break at the ends of the text", ends.withBreaks(document.Span{Start: 0, End: 4}), "a\nb ")
	e := &TextEntity{ctx: c, Span: document.Span{Start: 1, End: 5}}
	want(t, "entity", e.textWithLines(), "b\nc")
}

func TestTextIsSearchedForRanges(t *testing.T) {
	c, _ := contextOf(letter())
	b := &TextBlock{c, document.Span{Start: 5, End: 18}} // "one two\nthree"
	for _, tt := range []struct {
		method string
		args   []any
		want   string
	}{
		{"findTextRangesByString", []any{"t", b}, "[9, 10), [13, 14)"}, {"findTextRangesByString", []any{"T", b}, ""},
		{"findTextRangesByStringIgnoreCase", []any{"T", b}, "[9, 10), [13, 14)"},
		{"findTextRangesByRegex", []any{"t\\w+", b}, "[9, 12), [13, 18)"}, {"findTextRangesByRegex", []any{"T\\w+", b}, ""},
		{"findTextRangesByRegexIgnoreCase", []any{"T\\w+", b}, "[9, 12), [13, 18)"},
		{"findTextRangesByRegex", []any{"t(w)?(\\w+)", int32(1), b}, "[10, 11)"},
		{"findTextRangesByRegex", []any{"t(w)?(\\w+)", int32(2), b}, "[11, 12), [14, 18)"},
		{"findTextRangesByRegex", []any{"t(w)?", int32(0), b}, "[9, 11), [13, 14)"},
		{"findTextRangesByRegexIgnoreCase", []any{"T(W)", int32(1), b}, "[10, 11)"},
	} {
		want(t, tt.method+name(tt.args[0]), items(call(c, "RedactionSearchUtility", tt.method, nil, tt.args...)), tt.want)
	}
	for _, group := range []int32{-1, 3} {
		want(t, "a group that is none",
			thrown(func() { call(c, "RedactionSearchUtility", "findTextRangesByRegex", nil, "t(w)?(\\w+)", group, b) }),
			"IndexOutOfBoundsException")
	}
	for method, holds := range map[string][]bool{"anyMatch": {true, true, false}, "exactMatch": {true, false, false}} {
		for i, pattern := range []string{"o\\w+", "n", "O"} {
			want(t, method+" "+pattern, call(c, "RedactionSearchUtility", method, nil, "one", pattern), holds[i])
		}
	}
}
