package postgres_test

import (
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/evidencetest"
)

func TestEvidence(t *testing.T) {
	evidencetest.Run(t, func(t *testing.T) evidence.Store {
		s, err := postgres.OpenEvidence(t.Context(), pgtest.DSN(t))
		return openOne(t, s, err)
	})
}

func TestEvidenceOfAFollowedLog(t *testing.T) {
	evidencetest.RunFollowed(t, func(t *testing.T) (log, other evidencetest.FollowedLog, tree evidence.Store) {
		dsn := pgtest.DSN(t)
		open := func() *postgres.Log {
			l, err := postgres.OpenLog(t.Context(), dsn)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() })
			return l
		}
		s, err := postgres.OpenEvidence(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return open(), open(), s
	})
}
