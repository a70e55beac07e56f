package postgres_test

import (
	"context"
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func openLog(ctx context.Context, place string) (estest.Closer, error) {
	return postgres.OpenLog(ctx, place)
}

func TestLog(t *testing.T) {
	estest.RunConformance(t, estest.Suite{
		Place: func(t testing.TB) string { return pgtest.DSN(t) },
		Open:  openLog,
		Dense: true,
		Child: "TestLogChild",
	})
}

// TestSparseLog runs the suite with positions of which none follows from another.
func TestSparseLog(t *testing.T) {
	estest.RunConformance(t, estest.Suite{
		Place: func(t testing.TB) string { return pgtest.DSN(t) },
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
