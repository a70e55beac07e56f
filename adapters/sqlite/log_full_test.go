//go:build linux

package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
)

func event(body []byte) []es.Envelope {
	return []es.Envelope{{ID: uuid.New(), Type: "test.happened", Schema: 1, Body: body}}
}

func TestLogOutlastsAFullDisk(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("none", root, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("mounting a small file system needs root: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(root, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	ballast := filepath.Join(root, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := sqlite.OpenLog(t.Context(), filepath.Join(root, "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	body, n := bytes.Repeat([]byte("x"), 100_000), uint64(0)
	for ; err == nil && n < 100; n++ {
		_, err = l.Append(t.Context(), "a-demo-1", n, event(body))
	}
	if n--; err == nil || !strings.Contains(err.Error(), "disk is full") || n < 3 {
		t.Fatalf("after %d events of 100 kB on 4 MiB: %v, want an error, err.Error() with disk is full and n at least 3", n, err)
	}
	count(t, l, n)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if r, err := l.Append(t.Context(), "a-demo-1", n, event(body)); err != nil || r.Version != n+1 || r.Position != es.Position(n+1) {
		t.Fatalf("with space again: %+v, %v, want version and position %d", r, err, n+1)
	}
	count(t, l, n+1)
}

func count(t *testing.T, l *sqlite.Log, want uint64) {
	t.Helper()
	n := uint64(0)
	for _, err := range l.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != want {
		t.Errorf("%d events, want %d", n, want)
	}
}

func TestLogOfNewerProgramIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	l, err := sqlite.OpenLog(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO docket_schema (version_id, is_applied) VALUES (99, 1)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = sqlite.OpenLog(context.Background(), path)
	if !errors.Is(err, sqlite.ErrNewerSchema) || !strings.Contains(fmt.Sprint(err), "99") || !strings.Contains(fmt.Sprint(err), "knows 3") {
		t.Errorf("got %v, want a refusal that names both versions", err)
	}
}

func TestLogOfTheFirstSchemaIsTakenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	l, err := sqlite.OpenLog(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(3) {
		if _, err := l.Append(t.Context(), "a-demo-1", i, event([]byte("{}"))); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, back := range []string{"ALTER TABLE streams ADD COLUMN version INTEGER NOT NULL DEFAULT 3",
		"CREATE INDEX events_type ON events (type, position)", "DELETE FROM docket_schema WHERE version_id = 2"} {
		if _, err := db.Exec(back); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if l, err = sqlite.OpenLog(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	count(t, l, 3)
	if r, err := l.Append(t.Context(), "a-demo-1", 3, event([]byte("{}"))); err != nil || r.Version != 4 {
		t.Errorf("the next event: %+v, %v, want no error and r.Version = 4", r, err)
	}
	if r, err := l.Append(t.Context(), "b-demo-1", 0, event([]byte("{}"))); err != nil || r.Position != 5 {
		t.Errorf("a new stream: %+v, %v, want no error and r.Position = 5", r, err)
	}
}
