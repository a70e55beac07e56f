package model

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

func TestNodesKnowTheirRelatives(t *testing.T) {
	c, _ := contextOf(letter())
	for i, w := range []struct{ children, parent, highest, before, after, below, headline string }{
		{"Header 1, Section 2, Footer 7", "null", "Document 0", "null", "null",
			"Header 1, Section 2, Headline 3, Paragraph 4, Paragraph 5, Image 6, Footer 7", "Headline -1"},
		{"", "Document 0", "Header 1", "null", "Section 2", "", "Headline -1"},
		{"Headline 3, Paragraph 4, Paragraph 5, Image 6", "Document 0", "Section 2", "Header 1", "Footer 7",
			"Headline 3, Paragraph 4, Paragraph 5, Image 6", "Headline 3"},
		{"", "Section 2", "Section 2", "null", "Paragraph 4", "", "Headline 3"},
		{"", "Section 2", "Section 2", "Headline 3", "Paragraph 5", "", "Headline 3"},
		{"", "Section 2", "Section 2", "Paragraph 4", "Image 6", "", "Headline 3"},
		{"", "Section 2", "Section 2", "Paragraph 5", "null", "", "Headline 3"},
		{"", "Document 0", "Footer 7", "Section 2", "null", "", "Headline -1"},
	} {
		n := c.Nodes[i]
		node := func(method string, args ...any) any { return call(c, "SemanticNode", method, n, args...) }
		want(t, name(n)+" children", items(node("streamChildren")), w.children)
		want(t, name(n)+" is a leaf", node("isLeaf"), w.children == "")
		want(t, name(n)+" parent", name(node("getParent")), w.parent)
		want(t, name(n)+" has a parent", node("hasParent"), w.parent != "null")
		want(t, name(n)+" highest parent", name(node("getHighestParent")), w.highest)
		want(t, name(n)+" previous", items(node("getPreviousSibling")), w.before)
		want(t, name(n)+" next", items(node("getNextSibling")), w.after)
		want(t, name(n)+" below", items(node("streamAllSubNodes")), w.below)
		want(t, name(n)+" headline", name(node("getHeadline")), w.headline)
	}
	want(t, "of a kind", items(call(c, "SemanticNode", "streamAllSubNodesOfType", c.Nodes[0], nodeTypes["PARAGRAPH"])),
		"Paragraph 4, Paragraph 5")
	want(t, "children of a kind", items(call(c, "SemanticNode", "streamChildrenOfType", c.Nodes[0], nodeTypes["PARAGRAPH"])), "")
	want(t, "tree identifier", call(c, "SemanticNode", "getTreeId", c.Nodes[5]).(*host.List).Items, "[1 2]")
	want(t, "tree identifier of the document", call(c, "SemanticNode", "getTreeId", c.Nodes[0]).(*host.List).Items, "[]")
}

func TestTheEmptyHeadlineHasNothing(t *testing.T) {
	c, _ := contextOf(letter())
	h := c.Nodes[1].nearestHeadline()
	node := func(method string, args ...any) any { return call(c, "SemanticNode", method, h, args...) }
	want(t, "text", node("hasText"), false)
	want(t, "length", node("length"), 0)
	want(t, "contains", node("containsString", "Head"), false)
	want(t, "parent", node("hasParent"), false)
	want(t, "children", items(node("streamChildren")), "")
	want(t, "headline", node("getHeadline") == any(h), true)
}

func TestTheTextOfADocumentIsItsBody(t *testing.T) {
	c, _ := contextOf(letter())
	start, end := c.Nodes[0].Range()
	want(t, "range", []int{start, end}, "[0 18]")
	start, end = c.Nodes[1].Range()
	want(t, "range of the header", []int{start, end}, "[19 22]")
	want(t, "text", c.Nodes[0].text(), "Head\none two\nthree")
	for text, holds := range map[string]bool{"two\nthree": true, "top": false, "": true} {
		want(t, "contains "+text, call(c, "SemanticNode", "containsString", c.Nodes[0], text), holds)
	}
}

