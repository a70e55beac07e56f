package usage

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
)

// GetLicense returns the license and how much of it is used.
func (h *Handlers) GetLicense(
	ctx context.Context, _ api.GetLicenseRequestObject,
) (api.GetLicenseResponseObject, error) {
	l, err := h.queries.LicenseStatus(ctx, exchange.Caller(ctx))
	if err != nil {
		return nil, err
	}
	return api.GetLicense200JSONResponse{
		Licensee:  l.Licensee,
		LicenseId: l.ID,
		ValidFrom: convert.NullableTime(l.ValidFrom),
		ValidTo:   convert.NullableTime(l.ValidTo),
		Status:    api.LicenseState(l.Status),
		Features:  api.LicenseFeatures{OfficeDocuments: l.Features.OfficeDocuments, Ocr: l.Features.OCR},
		Limits: api.LicenseLimits{AnalyzedPages: convert.NullableNumber(l.Limits.AnalyzedPages),
			UploadedBytes: convert.NullableNumber(l.Limits.UploadedBytes)},
		Usage: api.LicenseUsage{AnalyzedPages: l.AnalyzedPages, UploadedBytes: l.UploadedBytes},
	}, nil
}
