package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/answertest"
)

func TestAnswers(t *testing.T) {
	answertest.Run(t, func(t testing.TB) func(testing.TB) commands.Answers {
		path := filepath.Join(t.TempDir(), "answers.db")
		return func(t testing.TB) commands.Answers {
			a, err := sqlite.OpenAnswers(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = a.Close() })
			return a
		}
	})
}
