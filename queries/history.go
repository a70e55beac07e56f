package queries

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// MaxHistoryLimit is the most entries of one page of history.
const MaxHistoryLimit = 500

// History reads the events of a dossier and its files, or of one file, page by
// page. Pages follow a position, so events that arrive meanwhile never shift
// one. Packages are their owners' own and no part of it.
func (q *Queries) History(ctx context.Context, a AskHistory) (HistoryPage, error) {
	if err := q.mayReadHistory(ctx, a); err != nil {
		return HistoryPage{}, err
	}
	if err := q.indexWhole(ctx, a); err != nil {
		return HistoryPage{}, err
	}
	found, err := q.indexed(ctx, a)
	if err != nil {
		return HistoryPage{}, err
	}
	page := HistoryPage{More: len(found) > a.Limit}
	if page.More {
		found = found[:a.Limit]
	}
	page.Entries, err = q.tell(ctx, a.Caller.Workspace, found)
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
	case a.Limit < 1 || a.Limit > MaxHistoryLimit:
		return domain.Faultf(domain.Invalid, "limit is not valid")
	case a.FileID != "":
		_, _, err := q.inFile(ctx, p, a.FileID)
		return err
	}
	s, err := q.inDossier(ctx, p)
	if err != nil {
		return err
	}
	return s.check()
}

// indexWhole refuses a history of which entries are missing.
func (q *Queries) indexWhole(ctx context.Context, a AskHistory) error {
	waiting, err := q.waiting(ctx, "history")
	if err != nil || len(waiting) == 0 {
		return err
	}
	streams := []es.StreamID{file.Stream(a.Caller.Workspace, a.FileID)}
	if a.FileID == "" {
		files, err := q.texts(ctx, "SELECT key FROM files WHERE dossier = $1", a.DossierID)
		if err != nil {
			return err
		}
		streams[0] = dossier.Stream(a.Caller.Workspace, a.DossierID)
		for _, id := range files {
			streams = append(streams, file.Stream(a.Caller.Workspace, id))
		}
	}
	for _, s := range streams {
		if slices.Contains(waiting, string(s)) {
			return domain.Faultf(domain.Unavailable, "The history is not available until it is repaired: an event of %s could not be applied", s)
		}
	}
	return nil
}

// An indexEntry says where in the log an event of an object stands.
type indexEntry struct {
	position, version       int64
	template, dossier, file string
	stream                  string
}

// indexed reads a page of the index, and one entry more to learn of a next page.
// Identifiers are unique over all workspaces, and the caller's right to this one
// is checked: the workspace as a second condition would only mislead an engine
// into reading all of its history.
func (q *Queries) indexed(ctx context.Context, a AskHistory) ([]indexEntry, error) {
	object, id := "dossier", a.DossierID
	if a.FileID != "" {
		object, id = "file", a.FileID
	}
	bound, order := "<", "DESC"
	if a.Ascending {
		bound, order = ">", "ASC"
	}
	sql := "SELECT position, version, template, dossier, file, stream FROM history WHERE " + object + " = $1 AND type NOT LIKE 'download.%'"
	args := []any{id}
	if a.After > 0 {
		args = append(args, int64(a.After))
		sql += " AND position " + bound + " $2"
	}
	args = append(args, int64(a.Limit)+1)
	sql += fmt.Sprintf(" ORDER BY position %s LIMIT $%d", order, len(args))
	var out []indexEntry
	err := q.rows(ctx, func(rows Rows) error {
		var e indexEntry
		if err := rows.Scan(&e.position, &e.version, &e.template, &e.dossier, &e.file, &e.stream); err != nil {
			return err
		}
		out = append(out, e)
		return nil
	}, sql, args...)
	return out, err
}

// usernames remembers who is who while a page is told.
type usernames struct {
	q         *Queries
	workspace string
	known     map[string]string
}

// of is the username of an account: "system" for the service itself, "" for one
// that is not there any more.
func (u usernames) of(ctx context.Context, id string) (string, error) {
	if id == user.SystemID || id == "" {
		return user.System("").Username, nil
	}
	if name, ok := u.known[id]; ok {
		return name, nil
	}
	account, err := u.q.findUser(ctx, u.workspace, id)
	if err != nil && !isNotFound(err) {
		return "", err
	}
	u.known[id] = account.Username
	return account.Username, nil
}

// entryOf is what the envelope of an event says of it.
func (u usernames) entryOf(ctx context.Context, at indexEntry, e es.Recorded) (HistoryEntry, error) {
	name, err := u.of(ctx, e.Actor)
	out := HistoryEntry{Position: uint64(e.Position), Time: e.Time, ActorID: e.Actor, ActorUsername: name, Type: e.Type,
		TemplateID: at.template, DossierID: at.dossier, FileID: at.file, CausedBy: uint64(e.Causation)}
	if out.ActorID == user.SystemID {
		out.ActorID = ""
	}
	return out, err
}
