package rest

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
)

// GetLicense returns the license and how much of it is used.
func (s *server) GetLicense(ctx context.Context, _ api.GetLicenseRequestObject) (api.GetLicenseResponseObject, error) {
	l, err := s.License.LicenseStatus(ctx, callerOf(ctx))
	if err != nil {
		return nil, err
	}
	return api.GetLicense200JSONResponse{Licensee: l.Licensee, LicenseId: l.ID, ValidFrom: nullableTime(l.ValidFrom),
		ValidTo: nullableTime(l.ValidTo), Status: api.LicenseState(l.Status),
		Features: api.LicenseFeatures{OfficeDocuments: l.Features.OfficeDocuments, Ocr: l.Features.OCR},
		Limits: api.LicenseLimits{AnalyzedPages: nullableNumber(l.Limits.AnalyzedPages),
			UploadedBytes: nullableNumber(l.Limits.UploadedBytes)},
		Usage: api.LicenseUsage{AnalyzedPages: l.AnalyzedPages, UploadedBytes: l.UploadedBytes}}, nil
}

// nullableNumber converts a number; an unset one becomes null.
func nullableNumber(n *int64) nullable.Nullable[int64] {
	if n == nil {
		return nullable.NewNullNullable[int64]()
	}
	return nullable.NewNullableWithValue(*n)
}
