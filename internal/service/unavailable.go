package service

import (
	"errors"
	"syscall"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
)

// isUnavailable says that a failure is one of the database, the disk or the broker: callers are
// told to try again, and operators find the cause in the log.
func isUnavailable(err error) bool {
	for _, cause := range []error{blobs.ErrFull, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, syscall.EMFILE} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return messaging.IsUnavailable(err) || blobs.IsUnavailable(err) ||
		sqlite.IsUnavailable(err) || postgres.IsUnavailable(err) || eventstoredb.IsUnavailable(err)
}
