package service

import (
	"cmp"
	"context"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/processes"
)

// trashEvery is how often the trash is looked into at least: well within the minute
// in which what is due must be gone, even when another process dies at it.
const trashEvery = 15 * time.Second

// newRetention empties the trash.
func (d *Deletions) newRetention() *processes.Retention {
	return &processes.Retention{Commands: d.commands, Trash: trash{lookups{d.log, d.storage.Views, d.queries}},
		Alone: d.commands.Alone, PackageAge: d.config.PackageAge(),
		Clock: d.config.Program.TrashNow(), Every: min(d.config.SweepEvery, trashEvery), Logger: d.logger}
}

// newOrphanCollector removes bytes that no event names.
func (d *Deletions) newOrphanCollector(inventory processes.BlobInventory) *processes.OrphanCollector {
	age := cmp.Or(d.config.LeftoverAge, defaultLeftoverAge)
	return &processes.OrphanCollector{Log: d.log.Store, Blobs: inventory, Named: stored.BlobRefs,
		Marks: checkpoints{d.storage.Views}, Age: age, Every: max(age/8, time.Second), Now: time.Now, Logger: d.logger}
}

// defaultLeftoverAge is the stock: much longer than anything works on bytes before an event
// names them.
const defaultLeftoverAge = 24 * time.Hour

// trash finds what lies in the trash.
type trash struct{ lookups }

// ExpiredStreams implements processes.Trash.
func (t trash) ExpiredStreams(ctx context.Context, by time.Time, limit int) ([]es.StreamID, error) {
	head, err := t.log.Store.Head(ctx)
	if err == nil {
		err = t.views.Await(ctx, uint64(head), "dossiers", "files")
	}
	if err != nil {
		return nil, err
	}
	return t.queries.ExpiredStreams(ctx, by, limit)
}

// ExpiredPackages implements processes.Trash.
func (t trash) ExpiredPackages(ctx context.Context, before time.Time, limit int) ([]es.StreamID, error) {
	return t.queries.ExpiredPackages(ctx, before, limit)
}
