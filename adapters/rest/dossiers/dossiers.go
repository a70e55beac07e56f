package dossiers

import (
	"context"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/queries"
)

// Queries answers for dossiers.
type Queries interface {
	exchange.Operations
	ListDossiers(ctx context.Context, q queries.AskDossiers) ([]queries.Dossier, error)
	GetDossier(ctx context.Context, q queries.AskDossier) (queries.Dossier, error)
	// DossierPageOf lists a page, of one template or of all.
	DossierPageOf(ctx context.Context, q queries.AskDossierPage) (queries.DossierPage, error)
}

// Commands changes dossiers.
type Commands interface {
	SaveDossier(ctx context.Context, c commands.SaveDossier) (commands.Outcome, error)
	DeleteDossier(ctx context.Context, c commands.DeleteDossier) (commands.Outcome, error)
	SetDossierAttributes(ctx context.Context, c commands.SetDossierAttributes) (commands.Outcome, error)
	ArchiveDossier(ctx context.Context, c commands.ArchiveDossier) (commands.Outcome, error)
	RestoreDossier(ctx context.Context, c commands.RestoreDossier) (commands.Outcome, error)
	// ReanalyseDossier returns in IDs the files that were requested, by name.
	ReanalyseDossier(ctx context.Context, c commands.ReanalyseDossier) (commands.Outcome, error)
}

// Ports are what the operations on dossiers call.
type Ports struct {
	Queries  Queries
	Commands Commands
}

// Handlers answer the operations on dossiers.
type Handlers struct {
	queries  Queries
	commands Commands
	views    *exchange.Views
}

// New returns the handlers over their ports.
func New(p Ports, v *exchange.Views) *Handlers {
	return &Handlers{queries: p.Queries, commands: p.Commands, views: v}
}

// ListDossiers lists the chosen groups of a template's dossiers, or a page of them.
func (h *Handlers) ListDossiers(
	ctx context.Context, q api.ListDossiersRequestObject,
) (api.ListDossiersResponseObject, error) {
	archived := q.Params.IncludeArchived
	switch other := q.Params.IncludeArchivedDossiers; {
	case archived == nil:
		archived = other
	case other != nil && *other != *archived:
		return nil, contract.Invalid(domain.GivenTwice, "includeArchived", "must be given once")
	}
	groups := convert.ListGroups(q.Params.IncludeActive, archived, q.Params.IncludeSoftDeleted)
	p, counts := q.Params, convert.ValueOr(q.Params.IncludeCounts, false)
	page := dossierPageParameters{p.Limit, p.Cursor, p.Sort, p.DossierStatusId, p.OwnerId, p.MemberId, p.Q,
		p.DossierId, p.Attribute, p.DueBefore, p.ProcessingStatus, p.HasUpdates, p.Counts}
	if page.isGiven() {
		ask, err := askDossierPage(exchange.Caller(ctx), page)
		if err != nil {
			return nil, err
		}
		ask.TemplateID, ask.Groups, ask.Counts = q.DossierTemplateId, groups, counts
		body, err := h.dossierPage(ctx, ask)
		if err != nil {
			return nil, err
		}
		return api.ListDossiers200JSONResponse{Body: body}, nil
	}
	found, err := h.queries.ListDossiers(ctx, queries.AskDossiers{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		Groups:     groups,
		Counts:     counts,
	})
	if err != nil {
		return nil, err
	}
	return api.ListDossiers200JSONResponse{Body: api.DossierList{Dossiers: convert.MapList(found, ToAPI)}}, nil
}

