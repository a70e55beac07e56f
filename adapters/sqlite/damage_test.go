package sqlite_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
)

// spoil overwrites pages in the middle of a file, as a disk does that loses what was written.
func spoil(t *testing.T, file string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for at := len(content) * 2 / 5 / 4096 * 4096; at < len(content)*3/5; at += 4096 {
		copy(content[at:], bytes.Repeat([]byte{0xA5}, 64))
	}
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A log and a vault whose files are damaged say so from the first request on that meets the damage, whatever others find.
func TestDamagedFilesAreRemembered(t *testing.T) {
	file := filepath.Join(t.TempDir(), "events.db")
	log, err := sqlite.OpenLog(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	for version := range uint64(300) {
		e := es.Envelope{ID: uuid.New(), Type: "thing.made", Schema: 1, Body: bytes.Repeat([]byte("x"), 2000)}
		if _, err := log.Append(t.Context(), "thing-a-1", version, []es.Envelope{e}); err != nil {
			t.Fatal(err)
		}
	}
	if got := log.Damage(); got != "" {
		t.Errorf("a whole log: got %q, want no damage", got)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	spoil(t, file)
	if log, err = sqlite.OpenLog(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	failed := false
	for _, err := range log.All(t.Context(), 0, es.Filter{}) {
		failed = failed || err != nil
	}
	if got := log.Damage(); !failed || got == "" {
		t.Errorf("a damaged log: got %q after a read that failed %t, want the damage", got, failed)
	}

	file = filepath.Join(t.TempDir(), "vault.db")
	keys, err := sqlite.OpenKeys(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	subject := func(i int) string { return fmt.Sprintf("demo/dossier.%d/%s", i, bytes.Repeat([]byte("y"), 200)) }
	for i := range 300 {
		if _, _, err := keys.Insert(t.Context(), subject(i), bytes.Repeat([]byte("k"), 60)); err != nil {
			t.Fatal(err)
		}
	}
	if got := keys.Damage(); got != "" {
		t.Errorf("a whole vault: got %q, want no damage", got)
	}
	if err := keys.Close(); err != nil {
		t.Fatal(err)
	}
	spoil(t, file)
	if keys, err = sqlite.OpenKeys(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	failed = false
	for i := range 300 {
		_, _, err := keys.Get(t.Context(), subject(i))
		failed = failed || err != nil
	}
	if got := keys.Damage(); !failed || got == "" {
		t.Errorf("a damaged vault: got %q after a read that failed %t, want the damage", got, failed)
	}
}
