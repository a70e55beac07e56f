package sqlite

import (
	"errors"

	modernc "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
	"zombiezen.com/go/sqlite"
)

// IsUnavailable says that an error tells of the disk or of a file held by others,
// not of what was asked: no room, no permission to write, no answer of the device.
// The same request can succeed later.
func IsUnavailable(err error) bool {
	code := int(sqlite.ErrCode(err).ToPrimary()) // of the log
	var views *modernc.Error
	if errors.As(err, &views) {
		code = views.Code() & 0xff
	}
	switch code {
	case lib.SQLITE_FULL, lib.SQLITE_IOERR, lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_BUSY, lib.SQLITE_NOMEM:
		return true
	}
	return false
}
