package postgres

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed-62a36931/docket/domain/es/group"
)

// persistGroup writes a group and outlasts a server that goes away: when the answer
// to a commit was lost, the events are found by their ids at the next try.
func (l *Log) persistGroup(requests []*group.Request) (*batch, error) {
	end := time.Now().Add(logRetry)
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		var b *batch
		err := l.pool.AcquireFunc(l.ctx, func(c *pgxpool.Conn) (err error) {
			ctx, cancel := context.WithTimeout(l.ctx, logTry)
			defer cancel()
			b, err = l.tryGroup(ctx, c, requests)
			return endTransaction(c, err)
		})
		if err == nil || !isBroken(err) || time.Now().After(end) {
			return b, err
		}
		select {
		case <-l.ctx.Done():
			return b, err
		case <-time.After(pause):
		}
	}
}

// tryGroup writes a group as it must be if nobody else appends to the same streams at this
// moment, or, where that does not hold, after a look at them behind the lock.
func (l *Log) tryGroup(ctx context.Context, c *pgxpool.Conn, requests []*group.Request) (*batch, error) {
	l.known.forgetOlder(l.conns.Load())
	b, err := l.known.predictBatch(ctx, c, requests, l.kinds)
	if err != nil {
		return nil, err
	}
	if b != nil {
		done, err := b.writePredicted(ctx, c)
		if done {
			l.known.rememberBatch(b)
		}
		if done || err != nil {
			return b, err
		}
	}
	b = newBatch(requests, l.kinds)
	if err = b.writeLocked(ctx, c); err == nil {
		l.known.rememberBatch(b)
	}
	return b, err
}

// endTransaction leaves no transaction open on a connection whose work has failed.
func endTransaction(c *pgxpool.Conn, err error) error {
	if err == nil || c.Conn().IsClosed() || c.Conn().PgConn().TxStatus() == 'I' {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, rollback := c.Exec(ctx, "ROLLBACK"); rollback != nil {
		return errors.Join(err, c.Conn().Close(ctx))
	}
	return err
}

// isBroken says that the connection or the server failed, not what was asked.
func isBroken(err error) bool {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		// Connection; shutdown, crash, starting, full, cut off in a transaction.
		return strings.HasPrefix(server.Code, "08") ||
			slices.Contains([]string{"57P01", "57P02", "57P03", "53300", "25P03"}, server.Code)
	}
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || pgconn.SafeToRetry(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

// isUnfit says that a value cannot be stored: class 22, data exception, or 54, a
// limit of the server.
func isUnfit(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && (strings.HasPrefix(server.Code, "22") || strings.HasPrefix(server.Code, "54"))
}
