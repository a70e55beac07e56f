package queries

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// AskUsers asks for the accounts of the caller's workspace.
type AskUsers struct {
	Caller   user.Principal
	Username string // "": all; else the one of this name, whatever its case
}

// AskUser asks for one account.
type AskUser struct {
	Caller user.Principal
	UserID string
}

// ListUsers lists accounts by username, disabled ones too.
func (q *Queries) ListUsers(ctx context.Context, a AskUsers) ([]User, error) {
	if !user.MayCall(a.Caller, user.ListUsers) {
		return nil, domain.ErrAccessDenied
	}
	sql, args := "SELECT doc FROM users WHERE workspace = $1", []any{a.Caller.Workspace}
	if a.Username != "" {
		sql, args = sql+" AND username = $2", append(args, user.LookupKey(a.Caller.Workspace, a.Username))
	}
	found, err := queryRecords[user.Account](ctx, q, sql, args...)
	if err != nil {
		return nil, err
	}
	found, err = omitUnavailable(ctx, q, "users", found, func(r user.Account) es.StreamID { return user.StreamOf(r.Workspace, r.ID) })
	slices.SortFunc(found, func(a, b user.Account) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Username), strings.ToLower(b.Username)), cmp.Compare(a.ID, b.ID))
	})
	out := make([]User, len(found))
	for i, r := range found {
		out[i] = userOf(r)
	}
	return answerUnless(err, out)
}

// GetUser reads an account.
func (q *Queries) GetUser(ctx context.Context, a AskUser) (User, error) {
	if !user.MayCall(a.Caller, user.GetUser) {
		return User{}, domain.ErrAccessDenied
	}
	r, err := q.UserByID(ctx, a.Caller.Workspace, a.UserID)
	return answerUnless(err, userOf(r))
}

func userOf(r user.Account) User {
	return User{r.ID, r.Username, r.FirstName, r.LastName, nonNil(slices.Sorted(slices.Values(r.Roles))), r.IsActive(), r.Service}
}

// UserByLogin finds an account by username or, when nobody has that, by e-mail
// address, without regard to case; else domain.ErrUserNotFound. An address that
// several accounts have names none of them. Disabled accounts are found too.
func (q *Queries) UserByLogin(ctx context.Context, workspace, login string) (user.Account, error) {
	if login == "" {
		return user.Account{}, domain.ErrUserNotFound
	}
	for _, sql := range []string{
		"SELECT doc FROM users WHERE workspace = $1 AND username = $2",
		"SELECT doc FROM users WHERE workspace = $1 AND email = $2",
	} {
		found, err := queryRecords[user.Account](ctx, q, sql, workspace, user.LookupKey(workspace, login))
		if err != nil {
			return user.Account{}, err
		}
		if len(found) == 1 {
			fault, err := q.seekRecords(ctx, []es.StreamID{user.StreamOf(workspace, found[0].ID)})
			return answerUnless(outcomeOf(err, fault), found[0])
		}
	}
	return user.Account{}, domain.ErrUserNotFound
}

// UserByID reads an account, disabled or not; else domain.ErrUserNotFound.
func (q *Queries) UserByID(ctx context.Context, workspace, id string) (user.Account, error) {
	a, fault, err := q.findUser(ctx, workspace, id)
	return a, outcomeOf(err, fault)
}

// findUser is UserByID for what a stale account does for as well.
func (q *Queries) findUser(ctx context.Context, workspace, id string) (a user.Account, fault, err error) {
	fault, err = q.seekRecords(ctx, []es.StreamID{user.StreamOf(workspace, id)},
		soughtUser(workspace, id, &a))
	if err == nil && a.ID == "" {
		err = domain.ErrUserNotFound
	}
	return a, fault, err
}

// ReadMember is UserByID for each request of an account: with it comes, in one trip, how its
// workspace signs people in; nil when there is no such workspace, and then no error.
// What the view cannot tell of the workspace, since an event waits for repair, the log
// does.
func (q *Queries) ReadMember(ctx context.Context, ws, id string) (a user.Account, in *workspace.SignIn, err error) {
	if !workspace.ValidName(ws) {
		return a, nil, nil
	}
	var w workspace.Record
	theirs, settings := user.StreamOf(ws, id), workspace.StreamOf(ws)
	waiting, err := q.seekWith(ctx, []es.StreamID{theirs, settings}, soughtUser(ws, id, &a), sought{
		where: "workspaces WHERE key = ?", args: []any{ws}, into: decodeInto(&w), open: true})
	if err != nil {
		return a, nil, err
	}
	if slices.ContainsFunc(waiting, func(e unapplied) bool { return e.stream == settings }) {
		s, _, err := es.Load(ctx, q.Log, workspace.Decider, settings)
		if err != nil {
			return a, nil, err
		}
		w = workspace.Record{}
		if s.Exists {
			w = workspace.Record{Name: ws, Settings: s.Settings}
		}
	}
	if w.Name == "" {
		return user.Account{}, nil, nil
	}
	if a.ID == "" {
		err = domain.ErrUserNotFound
	}
	return a, &w.SignIn, outcomeOf(err, faultOf(waiting))
}

func soughtUser(workspace, id string, a *user.Account) sought {
	return sought{where: byKey("users", "workspace"), args: []any{id, workspace}, into: decodeInto(a)}
}
