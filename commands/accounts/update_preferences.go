package accounts

import (
	"context"
	"encoding/json"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// UpdatePreferences replaces the preferences of the caller.
type UpdatePreferences struct {
	core.Request
	Preferences json.RawMessage // an object
}

// UpdatePreferences stores what the caller wants of programs that show things to people.
func (c *Commands) UpdatePreferences(ctx context.Context, r UpdatePreferences) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.UpdateMyPreferences) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	ws, id := r.Caller.Workspace, r.Caller.ID
	at, err := es.Decide(ctx, c.Log, user.Decider, r.CommandOn(user.StreamOf(ws, id)),
		user.ChangePreferences(user.SubjectOf(ws, id), user.Preferences{JSON: string(r.Preferences)}))
	return core.Outcome{ID: id, Position: uint64(at.Position)}, r.ToCallerError(err)
}