func TestHeadlinesAreThoseBelowAndAbove(t *testing.T) {
	tree := letter()
	tree.Nodes[4].Kind = document.KindHeadline // a second one in the section
	c, _ := contextOf(tree)
	want(t, "the first is the section's own", name(c.Nodes[2].nearestHeadline()), "Headline 3")
	for node, w := range map[int][]bool{2: {true, true, false}, 5: {true, false, false}, 1: {false, false, false}, 0: {true, true, false}} {
		for i, s := range []string{"Head", "two", "head"} {
			want(t, name(c.Nodes[node])+" "+s, call(c, "SemanticNode", "anyHeadlineContainsString", c.Nodes[node], s), w[i])
		}
		want(t, name(c.Nodes[node])+" in any case",
			call(c, "SemanticNode", "anyHeadlineContainsStringIgnoreCase", c.Nodes[node], "HEAD"), w[0])
	}
}

func TestWordsAreWhole(t *testing.T) {
	for _, tt := range []struct {
		text       string
		start, end int
		want       bool
	}{
		{"one", 0, 3, true}, {"a one b", 2, 5, true}, {"aone", 1, 4, false}, {"onea", 0, 3, false}, {"1one", 1, 4, false},
		{"one1", 0, 3, false},
		{"äone", 2, 5, false}, {"oneä", 0, 3, false}, {"-one.", 1, 4, true}, {"a(b", 1, 2, true}, {"a(b)c", 1, 4, true},
		{"a-bc", 1, 3, false}, {"ab-c", 1, 3, false},
	} {
		if got := wholeWord(tt.text, [2]int{tt.start, tt.end}); got != tt.want {
			t.Errorf("%q[%d:%d]: %v, want %v", tt.text, tt.start, tt.end, got, tt.want)
		}
	}
}

func TestNodesKnowTheEntitiesOfAType(t *testing.T) {
	c, _ := contextOf(letter())
	for _, e := range []struct {
		start, end int
		typ, state string
	}{{5, 8, "a", "APPLIED"}, {9, 12, "a", "REMOVED"}, {9, 12, "b", "IGNORED"}, {13, 18, "c", "SKIPPED"}, {0, 4, "d", "REMOVED"}} {
		c.createEntity(document.Span{Start: e.start, End: e.end}, e.typ, EntityKind("ENTITY"),
			"RULE").addMatches(&MatchedRule{RuleID: "A.0.0", State: e.state})
	}
	list := func(types ...any) *host.List { return host.NewList(types...) }
	section, second := c.Nodes[2], c.Nodes[5]
	for typ, has := range map[string]bool{"a": true, "b": false, "c": true, "d": false, "e": false} {
		want(t, "section has "+typ, call(c, "SemanticNode", "hasEntitiesOfType", section, typ), has)
		want(t, "last paragraph has "+typ, call(c, "SemanticNode", "hasEntitiesOfType", second, typ), typ == "c")
	}
	for _, tt := range []struct {
		types     *host.List
		any, all  bool
		ofSection string
	}{
		{list("a", "c"), true, true, `a "one", c "three"`}, {list("a", "b"), true, false, `a "one"`},
		{list("b", "d"), false, false, ""}, {list("a"), true, true, `a "one"`},
		{list("e"), false, false, ""}, {list(), false, true, ""},
	} {
		want(t, "any of "+items(tt.types), call(c, "SemanticNode", "hasEntitiesOfAnyType", section, tt.types), tt.any)
		want(t, "all of "+items(tt.types), call(c, "SemanticNode", "hasEntitiesOfAllTypes", section, tt.types), tt.all)
		want(t, "those of "+items(tt.types), items(call(c, "SemanticNode", "getEntitiesOfType", section, tt.types)), tt.ofSection)
	}
	want(t, "all entities", items(call(c, "SemanticNode", "getEntities", section)), `d "Head", a "one", a "two", b "two", c "three"`)
	want(t, "those not removed", items(call(c, "SemanticNode", "streamValidEntities", section)), `a "one", b "two", c "three"`)
}

