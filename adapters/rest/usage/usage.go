package usage

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// Queries answers how much was used, and how much may be.
type Queries interface {
	// ReportUsage returns how much the workspace used.
	ReportUsage(ctx context.Context, q queries.AskUsage) (queries.UsageReport, error)
	// LicenseStatus returns the license of the installation.
	LicenseStatus(ctx context.Context, caller user.Principal) (queries.LicenseStatus, error)
}

// Handlers answer with usage and license.
type Handlers struct {
	queries Queries
}

// New returns the handlers over their port.
func New(q Queries) *Handlers { return &Handlers{queries: q} }

// CreateUsageReport returns how much the workspace used.
func (h *Handlers) CreateUsageReport(
	ctx context.Context, q api.CreateUsageReportRequestObject,
) (api.CreateUsageReportResponseObject, error) {
	ask := queries.AskUsage{Caller: exchange.Caller(ctx), Start: q.Body.StartDate.Time, End: q.Body.EndDate.Time}
	if err := ask.Check(); err != nil {
		return nil, err
	}
	u, err := h.queries.ReportUsage(ctx, ask)
	if err != nil {
		return nil, err
	}
	return api.CreateUsageReport200JSONResponse{Body: api.UsageReport{
		StartDate:                  api.Time{Time: u.Start},
		EndDate:                    api.Time{Time: u.End},
		NumberOfAnalyzedFiles:      u.AnalyzedFiles,
		NumberOfAnalyzedPages:      u.AnalyzedPages,
		AnalyzedFilesBytes:         u.AnalyzedBytes,
		TotalFilesUploadedBytes:    u.TotalBytes,
		ActiveFilesUploadedBytes:   u.ActiveBytes,
		ArchivedFilesUploadedBytes: u.ArchivedBytes,
		TrashFilesUploadedBytes:    u.TrashBytes,
		NumberOfOcrFiles:           u.OCRFiles,
		NumberOfOcrPages:           u.OCRPages,
		NumberOfDossiers:           u.Dossiers,
		MonthlyData:                convert.MapList(u.Months, monthOf),
	}}, nil
}

func monthOf(u queries.Usage) api.MonthlyUsage {
	return api.MonthlyUsage{StartDate: api.Time{Time: u.Start}, EndDate: api.Time{Time: u.End},
		NumberOfAnalyzedPages: u.AnalyzedPages, AnalyzedFilesBytes: u.AnalyzedBytes, TotalFilesUploadedBytes: u.TotalBytes,
		ActiveFilesUploadedBytes: u.ActiveBytes, ArchivedFilesUploadedBytes: u.ArchivedBytes,
		TrashFilesUploadedBytes: u.TrashBytes, NumberOfOcrPages: u.OCRPages}
}
