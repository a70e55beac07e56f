package model

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

var hint = EntityKind("HINT")

func TestServicesMarkWhatTheyFind(t *testing.T) {
	for _, tt := range []struct {
		method string
		args   []any // the last is the index of the node
		want   string
	}{
		{"byString", []any{"t", "x", hint, 2}, `x "t", x "t"`},
		{"byString", []any{"T", "x", hint, 2}, ``},
		{"byStringIgnoreCase", []any{"T", "x", hint, 4}, `x "t"`},
		{"byString", []any{"top", "x", hint, 0}, ``},
		{"byString", []any{"top", "x", hint, 1}, `x "top"`},
		{"lineAfterString", []any{"o", "x", hint, 4}, `x "ne"`},
		{"lineAfterStringIgnoreCase", []any{"T", "x", hint, 4}, `x "wo"`},
		{"lineAfterStrings", []any{host.NewList("t", "o"), "x", hint, 2}, `x "ne", x "wo", x "hree"`},
		{"lineAfterStringsIgnoreCase", []any{host.NewList("T"), "x", hint, 2}, `x "wo", x "hree"`},
		{"byRegex", []any{"t(w)?(\\w)", "x", hint, 2}, `x "two", x "th"`},
		{"byRegex", []any{"t(w)?(\\w)", "x", hint, int32(1), 2}, `x "w"`},
		{"byRegex", []any{"t(w)?(\\w)", "x", hint, int32(2), 2}, `x "o", x "h"`},
		{"byRegexIgnoreCase", []any{"T(W)?", "x", hint, int32(0), 2}, `x "tw", x "t"`},
		{"byRegex", []any{"one\\ntwo", "x", hint, 2}, ``},
		{"byRegexWithLineBreaks", []any{"one\\ntwo", "x", hint, 2}, `x "one two"`},
		{"byRegexWithLineBreaks", []any{"e\\n(t)", "x", hint, int32(1), 2}, `x "t"`},
		{"byRegexWithLineBreaksIgnoreCase", []any{"E\\nT", "x", hint, 2}, `x "e t"`},
		{"byRegex", []any{"E", "x", hint, 2}, ``},
		{"betweenStrings", []any{"o", "o", "x", hint, 4}, `x "ne tw"`},
		{"betweenStringsIncludeStart", []any{"o", "w", "x", hint, 4}, `x "one t"`},
		{"betweenStringsIncludeEnd", []any{"o", "w", "x", hint, 4}, `x "ne tw"`},
		{"betweenStringsIncludeStartAndEnd", []any{"o", "w", "x", hint, 4}, `x "one tw"`},
		{"betweenStringsIgnoreCase", []any{"O", "W", "x", hint, 4}, `x "ne t"`},
		{"betweenRegexes", []any{"[no]", "[tw]", "x", hint, 4}, `x "ne"`},
		{"byRegex", []any{"one", "x", hint, 4}, `x "one"`},
		{"betweenRegexes", []any{"e\\n", "t", "x", hint, 4}, ``},
		{"betweenRegexes", []any{"n", "e\\n", "x", hint, 4}, ``},
		{"longestBetweenAnyString", []any{host.NewList("n"), host.NewList(" "), "x", hint, 4}, `x "e"`},
		{"betweenRegexesIgnoreCase", []any{"[NO]", "[TW]", "x", hint, 4}, `x "ne"`},
		{"shortestBetweenAnyString", []any{host.NewList("o", "n"), host.NewList("t", "w"), "x", hint, 4}, `x "e"`},
		{"longestBetweenAnyString", []any{host.NewList("o", "n"), host.NewList("t", "w"), "x", hint, 4}, `x "ne t"`},
		{"betweenTextRanges", []any{host.NewList(rangeOf(5, 6), rangeOf(0, 1)), host.NewList(rangeOf(9, 10), rangeOf(19, 20)),
			"x", hint, 4}, `x "ne"`},
		{"bySemanticNodeParagraphsOnly", []any{2, "x", hint}, `x "one two", x "three"`},
		{"bySemanticNodeParagraphsOnlyMergeConsecutive", []any{2, "x", hint}, `x "one two` + "\\n" + `three"`},
		{"bySemanticNode", []any{4, "x", hint}, `x "one two"`},
		{"bySemanticNode", []any{6, "x", hint}, `null`},
		{"semanticNodeAfterString", []any{4, "one", "x", hint}, `x "two"`},
		{"semanticNodeAfterString", []any{4, "", "x", hint}, `x "one two"`},
		{"semanticNodeAfterString", []any{4, "Head", "x", hint}, `null`},
		{"semanticNodeAfterString", []any{4, "two", "x", hint}, `null`},
		{"byTextRange", []any{rangeOf(5, 12), "x", hint, 4}, `x "one two"`},
		{"byTextRange", []any{rangeOf(8, 9), "x", hint, 4}, `null`},
		{"forceByTextRange", []any{rangeOf(5, 8), "x", hint, 4}, `x "one"`},
	} {
		c, m := contextOf(letter())
		args := tt.args
		for i, a := range args {
			if index, ok := a.(int); ok {
				args[i] = c.Nodes[index]
			}
		}
		result := call(c, "EntityCreationService", tt.method, EntityCreation{}, args...)
		if _, lazy := result.(*host.Stream); lazy && len(m.inserted) > 0 {
			t.Errorf("%s: created before the stream runs", tt.method)
		}
		want(t, tt.method+" "+name(tt.args[0]), items(result), tt.want)
		want(t, tt.method+" kind and engine", func() bool {
			for _, e := range c.Entities {
				if e.Kind != hint || e.Engine != "RULE" {
					return false
				}
			}
			return true
		}(), true)
	}
}

