package rest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// ListUsers lists accounts, under both keys of the interface.
func (s *server) ListUsers(ctx context.Context, q api.ListUsersRequestObject) (api.ListUsersResponseObject, error) {
	found, err := s.Users.ListUsers(ctx, queries.AskUsers{Caller: callerOf(ctx), Username: valueOr(q.Params.Username, "")})
	if err != nil {
		return nil, err
	}
	all := mapList(found, userOf)
	return api.ListUsers200JSONResponse{Body: api.UserList{Users: all, DownloadStatus: all}}, nil
}

// GetUser reads one account.
func (s *server) GetUser(ctx context.Context, q api.GetUserRequestObject) (api.GetUserResponseObject, error) {
	found, err := s.Users.GetUser(ctx, queries.AskUser{Caller: callerOf(ctx), UserID: q.UserId})
	if err != nil {
		return nil, err
	}
	return api.GetUser200JSONResponse(userOf(found)), nil
}

// CreateUser creates an account.
func (s *server) CreateUser(ctx context.Context, q api.CreateUserRequestObject) (api.CreateUserResponseObject, error) {
	b := q.Body
	c := commands.CreateUser{Request: requestOf(ctx), Password: presentValue(b.Password), Person: user.Person{Username: b.Username,
		FirstName: valueOr(presentValue(b.FirstName), ""), LastName: valueOr(presentValue(b.LastName), ""),
		Email: valueOr(presentValue(b.Email), "")}}
	if roles := toTexts(presentValue(b.Roles)); roles != nil {
		c.Roles = *roles
	}
	out, err := s.ChangeUsers.CreateUser(ctx, c)
	if err != nil {
		return nil, err
	}
	setAnswerSubject(ctx, user.SubjectOf(callerOf(ctx).Workspace, out.ID))
	body, position, err := s.userAfter(ctx, out)
	return api.CreateUser201JSONResponse{Body: body, Headers: api.CreateUser201ResponseHeaders{DocketPosition: position}}, err
}

// UpdateUser changes an account.
func (s *server) UpdateUser(ctx context.Context, q api.UpdateUserRequestObject) (api.UpdateUserResponseObject, error) {
	b := q.Body
	out, err := s.ChangeUsers.UpdateUser(ctx, commands.UpdateUser{Request: requestOf(ctx), UserID: q.UserId,
		FirstName: presentValue(b.FirstName), LastName: presentValue(b.LastName), Email: presentValue(b.Email),
		Roles: toTexts(presentValue(b.Roles)), Active: presentValue(b.Active)})
	if err != nil {
		return nil, err
	}
	body, position, err := s.userAfter(ctx, out)
	return api.UpdateUser200JSONResponse{Body: body, Headers: api.UpdateUser200ResponseHeaders{DocketPosition: position}}, err
}

// SetUserPassword sets a password.
func (s *server) SetUserPassword(ctx context.Context, q api.SetUserPasswordRequestObject) (api.SetUserPasswordResponseObject, error) {
	out, err := s.ChangeUsers.SetUserPassword(ctx, commands.SetUserPassword{Request: requestOf(ctx), UserID: q.UserId,
		NewPassword: q.Body.NewPassword, Current: presentValue(q.Body.CurrentPassword)})
	if err != nil {
		return nil, err
	}
	return api.SetUserPassword204Response{
		Headers: api.SetUserPassword204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// EraseUser erases an account.
func (s *server) EraseUser(ctx context.Context, q api.EraseUserRequestObject) (api.EraseUserResponseObject, error) {
	out, err := s.ChangeUsers.EraseUser(ctx, commands.EraseUser{Request: requestOf(ctx), UserID: q.UserId, Username: q.Body.Username})
	if err != nil {
		return nil, err
	}
	return api.EraseUser204Response{Headers: api.EraseUser204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// userAfter returns an account once the views hold its change.
func (s *server) userAfter(ctx context.Context, out commands.Outcome) (api.User, *string, error) {
	position := s.awaitWrite(ctx, out.Position)
	found, err := s.Users.GetUser(ctx, queries.AskUser{Caller: callerOf(ctx), UserID: out.ID})
	if err != nil {
		return api.User{}, nil, notYetReadable(err)
	}
	return userOf(found), position, nil
}

// recordDenial records that a caller who is signed in lacks the rights for a request.
func (s *server) recordDenial(r *http.Request, err error) {
	x := exchangeOf(r.Context())
	op := s.contract.findOperation(r.Method, x.route)
	if s.Denials == nil || op == nil || x.caller.ID == "" || !errors.Is(err, domain.ErrAccessDenied) && !errors.Is(err, errTenant) {
		return
	}
	s.Denials.RecordDenial(r.Context(), x.caller, op.id)
}

func userOf(u queries.User) api.User {
	return api.User{
		Id:        u.ID,
		Username:  u.Username,
		FirstName: u.FirstName,
		LastName:  u.LastName,
		Roles:     castTexts[api.Role](u.Roles),
		Active:    u.Active,

		ServiceAccount: trueOrNil(u.Service),
	}
}

// trueOrNil is a field that is left out when it is false.
func trueOrNil(b bool) *bool {
	if !b {
		return nil
	}
	return &b
}

// toTexts returns the texts of an enumeration, nil when the list is left out.
func toTexts[T ~string](in *[]T) *[]string {
	if in == nil {
		return nil
	}
	out := mapList(*in, func(v T) string { return string(v) })
	return &out
}

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
