package queries

import (
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// Dossiers lists the dossiers of a template that the caller may see, newest
// first.
func (q *Queries) Dossiers(ctx context.Context, a AskDossiers) ([]Dossier, error) {
	t, err := q.inTemplate(ctx, a.Caller, user.ListDossiers, a.TemplateID)
	if err != nil {
		return nil, err
	}
	found, err := records[dossier.Record](ctx, q,
		"SELECT doc FROM dossiers WHERE workspace = $1 AND template = $2 ORDER BY created DESC, key DESC", a.Caller.Workspace, a.TemplateID)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(r dossier.Record) bool {
		return !a.Groups.hold(r.Archived != nil, r.SoftDeleted != nil) || user.CheckAccess(a.Caller, user.ListDossiers, object(r)) != nil
	})
	found, err = present(ctx, q, "dossiers", found, func(r dossier.Record) es.StreamID { return dossier.StreamOf(r.Workspace, r.ID) })
	out := make([]Dossier, len(found))
	for i, r := range found {
		out[i] = dossierOf(r, t)
	}
	return out, err
}

// Dossier reads one dossier, now or at a moment.
func (q *Queries) Dossier(ctx context.Context, a AskDossier) (Dossier, error) {
	s, err := q.inDossier(ctx, path{a.Caller, user.GetDossier, a.TemplateID, a.DossierID, a.AsOf, a.IncludeSoftDeleted})
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return Dossier{}, err
	}
	t, err := q.templateThen(ctx, s)
	return dossierOf(s.then, t), err
}

// hold reports whether the groups hold something in the given state: what is
// soft-deleted belongs to that group only, archived or not.
func (g Groups) hold(archived, softDeleted bool) bool {
	switch {
	case softDeleted:
		return g.SoftDeleted
	case archived:
		return g.Archived
	}
	return g.Active
}

// dossierOf shows a dossier; t is the template of the same moment. What the template
// has no more is not shown.
func dossierOf(r dossier.Record, t template.Record) Dossier {
	return Dossier{
		ID: r.ID, TemplateID: r.Template, Name: r.Name, Description: r.Description,
		Date: r.Created, OwnerID: r.Owner, MemberIDs: filled(r.Members), ApproverIDs: filled(r.Approvers),
		Visibility: r.Visibility, StartDate: r.FirstFile, DueDate: r.DueDate, StatusID: t.StatusOf(r.Status),
		Attributes: defined(r.Attributes, t.DossierAttrs), DownloadFileTypes: filled(r.DownloadFileTypes), ReportTemplateIDs: t.ExistingReports(r.ReportTemplates),
		ArchivedTime: r.Archived, SoftDeletedTime: r.SoftDeleted, Version: r.Version,
	}
}

// defined are the values whose attributes are defined.
func defined(values map[string]string, definitions []template.Definition) map[string]string {
	out := map[string]string{}
	for _, d := range definitions {
		if v, ok := values[d.ID]; ok {
			out[d.ID] = v
		}
	}
	return out
}
