package model

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

func TestASpanTouchesNodesAndPages(t *testing.T) {
	c, _ := contextOf(letter())
	for _, tt := range []struct {
		start, end   int
		nodes, pages string
	}{
		{0, 4, "Document 0, Section 2, Headline 3", "Page 1"},
		{4, 5, "Document 0, Section 2", ""},
		{5, 8, "Document 0, Section 2, Paragraph 4", "Page 1"},
		{12, 13, "Document 0, Section 2", ""},
		{3, 14, "Document 0, Section 2, Headline 3, Paragraph 4, Paragraph 5", "Page 1, Page 2"},
		{12, 14, "Document 0, Section 2, Paragraph 5", "Page 2"},
		{19, 22, "Document 0, Header 1", "Page 1"},
		{17, 24, "Document 0, Section 2, Paragraph 5, Image 6, Header 1, Footer 7", "Page 2, Page 1, Page 2"},
		{13, 13, "Document 0, Section 2, Paragraph 5", "Page 2"},
		{26, 26, "", ""},
	} {
		s := document.Span{Start: tt.start, End: tt.end}
		if got := names(c.intersectingNodes(s)); s.Len() > 0 && got != tt.nodes {
			t.Errorf("%v: nodes %s, want %s", s, got, tt.nodes)
		}
		if got := names(c.pagesOf(s)); got != tt.pages {
			t.Errorf("%v: pages %s, want %s", s, got, tt.pages)
		}
	}
}

func TestOverlappingNodesAreAllFound(t *testing.T) {
	tree := letter()
	tree.Nodes[5].Span = document.Span{Start: 9, End: 18} // shares "two" with the paragraph before it
	c, _ := contextOf(tree)
	want(t, "nodes of two", names(c.intersectingNodes(document.Span{Start: 9, End: 12})), "Document 0, Section 2, Paragraph 4, Paragraph 5")
	want(t, "nodes of three", names(c.intersectingNodes(document.Span{Start: 13, End: 18})), "Document 0, Section 2, Paragraph 5")
	tree.Nodes[4].Span, tree.Nodes[5].Span = document.Span{Start: 5, End: 18}, document.Span{Start: 9, End: 12} // one holds the other
	c, _ = contextOf(tree)
	want(t, "nodes of th", names(c.intersectingNodes(document.Span{Start: 13, End: 15})), "Document 0, Section 2, Paragraph 4")
	empty := NewContext(&document.Tree{})
	want(t, "nodes of nothing", len(empty.intersectingNodes(document.Span{})), 0)
}

func TestPagesThatTheDocumentLacksAreNone(t *testing.T) {
	tree := letter()
	tree.Lines[0].Page, tree.Lines[1].Page = 0, 3
	c, _ := contextOf(tree)
	want(t, "pages", names(c.pagesOf(document.Span{Start: 0, End: 18})), "Page 1, Page 2")
}

func TestSpansAreTrimmed(t *testing.T) {
	text := "x \t\r\n\u00a0\u00ada b\u00a0\u00ad \n\r\ty"
	c := NewContext(&document.Tree{Text: text})
	s := c.trimSpan(document.Span{Start: 1, End: len(text) - 1})
	want(t, "trimmed", text[s.Start:s.End], "a b")
	s = c.trimSpan(document.Span{Start: 1, End: 3})
	want(t, "white space", s.Len(), 0)
	want(t, "where white space ends", s.Start, 3)
}

func TestAnEntityIsCreatedOnceAndMatchesItsNodesAgain(t *testing.T) {
	c, m := contextOf(letter())
	first := c.createEntity(document.Span{Start: 4, End: 9}, "word", EntityKind("HINT"), "RULE")
	want(t, "text", first.Original(), "one")
	want(t, "kind", first.Kind.Name+first.Engine, "HINTRULE")
	want(t, "inserted", m.inserted, `[word "one"]`)
	want(t, "touched", m.touched, "[Document 0 Section 2 Paragraph 4 Page 1]")
	want(t, "changes", c.changes, 1)

	again := c.createEntity(document.Span{Start: 5, End: 8}, "word", EntityKind("ENTITY"), "DICTIONARY")
	want(t, "the same", again == first, true)
	want(t, "nothing inserted", len(m.inserted), 1)
	want(t, "no change", c.changes, 1)

	other := c.createEntity(document.Span{Start: 5, End: 8}, "name", EntityKind("ENTITY"), "RULE")
	want(t, "another type", other != first, true)
	want(t, "changes", c.changes, 2)
	want(t, "no entity of white space", c.createEntity(document.Span{Start: 8, End: 9}, "word", EntityKind("HINT"), "RULE") == nil, true)
	want(t, "no entity of nothing", c.createEntity(document.Span{Start: 5, End: 5}, "word", EntityKind("HINT"), "RULE") == nil, true)
	want(t, "entities", names(c.Entities), `word "one", name "one"`)
}

