// Package workspaces holds the use cases that make workspaces and change their settings.
package workspaces

import (
	"context"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// Commands runs the use cases on workspaces.
type Commands struct {
	*core.Core
	// SignIn is what settings of signing in have effect on; only UpdateWorkspace needs it.
	SignIn SignIn
}

// SignIn is what the settings of signing in have effect on.
type SignIn interface {
	// MayTrust refuses an issuer that the operator lets nobody choose, or that another workspace trusts.
	MayTrust(ctx context.Context, ws, issuer string) error
	// InspectToken asks the issuer of the settings for its keys, and looks at an access token of it: its roles
	// in the workspace, and what is to be changed before people can sign in, a sentence each.
	InspectToken(ctx context.Context, ws string, s workspace.SignIn, token string) (roles, changes []string)
	// EnsureKeyAlgorithm makes a new signing key where the settings want another algorithm.
	EnsureKeyAlgorithm(ctx context.Context, ws string) error
}

// UpdateWorkspace changes the settings of the caller's workspace. Trust in another issuer, or a change of what
// is wanted of its tokens, needs an access token of it with the role ADMIN: whoever changes it can still sign in.
type UpdateWorkspace struct {
	core.Request
	Change      func(*workspace.Settings)
	IssuerToken string // "": none
}

// A WorkspaceOutcome is a workspace after a change, at the version of its stream.
type WorkspaceOutcome struct {
	core.Outcome
	Workspace workspace.Record
	Version   uint64
}

var errIssuerStays = domain.Refuse(domain.IssuerRefused, "Only an operator lets the service itself sign people in again: "+
	"docket workspace set --issuer ''")

var errWorkspaceName = domain.Faultf(domain.Invalid, "a workspace name has 1 to 32 lower-case letters and digits")

// GetWorkspace reads the settings of the caller's workspace, as the log has them.
func (c *Commands) GetWorkspace(ctx context.Context, caller user.Principal) (out WorkspaceOutcome, err error) {
	if !user.MayCall(caller, user.GetWorkspace) {
		return out, domain.ErrAccessDenied
	}
	s, at, err := es.Load(ctx, c.Log, workspace.Decider, workspace.StreamOf(caller.Workspace))
	return outcomeOf(caller.Workspace, s, at), err
}

func outcomeOf(ws string, s workspace.State, at es.Receipt) WorkspaceOutcome {
	return WorkspaceOutcome{Outcome: core.Outcome{ID: ws, Position: uint64(at.Position)},
		Workspace: workspace.Record{Name: ws, Settings: s.Settings}, Version: at.Version}
}

// UpdateWorkspace changes the settings of the caller's workspace. An issuer that cannot be trusted yet is
// domain.IssuerRefused, with what to change.
func (c *Commands) UpdateWorkspace(ctx context.Context, r UpdateWorkspace) (out WorkspaceOutcome, err error) {
	if !user.MayCall(r.Caller, user.UpdateWorkspace) {
		return out, domain.ErrAccessDenied
	}
	ws := r.Caller.Workspace
	found, err := es.Find(ctx, c.Log, workspace.Decider, workspace.StreamOf(ws))
	if err != nil {
		return out, err
	}
	was, set := found.State.Settings, found.State.Settings
	r.Change(&set)
	if err := set.Check(); err != nil {
		return out, err
	}
	if r.ExpectVersion != 0 && r.ExpectVersion != found.At.Version {
		return out, domain.ErrChanged
	}
	if err := c.mayTrust(ctx, r, was.SignIn, set.SignIn); err != nil {
		return out, err
	}
	cmd := r.CommandOn(workspace.StreamOf(ws))
	cmd.Expect = &found.At.Version
	s, at, err := found.Decide(ctx, c.Log, workspace.Decider, cmd, workspace.ChangeSettings(func(now *workspace.Settings) { *now = set }))
	if err == nil && set.SignIn.Algorithm != was.SignIn.Algorithm && !set.SignIn.IsExternal() {
		err = c.SignIn.EnsureKeyAlgorithm(ctx, ws)
	}
	return outcomeOf(ws, s.State, at), r.ToCallerError(err)
}

// mayTrust refuses settings of an issuer under which nobody could administrate the workspace.
func (c *Commands) mayTrust(ctx context.Context, r UpdateWorkspace, was, set workspace.SignIn) error {
	if !set.IsExternal() {
		if was.IsExternal() {
			return errIssuerStays
		}
		return nil
	}
	if set.Issuer == was.Issuer && set.AudienceOrDefault() == was.AudienceOrDefault() && set.RolesClaim == was.RolesClaim &&
		set.RoleMapping == was.RoleMapping {
		return nil
	}
	if r.IssuerToken == "" {
		return domain.Required("issuerToken")
	}
	if err := c.SignIn.MayTrust(ctx, r.Caller.Workspace, set.Issuer); err != nil {
		return err
	}
	roles, changes := c.SignIn.InspectToken(ctx, r.Caller.Workspace, set, r.IssuerToken)
	if len(changes) == 0 && !slices.Contains(roles, user.RoleAdmin) {
		changes = append(changes, "the token has not the role ADMIN in this workspace: give it to its owner, at the issuer")
	}
	if len(changes) > 0 {
		return domain.Refuse(domain.IssuerRefused, "The issuer cannot be trusted yet: %s", strings.Join(changes, "; ")).At("issuer")
	}
	return nil
}

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

// onWorkspace decides in the workspace of the caller, who is the service itself: operators change
// workspaces by the command line.
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
