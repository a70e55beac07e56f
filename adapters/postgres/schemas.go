package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrOccupied says that a schema which Docket would make is there, with things of another
// program.
var ErrOccupied = errors.New("another program uses a schema of that name")

// schemas are those of an installation. In databases that the versions before 0.2 began they are
// called that; in others the prefix keeps them apart from schemas of other programs.
var schemas = []string{"log", "views", "vault", "work", "answers", "evidence"}

const schemaPrefix = "docket_"

// versionTable stands in each schema that Docket has made.
const versionTable = "docket_schema"

// resolveSchema returns what one of the schemas of an installation is called in a database. Any
// other name is returned as it is. Before the first schema is made it looks at all of them.
// Errors: ErrOccupied.
func resolveSchema(ctx context.Context, dsn, schema string) (string, error) {
	if !slices.Contains(schemas, schema) {
		return schema, nil
	}
	settings, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return "", fmt.Errorf("connection settings: %w", err)
	}
	conn, err := pgx.ConnectConfig(ctx, settings.ConnConfig)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	former, err := hasFormerSchemas(ctx, conn)
	if err != nil || former {
		return schema, err
	}
	return schemaPrefix + schema, checkOccupied(ctx, conn)
}

// hasFormerSchemas reports whether the database has schemas without the prefix that Docket has made.
func hasFormerSchemas(ctx context.Context, conn *pgx.Conn) (there bool, err error) {
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE tablename = $1 AND schemaname = ANY ($2))",
		versionTable, schemas).Scan(&there)
	return there, err
}

// checkOccupied refuses schemas of Docket's names that have relations, and not that of Docket.
func checkOccupied(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, `SELECT n.nspname || '.' || min(c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE starts_with(n.nspname, $1) AND substr(n.nspname, length($1) + 1) = ANY ($2)
GROUP BY n.nspname HAVING NOT bool_or(c.relname = $3) ORDER BY n.nspname`, schemaPrefix, schemas, versionTable)
	if err != nil {
		return err
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err == nil && len(there) > 0 {
		err = fmt.Errorf("%w: %s is not Docket's, and nothing was made. Name another database, or rename that schema",
			ErrOccupied, strings.Join(there, ", "))
	}
	return err
}
