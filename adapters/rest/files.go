package rest

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// ListFileStatuses lists the chosen groups of a dossier's files.
func (s *server) ListFileStatuses(ctx context.Context, q api.ListFileStatusesRequestObject) (api.ListFileStatusesResponseObject, error) {
	p := q.Params
	found, err := s.Files.Files(ctx, queries.AskFiles{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
		Groups: groups(p.IncludeActive, p.IncludeArchived, p.IncludeSoftDeleted), AsOf: instant(p.AsOf)})
	if err != nil {
		return nil, err
	}
	return api.ListFileStatuses200JSONResponse{Body: api.FileStatusList{FileStatus: each(found, fileOf)}}, nil
}

// GetFileStatus reads one file, now or as it was.
func (s *server) GetFileStatus(ctx context.Context, q api.GetFileStatusRequestObject) (api.GetFileStatusResponseObject, error) {
	found, err := s.Files.File(ctx, queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, DossierID: q.DossierId,
		FileID: q.FileId, IncludeSoftDeleted: either(q.Params.IncludeSoftDeleted, false), AsOf: instant(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	body := fileOf(found)
	if q.Params.AsOf != nil {
		return api.GetFileStatus200JSONResponse{Body: body}, nil
	}
	etag, err := tag(body)
	if err != nil {
		return nil, err
	}
	if q.Params.IfNoneMatch != nil && matches(*q.Params.IfNoneMatch, etag, true) {
		return api.GetFileStatus304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	return api.GetFileStatus200JSONResponse{Body: body, Headers: api.GetFileStatus200ResponseHeaders{ETag: &etag}}, nil
}

// DeleteFile moves a file to the trash or deletes it for good.
func (s *server) DeleteFile(ctx context.Context, q api.DeleteFileRequestObject) (api.DeleteFileResponseObject, error) {
	r := requestOf(ctx)
	r.ExpectVersion = expectation(q.Params.IfMatch, func() (any, uint64, error) {
		f, err := s.Files.File(ctx, queries.AskFile{Caller: r.Caller, TemplateID: q.DossierTemplateId,
			DossierID: q.DossierId, FileID: q.FileId, IncludeSoftDeleted: true})
		return fileOf(f), f.Version, err
	})
	out, err := s.ChangeFiles.DeleteFile(ctx, commands.DeleteFile{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, Permanently: either(q.Params.DeletePermanently, false)})
	if err != nil {
		return nil, err
	}
	return api.DeleteFile204Response{Headers: api.DeleteFile204ResponseHeaders{DocketPosition: s.settle(ctx, out.Position)}}, nil
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
		DossierStatusId:               reference(f.DossierStatusID),
		DossierArchived:               f.DossierArchived,
		Uploader:                      reference(f.Uploader),
		Assignee:                      reference(f.Assignee),
		LastReviewer:                  reference(f.LastReviewer),
		LastApprover:                  reference(f.LastApprover),
		WorkflowStatus:                api.WorkflowStatus(f.WorkflowStatus),
		ProcessingStatus:              api.ProcessingStatus(f.ProcessingStatus),
		NumberOfPages:                 int64(f.Pages),
		NumberOfPagesToOCR:            int64(f.PagesToOCR),
		NumberOfOCRedPages:            int64(f.PagesOCRed),
		StageDurations:                durations(f.StageMillis),
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
		Added:                         moment(&f.Added),
		LastUpdated:                   moment(f.LastUpdated),
		LastUploaded:                  moment(f.LastUploaded),
		LastProcessed:                 moment(f.LastProcessed),
		LastIndexed:                   moment(f.LastIndexed),
		LastLayoutProcessed:           moment(f.LastLayoutProcessed),
		LastOCRTime:                   moment(f.LastOCR),
		OcrStartTime:                  moment(f.OCRStart),
		OcrEndTime:                    moment(f.OCREnd),
		LastManualChangeDate:          moment(f.LastManualChange),
		LastFileAttributeChange:       moment(f.LastAttributeChange),
		RedactionModificationDate:     moment(f.EntitiesChanged),
		FileManipulationDate:          moment(f.BytesReplaced),
		ApprovalDate:                  moment(f.ApprovalDate),
		SoftDeletedTime:               moment(f.SoftDeletedTime),
		FileAttributes:                attributes(f.Attributes),
		FileErrorInfo:                 fileErrorOf(f.Error),
	}
}

// durations returns a map that is never null.
func durations(millis map[string]int64) map[string]int64 {
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
