package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/processes"
)

// maxLease is the longest time that a lease may be asked for: one that is never
// given back must not block its work for good.
const maxLease = 24 * time.Hour

// Leases keep who works on what in a small file, for all processes of a machine.
// Losing it, as a power cut may do to the last few, frees the leases.
type Leases struct {
	db  *sql.DB
	now func() time.Time
}

var _ processes.Leases = (*Leases)(nil)

// OpenLeases opens or makes the file. now is the clock that all processes of the
// machine share, time.Now outside of tests.
func OpenLeases(ctx context.Context, path string, now func() time.Time) (*Leases, error) {
	db, err := openMigrated(ctx, file{path: path, sync: "NORMAL", conns: 2, cache: 1}, "leases")
	if err != nil {
		return nil, err
	}
	return &Leases{db, now}, nil
}

// Close closes the file; leases stay until their time is over.
func (l *Leases) Close() error { return l.db.Close() }

// Take gives a lease that is free, over, or the holder's own.
func (l *Leases) Take(ctx context.Context, key string, holder uuid.UUID, ttl time.Duration) (processes.Fence, error) {
	now, until, err := l.leaseSpan(key, ttl)
	if err != nil {
		return processes.Fence{}, err
	}
	n, err := l.execWrite(ctx, `INSERT INTO leases (key, holder, until) VALUES ($1, $2, $3)
		ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
		WHERE leases.holder = excluded.holder OR leases.until <= $4`, key, holder.String(), until, now)
	if err == nil && n == 0 {
		err = processes.ErrLeaseHeld
	}
	return toFence(key, holder, until, err)
}

// Renew lengthens a lease that is still the holder's.
func (l *Leases) Renew(ctx context.Context, f processes.Fence, ttl time.Duration) (processes.Fence, error) {
	now, until, err := l.leaseSpan(f.Key, ttl)
	if err != nil {
		return processes.Fence{}, err
	}
	n, err := l.execWrite(ctx, "UPDATE leases SET until = $1 WHERE key = $2 AND holder = $3 AND until > $4", until, f.Key,
		f.Holder.String(), now)
	if err == nil && n == 0 {
		err = processes.ErrLeaseLost
	}
	return toFence(f.Key, f.Holder, until, err)
}

// Release gives a lease back.
func (l *Leases) Release(ctx context.Context, f processes.Fence) error {
	_, err := l.execWrite(ctx, "DELETE FROM leases WHERE key = $1 AND holder = $2", f.Key, f.Holder.String())
	return err
}

// ReleaseAll frees all leases: it is for a process that knows that it is the only one, since
// it holds the lock of the folder. Those of a process that died need not run out then.
func (l *Leases) ReleaseAll(ctx context.Context) error {
	_, err := l.execWrite(ctx, "DELETE FROM leases")
	return err
}

// HeldKeys lists the keys with a prefix whose lease is alive, in order.
func (l *Leases) HeldKeys(ctx context.Context, prefix string) ([]string, error) {
	return queryStrings(ctx, l.db, "SELECT key FROM leases WHERE substr(key, 1, length($1)) = $1 AND until > $2 ORDER BY key",
		prefix, l.now().UnixMicro())
}

// leaseSpan checks a request and gives its beginning and end in microseconds.
func (l *Leases) leaseSpan(key string, ttl time.Duration) (now, until int64, err error) {
	if key == "" || ttl < time.Millisecond || ttl > maxLease {
		return 0, 0, fmt.Errorf("a lease of %q for %s: it needs a name and 1ms to %s", key, ttl, maxLease)
	}
	t := l.now()
	return t.UnixMicro(), t.Add(ttl).UnixMicro(), nil
}

func (l *Leases) execWrite(ctx context.Context, query string, args ...any) (int64, error) {
	r, err := l.db.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, fmt.Errorf("lease: %w", err)
	}
	return r.RowsAffected()
}

func toFence(key string, holder uuid.UUID, until int64, err error) (processes.Fence, error) {
	if errors.Is(err, processes.ErrLeaseHeld) || errors.Is(err, processes.ErrLeaseLost) {
		err = fmt.Errorf("%s: %w", key, err)
	}
	if err != nil {
		return processes.Fence{}, err
	}
	return processes.Fence{Key: key, Holder: holder, Until: time.UnixMicro(until).UTC()}, nil
}
