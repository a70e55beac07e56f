package usage

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/user"
)

// A LicenseStatus is the license of the installation, how it stands, and what the
// caller's workspace has used.
type LicenseStatus struct {
	license.License
	Status        string // VALID, EXPIRED, NOT_YET_VALID
	AnalyzedPages int64  // since the license is valid; without such a limit, ever
	UploadedBytes int64  // held now
}

// farAway is behind everything that happens.
var farAway = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// LicenseStatus tells of the license.
func (q *Reports) LicenseStatus(ctx context.Context, caller user.Principal) (LicenseStatus, error) {
	if !user.MayCall(caller, user.GetLicense) {
		return LicenseStatus{}, domain.ErrAccessDenied
	}
	out := LicenseStatus{License: license.FullLicense()}
	if q.license != nil {
		out.License = *q.license
	}
	out.Status = out.License.StatusAt(q.now())
	since := time.UnixMilli(0)
	if out.ValidFrom != nil {
		since = *out.ValidFrom
	}
	sums, err := q.sumMovements(ctx, caller.Workspace, []period{{since, farAway}})
	if err != nil {
		return LicenseStatus{}, err
	}
	for _, m := range sums {
		out.UploadedBytes += m.active + m.archived + m.trash
	}
	out.AnalyzedPages = sums[1].pages
	return out, nil
}
