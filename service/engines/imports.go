package engines

import (
	"context"
	"io"
	"path/filepath"
	"time"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/numbering"
	"github.com/seed-62a36931/docket/service/settings"
)

// What transfer moves installations with is opened here, because adapters meet nowhere
// else.

// An Importer takes a log with its places, and keys, as another installation had them. Events come
// with their numbers, 1, 2, 3, in place of positions: Numbering has the positions that they got.
type Importer interface {
	AddEvents(ctx context.Context, events []es.Envelope) error
	AddKeys(ctx context.Context, subjects []string, wrapped [][]byte) error
	AddBoxes(ctx context.Context, names []string, boxes [][]byte) error
	Commit(ctx context.Context) error
	Close(ctx context.Context) error
}

// NumberingOf returns the numbers of the events that an importer has taken, where their positions
// are others.
func NumberingOf(i Importer) *numbering.Numbering {
	if n, ok := i.(interface{ Numbering() *numbering.Numbering }); ok {
		return n.Numbering()
	}
	return numbering.NewDense()
}

// OpenImport opens log and keys for what comes from elsewhere: the database, or new files in a
// folder. With keepLog a log stands already, and only keys come. A log or keys that are there
// already are refused.
func OpenImport(ctx context.Context, s settings.Config, folder string, keepLog bool) (Importer, error) {
	if s.EventStore != "" && !keepLog {
		keys, err := OpenImport(ctx, s, folder, true)
		if err != nil {
			return nil, err
		}
		return openEventStoreImport(ctx, s, keys, false)
	}
	if s.Postgres != "" {
		return postgres.NewImport(ctx, s.Postgres, keepLog)
	}
	log := filepath.Join(folder, "events.db")
	if keepLog {
		log = ""
	}
	return sqlite.NewImport(ctx, log, filepath.Join(folder, "vault.db"))
}

// ResumeImport opens log and keys for the rest of what an earlier import began.
func ResumeImport(ctx context.Context, s settings.Config) (Importer, error) {
	if s.EventStore != "" {
		keys, err := resumeKeys(ctx, s)
		if err != nil {
			return nil, err
		}
		return openEventStoreImport(ctx, s, keys, true)
	}
	if s.Postgres != "" {
		return postgres.ResumeImport(ctx, s.Postgres)
	}
	return sqlite.NewImport(ctx, s.DataPath("events.db"), s.DataPath("vault.db"))
}

// resumeKeys opens keys alone, for the rest of what an earlier import began.
func resumeKeys(ctx context.Context, s settings.Config) (Importer, error) {
	if s.Postgres != "" {
		return postgres.ResumeImport(ctx, s.Postgres)
	}
	return sqlite.NewImport(ctx, "", s.DataPath("vault.db"))
}

// OpenScratch opens views in a file of a folder, for a check that compares them with others.
func OpenScratch(ctx context.Context, folder string) (Views, error) {
	return sqlite.OpenViews(ctx, filepath.Join(folder, "views.db"), sqlite.ViewsOptions{Readers: 2})
}

// OpenViews opens the read models alone.
func OpenViews(ctx context.Context, s settings.Config) (Views, error) {
	if s.Postgres != "" {
		return postgres.OpenViews(ctx, s.Postgres, postgres.ViewsOptions{})
	}
	return sqlite.OpenViews(ctx, s.DataPath("views.db"), sqlite.ViewsOptions{})
}

// An AnswerKeeper reads and replaces all kept answers of an engine.
type AnswerKeeper interface {
	EachAnswer(ctx context.Context, f func(id string, until time.Time, box []byte) error) error
	ReplaceAnswers(ctx context.Context, each func(keep func(id string, until time.Time, box []byte) error) error) error
	Close() error
}

// OpenAnswers opens the kept answers alone.
func OpenAnswers(ctx context.Context, s settings.Config) (AnswerKeeper, error) {
	if s.Postgres != "" {
		return postgres.OpenAnswers(ctx, s.Postgres)
	}
	return sqlite.OpenAnswers(ctx, s.DataPath("answers.db"))
}

// RestoreBlob writes sealed bytes below a folder, at the path that a backup names.
func RestoreBlob(folder, path string, sealed io.Reader) error {
	return blobs.RestoreBlob(folder, path, sealed)
}

// SyncBytes returns when what was written to disks outlives a power cut.
func SyncBytes() { blobs.SyncFolders() }
