package main

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
)

// clock is what says whether the time in the trash is over; tests put it ahead.
var clock = time.Now

// trashEvery is how often the trash is looked into at least: well within the minute
// in which what is due must be gone, even when another process dies at it.
const trashEvery = 15 * time.Second

// retention empties the trash.
func (a *App) retention() *commands.Retention {
	return &commands.Retention{Commands: a.commands, Trash: trash{a}, Clock: clock, Every: min(a.cfg.SweepEvery, trashEvery), Logger: a.logger}
}

// trash finds what lies in the trash.
type trash struct{ a *App }

// Expired implements commands.Trash.
func (t trash) Expired(ctx context.Context, by time.Time, limit int) ([]es.StreamID, error) {
	head, err := t.a.log.Store.Head(ctx)
	if err == nil {
		err = t.a.storage.views.Await(ctx, uint64(head), "dossiers", "files")
	}
	if err != nil {
		return nil, err
	}
	return t.a.queries.Expired(ctx, by, limit)
}
