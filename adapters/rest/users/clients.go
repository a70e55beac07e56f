package users

import (
	"context"
	"encoding/json"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/oauthclient"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// Clients reads and changes OAuth clients, which are kept beside the log.
type Clients interface {
	ListClients(ctx context.Context, caller user.Principal) ([]oauthclient.Client, error)
	GetClient(ctx context.Context, caller user.Principal, id string) (oauthclient.Client, error)
	CreateClient(ctx context.Context, c commands.CreateClient) (commands.ClientOutcome, error)
	UpdateClient(ctx context.Context, c commands.UpdateClient) (commands.ClientOutcome, error)
	DeleteClient(ctx context.Context, r commands.Request, id string) (commands.Outcome, error)
	AddClientSecret(ctx context.Context, c commands.ChangeSecrets) (commands.ClientOutcome, error)
	RemoveClientSecret(ctx context.Context, c commands.ChangeSecrets) (commands.Outcome, error)
}

// ListClients lists OAuth clients.
func (h *Handlers) ListClients(ctx context.Context, q api.ListClientsRequestObject) (api.ListClientsResponseObject, error) {
	found, err := h.clients.ListClients(ctx, exchange.Caller(ctx))
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.ClientOrder(), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Query: q.Params.Q, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	out := api.OAuthClientList{Clients: []api.OAuthClient{}, NextCursor: part.NextCursor, Total: part.Total}
	for _, c := range part.Entries {
		shown, err := clientOf(c)
		if err != nil {
			return nil, err
		}
		out.Clients = append(out.Clients, shown)
	}
	return api.ListClients200JSONResponse(out), nil
}

// GetClient reads an OAuth client.
func (h *Handlers) GetClient(ctx context.Context, q api.GetClientRequestObject) (api.GetClientResponseObject, error) {
	found, err := h.clients.GetClient(ctx, exchange.Caller(ctx), q.ClientId)
	if err != nil {
		return nil, err
	}
	shown, err := clientOf(found)
	return api.GetClient200JSONResponse(shown), err
}

// CreateClient registers an OAuth client.
func (h *Handlers) CreateClient(ctx context.Context, q api.CreateClientRequestObject) (api.CreateClientResponseObject, error) {
	b := q.Body
	c := commands.CreateClient{Request: exchange.Request(ctx), Public: convert.ValueOr(b.Public, false), Client: oauthclient.Client{
		ID:             b.Id,
		Title:          convert.ValueOr(b.Title, ""),
		RedirectURIs:   convert.ValueOr(b.RedirectUris, nil),
		PostLogoutURIs: convert.ValueOr(b.PostLogoutUris, nil),
		PasswordGrant:  convert.ValueOr(b.PasswordGrant, false),
		RequirePKCE:    convert.ValueOr(b.RequirePkce, false),
	}}
	if roles := convert.ToTexts(b.ServiceAccountRoles); roles != nil {
		c.Roles = convert.NonNilList(*roles)
	}
	if b.Jwks != nil {
		var err error
		if c.Client.Keys, err = json.Marshal(b.Jwks); err != nil {
			return nil, err
		}
	}
	out, err := h.clients.CreateClient(ctx, c)
	if err != nil {
		return nil, err
	}
	shown, err := clientOf(out.Client)
	return api.CreateClient201JSONResponse{
		Body:    api.CreatedOAuthClient{Client: shown, Secret: convert.OptionalText(out.Secret)},
		Headers: api.CreateClient201ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, err
}

// UpdateClient changes an OAuth client.
func (h *Handlers) UpdateClient(ctx context.Context, q api.UpdateClientRequestObject) (api.UpdateClientResponseObject, error) {
	b := q.Body
	c := commands.UpdateClient{Request: exchange.Request(ctx), ClientID: q.ClientId, Title: b.Title, RedirectURIs: b.RedirectUris,
		PostLogoutURIs: b.PostLogoutUris, PasswordGrant: b.PasswordGrant, RequirePKCE: b.RequirePkce,
		Roles: convert.ToChange(b.ServiceAccountRoles, func(r []api.Role) []string { return convert.NonNilList(*convert.ToTexts(&r)) })}
	var failed error
	c.Keys = convert.ToChange(b.Jwks, func(set map[string]any) (keys []byte) {
		keys, failed = json.Marshal(set)
		return keys
	})
	if failed != nil {
		return nil, failed
	}
	out, err := h.clients.UpdateClient(ctx, c)
	if err != nil {
		return nil, err
	}
	shown, err := clientOf(out.Client)
	return api.UpdateClient200JSONResponse{Body: shown,
		Headers: api.UpdateClient200ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, err
}

// DeleteClient removes an OAuth client.
func (h *Handlers) DeleteClient(ctx context.Context, q api.DeleteClientRequestObject) (api.DeleteClientResponseObject, error) {
	out, err := h.clients.DeleteClient(ctx, exchange.Request(ctx), q.ClientId)
	if err != nil {
		return nil, err
	}
	return api.DeleteClient204Response{
		Headers: api.DeleteClient204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}

// AddClientSecret adds a secret to an OAuth client.
func (h *Handlers) AddClientSecret(ctx context.Context, q api.AddClientSecretRequestObject) (api.AddClientSecretResponseObject, error) {
	out, err := h.clients.AddClientSecret(ctx, commands.ChangeSecrets{Request: exchange.Request(ctx), ClientID: q.ClientId})
	if err != nil {
		return nil, err
	}
	return api.AddClientSecret201JSONResponse{
		Body:    api.NewClientSecret{Id: out.SecretID, Secret: out.Secret},
		Headers: api.AddClientSecret201ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

// RemoveClientSecret removes a secret of an OAuth client.
func (h *Handlers) RemoveClientSecret(
	ctx context.Context, q api.RemoveClientSecretRequestObject,
) (api.RemoveClientSecretResponseObject, error) {
	out, err := h.clients.RemoveClientSecret(ctx,
		commands.ChangeSecrets{Request: exchange.Request(ctx), ClientID: q.ClientId, SecretID: q.SecretId})
	if err != nil {
		return nil, err
	}
	return api.RemoveClientSecret204Response{
		Headers: api.RemoveClientSecret204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}

// clientOf returns a client without what proves it.
func clientOf(c oauthclient.Client) (api.OAuthClient, error) {
	out := api.OAuthClient{Id: c.ID, Title: c.Title, Public: c.IsPublic(), RedirectUris: convert.NonNilList(c.RedirectURIs),
		PostLogoutUris: convert.NonNilList(c.PostLogoutURIs), PasswordGrant: c.PasswordGrant, RequirePkce: c.RequirePKCE,
		Secrets: []api.ClientSecret{}, ServiceAccountId: convert.OptionalText(c.ServiceAccount)}
	for _, s := range c.Secrets {
		shown := api.ClientSecret{Id: s.ID}
		if !s.Created.IsZero() {
			shown.CreatedAt = &api.Time{Time: s.Created}
		}
		out.Secrets = append(out.Secrets, shown)
	}
	if len(c.Keys) == 0 {
		return out, nil
	}
	out.Jwks = &api.Jwks{}
	return out, json.Unmarshal(c.Keys, out.Jwks)
}
