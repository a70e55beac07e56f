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
	// EachAuditEvent hands over all that match, one after the other.
	EachAuditEvent(ctx context.Context, q queries.AskAudit, hand func(queries.HistoryEntry) error) error
}

// LicenseQueries tells of the license of the installation.
type LicenseQueries interface {
	Licensed(ctx context.Context, caller user.Principal) (queries.LicenseStatus, error)
}

// EventFeed tells of events as they happen.
type EventFeed interface {
	// Begin checks a request for events and gives the position to begin behind.
	Begin(ctx context.Context, caller user.Principal, dossierID string, after *uint64) (uint64, error)
	// Listen counts a listener in until left is called.
	Listen() (left func())
	// Next waits for events of a workspace behind a position, and gives the position to
	// go on behind, also with an error: that of ctx, or queries.ErrFeedEnded.
	Next(ctx context.Context, workspace string, after uint64) ([]queries.HistoryEntry, uint64, error)
	// Audible chooses what the caller may read now, of one dossier or (empty) of all.
	Audible(ctx context.Context, caller user.Principal, dossierID string, events []queries.HistoryEntry) ([]queries.HistoryEntry, error)
}
