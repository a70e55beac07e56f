package queries

import (
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// MaxHistoryLimit is the most entries of one page of history.
const MaxHistoryLimit = 500

// ReadHistory reads the events of a dossier and its files, or of one file, page by
// page. Pages follow a position, so events that arrive meanwhile never shift
// one. Packages are their owners' own and no part of it.
func (q *Queries) ReadHistory(ctx context.Context, a AskHistory) (HistoryPage, error) {
	if err := q.mayReadHistory(ctx, a); err != nil {
		return HistoryPage{}, err
	}
	if err := q.indexWhole(ctx, a); err != nil {
		return HistoryPage{}, err
	}
	at := stretch{column: "dossier", values: []string{a.DossierID}, without: "download.%", ascending: a.Ascending, after: a.After}
	if a.FileID != "" {
		at.column, at.values = "file", []string{a.FileID}
	}
	return q.readHistoryPage(ctx, a.Caller.Workspace, at, a.Limit)
}

// readHistoryPage reads a page of the index and tells its events.
func (q *Queries) readHistoryPage(ctx context.Context, workspace string, s stretch, limit int) (HistoryPage, error) {
	s.limit = limit + 1 // one more, to learn of a next page
	found, err := q.readIndex(ctx, s)
	if err != nil {
		return HistoryPage{}, err
	}
	page := HistoryPage{More: len(found) > limit}
	if page.More {
		found = found[:limit]
	}
	page.Entries, err = q.describePage(ctx, usernames{q, workspace, map[string]string{}}, found)
	return page, err
}

// mayReadHistory checks rights and the page in the order of the interface.
func (q *Queries) mayReadHistory(ctx context.Context, a AskHistory) error {
	p := path{a.Caller, user.GetDossierHistory, a.TemplateID, a.DossierID, nil, false}
	if a.FileID != "" {
		p.operation = user.GetFileHistory
	}
	switch {
	case !user.MayCall(p.caller, p.operation):
		return domain.ErrAccessDenied
	case checkLimit(a.Limit) != nil:
		return checkLimit(a.Limit)
	case a.FileID != "":
		_, _, err := q.inFile(ctx, p, a.FileID)
		return err
	}
	s, err := q.inDossier(ctx, p)
	if err != nil {
		return err
	}
	return s.checkAccess()
}

// checkLimit refuses pages of no size, and large ones.
func checkLimit(n int) error {
	if n < 1 || n > MaxHistoryLimit {
		return domain.Faultf(domain.Invalid, "limit is not valid")
	}
	return nil
}

// indexWhole refuses a history of which entries are missing.
func (q *Queries) indexWhole(ctx context.Context, a AskHistory) error {
	waiting, err := q.waitingStreams(ctx, "history")
	if err != nil || len(waiting) == 0 {
		return err
	}
	streams := []es.StreamID{file.StreamOf(a.Caller.Workspace, a.FileID)}
	if a.FileID == "" {
		files, err := q.queryTexts(ctx, "SELECT key FROM files WHERE dossier = $1", a.DossierID)
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
	q         *Queries
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
	account, _, err := u.q.findUser(ctx, u.workspace, id)
	if err != nil && !isNotFound(err) {
		return "", err
	}
	u.known[id] = account.Username
	return account.Username, nil
}

// entryOf returns what the envelope of an event says of it.
func (u usernames) entryOf(ctx context.Context, at indexEntry, e es.Recorded) (HistoryEntry, error) {
	name, err := u.usernameOf(ctx, e.Actor)
	out := HistoryEntry{Position: uint64(e.Position), Time: e.Time, ActorID: e.Actor, ActorUsername: name, Type: e.Type,
		TemplateID: at.template, DossierID: at.dossier, FileID: at.file, CausedBy: uint64(e.Causation)}
	if out.ActorID == user.SystemID {
		out.ActorID = ""
	}
	return out, err
}
