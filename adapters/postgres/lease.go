package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/processes"
)

// maxLease is the longest time that a lease may be asked for: one that is never
// given back must not block its work for good.
const maxLease = 24 * time.Hour

// Leases keep who works on what in the schema "work", by the server's clock.
type Leases struct{ pool *pgxpool.Pool }

var _ processes.Leases = (*Leases)(nil)

// OpenLeases connects and makes the schema. Errors: ErrNewerSchema.
func OpenLeases(ctx context.Context, dsn string) (*Leases, error) {
	pool, err := poolSettings{dsn: dsn, schema: "work", conns: 4}.openMigrated(ctx, "leases")
	if err != nil {
		return nil, err
	}
	return &Leases{pool}, nil
}

// Close ends the connections; leases stay until their time is over.
func (l *Leases) Close() error { l.pool.Close(); return nil }

// Take gives a lease that is free, over, or the holder's own.
func (l *Leases) Take(ctx context.Context, key string, holder uuid.UUID, ttl time.Duration) (processes.Fence, error) {
	return l.writeLease(ctx, processes.ErrLeaseHeld, key, holder, ttl, `INSERT INTO leases AS held (key, holder, until)
		VALUES ($1, $2, now() + $3 * interval '1 microsecond')
		ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
		WHERE held.holder = excluded.holder OR held.until <= now() RETURNING until`)
}

// Renew lengthens a lease that is still the holder's.
func (l *Leases) Renew(ctx context.Context, f processes.Fence, ttl time.Duration) (processes.Fence, error) {
	return l.writeLease(ctx, processes.ErrLeaseLost, f.Key, f.Holder, ttl, `UPDATE leases SET until = now() + $3 * interval '1 microsecond'
		WHERE key = $1 AND holder = $2 AND until > now() RETURNING until`)
}

// writeLease runs a statement that answers the new end, or no row, which is refusal.
func (l *Leases) writeLease(ctx context.Context, refusal error, key string, holder uuid.UUID, ttl time.Duration,
	statement string) (processes.Fence, error) {
	if key == "" || ttl < time.Millisecond || ttl > maxLease {
		return processes.Fence{}, fmt.Errorf("a lease of %q for %s: it needs a name and 1ms to %s", key, ttl, maxLease)
	}
	f := processes.Fence{Key: key, Holder: holder}
	err := l.pool.QueryRow(ctx, statement, key, holder.String(), ttl.Microseconds()).Scan(&f.Until)
	if errors.Is(err, pgx.ErrNoRows) {
		err = refusal
	}
	if err != nil {
		return processes.Fence{}, fmt.Errorf("lease of %s: %w", key, err)
	}
	f.Until = f.Until.UTC()
	return f, nil
}

// Release gives a lease back.
func (l *Leases) Release(ctx context.Context, f processes.Fence) error {
	_, err := l.pool.Exec(ctx, "DELETE FROM leases WHERE key = $1 AND holder = $2", f.Key, f.Holder.String())
	return err
}

// HeldKeys lists the keys with a prefix whose lease is alive, in order.
func (l *Leases) HeldKeys(ctx context.Context, prefix string) ([]string, error) {
	return queryStrings(ctx, l.pool, "SELECT key FROM leases WHERE starts_with(key, $1) AND until > now() ORDER BY key", prefix)
}
