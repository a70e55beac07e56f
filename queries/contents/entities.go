package contents

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskEntities reads what was marked in a file. What is soft-deleted, and the past,
// are not looked at.
type AskEntities struct {
	scope.AskFile
	Page int // from 1; 0: every page
}

// FileEntities holds what rules and dictionaries marked in a file.
type FileEntities struct {
	TemplateID, DossierID, FileID, Filename string
	Pages                                   []document.Page // empty until the layout is known
	Entities                                []Entity        // by page, then from top to bottom, left to right
}

// An Entity is a piece of the text that was marked.
type Entity struct {
	document.Entity
	DisplayName string // of its definition, else its type
	Color       string // #RRGGBB
	Rank        int    // of its definition, else 0
	Components  []string
	Positions   []EntityPosition
}

// An EntityPosition is where on a page an entity stands.
type EntityPosition struct {
	Page  int             // from 1
	Boxes []document.Rect // one for each line of text, in PDF points from the lower left of the unrotated page
}

// FileEntities reads the entities of a file, of all kinds that readers are shown and
// in every state. A file that is not analysed has none.
func (q *Contents) FileEntities(ctx context.Context, a AskEntities) (FileEntities, error) {
	s, f, err := q.scopes.InFile(ctx, scope.Path{
		Caller: a.Caller, Operation: user.GetFileEntities, Template: a.TemplateID, Dossier: a.DossierID,
	}, a.FileID)
	if err != nil {
		return FileEntities{}, err
	}
	out := FileEntities{TemplateID: f.Template, DossierID: f.Dossier, FileID: f.ID, Filename: f.Filename,
		Pages: []document.Page{}, Entities: []Entity{}}
	pages, result, err := q.analysedPages(ctx, f)
	if err != nil {
		return FileEntities{}, views.MapErased(err, domain.ErrFileNotFound)
	}
	for _, p := range pages {
		if a.Page == 0 || p.Number == a.Page {
			out.Pages = append(out.Pages, p)
		}
	}
	for _, e := range shownEntities(result, s.Template.Entities) {
		if a.Page == 0 || slices.ContainsFunc(e.Boxes, func(b document.PageBox) bool { return b.Page == a.Page }) {
			out.Entities = append(out.Entities, e)
		}
	}
	return out, nil
}

// analysedPages reads the pages of a file and what its analysis found. The result of
// bytes that were replaced counts no more.
func (q *Contents) analysedPages(ctx context.Context, f file.Record) ([]document.Page, document.Result, error) {
	var tree struct{ Pages []document.Page }
	var result document.Result
	var err error
	if f.Tree.ID != uuid.Nil {
		err = q.decodeBlob(ctx, f.Tree, &tree)
	}
	if f.Result.ID != uuid.Nil {
		err = errors.Join(err, q.decodeBlob(ctx, f.Result, &result))
	}
	return tree.Pages, result, err
}

// shownEntities are the entities of a result that readers are shown, in their order
// on the pages.
func shownEntities(r document.Result, definitions []template.Definition) []Entity {
	defs := map[string]template.Definition{}
	for _, d := range definitions {
		defs[d.TechnicalName] = d
	}
	named := map[string][]string{}
	for _, c := range r.Components {
		for _, id := range c.References {
			if !slices.Contains(named[id], c.Name) {
				named[id] = append(named[id], c.Name)
			}
		}
	}
	var out []Entity
	for _, e := range r.Entities {
		if e.Kind != "ENTITY" && e.Kind != "HINT" {
			continue
		}
		d := defs[e.Type]
		out = append(out, Entity{Entity: e, DisplayName: cmp.Or(d.Name, e.Type),
			Color: cmp.Or(d.Color, preview.DefaultColor), Rank: d.Rank,
			Components: views.NonNil(named[e.ID]), Positions: positionsOf(e.Boxes)})
	}
	slices.SortStableFunc(out, func(a, b Entity) int { return compareBoxes(a.Boxes, b.Boxes) })
	return out
}

// positionsOf puts boxes together by page.
func positionsOf(boxes []document.PageBox) []EntityPosition {
	out := []EntityPosition{}
	for _, b := range boxes {
		i := slices.IndexFunc(out, func(p EntityPosition) bool { return p.Page == b.Page })
		if i < 0 {
			i, out = len(out), append(out, EntityPosition{Page: b.Page})
		}
		out[i].Boxes = append(out[i].Boxes, b.Box)
	}
	return out
}

// compareBoxes orders by the first box: by page, then from top to bottom, then from
// left to right. What has no place comes last.
func compareBoxes(a, b []document.PageBox) int {
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(len(b), len(a))
	}
	top := func(r document.Rect) float64 { return r.Y + r.Height }
	return cmp.Or(cmp.Compare(a[0].Page, b[0].Page), cmp.Compare(top(b[0].Box), top(a[0].Box)),
		cmp.Compare(a[0].Box.X, b[0].Box.X))
}

// EntityOrder says how the entities of a file are cut into pages: in the order of their places.
func EntityOrder(fileID string) pages.List[Entity] {
	return pages.List[Entity]{
		Name: "fileEntities/" + fileID,
		ID:   func(e Entity) string { return e.ID },
		Keys: []pages.Key[Entity]{{}},
	}
}
