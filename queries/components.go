package queries

import (
	"context"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// FileComponents reads the components of a file, overrides applied. A file that
// is not analysed yet has none but overridden ones.
func (q *Queries) FileComponents(ctx context.Context, a AskFile) (FileComponents, error) {
	s, f, err := q.inFile(ctx, path{a.Caller, user.GetFileComponents, a.TemplateID, a.DossierID, a.AsOf, false}, a.FileID)
	if err != nil {
		return FileComponents{}, err
	}
	t, err := q.templateThen(ctx, s)
	if err != nil {
		return FileComponents{}, err
	}
	return q.componentsOf(ctx, f, t)
}

// DossierComponents reads the components of every active file of a dossier, by
// filename.
func (q *Queries) DossierComponents(ctx context.Context, a AskComponents) ([]FileComponents, error) {
	_, t, found, err := q.readableFiles(ctx, path{a.Caller, user.GetDossierComponents, a.TemplateID, a.DossierID, a.AsOf, false})
	if err != nil {
		return nil, err
	}
	out := []FileComponents{}
	for _, f := range found {
		if f.trashed || f.SoftDeleted != nil {
			continue
		}
		c, err := q.componentsOf(ctx, f.Record, t)
		if isNotFound(err) { // deleted for good since the list was read
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// A ComponentPage is a page of the files of a dossier, with their components.
type ComponentPage struct {
	Files []FileComponents
	Next  string // cursor of the next page; "" at the end
	Total int64  // active files of the dossier
}

// ComponentPageOf reads the components of a page of the active files of a dossier.
func (q *Queries) ComponentPageOf(ctx context.Context, a AskFilePage) (ComponentPage, error) {
	a.Groups = Groups{Active: true, Archived: true}
	page, t, err := q.filePage(ctx, a, user.GetDossierComponents)
	if err != nil {
		return ComponentPage{}, err
	}
	out := ComponentPage{Files: []FileComponents{}, Next: page.Next, Total: *page.Total}
	for _, f := range page.Files {
		c, err := q.componentsOf(ctx, f.record, t)
		if isNotFound(err) { // deleted for good since the list was read
			continue
		}
		if err != nil {
			return ComponentPage{}, err
		}
		out.Files = append(out.Files, c)
	}
	return out, nil
}

// ListOverrides lists the components of a file that people changed, in the order in
// which components are shown.
func (q *Queries) ListOverrides(ctx context.Context, a AskFile) (OverrideList, error) {
	s, f, err := q.inFile(ctx, path{a.Caller, user.ListComponentOverrides, a.TemplateID, a.DossierID, a.AsOf, false}, a.FileID)
	if err != nil {
		return OverrideList{}, err
	}
	t, err := q.templateThen(ctx, s)
	if err != nil {
		return OverrideList{}, err
	}
	all, err := q.componentsOf(ctx, f, t)
	if err != nil {
		return OverrideList{}, err
	}
	out := OverrideList{TemplateID: f.Template, DossierID: f.Dossier, FileID: f.ID, Components: []component.Detail{}}
	for _, c := range all.Components {
		if c.Overridden {
			out.Components = append(out.Components, c)
		}
	}
	return out, nil
}

// componentsOf merges a file's result and overrides under a template's order.
func (q *Queries) componentsOf(ctx context.Context, f file.Record, t template.Record) (FileComponents, error) {
	details, err := q.componentDetails(ctx, f)
	if err != nil {
		return FileComponents{}, mapErased(err, domain.ErrFileNotFound)
	}
	return FileComponents{TemplateID: f.Template, DossierID: f.Dossier, FileID: f.ID, Filename: f.Filename,
		FailedRules: f.FailedRules, Version: f.AnalysisVersion(),
		Components: nonNil(arrangeComponents(details, f, t)),
		Missing:    nonNil(component.SortByRank(component.FindMissing(details, f), t.Components))}, nil
}

// arrangeComponents brings a file's components into the order of display, with their normalised
// forms and what there is to look at.
func arrangeComponents(details []component.Detail, f file.Record, t template.Record) []component.Detail {
	details = component.SortByRank(component.SetNormalized(details, t.Components), t.Components)
	return component.ApplyReview(details, f, t.Components)
}

// componentDetails are a file's components in no order of display.
func (q *Queries) componentDetails(ctx context.Context, f file.Record) ([]component.Detail, error) {
	found, err := q.analysisResult(ctx, f.Result)
	if err != nil {
		return nil, err
	}
	return component.SetVersions(component.ApplyOverrides(found, f.Overrides), f), nil
}

func isNotFound(err error) bool { return domain.KindOf(err) == domain.NotFound }
