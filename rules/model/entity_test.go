package model

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

func TestTextAroundAnEntity(t *testing.T) {
	const length = 60
	text := strings.Repeat("é", length+5) + "X" + strings.Repeat("ü", length+5)
	body := len(text)
	text += "head"
	c, _ := contextOf(&document.Tree{Text: text, Body: body, Nodes: []document.Node{
		{Kind: document.KindDocument, Parent: -1, Children: []int{1, 2}, Span: document.Span{Start: 0, End: len(text)}},
		{Kind: document.KindParagraph, Span: document.Span{Start: 0, End: body}},
		{Kind: document.KindHeader, Span: document.Span{Start: body, End: len(text)}}}})
	at := strings.IndexByte(text, 'X')
	e := c.createEntity(document.Span{Start: at, End: at + 1}, "x", hint, "RULE")
	want(t, "before", e.TextBefore(), strings.Repeat("é", length))
	want(t, "after", e.TextAfter(), strings.Repeat("ü", length))
	first := c.createEntity(document.Span{Start: 0, End: 4}, "x", hint, "RULE")
	want(t, "at the beginning", first.TextBefore(), "")
	last := c.createEntity(document.Span{Start: body - 4, End: body}, "x", hint, "RULE")
	want(t, "at the end of the body", last.TextAfter(), "")
	head := c.createEntity(document.Span{Start: body, End: body + 2}, "x", hint, "RULE")
	want(t, "in the header", head.TextBefore()+"|"+head.TextAfter(), "|ad")
	second := c.createEntity(document.Span{Start: body + 2, End: body + 4}, "x", hint, "RULE")
	want(t, "at the end of the header", second.TextBefore()+"|"+second.TextAfter(), "he|")
}

func TestEntitiesStandInTheSmallestNode(t *testing.T) {
	c, _ := contextOf(letter())
	for _, tt := range []struct {
		start, end     int
		node, headline string
	}{{5, 8, "Paragraph 4", "Head"}, {0, 4, "Headline 3", "Head"}, {5, 18, "Section 2", "Head"}, {19, 22, "Header 1", ""},
		{17, 20, "Document 0", ""}} {
		e := c.createEntity(document.Span{Start: tt.start, End: tt.end}, "x", hint, "RULE")
		want(t, e.Original(), name(e.deepestNode()), tt.node)
		want(t, e.Original()+" headline", e.Headline(), tt.headline)
	}
}

func TestIdentifiersOfEntitiesAreThoseOfTheirPlace(t *testing.T) {
	id := func(start, end int, typ string) string {
		c, _ := contextOf(letter())
		return c.createEntity(document.Span{Start: start, End: end}, typ, hint, "RULE").ID()
	}
	first, second := id(5, 8, "x"), id(5, 8, "x")
	want(t, "the same in another analysis", second, first)
	for _, other := range []string{id(5, 7, "x"), id(6, 8, "x"), id(5, 8, "y")} {
		want(t, "another one", other == first, false)
	}
	want(t, "a UUID of version 5", len(first) == 36 && first[14] == '5', true)
}

// TestMethodsSayWhatTheyDependOn: the engine indexes ranges for the first ones, and
// asks the second ones again when an entity is created.
func TestMethodsSayWhatTheyDependOn(t *testing.T) {
	overlap := map[string]bool{"TextEntity.contains": true, "TextEntity.containedBy": true, "TextEntity.intersects": true,
		"TextEntity.occursInNode": true}
	entities := map[string]bool{"SemanticNode.hasEntitiesOfType": true, "SemanticNode.hasEntitiesOfAnyType": true,
		"SemanticNode.hasEntitiesOfAllTypes": true, "SemanticNode.getEntitiesOfType": true,
		"SemanticNode.getEntities": true, "SemanticNode.streamValidEntities": true, "Page.getEntities": true,
		"Table.streamEntitiesWhereRowContainsEntitiesOfType":     true,
		"Table.streamEntitiesWhereRowContainsEntitiesOfEachType": true,
		"Table.streamEntitiesWhereRowContainsNoEntitiesOfType":   true, "Table.getEntitiesOfTypeInSameRow": true,
		"Table.streamEntitiesWhereRowHasHeaderAndAnyValue": true, "Table.streamEntitiesWhereRowContainsStringsIgnoreCase": true,
		"Table.streamTableCellsWhichContainType": true}
	for _, c := range Classes() {
		for _, m := range c.Methods {
			want(t, c.Name+"."+m.Name+" needs an overlap", m.Overlap, overlap[c.Name+"."+m.Name])
			want(t, c.Name+"."+m.Name+" depends on entities", m.Entities, entities[c.Name+"."+m.Name])
		}
	}
}

func TestRuleIdentifiersHaveParts(t *testing.T) {
	read := func(s string) any { return call(nil, "RuleIdentifier", "fromString", nil, s) }
	id := read("AB_1.20.3: name")
	want(t, "parts", []any{call(nil, "RuleIdentifier", "type", id), call(nil, "RuleIdentifier", "unit", id),
		call(nil, "RuleIdentifier", "id", id), id}, "[AB_1 20 3 AB_1.20.3]")
	r := id.(*RuleIdentifier)
	for other, same := range map[any]bool{read("AB_1.20.3"): true, read("AB_1.20.4"): false, read("AB_1.21.3"): false,
		read("AB.20.3"): false, any("AB_1.20.3"): false} {
		want(t, name(other), r.EqualTo(other), same)
	}
	want(t, "hash", r.HashCode(), host.HashCode("AB_1.20.3"))
	want(t, "none", thrown(func() { read("A.1") }), "IllegalArgumentException")
}

