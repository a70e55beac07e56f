package sqlite_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	library "zombiezen.com/go/sqlite"

	"github.com/seed-62a36931/docket/adapters/sqlite"
)

// TestWhatIsUnavailable tells failures of the disk from all others.
func TestWhatIsUnavailable(t *testing.T) {
	garbage := filepath.Join(t.TempDir(), "events.db")
	if err := os.WriteFile(garbage, make([]byte, 8192), 0o600); err != nil {
		t.Fatal(err)
	}
	_, notADatabase := sqlite.OpenLog(t.Context(), garbage)
	for _, row := range []struct {
		err  error
		want bool
	}{
		{library.ResultFull.ToError(), true},
		{fmt.Errorf("append: %w", library.ResultIOErrWrite.ToError()), true},
		{library.ResultReadOnlyDBMoved.ToError(), true},
		{library.ResultConstraintUnique.ToError(), false},
		{library.ResultCorrupt.ToError(), false},
		{notADatabase, false},
		{errors.New("full"), false},
		{nil, false},
	} {
		if got := sqlite.IsUnavailable(row.err); got != row.want {
			t.Errorf("%v: %v, want %v", row.err, got, row.want)
		}
	}
}
