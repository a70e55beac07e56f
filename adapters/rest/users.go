package rest

import (
	"context"
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
	found, err := s.Users.Users(ctx, queries.AskUsers{Caller: callerOf(ctx), Username: either(q.Params.Username, "")})
	if err != nil {
		return nil, err
	}
	all := each(found, userOf)
	return api.ListUsers200JSONResponse{Body: api.UserList{Users: all, DownloadStatus: all}}, nil
}

// GetUser reads one account.
func (s *server) GetUser(ctx context.Context, q api.GetUserRequestObject) (api.GetUserResponseObject, error) {
	found, err := s.Users.User(ctx, queries.AskUser{Caller: callerOf(ctx), UserID: q.UserId})
	if err != nil {
		return nil, err
	}
	return api.GetUser200JSONResponse(userOf(found)), nil
}

// CreateUser creates an account.
func (s *server) CreateUser(ctx context.Context, q api.CreateUserRequestObject) (api.CreateUserResponseObject, error) {
	b := q.Body
	c := commands.CreateUser{Request: requestOf(ctx), Password: given(b.Password), Person: user.Person{Username: b.Username,
		FirstName: either(given(b.FirstName), ""), LastName: either(given(b.LastName), ""), Email: either(given(b.Email), "")}}
	if roles := texts(given(b.Roles)); roles != nil {
		c.Roles = *roles
	}
	out, err := s.ChangeUsers.CreateUser(ctx, c)
	if err != nil {
		return nil, err
	}
	tellsOf(ctx, user.SubjectOf(callerOf(ctx).Workspace, out.ID))
	body, position, err := s.userAfter(ctx, out)
	return api.CreateUser201JSONResponse{Body: body, Headers: api.CreateUser201ResponseHeaders{DocketPosition: position}}, err
}

// UpdateUser changes an account.
func (s *server) UpdateUser(ctx context.Context, q api.UpdateUserRequestObject) (api.UpdateUserResponseObject, error) {
	b := q.Body
	out, err := s.ChangeUsers.UpdateUser(ctx, commands.UpdateUser{Request: requestOf(ctx), UserID: q.UserId, FirstName: given(b.FirstName),
		LastName: given(b.LastName), Email: given(b.Email), Roles: texts(given(b.Roles)), Active: given(b.Active)})
	if err != nil {
		return nil, err
	}
	body, position, err := s.userAfter(ctx, out)
	return api.UpdateUser200JSONResponse{Body: body, Headers: api.UpdateUser200ResponseHeaders{DocketPosition: position}}, err
}

// SetUserPassword sets a password.
func (s *server) SetUserPassword(ctx context.Context, q api.SetUserPasswordRequestObject) (api.SetUserPasswordResponseObject, error) {
	out, err := s.ChangeUsers.SetUserPassword(ctx, commands.SetUserPassword{Request: requestOf(ctx), UserID: q.UserId,
		NewPassword: q.Body.NewPassword, Current: given(q.Body.CurrentPassword)})
	if err != nil {
		return nil, err
	}
	return api.SetUserPassword204Response{Headers: api.SetUserPassword204ResponseHeaders{DocketPosition: s.settle(ctx, out.Position)}}, nil
}

// userAfter returns an account once the views hold its change.
func (s *server) userAfter(ctx context.Context, out commands.Outcome) (api.User, *string, error) {
	position := s.settle(ctx, out.Position)
	found, err := s.Users.User(ctx, queries.AskUser{Caller: callerOf(ctx), UserID: out.ID})
	if err != nil {
		return api.User{}, nil, unseen(err)
	}
	return userOf(found), position, nil
}

// denied records that a caller who is signed in lacks the rights for a request.
func (s *server) denied(r *http.Request, err error) {
	x := exchangeOf(r.Context())
	op := s.contract.of(r.Method, x.route)
	if s.Denials == nil || op == nil || x.caller.ID == "" || !errors.Is(err, domain.ErrAccessDenied) && !errors.Is(err, errTenant) {
		return
	}
	s.Denials.Denied(r.Context(), x.caller, op.id)
}

func userOf(u queries.User) api.User {
	return api.User{
		Id:        u.ID,
		Username:  u.Username,
		FirstName: u.FirstName,
		LastName:  u.LastName,
		Roles:     named[api.Role](u.Roles),
		Active:    u.Active,
	}
}

// texts returns the texts of an enumeration, nil when the list is left out.
func texts[T ~string](in *[]T) *[]string {
	if in == nil {
		return nil
	}
	out := each(*in, func(v T) string { return string(v) })
	return &out
}
