package postgres

import (
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// persist writes a group and outlasts a server that goes away: when the answer
// to a commit was lost, the events are found by their ids at the next try.
func (l *Log) persist(group []*request) (*batch, error) {
	end := time.Now().Add(logRetry)
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		b := newBatch(group, l.kinds)
		err := pgx.BeginFunc(l.ctx, l.pool, func(tx pgx.Tx) error { return b.write(l.ctx, tx) })
		if err == nil || !broken(err) || time.Now().After(end) {
			return b, err
		}
		select {
		case <-l.ctx.Done():
			return b, err
		case <-time.After(pause):
		}
	}
}

// broken says that the connection or the server failed, not what was asked.
func broken(err error) bool {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return strings.HasPrefix(server.Code, "08") || // connection
			slices.Contains([]string{"57P01", "57P02", "57P03", "53300"}, server.Code) // shutdown, crash, starting, full
	}
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || pgconn.SafeToRetry(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

// unfit says that a value cannot be stored: class 22, data exception, or 54, a
// limit of the server.
func unfit(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && (strings.HasPrefix(server.Code, "22") || strings.HasPrefix(server.Code, "54"))
}
