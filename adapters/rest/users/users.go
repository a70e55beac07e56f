package users

import (
	"context"
	"encoding/json"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// Queries answers for the accounts of a workspace.
type Queries interface {
	ListUsers(ctx context.Context, q queries.AskUsers) ([]queries.User, error)
	ReadMe(ctx context.Context, caller user.Principal) (queries.Me, error)
	GetUser(ctx context.Context, q queries.AskUser) (queries.User, error)
	ListAPIKeys(ctx context.Context, q queries.AskAPIKeys) ([]queries.APIKey, error)
	GetAPIKey(ctx context.Context, q queries.AskAPIKey) (queries.APIKey, error)
}

// Commands changes accounts.
type Commands interface {
	CreateUser(ctx context.Context, c commands.CreateUser) (commands.Outcome, error)
	UpdateUser(ctx context.Context, c commands.UpdateUser) (commands.Outcome, error)
	SetUserPassword(ctx context.Context, c commands.SetUserPassword) (commands.Outcome, error)
	UpdatePreferences(ctx context.Context, c commands.UpdatePreferences) (commands.Outcome, error)
	EraseUser(ctx context.Context, c commands.EraseUser) (commands.Outcome, error)
	CreateAPIKey(ctx context.Context, c commands.CreateAPIKey) (commands.CreatedAPIKey, error)
	RevokeAPIKey(ctx context.Context, c commands.RevokeAPIKey) (commands.Outcome, error)
}

// Ports are what the operations on accounts call.
type Ports struct {
	Queries   Queries
	Commands  Commands
	KeyUses   KeyUses
	Clients   Clients
	Workspace Workspace
}

// Handlers answer the operations on accounts.
type Handlers struct {
	queries   Queries
	commands  Commands
	keyUses   KeyUses
	clients   Clients
	workspace Workspace
	views     *exchange.Views
}

// New returns the handlers over their ports.
func New(p Ports, v *exchange.Views) *Handlers {
	return &Handlers{queries: p.Queries, commands: p.Commands, keyUses: p.KeyUses, clients: p.Clients,
		workspace: p.Workspace, views: v}
}

// ListUsers lists accounts, under both keys of the interface.
func (h *Handlers) ListUsers(ctx context.Context, q api.ListUsersRequestObject) (api.ListUsersResponseObject, error) {
	found, err := h.queries.ListUsers(ctx, queries.AskUsers{
		Caller:   exchange.Caller(ctx),
		Username: convert.ValueOr(q.Params.Username, ""),
	})
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.UserOrder(), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort, Query: q.Params.Q, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	list := convert.MapList(part.Entries, userOf)
	return api.ListUsers200JSONResponse{Body: api.UserList{
		Users:          list,
		DownloadStatus: list,
		NextCursor:     part.NextCursor,
		Total:          part.Total,
	}}, nil
}

// GetUser reads one account.
func (h *Handlers) GetUser(ctx context.Context, q api.GetUserRequestObject) (api.GetUserResponseObject, error) {
	found, err := h.queries.GetUser(ctx, queries.AskUser{Caller: exchange.Caller(ctx), UserID: q.UserId})
	if err != nil {
		return nil, err
	}
	body := userOf(found)
	tag, err := exchange.EntityTag(body)
	return api.GetUser200JSONResponse{Body: body, Headers: api.GetUser200ResponseHeaders{ETag: &tag}}, err
}

// CreateUser creates an account.
func (h *Handlers) CreateUser(
	ctx context.Context, q api.CreateUserRequestObject,
) (api.CreateUserResponseObject, error) {
	b := q.Body
	c := commands.CreateUser{
		Request:  exchange.Request(ctx),
		Password: convert.PresentValue(b.Password),
		Person: user.Person{
			Username:  b.Username,
			FirstName: convert.ValueOr(convert.PresentValue(b.FirstName), ""),
			LastName:  convert.ValueOr(convert.PresentValue(b.LastName), ""),
			Email:     convert.ValueOr(convert.PresentValue(b.Email), ""),
		},
	}
	if roles := convert.ToTexts(convert.PresentValue(b.Roles)); roles != nil {
		c.Roles = *roles
	}
	out, err := h.commands.CreateUser(ctx, c)
	if err != nil {
		return nil, err
	}
	exchange.SetSubject(ctx, user.SubjectOf(exchange.Caller(ctx).Workspace, out.ID))
	body, tag, position, err := h.userAfter(ctx, out)
	return api.CreateUser201JSONResponse{
		Body:    body,
		Headers: api.CreateUser201ResponseHeaders{DocketPosition: position, ETag: tag},
	}, err
}

// UpdateUser changes an account.
func (h *Handlers) UpdateUser(
	ctx context.Context, q api.UpdateUserRequestObject,
) (api.UpdateUserResponseObject, error) {
	b := q.Body
	out, err := h.commands.UpdateUser(ctx, commands.UpdateUser{
		Request:   h.requestOn(ctx, q.UserId),
		UserID:    q.UserId,
		FirstName: convert.PresentValue(b.FirstName),
		LastName:  convert.PresentValue(b.LastName),
		Email:     convert.PresentValue(b.Email),
		Roles:     convert.ToTexts(convert.PresentValue(b.Roles)),
		Active:    convert.PresentValue(b.Active),
	})
	if err != nil {
		return nil, err
	}
	body, tag, position, err := h.userAfter(ctx, out)
	return api.UpdateUser200JSONResponse{
		Body:    body,
		Headers: api.UpdateUser200ResponseHeaders{DocketPosition: position, ETag: tag},
	}, err
}

// SetUserPassword sets a password.
func (h *Handlers) SetUserPassword(
	ctx context.Context, q api.SetUserPasswordRequestObject,
) (api.SetUserPasswordResponseObject, error) {
	out, err := h.commands.SetUserPassword(ctx, commands.SetUserPassword{Request: h.requestOn(ctx, q.UserId), UserID: q.UserId,
		NewPassword: q.Body.NewPassword, Current: convert.PresentValue(q.Body.CurrentPassword)})
	if err != nil {
		return nil, err
	}
	return api.SetUserPassword204Response{
		Headers: api.SetUserPassword204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}

// EraseUser erases an account.
func (h *Handlers) EraseUser(ctx context.Context, q api.EraseUserRequestObject) (api.EraseUserResponseObject, error) {
	out, err := h.commands.EraseUser(ctx, commands.EraseUser{
		Request:  h.requestOn(ctx, q.UserId),
		UserID:   q.UserId,
		Username: q.Body.Username,
	})
	if err != nil {
		return nil, err
	}
	return api.EraseUser204Response{
		Headers: api.EraseUser204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

// requestOn returns the request part of a command that changes an account, which expects it as the sender has seen it, when
// the request says so.
func (h *Handlers) requestOn(ctx context.Context, id string) commands.Request {
	r := exchange.Request(ctx)
	r.ExpectVersion = exchange.ExpectedVersion(exchange.Of(ctx).Match, func() (any, uint64, error) {
		u, err := h.queries.GetUser(ctx, queries.AskUser{Caller: r.Caller, UserID: id})
		return userOf(u), u.Version, err
	})
	return r
}

// userAfter returns an account and its entity tag once the views hold its change.
func (h *Handlers) userAfter(ctx context.Context, out commands.Outcome) (body api.User, tag, position *string, err error) {
	position = h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.GetUser(ctx, queries.AskUser{Caller: exchange.Caller(ctx), UserID: out.ID})
	if err != nil {
		return api.User{}, nil, nil, exchange.NotYetReadable(err)
	}
	body = userOf(found)
	text, err := exchange.EntityTag(body)
	return body, &text, position, err
}

func userOf(u queries.User) api.User {
	return api.User{
		Id:        u.ID,
		Username:  u.Username,
		FirstName: u.FirstName,
		LastName:  u.LastName,
		Roles:     convert.CastTexts[api.Role](u.Roles),
		Active:    u.Active,

		ServiceAccount: convert.TrueOrNone(u.Service),
	}
}

// GetMe reads the account of the caller.
func (h *Handlers) GetMe(ctx context.Context, _ api.GetMeRequestObject) (api.GetMeResponseObject, error) {
	me, err := h.queries.ReadMe(ctx, exchange.Caller(ctx))
	if err != nil {
		return nil, err
	}
	out := api.Me{Id: me.ID, Username: me.Username, FirstName: me.FirstName, LastName: me.LastName, Email: me.Email,
		Roles: convert.CastTexts[api.Role](me.Roles), ServiceAccount: me.Service, Workspace: me.Workspace}
	if err := json.Unmarshal(me.Preferences, &out.Preferences); err != nil {
		return nil, err
	}
	tag, err := exchange.EntityTag(out)
	return api.GetMe200JSONResponse{Body: out, Headers: api.GetMe200ResponseHeaders{ETag: &tag}}, err
}

// UpdateMyPreferences stores the preferences of the caller.
func (h *Handlers) UpdateMyPreferences(
	ctx context.Context, q api.UpdateMyPreferencesRequestObject,
) (api.UpdateMyPreferencesResponseObject, error) {
	b, err := json.Marshal(q.Body)
	if err != nil {
		return nil, err
	}
	out, err := h.commands.UpdatePreferences(ctx, commands.UpdatePreferences{
		Request:     exchange.Request(ctx),
		Preferences: b,
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateMyPreferences204Response{
		Headers: api.UpdateMyPreferences204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}
