package files

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// Queries answers for files, one by one and in lists.
type Queries interface {
	exchange.Operations
	ListFiles(ctx context.Context, q queries.AskFiles) ([]queries.FileStatus, error)
	GetFile(ctx context.Context, q queries.AskFile) (queries.FileStatus, error)
	// FilePageOf lists a page of the files of a dossier.
	FilePageOf(ctx context.Context, q queries.AskFilePage) (queries.FilePage, error)
	// FilesOfAll lists a page of the files of all dossiers that the caller may read.
	FilesOfAll(ctx context.Context, q queries.AskFilePage) (queries.FilePage, error)
	// DuplicatesOf finds which of some files have bytes that another file had before.
	DuplicatesOf(ctx context.Context, caller user.Principal, ids ...string) (map[string]queries.DuplicateOf, error)
	// Trash lists a page of the dossiers and files in the trash.
	Trash(ctx context.Context, q queries.AskTrash) (queries.TrashPage, error)
}

// Commands changes files.
type Commands interface {
	DeleteFile(ctx context.Context, c commands.DeleteFile) (commands.Outcome, error)
	SetFileAttributes(ctx context.Context, c commands.SetFileAttributes) (commands.Outcome, error)
	ReanalyseFile(ctx context.Context, c commands.ReanalyseFile) (commands.Outcome, error)
	DeleteFiles(ctx context.Context, c commands.DeleteFiles) (commands.Outcome, error)
	ChangeFiles(ctx context.Context, c commands.ChangeFiles) (commands.FilesOutcome, error)
	RetryFiles(ctx context.Context, c commands.RetryFiles) (commands.FilesOutcome, error)
	RestoreFiles(ctx context.Context, c commands.RestoreFiles) (commands.Outcome, error)
	RestoreFile(ctx context.Context, c commands.RestoreFile) (commands.Outcome, error)
	SetFileAssignee(ctx context.Context, c commands.SetFileAssignee) (commands.Outcome, error)
	SetFileExtraction(ctx context.Context, c commands.SetFileExtraction) (commands.Outcome, error)
	SetFileWorkflowStatus(ctx context.Context, c commands.SetFileWorkflowStatus) (commands.Outcome, error)
}

// fileHandlers answer the operations on files as a whole.
type fileHandlers struct {
	queries  Queries
	commands Commands
	views    *exchange.Views
}

// ListFileStatuses lists the chosen groups of a dossier's files, or a page of them.
func (h *fileHandlers) ListFileStatuses(
	ctx context.Context, q api.ListFileStatusesRequestObject,
) (api.ListFileStatusesResponseObject, error) {
	p := q.Params
	page := filePageParameters{p.Limit, p.Cursor, p.Sort, p.WorkflowStatus, p.ProcessingStatus, p.Assignee, p.HasUpdates,
		p.Attention, p.HasFindings, p.Duplicates, p.Sha256, p.Q, p.Counts}
	if page.isGiven() {
		return h.listFilePage(ctx, q, page)
	}
	found, err := h.queries.ListFiles(ctx, queries.AskFiles{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		Groups:     convert.ListGroups(p.IncludeActive, p.IncludeArchived, p.IncludeSoftDeleted),
		AsOf:       convert.OptionalTime(p.AsOf),
	})
	if err != nil {
		return nil, err
	}
	return api.ListFileStatuses200JSONResponse{Body: api.FileStatusList{FileStatus: convert.MapList(found, ToAPI)}}, nil
}

