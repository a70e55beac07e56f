package engines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/upkeep"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/settings"
)

// Views are the read models that an engine keeps.
type Views interface {
	upkeep.Models
	upkeep.Rows
	queries.Reader
	queries.Freshness
	Dump(ctx context.Context, table string, w io.Writer) error
	Reset(ctx context.Context, v projections.View) error
	Scrub(ctx context.Context) error
	Close() error
}

// Keys are the keys and secrets that an engine keeps for the vault.
type Keys interface {
	vault.Keys
	vault.Boxes
	Close() error
}

// leases are the leases that an engine keeps for workers.
type leases interface {
	processes.Leases
	Close() error
}

// answers are the answers that an engine keeps to requests that may be repeated.
type answers interface {
	commands.Answers
	Close() error
}

// evidenceStore is the tree over the log that an engine keeps, and its checkpoints.
type evidenceStore interface {
	evidence.Store
	Close() error
}

// Storage is everything that must survive a restart, bytes apart.
type Storage struct {
	Log     settings.ClosableLog
	Views   Views
	Keys    Keys
	Leases  leases
	Answers answers
	// Evidence holds the tree over the log and its checkpoints.
	Evidence evidenceStore
}

// Close closes what was opened.
func (s *Storage) Close() error {
	var err error
	for _, c := range []interface{ Close() error }{s.Evidence, s.Answers, s.Leases, s.Keys, s.Views, s.Log} {
		if c != nil {
			err = errors.Join(err, c.Close())
		}
	}
	return err
}

