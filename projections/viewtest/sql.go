package viewtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/projections"
)

// portableSQL runs what queries may use on every engine.
func portableSQL(t *testing.T, place Place) {
	e := openPrepared(t, place)
	var rows []projections.Row
	for i := range int64(10) {
		rows = append(rows, thingRow(fmt.Sprintf("k%d", i), fmt.Sprintf("o%d", i%3), i*10, i%2 == 0, fmt.Sprintf(`{"n":%d}`, i)))
	}
	putRows(t, e, "things_v1", 0, 1, rows...)
	must(t, e.Update(t.Context(), "things_v1", 1, 2, func(w projections.Writer) error {
		return w.Put(t.Context(), "marks", projections.Row{Key: "m", Values: []any{"k3"}, Doc: []byte("{}")})
	}))
	for _, c := range []struct {
		sql  string
		args []any
		want []string
	}{
		{"SELECT key FROM things WHERE owner = $1 AND size > $2 ORDER BY size DESC", []any{"o0", int64(20)}, []string{"k9", "k6", "k3"}},
		{"SELECT key FROM things WHERE size > $1 AND owner = $2 AND size <> $1 ORDER BY key LIMIT $3", []any{int64(20), "o0", 2},
			[]string{"k3", "k6"}},
		{"SELECT key FROM things WHERE open = $1 ORDER BY key LIMIT 2 OFFSET 1", []any{true}, []string{"k2", "k4"}},
		{"SELECT key FROM things WHERE NOT open ORDER BY key LIMIT 2", nil, []string{"k1", "k3"}},
		{"SELECT key FROM things WHERE (owner, size) > ($1, $2) ORDER BY owner, size LIMIT 3", []any{"o1", int64(40)},
			[]string{"k7", "k2", "k5"}},
		{"SELECT owner FROM things GROUP BY owner HAVING count(*) > $1", []any{3}, []string{"o0"}},
		{"SELECT CAST(sum(size) AS bigint) FROM things", nil, []string{"450"}},
		{"SELECT CAST(count(*) AS bigint) FROM things WHERE key LIKE $1", []any{"k%"}, []string{"10"}},
		{"SELECT key FROM things WHERE key LIKE $1", []any{"K%"}, []string{}}, // case counts
		{"WITH big AS (SELECT key, size FROM things WHERE size >= $1) SELECT key FROM big ORDER BY size", []any{int64(80)},
			[]string{"k8", "k9"}},
		{`SELECT key FROM (SELECT key, row_number() OVER (PARTITION BY owner ORDER BY size DESC) AS place FROM things) AS ranked
			WHERE place = 1 ORDER BY key`, nil, []string{"k7", "k8", "k9"}},
		{"SELECT t.key FROM things t JOIN marks m ON m.thing = t.key", nil, []string{"k3"}},
		{"SELECT key FROM things t WHERE NOT EXISTS (SELECT 1 FROM marks m WHERE m.thing = t.key) AND size < $1 ORDER BY key",
			[]any{int64(50)}, []string{"k0", "k1", "k2", "k4"}},
		{"SELECT key FROM things WHERE key IN ($1, $2) ORDER BY key", []any{"k5", "k1"}, []string{"k1", "k5"}},
		{"SELECT COALESCE(max(key), $1) FROM things WHERE size < 0", []any{"none"}, []string{"none"}},
		{"SELECT CASE WHEN size > $1 THEN owner ELSE 'small' END FROM things WHERE key = 'k0'", []any{int64(5)}, []string{"small"}},
		{"SELECT lower('ABC') || $1", []any{"d"}, []string{"abcd"}},
	} {
		if got := queryStrings(t, e, c.sql, c.args...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.sql, got, c.want)
		}
	}
	testScanTypes(t, e)
}

// testScanTypes scans each type of column into its Go type.
func testScanTypes(t *testing.T, e Engine) {
	rows, err := e.Query(t.Context(), "SELECT key, owner, size, open, doc FROM things WHERE key = $1", "k4")
	must(t, err)
	defer rows.Close()
	var key, owner string
	var size int64
	var open bool
	var doc []byte
	if !rows.Next() {
		t.Fatalf("no row: %v", rows.Err())
	}
	must(t, rows.Scan(&key, &owner, &size, &open, &doc))
	if key != "k4" || owner != "o1" || size != 40 || !open || string(doc) != `{"n":4}` {
		t.Errorf("scanned %s %s %d %v %s", key, owner, size, open, doc)
	}
	if rows.Next() || rows.Err() != nil {
		t.Errorf("another row, or %v", rows.Err())
	}
}

func readOnly(t *testing.T, place Place) {
	e := openPrepared(t, place)
	putRows(t, e, "things_v1", 0, 1, thingRow("a", "o", 1, true, "{}"))
	for _, sql := range []string{"DELETE FROM things_v1", "INSERT INTO marks_v1 (key, thing, doc) VALUES ('a', 'b', '')",
		"DROP TABLE things_v1", "nonsense"} {
		rows, err := e.Query(t.Context(), sql)
		if err == nil {
			for rows.Next() {
				t.Errorf("%s answers a row", sql)
			}
			rows.Close()
			err = rows.Err()
		}
		if err == nil {
			t.Errorf("%s passes", sql)
		}
	}
	if got := queryStrings(t, e, "SELECT key FROM things"); !slices.Equal(got, []string{"a"}) {
		t.Errorf("a query changed rows: %q", got)
	}
}
