package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/settings"
)

// MigrateOptions say how an installation is copied.
type MigrateOptions struct {
	Follow         bool      // go on until the service that is copied has stopped
	CompareContent bool      // compare every byte at the end, not names and sizes alone
	Out            io.Writer // gets what was done
	Progress       *terminal.Progress
}

// Migrate copies an installation to another place, from where an earlier run ended. The run that
// finds the service stopped compares both places and finishes the copy.
func Migrate(ctx context.Context, from, to MigrationPlace, o MigrateOptions) (err error) {
	m := &migration{from: from, to: to, follow: o.Follow, compareContent: o.CompareContent, out: o.Out, progress: o.Progress}
	if from.isSame(to) {
		return errors.New("--from and --to are the same place, or keep their keys in one")
	}
	defer func() { err = errors.Join(err, m.closeEnds(context.WithoutCancel(ctx))) }()
	if err := m.openEnds(ctx); err != nil {
		return err
	}
	return m.copyUntilDone(ctx)
}

// A MigrationPlace is one end of a copy of an installation.
type MigrationPlace struct{ cfg settings.Config }

// ParsePlace reads one end of a command line: a data folder or a database, with the rest of the
// place in p. The flag is named in errors.
func ParsePlace(ctx context.Context, flag, at string, p settings.Place) (MigrationPlace, error) {
	scheme, rest, _ := strings.Cut(at, ":")
	if p.Postgres != "" && !engines.IsEventStore(at) {
		return MigrationPlace{}, fmt.Errorf("%s-postgres belongs to an event log in EventStoreDB, and %s is none", flag, flag)
	}
	switch {
	case engines.IsEventStore(at):
		p.EventStore = at
	case scheme == "postgres" || scheme == "postgresql":
		p.Postgres = at
		if !strings.HasPrefix(rest, "//") { // settings as key=value
			p.Postgres = rest
		}
	case strings.Contains(at, "://"):
		return MigrationPlace{}, fmt.Errorf("%s: %s is no place of docket; name a data folder, sqlite:DIR, postgres:// or esdb://", flag,
			settings.RedactPassword(at))
	case strings.Contains(at, "=") && !strings.HasPrefix(at, "sqlite:"):
		p.Postgres = at
	case p.Data != "":
		return MigrationPlace{}, fmt.Errorf("%s is a data folder already; %s-data belongs to a database", flag, flag)
	default:
		p.Data = strings.TrimPrefix(at, "sqlite:")
	}
	if p.Data == "" {
		return MigrationPlace{}, fmt.Errorf("%s is a database: name the data folder of its service too, with %s-data", flag, flag)
	}
	cfg, err := p.ToolConfig(ctx, "", "")
	return MigrationPlace{cfg}, err
}

// isSame reports whether two places keep their log, or their keys, in the same database or folder.
func (p MigrationPlace) isSame(o MigrationPlace) bool {
	if p.cfg.EventStore != "" && engines.IsSameEventStore(p.cfg.EventStore, o.cfg.EventStore) {
		return true
	}
	if p.cfg.Postgres != "" || o.cfg.Postgres != "" {
		return p.cfg.Postgres == o.cfg.Postgres
	}
	return sameFolder(p.cfg.Data, o.cfg.Data)
}

// displayName is the place as people named it, without a password.
func (p MigrationPlace) displayName() string {
	switch {
	case p.cfg.EventStore != "":
		return settings.RedactPassword(p.cfg.EventStore)
	case strings.Contains(p.cfg.Postgres, "://"):
		return settings.RedactPassword(p.cfg.Postgres)
	case p.cfg.Postgres != "":
		return "the database"
	}
	return p.cfg.Data
}

// sameFolder reports whether two paths lead to the same folder.
func sameFolder(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	one, err := os.Stat(a)
	other, failed := os.Stat(b)
	return err == nil && failed == nil && os.SameFile(one, other)
}
