package viewtest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/projections/store"
)

func testText(t *testing.T, place Place) {
	e := openPrepared(t, place)
	docs := map[string]string{
		"ascii":          `{"a": 1,  "b" :2}`, // spaces stay
		"Ünï/ço∂é 日本 🙂":  `{"ß":"日本 🙂 \u0000 \ud83d\ude42"}`,
		"quote'\"\\$1%_": `{"q":"'\"\\"}`,
		"numbers":        `{"big":123456789012345678901234567890,"f":1.0}`,
		"empty":          ``,
		"large":          `{"t":"` + strings.Repeat("é日🙂x", 100_000) + `"}`, // 1 MB
	}
	var rows []projections.Row
	for key, doc := range docs {
		rows = append(rows, thingRow(key, key, -1<<63, len(key)%2 == 0, doc))
	}
	putRows(t, e, "things_v1", 0, 1, rows...)
	must(t, e.Update(t.Context(), "things_v1", 1, 2, func(w projections.Writer) error {
		for key, doc := range docs {
			got, ok, err := w.Get(t.Context(), "things", key)
			if err != nil || !ok || string(got) != doc {
				t.Errorf("%s: %d bytes of %d, %v %v", key, len(got), len(doc), ok, err)
			}
			keys, err := w.Keys(t.Context(), "things", "owner", key)
			if err != nil || !slices.Equal(keys, []string{key}) {
				t.Errorf("keys of owner %s: %q %v", key, keys, err)
			}
		}
		return nil
	}))
	// Keys are ordered by their bytes, on every engine and locale.
	putRows(t, e, "things_v1", 2, 3, thingRow("B", "sort", 0, true, "{}"), thingRow("a", "sort", 0, true, "{}"),
		thingRow("ä", "sort", 0, true, "{}"), thingRow("_", "sort", 0, true, "{}"))
	want := []string{"B", "_", "a", "ä"}
	if got := queryStrings(t, e, "SELECT key FROM things WHERE owner = $1 ORDER BY key", "sort"); !slices.Equal(got, want) {
		t.Errorf("in order: %q, want %q", got, want)
	}
}

func refuseRows(t *testing.T, place Place) {
	e := openPrepared(t, place)
	long := strings.Repeat("x", 3000)
	for name, row := range map[string]projections.Row{
		"NUL in the key":           thingRow("a\x00", "o", 1, true, "{}"),
		"NUL in a column":          thingRow("a", "o\x00", 1, true, "{}"),
		"NUL in the document":      thingRow("a", "o", 1, true, "{\"a\":\"\x00\"}"),
		"broken UTF-8":             thingRow("a", "o\xff", 1, true, "{}"),
		"broken UTF-8 in document": thingRow("a", "o", 1, true, "\"\xc3\""),
		"no key":                   thingRow("", "o", 1, true, "{}"),
		"a long key":               thingRow(long, "o", 1, true, "{}"),
		"a long text":              thingRow("a", long, 1, true, "{}"),
		"a huge document":          thingRow("a", "o", 1, true, strings.Repeat("x", 16<<20+1)),
		"too few values":           {Key: "a", Values: []any{"o", int64(1)}},
		"a value of another type":  {Key: "a", Values: []any{"o", 1, true}},
		"nil for a value":          {Key: "a", Values: []any{nil, int64(1), true}},
	} {
		err := e.Update(t.Context(), "things_v1", 0, 1, func(w projections.Writer) error { return w.Put(t.Context(), "things", row) })
		if !errors.Is(err, store.ErrRow) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, f := range map[string]func(projections.Writer) error{
		"a table of nobody": func(w projections.Writer) error { return w.Put(t.Context(), "others", projections.Row{Key: "a"}) },
		"a column of nobody": func(w projections.Writer) error {
			_, err := w.Keys(t.Context(), "things", "weight", int64(1))
			return err
		},
		"a value that no column holds": func(w projections.Writer) error { return w.Delete(t.Context(), "things", "size", "1") },
	} {
		if err := e.Update(t.Context(), "things_v1", 0, 1, f); err == nil {
			t.Errorf("%s passes", name)
		}
	}
	for _, move := range [][2]es.Position{{0, 0}, {5, 4}, {0, 1 << 63}} {
		if err := e.Update(t.Context(), "things_v1", move[0], move[1], func(projections.Writer) error { return nil }); err == nil {
			t.Errorf("the checkpoint moves from %d to %d", move[0], move[1])
		}
	}
	err := e.Update(t.Context(), "others_v1", 0, 1, func(projections.Writer) error { return nil })
	if !errors.Is(err, store.ErrUnknownView) {
		t.Errorf("a view that was not prepared: %v", err)
	}
	if got := dumpTable(t, e, "things"); got != "" {
		t.Errorf("something was stored: %s", got)
	}
}

func refuseDefinitions(t *testing.T, place Place) {
	e := openPrepared(t, place)
	bad := func(change func(*projections.View)) projections.View {
		v := thingsView(7)
		change(&v)
		return v
	}
	for name, v := range map[string]projections.View{
		"SQL in a name":       bad(func(v *projections.View) { v.Tables[0].Name = `a" (` }),
		"a version in a name": bad(func(v *projections.View) { v.Tables[0].Name = "a_v1" }),
		"a name of ours":      bad(func(v *projections.View) { v.Tables[0].Name = "docket_table" }),
		"a doubled table":     bad(func(v *projections.View) { v.Tables[1].Name = "things" }),
		"a column key":        bad(func(v *projections.View) { v.Tables[1].Columns[0].Name = "key" }),
		"an index on nothing": bad(func(v *projections.View) { v.Tables[1].Indexes = [][]string{{}} }),
		"an index on others":  bad(func(v *projections.View) { v.Tables[1].Indexes = [][]string{{"owner"}} }),
		"version 0":           thingsView(0),
	} {
		if err := e.Prepare(t.Context(), v); err == nil {
			t.Errorf("%s passes", name)
		}
	}
	changed := thingsView(1)
	changed.Tables[1].Columns = append(changed.Tables[1].Columns, projections.Column{Name: "more", Type: projections.Bool})
	if err := e.Prepare(t.Context(), changed); err == nil || !strings.Contains(err.Error(), "raise the version") {
		t.Errorf("a changed table without a new version: %v", err)
	}
}
