package rest

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/queries"
)

// CreateUsageReport returns how much the workspace used.
func (s *server) CreateUsageReport(ctx context.Context, q api.CreateUsageReportRequestObject) (api.CreateUsageReportResponseObject, error) {
	ask := queries.AskUsage{Caller: callerOf(ctx), Start: q.Body.StartDate.Time, End: q.Body.EndDate.Time}
	if err := ask.Check(); err != nil {
		return nil, err
	}
	u, err := s.Usage.ReportUsage(ctx, ask)
	if err != nil {
		return nil, err
	}
	return api.CreateUsageReport200JSONResponse{Body: api.UsageReport{StartDate: api.Time{Time: u.Start}, EndDate: api.Time{Time: u.End},
		NumberOfAnalyzedFiles: u.AnalyzedFiles, NumberOfAnalyzedPages: u.AnalyzedPages, AnalyzedFilesBytes: u.AnalyzedBytes,
		TotalFilesUploadedBytes: u.TotalBytes, ActiveFilesUploadedBytes: u.ActiveBytes,
		ArchivedFilesUploadedBytes: u.ArchivedBytes, TrashFilesUploadedBytes: u.TrashBytes,
		NumberOfOcrFiles: u.OCRFiles, NumberOfOcrPages: u.OCRPages, NumberOfDossiers: u.Dossiers,
		MonthlyData: mapList(u.Months, monthOf)}}, nil
}

func monthOf(u queries.Usage) api.MonthlyUsage {
	return api.MonthlyUsage{StartDate: api.Time{Time: u.Start}, EndDate: api.Time{Time: u.End},
		NumberOfAnalyzedPages: u.AnalyzedPages, AnalyzedFilesBytes: u.AnalyzedBytes, TotalFilesUploadedBytes: u.TotalBytes,
		ActiveFilesUploadedBytes: u.ActiveBytes, ArchivedFilesUploadedBytes: u.ArchivedBytes,
		TrashFilesUploadedBytes: u.TrashBytes, NumberOfOcrPages: u.OCRPages}
}
