package sqlite

import (
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed-62a36931/docket/domain/es"
)

func TestTheCacheSuitsTheLog(t *testing.T) {
	for bytes, want := range map[int64]int64{0: 64 << 10, 500 << 20: 64 << 10, 1 << 30: 128 << 10, 4 << 30: 256 << 10, 1 << 50: 256 << 10} {
		if got := cacheOf(bytes); got != want {
			t.Errorf("%d KiB for %d bytes, want %d", got, bytes, want)
		}
	}
}

// A log that has grown while it was open is looked at again, and not at each append.
func TestTheCacheFollowsTheLog(t *testing.T) {
	l, err := OpenLog(t.Context(), filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	size := func(text string) (n int64) { // nobody appends, so the connection is ours
		t.Helper()
		err := sqlitex.ExecuteTransient(l.write, "PRAGMA "+text, &sqlitex.ExecOptions{
			ResultFunc: func(s *sqlite.Stmt) error { n = s.ColumnInt64(0); return nil }})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := size("cache_size"); n != -logCacheLeast {
		t.Errorf("opened with %d, want %d", n, -logCacheLeast)
	}
	for _, at := range []struct {
		position es.Position
		want     int64
	}{{fitEvery - 1, -1}, {fitEvery, -logCacheLeast}, {2*fitEvery - 1, -1}, {2 * fitEvery, -logCacheLeast}} {
		size("cache_size=-1")
		l.last.position = at.position
		l.fitCache()
		if n := size("cache_size"); n != at.want {
			t.Errorf("%d after %d events, want %d", n, at.position, at.want)
		}
	}
}