func TestMappingsAreFoundByNameAndColumns(t *testing.T) {
	c, _ := contextOf(letter())
	c.Mappings = []Mapping{{Name: "a.csv", Columns: []string{"search_value", "mapped_value"},
		Rows: [][]string{{"Rat", "first"}, {" rat ", "second"}, {"Rat", "third"}}},
		{Name: "b", Columns: []string{"k"}}, {Name: "c.d", Columns: []string{"search_value", "mapped_value"},
			Rows: [][]string{{"x", "of c.d"}}}, {Name: "c", Columns: []string{"search_value", "mapped_value"},
			Rows: [][]string{{"x", "of c"}}}}
	value := func(mapping, v string) string {
		return items(call(c, "ComponentMappingService", "getMappedValue", nil, mapping, v))
	}
	for _, tt := range []struct{ mapping, value, want string }{{"a.csv", "Rat", "first"}, {"a", "Rat", "first"},
		{"a", " Rat", "first"}, {"a", "rat", "second"}, {"a", "RAT", "null"}, {"c", "x", "of c"}, {"c.d", "x", "of c.d"}} {
		want(t, tt.mapping+" "+tt.value, value(tt.mapping, tt.value), tt.want)
	}
	for name, w := range map[string]string{"a.csv": "a", "a.b.csv": "a.b", ".csv": ".csv", "a": "a"} {
		want(t, "without extension", withoutExtension(name), w)
	}
	want(t, "no such mapping", thrown(func() { value("nope", "x") }), "IllegalArgumentException")
	want(t, "no such column", thrown(func() { value("b", "x") }), "IllegalArgumentException")
	want(t, "no column chosen", thrown(func() { call(c, "MappingQuery", "first", newQuery(c, "a")) }), "IllegalStateException")
	q := newQuery(c, "a").chooseColumn("mapped_value")
	want(t, "any case", items(q.addCondition("search_value", "RAT", true).firstRow()), "first")
	want(t, "columns together", items(q.addCondition("search_value", "Rat", false).addCondition("mapped_value", "third",
		false).firstRow()), "third")
	want(t, "a query can be asked for two values", items(q.addCondition("search_value", "Rat", false).firstRow())+
		items(q.addCondition("search_value", "rat", false).firstRow()), "firstsecond")
}

func TestComponentsTakeTheirEntitiesInOrder(t *testing.T) {
	c, _ := contextOf(letter())
	var all []any
	for _, s := range [][2]int{{13, 18}, {5, 8}, {9, 12}, {5, 12}} {
		all = append(all, &Entity{Source: c.createEntity(document.Span{Start: s[0], End: s[1]}, "x", hint, "RULE")})
	}
	call(c, "ComponentCreationService", "joining", nil, "R", "N", host.NewList(all...))
	want(t, "joined", c.Components[0].Value, "one, one two, two, three")
	call(c, "ComponentCreationService", "firstOrElse", nil, "R", "N", host.NewList(all...), "none")
	want(t, "first", c.Components[1].Value, "one")
	call(c, "ComponentCreationService", "firstOrElse", nil, "R", "N", host.NewList(), "none")
	want(t, "none", c.Components[2].Value, "none")
	want(t, "no name", thrown(func() { call(c, "ComponentCreationService", "create", nil, "R", " ", "v") }), "IllegalArgumentException")
	want(t, "no collection", thrown(func() { call(c, "ComponentCreationService", "joining", nil, "R", "N", nil) }), "NullPointerException")
}

func TestSectionsAreChosenByPlaceOrLength(t *testing.T) {
	tree := letter()
	tree.Nodes = append(tree.Nodes, document.Node{Kind: document.KindSection, Span: document.Span{Start: 13, End: 18}, Children: []int{5}})
	tree.Nodes[0].Children = []int{2, 8}
	tree.Nodes[2].Span, tree.Nodes[2].Children = document.Span{Start: 0, End: 4}, []int{3}
	tree.Nodes[5].Parent = 8 // a section of four bytes, and one of five behind it
	c, _ := contextOf(tree)
	var list []*Entity
	for _, s := range [][2]int{{0, 4}, {13, 18}, {14, 15}} {
		list = append(list, &Entity{Source: c.createEntity(document.Span{Start: s[0], End: s[1]}, "x", hint, "RULE")})
	}
	for longest, w := range map[bool]string{false: "[Head]", true: "[three h]"} {
		want(t, "chosen", valuesOf(ofSection(longest)(list)[0], false), w)
	}
	header := &Entity{Source: c.createEntity(document.Span{Start: 19, End: 22}, "x", hint, "RULE")}
	want(t, "an entity in a header", name(sectionOf(header)), "Document 0")
	want(t, "of none", len(ofSection(true)(nil)[0]), 0)
}

func TestGridsAreLookedUpOnce(t *testing.T) {
	c, _ := contextOf(form(nil, []string{"#a", "#b"}, []string{"c", "d"}))
	table := c.Nodes[2]
	first, second := table.tableGrid(), table.tableGrid()
	want(t, "the same", first == second, true)
	want(t, "headers", len(table.tableGrid().headers), 2)
	want(t, "cells of a row", len(table.rowCells(1)), 2)
}