// GetDossier reads one dossier, now or as it was.
func (h *Handlers) GetDossier(
	ctx context.Context, q api.GetDossierRequestObject,
) (api.GetDossierResponseObject, error) {
	counts := convert.ValueOr(q.Params.IncludeCounts, false)
	if counts && q.Params.AsOf != nil {
		return nil, contract.Invalid(domain.NotTogether, "asOf", "cannot be used with includeCounts")
	}
	found, err := h.queries.GetDossier(ctx, queries.AskDossier{
		Caller:             exchange.Caller(ctx),
		TemplateID:         q.DossierTemplateId,
		Counts:             counts,
		DossierID:          q.DossierId,
		IncludeSoftDeleted: convert.ValueOr(q.Params.IncludeSoftDeleted, false),
		AsOf:               convert.OptionalTime(q.Params.AsOf),
	})
	if err != nil {
		return nil, err
	}
	body := ToAPI(found)
	if counts || q.Params.AsOf != nil {
		return api.GetDossier200JSONResponse{Body: body}, nil
	}
	etag, err := exchange.EntityTag(body)
	if err != nil {
		return nil, err
	}
	if q.Params.IfNoneMatch != nil && exchange.MatchesTag(*q.Params.IfNoneMatch, etag, true) {
		return api.GetDossier304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	return api.GetDossier200JSONResponse{Body: body, Headers: api.GetDossier200ResponseHeaders{ETag: &etag}}, nil
}

// CreateOrUpdateDossier creates without an id and updates with one.
func (h *Handlers) CreateOrUpdateDossier(
	ctx context.Context, q api.CreateOrUpdateDossierRequestObject,
) (api.CreateOrUpdateDossierResponseObject, error) {
	c := saveDossier(exchange.Request(ctx), q)
	if c.ID != "" {
		c.ExpectVersion = h.expectDossier(ctx, q.Params.IfMatch, c.TemplateID, c.ID)
	}
	out, err := h.commands.SaveDossier(ctx, c)
	if err != nil {
		return nil, err
	}
	exchange.SetSubject(ctx, dossier.SubjectOf(c.Caller.Workspace, out.ID))
	position := h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.GetDossier(ctx, queries.AskDossier{
		Caller:     c.Caller,
		TemplateID: c.TemplateID,
		DossierID:  out.ID,
	})
	if err != nil {
		return nil, exchange.NotYetReadable(err)
	}
	body := ToAPI(found)
	if !out.Created {
		return api.CreateOrUpdateDossier200JSONResponse{Body: body,
			Headers: api.CreateOrUpdateDossier200ResponseHeaders{DocketPosition: position}}, nil
	}
	location := "/api/dossier-templates/" + c.TemplateID + "/dossiers/" + out.ID
	return api.CreateOrUpdateDossier201JSONResponse{Body: body,
		Headers: api.CreateOrUpdateDossier201ResponseHeaders{DocketPosition: position, Location: &location}}, nil
}

func saveDossier(r commands.Request, q api.CreateOrUpdateDossierRequestObject) commands.SaveDossier {
	b := q.Body
	c := commands.SaveDossier{Request: r, TemplateID: q.DossierTemplateId, Name: b.Name,
		Description: convert.PresentValue(b.Description), MemberIDs: convert.LowerCaseIDs(convert.PresentValue(b.MemberIds)),
		ApproverIDs:       convert.LowerCaseIDs(convert.PresentValue(b.ApproverIds)),
		ReportTemplateIDs: convert.LowerCaseIDs(convert.PresentValue(b.ReportTemplateIds)),
		DueDate:           convert.ToChange(b.DueDate, func(t api.Time) time.Time { return t.Time }),
		StatusID:          convert.ToChange(b.DossierStatusId, strings.ToLower)}
	if id := convert.PresentValue(b.OwnerId); id != nil {
		owner := strings.ToLower(*id)
		c.OwnerID = &owner
	}
	if id := convert.PresentValue(b.Id); id != nil {
		c.ID = strings.ToLower(*id)
	}
	return c
}

// DeleteDossier moves a dossier to the trash or deletes it for good.
func (h *Handlers) DeleteDossier(
	ctx context.Context, q api.DeleteDossierRequestObject,
) (api.DeleteDossierResponseObject, error) {
	r := exchange.Request(ctx)
	r.ExpectVersion = h.expectDossier(ctx, q.Params.IfMatch, q.DossierTemplateId, q.DossierId)
	out, err := h.commands.DeleteDossier(ctx, commands.DeleteDossier{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, Permanently: convert.ValueOr(q.Params.DeletePermanently, false)})
	if err != nil {
		return nil, err
	}
	return api.DeleteDossier204Response{
		Headers: api.DeleteDossier204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

func (h *Handlers) expectDossier(ctx context.Context, ifMatch *string, template, id string) uint64 {
	return exchange.ExpectedVersion(ifMatch, func() (any, uint64, error) {
		d, err := h.queries.GetDossier(ctx, queries.AskDossier{
			Caller:             exchange.Caller(ctx),
			TemplateID:         template,
			DossierID:          id,
			IncludeSoftDeleted: true,
		})
		return ToAPI(d), d.Version, err
	})
}

// ToAPI returns a dossier in the form of the contract.
func ToAPI(d queries.Dossier) api.Dossier {
	return api.Dossier{
		Id:                 d.ID,
		DossierTemplateId:  d.Template,
		Name:               d.Name,
		Description:        d.Description,
		Date:               api.Time{Time: d.Created},
		OwnerId:            d.Owner,
		MemberIds:          convert.NonNilList(d.Members),
		ApproverIds:        convert.NonNilList(d.Approvers),
		Visibility:         api.Visibility(d.Visibility),
		StartDate:          convert.NullableTime(d.FirstFile),
		DueDate:            convert.NullableTime(d.DueDate),
		DossierStatusId:    convert.NullableID(d.Status),
		WatermarkId:        convert.NullableID(""),
		PreviewWatermarkId: convert.NullableID(""),
		DossierAttributes:  convert.ToAttributes(d.Attributes),
		DownloadFileTypes:  convert.CastTexts[api.DownloadFileType](d.DownloadFileTypes),
		ReportTemplateIds:  convert.NonNilList(d.ReportTemplates),
		ArchivedTime:       convert.NullableTime(d.Archived),
		SoftDeletedTime:    convert.NullableTime(d.SoftDeleted),
		HardDeletedTime:    convert.NullableTime(nil),
		Counts:             dossierCountsOf(d.Counts),
	}
}

// SetDossierAttributes sets values of attributes of a dossier; null counts as empty.
func (h *Handlers) SetDossierAttributes(
	ctx context.Context, q api.SetDossierAttributesRequestObject,
) (api.SetDossierAttributesResponseObject, error) {
	r := exchange.Request(ctx)
	r.ExpectVersion = exchange.ExpectedVersion(q.Params.IfMatch, func() (any, uint64, error) {
		d, err := h.queries.GetDossier(ctx, queries.AskDossier{
			Caller:     r.Caller,
			TemplateID: q.DossierTemplateId,
			DossierID:  q.DossierId,
		})
		return ToAPI(d), d.Version, err
	})
	out, err := h.commands.SetDossierAttributes(ctx, commands.SetDossierAttributes{
		Request:    r,
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		Values:     convert.ValuesOf(q.Body.AttributeIdToValue),
	})
	if err != nil {
		return nil, err
	}
	return api.SetDossierAttributes204Response{
		Headers: api.SetDossierAttributes204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}