// OpenStorage opens the engines that the configuration names: one for views, keys
// and leases, and for the log too unless that has a store of its own.
func OpenStorage(ctx context.Context, c settings.Config, logger *slog.Logger) (*Storage, error) {
	s := &Storage{}
	open := openSQLite
	if c.Postgres != "" {
		open = openPostgres
	}
	var err error
	place := "--data"
	if c.Postgres != "" {
		place = "--postgres"
	}
	placeOfLog := place
	if c.EventStore != "" {
		placeOfLog = "--eventstore"
	}
	if s.Log, err = OpenLog(ctx, c, logger); err != nil {
		err = c.Blame(placeOfLog, err)
	} else {
		err = c.Blame(place, open(ctx, c, s))
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// OpenLog opens the event log. What fails to open is nil, and not a nil pointer.
func OpenLog(ctx context.Context, c settings.Config, logger *slog.Logger) (settings.ClosableLog, error) {
	var log settings.ClosableLog
	var err error
	switch {
	case c.EventStore != "":
		find := func(ctx context.Context, read func(context.Context, es.Position) (es.Envelope, error)) (eventstoredb.Bounds, error) {
			return FindBounds(ctx, c, read)
		}
		log, err = eventstoredb.Open(ctx, c.EventStore, eventstoredb.Options{Logger: logger, FindBounds: find})
	case c.Postgres != "":
		log, err = postgres.OpenLog(ctx, c.Postgres)
	default:
		log, err = sqlite.OpenLog(ctx, c.DataPath("events.db"))
	}
	if err != nil {
		return nil, err
	}
	if wrap := settings.ProgramOf(ctx).WrapLog; wrap != nil {
		log = wrap(log)
	}
	return log, nil
}

// FindBounds returns the first and the last event of the tree over the log, which is kept beside the
// views, and nothing where there is no tree. Errors also: those of evidence.FindEnds.
func FindBounds(
	ctx context.Context, c settings.Config, read func(context.Context, es.Position) (es.Envelope, error),
) (b eventstoredb.Bounds, err error) {
	var tree evidenceStore
	if c.Postgres != "" {
		tree, err = postgres.OpenEvidence(ctx, c.Postgres)
	} else if _, err = os.Stat(c.DataPath("evidence.db")); err == nil {
		tree, err = sqlite.OpenEvidence(ctx, c.DataPath("evidence.db"))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return b, nil
	case err != nil:
		return b, err
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	b.First, b.Last, err = evidence.FindEnds(ctx, tree, read)
	return b, err
}

// MasterCheck is the key by which the vault knows its master key. It is another one
// in each installation, and never changes.
const MasterCheck = "!master"

// OpenKeys opens the keys alone.
func OpenKeys(ctx context.Context, c settings.Config) (Keys, error) {
	var k Keys
	var err error
	if c.Postgres != "" {
		k, err = postgres.OpenKeys(ctx, c.Postgres)
	} else {
		k, err = sqlite.OpenKeys(ctx, c.DataPath("vault.db"))
	}
	if err != nil {
		return nil, err
	}
	return k, nil
}

func openSQLite(ctx context.Context, c settings.Config, s *Storage) error {
	views, err := sqlite.OpenViews(ctx, c.DataPath("views.db"), sqlite.ViewsOptions{})
	if err != nil {
		return withRepairHint(err, c.DataPath("views.db"))
	}
	s.Views = views
	keys, err := sqlite.OpenKeys(ctx, c.DataPath("vault.db"))
	if err != nil {
		return err
	}
	s.Keys = keys
	leases, err := sqlite.OpenLeases(ctx, c.DataPath("leases.db"), time.Now)
	if err != nil {
		return withRepairHint(err, c.DataPath("leases.db"))
	}
	s.Leases = leases
	answers, err := sqlite.OpenAnswers(ctx, c.DataPath("answers.db"))
	if err != nil {
		return withRepairHint(err, c.DataPath("answers.db"))
	}
	s.Answers = answers
	tree, err := sqlite.OpenEvidence(ctx, c.DataPath("evidence.db"))
	if err != nil {
		return err
	}
	s.Evidence = tree
	return nil
}

// withRepairHint tells of a file that can be made again from the log.
func withRepairHint(err error, path string) error {
	return fmt.Errorf("%w\n%s holds nothing that is not in the log: move it away, with its -wal and -shm, and start again", err, path)
}

func openPostgres(ctx context.Context, c settings.Config, s *Storage) error {
	views, err := postgres.OpenViews(ctx, c.Postgres, postgres.ViewsOptions{})
	if err != nil {
		return err
	}
	s.Views = views
	keys, err := postgres.OpenKeys(ctx, c.Postgres)
	if err != nil {
		return err
	}
	s.Keys = keys
	leases, err := postgres.OpenLeases(ctx, c.Postgres)
	if err != nil {
		return err
	}
	s.Leases = leases
	answers, err := postgres.OpenAnswers(ctx, c.Postgres)
	if err != nil {
		return err
	}
	s.Answers = answers
	tree, err := postgres.OpenEvidence(ctx, c.Postgres)
	if err != nil {
		return err
	}
	s.Evidence = tree
	return nil
}

// IsEventStore reports whether a place is an address of EventStoreDB, by its scheme.
func IsEventStore(place string) bool { return eventstoredb.IsAddress(place) }

// IsSameEventStore reports whether two addresses of EventStoreDB are one, whichever scheme each has.
func IsSameEventStore(a, b string) bool {
	return eventstoredb.CanonicalAddress(a) == eventstoredb.CanonicalAddress(b)
}

// UnfinishedCopy is a secret that stands where a copy is not finished: it names the
// installation that is copied, and keeps services from starting on half of it.
const UnfinishedCopy = "!copy"

// errUnfinishedCopy is the error of a service that finds an unfinished copy of an installation.
var errUnfinishedCopy = errors.New("a copy of an installation into this place was begun and is not finished: " +
	"run the same docket migrate copy again, with the other service stopped")

// CheckFinished refuses a place into which an installation is being copied.
func CheckFinished(ctx context.Context, k Keys) error {
	box, err := k.GetBox(ctx, UnfinishedCopy)
	if err == nil && box != nil {
		err = errUnfinishedCopy
	}
	return err
}