// GetFileStatus reads one file, now or as it was.
func (h *fileHandlers) GetFileStatus(
	ctx context.Context, q api.GetFileStatusRequestObject,
) (api.GetFileStatusResponseObject, error) {
	found, err := h.queries.GetFile(ctx, queries.AskFile{
		Caller:             exchange.Caller(ctx),
		TemplateID:         q.DossierTemplateId,
		DossierID:          q.DossierId,
		FileID:             q.FileId,
		IncludeSoftDeleted: convert.ValueOr(q.Params.IncludeSoftDeleted, false),
		AsOf:               convert.OptionalTime(q.Params.AsOf),
	})
	if err != nil {
		return nil, err
	}
	body := ToAPI(found)
	if q.Params.AsOf != nil {
		return api.GetFileStatus200JSONResponse{Body: body}, nil
	}
	etag, err := exchange.EntityTag(body)
	if err != nil {
		return nil, err
	}
	if q.Params.IfNoneMatch != nil && exchange.MatchesTag(*q.Params.IfNoneMatch, etag, true) {
		return api.GetFileStatus304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	return api.GetFileStatus200JSONResponse{Body: body, Headers: api.GetFileStatus200ResponseHeaders{ETag: &etag}}, nil
}

// DeleteFile moves a file to the trash or deletes it for good.
func (h *fileHandlers) DeleteFile(
	ctx context.Context, q api.DeleteFileRequestObject,
) (api.DeleteFileResponseObject, error) {
	r := exchange.Request(ctx)
	r.ExpectVersion = exchange.ExpectedVersion(q.Params.IfMatch, func() (any, uint64, error) {
		f, err := h.queries.GetFile(ctx, queries.AskFile{Caller: r.Caller, TemplateID: q.DossierTemplateId,
			DossierID: q.DossierId, FileID: q.FileId, IncludeSoftDeleted: true})
		return ToAPI(f), f.Version, err
	})
	out, err := h.commands.DeleteFile(ctx, commands.DeleteFile{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, Permanently: convert.ValueOr(q.Params.DeletePermanently, false)})
	if err != nil {
		return nil, err
	}
	return api.DeleteFile204Response{
		Headers: api.DeleteFile204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

// ReanalyseFile requests one more analysis and returns the file as it is afterwards.
func (h *fileHandlers) ReanalyseFile(
	ctx context.Context, q api.ReanalyseFileRequestObject,
) (api.ReanalyseFileResponseObject, error) {
	out, err := h.commands.ReanalyseFile(ctx, commands.ReanalyseFile{
		Request:    exchange.Request(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileID:     q.FileId,
		OCR:        q.Params.Ocr != nil && *q.Params.Ocr,
	})
	if err != nil {
		return nil, err
	}
	at, body, err := h.fileAfter(ctx, out, h.fileOn(ctx, user.ReanalyseFile, q.DossierTemplateId, q.DossierId, q.FileId))
	return api.ReanalyseFile200JSONResponse{
		Body:    body,
		Headers: api.ReanalyseFile200ResponseHeaders{DocketPosition: at},
	}, err
}

// ToAPI converts a file; the fields that Docket never sets have fixed values.
func ToAPI(f queries.FileStatus) api.FileStatus {
	return api.FileStatus{
		Id:                            f.ID,
		Filename:                      f.Filename,
		DossierId:                     f.DossierID,
		DossierTemplateId:             f.TemplateID,
		DossierStatusId:               convert.NullableID(f.DossierStatusID),
		DossierArchived:               f.DossierArchived,
		Uploader:                      convert.NullableID(f.Uploader),
		Assignee:                      convert.NullableID(f.Assignee),
		LastReviewer:                  convert.NullableID(f.LastReviewer),
		LastApprover:                  convert.NullableID(f.LastApprover),
		WorkflowStatus:                api.WorkflowStatus(f.WorkflowStatus),
		ProcessingStatus:              api.ProcessingStatus(f.ProcessingStatus),
		NumberOfPages:                 int64(f.Pages),
		NumberOfPagesToOCR:            int64(f.PagesToOCR),
		NumberOfOCRedPages:            int64(f.PagesOCRed),
		StageDurations:                nonNilDurations(f.StageMillis),
		Components:                    convert.NullableCount(f.Counts.Components),
		Attention:                     convert.NullableCount(f.Counts.Attention),
		Checked:                       int32(f.Counts.Checked),
		Overridden:                    int32(f.Counts.Overridden),
		NumberOfAnalyses:              int64(f.Analyses),
		FileSize:                      f.Size,
		Sha256:                        convert.OptionalText(f.SHA256),
		DuplicateOf:                   duplicateOf(f.DuplicateOf),
		AnalysisDuration:              f.AnalysisDuration.Milliseconds(),
		AnalysisVersion:               f.AnalysisVersion,
		RulesVersion:                  f.RulesVersion,
		DictionaryVersion:             f.DictionaryVersion,
		ExcludedPages:                 []int64{},
		HasRedactions:                 f.HasRedactions,
		HasHints:                      f.HasHints,
		HasImages:                     f.HasImages,
		HasUpdates:                    f.HasUpdates,
		ExcludedFromAutomaticAnalysis: f.ExcludedFromAnalysis,
		AnalysisRequired:              f.AnalysisRequired,
		Added:                         convert.NullableTime(&f.Added),
		LastUpdated:                   convert.NullableTime(f.LastUpdated),
		LastUploaded:                  convert.NullableTime(f.LastUploaded),
		LastProcessed:                 convert.NullableTime(f.LastProcessed),
		LastIndexed:                   convert.NullableTime(f.LastIndexed),
		LastLayoutProcessed:           convert.NullableTime(f.LastLayoutProcessed),
		LastOCRTime:                   convert.NullableTime(f.LastOCR),
		OcrStartTime:                  convert.NullableTime(f.OCRStart),
		OcrEndTime:                    convert.NullableTime(f.OCREnd),
		LastManualChangeDate:          convert.NullableTime(f.LastManualChange),
		LastFileAttributeChange:       convert.NullableTime(f.LastAttributeChange),
		RedactionModificationDate:     convert.NullableTime(f.EntitiesChanged),
		FileManipulationDate:          convert.NullableTime(f.BytesReplaced),
		ApprovalDate:                  convert.NullableTime(f.ApprovalDate),
		SoftDeletedTime:               convert.NullableTime(f.SoftDeletedTime),
		FileAttributes:                convert.ToAttributes(f.Attributes),
		FileErrorInfo:                 fileErrorOf(f.Error),
		FailedRules:                   convert.PositiveCount(f.FailedRules),
		RuleFailures:                  ruleFailuresOf(f.RuleFailures),
		HasFindings:                   convert.TrueOrNone(len(f.Findings) > 0),
		FileFindings:                  fileFindingsOf(f.Findings),
	}
}

// nonNilDurations returns a map that is never null.
func nonNilDurations(millis map[string]int64) map[string]int64 {
	if millis == nil {
		return map[string]int64{}
	}
	return millis
}

func fileErrorOf(e *queries.FileError) nullable.Nullable[api.FileErrorInfo] {
	if e == nil {
		return nullable.NewNullNullable[api.FileErrorInfo]()
	}
	return nullable.NewNullableWithValue(api.FileErrorInfo{Service: api.FileErrorInfoService(e.Service),
		Cause: e.Cause, Queue: e.Queue, Timestamp: api.Time{Time: e.Timestamp}})
}

// ruleFailuresOf returns the rules that failed, nil for none.
func ruleFailuresOf(failures []document.RuleFailure) *[]api.RuleFailure {
	if len(failures) == 0 {
		return nil
	}
	out := convert.MapList(failures, func(f document.RuleFailure) api.RuleFailure {
		return api.RuleFailure{
			Rule:     f.Rule,
			File:     api.RuleFailureFile(f.File),
			Line:     int32(f.Line),
			Message:  f.Message,
			Function: f.Function,
		}
	})
	return &out
}

// fileFindingsOf converts what reading a document left out, changed or doubts; nil for nothing.
func fileFindingsOf(findings []document.Finding) *[]api.FileFinding {
	if len(findings) == 0 {
		return nil
	}
	out := convert.MapList(findings, func(f document.Finding) api.FileFinding {
		made := api.FileFinding{
			Kind:            string(f.Kind),
			Page:            nullable.NewNullNullable[int32](),
			Place:           f.Place,
			Count:           int64(f.Count),
			Message:         f.Sentence(),
			MayChangeValues: f.Values,
		}
		if f.Page > 0 {
			made.Page = nullable.NewNullableWithValue(int32(f.Page))
		}
		if b := f.Box; b != nil {
			made.Box = &api.EntityBox{
				X:      convert.RoundPoints(b.X),
				Y:      convert.RoundPoints(b.Y),
				Width:  convert.RoundPoints(b.Width),
				Height: convert.RoundPoints(b.Height),
			}
		}
		return made
	})
	return &out
}
