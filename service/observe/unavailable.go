package observe

import (
	"errors"
	"syscall"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/eventstoredb"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/service/settings"
)

// IsUnavailable reports whether a failure is one of a server, the database or the disk: callers are
// told to try again, and operators find the cause in the log.
func IsUnavailable(err error) bool { return unavailableServer(err) != "" }

// unavailableServer returns what cannot be used now, of the servers that the service needs and the
// disk, because of which something failed; "" for every other failure.
func unavailableServer(err error) string {
	switch {
	case err == nil:
		return ""
	case messaging.IsUnavailable(err):
		return "NATS"
	case eventstoredb.IsUnavailable(err):
		return "EventStoreDB"
	case blobs.IsUnavailable(err):
		return "the object store"
	case sqlite.IsUnavailable(err) || isDiskFailure(err):
		return "the disk"
	case postgres.IsUnavailable(err): // the last: any failure of the system's counts for it
		return postgresName
	case errors.Is(err, es.ErrNoAnswer):
		return "the event log"
	}
	return ""
}

const postgresName = "PostgreSQL"

// outageOf returns the server or disk whose outage an error in the log tells of, "" for none. A failed
// connection that nothing is known of is one of PostgreSQL only where that is used.
func outageOf(s settings.Config, err error) string {
	server := unavailableServer(err)
	if server == postgresName && s.Postgres == "" {
		return ""
	}
	return server
}

// isDiskFailure reports whether a disk has no room, or fails.
func isDiskFailure(err error) bool {
	for _, cause := range []error{blobs.ErrFull, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, syscall.EMFILE} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}
