package service_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// folderSightings looks into every file below a folder.
func folderSightings(t *testing.T, root string) (seen []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if path != root && errors.Is(err, fs.ErrNotExist) { // a server drops what it needs no more
			return nil
		}
		if err != nil || d.IsDir() || strings.Contains(path, "/cache/") {
			return err
		}
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		rel, _ := filepath.Rel(root, path)
		seen = append(seen, servicetest.FindSightings(rel, b)...)
		seen = append(seen, servicetest.FindSightings(rel+" inflated", servicetest.Inflate(b))...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// TestNothingIsLeftOfWhatIsDeleted puts canaries everywhere that people can write,
// finds them, deletes a file and a dossier for good, and finds them nowhere.
func TestNothingIsLeftOfWhatIsDeleted(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		first, second := servicetest.CanaryDossier(t, c, 1), servicetest.CanaryDossier(t, c, 2)
		period := map[string]any{"startDate": time.Now().AddDate(-1, 0, 0).Format(time.RFC3339),
			"endDate": time.Now().AddDate(1, 0, 0).Format(time.RFC3339)}
		before := flows(t, c, period)

		s.Stop()
		a := servicetest.OpenTools(t, s)
		if seen := servicetest.FindContent(t, a); len(seen) < 2*len(servicetest.CanaryWords) {
			t.Fatalf("before: %v, want len(seen) at least %v", seen, 2*len(servicetest.CanaryWords))
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		s.Start()
		c = s.SignIn("mira", "Str0ng-enough")
		for _, file := range []string{first.File, second.File} {
			c.Want(204, "DELETE", file+"?deletePermanently=true", nil)
		}
		for _, d := range []string{first.Dossier, second.Dossier} {
			c.Want(204, "DELETE", d+"?deletePermanently=true", nil)
		}
		if after := flows(t, c, period); after != before {
			t.Errorf("usage flows changed: %s, then %s, want %v", before, after, before)
		}
		s.Stop()

		a = servicetest.OpenTools(t, s)
		if seen := servicetest.FindContent(t, a); len(seen) > 0 {
			t.Errorf("still open: %v, want none", seen)
		}
		for table, dump := range servicetest.DumpViews(t, a) {
			if seen := servicetest.FindSightings(table, []byte(dump)); len(seen) > 0 {
				t.Errorf("still in the views: %v, want none", seen)
			}
		}
		if err := a.Storage.Views.Scrub(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		if seen := folderSightings(t, s.Data); len(seen) > 0 {
			t.Errorf("still on the disk: %v, want none", seen)
		}
		if dir := pgData(t, s); dir != "" {
			if seen := folderSightings(t, dir); len(seen) > 0 {
				t.Errorf("still in PostgreSQL's files: %v, want none", seen)
			}
		}
	})
}

// TestARestoredVaultBringsNothingBack puts back the keys from before a deletion.
func TestARestoredVaultBringsNothingBack(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	d := servicetest.CanaryDossier(t, s.SignIn("mira", "Str0ng-enough"), 1)
	s.Stop()
	vault := filepath.Join(s.Data, "vault.db")
	backup, err := os.ReadFile(vault)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	s.SignIn("mira", "Str0ng-enough").Want(204, "DELETE", d.Dossier+"?deletePermanently=true", nil)
	s.Stop()
	if err := os.WriteFile(vault, backup, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Start()
	s.SignIn("mira", "Str0ng-enough").Want(404, "GET", d.Dossier+"?includeSoftDeleted=true", nil)
	s.Stop()
	if seen := servicetest.FindContent(t, servicetest.OpenTools(t, s)); len(seen) > 0 {
		t.Errorf("the backup brings back: %v, want none", seen)
	}
}

// flows are the parts of the usage report that deletion must not change.
func flows(t *testing.T, c *servicetest.Caller, period map[string]any) string {
	t.Helper()
	var u struct{ NumberOfAnalyzedFiles, NumberOfAnalyzedPages, AnalyzedFilesBytes int64 }
	for deadline := time.Now().Add(2 * time.Minute); u.NumberOfAnalyzedFiles < 2 && time.Now().Before(deadline); {
		c.Want(200, "POST", "/api/license/usage-reports", period).Decode(t, &u) // usage is not waited for by writes
	}
	return fmt.Sprintf("%+v", u)
}

// pgData is the data directory of the PostgreSQL that a service uses, after a
// VACUUM and a checkpoint; empty without one.
func pgData(t *testing.T, s *servicetest.Instance) (dir string) {
	t.Helper()
	for i, a := range s.Args {
		if a != "--postgres" {
			continue
		}
		conn, err := pgx.Connect(t.Context(), s.Args[i+1])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		for _, sql := range []string{"VACUUM", "CHECKPOINT"} {
			if _, err := conn.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		if err := conn.QueryRow(t.Context(), "SHOW data_directory").Scan(&dir); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
