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
		return opened(t, s, err)
	})
}
