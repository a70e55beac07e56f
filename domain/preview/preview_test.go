package preview

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// lines returns a tree of two lines, the second of which runs up the page.
func lines() *document.Tree {
	return &document.Tree{Text: "first line\nsecond", Lines: []document.Line{
		{Span: document.Span{Start: 0, End: 10}, Page: 1, Box: document.Rect{X: 50, Y: 700, Width: 100, Height: 12}},
		{Span: document.Span{Start: 11, End: 17}, Page: 2, Box: document.Rect{X: 20, Y: 100, Width: 12, Height: 60}, Angle: 90},
	}}
}

func entity(name, state string) document.Entity {
	return document.Entity{Type: name, State: state, RuleID: "R.1.0", Reason: "Because", Span: document.Span{Start: 6, End: 17},
		Boxes: []document.PageBox{{Page: 1, Box: document.Rect{X: 110, Y: 700, Width: 40, Height: 12}},
			{Page: 2, Box: document.Rect{X: 20, Y: 100, Width: 12, Height: 60}}}}
}

func TestMarksAreTheLinesOfAppliedEntities(t *testing.T) {
	r := document.Result{Entities: []document.Entity{entity("name", document.StateApplied), entity("name", document.StateIgnored),
		entity("name", document.StateSkipped), entity("name", document.StateRemoved)}}
	defs := []template.Definition{{TechnicalName: "other", Name: "Other", Color: "#000000"},
		{TechnicalName: "name", Name: "Name of a person", Color: "#112233"}}
	boxes := r.Entities[0].Boxes
	got := MarksOf(r, lines(), defs, "")
	want := []Mark{{boxes[0], 0, "#112233", "Name of a person\nR.1.0\nBecause"}, {boxes[1], 90, "#112233", ""}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestMarksHaveTheColorAskedForOrADefault(t *testing.T) {
	r := document.Result{Entities: []document.Entity{entity("name", document.StateApplied)}}
	defs := []template.Definition{{TechnicalName: "name", Name: "Name", Color: "#112233"}}
	for _, c := range []struct {
		defs        []template.Definition
		asked, want string
		note        string
	}{
		{defs, "#445566", "#445566", "Name\nR.1.0\nBecause"},
		{nil, "#445566", "#445566", "name\nR.1.0\nBecause"},
		{nil, "", "#FFE08A", "name\nR.1.0\nBecause"},
		{[]template.Definition{{TechnicalName: "name"}}, "", "#FFE08A", "name\nR.1.0\nBecause"},
	} {
		for i, m := range MarksOf(r, lines(), c.defs, c.asked) {
			if m.Color != c.want || i == 0 && m.Note != c.note {
				t.Errorf("%+v: %+v", c, m)
			}
		}
	}
}

func TestPlacesOfOverridesAreMarked(t *testing.T) {
	boxes := entity("name", document.StateApplied).Boxes
	overrides := []file.Override{
		{Name: "Sponsor", Note: "as on the title page", Values: []file.Value{{Value: "ACME AG", Places: []file.Place{
			{Page: 1, Boxes: []document.Rect{boxes[0].Box}}, {Page: 2, Boxes: []document.Rect{boxes[1].Box, {X: 500}}}, {Page: 2}}}, {Value: "none"}}},
		{Name: "Total", Values: []file.Value{{Value: "9", Places: []file.Place{{Page: 1, Boxes: []document.Rect{boxes[0].Box}}}}}},
	}
	got := OverrideMarks(overrides, lines(), "")
	const told = "Sponsor\nACME AG\nas on the title page"
	want := []Mark{{boxes[0], 0, DefaultColor, told}, {boxes[1], 90, DefaultColor, told},
		{document.PageBox{Page: 2, Box: document.Rect{X: 500}}, 0, DefaultColor, ""}, {boxes[0], 0, DefaultColor, "Total\n9"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := OverrideMarks(overrides, lines(), "#112233")[0].Color; got != "#112233" {
		t.Errorf("got %s, want the color that was asked for", got)
	}
	many := file.Override{Values: []file.Value{{Places: []file.Place{{Page: 1, Boxes: make([]document.Rect, maxOverrideMarks+1)}}}}}
	if got := len(OverrideMarks([]file.Override{many}, lines(), "")); got != maxOverrideMarks {
		t.Errorf("%d marks, want %d at most", got, maxOverrideMarks)
	}
}
