package postgres

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// A plan is made once on each connection, maybe when there is nothing in the log yet:
// it must be the one that a large log needs.
func TestPlansHoldWhenTheLogGrows(t *testing.T) {
	l, err := OpenLog(t.Context(), pgtest.DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	c, err := l.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	for name, s := range map[string]struct{ sql, types, values string }{
		"stream":   {selectStream, "(text, bigint)", "('a-demo-1', 0)"},
		"page":     {selectPage, "(bigint)", "(0)"},
		"filtered": {selectFiltered, "(bigint, text[])", "(0, '{a,b}')"},
	} {
		if _, err := c.Exec(t.Context(), "PREPARE "+name+s.types+" AS "+s.sql); err != nil {
			t.Fatal(err)
		}
		rows, err := c.Query(t.Context(), "EXPLAIN (COSTS OFF) EXECUTE "+name+s.values, pgx.QueryExecModeSimpleProtocol)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		plan := strings.Join(lines, "\n")
		if name != "stream" && strings.Contains(plan, "Sort") || strings.Contains(plan, "Seq Scan") ||
			strings.Contains(plan, "Hash") || !strings.Contains(plan, "$1") {
			t.Errorf("got %s, want an index of $1, and no scan, hash or sort:\n%s", name, plan)
		}
	}
}
