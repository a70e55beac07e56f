package queries

import (
	"context"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/workspace"
)

var errNoWorkspace = domain.Faultf(domain.NotFound, "the workspace does not exist")

// ListWorkspaces lists all workspaces by name, for operators.
func (q *Queries) ListWorkspaces(ctx context.Context) ([]workspace.Record, error) {
	return queryRecords[workspace.Record](ctx, q.inTheOpen(), "SELECT doc FROM workspaces ORDER BY key")
}

// WorkspaceOfIssuer finds the workspace whose people sign in with another issuer;
// domain.NotFound when there is none.
func (q *Queries) WorkspaceOfIssuer(ctx context.Context, issuer string) (workspace.Record, error) {
	found, err := queryRecords[workspace.Record](ctx, q.inTheOpen(), "SELECT doc FROM workspaces WHERE issuer = $1 ORDER BY key", issuer)
	if err == nil && (issuer == "" || len(found) != 1) {
		err = errNoWorkspace
	}
	if err != nil {
		return workspace.Record{}, err
	}
	return found[0], nil
}

// inTheOpen reads documents that hold nothing personal and are not sealed.
func (q *Queries) inTheOpen() *Queries {
	open := *q
	open.Vault = nil
	return &open
}
