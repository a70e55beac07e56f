// Package accounts answers for the accounts of workspaces, and for workspaces.
package accounts

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// A User is an account as the users of its workspace see it: without its e-mail
// address.
type User struct {
	ID, Username, FirstName, LastName string
	Roles                             []string // sorted
	Active                            bool     // exactly when Roles is not empty
	Service                           bool     // of a program, which has no password
	Version                           uint64   // of the account's stream; see commands.Request.ExpectVersion
}

// Accounts answers for the accounts of workspaces, and for workspaces.
type Accounts struct {
	views *views.Views
	log   *es.Log
	now   func() time.Time
}

// New returns Accounts that read through the given ports.
func New(views *views.Views, log *es.Log, now func() time.Time) *Accounts {
	return &Accounts{views, log, now}
}

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
func (q *Accounts) ListUsers(ctx context.Context, a AskUsers) ([]User, error) {
	if !user.MayCall(a.Caller, user.ListUsers) {
		return nil, domain.ErrAccessDenied
	}
	sql, args := "SELECT doc FROM users WHERE workspace = $1", []any{a.Caller.Workspace}
	if a.Username != "" {
		sql, args = sql+" AND username = $2", append(args, user.LookupKey(a.Caller.Workspace, a.Username))
	}
	found, err := views.QueryRecords[user.Account](ctx, q.views, sql, args...)
	if err != nil {
		return nil, err
	}
	found, err = views.OmitUnavailable(ctx, q.views, "users", found, markOf)
	slices.SortFunc(found, func(a, b user.Account) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Username), strings.ToLower(b.Username)), cmp.Compare(a.ID, b.ID))
	})
	out := make([]User, len(found))
	for i, r := range found {
		out[i] = userOf(r)
	}
	return views.AnswerUnless(err, out)
}

// GetUser reads an account.
func (q *Accounts) GetUser(ctx context.Context, a AskUser) (User, error) {
	if !user.MayCall(a.Caller, user.GetUser) {
		return User{}, domain.ErrAccessDenied
	}
	r, err := q.UserByID(ctx, a.Caller.Workspace, a.UserID)
	return views.AnswerUnless(err, userOf(r))
}

func userOf(r user.Account) User {
	return User{r.ID, r.Username, r.FirstName, r.LastName, views.NonNil(slices.Sorted(slices.Values(r.Roles))),
		r.IsActive(), r.Service, r.Version}
}

// UserByLogin finds an account by username or, when nobody has that, by e-mail
// address, without regard to case; else domain.ErrUserNotFound. An address that
// several accounts have names none of them. Disabled accounts are found too.
func (q *Accounts) UserByLogin(ctx context.Context, workspace, login string) (user.Account, error) {
	if login == "" {
		return user.Account{}, domain.ErrUserNotFound
	}
	for _, sql := range []string{
		"SELECT doc FROM users WHERE workspace = $1 AND username = $2",
		"SELECT doc FROM users WHERE workspace = $1 AND email = $2",
	} {
		found, err := views.QueryRecords[user.Account](ctx, q.views, sql, workspace, user.LookupKey(workspace, login))
		if err != nil {
			return user.Account{}, err
		}
		if len(found) == 1 {
			return q.UserByID(ctx, workspace, found[0].ID)
		}
	}
	return user.Account{}, domain.ErrUserNotFound
}

// UserByID reads an account, disabled or not; else domain.ErrUserNotFound.
func (q *Accounts) UserByID(ctx context.Context, workspace, id string) (user.Account, error) {
	a, fault, err := q.seekUser(ctx, workspace, id, soughtUser)
	return a, views.OutcomeOf(err, fault)
}

// FindAccount is UserByID for what a stale account does for as well, such as its name in a history: the fault, that it
// may be stale, stands apart, and an account that is behind the log is returned.
func (q *Accounts) FindAccount(ctx context.Context, workspace, id string) (a user.Account, fault, err error) {
	return q.seekUser(ctx, workspace, id, anyUser)
}

func (q *Accounts) seekUser(ctx context.Context, workspace, id string,
	sought func(workspace, id string, a *user.Account) views.Sought) (a user.Account, fault, err error) {
	fault, err = q.views.SeekRecords(ctx, []es.StreamID{user.StreamOf(workspace, id)}, sought(workspace, id, &a))
	if err == nil && a.ID == "" {
		err = domain.ErrUserNotFound
	}
	return a, fault, err
}

// ReadMember is UserByID for each request of an account: with it comes, in one trip, how its
// workspace signs people in; nil when there is no such workspace, and then no error.
// What the view cannot tell of the workspace, since an event waits for repair, the log
// does.
func (q *Accounts) ReadMember(ctx context.Context, ws, id string) (a user.Account, in *workspace.SignIn, err error) {
	if !workspace.ValidName(ws) {
		return a, nil, nil
	}
	var w workspace.Record
	theirs, settings := user.StreamOf(ws, id), workspace.StreamOf(ws)
	waiting, err := q.views.SeekWith(ctx, []es.StreamID{theirs, settings}, soughtUser(ws, id, &a), soughtWorkspace(ws, &w))
	if err != nil {
		return a, nil, err
	}
	isSettings := func(e views.Unapplied) bool { return e.Stream == settings }
	if slices.ContainsFunc(waiting, isSettings) {
		s, _, err := es.Load(ctx, q.log, workspace.Decider, settings)
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
	return a, &w.SignIn, views.OutcomeOf(err, views.FaultOf(slices.DeleteFunc(waiting, isSettings)))
}

// soughtUser describes the row of an account, which is read into a and must not be older than the log: what somebody may
// do stands in it.
func soughtUser(workspace, id string, a *user.Account) views.Sought {
	var mark es.Mark
	sought := anyUser(workspace, id, a)
	sought.Into = func(doc []byte) error {
		err := json.Unmarshal(doc, a)
		mark = markOf(*a)
		return err
	}
	return sought.IsOf(user.StreamOf(workspace, id), &a.ID, &mark.Version)
}

// anyUser describes the row of an account, however old it is.
func anyUser(workspace, id string, a *user.Account) views.Sought {
	return views.Sought{Where: views.ByKey("users", "workspace"), Args: []any{id, workspace}, Into: views.DecodeInto(a)}
}

// markOf returns which version of its stream an account is of; 0 for rows of before, which did not count all events.
func markOf(a user.Account) es.Mark {
	m := es.Mark{Stream: user.StreamOf(a.Workspace, a.ID)}
	if a.Whole {
		m.Version = a.Version
	}
	return m
}

// soughtWorkspace describes the row of a workspace, which is read into w and must not be older than the log.
func soughtWorkspace(name string, w *workspace.Record) views.Sought {
	var key string // of the stream, of which each workspace has one
	return views.Sought{Where: "workspaces WHERE key = ?", Args: []any{name}, Open: true, Into: func(doc []byte) error {
		err := json.Unmarshal(doc, w)
		if key = w.Name; w.Name == name {
			key = workspace.StreamOf(name).Key()
		}
		return err
	}}.IsOf(workspace.StreamOf(name), &key, &w.Version)
}

// UserOrder says how the accounts of a workspace are cut into pages. Names are personal data, which no cursor holds.
func UserOrder() pages.List[User] {
	return pages.List[User]{
		Name: "users",
		ID:   func(u User) string { return u.ID },
		Text: func(u User) []string { return []string{u.Username, u.FirstName, u.LastName} },
		Keys: []pages.Key[User]{{Name: "username"}},
	}
}