func TestStringsAreSoughtOneAnyAndAll(t *testing.T) {
	c, _ := contextOf(letter())
	p := c.Nodes[4]
	for _, tt := range []struct {
		method string
		arg    any
		want   bool
	}{
		{"containsString", "ne t", true}, {"containsString", "One", false}, {"containsStringIgnoreCase", "One", true},
		{"containsString", "three", false},
		{"containsAnyString", host.NewList("x", "ne"), true}, {"containsAnyString", host.NewList("x", "NE"), false},
		{"containsAnyStringIgnoreCase", host.NewList("x", "NE"), true}, {"containsAnyString", host.NewList(), false},
		{"containsAllStrings", host.NewList("one", "wo"), true}, {"containsAllStrings", host.NewList("one", "WO"), false},
		{"containsAllStringsIgnoreCase", host.NewList("one", "WO"), true}, {"containsAllStrings", host.NewList(), true},
		{"containsWord", "one", true}, {"containsWord", "wo", false}, {"containsWord", "ONE", false},
		{"containsWordIgnoreCase", "ONE", true}, {"containsWord", "", false},
		{"containsAnyWord", host.NewList("wo", "two"), true}, {"containsAnyWord", host.NewList("wo", "TWO"), false},
		{"containsAnyWordIgnoreCase", host.NewList("wo", "TWO"), true},
		{"containsAllWords", host.NewList("one", "wo"), false}, {"containsAllWords", host.NewList("one", "two"), true},
		{"containsAllWordsIgnoreCase", host.NewList("ONE", "two"), true},
		{"containsAnyString", host.NewList(host.NewList("x", "two")), true},
		{"containsAllStrings", host.NewList(host.NewList("x", "two"), "one"), false},
		{"matchesRegex", "t.o", true}, {"matchesRegex", "T.o", false}, {"matchesRegexIgnoreCase", "T.o", true},
		{"matchesRegex", "^two", false}, {"matchesRegexIgnoreCase", "t[aeiou]e", false},
	} {
		want(t, tt.method+" "+items(tt.arg)+name(tt.arg), call(c, "SemanticNode", tt.method, p, tt.arg), tt.want)
	}
	want(t, "a null string", thrown(func() { call(c, "SemanticNode", "containsString", p, nil) }), "NullPointerException")
	want(t, "a broken expression", thrown(func() { call(c, "SemanticNode", "matchesRegex", p, "(") }), "PatternSyntaxException")
}

func TestExpressionsAreCompiledOnce(t *testing.T) {
	c, _ := contextOf(letter())
	plain, folded := c.compileRegex("a", false), c.compileRegex("a", true)
	want(t, "the same", c.compileRegex("a", false) == plain && c.compileRegex("a", true) == folded, true)
	want(t, "one with a flag is another", plain == folded, false)
	want(t, "kept", len(c.patterns), 2)
}

func TestFileAttributesCompareTheirValue(t *testing.T) {
	f := &FileAttribute{"7", "Label", "Value"}
	for method, w := range map[string]string{"getLabel": "Label", "getValue": "Value", "getId": "7", "getPlaceholder": "Label"} {
		want(t, method, call(nil, "FileAttribute", method, f), w)
	}
	want(t, "any of", call(nil, "FileAttribute", "valueEqualsAnyOf", f, host.NewList("x", "Value")), true)
	want(t, "in another case", call(nil, "FileAttribute", "valueEqualsAnyOf", f, host.NewList("x", "value")), false)
	want(t, "any case", call(nil, "FileAttribute", "valueEqualsAnyOfIgnoreCase", f, host.NewList("x", "value")), true)
	want(t, "none", call(nil, "FileAttribute", "valueEqualsAnyOfIgnoreCase", f, host.NewList("x", "label")), false)
}
