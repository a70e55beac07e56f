package model

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// newMarkedLetter is a letter with an entity of "one".
func newMarkedLetter() (*Context, *memory, *TextEntity) {
	c, m := contextOf(letter())
	return c, m, c.createEntity(document.Span{Start: 5, End: 8}, "word", EntityKind("ENTITY"), "RULE")
}

func TestEachChangeIsCounted(t *testing.T) {
	c, _, e := newMarkedLetter()
	done := func(id, state string) *MatchedRule { return &MatchedRule{RuleID: id, Reason: "r", State: state} }
	d := NewDictionary(nil)
	resize := &ManualChange{class: "ManualResizeRedaction", value: "two"}
	for _, tt := range []struct {
		name    string
		changes int64
		do      func()
	}{
		{"a first action", 1, func() { e.addMatches(done("A.1.0", "APPLIED")) }},
		{"the same action", 0, func() { e.addMatches(done("A.1.0", "APPLIED")) }},
		{"two others", 2, func() { e.addMatches(done("A.1.0", "SKIPPED"), done("A.0.0", "APPLIED")) }},
		{"one that wins again", 1, func() { e.addMatches(done("A.1.0", "APPLIED")) }},
		{"one that still loses", 0, func() { e.addMatches(done("A.0.0", "APPLIED")) }},
		{"a value", 1, func() { e.setValue("v") }},
		{"the same value", 0, func() { e.setValue("v") }},
		{"another value", 1, func() { e.setValue("w") }},
		{"an engine", 1, func() { e.addEngine("NER") }},
		{"the same engine", 0, func() { e.addEngine("NER") }},
		{"a new entity", 1, func() { c.createEntity(document.Span{Start: 13, End: 18}, "word", EntityKind("ENTITY"), "RULE") }},
		{"a term", 1, func() { d.modelOf("word").rememberTerm(c, "x", nil) }},
		{"the same term", 0, func() { d.modelOf("word").rememberTerm(c, "x", nil) }},
		{"a manual change", 1, func() { c.resizeEntity(e, resize) }},
		{"one that finds nothing", 0, func() { c.resizeEntity(e, &ManualChange{value: "nowhere"}) }},
	} {
		before := e.Version()
		tt.do()
		want(t, tt.name, e.Version()-before, tt.changes)
		want(t, "the nodes know", c.Nodes[5].Version(), e.Version())
	}
}

func TestWhatIsDoneAgainIsTheLatest(t *testing.T) {
	_, _, e := newMarkedLetter()
	first, second := &MatchedRule{RuleID: "A.1.1", State: "APPLIED"}, &MatchedRule{RuleID: "B.1.1", State: "SKIPPED"}
	e.addMatches(first, second)
	want(t, "the last of equal rank wins", e.State(), "SKIPPED")
	e.addMatches(&MatchedRule{RuleID: "A.1.1", State: "APPLIED"})
	want(t, "the one that acts again wins", e.State(), "APPLIED")
	want(t, "it is not noted twice", len(e.Matched), 2)
	for _, other := range []*MatchedRule{{RuleID: "A.1.2"}, {RuleID: "A.1.1", Reason: "x"}, {RuleID: "A.1.1", LegalBasis: "x"},
		{RuleID: "A.1.1", State: "x"}, {RuleID: "A.1.1", References: []any{1}}} {
		want(t, "another action", other.sameAs(&MatchedRule{RuleID: "A.1.1"}), false)
	}
}

func TestActionsHaveAReasonAndALegalBasis(t *testing.T) {
	_, _, e := newMarkedLetter()
	entity := func(method string, args ...any) { call(e.ctx, "TextEntity", method, e, args...) }
	for _, tt := range []struct {
		method, state                              string
		applied, skipped, ignored, removed, active bool
	}{{"apply", "APPLIED", true, false, false, false, true}, {"skip", "SKIPPED", false, true, false, false, true},
		{"ignore", "IGNORED", false, false, true, false, false},
		{"remove", "REMOVED", false, false, false, true, false}, {"redact", "APPLIED", true, false, false, false, true}} {
		entity(tt.method, "A.0.0", "because")
		w := e.WinningRule()
		want(t, tt.method, []string{w.RuleID, w.Reason, w.LegalBasis, w.State}, []string{"A.0.0", "because", "", tt.state})
		var is []bool
		for _, state := range []string{"applied", "skipped", "ignored", "removed", "active"} {
			is = append(is, call(e.ctx, "TextEntity", state, e).(bool))
		}
		want(t, tt.method, is, []bool{tt.applied, tt.skipped, tt.ignored, tt.removed, tt.active})
	}
	entity("apply", "A.0.0", "because", "law")
	want(t, "legal basis", e.WinningRule().LegalBasis, "law")
	want(t, "no rule", thrown(func() { entity("apply", nil, "because") }), "NullPointerException")
	image := e.ctx.Nodes[6]
	for _, state := range []string{"applied", "skipped", "ignored", "removed"} {
		want(t, "an image that no rule has touched", call(e.ctx, "Image", state, image), false)
	}
	for method, state := range map[string]string{"apply": "applied", "skip": "skipped", "ignore": "ignored",
		"remove": "removed", "redact": "applied"} {
		call(e.ctx, "Image", method, image, "A.0.0", "because")
		want(t, "image "+method, call(e.ctx, "Image", state, image), true)
	}
	want(t, "the entity of the image", image.Image.Type+image.Image.Kind.Name, "imageENTITY")
}

