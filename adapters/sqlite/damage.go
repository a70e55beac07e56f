package sqlite

import (
	"errors"
	"sync/atomic"

	modernc "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
	"zombiezen.com/go/sqlite"
)

// A damage remembers that SQLite has found its file damaged: requests that need other parts of the file still
// succeed, so that nobody would be told.
type damage struct{ found atomic.Pointer[string] }

// note returns err, and remembers it if it says that the file is damaged.
func (d *damage) note(err error) error {
	if isDamage(err) {
		text := err.Error()
		d.found.CompareAndSwap(nil, &text)
	}
	return err
}

// Damage says what SQLite has found damaged since the file was opened, "" for nothing.
func (d *damage) Damage() string {
	if text := d.found.Load(); text != nil {
		return *text
	}
	return ""
}

func isDamage(err error) bool {
	if err == nil {
		return false
	}
	code := int(sqlite.ErrCode(err).ToPrimary()) // of the log
	var other *modernc.Error
	if errors.As(err, &other) {
		code = other.Code() & 0xff
	}
	return code == lib.SQLITE_CORRUPT || code == lib.SQLITE_NOTADB
}
