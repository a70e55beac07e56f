package postgres

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// IsUnavailable says that an error tells of the server or of the way to it, not of
// what was asked: it is away, stopping, starting, or out of a resource. The same
// request can succeed later.
func IsUnavailable(err error) bool {
	var server *pgconn.PgError
	if errors.As(err, &server) && (strings.HasPrefix(server.Code, "53") || strings.HasPrefix(server.Code, "58") || server.Code == "25006") {
		return true // insufficient resources, a disk included; system error; read-only
	}
	return isBroken(err)
}
