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

func TestEvidenceOfAFollowedLog(t *testing.T) {
	evidencetest.RunFollowed(t, func(t *testing.T) (log, other evidencetest.FollowedLog, tree evidence.Store) {
		dir := t.TempDir()
		open := func() *sqlite.Log {
			l, err := sqlite.OpenLog(t.Context(), filepath.Join(dir, "log.db"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() })
			return l
		}
		s, err := sqlite.OpenEvidence(t.Context(), filepath.Join(dir, "evidence.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return open(), open(), s
	})
}
