package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/evidencetest"
)

func TestEvidence(t *testing.T) {
	evidencetest.Run(t, func(t *testing.T) evidence.Store {
		s, err := sqlite.OpenEvidence(t.Context(), filepath.Join(t.TempDir(), "evidence.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	})
}
