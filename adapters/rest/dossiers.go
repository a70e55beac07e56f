package rest

import (
	"context"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/queries"
)

// ListDossiers lists the chosen groups of a template's dossiers.
func (s *server) ListDossiers(ctx context.Context, q api.ListDossiersRequestObject) (api.ListDossiersResponseObject, error) {
	archived := q.Params.IncludeArchived
	switch other := q.Params.IncludeArchivedDossiers; {
	case archived == nil:
		archived = other
	case other != nil && *other != *archived:
		return nil, invalid("includeArchived must be given once")
	}
	found, err := s.Dossiers.Dossiers(ctx, queries.AskDossiers{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId,
		Groups: groups(q.Params.IncludeActive, archived, q.Params.IncludeSoftDeleted)})
	if err != nil {
		return nil, err
	}
	return api.ListDossiers200JSONResponse{Body: api.DossierList{Dossiers: each(found, dossierOf)}}, nil
}

// groups applies the defaults of the three flags of a list.
func groups(active, archived, softDeleted *bool) queries.Groups {
	return queries.Groups{Active: either(active, true), Archived: either(archived, false), SoftDeleted: either(softDeleted, false)}
}

// GetDossier reads one dossier, now or as it was.
func (s *server) GetDossier(ctx context.Context, q api.GetDossierRequestObject) (api.GetDossierResponseObject, error) {
	found, err := s.Dossiers.Dossier(ctx, queries.AskDossier{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, IncludeSoftDeleted: either(q.Params.IncludeSoftDeleted, false), AsOf: instant(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	body := dossierOf(found)
	if q.Params.AsOf != nil {
		return api.GetDossier200JSONResponse{Body: body}, nil
	}
	etag, err := tag(body)
	if err != nil {
		return nil, err
	}
	if q.Params.IfNoneMatch != nil && matches(*q.Params.IfNoneMatch, etag, true) {
		return api.GetDossier304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	return api.GetDossier200JSONResponse{Body: body, Headers: api.GetDossier200ResponseHeaders{ETag: &etag}}, nil
}

// CreateOrUpdateDossier creates without an id and updates with one.
func (s *server) CreateOrUpdateDossier(
	ctx context.Context, q api.CreateOrUpdateDossierRequestObject,
) (api.CreateOrUpdateDossierResponseObject, error) {
	c := saveDossier(requestOf(ctx), q)
	if c.ID != "" {
		c.ExpectVersion = s.expectDossier(ctx, q.Params.IfMatch, c.TemplateID, c.ID)
	}
	out, err := s.ChangeDossiers.SaveDossier(ctx, c)
	if err != nil {
		return nil, err
	}
	tellsOf(ctx, dossier.SubjectOf(c.Caller.Workspace, out.ID))
	position := s.settle(ctx, out.Position)
	found, err := s.Dossiers.Dossier(ctx, queries.AskDossier{Caller: c.Caller, TemplateID: c.TemplateID, DossierID: out.ID})
	if err != nil {
		return nil, unseen(err)
	}
	body := dossierOf(found)
	if !out.Created {
		return api.CreateOrUpdateDossier200JSONResponse{Body: body,
			Headers: api.CreateOrUpdateDossier200ResponseHeaders{DocketPosition: position}}, nil
	}
	location := "/api/dossier-templates/" + c.TemplateID + "/dossiers/" + out.ID
	return api.CreateOrUpdateDossier201JSONResponse{Body: body,
		Headers: api.CreateOrUpdateDossier201ResponseHeaders{DocketPosition: position, Location: &location}}, nil
}

// unseen returns the failure for a record that was just written and cannot be read yet.
func unseen(err error) error {
	if domain.KindOf(err) == domain.NotFound {
		return errUnavailable
	}
	return err
}

func saveDossier(r commands.Request, q api.CreateOrUpdateDossierRequestObject) commands.SaveDossier {
	b := q.Body
	c := commands.SaveDossier{Request: r, TemplateID: q.DossierTemplateId, Name: b.Name,
		Description: given(b.Description), MemberIDs: lowered(given(b.MemberIds)), ApproverIDs: lowered(given(b.ApproverIds)),
		ReportTemplateIDs: lowered(given(b.ReportTemplateIds)),
		DueDate:           change(b.DueDate, func(t api.Time) time.Time { return t.Time }),
		StatusID:          change(b.DossierStatusId, strings.ToLower)}
	if id := given(b.OwnerId); id != nil {
		owner := strings.ToLower(*id)
		c.OwnerID = &owner
	}
	if id := given(b.Id); id != nil {
		c.ID = strings.ToLower(*id)
	}
	return c
}

// lowered returns identifiers in lower case, in which they are compared.
func lowered(ids *[]string) *[]string {
	if ids == nil {
		return nil
	}
	out := each(*ids, strings.ToLower)
	return &out
}

// DeleteDossier moves a dossier to the trash or deletes it for good.
func (s *server) DeleteDossier(ctx context.Context, q api.DeleteDossierRequestObject) (api.DeleteDossierResponseObject, error) {
	r := requestOf(ctx)
	r.ExpectVersion = s.expectDossier(ctx, q.Params.IfMatch, q.DossierTemplateId, q.DossierId)
	out, err := s.ChangeDossiers.DeleteDossier(ctx, commands.DeleteDossier{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, Permanently: either(q.Params.DeletePermanently, false)})
	if err != nil {
		return nil, err
	}
	return api.DeleteDossier204Response{Headers: api.DeleteDossier204ResponseHeaders{DocketPosition: s.settle(ctx, out.Position)}}, nil
}

func (s *server) expectDossier(ctx context.Context, ifMatch *string, template, id string) uint64 {
	return expectation(ifMatch, func() (any, uint64, error) {
		d, err := s.Dossiers.Dossier(ctx, queries.AskDossier{
			Caller:             callerOf(ctx),
			TemplateID:         template,
			DossierID:          id,
			IncludeSoftDeleted: true,
		})
		return dossierOf(d), d.Version, err
	})
}

func dossierOf(d queries.Dossier) api.Dossier {
	return api.Dossier{Id: d.ID, DossierTemplateId: d.TemplateID, Name: d.Name, Description: d.Description,
		Date: api.Time{Time: d.Date}, OwnerId: d.OwnerID, MemberIds: filled(d.MemberIDs), ApproverIds: filled(d.ApproverIDs),
		Visibility: api.Visibility(d.Visibility), StartDate: moment(d.StartDate), DueDate: moment(d.DueDate),
		DossierStatusId: reference(d.StatusID), WatermarkId: reference(d.WatermarkID),
		PreviewWatermarkId: reference(d.PreviewWatermarkID), DossierAttributes: attributes(d.Attributes),
		DownloadFileTypes: named[api.DownloadFileType](d.DownloadFileTypes), ReportTemplateIds: filled(d.ReportTemplateIDs),
		ArchivedTime: moment(d.ArchivedTime), SoftDeletedTime: moment(d.SoftDeletedTime), HardDeletedTime: moment(nil)}
}
