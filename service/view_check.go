package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/domain/atrest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/host"
	"github.com/seed-62a36931/docket/service/observe"
	"github.com/seed-62a36931/docket/service/settings"
)

// A viewCheck compares once in a while every row that queries read with what the events say.
type viewCheck struct {
	config  settings.Config
	logger  *slog.Logger
	metrics *observe.Metrics
	stores  stores
	views   []projections.View

	faults atomic.Int64 // rows that the last check found, or the one before the start
}

const (
	// firstViewCheck is how long after a start the first check is made at the earliest.
	firstViewCheck = time.Minute
	// viewCheckRetry is when a check that broke off is made again.
	viewCheckRetry = 10 * time.Minute
	// toldViewFaults is how many rows are named one by one.
	toldViewFaults = 10
	// viewCheckRest is how long the check rests after each part of its work, as a multiple of that.
	viewCheckRest = 3
)

// A viewVerdict is what a check found, as it is kept for the next start.
type viewVerdict struct {
	At     time.Time `json:"at"` // when it ended
	Faults []string  `json:"faults,omitempty"`
}

// Run checks the views when a check is due, until ctx ends. What the last one before the start found is told first.
func (c *viewCheck) Run(ctx context.Context) error {
	if err := os.RemoveAll(c.folder()); err != nil { // what a kill left holds names of people
		return err
	}
	if c.config.VerifyEvery == 0 {
		<-ctx.Done()
		return ctx.Err()
	}
	last := c.readVerdict(ctx)
	c.tell(ctx, last)
	wait := max(min(firstViewCheck, c.config.VerifyEvery), time.Until(last.At.Add(c.config.VerifyEvery)))
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		wait = c.config.VerifyEvery
		if err := c.checkAll(ctx); err != nil && ctx.Err() == nil {
			c.logger.WarnContext(ctx, "the comparison of the views with the log broke off; it is made again", "error", err)
			wait = min(wait, viewCheckRetry)
		}
	}
}

// checkAll compares all views once, in a folder of its own that it empties before and after.
func (c *viewCheck) checkAll(ctx context.Context) (err error) {
	folder := c.folder()
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o700)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	scratch, err := engines.OpenScratch(ctx, folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, scratch.Close()) }()
	worked := time.Now()
	check := upkeep.Verifier{Log: c.stores.Log, Served: c.stores.Storage.Views, Scratch: scratch,
		Open: func(ctx context.Context, doc []byte) ([]byte, error) {
			return atrest.OpenDocument(ctx, c.stores.Vault, doc)
		},
		Progress: func(string, es.Position) {
			restAfter(ctx, time.Since(worked))
			worked = time.Now()
		}}
	rows, verdict := 0, viewVerdict{}
	for _, view := range c.views {
		v, err := check.VerifyView(ctx, view)
		if err != nil {
			return fmt.Errorf("view %s: %w", view.Name, err)
		}
		rows += v.Rows
		if v.Parked > 0 {
			continue // its rows may differ for what waits for repair, which is told by itself
		}
		for _, f := range v.Faults {
			verdict.Faults = append(verdict.Faults, f.String())
		}
	}
	verdict.At = time.Now().UTC()
	c.metrics.ObserveViews(rows, len(verdict.Faults))
	c.tell(ctx, verdict)
	if len(verdict.Faults) == 0 {
		c.logger.InfoContext(ctx, "all rows that queries read are what the events say", "rows", rows)
	}
	return c.keepVerdict(verdict)
}

// restAfter rests for a multiple of the time that was worked, so that requests come first.
func restAfter(ctx context.Context, worked time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(min(viewCheckRest*worked, time.Second)):
	}
}

// tell tells what a check found.
func (c *viewCheck) tell(ctx context.Context, v viewVerdict) {
	c.faults.Store(int64(len(v.Faults)))
	if n := len(v.Faults); n > 0 {
		c.logger.ErrorContext(ctx, "rows that queries read are not what the events say; docket audit verify --views names them, "+
			"docket projections rebuild makes a view anew", "rows", n, "first", v.Faults[:min(n, toldViewFaults)], "found", v.At)
	}
}

// warning says what the last check found, "" for nothing.
func (c *viewCheck) warning() string {
	if n := c.faults.Load(); n > 0 {
		return fmt.Sprintf("%d rows that queries read are not what the events say; docket audit verify --views names them", n)
	}
	return ""
}

func (c *viewCheck) folder() string { return c.config.DataPath("view-check") }

func (c *viewCheck) verdictPath() string { return c.config.DataPath("view-check.json") }

// readVerdict returns what the last check found, zero when there was none.
func (c *viewCheck) readVerdict(ctx context.Context) (v viewVerdict) {
	text, err := os.ReadFile(c.verdictPath())
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.logger.WarnContext(ctx, "what the last comparison of the views with the log found cannot be read", "error", err)
		return viewVerdict{} // the next one writes it anew
	}
	return v
}

func (c *viewCheck) keepVerdict(v viewVerdict) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return host.WriteSynced(c.verdictPath(), text)
}
