package rest

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// ListFiles lists a page of the files of all dossiers that the caller may read.
func (s *server) ListFiles(ctx context.Context, q api.ListFilesRequestObject) (api.ListFilesResponseObject, error) {
	p := q.Params
	ask, err := askFilePage(callerOf(ctx), filePageParameters{p.Limit, p.Cursor, p.Sort, p.WorkflowStatus, p.ProcessingStatus, p.Assignee,
		p.HasUpdates, p.Attention, p.Q, p.Counts})
	if err != nil {
		return nil, err
	}
	ask.TemplateID, ask.DossierID = valueOr(p.DossierTemplateId, ""), valueOr(p.DossierId, "")
	found, err := s.Files.FilesOfAll(ctx, ask)
	if err != nil {
		return nil, err
	}
	return api.ListFiles200JSONResponse{Body: api.FilePage{Files: mapList(found.Files, fileSummaryOf), NextCursor: nullableID(found.Next),
		Total: nullableNumber(found.Total), Counts: fileCountsOf(found.Counts)}}, nil
}

// filePageParameters are those by which lists of files are read in pages.
type filePageParameters struct {
	limit            *int
	cursor           *string
	sort             *string
	workflowStatus   *[]api.WorkflowStatus
	processingStatus *[]api.ProcessingStatus
	assignee         *string
	hasUpdates       *bool
	attention        *bool
	query            *string
	counts           *bool
}

// isGiven reports whether a page is asked for.
func (p filePageParameters) isGiven() bool {
	return p.limit != nil || p.cursor != nil || p.sort != nil || p.workflowStatus != nil || p.processingStatus != nil ||
		p.assignee != nil || p.hasUpdates != nil || p.attention != nil || p.query != nil || p.counts != nil
}

