package files

import (
	"context"
	"regexp"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// ListFiles lists a page of the files of all dossiers that the caller may read.
func (h *fileHandlers) ListFiles(
	ctx context.Context, q api.ListFilesRequestObject,
) (api.ListFilesResponseObject, error) {
	p := q.Params
	ask, err := askFilePage(exchange.Caller(ctx), filePageParameters{
		limit: p.Limit, cursor: p.Cursor, sort: p.Sort,
		workflowStatus: p.WorkflowStatus, processingStatus: p.ProcessingStatus, assignee: p.Assignee,
		hasUpdates: p.HasUpdates, attention: p.Attention, hasFindings: p.HasFindings,
		duplicates: p.Duplicates, sha256: p.Sha256, query: p.Q, counts: p.Counts,
	})
	if err != nil {
		return nil, err
	}
	if p.In != nil {
		ask.In = convert.MapList(*p.In, func(place api.FileSearchPlace) string { return string(place) })
	}
	ask.TemplateID, ask.DossierID = convert.ValueOr(p.DossierTemplateId, ""), convert.ValueOr(p.DossierId, "")
	found, err := h.queries.FilesOfAll(ctx, ask)
	if err != nil {
		return nil, err
	}
	return api.ListFiles200JSONResponse{Body: api.FilePage{
		Files:      convert.MapList(found.Files, fileSummaryOf),
		NextCursor: convert.NullableID(found.Next),
		Total:      convert.NullableNumber(found.Total),
		Counts:     fileCountsOf(found.Counts),
	}}, nil
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
	hasFindings      *bool
	duplicates       *bool
	sha256           *string
	query            *string
	counts           *bool
}

// isGiven reports whether a page is asked for.
func (p filePageParameters) isGiven() bool {
	return p.limit != nil || p.cursor != nil || p.sort != nil || p.workflowStatus != nil || p.processingStatus != nil ||
		p.assignee != nil || p.hasUpdates != nil || p.attention != nil || p.hasFindings != nil ||
		p.duplicates != nil || p.sha256 != nil || p.query != nil || p.counts != nil
}

var assigneeShape = regexp.MustCompile(`^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`)

var digestShape = regexp.MustCompile(`^[0-9a-f]{64}$`)

func askFilePage(caller user.Principal, p filePageParameters) (queries.AskFilePage, error) {
	assignee := convert.LowerCaseIDs(&[]string{convert.ValueOr(p.assignee, "")})
	if id := (*assignee)[0]; id != "" && !assigneeShape.MatchString(id) {
		return queries.AskFilePage{}, contract.Invalid(domain.InvalidValue, "assignee", "is not valid")
	}
	digest := strings.ToLower(convert.ValueOr(p.sha256, ""))
	if digest != "" && !digestShape.MatchString(digest) {
		return queries.AskFilePage{}, contract.Invalid(domain.InvalidValue, "sha256", "is not valid")
	}
	return queries.AskFilePage{
		Caller: caller,
		Sort:   convert.ValueOr(p.sort, ""),
		Limit:  convert.ValueOr(p.limit, exchange.UsualLimit),
		Cursor: convert.ValueOr(p.cursor, ""),
		Counts: convert.ValueOr(p.counts, false),
		FileFilter: queries.FileFilter{
			WorkflowStatus: convert.MapList(convert.ValueOr(p.workflowStatus, nil),
				func(s api.WorkflowStatus) string { return string(s) }),
			ProcessingStatus: convert.MapList(convert.ValueOr(p.processingStatus, nil),
				func(s api.ProcessingStatus) string { return string(s) }),
			Assignee:    (*assignee)[0],
			HasUpdates:  p.hasUpdates,
			Attention:   p.attention,
			HasFindings: p.hasFindings,
			Duplicates:  p.duplicates,
			SHA256:      digest,
			Query:       convert.ValueOr(p.query, ""),
		},
	}, nil
}

// listFilePage lists a page of the files of a dossier.
func (h *fileHandlers) listFilePage(
	ctx context.Context, q api.ListFileStatusesRequestObject, p filePageParameters,
) (api.ListFileStatusesResponseObject, error) {
	if q.Params.AsOf != nil {
		return nil, contract.Invalid(domain.NotTogether, "asOf", "cannot be used with parameters of pages")
	}
	ask, err := askFilePage(exchange.Caller(ctx), p)
	if err != nil {
		return nil, err
	}
	ask.TemplateID, ask.DossierID = q.DossierTemplateId, q.DossierId
	ask.Groups = convert.ListGroups(q.Params.IncludeActive, q.Params.IncludeArchived, q.Params.IncludeSoftDeleted)
	found, err := h.queries.FilePageOf(ctx, ask)
	if err != nil {
		return nil, err
	}
	body := api.FileStatusList{
		NextCursor: convert.NullableID(found.Next),
		Total:      convert.NullableNumber(found.Total),
		Counts:     fileCountsOf(found.Counts),
	}
	body.FileStatus = convert.MapList(found.Files, func(f queries.FileInList) api.FileStatus { return ToAPI(f.FileStatus) })
	return api.ListFileStatuses200JSONResponse{Body: body}, nil
}

func fileSummaryOf(f queries.FileInList) api.FileSummary {
	return api.FileSummary{
		Id:                f.ID,
		Filename:          f.Filename,
		DossierId:         f.DossierID,
		DossierName:       f.DossierName,
		DossierTemplateId: f.TemplateID,
		NumberOfPages:     int64(f.Pages),
		WorkflowStatus:    api.WorkflowStatus(f.WorkflowStatus),
		ProcessingStatus:  api.ProcessingStatus(f.ProcessingStatus),
		Assignee:          convert.NullableID(f.Assignee),
		DueDate:           convert.NullableTime(f.DueDate),
		Added:             api.Time{Time: f.Added},
		LastUpdated:       api.Time{Time: convert.ValueOr(f.LastUpdated, f.Added)},
		HasUpdates:        f.HasUpdates,
		AnalysisRequired:  f.AnalysisRequired,
		Components:        convert.NullableCount(f.Counts.Components),
		Attention:         convert.NullableCount(f.Counts.Attention),
		Checked:           int32(f.Counts.Checked),
		Overridden:        int32(f.Counts.Overridden),
		Error:             fileErrorOf(f.Error),
		FailedRules:       convert.PositiveCount(f.FailedRules),
		HasFindings:       convert.TrueOrNone(len(f.Findings) > 0),
		DuplicateOf:       duplicateOf(f.DuplicateOf),
		Match:             textMatchOf(f.Match),
	}
}

func duplicateOf(d *queries.DuplicateOf) *api.DuplicateOf {
	if d == nil {
		return nil
	}
	return &api.DuplicateOf{FileId: d.FileID, DossierId: d.DossierID, DossierTemplateId: d.TemplateID}
}

func textMatchOf(m *queries.TextMatch) *api.TextMatch {
	if m == nil {
		return nil
	}
	return &api.TextMatch{
		In:          api.FileSearchPlace(m.In),
		AttributeId: convert.OptionalText(m.ID),
		Component:   convert.OptionalText(m.Name),
		Value:       m.Value,
	}
}

func fileCountsOf(c *queries.FileCounts) *api.FileCounts {
	if c == nil {
		return nil
	}
	out := &api.FileCounts{
		WorkflowStatus:   c.WorkflowStatus,
		ProcessingStatus: c.ProcessingStatus,
		HasUpdates:       c.HasUpdates,
		Attention:        c.Attention,
	}
	out.Assignee.Me, out.Assignee.None = c.AssignedToMe, c.Unassigned
	return out
}
