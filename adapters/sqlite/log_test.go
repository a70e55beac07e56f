package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func openLog(ctx context.Context, place string) (estest.Closer, error) {
	return sqlite.OpenLog(ctx, place)
}

func TestLog(t *testing.T) {
	estest.RunConformance(t, estest.Suite{
		Place: func(t testing.TB) string { return filepath.Join(t.TempDir(), "log %3F'?#.db") }, // no character may lead astray
		Open:  openLog,
		Dense: true,
		Child: "TestLogChild",
	})
}

// TestSparseLog runs the suite with positions of which none follows from another.
func TestSparseLog(t *testing.T) {
	estest.RunConformance(t, estest.Suite{
		Place: func(t testing.TB) string { return filepath.Join(t.TempDir(), "log.db") },
		Open: func(ctx context.Context, place string) (estest.Closer, error) {
			log, err := openLog(ctx, place)
			if err != nil {
				return nil, err
			}
			return estest.Sparse(log), nil
		},
	})
}

func TestLogChild(t *testing.T) { estest.RunChild(t, openLog) }
