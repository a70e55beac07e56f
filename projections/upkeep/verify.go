package upkeep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

// Rows has what a check needs of an engine of read models, to read what stands in a build of a view.
type Rows interface {
	// EachRow reads all rows of a table.
	EachRow(ctx context.Context, v projections.View, table string, f func(projections.Row) error) error
	// FindRow reads the row of a key.
	FindRow(ctx context.Context, v projections.View, table, key string) (projections.Row, bool, error)
}

// Served is an engine of read models whose views a check compares with the log.
type Served interface {
	Rows
	Checkpoint(ctx context.Context, key string) (es.Position, error)
	Builds(ctx context.Context, view string) ([]store.Build, error)
	ParkedStreams(ctx context.Context, key string, limit int) ([]store.ParkedStream, error)
}

// Scratch is an empty engine of read models, or one in which an earlier check was interrupted. It is written to.
type Scratch interface {
	Rows
	es.Model[projections.Writer]
	Prepare(ctx context.Context, views ...projections.View) error
}

// A Verifier compares what queries read with what the events say: it folds the log into views of its own and
// holds each row of the served ones against them. It may run beside a service.
type Verifier struct {
	Log     *es.Log
	Served  Served
	Scratch Scratch
	Open    func(ctx context.Context, doc []byte) ([]byte, error) // a sealed document; atrest.OpenDocument
	// AtOnce is how many rows that differ are kept before they are compared again; 10,000 unless set.
	AtOnce int
	// Progress, unless nil, is told how far the events of a view are read.
	Progress func(view string, at es.Position)
}

// A RowFault is a row of a view that is not what the events say.
type RowFault struct {
	View, Table, Key string
	Fault            string // a part of a sentence, about the row
}

// String tells of the row in a line.
func (f RowFault) String() string {
	return fmt.Sprintf("view %s, table %s, key %q: the row %s", f.View, f.Table, f.Key, f.Fault)
}

// A Verification is what the check of a view found.
type Verification struct {
	At     es.Position // up to which the view was compared
	Head   es.Position // of the log when the check began
	Rows   int         // that queries read, and that were compared
	Faults []RowFault  // at most maxFaults
	More   bool        // there are more faults, and the check ended with them
	Parked int         // streams that wait for repair; their rows may differ for that
}

const (
	maxFaults = 100
	// maxRounds is how often rows that differ are compared again while events move the view.
	maxRounds = 50
	// suspectsAtOnce is how many rows that differ are kept before they are compared again.
	suspectsAtOnce = 10_000
)

// ErrNotServed says that queries do not read this program's version of a view yet, so that it cannot be compared.
var ErrNotServed = errors.New("queries read another version of the view; start the service and wait until it is built")

// VerifyView compares a view. Rows that differ are compared again with the served view and the events at one
// position before they count, so that changes meanwhile are no faults. Errors: ErrNotServed.
func (c Verifier) VerifyView(ctx context.Context, view projections.View) (Verification, error) {
	served, err := c.servedView(ctx, view)
	if err != nil {
		return Verification{}, err
	}
	k := viewCheck{Verifier: c, served: served, fresh: view.AtBuild(0)}
	if err := k.prepare(ctx); err != nil {
		return k.out, err
	}
	for _, t := range k.fresh.Tables {
		if err = k.compareTable(ctx, t); err != nil {
			break
		}
	}
	if err == nil {
		err = k.confirmSuspects(ctx)
	}
	if errors.Is(err, errManyFaults) {
		k.out.More, err = true, nil
	}
	return k.out, err
}

// servedView is the view in the build that queries read.
func (c Verifier) servedView(ctx context.Context, view projections.View) (projections.View, error) {
	builds, err := c.Served.Builds(ctx, view.Name)
	for _, b := range builds {
		if b.Served && b.Version == view.Version {
			return view.AtBuild(b.Number), err
		}
	}
	return view, errors.Join(err, fmt.Errorf("%s: %w", view.Name, ErrNotServed))
}

// A viewCheck is the check of one view.
type viewCheck struct {
	Verifier
	served, fresh projections.View
	suspects      []RowFault // rows that differed when the view may have moved
	out           Verification
}

var errManyFaults = errors.New("many rows are not what the events say")

// prepare makes the fresh view as it is at the position of the served one.
func (k *viewCheck) prepare(ctx context.Context) (err error) {
	if k.out.Head, err = k.Log.Store.Head(ctx); err != nil {
		return err
	}
	parked, err := k.Served.ParkedStreams(ctx, k.served.CheckpointKey(), maxFaults)
	if err != nil {
		return err
	}
	k.out.Parked = len(parked)
	if err := k.Scratch.Prepare(ctx, k.fresh); err != nil {
		return err
	}
	return k.catchUp(ctx)
}