var assigneeShape = regexp.MustCompile(`^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)

func askFilePage(caller user.Principal, p filePageParameters) (queries.AskFilePage, error) {
	assignee := lowerCaseIDs(&[]string{valueOr(p.assignee, "")})
	if id := (*assignee)[0]; id != "" && !assigneeShape.MatchString(id) {
		return queries.AskFilePage{}, newInvalid("assignee is not valid")
	}
	return queries.AskFilePage{Caller: caller, Sort: valueOr(p.sort, ""), Limit: valueOr(p.limit, usualLimit), Cursor: valueOr(p.cursor, ""),
		Counts: valueOr(p.counts, false), FileFilter: queries.FileFilter{
			WorkflowStatus:   mapList(valueOr(p.workflowStatus, nil), func(s api.WorkflowStatus) string { return string(s) }),
			ProcessingStatus: mapList(valueOr(p.processingStatus, nil), func(s api.ProcessingStatus) string { return string(s) }),
			Assignee:         (*assignee)[0], HasUpdates: p.hasUpdates, Attention: p.attention, Query: valueOr(p.query, "")}}, nil
}

// listFilePage lists a page of the files of a dossier.
func (s *server) listFilePage(
	ctx context.Context, q api.ListFileStatusesRequestObject, p filePageParameters,
) (api.ListFileStatusesResponseObject, error) {
	if q.Params.AsOf != nil {
		return nil, newInvalid("asOf cannot be used with parameters of pages")
	}
	ask, err := askFilePage(callerOf(ctx), p)
	if err != nil {
		return nil, err
	}
	ask.TemplateID, ask.DossierID = q.DossierTemplateId, q.DossierId
	ask.Groups = listGroups(q.Params.IncludeActive, q.Params.IncludeArchived, q.Params.IncludeSoftDeleted)
	found, err := s.Files.FilePageOf(ctx, ask)
	if err != nil {
		return nil, err
	}
	body := api.FileStatusList{NextCursor: nullableID(found.Next), Total: nullableNumber(found.Total), Counts: fileCountsOf(found.Counts)}
	body.FileStatus = mapList(found.Files, func(f queries.FileInList) api.FileStatus { return fileOf(f.FileStatus) })
	return api.ListFileStatuses200JSONResponse{Body: body}, nil
}

func fileSummaryOf(f queries.FileInList) api.FileSummary {
	return api.FileSummary{Id: f.ID, Filename: f.Filename, DossierId: f.DossierID, DossierName: f.DossierName, DossierTemplateId: f.TemplateID,
		NumberOfPages: int64(f.Pages), WorkflowStatus: api.WorkflowStatus(f.WorkflowStatus),
		ProcessingStatus: api.ProcessingStatus(f.ProcessingStatus), Assignee: nullableID(f.Assignee), DueDate: nullableTime(f.DueDate),
		Added: api.Time{Time: f.Added}, LastUpdated: api.Time{Time: valueOr(f.LastUpdated, f.Added)}, HasUpdates: f.HasUpdates,
		AnalysisRequired: f.AnalysisRequired, Components: nullableCount(f.Counts.Components),
		Attention: nullableCount(f.Counts.Attention), Checked: int32(f.Counts.Checked), Overridden: int32(f.Counts.Overridden),
		Error: fileErrorOf(f.Error), FailedRules: positiveCount(f.FailedRules)}
}

func fileCountsOf(c *queries.FileCounts) *api.FileCounts {
	if c == nil {
		return nil
	}
	out := &api.FileCounts{WorkflowStatus: c.WorkflowStatus, ProcessingStatus: c.ProcessingStatus, HasUpdates: c.HasUpdates,
		Attention: c.Attention}
	out.Assignee.Me, out.Assignee.None = c.AssignedToMe, c.Unassigned
	return out
}

// ListAllDossiers lists a page of the dossiers of all templates.
func (s *server) ListAllDossiers(ctx context.Context, q api.ListAllDossiersRequestObject) (api.ListAllDossiersResponseObject, error) {
	p := q.Params
	ask, err := askDossierPage(callerOf(ctx), dossierPageParameters{p.Limit, p.Cursor, p.Sort, p.DossierStatusId, p.OwnerId, p.MemberId, p.Q,
		p.DossierId, p.Attribute, p.DueBefore, p.ProcessingStatus, p.HasUpdates, p.Counts})
	if err != nil {
		return nil, err
	}
	ask.TemplateID, ask.Counts = valueOr(p.DossierTemplateId, ""), valueOr(p.IncludeCounts, false)
	ask.Groups = listGroups(p.IncludeActive, p.IncludeArchived, p.IncludeSoftDeleted)
	body, err := s.dossierPage(ctx, ask)
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
	filter := queries.DossierFilter{IDs: valueOr(p.ids, nil), StatusID: valueOr(p.status, ""),
		OwnerID: valueOr(p.owner, ""), MemberID: valueOr(p.member, ""), HasUpdates: p.hasUpdates, Query: valueOr(p.query, "")}
	for _, s := range valueOr(p.processingStatus, nil) {
		filter.ProcessingStatus = append(filter.ProcessingStatus, string(s))
	}
	for _, a := range valueOr(p.attributes, nil) {
		id, part, ok := strings.Cut(a, ":")
		if !ok || !uuidShape.MatchString(id) {
			return queries.AskDossierPage{}, newInvalid("attribute is not valid")
		}
		filter.Attributes = append(filter.Attributes, queries.AttributeFilter{ID: strings.ToLower(id), Part: part})
	}
	if p.dueBefore != nil {
		filter.DueBefore = &p.dueBefore.Time
	}
	return queries.AskDossierPage{Caller: caller, Sort: valueOr(p.sort, ""), Limit: valueOr(p.limit, usualLimit),
		Cursor: valueOr(p.cursor, ""), Total: valueOr(p.total, false), DossierFilter: filter}, nil
}

func (s *server) dossierPage(ctx context.Context, ask queries.AskDossierPage) (api.DossierList, error) {
	found, err := s.Dossiers.DossierPageOf(ctx, ask)
	return api.DossierList{Dossiers: mapList(found.Dossiers, dossierOf), NextCursor: nullableID(found.Next),
		Total: nullableNumber(found.Total)}, err
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
