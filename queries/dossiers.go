package queries

import (
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// ListDossiers lists the dossiers of a template that the caller may see, newest
// first.
func (q *Queries) ListDossiers(ctx context.Context, a AskDossiers) ([]Dossier, error) {
	t, err := q.inTemplate(ctx, a.Caller, user.ListDossiers, a.TemplateID)
	if err != nil {
		return nil, err
	}
	found, err := queryRecords[dossier.Record](ctx, q,
		"SELECT doc FROM dossiers WHERE workspace = $1 AND template = $2 ORDER BY created DESC, key DESC", a.Caller.Workspace, a.TemplateID)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(r dossier.Record) bool {
		return !a.Groups.includesState(r.Archived != nil, r.SoftDeleted != nil) ||
			user.CheckAccess(a.Caller, user.ListDossiers, dossierObject(r)) != nil
	})
	found, err = omitUnavailable(ctx, q, "dossiers", found,
		func(r dossier.Record) es.StreamID { return dossier.StreamOf(r.Workspace, r.ID) })
	out := make([]Dossier, len(found))
	for i, r := range found {
		out[i] = dossierOf(r, t)
	}
	if err == nil && a.Counts {
		err = q.CountDossiers(ctx, a.Caller, out)
	}
	return answerUnless(err, out)
}

// GetDossier reads one dossier, now or at a moment.
func (q *Queries) GetDossier(ctx context.Context, a AskDossier) (Dossier, error) {
	s, err := q.inDossier(ctx, path{a.Caller, user.GetDossier, a.TemplateID, a.DossierID, a.AsOf, a.IncludeSoftDeleted})
	if err == nil {
		err = s.checkAccess()
	}
	if err != nil {
		return Dossier{}, err
	}
	t, err := q.templateThen(ctx, s)
	out := []Dossier{dossierOf(s.then, t)}
	if err == nil && a.Counts {
		err = q.CountDossiers(ctx, a.Caller, out)
	}
	return answerUnless(err, out[0])
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

// dossierOf shows a dossier; t is the template of the same moment. What the template
// has no more is not shown.
func dossierOf(r dossier.Record, t template.Record) Dossier {
	return Dossier{
		ID: r.ID, TemplateID: r.Template, Name: r.Name, Description: r.Description,
		Date: r.Created, OwnerID: r.Owner, MemberIDs: nonNil(r.Members), ApproverIDs: nonNil(r.Approvers),
		Visibility: r.Visibility, StartDate: r.FirstFile, DueDate: r.DueDate, StatusID: t.StatusOf(r.Status),
		Attributes: definedValues(r.Attributes, t.DossierAttrs), DownloadFileTypes: nonNil(t.Settings.DownloadFileTypes),
		ReportTemplateIDs: t.ExistingReports(r.ReportTemplates),
		ArchivedTime:      r.Archived, SoftDeletedTime: r.SoftDeleted, Changed: r.Changed, Version: r.Version,
	}
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