func TestResizingMovesToTheNearestPlace(t *testing.T) {
	c, m, e := newMarkedLetter() // "one" from 5 to 8
	id := e.ID()
	m.touched = nil
	c.resizeEntity(e, &ManualChange{value: "t"})
	want(t, "place", e.Span, document.Span{Start: 9, End: 10})
	want(t, "identifier", e.ID(), id)
	want(t, "resized", call(c, "TextEntity", "resized", e), true)
	want(t, "touched", m.touched, "[Document 0 Section 2 Paragraph 4 Page 1 Document 0 Section 2 Paragraph 4 Page 1]")
	want(t, "found at its new place", names(c.entitiesWithin(document.Span{Start: 9, End: 10}, (*TextEntity).isActive)), `word "t"`)
	want(t, "not at its old one", names(c.entitiesWithin(document.Span{Start: 5, End: 8}, (*TextEntity).isActive)), "")
	want(t, "not made twice", c.createEntity(document.Span{Start: 9, End: 10}, "word", EntityKind("ENTITY"), "RULE") == e, true)
	want(t, "its old place is free", c.createEntity(document.Span{Start: 5, End: 8}, "word", EntityKind("ENTITY"), "RULE") == e, false)
	c.resizeEntity(e, &ManualChange{value: "top"}) // stands in the header
	want(t, "a text elsewhere", e.Span, document.Span{Start: 9, End: 10})
	for _, tt := range []struct{ s, from, want int }{{0, 10, 7}, {20, 10, 7}, {9, 10, -2}, {11, 10, -2}, {13, 10, 0}} {
		want(t, "distance", spanDistance(document.Span{Start: tt.s, End: tt.s + 3},
			document.Span{Start: tt.from, End: tt.from + 3}), tt.want)
	}
}

func TestRecategorizingGivesAnotherType(t *testing.T) {
	c, _, e := newMarkedLetter()
	call(c, "ManualChangesApplicationService", "recategorize", ManualChanges{}, e, &ManualChange{typ: "name", legalBasis: "law"})
	want(t, "type", e.Type, "name")
	want(t, "by type", []bool{c.Nodes[4].hasType("word"), c.Nodes[4].hasType("name")}, "[false true]")
	call(c, "ManualChangesApplicationService", "recategorize", ManualChanges{}, e, &ManualChange{legalBasis: "other law"})
	want(t, "type without a new one", e.Type, "name")
	want(t, "has changes", call(c, "TextEntity", "hasManualChanges", e), true)
	for _, args := range [][]any{{nil, &ManualChange{}}, {e, nil}} {
		want(t, "nothing to change",
			thrown(func() { call(c, "ManualChangesApplicationService", "recategorize", ManualChanges{}, args...) }), "NullPointerException")
	}
	o := &ManualOverwrite{e.manual}
	want(t, "the last of each", items(call(c, "ManualOverwrite", "getType", o))+
		items(call(c, "ManualOverwrite", "getLegalBasis", o))+items(call(c, "ManualOverwrite", "getValue", o)), "nameother lawnull")
}

func TestManualChangesKeepWhatTheyAreMadeOf(t *testing.T) {
	made := func(class string, args ...any) (out string) {
		m := call(nil, class, class, nil, args...)
		for _, get := range []string{"getAnnotationId", "getRequestDate", "getType", "getLegalBasis", "getValue", "getSection",
			"getReason", "isRemoveFromDictionary", "isRemoveFromAllDossiers"} {
			out += name(call(nil, "ManualChange", get, m)) + "|"
		}
		return host.ClassNameOf(m) + " " + out
	}
	for got, w := range map[string]string{
		made("ManualResizeRedaction", "a", "v", "now"):            "ManualResizeRedaction a|now|||v|||false|false|",
		made("ManualRecategorization", "a", "t", "l", "now"):      "ManualRecategorization a|now|t|l||||false|false|",
		made("ManualForceRedaction", "a", "l", "now"):             "ManualForceRedaction a|now||l||||false|false|",
		made("ManualLegalBasisChange", "a", "l", "s", "v", "now"): "ManualLegalBasisChange a|now||l|v|s||false|false|",
		made("IdRemoval", "a", true, false, "now"):                "IdRemoval a|now||||||true|false|",
		made("IdRemoval", nil, false, true, "now"):                "IdRemoval |now||||||false|true|",
		made("ManualRedactionEntry", "a", "t", "v", nil, "now"):   "ManualRedactionEntry a|now|t||v|||false|false|",
	} {
		want(t, "change", got, w)
	}
}

func TestOfPlacesAsNearTheFirstIsTaken(t *testing.T) {
	text := "ab x ab x ab"
	for _, tt := range []struct{ from, want int }{{3, 0}, {8, 5}, {10, 10}, {0, 0}} {
		c, _ := contextOf(&document.Tree{Text: text, Body: len(text),
			Nodes: []document.Node{{Kind: document.KindDocument, Parent: -1, Span: document.Span{Start: 0, End: len(text)}}}})
		e := c.createEntity(document.Span{Start: tt.from, End: tt.from + 1}, "x", hint, "RULE")
		c.resizeEntity(e, &ManualChange{value: "ab"})
		want(t, "place", e.Span, document.Span{Start: tt.want, End: tt.want + 2})
	}
}
