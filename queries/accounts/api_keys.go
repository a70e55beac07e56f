package accounts

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskAPIKeys asks for API keys that the caller may see.
type AskAPIKeys struct {
	Caller user.Principal
	UserID string // only of this account; "": of all that the caller may see
	Ended  bool   // expired and revoked ones too
}

// AskAPIKey asks for one API key.
type AskAPIKey struct {
	Caller user.Principal
	KeyID  string
}

// An APIKey is a key as the caller may see it, at this moment.
type APIKey struct {
	apikey.Record
	Live bool // neither expired nor revoked
}

// ListAPIKeys lists the keys of the caller, and to administrators of users those of the workspace, the
// newest first.
func (q *Accounts) ListAPIKeys(ctx context.Context, a AskAPIKeys) ([]APIKey, error) {
	if !user.MayCall(a.Caller, user.ListAPIKeys) {
		return nil, domain.ErrAccessDenied
	}
	sql, args := "SELECT doc FROM api_keys WHERE workspace = $1", []any{a.Caller.Workspace}
	switch seesAll := user.CheckAccess(a.Caller, user.ListAPIKeys, user.Object{}) == nil; {
	case !seesAll && a.UserID != "" && a.UserID != a.Caller.ID:
		return []APIKey{}, nil
	case !seesAll:
		sql, args = sql+" AND owner = $2", append(args, a.Caller.ID)
	case a.UserID != "":
		sql, args = sql+" AND owner = $2", append(args, a.UserID)
	}
	found, err := views.QueryRecords[apikey.Record](ctx, q.views, sql, args...)
	if err != nil {
		return nil, err
	}
	found, err = views.OmitUnavailable(ctx, q.views, "users", found, func(r apikey.Record) es.Mark {
		return es.Mark{Stream: apikey.StreamOf(r.Workspace, r.ID)}
	})
	out := []APIKey{}
	for _, r := range found {
		if key := q.apiKeyOf(r); key.Live || a.Ended {
			out = append(out, key)
		}
	}
	slices.SortFunc(out, func(a, b APIKey) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	return views.AnswerUnless(err, out)
}

func (q *Accounts) apiKeyOf(r apikey.Record) APIKey { return APIKey{r, r.IsLive(q.now())} }

// GetAPIKey reads a key; one that the caller may not see is apikey.ErrNotFound.
func (q *Accounts) GetAPIKey(ctx context.Context, a AskAPIKey) (APIKey, error) {
	var r apikey.Record
	fault, err := q.views.SeekRecords(ctx, []es.StreamID{apikey.StreamOf(a.Caller.Workspace, a.KeyID)},
		views.Sought{Where: views.ByKey("api_keys", "workspace"), Args: []any{a.KeyID, a.Caller.Workspace}, Into: views.DecodeInto(&r)})
	if err == nil && (r.ID == "" || user.CheckAccess(a.Caller, user.ListAPIKeys, user.Object{Owner: r.User}) != nil) {
		err = apikey.ErrNotFound
	}
	return views.AnswerUnless(views.OutcomeOf(err, fault), q.apiKeyOf(r))
}

// CountLiveAPIKeys returns how many keys of an account can be used.
func (q *Accounts) CountLiveAPIKeys(ctx context.Context, workspace, userID string) (int, error) {
	found, err := views.QueryRecords[apikey.Record](ctx, q.views, "SELECT doc FROM api_keys WHERE workspace = $1 AND owner = $2",
		workspace, userID)
	return len(slices.DeleteFunc(found, func(r apikey.Record) bool { return !r.IsLive(q.now()) })), err
}

// APIKeyOrder says how API keys are cut into pages.
func APIKeyOrder() pages.List[APIKey] {
	return pages.List[APIKey]{
		Name: "apiKeys",
		ID:   func(k APIKey) string { return k.ID },
		Text: func(k APIKey) []string { return []string{k.Name} },
		Keys: []pages.Key[APIKey]{{Name: "-createdAt", Of: func(k APIKey) string { return pages.TimeKey(k.Created) }}},
	}
}
