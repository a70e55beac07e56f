package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/queries"
)

// views is what an engine of read models gives.
type views interface {
	upkeep.Models
	queries.Reader
	queries.Freshness
	Dump(ctx context.Context, table string, w io.Writer) error
	Reset(ctx context.Context, v projections.View) error
	Scrub(ctx context.Context) error
	Close() error
}

// keys is what an engine keeps for the vault.
type keys interface {
	vault.Keys
	vault.Boxes
	Close() error
}

// leases is what an engine keeps for workers.
type leases interface {
	processes.Leases
	Close() error
}

// answers is what an engine keeps of requests that may be repeated.
type answers interface {
	commands.Answers
	Close() error
}

// storeCloser is a log that must be closed.
type storeCloser interface {
	es.Store
	Close() error
}

// storage is everything that must survive a restart, bytes apart.
type storage struct {
	log     storeCloser
	views   views
	keys    keys
	leases  leases
	answers answers
}

// Close closes what was opened.
func (s *storage) Close() error {
	var err error
	for _, c := range []interface{ Close() error }{s.answers, s.leases, s.keys, s.views, s.log} {
		if c != nil {
			err = errors.Join(err, c.Close())
		}
	}
	return err
}

// openStorage opens the engines that the configuration names: one for views, keys
// and leases, and for the log too unless that has a store of its own.
func openStorage(ctx context.Context, c Serve, logger *slog.Logger) (*storage, error) {
	s := &storage{}
	open := openSQLite
	if c.Postgres != "" {
		open = openPostgres
	}
	var err error
	if s.log, err = openLog(ctx, c, logger); err == nil {
		err = open(ctx, c, s)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// openLog opens the event log. What fails to open is nil, and not a nil pointer.
func openLog(ctx context.Context, c Serve, logger *slog.Logger) (storeCloser, error) {
	var log storeCloser
	var err error
	switch {
	case c.EventStore != "":
		log, err = eventstoredb.Open(ctx, c.EventStore, eventstoredb.Options{Logger: logger})
	case c.Postgres != "":
		log, err = postgres.OpenLog(ctx, c.Postgres)
	default:
		log, err = sqlite.OpenLog(ctx, c.path("events.db"))
	}
	if err != nil {
		return nil, err
	}
	return log, nil
}

// masterCheck is the key by which the vault knows its master key. It is another one
// in each installation, and never changes.
const masterCheck = "!master"

// openKeys opens the keys alone.
func openKeys(ctx context.Context, c Serve) (keys, error) {
	var k keys
	var err error
	if c.Postgres != "" {
		k, err = postgres.OpenKeys(ctx, c.Postgres)
	} else {
		k, err = sqlite.OpenKeys(ctx, c.path("vault.db"))
	}
	if err != nil {
		return nil, err
	}
	return k, nil
}

func openSQLite(ctx context.Context, c Serve, s *storage) error {
	views, err := sqlite.OpenViews(ctx, c.path("views.db"), sqlite.ViewsOptions{})
	if err != nil {
		return replaceable(err, c.path("views.db"))
	}
	s.views = views
	keys, err := sqlite.OpenKeys(ctx, c.path("vault.db"))
	if err != nil {
		return err
	}
	s.keys = keys
	leases, err := sqlite.OpenLeases(ctx, c.path("leases.db"), time.Now)
	if err != nil {
		return replaceable(err, c.path("leases.db"))
	}
	s.leases = leases
	answers, err := sqlite.OpenAnswers(ctx, c.path("answers.db"))
	if err != nil {
		return replaceable(err, c.path("answers.db"))
	}
	s.answers = answers
	return nil
}

// replaceable tells of a file that can be made again from the log.
func replaceable(err error, path string) error {
	return fmt.Errorf("%w\n%s holds nothing that is not in the log: move it away, with its -wal and -shm, and start again", err, path)
}

func openPostgres(ctx context.Context, c Serve, s *storage) error {
	views, err := postgres.OpenViews(ctx, c.Postgres, postgres.ViewsOptions{})
	if err != nil {
		return err
	}
	s.views = views
	keys, err := postgres.OpenKeys(ctx, c.Postgres)
	if err != nil {
		return err
	}
	s.keys = keys
	leases, err := postgres.OpenLeases(ctx, c.Postgres)
	if err != nil {
		return err
	}
	s.leases = leases
	answers, err := postgres.OpenAnswers(ctx, c.Postgres)
	if err != nil {
		return err
	}
	s.answers = answers
	return nil
}

// withoutPassword is an address that may be shown.
func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" { // key=value pairs may hold a password anywhere
		return "(set)"
	}
	return u.Redacted()
}
