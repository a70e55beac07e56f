package main

import (
	"cmp"
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

// leftovers removes bytes that no event names.
func (a *App) leftovers(shelf commands.Shelf) *commands.Leftovers {
	age := cmp.Or(a.cfg.LeftoverAge, leftoverAge)
	return &commands.Leftovers{Log: a.log.Store, Shelf: shelf, Named: blobRefs, Marks: checkpoints{a.storage.views}, Age: age, Every: max(age/8, time.Second), Now: time.Now, Logger: a.logger}
}

// leftoverAge is the stock: much longer than anything works on bytes before an event
// names them.
const leftoverAge = 24 * time.Hour

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
