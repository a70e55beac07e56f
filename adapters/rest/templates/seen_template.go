package templates

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// seenTemplates make requests for changes of what a template defines.
type seenTemplates struct {
	templates interface {
		GetTemplate(ctx context.Context, caller user.Principal, id string) (queries.Template, error)
	}
}

// requestOn returns the request part of a command that changes a template, which expects the template as the sender has
// seen it, when the request says so.
func (s seenTemplates) requestOn(ctx context.Context, templateID string) commands.Request {
	r := exchange.Request(ctx)
	r.ExpectVersion = exchange.ExpectedVersion(exchange.Of(ctx).Match, func() (any, uint64, error) {
		t, err := s.templates.GetTemplate(ctx, r.Caller, templateID)
		return templateOf(t), t.Version, err
	})
	return r
}
