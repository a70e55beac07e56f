package rest

import (
	"context"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// AuditQueries searches the events of a workspace, and reads those of its templates.
type AuditQueries interface {
	TemplateHistory(ctx context.Context, q queries.AskTemplateHistory) (queries.HistoryPage, error)
	AuditEvents(ctx context.Context, q queries.AskAudit) (queries.HistoryPage, error)
	// EachAuditEvent calls hand for all that match, one after the other.
	EachAuditEvent(ctx context.Context, q queries.AskAudit, hand func(queries.HistoryEntry) error) error
}

// LicenseQueries reads the license of the installation.
type LicenseQueries interface {
	LicenseStatus(ctx context.Context, caller user.Principal) (queries.LicenseStatus, error)
}

// EventFeed delivers events as they happen.
type EventFeed interface {
	// BeginAfter checks a request for events and returns the position after which to begin.
	BeginAfter(ctx context.Context, caller user.Principal, dossierID string, after *uint64) (uint64, error)
	// Listen counts a listener until left is called.
	Listen() (left func())
	// Next waits for events of a workspace after a position, and returns the position
	// after which to continue, also with an error: that of ctx, or queries.ErrFeedEnded.
	Next(ctx context.Context, workspace string, after uint64) ([]queries.HistoryEntry, uint64, error)
	// FilterReadable returns the events that the caller may read now, of one dossier or (empty)
	// of all.
	FilterReadable(ctx context.Context, caller user.Principal, dossierID string,
		events []queries.HistoryEntry) ([]queries.HistoryEntry, error)
}
