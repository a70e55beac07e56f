package author

import (
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/rules"
)

// findingsPolicy lets the page load its own images, and nothing else.
const findingsPolicy = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

//go:embed view.html
var findingsHTML string

// findingsPage draws findings. The page has no script: links lead from a box to its value and back.
var findingsPage = template.Must(template.New("view").Parse(findingsHTML))

// findings are what the rules of a template found in a document, in the form that the page shows.
type findings struct {
	File, Template, Policy string
	Pages                  []shownPage
	Components             []shownComponent
	Others                 []*shownEntity // entities that no value comes from
	Missing                []string       // components with a definition and no value
	Failures               []string
	entities               []*shownEntity
}

// shownPage is a page of the document, as it is turned.
type shownPage struct {
	Number int
	Image  template.URL
	Aspect template.CSS
	Note   string
	Boxes  []shownBox
}

// shownBox is the box of an entity on a page.
type shownBox struct {
	*shownEntity
	First bool // of the entity: links lead to it
	Place template.CSS
}

// shownEntity is an entity with the rule that marked it.
type shownEntity struct {
	ID, Link          string // of the box, and of the value that comes from it
	Type, Value, Rule string
	Reason, State     string
	Page              int
	boxes             []document.PageBox
}

// IsApplied reports whether component rules see the entity.
func (e *shownEntity) IsApplied() bool { return e.State == document.StateApplied }

// Tip tells about the entity in lines.
func (e *shownEntity) Tip() string {
	lines := []string{e.Type + ": " + e.Value, "marked by " + e.Rule}
	if e.Reason != "" {
		lines = append(lines, "because "+e.Reason)
	}
	if !e.IsApplied() {
		lines = append(lines, "state "+strings.ToLower(e.State)+": component rules do not see it")
	}
	return strings.Join(lines, "\n")
}

type shownComponent struct {
	Name   string
	Values []shownValue
}

// shownValue is a value with the rule that built it and the entities that it comes from.
type shownValue struct {
	ID, Value, Rule, Description string
	Confidence                   string // empty when the rules tell none
	Uncertain                    bool   // it stands in a table cell that is
	Entities                     []*shownEntity
}

// newFindings returns what was found, without pages.
func newFindings(file, dir string, set *analysis.RuleSet, r document.Result) *findings {
	f := &findings{File: file, Template: dir, Policy: findingsPolicy}
	at := ruleIndex(set.Programs())
	for i, e := range r.Entities {
		id := fmt.Sprintf("e%d", i+1)
		f.entities = append(f.entities, &shownEntity{ID: id, Link: "of-" + id, Type: e.Type, Value: e.Value, Reason: e.Reason, State: e.State,
			Rule: at.findRule(rules.EntityRules, e.RuleID).describeIn(dir), Page: e.FirstPage(), boxes: e.Boxes})
	}
	used := map[string]bool{}
	known := map[string]bool{}
	for _, c := range queries.ExtractedComponents(r, set.Components()) {
		shown := shownComponent{Name: c.DisplayName}
		for _, v := range c.Values {
			value := shownValue{ID: fmt.Sprintf("v%d-%d", len(f.Components)+1, len(shown.Values)+1), Value: v.Value, Description: v.Description,
				Rule: at.findRule(rules.ComponentRules, v.RuleID).describeIn(dir)}
			if v.Confidence != nil {
				value.Confidence = fmt.Sprintf("%.2f", *v.Confidence)
				value.Uncertain = v.Evidence != nil && v.Evidence.Uncertain
			}
			value.Entities = f.linkEntities(v, r, value.ID, used)
			shown.Values = append(shown.Values, value)
		}
		known[c.TechnicalName] = len(c.Values) > 0
		f.Components = append(f.Components, shown)
	}
	for _, c := range set.Components() {
		if c.SoftDeleted == nil && !known[c.TechnicalName] {
			f.Missing = append(f.Missing, c.DisplayName)
		}
	}
	for _, e := range f.entities {
		if !used[e.ID] {
			f.Others = append(f.Others, e)
		}
	}
	for _, x := range r.Failures {
		f.Failures = append(f.Failures, fmt.Sprintf("%s (line %d of the %s rules): %s", x.Rule, x.Line, strings.ToLower(x.File), x.Message))
	}
	return f
}

// linkEntities returns the entities that a value comes from; the box of one that nothing else comes from
// leads to the value.
func (f *findings) linkEntities(v component.Value, r document.Result, value string, used map[string]bool) (out []*shownEntity) {
	for _, ref := range v.References {
		i := slices.IndexFunc(r.Entities, func(e document.Entity) bool { return e.ID == ref.ID })
		if i < 0 {
			continue
		}
		e := f.entities[i]
		if !used[e.ID] {
			e.Link = value
		}
		used[e.ID] = true
		out = append(out, e)
	}
	return out
}

// addPage adds a page with the boxes on it.
func (f *findings) addPage(p document.Page, image string) {
	w, h := p.Width, p.Height
	if p.Rotation%180 != 0 {
		w, h = h, w
	}
	out := shownPage{Number: p.Number, Note: p.Note, Image: template.URL(image), //nolint:gosec // made here
		Aspect: template.CSS(fmt.Sprintf("aspect-ratio:%.2f/%.2f", w, h))} //nolint:gosec // numbers
	for _, e := range f.entities {
		for i, b := range e.boxes {
			if b.Page != p.Number {
				continue
			}
			x0, y0, x1, y1 := shareOfPage(p.Width, p.Height, p.Rotation, b.Box)
			out.Boxes = append(out.Boxes, shownBox{shownEntity: e, First: i == 0, Place: template.CSS( //nolint:gosec // numbers
				fmt.Sprintf("left:%.3f%%;top:%.3f%%;width:%.3f%%;height:%.3f%%", 100*x0, 100*y0, 100*(x1-x0), 100*(y1-y0)))})
		}
	}
	f.Pages = append(f.Pages, out)
}
