package rest

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// ListFileStatuses lists the chosen groups of a dossier's files, or a page of them.
func (s *server) ListFileStatuses(ctx context.Context, q api.ListFileStatusesRequestObject) (api.ListFileStatusesResponseObject, error) {
	p := q.Params
	page := filePageParameters{p.Limit, p.Cursor, p.Sort, p.WorkflowStatus, p.ProcessingStatus, p.Assignee, p.HasUpdates,
		p.Attention, p.Q, p.Counts}
	if page.isGiven() {
		return s.listFilePage(ctx, q, page)
	}
	found, err := s.Files.ListFiles(ctx, queries.AskFiles{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
		Groups: listGroups(p.IncludeActive, p.IncludeArchived, p.IncludeSoftDeleted), AsOf: optionalTime(p.AsOf)})
	if err != nil {
		return nil, err
	}
	return api.ListFileStatuses200JSONResponse{Body: api.FileStatusList{FileStatus: mapList(found, fileOf)}}, nil
}

// GetFileStatus reads one file, now or as it was.
func (s *server) GetFileStatus(ctx context.Context, q api.GetFileStatusRequestObject) (api.GetFileStatusResponseObject, error) {
	found, err := s.Files.GetFile(ctx, queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
		FileID: q.FileId, IncludeSoftDeleted: valueOr(q.Params.IncludeSoftDeleted, false), AsOf: optionalTime(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	body := fileOf(found)
	if q.Params.AsOf != nil {
		return api.GetFileStatus200JSONResponse{Body: body}, nil
	}
	etag, err := entityTag(body)
	if err != nil {
		return nil, err
	}
	if q.Params.IfNoneMatch != nil && matchesTag(*q.Params.IfNoneMatch, etag, true) {
		return api.GetFileStatus304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	return api.GetFileStatus200JSONResponse{Body: body, Headers: api.GetFileStatus200ResponseHeaders{ETag: &etag}}, nil
}

// DeleteFile moves a file to the trash or deletes it for good.
func (s *server) DeleteFile(ctx context.Context, q api.DeleteFileRequestObject) (api.DeleteFileResponseObject, error) {
	r := requestOf(ctx)
	r.ExpectVersion = expectedVersion(q.Params.IfMatch, func() (any, uint64, error) {
		f, err := s.Files.GetFile(ctx, queries.AskFile{Caller: r.Caller, TemplateID: q.DossierTemplateId,
			DossierID: q.DossierId, FileID: q.FileId, IncludeSoftDeleted: true})
		return fileOf(f), f.Version, err
	})
	out, err := s.ChangeFiles.DeleteFile(ctx, commands.DeleteFile{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, Permanently: valueOr(q.Params.DeletePermanently, false)})
	if err != nil {
		return nil, err
	}
	return api.DeleteFile204Response{Headers: api.DeleteFile204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// ReanalyseFile requests one more analysis and returns the file as it is afterwards.
func (s *server) ReanalyseFile(ctx context.Context, q api.ReanalyseFileRequestObject) (api.ReanalyseFileResponseObject, error) {
	out, err := s.ChangeFiles.ReanalyseFile(ctx, commands.ReanalyseFile{Request: requestOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, OCR: q.Params.Ocr != nil && *q.Params.Ocr})
	if err != nil {
		return nil, err
	}
	at, body, err := s.fileAfter(ctx, out, s.fileOn(ctx, user.ReanalyseFile, q.DossierTemplateId, q.DossierId, q.FileId))
	return api.ReanalyseFile200JSONResponse{Body: body, Headers: api.ReanalyseFile200ResponseHeaders{DocketPosition: at}}, err
}

// fileOf converts a file; the fields that Docket never sets have fixed values.
func fileOf(f queries.FileStatus) api.FileStatus {
	return api.FileStatus{
		Id:                            f.ID,
		Filename:                      f.Filename,
		DossierId:                     f.DossierID,
		DossierTemplateId:             f.TemplateID,
		DossierStatusId:               nullableID(f.DossierStatusID),
		DossierArchived:               f.DossierArchived,
		Uploader:                      nullableID(f.Uploader),
		Assignee:                      nullableID(f.Assignee),
		LastReviewer:                  nullableID(f.LastReviewer),
		LastApprover:                  nullableID(f.LastApprover),
		WorkflowStatus:                api.WorkflowStatus(f.WorkflowStatus),
		ProcessingStatus:              api.ProcessingStatus(f.ProcessingStatus),
		NumberOfPages:                 int64(f.Pages),
		NumberOfPagesToOCR:            int64(f.PagesToOCR),
		NumberOfOCRedPages:            int64(f.PagesOCRed),
		StageDurations:                nonNilDurations(f.StageMillis),
		Components:                    nullableCount(f.Counts.Components),
		Attention:                     nullableCount(f.Counts.Attention),
		Checked:                       int32(f.Counts.Checked),
		Overridden:                    int32(f.Counts.Overridden),
		NumberOfAnalyses:              int64(f.Analyses),
		FileSize:                      f.Size,
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
		Added:                         nullableTime(&f.Added),
		LastUpdated:                   nullableTime(f.LastUpdated),
		LastUploaded:                  nullableTime(f.LastUploaded),
		LastProcessed:                 nullableTime(f.LastProcessed),
		LastIndexed:                   nullableTime(f.LastIndexed),
		LastLayoutProcessed:           nullableTime(f.LastLayoutProcessed),
		LastOCRTime:                   nullableTime(f.LastOCR),
		OcrStartTime:                  nullableTime(f.OCRStart),
		OcrEndTime:                    nullableTime(f.OCREnd),
		LastManualChangeDate:          nullableTime(f.LastManualChange),
		LastFileAttributeChange:       nullableTime(f.LastAttributeChange),
		RedactionModificationDate:     nullableTime(f.EntitiesChanged),
		FileManipulationDate:          nullableTime(f.BytesReplaced),
		ApprovalDate:                  nullableTime(f.ApprovalDate),
		SoftDeletedTime:               nullableTime(f.SoftDeletedTime),
		FileAttributes:                toAttributes(f.Attributes),
		FileErrorInfo:                 fileErrorOf(f.Error),
		FailedRules:                   positiveCount(f.FailedRules),
		RuleFailures:                  ruleFailuresOf(f.RuleFailures),
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

// positiveCount returns a count, nil for none.
func positiveCount(n int) *int32 {
	if n <= 0 {
		return nil
	}
	count := int32(n)
	return &count
}

// ruleFailuresOf returns the rules that failed, nil for none.
func ruleFailuresOf(failures []document.RuleFailure) *[]api.RuleFailure {
	if len(failures) == 0 {
		return nil
	}
	out := mapList(failures, func(f document.RuleFailure) api.RuleFailure {
		return api.RuleFailure{Rule: f.Rule, File: api.RuleFailureFile(f.File), Line: int32(f.Line), Message: f.Message, Function: f.Function}
	})
	return &out
}

// nullableCount returns a count that may not be known.
func nullableCount(n *int) nullable.Nullable[int32] {
	if n == nil {
		return nullable.NewNullNullable[int32]()
	}
	return nullable.NewNullableWithValue(int32(*n))
}
