// Package history answers with events, each told in a sentence and by the fields that it changed.
package history

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/results"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// An AccountFinder finds accounts by identifier.
type AccountFinder interface {
	// FindAccount returns an account, or domain.ErrUserNotFound. The fault, that the account may be
	// stale, stands apart.
	FindAccount(ctx context.Context, workspace, id string) (a user.Account, fault, err error)
}

// History answers with events, told in sentences.
type History struct {
	scopes   *scope.Finder
	views    *views.Views
	log      *es.Log
	results  *results.Reader
	accounts AccountFinder
}

// New returns a History that reads through the given ports.
func New(
	scopes *scope.Finder, views *views.Views, log *es.Log, results *results.Reader, accounts AccountFinder,
) *History {
	return &History{scopes, views, log, results, accounts}
}

// ReadHistory reads the events of a dossier and its files, or of one file, page by
// page. Pages follow a position, so events that arrive meanwhile never shift
// one. Packages are their owners' own and no part of it.
func (q *History) ReadHistory(ctx context.Context, a AskHistory) (Page, error) {
	if err := q.mayReadHistory(ctx, a); err != nil {
		return Page{}, err
	}
	if err := q.indexWhole(ctx, a); err != nil {
		return Page{}, err
	}
	at, any, err := q.historyStretch(ctx, a)
	if err != nil || !any {
		return Page{}, err
	}
	return q.readHistoryPage(ctx, a.Caller.Workspace, at, a.Limit)
}

// historyStretch turns a history and what narrows it into a part of the index; any is false when nothing can meet
// the conditions.
func (q *History) historyStretch(ctx context.Context, a AskHistory) (s stretch, any bool, err error) {
	n, workspace := a.Narrow, a.Caller.Workspace
	s = stretch{column: "dossier", values: []string{a.DossierID}, without: "download.%", ascending: a.Ascending,
		after: a.After}
	if file := cmp.Or(a.FileID, n.FileID); file != "" {
		s.column, s.values, s.also = "file", []string{file}, []equals{{"dossier", a.DossierID}}
	}
	if s.from, s.before, any, err = q.positionRange(ctx, workspace, n.From, n.To); err != nil || !any {
		return stretch{}, false, err
	}
	actor, known, err := q.actorID(ctx, workspace, n.Actor)
	if err != nil || !known {
		return stretch{}, false, err
	}
	if actor != "" {
		s.also = append(s.also, equals{"actor", actor})
	}
	s.kinds = q.kindsOf(n.Types)
	return s, len(n.Types) == 0 || len(s.kinds) > 0, nil
}

// readHistoryPage reads a page of the index and tells its events.
func (q *History) readHistoryPage(ctx context.Context, workspace string, s stretch, limit int) (Page, error) {
	s.limit = limit + 1 // one more, to learn of a next page
	found, err := q.readIndex(ctx, s)
	if err != nil {
		return Page{}, err
	}
	page := Page{More: len(found) > limit}
	if page.More {
		found = found[:limit]
	}
	page.Entries, err = q.describePage(ctx, usernames{q.accounts, workspace, map[string]string{}}, found)
	return page, err
}

// mayReadHistory checks rights and the page in the order of the interface.
func (q *History) mayReadHistory(ctx context.Context, a AskHistory) error {
	p := scope.Path{Caller: a.Caller, Operation: user.GetDossierHistory, Template: a.TemplateID, Dossier: a.DossierID}
	if a.FileID != "" {
		p.Operation = user.GetFileHistory
	}
	switch {
	case !user.MayCall(p.Caller, p.Operation):
		return domain.ErrAccessDenied
	case views.CheckLimit(a.Limit) != nil:
		return views.CheckLimit(a.Limit)
	case checkPeriod(a.Narrow.From, a.Narrow.To) != nil:
		return checkPeriod(a.Narrow.From, a.Narrow.To)
	case a.FileID != "":
		_, _, err := q.scopes.InFile(ctx, p, a.FileID)
		return err
	}
	s, err := q.scopes.InDossier(ctx, p)
	if err != nil {
		return err
	}
	return s.CheckAccess()
}

// indexWhole refuses a history of which entries are missing.
func (q *History) indexWhole(ctx context.Context, a AskHistory) error {
	waiting, err := q.views.WaitingStreams(ctx, "history")
	if err != nil || len(waiting) == 0 {
		return err
	}
	streams := []es.StreamID{file.StreamOf(a.Caller.Workspace, a.FileID)}
	if a.FileID == "" {
		files, err := q.views.QueryTexts(ctx, "SELECT key FROM files WHERE dossier = $1", a.DossierID)
		if err != nil {
			return err
		}
		streams[0] = dossier.StreamOf(a.Caller.Workspace, a.DossierID)
		for _, id := range files {
			streams = append(streams, file.StreamOf(a.Caller.Workspace, id))
		}
	}
	for _, s := range streams {
		if slices.Contains(waiting, string(s)) {
			return incompleteHistory(s)
		}
	}
	return nil
}

// usernames remembers who is who while a page is told.
type usernames struct {
	accounts  AccountFinder
	workspace string
	known     map[string]string
}

// usernameOf is the username of an account: "system" for the service itself, "" for one
// that is not there any more.
func (u usernames) usernameOf(ctx context.Context, id string) (string, error) {
	if id == user.SystemID || id == "" {
		return user.SystemPrincipal("").Username, nil
	}
	if name, ok := u.known[id]; ok {
		return name, nil
	}
	account, _, err := u.accounts.FindAccount(ctx, u.workspace, id)
	if err != nil && !views.IsNotFound(err) {
		return "", err
	}
	u.known[id] = account.Username
	return account.Username, nil
}

// entryOf returns what the envelope of an event says of it.
func (u usernames) entryOf(ctx context.Context, at indexEntry, e es.Recorded) (Entry, error) {
	name, err := u.usernameOf(ctx, e.Actor)
	out := Entry{Position: uint64(e.Position), Time: e.Time, ActorID: e.Actor, ActorUsername: name, Type: e.Type,
		TemplateID: at.template, DossierID: at.dossier, FileID: at.file, CausedBy: uint64(e.Causation)}
	if out.ActorID == user.SystemID {
		out.ActorID = ""
	}
	return out, err
}