func TestServicesRefuseWhatLiesOutside(t *testing.T) {
	c, _ := contextOf(letter())
	refusal := func(method string, args ...any) string {
		return thrown(func() { items(call(c, "EntityCreationService", method, EntityCreation{}, args...)) })
	}
	for _, method := range []string{"byTextRange", "forceByTextRange"} {
		for _, r := range []*TextRange{rangeOf(4, 8), rangeOf(9, 13)} {
			want(t, method+r.String(), refusal(method, r, "x", hint, c.Nodes[4]), "IllegalArgumentException")
		}
	}
	for _, group := range []int32{-1, 2} {
		want(t, "a group that is none", refusal("byRegex", "t(w)?", "x", hint, group, c.Nodes[4]), "IndexOutOfBoundsException")
	}
	want(t, "a null string", refusal("byString", nil, "x", hint, c.Nodes[4]), "NullPointerException")
	want(t, "a null type", refusal("byString", "t", nil, hint, c.Nodes[4]), "NullPointerException")
}

func TestParagraphsOfCellsStandAlone(t *testing.T) {
	tree := letter()
	tree.Nodes[4].Kind = document.KindTableCell
	tree.Nodes[4].Children = []int{8}
	tree.Nodes = append(tree.Nodes, document.Node{Kind: document.KindParagraph, Parent: 4, Span: document.Span{Start: 5, End: 12}})
	c, _ := contextOf(tree)
	want(t, "paragraphs", paragraphsOf(c.Nodes[2], false), "[{13 18}]")

	tree = letter()
	tree.Nodes[3].Kind, tree.Nodes[4].Kind = document.KindParagraph, document.KindHeadline // paragraphs apart
	c, _ = contextOf(tree)
	want(t, "merged only when they are neighbours", paragraphsOf(c.Nodes[2], true), "[{0 4} {13 18}]")
}

func TestEntitiesGrowByExpressions(t *testing.T) {
	c, _ := contextOf(letter())
	e := c.createEntity(document.Span{Start: 9, End: 12}, "word", hint, "RULE")
	for _, tt := range []struct{ method, pattern, want string }{
		{"byPrefixExpansionRegex", "ne", `word "ne two"`}, {"byPrefixExpansionRegex", "on", `null`},
		{"byPrefixExpansionRegex", "a|e", `word "e two"`},
		{"byPrefixExpansionRegex", "NE", `null`}, {"bySuffixExpansionRegex", "TH", `null`},
		{"bySuffixExpansionRegex", "th", `word "two` + "\\n" + `th"`}, {"bySuffixExpansionRegex", "hr", `null`},
		{"bySuffixExpansionRegex", "x|t", `word "two` + "\\n" + `t"`},
		{"bySuffixExpansionRegex", "three\\s*top", `null`},
	} {
		want(t, tt.method+" "+tt.pattern, items(call(c, "EntityCreationService", tt.method, EntityCreation{}, e, tt.pattern)), tt.want)
	}
}

func TestExpansionLooksAtSomeTextOnly(t *testing.T) {
	const reach = 4096
	for _, tt := range []struct {
		name, before, after, prefix, suffix string
		wantPrefix, wantSuffix              bool
	}{
		{"as far as it looks", "ä" + strings.Repeat("b", reach-2), strings.Repeat("b", reach-2) + "ä", "äb+", "b+ä", true, true},
		{"one byte farther", "ä" + strings.Repeat("b", reach-1), strings.Repeat("b", reach) + "ä", "äb+", "b+ä", false, false},
		{"a character is not cut", "ä" + strings.Repeat("b", reach-1), strings.Repeat("b", reach-1) + "äc", "^b+", "b+ä$", true, true},
	} {
		text := tt.before + "X" + tt.after
		at := len(tt.before)
		c, _ := contextOf(&document.Tree{Text: text, Body: len(text),
			Nodes: []document.Node{{Kind: document.KindDocument, Parent: -1, Span: document.Span{Start: 0, End: len(text)}}}})
		e := c.createEntity(document.Span{Start: at, End: at + 1}, "x", hint, "RULE")
		want(t, tt.name+": prefix", expandEntity(e, tt.prefix, true).(*host.Optional).Present, tt.wantPrefix)
		want(t, tt.name+": suffix", expandEntity(e, tt.suffix, false).(*host.Optional).Present, tt.wantSuffix)
	}
}

