package upkeep

import (
	"context"
	"errors"
	"fmt"

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
	Rows   int         // that were compared
	Faults []RowFault  // at most maxFaults
	More   bool        // there are more faults
	Parked int         // streams that wait for repair; their rows may differ for that
}

const (
	maxFaults = 100
	// confirmations is how often rows that differ are compared again while events move the view.
	confirmations = 50
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
	if err := c.Scratch.Prepare(ctx, view.AtBuild(0)); err != nil {
		return Verification{}, err
	}
	k := viewCheck{Verifier: c, served: served, fresh: view.AtBuild(0)}
	parked, err := c.Served.ParkedStreams(ctx, served.CheckpointKey(), maxFaults)
	if err != nil {
		return Verification{}, err
	}
	k.out.Parked = len(parked)
	if err := k.catchUp(ctx); err != nil {
		return k.out, err
	}
	suspects, err := k.findSuspects(ctx)
	if err != nil {
		return k.out, err
	}
	err = k.confirmSuspects(ctx, suspects)
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
	out           Verification
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

// findSuspects compares all rows once, while the served view may move on.
func (k *viewCheck) findSuspects(ctx context.Context) ([]RowFault, error) {
	var out []RowFault
	for _, t := range k.fresh.Tables {
		note := func(key string) error {
			if len(out) == suspectsAtOnce {
				return errManySuspects
			}
			out = append(out, RowFault{View: k.fresh.Name, Table: t.Name, Key: key})
			return nil
		}
		err := k.Served.EachRow(ctx, k.served, t.Name, func(row projections.Row) error {
			k.out.Rows++
			is, ok, err := k.Scratch.FindRow(ctx, k.fresh, t.Name, row.Key)
			if err != nil {
				return err
			}
			if ok && k.compareRows(ctx, t, row, is) == "" {
				return nil
			}
			return note(row.Key)
		})
		if err == nil {
			err = k.findMissing(ctx, t.Name, note)
		}
		if errors.Is(err, errManySuspects) {
			k.out.More = true
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return out, nil
}

// suspectsAtOnce is how many rows that differ are looked at again.
const suspectsAtOnce = 10_000

var errManySuspects = errors.New("very many rows differ")

// findMissing notes rows that the events make and the served table lacks.
func (k *viewCheck) findMissing(ctx context.Context, table string, note func(key string) error) error {
	return k.Scratch.EachRow(ctx, k.fresh, table, func(row projections.Row) error {
		_, ok, err := k.Served.FindRow(ctx, k.served, table, row.Key)
		if err != nil || ok {
			return err
		}
		return note(row.Key)
	})
}

// confirmSuspects compares rows again until the served view has not moved meanwhile, and keeps those that
// differ then.
func (k *viewCheck) confirmSuspects(ctx context.Context, suspects []RowFault) error {
	for try := 0; len(suspects) > 0; try++ {
		before, err := k.Served.Checkpoint(ctx, k.served.CheckpointKey())
		if err == nil {
			err = k.catchUp(ctx)
		}
		var still []RowFault
		for i := 0; i < len(suspects) && err == nil; i++ {
			s := suspects[i]
			if s.Fault, err = k.findFault(ctx, s.Table, s.Key); s.Fault != "" {
				still = append(still, s)
			}
		}
		if err != nil {
			return err
		}
		after, err := k.Served.Checkpoint(ctx, k.served.CheckpointKey())
		if err != nil {
			return err
		}
		suspects = still
		if after == before && before == k.out.At {
			break
		}
		if try == confirmations {
			return fmt.Errorf("view %s changes all the time: %d rows could not be compared", k.fresh.Name, len(suspects))
		}
	}
	if len(suspects) > maxFaults {
		suspects, k.out.More = suspects[:maxFaults], true
	}
	k.out.Faults = suspects
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
	for _, t := range k.fresh.Tables {
		if t.Name == table {
			return k.compareRows(ctx, t, has, is), nil
		}
	}
	return "", nil
}
