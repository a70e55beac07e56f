package sqlite

import (
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// The writer keeps an eighth of the log's pages in memory, between these bounds in KiB:
// where streams end stands in pages all over the file, and streams that go on after a
// long time are no rarity. Only pages that were needed take memory.
const (
	logCacheLeast = 64 << 10
	logCacheMost  = 256 << 10
)

// fitEvery is after how many events the size of the file is looked at again.
const fitEvery = 1 << 18

// fitCache looks at the size of the file when it has grown.
func (l *Log) fitCache() {
	if l.last.position < l.fitted+fitEvery {
		return
	}
	if err := sizeCache(l.write); err == nil {
		l.fitted = l.last.position
	}
}

// sizeCache gives the writer a cache that suits the file.
func sizeCache(c *sqlite.Conn) error {
	bytes := int64(1)
	for _, pragma := range []string{"page_count", "page_size"} {
		err := sqlitex.ExecuteTransient(c, "PRAGMA "+pragma, &sqlitex.ExecOptions{
			ResultFunc: func(s *sqlite.Stmt) error { bytes *= s.ColumnInt64(0); return nil }})
		if err != nil {
			return fmt.Errorf("size of the log: %w", err)
		}
	}
	return sqlitex.ExecuteTransient(c, fmt.Sprintf("PRAGMA cache_size=-%d", cacheOf(bytes)), nil)
}

// cacheOf is the cache for a file, in KiB.
func cacheOf(bytes int64) int64 { return min(max(bytes/8>>10, logCacheLeast), logCacheMost) }
