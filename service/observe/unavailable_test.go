package observe

import (
	"errors"
	"fmt"
	"net"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/messaging"
	"github.com/seed-62a36931/docket/service/settings"
)

// TestOutagesNameTheirServer names what is away in the log, and nothing that is not used.
func TestOutagesNameTheirServer(t *testing.T) {
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	embedded, shared := settings.Config{}, settings.Config{}
	shared.Postgres = "postgres://db"
	for _, row := range []struct {
		name     string
		err      error
		shared   string
		embedded string
	}{
		{"the broker", fmt.Errorf("%w: %w", messaging.ErrAway, refused), "NATS", "NATS"},
		{"the object store", &blobs.Failure{Err: refused}, "the object store", "the object store"},
		{"the database", fmt.Errorf("read: %w", &pgconn.PgError{Code: "57P01"}), "PostgreSQL", ""},
		{"some connection", refused, "PostgreSQL", ""},
		{"a full disk", syscall.ENOSPC, "the disk", "the disk"},
		{"a bug", errors.New("bug"), "", ""},
	} {
		if got := outageOf(shared, row.err); got != row.shared {
			t.Errorf("%s, with PostgreSQL: got %q, want %q", row.name, got, row.shared)
		}
		if got := outageOf(embedded, row.err); got != row.embedded {
			t.Errorf("%s, with SQLite: got %q, want %q", row.name, got, row.embedded)
		}
	}
}
