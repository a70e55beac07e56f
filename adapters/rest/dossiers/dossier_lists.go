package dossiers

import (
	"context"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// ListAllDossiers lists a page of the dossiers of all templates.
func (h *Handlers) ListAllDossiers(
	ctx context.Context, q api.ListAllDossiersRequestObject,
) (api.ListAllDossiersResponseObject, error) {
	p := q.Params
	ask, err := askDossierPage(exchange.Caller(ctx), dossierPageParameters{p.Limit, p.Cursor, p.Sort, p.DossierStatusId,
		p.OwnerId, p.MemberId, p.Q,
		p.DossierId, p.Attribute, p.DueBefore, p.ProcessingStatus, p.HasUpdates, p.Counts})
	if err != nil {
		return nil, err
	}
	if p.In != nil {
		ask.In = convert.MapList(*p.In, func(place api.DossierSearchPlace) string { return string(place) })
	}
	ask.TemplateID, ask.Counts = convert.ValueOr(p.DossierTemplateId, ""), convert.ValueOr(p.IncludeCounts, false)
	ask.Groups = convert.ListGroups(p.IncludeActive, p.IncludeArchived, p.IncludeSoftDeleted)
	body, err := h.dossierPage(ctx, ask)
	if err != nil {
		return nil, err
	}
	return api.ListAllDossiers200JSONResponse{Body: body}, nil
}

// dossierPageParameters are those by which lists of dossiers are read in pages.
type dossierPageParameters struct {
	limit                                      *int
	cursor, sort, status, owner, member, query *string
	ids, attributes                            *[]string
	dueBefore                                  *api.Time
	processingStatus                           *[]api.ProcessingStatus
	hasUpdates, total                          *bool
}

// isGiven reports whether a page is asked for.
func (p dossierPageParameters) isGiven() bool {
	texts := []*string{p.cursor, p.sort, p.status, p.owner, p.member, p.query}
	return p.limit != nil || p.ids != nil || p.attributes != nil || p.dueBefore != nil || p.processingStatus != nil || p.hasUpdates != nil ||
		p.total != nil || slices.ContainsFunc(texts, func(v *string) bool { return v != nil })
}

func askDossierPage(caller user.Principal, p dossierPageParameters) (queries.AskDossierPage, error) {
	filter := queries.DossierFilter{
		IDs:        convert.ValueOr(p.ids, nil),
		StatusID:   convert.ValueOr(p.status, ""),
		OwnerID:    convert.ValueOr(p.owner, ""),
		MemberID:   convert.ValueOr(p.member, ""),
		HasUpdates: p.hasUpdates,
		Query:      convert.ValueOr(p.query, ""),
	}
	for _, s := range convert.ValueOr(p.processingStatus, nil) {
		filter.ProcessingStatus = append(filter.ProcessingStatus, string(s))
	}
	for _, a := range convert.ValueOr(p.attributes, nil) {
		id, part, ok := strings.Cut(a, ":")
		if !ok || !contract.IsUUID(id) {
			return queries.AskDossierPage{}, contract.Invalid(domain.InvalidValue, "attribute", "is not valid")
		}
		filter.Attributes = append(filter.Attributes, queries.AttributeFilter{ID: strings.ToLower(id), Part: part})
	}
	if p.dueBefore != nil {
		filter.DueBefore = &p.dueBefore.Time
	}
	return queries.AskDossierPage{
		Caller:        caller,
		Sort:          convert.ValueOr(p.sort, ""),
		Limit:         convert.ValueOr(p.limit, exchange.UsualLimit),
		Cursor:        convert.ValueOr(p.cursor, ""),
		Total:         convert.ValueOr(p.total, false),
		DossierFilter: filter,
	}, nil
}

func (h *Handlers) dossierPage(ctx context.Context, ask queries.AskDossierPage) (api.DossierList, error) {
	found, err := h.queries.DossierPageOf(ctx, ask)
	return api.DossierList{Dossiers: convert.MapList(found.Dossiers, ToAPI), NextCursor: convert.NullableID(found.Next),
		Total: convert.NullableNumber(found.Total)}, err
}

func dossierCountsOf(c *queries.DossierCounts) *api.DossierCounts {
	if c == nil {
		return nil
	}
	return &api.DossierCounts{Files: c.Files, Pages: c.Pages, SoftDeleted: c.SoftDeleted, Unassigned: c.Unassigned,
		AssignedToMe: c.AssignedToMe, HasUpdates: c.HasUpdates, Attention: c.Attention,
		WorkflowStatus: c.WorkflowStatus, ProcessingStatus: c.ProcessingStatus,
		LastChange: api.Time{Time: c.LastChange}}
}
