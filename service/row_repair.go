package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/observe"
)

// rowRepairPause is how long a view is not built anew by itself again: what alters its rows all the time needs people.
const rowRepairPause = time.Hour

// A rowRepair builds views anew of which a row was refused, because it is older than what the view has come to.
type rowRepair struct {
	logger  *slog.Logger
	metrics *observe.Metrics
	upkeep  *upkeep.Manager
	wanted  chan string // names of views

	mu    sync.Mutex
	views map[string]refusedRows
}

// refusedRows are rows of a view that were refused.
type refusedRows struct {
	count   int
	began   time.Time // of the last build
	healthy bool      // it has ended well, and no row was refused since
}

// newRowRepair returns a repair of some views.
func newRowRepair(logger *slog.Logger, metrics *observe.Metrics, m *upkeep.Manager) *rowRepair {
	return &rowRepair{logger: logger, metrics: metrics, upkeep: m, wanted: make(chan string, len(m.Views)),
		views: map[string]refusedRows{}}
}

// tellBehind takes note of a row that was refused, and has its view built anew unless that was done a moment ago.
func (r *rowRepair) tellBehind(ctx context.Context, b queries.Behind) {
	r.metrics.RefusedRows.WithLabelValues(b.View).Inc()
	r.mu.Lock()
	view := r.views[b.View]
	building := time.Since(view.began) < rowRepairPause
	first := view.count == 0 || view.healthy
	view.count, view.healthy = view.count+1, false
	if !building {
		view.began = time.Now()
	}
	r.views[b.View] = view
	r.mu.Unlock()
	if first {
		r.logger.ErrorContext(ctx, "a row of a view is older than the log and is not shown: it was changed beside the service, or "+
			"an older state came back; the view is built anew, at most once in an hour", "row", b, "built", !building)
	}
	if building {
		return
	}
	select {
	case r.wanted <- b.View:
	default: // as many as there are views wait already
	}
}

// Run builds the views anew that tellBehind wants, until ctx ends.
func (r *rowRepair) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case view := <-r.wanted:
			if err := r.rebuild(ctx, view); err != nil && ctx.Err() == nil {
				r.logger.ErrorContext(ctx, "a view with a row that is behind was not built anew: docket projections rebuild does it",
					"view", view, "error", err)
			}
		}
	}
}

// rebuild builds a view anew and waits until queries read it. A build that runs already is as good: it reads the log too.
func (r *rowRepair) rebuild(ctx context.Context, view string) error {
	err := r.upkeep.Start(ctx, view, upkeep.Options{Anew: true})
	if err == nil || errors.Is(err, upkeep.ErrRunning) {
		err = r.upkeep.Wait(ctx, view)
	}
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	of := r.views[view]
	of.healthy = true
	r.views[view] = of
	return nil
}

// warning says which views have rows that are refused, "" for none.
func (r *rowRepair) warning() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, v := range r.upkeep.Views {
		if of := r.views[v.Name]; of.count > 0 && !of.healthy {
			return fmt.Sprintf("a row of the view %s is older than the log and is not shown; the view is built anew, or by "+
				"docket projections rebuild %s", v.Name, v.Name)
		}
	}
	return ""
}
