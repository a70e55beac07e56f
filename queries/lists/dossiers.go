// Package lists answers for dossiers and files: single ones, lists of them, pages and the trash.
package lists

import (
	"context"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/results"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// Groups chooses which dossiers or files a list holds: the union of the groups.
type Groups struct{ Active, Archived, SoftDeleted bool }

// AskDossiers lists the dossiers of a template, newest first.
type AskDossiers struct {
	Caller     user.Principal
	TemplateID string
	Groups     Groups
	Counts     bool // with what is in each dossier
}

// AskDossier reads one dossier, now or as it was at AsOf.
type AskDossier struct {
	Caller             user.Principal
	TemplateID         string
	DossierID          string
	IncludeSoftDeleted bool
	AsOf               *time.Time // nil: now
	Counts             bool       // with what is in the dossier now; not together with AsOf
}

// A Dossier is a container of files as its readers see it: its record, without what the template has no more.
type Dossier struct {
	dossier.Record
	Counts *DossierCounts // nil: not asked for, or the caller may not read the files
}

// Lists answers for dossiers and files, in lists and page by page.
type Lists struct {
	scopes  *scope.Finder
	views   *views.Views
	results *results.Reader
	names   *NameCache
	texts   *TextCache
}

// New returns Lists that read through the given ports.
func New(scopes *scope.Finder, views *views.Views, results *results.Reader, names *NameCache, texts *TextCache) *Lists {
	return &Lists{scopes, views, results, names, texts}
}

// ListDossiers lists the dossiers of a template that the caller may see, newest
// first.
func (q *Lists) ListDossiers(ctx context.Context, a AskDossiers) ([]Dossier, error) {
	t, err := q.scopes.InTemplate(ctx, a.Caller, user.ListDossiers, a.TemplateID)
	if err != nil {
		return nil, err
	}
	found, err := views.QueryRecords[dossier.Record](ctx, q.views,
		"SELECT doc FROM dossiers WHERE workspace = $1 AND template = $2 ORDER BY created DESC, key DESC",
		a.Caller.Workspace, a.TemplateID)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(r dossier.Record) bool {
		return !a.Groups.includesState(r.Archived != nil, r.SoftDeleted != nil) ||
			user.CheckAccess(a.Caller, user.ListDossiers, scope.DossierObject(r)) != nil
	})
	found, err = views.OmitUnavailable(ctx, q.views, "dossiers", found, dossierMarkOf)
	out := make([]Dossier, len(found))
	for i, r := range found {
		out[i] = DossierOf(r, t)
	}
	if err == nil && a.Counts {
		err = q.CountDossiers(ctx, a.Caller, out)
	}
	return views.AnswerUnless(err, out)
}

// GetDossier reads one dossier, now or at a moment.
func (q *Lists) GetDossier(ctx context.Context, a AskDossier) (Dossier, error) {
	s, err := q.scopes.InDossier(ctx, scope.Path{
		Caller: a.Caller, Operation: user.GetDossier, Template: a.TemplateID, Dossier: a.DossierID,
		At: a.AsOf, Trashed: a.IncludeSoftDeleted,
	})
	if err == nil {
		err = s.CheckAccess()
	}
	if err != nil {
		return Dossier{}, err
	}
	t, err := q.scopes.TemplateThen(ctx, s)
	out := []Dossier{DossierOf(s.Then, t)}
	if err == nil && a.Counts {
		err = q.CountDossiers(ctx, a.Caller, out)
	}
	return views.AnswerUnless(err, out[0])
}

// includesState reports whether the groups hold something in the given state: what is
// soft-deleted belongs to that group only, archived or not.
func (g Groups) includesState(archived, softDeleted bool) bool {
	switch {
	case softDeleted:
		return g.SoftDeleted
	case archived:
		return g.Archived
	}
	return g.Active
}

// DossierOf shows a dossier; t is the template of the same moment. What the template
// has no more is not shown.
func DossierOf(r dossier.Record, t template.Record) Dossier {
	r.Status = t.StatusOf(r.Status)
	r.Attributes = definedValues(r.Attributes, t.DossierAttrs)
	r.DownloadFileTypes = t.Settings.DownloadFileTypes
	r.ReportTemplates = t.ExistingReports(r.ReportTemplates)
	return Dossier{Record: r}
}

// definedValues are the values whose attributes are defined.
func definedValues(values map[string]string, definitions []template.Definition) map[string]string {
	out := map[string]string{}
	for _, d := range definitions {
		if v, ok := values[d.ID]; ok {
			out[d.ID] = v
		}
	}
	return out
}

// dossierMarkOf returns which version of its stream a dossier is of.
func dossierMarkOf(r dossier.Record) es.Mark {
	return es.Mark{Stream: dossier.StreamOf(r.Workspace, r.ID), Version: r.Version}
}
