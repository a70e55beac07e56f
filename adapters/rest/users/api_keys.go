package users

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// KeyUses tells when API keys were used last.
type KeyUses interface {
	// LastUse returns an hour, the zero time for never.
	LastUse(ctx context.Context, workspace, userID, keyID string) (time.Time, error)
}

// ListApiKeys lists API keys.
func (h *Handlers) ListApiKeys(ctx context.Context, q api.ListApiKeysRequestObject) (api.ListApiKeysResponseObject, error) {
	found, err := h.queries.ListAPIKeys(ctx, queries.AskAPIKeys{Caller: exchange.Caller(ctx),
		UserID: convert.ValueOr(q.Params.UserId, ""), Ended: convert.ValueOr(q.Params.IncludeEnded, false)})
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.APIKeyOrder(), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Query: q.Params.Q, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	list := api.ApiKeyList{ApiKeys: []api.ApiKey{}, NextCursor: part.NextCursor, Total: part.Total}
	for _, k := range part.Entries {
		used, err := h.keyUses.LastUse(ctx, k.Workspace, k.User, k.ID)
		if err != nil {
			return nil, err
		}
		list.ApiKeys = append(list.ApiKeys, apiKeyOf(k, used))
	}
	return api.ListApiKeys200JSONResponse{Body: list}, nil
}

// CreateApiKey makes an API key of the caller.
func (h *Handlers) CreateApiKey(ctx context.Context, q api.CreateApiKeyRequestObject) (api.CreateApiKeyResponseObject, error) {
	b := q.Body
	out, err := h.commands.CreateAPIKey(ctx, commands.CreateAPIKey{Request: exchange.Request(ctx), Name: b.Name, Scopes: b.Scopes,
		Addresses: convert.OrNone(b.Addresses), Expires: convert.OptionalTime(convert.PresentValue(b.ExpiresAt))})
	if err != nil {
		return nil, err
	}
	caller := exchange.Caller(ctx)
	position := h.views.AwaitWrite(ctx, out.Position)
	k, err := h.queries.GetAPIKey(ctx, queries.AskAPIKey{Caller: caller, KeyID: out.ID})
	if err != nil {
		return nil, exchange.NotYetReadable(err)
	}
	return api.CreateApiKey201JSONResponse{
		Body:    api.CreatedApiKey{Key: out.Text, ApiKey: apiKeyOf(k, time.Time{})},
		Headers: api.CreateApiKey201ResponseHeaders{DocketPosition: position},
	}, nil
}

// RevokeApiKey ends an API key.
func (h *Handlers) RevokeApiKey(ctx context.Context, q api.RevokeApiKeyRequestObject) (api.RevokeApiKeyResponseObject, error) {
	out, err := h.commands.RevokeAPIKey(ctx, commands.RevokeAPIKey{Request: exchange.Request(ctx), KeyID: q.KeyId})
	if err != nil {
		return nil, err
	}
	return api.RevokeApiKey204Response{
		Headers: api.RevokeApiKey204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}

func apiKeyOf(k queries.APIKey, used time.Time) api.ApiKey {
	out := api.ApiKey{Id: k.ID, UserId: k.User, Name: k.Name, Scopes: convert.NonNilList(k.Scopes), Addresses: convert.NonNilList(k.Addresses),
		CreatedAt: api.Time{Time: k.Created}, ExpiresAt: api.Time{Time: k.Expires}, Status: api.ApiKeyStatusACTIVE}
	switch {
	case k.Revoked != nil:
		out.Status, out.RevokedAt = api.ApiKeyStatusREVOKED, &api.Time{Time: *k.Revoked}
	case !k.Live:
		out.Status = api.ApiKeyStatusEXPIRED
	}
	if !used.IsZero() {
		out.LastUsedAt = &api.Time{Time: used}
	}
	return out
}
