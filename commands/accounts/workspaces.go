package accounts

import (
	"context"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/workspace"
)

var errWorkspaceName = domain.Faultf(domain.Invalid, "a workspace name has 1 to 32 lower-case letters and digits")

// EnsureWorkspace makes a workspace unless it is there.
func (c *Commands) EnsureWorkspace(ctx context.Context, r core.Request, s workspace.Settings) (core.Outcome, error) {
	return c.onWorkspace(ctx, r, workspace.EnsureExists(s))
}

// CreateWorkspace makes a workspace; one that is there is domain.Conflict.
func (c *Commands) CreateWorkspace(ctx context.Context, r core.Request, s workspace.Settings) (core.Outcome, error) {
	return c.onWorkspace(ctx, r, workspace.Create(s))
}

// ChangeWorkspace changes the settings of a workspace.
func (c *Commands) ChangeWorkspace(ctx context.Context, r core.Request,
	change func(*workspace.Settings)) (core.Outcome, error) {
	return c.onWorkspace(ctx, r, workspace.ChangeSettings(change))
}

// onWorkspace decides in the workspace of the caller, who is the service itself:
// operators change workspaces by the command line only.
func (c *Commands) onWorkspace(ctx context.Context, r core.Request,
	decide es.Decision[workspace.State]) (core.Outcome, error) {
	ws := r.Caller.Workspace
	switch {
	case !r.Caller.IsSystem():
		return core.Outcome{}, domain.ErrAccessDenied
	case !workspace.ValidName(ws):
		return core.Outcome{}, errWorkspaceName
	}
	at, err := es.Decide(ctx, c.Log, workspace.Decider, r.CommandOn(workspace.StreamOf(ws)), decide)
	return core.Outcome{ID: ws, Position: uint64(at.Position)}, r.ToCallerError(err)
}
