package rest

import (
	"context"
	"encoding/json"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
)

// GetMe reads the account of the caller.
func (s *server) GetMe(ctx context.Context, _ api.GetMeRequestObject) (api.GetMeResponseObject, error) {
	me, err := s.Users.ReadMe(ctx, callerOf(ctx))
	if err != nil {
		return nil, err
	}
	out := api.Me{Id: me.ID, Username: me.Username, FirstName: me.FirstName, LastName: me.LastName, Email: me.Email,
		Roles: castTexts[api.Role](me.Roles), ServiceAccount: me.Service, Workspace: me.Workspace}
	if err := json.Unmarshal(me.Preferences, &out.Preferences); err != nil {
		return nil, err
	}
	return api.GetMe200JSONResponse(out), nil
}

// UpdateMyPreferences stores the preferences of the caller.
func (s *server) UpdateMyPreferences(
	ctx context.Context, q api.UpdateMyPreferencesRequestObject,
) (api.UpdateMyPreferencesResponseObject, error) {
	b, err := json.Marshal(q.Body)
	if err != nil {
		return nil, err
	}
	out, err := s.ChangeUsers.UpdatePreferences(ctx, commands.UpdatePreferences{Request: requestOf(ctx), Preferences: b})
	if err != nil {
		return nil, err
	}
	return api.UpdateMyPreferences204Response{
		Headers: api.UpdateMyPreferences204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}