// catchUp folds the events into the fresh view up to where the served one is.
func (k *viewCheck) catchUp(ctx context.Context) error {
	end, err := k.Served.Checkpoint(ctx, k.served.CheckpointKey())
	if err != nil {
		return err
	}
	at, err := k.Scratch.Checkpoint(ctx, k.fresh.CheckpointKey())
	if err != nil || at >= end {
		k.out.At = at
		return err
	}
	log := *k.Log
	log.Store = headAt{k.Log.Store, end}
	var model es.Model[projections.Writer] = k.Scratch
	if k.Progress != nil {
		model = toldModel{k.Scratch, func(at es.Position) { k.Progress(k.fresh.Name, at) }}
	}
	k.out.At, err = es.CatchUp(ctx, &log, model, k.fresh.Projection, at)
	return err
}

// toldModel is a model that tells how far it has come.
type toldModel struct {
	es.Model[projections.Writer]
	tell func(es.Position)
}

// NotifyReaders implements es.Model.
func (m toldModel) NotifyReaders(_ string, at es.Position) { m.tell(at) }

// headAt is a log that seems to end at a position.
type headAt struct {
	es.Store
	end es.Position
}

// Head returns the position.
func (h headAt) Head(ctx context.Context) (es.Position, error) {
	head, err := h.Store.Head(ctx)
	return min(head, h.end), err
}

// All yields the events up to the position.
func (h headAt) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for e, err := range h.Store.All(ctx, after, f) {
			if err == nil && e.Position > h.end || !yield(e, err) {
				return
			}
		}
	}
}

// compareTable compares all rows of a table, while the served view may move on.
func (k *viewCheck) compareTable(ctx context.Context, t projections.Table) error {
	err := k.Served.EachRow(ctx, k.served, t.Name, func(row projections.Row) error {
		k.out.Rows++
		is, ok, err := k.Scratch.FindRow(ctx, k.fresh, t.Name, row.Key)
		if err != nil || ok && k.compareRows(ctx, t, row, is) == "" {
			return err
		}
		return k.suspect(ctx, t, row.Key)
	})
	if err == nil {
		err = k.Scratch.EachRow(ctx, k.fresh, t.Name, func(row projections.Row) error {
			_, ok, err := k.Served.FindRow(ctx, k.served, t.Name, row.Key)
			if err != nil || ok {
				return err
			}
			return k.suspect(ctx, t, row.Key)
		})
	}
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return nil
}

// suspect keeps a row that differs until there are many, which are then compared again.
func (k *viewCheck) suspect(ctx context.Context, t projections.Table, key string) error {
	k.suspects = append(k.suspects, RowFault{View: k.fresh.Name, Table: t.Name, Key: key})
	if len(k.suspects) < cmp.Or(k.AtOnce, suspectsAtOnce) {
		return nil
	}
	return k.confirmSuspects(ctx)
}

// confirmSuspects compares the rows again until the served view has not moved meanwhile. Those that differ then are
// faults, and so are those that have differed in all rounds.
func (k *viewCheck) confirmSuspects(ctx context.Context) error {
	for round, still := 0, false; len(k.suspects) > 0 && !still; round++ {
		before, err := k.Served.Checkpoint(ctx, k.served.CheckpointKey())
		if err == nil {
			err = k.catchUp(ctx)
		}
		if err == nil {
			err = k.dropEqual(ctx)
		}
		if err != nil {
			return err
		}
		after, err := k.Served.Checkpoint(ctx, k.served.CheckpointKey())
		if err != nil {
			return err
		}
		still = after == before && before == k.out.At || round == maxRounds
	}
	k.out.Faults = append(k.out.Faults, k.suspects...)
	k.suspects = nil
	if len(k.out.Faults) > maxFaults {
		k.out.Faults = k.out.Faults[:maxFaults]
		return errManyFaults
	}
	return nil
}

// dropEqual compares the suspects once, and forgets those that do not differ any more.
func (k *viewCheck) dropEqual(ctx context.Context) error {
	var differing []RowFault
	for _, s := range k.suspects {
		var err error
		if s.Fault, err = k.findFault(ctx, s.Table, s.Key); err != nil {
			return err
		}
		if s.Fault != "" {
			differing = append(differing, s)
		}
	}
	k.suspects = differing
	return nil
}

// findFault compares one row as both stand now; "" when there is no fault.
func (k *viewCheck) findFault(ctx context.Context, table, key string) (string, error) {
	has, served, err := k.Served.FindRow(ctx, k.served, table, key)
	if err != nil {
		return "", err
	}
	is, fresh, err := k.Scratch.FindRow(ctx, k.fresh, table, key)
	switch {
	case err != nil:
		return "", err
	case served && !fresh:
		return "is there, but no event makes it", nil
	case fresh && !served:
		return "is missing", nil
	case !served:
		return "", nil
	}
	t := slices.IndexFunc(k.fresh.Tables, func(t projections.Table) bool { return t.Name == table })
	return k.compareRows(ctx, k.fresh.Tables[t], has, is), nil
}
