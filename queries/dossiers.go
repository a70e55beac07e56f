package queries

import (
	"context"
	"maps"
	"slices"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// Dossiers lists the dossiers of a template that the caller may see, newest
// first.
func (q *Queries) Dossiers(ctx context.Context, a AskDossiers) ([]Dossier, error) {
	if _, err := q.inTemplate(ctx, a.Caller, user.ListDossiers, a.TemplateID); err != nil {
		return nil, err
	}
	found, err := records[dossier.Record](ctx, q,
		"SELECT doc FROM dossiers WHERE workspace = $1 AND template = $2 ORDER BY created DESC, key DESC", a.Caller.Workspace, a.TemplateID)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(r dossier.Record) bool {
		return !a.Groups.hold(r.Archived != nil, r.SoftDeleted != nil) || user.Check(a.Caller, user.ListDossiers, object(r)) != nil
	})
	found, err = present(ctx, q, "dossiers", found, func(r dossier.Record) es.StreamID { return dossier.Stream(r.Workspace, r.ID) })
	out := make([]Dossier, len(found))
	for i, r := range found {
		out[i] = dossierOf(r)
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
	return dossierOf(s.then), nil
}

// hold says whether the groups hold something in the given state: what is
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

func dossierOf(r dossier.Record) Dossier {
	attributes := maps.Clone(r.Attributes)
	if attributes == nil {
		attributes = map[string]string{}
	}
	return Dossier{
		ID: r.ID, TemplateID: r.Template, Name: r.Name, Description: r.Description,
		Date: r.Created, OwnerID: r.Owner, MemberIDs: filled(r.Members), ApproverIDs: filled(r.Approvers),
		Visibility: r.Visibility, StartDate: r.FirstFile, DueDate: r.DueDate, StatusID: r.Status,
		Attributes: attributes, DownloadFileTypes: filled(r.DownloadFileTypes), ReportTemplateIDs: filled(r.ReportTemplates),
		ArchivedTime: r.Archived, SoftDeletedTime: r.SoftDeleted, Version: r.Version,
	}
}
