// Package work lists what is to be done: to process, to build and to delete.
package work

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/queries/views"
)

// Work answers what is to be done: to process, to build and to delete.
type Work struct {
	views *views.Views
}

// New returns Work that reads through the given ports.
func New(views *views.Views) *Work {
	return &Work{views}
}

// WaitingWork is one piece of work that is not done.
type WaitingWork struct {
	Topic  string      // of the messages that wake its workers
	Stream es.StreamID // of the file, package or upload
}

// WaitingWork lists work that has waited since a moment or longer, oldest first, at
// most limit pieces.
func (q *Work) WaitingWork(ctx context.Context, before time.Time, limit int) ([]WaitingWork, error) {
	var out []WaitingWork
	err := q.views.EachRow(ctx, func(rows views.Rows) error {
		var topic, stream string
		if err := rows.Scan(&topic, &stream); err != nil {
			return err
		}
		out = append(out, WaitingWork{topic, es.StreamID(stream)})
		return nil
	}, "SELECT topic, key FROM work WHERE pending = $1 AND since <= $2 ORDER BY since, key LIMIT $3",
		true, before.UnixMicro(), int64(limit))
	return views.AnswerUnless(err, out)
}

// OpenWork is how much work of one topic is not done.
type OpenWork struct {
	Topic string
	Count int
	Since time.Time // of the piece that has waited longest
}

// OpenWork sums up the work that is not done, of each topic that has any. It looks at
// the oldest pieces only, at most so many.
func (q *Work) OpenWork(ctx context.Context, most int) ([]OpenWork, error) {
	var out []OpenWork
	err := q.views.EachRow(ctx, func(rows views.Rows) error {
		var topic string
		var count, since int64
		if err := rows.Scan(&topic, &count, &since); err != nil {
			return err
		}
		out = append(out, OpenWork{topic, int(count), time.UnixMicro(since).UTC()})
		return nil
	}, `SELECT topic, count(*), min(since) FROM (SELECT topic, since FROM work WHERE pending = $1 ORDER BY since, key LIMIT $2) AS open
GROUP BY topic ORDER BY topic`, true, int64(most))
	return views.AnswerUnless(err, out)
}

// ActiveFiles lists the ids of a dossier's files that are not soft-deleted, by
// filename.
func (q *Work) ActiveFiles(ctx context.Context, workspace, dossierID string) ([]string, error) {
	found, err := q.NamedFiles(ctx, workspace, dossierID)
	out := make([]string, len(found))
	for i, f := range found {
		out[i] = f.ID
	}
	return views.AnswerUnless(err, out)
}

// NamedFiles lists a dossier's files that are not soft-deleted, by filename.
func (q *Work) NamedFiles(ctx context.Context, workspace, dossierID string) ([]NamedFile, error) {
	found, err := views.QueryRecords[file.Record](ctx, q.views,
		"SELECT doc FROM files WHERE dossier = $1 AND deleted = $2 AND workspace = $3", dossierID, false, workspace)
	out := make([]NamedFile, len(found))
	for i, f := range found {
		out[i] = NamedFile{f.ID, f.Filename}
	}
	slices.SortFunc(out, func(a, b NamedFile) int {
		return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.ID, b.ID))
	})
	return views.AnswerUnless(err, out)
}

// QueuedPackages lists the streams of the packages with this file that nobody has begun.
func (q *Work) QueuedPackages(ctx context.Context, workspace, fileID string) (out []es.StreamID, err error) {
	err = views.EachRecord(ctx, q.views, func(r download.Record) {
		if r.Status == download.Queued {
			out = append(out, download.StreamOf(r.Workspace, r.ID))
		}
	}, `SELECT d.doc FROM download_files f JOIN downloads d ON d.key = f.download WHERE f.file = $1 AND d.workspace = $2 ORDER BY d.key`,
		fileID, workspace)
	return views.AnswerUnless(err, out)
}

// ExpiredPackages lists the streams of the packages of all workspaces that were asked for
// before a moment, oldest first, at most limit.
func (q *Work) ExpiredPackages(ctx context.Context, before time.Time, limit int) ([]es.StreamID, error) {
	return q.streamsOf(ctx, download.StreamOf,
		"SELECT workspace, key FROM downloads WHERE created < $1 ORDER BY created, key LIMIT $2", before.UnixMicro(), int64(limit))
}

// ExpiredOperations lists the streams of the operations of all workspaces that were over before a moment, oldest first,
// at most limit.
func (q *Work) ExpiredOperations(ctx context.Context, before time.Time, limit int) ([]es.StreamID, error) {
	return q.streamsOf(ctx, bulk.StreamOf,
		"SELECT workspace, key FROM operations WHERE ended > 0 AND ended < $1 ORDER BY ended, key LIMIT $2", before.UnixMicro(),
		int64(limit))
}

// streamsOf lists the streams whose workspaces and identifiers a statement selects.
func (q *Work) streamsOf(
	ctx context.Context, name func(workspace, id string) es.StreamID, statement string, args ...any,
) (out []es.StreamID, err error) {
	err = q.views.EachRow(ctx, func(rows views.Rows) error {
		var ws, id string
		err := rows.Scan(&ws, &id)
		out = append(out, name(ws, id))
		return err
	}, statement, args...)
	return views.AnswerUnless(err, out)
}

// A NamedFile is a file by its name.
type NamedFile struct{ ID, Filename string }

// PackagesHolding lists the ids of the packages of a dossier or, when fileID is
// not empty, of those that hold this file.
func (q *Work) PackagesHolding(ctx context.Context, workspace, dossierID, fileID string) ([]string, error) {
	if fileID == "" {
		return q.views.QueryTexts(ctx, "SELECT key FROM downloads WHERE dossier = $1 AND workspace = $2 ORDER BY key",
			dossierID, workspace)
	}
	return q.views.QueryTexts(ctx, `SELECT d.key FROM download_files f JOIN downloads d ON d.key = f.download
WHERE f.file = $1 AND d.workspace = $2 ORDER BY d.key`, fileID, workspace)
}
