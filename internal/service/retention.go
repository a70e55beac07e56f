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
func (a *App) newRetention() *processes.Retention {
	return &processes.Retention{Commands: a.Commands, Trash: trash{a}, Alone: a.Commands.Alone, PackageAge: a.Config.packageAge(),
		Clock: a.Config.Program.trashClock(), Every: min(a.Config.SweepEvery, trashEvery), Logger: a.logger}
}

// newOrphanCollector removes bytes that no event names.
func (a *App) newOrphanCollector(inventory processes.BlobInventory) *processes.OrphanCollector {
	age := cmp.Or(a.Config.LeftoverAge, defaultLeftoverAge)
	return &processes.OrphanCollector{Log: a.Log.Store, Blobs: inventory, Named: stored.BlobRefs,
		Marks: checkpoints{a.Storage.Views}, Age: age, Every: max(age/8, time.Second), Now: time.Now, Logger: a.logger}
}

// packageAge is how long packages are kept; 0 is for ever.
func (s *Config) packageAge() time.Duration { return time.Duration(s.PackageDays) * 24 * time.Hour }

// defaultLeftoverAge is the stock: much longer than anything works on bytes before an event
// names them.
const defaultLeftoverAge = 24 * time.Hour

// trash finds what lies in the trash.
type trash struct{ a *App }

// ExpiredStreams implements processes.Trash.
func (t trash) ExpiredStreams(ctx context.Context, by time.Time, limit int) ([]es.StreamID, error) {
	head, err := t.a.Log.Store.Head(ctx)
	if err == nil {
		err = t.a.Storage.Views.Await(ctx, uint64(head), "dossiers", "files")
	}
	if err != nil {
		return nil, err
	}
	return t.a.Queries.ExpiredStreams(ctx, by, limit)
}

// ExpiredPackages implements processes.Trash.
func (t trash) ExpiredPackages(ctx context.Context, before time.Time, limit int) ([]es.StreamID, error) {
	return t.a.Queries.ExpiredPackages(ctx, before, limit)
}
