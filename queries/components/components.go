// Package components answers with the components of files, overrides applied.
package components

import (
	"context"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/lists"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/results"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskComponents reads the components of all active files of a dossier.
type AskComponents struct {
	Caller     user.Principal
	TemplateID string
	DossierID  string
	AsOf       *time.Time
}

// FileComponents holds what was extracted from one file, overrides applied.
type FileComponents struct {
	TemplateID, DossierID, FileID, Filename string
	FailedRules                             int                // their values are missing
	Components                              []component.Detail // in display order
	// Missing are components without a value that the template required when the file was
	// analysed, in display order.
	Missing []component.Detail
	// Offered are the other components without a value for which there are candidates, in display order.
	Offered []component.Detail
	Version string // of components without an override; see file.State.ComponentVersion
}

// An OverrideList is the components of a file that people changed.
type OverrideList struct {
	TemplateID, DossierID, FileID string
	Components                    []component.Detail // each Overridden
}

// listedFiles finds the files of a dossier whose components are asked for.
type listedFiles interface {
	// ActiveRecords returns the active files of a dossier by name, and its template at the same moment.
	ActiveRecords(ctx context.Context, p scope.Path) ([]file.Record, template.Record, error)
	// RecordPage reads a page of the files of a dossier for an operation.
	RecordPage(ctx context.Context, a lists.AskFilePage, op user.Operation) (lists.RecordPage, error)
	// ExportPage reads a page of the files of a dossier or a template whose components are exported.
	ExportPage(ctx context.Context, a lists.AskFilePage) (lists.ExportPage, error)
}

// Components answers with what was extracted from files, overrides applied.
type Components struct {
	scopes  *scope.Finder
	results *results.Reader
	files   listedFiles
}

// New returns Components that read through the given ports.
func New(scopes *scope.Finder, results *results.Reader, files listedFiles) *Components {
	return &Components{scopes, results, files}
}

// FileComponents reads the components of a file, overrides applied. A file that
// is not analysed yet has none but overridden ones.
func (q *Components) FileComponents(ctx context.Context, a scope.AskFile) (FileComponents, error) {
	s, f, err := q.scopes.InFile(ctx, scope.Path{
		Caller: a.Caller, Operation: user.GetFileComponents, Template: a.TemplateID, Dossier: a.DossierID, At: a.AsOf,
	}, a.FileID)
	if err != nil {
		return FileComponents{}, err
	}
	t, err := q.scopes.TemplateThen(ctx, s)
	if err != nil {
		return FileComponents{}, err
	}
	return q.componentsOf(ctx, f, t)
}

// DossierComponents reads the components of every active file of a dossier, by
// filename.
func (q *Components) DossierComponents(ctx context.Context, a AskComponents) ([]FileComponents, error) {
	found, t, err := q.files.ActiveRecords(ctx, scope.Path{
		Caller: a.Caller, Operation: user.GetDossierComponents, Template: a.TemplateID, Dossier: a.DossierID, At: a.AsOf,
	})
	if err != nil {
		return nil, err
	}
	out := []FileComponents{}
	for _, f := range found {
		c, err := q.componentsOf(ctx, f, t)
		if views.IsNotFound(err) { // deleted for good since the list was read
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
func (q *Components) ComponentPageOf(ctx context.Context, a lists.AskFilePage) (ComponentPage, error) {
	a.Groups = lists.Groups{Active: true, Archived: true}
	page, err := q.files.RecordPage(ctx, a, user.GetDossierComponents)
	if err != nil {
		return ComponentPage{}, err
	}
	out := ComponentPage{Files: []FileComponents{}, Next: page.Next, Total: page.Total}
	for _, f := range page.Files {
		c, err := q.componentsOf(ctx, f, page.Template)
		if views.IsNotFound(err) { // deleted for good since the list was read
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
func (q *Components) ListOverrides(ctx context.Context, a scope.AskFile) (OverrideList, error) {
	s, f, err := q.scopes.InFile(ctx, scope.Path{
		Caller: a.Caller, Operation: user.ListComponentOverrides, Template: a.TemplateID, Dossier: a.DossierID, At: a.AsOf,
	}, a.FileID)
	if err != nil {
		return OverrideList{}, err
	}
	t, err := q.scopes.TemplateThen(ctx, s)
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
func (q *Components) componentsOf(ctx context.Context, f file.Record, t template.Record) (FileComponents, error) {
	details, err := q.results.ComponentDetails(ctx, f)
	if err != nil {
		return FileComponents{}, views.MapErased(err, domain.ErrFileNotFound)
	}
	offered, err := q.results.OfferedCandidates(ctx, f.Result)
	if err != nil {
		return FileComponents{}, views.MapErased(err, domain.ErrFileNotFound)
	}
	missing := component.AttachCandidates(component.FindMissing(details, f), offered)
	empty := component.AttachCandidates(component.FindOffered(slices.Concat(details, missing), f, offered), offered)
	details = component.AttachCandidates(results.Arrange(details, f, t), offered)
	return FileComponents{TemplateID: f.Template, DossierID: f.Dossier, FileID: f.ID, Filename: f.Filename,
		FailedRules: f.FailedRules, Version: f.AnalysisVersion(), Components: views.NonNil(details),
		Missing: views.NonNil(component.SortByRank(missing, t.Components)),
		Offered: component.SortByRank(empty, t.Components)}, nil
}

// OverrideOrder says how the overrides of a file are cut into pages: in the order in which components are shown.
func OverrideOrder(fileID string) pages.List[component.Detail] {
	return pages.List[component.Detail]{
		Name: "overrides/" + fileID,
		ID:   func(c component.Detail) string { return c.Name },
		Keys: []pages.Key[component.Detail]{{}},
	}
}
