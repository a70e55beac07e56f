package rest

import (
	"context"

	"github.com/seed-62a36931/docket/queries"
)

// AuditQueries searches the events of a workspace, and reads those of its templates.
type AuditQueries interface {
	TemplateHistory(ctx context.Context, q queries.AskTemplateHistory) (queries.HistoryPage, error)
	AuditEvents(ctx context.Context, q queries.AskAudit) (queries.HistoryPage, error)
	// EachAuditEvent hands over all that match, one after the other.
	EachAuditEvent(ctx context.Context, q queries.AskAudit, hand func(queries.HistoryEntry) error) error
}
