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

// ListDossiers lists the chosen groups of a template's dossiers, or a page of them.
func (s *server) ListDossiers(ctx context.Context, q api.ListDossiersRequestObject) (api.ListDossiersResponseObject, error) {
	archived := q.Params.IncludeArchived
	switch other := q.Params.IncludeArchivedDossiers; {
	case archived == nil:
		archived = other
	case other != nil && *other != *archived:
		return nil, newInvalid("includeArchived must be given once")
	}
	groups := listGroups(q.Params.IncludeActive, archived, q.Params.IncludeSoftDeleted)
	p, counts := q.Params, valueOr(q.Params.IncludeCounts, false)
	page := dossierPageParameters{p.Limit, p.Cursor, p.Sort, p.DossierStatusId, p.OwnerId, p.MemberId, p.Q,
		p.DossierId, p.Attribute, p.DueBefore, p.ProcessingStatus, p.HasUpdates, p.Counts}
	if page.isGiven() {
		ask, err := askDossierPage(callerOf(ctx), page)
		if err != nil {
			return nil, err
		}
		ask.TemplateID, ask.Groups, ask.Counts = q.DossierTemplateId, groups, counts
		body, err := s.dossierPage(ctx, ask)
		if err != nil {
			return nil, err
		}
		return api.ListDossiers200JSONResponse{Body: body}, nil
	}
	found, err := s.Dossiers.ListDossiers(ctx, queries.AskDossiers{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId,
		Groups: groups, Counts: counts})
	if err != nil {
		return nil, err
	}
	return api.ListDossiers200JSONResponse{Body: api.DossierList{Dossiers: mapList(found, dossierOf)}}, nil
}

// listGroups applies the defaults of the three flags of a list.
func listGroups(active, archived, softDeleted *bool) queries.Groups {
	return queries.Groups{Active: valueOr(active, true), Archived: valueOr(archived, false), SoftDeleted: valueOr(softDeleted, false)}
}

// GetDossier reads one dossier, now or as it was.
func (s *server) GetDossier(ctx context.Context, q api.GetDossierRequestObject) (api.GetDossierResponseObject, error) {
	counts := valueOr(q.Params.IncludeCounts, false)
	if counts && q.Params.AsOf != nil {
		return nil, newInvalid("asOf cannot be used with includeCounts")
	}
	found, err := s.Dossiers.GetDossier(ctx, queries.AskDossier{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, Counts: counts,
		DossierID: q.DossierId, IncludeSoftDeleted: valueOr(q.Params.IncludeSoftDeleted, false), AsOf: optionalTime(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	body := dossierOf(found)
	if counts || q.Params.AsOf != nil {
		return api.GetDossier200JSONResponse{Body: body}, nil
	}
	etag, err := entityTag(body)
	if err != nil {
		return nil, err
	}
	if q.Params.IfNoneMatch != nil && matchesTag(*q.Params.IfNoneMatch, etag, true) {
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
	setAnswerSubject(ctx, dossier.SubjectOf(c.Caller.Workspace, out.ID))
	position := s.awaitWrite(ctx, out.Position)
	found, err := s.Dossiers.GetDossier(ctx, queries.AskDossier{Caller: c.Caller, TemplateID: c.TemplateID, DossierID: out.ID})
	if err != nil {
		return nil, notYetReadable(err)
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

// notYetReadable returns the failure for a record that was just written and cannot be read yet.
func notYetReadable(err error) error {
	if domain.KindOf(err) == domain.NotFound {
		return errUnavailable
	}
	return err
}

func saveDossier(r commands.Request, q api.CreateOrUpdateDossierRequestObject) commands.SaveDossier {
	b := q.Body
	c := commands.SaveDossier{Request: r, TemplateID: q.DossierTemplateId, Name: b.Name,
		Description: presentValue(b.Description), MemberIDs: lowerCaseIDs(presentValue(b.MemberIds)),
		ApproverIDs:       lowerCaseIDs(presentValue(b.ApproverIds)),
		ReportTemplateIDs: lowerCaseIDs(presentValue(b.ReportTemplateIds)),
		DueDate:           toChange(b.DueDate, func(t api.Time) time.Time { return t.Time }),
		StatusID:          toChange(b.DossierStatusId, strings.ToLower)}
	if id := presentValue(b.OwnerId); id != nil {
		owner := strings.ToLower(*id)
		c.OwnerID = &owner
	}
	if id := presentValue(b.Id); id != nil {
		c.ID = strings.ToLower(*id)
	}
	return c
}

// lowerCaseIDs returns identifiers in lower case, in which they are compared.
func lowerCaseIDs(ids *[]string) *[]string {
	if ids == nil {
		return nil
	}
	out := mapList(*ids, strings.ToLower)
	return &out
}

// DeleteDossier moves a dossier to the trash or deletes it for good.
func (s *server) DeleteDossier(ctx context.Context, q api.DeleteDossierRequestObject) (api.DeleteDossierResponseObject, error) {
	r := requestOf(ctx)
	r.ExpectVersion = s.expectDossier(ctx, q.Params.IfMatch, q.DossierTemplateId, q.DossierId)
	out, err := s.ChangeDossiers.DeleteDossier(ctx, commands.DeleteDossier{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, Permanently: valueOr(q.Params.DeletePermanently, false)})
	if err != nil {
		return nil, err
	}
	return api.DeleteDossier204Response{Headers: api.DeleteDossier204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

func (s *server) expectDossier(ctx context.Context, ifMatch *string, template, id string) uint64 {
	return expectedVersion(ifMatch, func() (any, uint64, error) {
		d, err := s.Dossiers.GetDossier(ctx, queries.AskDossier{
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
		Date: api.Time{Time: d.Date}, OwnerId: d.OwnerID, MemberIds: nonNilList(d.MemberIDs), ApproverIds: nonNilList(d.ApproverIDs),
		Visibility: api.Visibility(d.Visibility), StartDate: nullableTime(d.StartDate), DueDate: nullableTime(d.DueDate),
		DossierStatusId: nullableID(d.StatusID), WatermarkId: nullableID(d.WatermarkID),
		PreviewWatermarkId: nullableID(d.PreviewWatermarkID), DossierAttributes: toAttributes(d.Attributes),
		DownloadFileTypes: castTexts[api.DownloadFileType](d.DownloadFileTypes), ReportTemplateIds: nonNilList(d.ReportTemplateIDs),
		ArchivedTime: nullableTime(d.ArchivedTime), SoftDeletedTime: nullableTime(d.SoftDeletedTime), HardDeletedTime: nullableTime(nil),
		Counts: dossierCountsOf(d.Counts)}
}
