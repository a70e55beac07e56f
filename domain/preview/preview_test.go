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
				t.Errorf("%+v: got %+v, want %v and the note %q", c, m, c.want, c.note)
			}
		}
	}
}

func TestPlacesOfOverridesAreMarked(t *testing.T) {
	boxes := entity("name", document.StateApplied).Boxes
	overrides := []file.Override{
		{Name: "Sponsor", Note: "as on the title page", Values: []file.Value{{Value: "ACME AG", Places: []file.Place{
			{Page: 1, Boxes: []document.Rect{boxes[0].Box}}, {Page: 2, Boxes: []document.Rect{boxes[1].Box, {X: 500}}},
			{Page: 2}}}, {Value: "none"}}},
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

func TestAreasOfTurnedPages(t *testing.T) {
	box := document.Rect{X: 20, Y: 10, Width: 60, Height: 20}
	for _, c := range []struct {
		rotation int
		box      document.Rect
		want     Area
		there    bool
	}{
		{0, box, Area{.1, .7, .4, .9}, true},
		{90, box, Area{.1, .1, .3, .4}, true},
		{180, box, Area{.6, .1, .9, .3}, true},
		{270, box, Area{.7, .6, .9, .9}, true},
		{0, document.Rect{X: -50, Y: -50, Width: 500, Height: 100}, Area{0, .5, 1, 1}, true},
		{0, document.Rect{X: 200, Y: 0, Width: 10, Height: 10}, Area{1, .9, 1, 1}, false},
		{90, document.Rect{X: 20, Y: 10}, Area{.1, .1, .1, .1}, false},
	} {
		got, there := AreaOf(document.Page{Width: 200, Height: 100, Rotation: c.rotation}, c.box)
		near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
		if there != c.there || !near(got.Left, c.want.Left) || !near(got.Top, c.want.Top) || !near(got.Right, c.want.Right) ||
			!near(got.Bottom, c.want.Bottom) {
			t.Errorf("turned by %d, %v: got %v %v, want %v %v", c.rotation, c.box, got, there, c.want, c.there)
		}
	}
}