func TestEntitiesOfASpanAreInOrderOfPlaceAndCreation(t *testing.T) {
	c, _ := contextOf(letter())
	for _, e := range []struct {
		start, end int
		typ        string
	}{{13, 18, "b"}, {5, 12, "z"}, {5, 8, "a"}, {0, 4, "a"}, {19, 22, "a"}} {
		c.createEntity(document.Span{Start: e.start, End: e.end}, e.typ, EntityKind("ENTITY"), "RULE")
	}
	all := func(*TextEntity) bool { return true }
	want(t, "all", names(c.entitiesWithin(document.Span{Start: 0, End: 26}, all)), `a "Head", z "one two", a "one", b "three", a "top"`)
	want(t, "a part", names(c.entitiesWithin(document.Span{Start: 11, End: 14}, all)), `z "one two", b "three"`)
	want(t, "kept", names(c.entitiesWithin(document.Span{Start: 0, End: 26},
		func(e *TextEntity) bool { return e.Type == "a" })), `a "Head", a "one", a "top"`)
	want(t, "numbers", c.Entities[0].number*10+c.Entities[4].number, 4)
}

func TestWhatRulesHaveMadeIsHeld(t *testing.T) {
	c, _ := contextOf(letter())
	e := c.createEntity(document.Span{Start: 5, End: 8}, "word", EntityKind("ENTITY"), "RULE")
	want(t, "nothing said of the entity", len(e.Holds()), 0)
	e.setValue("v")
	e.addMatches(&MatchedRule{RuleID: "A.0.0", Reason: "r", LegalBasis: "l"})
	want(t, "entity", e.Holds(), "[v A.0.0 r l]")
	buildComponent(c, "C.0.0", "Name", "value", "why", nil)
	want(t, "component", c.Components[0].Holds()[:4], "[Name value C.0.0 why]")
	want(t, "context", c.Holds()[0] == any(c.Components[0]) && c.Holds()[1] == any(e) && len(c.Holds()) == 2, true)
	want(t, "file attribute", (&FileAttribute{"1", "label", "value"}).Holds(), "[1 label value]")
}

func TestObjectsKnowTheirClass(t *testing.T) {
	c, _ := contextOf(letter())
	known := map[string]bool{"Rule": true}
	for _, k := range Classes() {
		known[k.Name] = true
	}
	for class, object := range map[string]host.Object{
		"FileAttribute": &FileAttribute{}, "TextBlock": &TextBlock{}, "TextRange": &TextRange{}, "Page": c.Pages[0],
		"Rectangle2D": &Rectangle{}, "Position": &Position{},
		"EntityCreationService": EntityCreation{}, "Entity": &Entity{}, "Component": &Component{},
		"ComponentCreationService": ComponentCreation{}, "Dictionary": &Dictionary{},
		"DictionaryModel": &DictionaryModel{}, "SearchImplementation": &search{}, "TextEntity": &TextEntity{},
		"MatchedRule": &MatchedRule{}, "RuleIdentifier": &RuleIdentifier{},
		"MappingQuery": &mappingQuery{}, "ComponentMappingService": ComponentMappings{}, "NerEntity": &NerEntity{},
		"NerEntities": &NerEntities{}, "ManualOverwrite": &ManualOverwrite{},
		"ManualChangesApplicationService": ManualChanges{}, "IdRemoval": &ManualChange{class: "IdRemoval"},
	} {
		if got := object.ClassName(); got != class || !known[class] {
			t.Errorf("%s: got %q, in the table of classes: %v", class, got, known[class])
		}
	}
	for i, class := range []string{"Document", "Header", "Section", "Headline", "Paragraph", "Paragraph", "Image", "Footer"} {
		want(t, "class of a node", c.Nodes[i].ClassName(), class)
	}
	want(t, "a kind", EntityKind("HINT").Name, "HINT")
	want(t, "an unknown kind", EntityKind("nope").Name, "ENTITY")
}
