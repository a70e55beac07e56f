package accounts

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// Me is the account that asks, with the roles that the request has.
type Me struct {
	User
	Email, Workspace string
	Preferences      json.RawMessage // an object, empty when none are stored
}

// ReadMe reads the account of the caller and its preferences.
func (q *Accounts) ReadMe(ctx context.Context, caller user.Principal) (Me, error) {
	if !user.MayCall(caller, user.GetMe) {
		return Me{}, domain.ErrAccessDenied
	}
	var account user.Account
	var stored struct{ Preferences user.Preferences }
	fault, err := q.views.SeekRecords(ctx, []es.StreamID{user.StreamOf(caller.Workspace, caller.ID)},
		soughtUser(caller.Workspace, caller.ID, &account),
		views.Sought{Where: views.ByKey("preferences"), Args: []any{caller.ID}, Into: views.DecodeInto(&stored)})
	if err == nil && account.ID == "" {
		err = domain.ErrUserNotFound
	}
	me := Me{User: userOf(account), Email: account.Email, Workspace: caller.Workspace,
		Preferences: json.RawMessage(cmp.Or(stored.Preferences.JSON, "{}"))}
	me.Roles = views.NonNil(slices.Sorted(slices.Values(caller.Roles)))
	return views.AnswerUnless(views.OutcomeOf(err, fault), me)
}