func TestDerivedEntities(t *testing.T) {
	c, _, e := newMarkedLetter()
	e.addMatches(&MatchedRule{RuleID: "A.0.0", State: "APPLIED"})
	e.setValue("v")
	service := func(method string, args ...any) *TextEntity {
		return call(c, "EntityCreationService", method, EntityCreation{}, args...).(*TextEntity)
	}
	copied, bare := service("copyEntity", e, "copy", hint, c.Nodes[4]), service("copyEntityWithoutRules", e, "bare", hint, c.Nodes[4])
	want(t, "copy", []string{copied.Type, copied.Text(), copied.State(), copied.Engine}, "[copy v APPLIED RULE]")
	want(t, "without rules", []string{bare.Type, bare.Text(), bare.State()}, "[bare v ]")
	want(t, "a copy of the same type", service("copyEntity", e, "word", hint, c.Nodes[4]) == e, true)
	second := c.createEntity(document.Span{Start: 9, End: 12}, "word", hint, "RULE")
	second.addMatches(&MatchedRule{RuleID: "A.1.0", State: "SKIPPED"})
	merged := service("mergeEntitiesOfSameType", host.NewList(second, e), "word", hint, c.Nodes[4])
	want(t, "merged", []string{merged.Text(), merged.State()}, "[one two SKIPPED]")
	want(t, "rules of both", len(merged.Matched), 2)
	want(t, "merged again", service("mergeEntitiesOfSameType", host.NewList(merged, e), "word", hint, c.Nodes[4]) == merged &&
		len(merged.Matched) == 2, true)
	want(t, "nothing to merge", thrown(func() { service("mergeEntitiesOfSameType", host.NewList(), "word", hint, c.Nodes[4]) }),
		"IllegalArgumentException")
	forced := c.forceEntity(e.Span, "word", hint, "RULE")
	want(t, "forced", forced != e && forced.Span == e.Span, true)
}

func TestNamesOfARecogniserAreMarked(t *testing.T) {
	c, _ := contextOf(letter())
	ner := func(value, typ string, r *TextRange) any {
		return call(c, "NerEntity", "NerEntity", nil, value, typ, r)
	}
	one, three := ner("one", "PERSON", rangeOf(5, 8)), ner("three", "PLACE", rangeOf(13, 18))
	all := call(c, "NerEntities", "NerEntities", nil, host.NewList(one, three))
	want(t, "has", []any{call(c, "NerEntities", "hasEntitiesOfType", all, "PLACE"),
		call(c, "NerEntities", "hasEntitiesOfType", all, "place")}, "[true false]")
	want(t, "of a type", call(c, "NerEntities", "streamEntitiesOfType", all, "PLACE").(*host.Stream).ToSlice()[0] == three, true)
	want(t, "list", len(call(c, "NerEntities", "getNerEntityList", all).(*host.List).Items), 2)
	want(t, "parts", []any{call(c, "NerEntity", "value", one), call(c, "NerEntity", "type", one),
		call(c, "NerEntity", "textRange", one)}, "[one PERSON [5, 8)]")
	service := func(method string, args ...any) any {
		return call(c, "EntityCreationService", method, EntityCreation{}, args...)
	}
	want(t, "its type", name(service("byNerEntity", one, hint, c.Nodes[4])), `PERSON "one"`)
	want(t, "another type", name(service("byNerEntity", one, "x", hint, c.Nodes[4])), `x "one"`)
	want(t, "perhaps", items(service("optionalByNerEntity", one, "y", hint, c.Nodes[4])), `y "one"`)
	want(t, "outside", items(service("optionalByNerEntity", three, hint, c.Nodes[4])), `null`)
	want(t, "none of the addresses", items(service("combineNerEntitiesToCbiAddressDefaults", all, "x", hint, c.Nodes[4])), "")
	for _, missing := range []func(){
		func() { call(c, "NerEntity", "NerEntity", nil, "v", "t", nil) },
		func() { call(c, "NerEntity", "NerEntity", nil, nil, "t", rangeOf(0, 1)) },
		func() { call(c, "NerEntities", "NerEntities", nil, host.NewList(nil)) }, func() { service("byNerEntity", nil, hint, c.Nodes[4]) },
	} {
		want(t, "null", thrown(missing), "NullPointerException")
	}
}
