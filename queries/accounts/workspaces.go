package accounts

import (
	"context"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/queries/views"
)

var errNoWorkspace = domain.Faultf(domain.NotFound, "the workspace does not exist")

// ListWorkspaces lists all workspaces by name, for operators.
func (q *Accounts) ListWorkspaces(ctx context.Context) ([]workspace.Record, error) {
	return views.QueryRecords[workspace.Record](ctx, q.views.InTheOpen(), "SELECT doc FROM workspaces ORDER BY key")
}

// WorkspaceOfIssuer finds the workspace whose people sign in with another issuer, as the log has it: rows of workspaces
// are not sealed, and whoever trusts an issuer lets its administrators in. domain.NotFound when there is none.
func (q *Accounts) WorkspaceOfIssuer(ctx context.Context, issuer string) (workspace.Record, error) {
	found, err := views.QueryRecords[workspace.Record](ctx, q.views.InTheOpen(),
		"SELECT doc FROM workspaces WHERE issuer = $1 ORDER BY key", issuer)
	if err == nil && (issuer == "" || len(found) != 1) {
		err = errNoWorkspace
	}
	if err != nil {
		return workspace.Record{}, err
	}
	s, at, err := es.Load(ctx, q.log, workspace.Decider, workspace.StreamOf(found[0].Name))
	if err == nil && (!s.Exists || s.SignIn.Issuer != issuer) {
		err = errNoWorkspace
	}
	return workspace.Record{Name: found[0].Name, Settings: s.Settings, Version: at.Version}, err
}
