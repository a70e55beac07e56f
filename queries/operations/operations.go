// Package operations answers for requests that were answered before their work was done, each caller with
// its own.
package operations

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/owned"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// AskOperation reads one of the caller's own operations.
type AskOperation struct {
	Caller      user.Principal
	OperationID string
}

// An Operation is a request that was answered before its work was done, and what it has done so far.
type Operation struct {
	bulk.Record
	Files   []string // that are as they were asked to be
	Skipped []bulk.SkippedFile
}

// Operations answers for operations, each caller with its own.
type Operations struct {
	views *views.Views
	log   *es.Log
}

// New returns Operations that read through the given ports.
func New(v *views.Views, log *es.Log) *Operations { return &Operations{v, log} }

// ListOperations reads a part of the caller's own operations, newest first.
func (q *Operations) ListOperations(ctx context.Context, caller user.Principal, a pages.Ask) (pages.Page[bulk.Record], error) {
	if !user.MayCall(caller, user.ListOperations) {
		return pages.Page[bulk.Record]{}, domain.ErrAccessDenied
	}
	begun := owned.Table[bulk.Record]{Views: q.views, Name: "operations", Open: true, Mark: func(r bulk.Record) es.Mark {
		return es.Mark{Stream: bulk.StreamOf(r.Workspace, r.ID), Version: r.Version}
	}}
	return order.Read(ctx, a, begun.Of(caller))
}

// GetOperation reads one of the caller's own operations, with what it has done so far. What it has left out is
// erased with its dossier.
func (q *Operations) GetOperation(ctx context.Context, a AskOperation) (Operation, error) {
	if !user.MayCall(a.Caller, user.GetOperation) {
		return Operation{}, domain.ErrAccessDenied
	}
	var r bulk.Record
	stream := bulk.StreamOf(a.Caller.Workspace, a.OperationID)
	fault, err := q.views.SeekRecords(ctx, []es.StreamID{stream},
		views.Sought{Where: views.ByKey("operations", "workspace", "owner"), Args: []any{a.OperationID, a.Caller.Workspace,
			a.Caller.ID}, Into: views.DecodeInto(&r), Open: true}.IsOf(stream, &r.ID, &r.Version))
	if err == nil && r.ID == "" {
		err = domain.ErrOperationNotFound
	}
	if err := views.OutcomeOf(err, fault); err != nil {
		return Operation{}, err
	}
	return q.withResult(ctx, stream, r)
}

// withResult reads from the log what an operation has done, up to where its record is.
func (q *Operations) withResult(ctx context.Context, stream es.StreamID, r bulk.Record) (Operation, error) {
	out := Operation{Record: r}
	for e, err := range q.log.Stream(ctx, stream, 0) {
		if err != nil {
			return out, fmt.Errorf("read %s: %w", stream, err)
		}
		if p, ok := e.Event.(bulk.Progressed); ok && e.Version <= r.Version {
			out.Files = append(out.Files, p.Files...)
			out.Skipped = append(out.Skipped, p.Skipped.Value...)
		}
	}
	return out, nil
}

// CountWaiting returns how many files of an operation wait for the end of an analysis. The view work has to hold the
// operation.
func (q *Operations) CountWaiting(ctx context.Context, o Operation) (waiting int, err error) {
	for some := range slices.Chunk(o.Files, views.MaxParts) {
		args := []any{true}
		for _, id := range some {
			args = append(args, string(file.StreamOf(o.Workspace, id)))
		}
		statement := views.NumberParameters("SELECT count(*) FROM work WHERE pending = ? AND key IN (?" +
			strings.Repeat(", ?", len(some)-1) + ")")
		err := q.views.EachRow(ctx, func(rows views.Rows) error {
			var n int64
			err := rows.Scan(&n)
			waiting += int(n)
			return err
		}, statement, args...)
		if err != nil {
			return 0, err
		}
	}
	return waiting, nil
}

// order is that of the operations of an account.
var order = pages.List[bulk.Record]{
	Name: "operations",
	ID:   func(r bulk.Record) string { return r.ID },
	Keys: []pages.Key[bulk.Record]{
		{Name: "-created", Of: func(r bulk.Record) string { return pages.TimeKey(r.Created) }},
	},
	TiesDescend: true,
}
