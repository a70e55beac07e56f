package main

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/internal/service"
)

// canaries are words that stand nowhere else.
var canaries = map[string]string{"dossier name": "Quetzalname", "description": "Quetzaltext", "file name": "Quetzalfile",
	"override": "Quetzalvalue", "PDF text": "Quetzalpage"}

// canaryPDF is a page that says a word.
func canaryPDF(word string) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(text string) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), text)
	}
	b.WriteString("%PDF-1.4\n")
	content := "BT /F1 12 Tf 72 720 Td (Invoice No.: " + word + ") Tj ET"
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>")
	object(fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content))
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

// spellings are the forms in which a word may lie in a file.
func spellings(word string) map[string][]byte {
	out := map[string][]byte{"raw": []byte(word)}
	var le, be []byte
	for _, u := range utf16.Encode([]rune(word)) {
		le, be = append(le, byte(u), byte(u>>8)), append(be, byte(u>>8), byte(u))
	}
	out["UTF-16LE"], out["UTF-16BE"] = le, be
	for shift := range 3 { // base64 looks different by where the word begins
		whole := base64.StdEncoding.EncodeToString(append(make([]byte, shift), word...))
		out[fmt.Sprintf("base64+%d", shift)] = []byte(whole[(shift*8+5)/6 : len(whole)-4])
	}
	return out
}

// sightings looks for the canaries in bytes, and in what inflates out of them.
func sightings(where string, b []byte) (seen []string) {
	for what, word := range canaries {
		for form, bytesOf := range spellings(word) {
			if bytes.Contains(b, bytesOf) {
				seen = append(seen, fmt.Sprintf("%s in %s, %s", what, where, form))
			}
		}
	}
	return seen
}

func inflated(b []byte) []byte {
	var out bytes.Buffer
	for i := 0; i+2 < len(b); i++ {
		var r io.Reader
		var err error
		switch {
		case b[i] == 0x1f && b[i+1] == 0x8b:
			r, err = gzip.NewReader(bytes.NewReader(b[i:]))
		case b[i] == 0x78 && (b[i+1] == 0x01 || b[i+1] == 0x9c || b[i+1] == 0xda):
			r, err = zlib.NewReader(bytes.NewReader(b[i:]))
		default:
			continue
		}
		if err == nil {
			_, _ = io.Copy(&out, io.LimitReader(r, 16<<20)) // garbage ends with an error, after what there was
		}
	}
	return out.Bytes()
}

// folderSightings looks into every file below a folder.
func folderSightings(t *testing.T, root string) (seen []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, "/cache/") {
			return err
		}
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		rel, _ := filepath.Rel(root, path)
		seen = append(seen, sightings(rel, b)...)
		seen = append(seen, sightings(rel+" inflated", inflated(b))...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

// contentSightings looks into everything that the keys still open: events, and the
// bytes that they name.
func contentSightings(t *testing.T, a *service.App) (seen []string) {
	t.Helper()
	for r, err := range a.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, sightings(r.Type, fmt.Appendf(nil, "%+v", r.Event))...)
		for _, ref := range refs(t, r.Body) {
			in, err := a.Commands.Blobs.Open(t.Context(), ref)
			if errors.Is(err, es.ErrErased) || errors.Is(err, es.ErrNoBlob) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(in)
			if err = errors.Join(err, in.Close()); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, sightings("a blob of "+r.Type, b)...)
			seen = append(seen, sightings("an inflated blob of "+r.Type, inflated(b))...)
		}
	}
	return seen
}

// refs finds the blobs that a body names.
func refs(t *testing.T, body []byte) (out []es.BlobRef) {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatal(err)
	}
	for _, v := range m {
		var ref es.BlobRef
		if json.Unmarshal(v, &ref) == nil && ref.ID != uuid.Nil {
			out = append(out, ref)
		}
	}
	return out
}

// TestNothingIsLeftOfWhatIsDeleted puts canaries everywhere that people can write,
// finds them, deletes a file and a dossier for good, and finds them nowhere.
func TestNothingIsLeftOfWhatIsDeleted(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		first, second := canaryDossier(t, c, 1), canaryDossier(t, c, 2)
		period := map[string]any{"startDate": time.Now().AddDate(-1, 0, 0).Format(time.RFC3339), "endDate": time.Now().AddDate(1, 0, 0).Format(time.RFC3339)}
		before := flows(t, c, period)

		s.stop()
		a := tools(t, s)
		if seen := contentSightings(t, a); len(seen) < 2*len(canaries) {
			t.Fatalf("before: %v", seen)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		s.start()
		c = s.as("mira", "Str0ng-enough")
		for _, file := range []string{first.file, second.file} {
			c.want(204, "DELETE", file+"?deletePermanently=true", nil)
		}
		for _, d := range []string{first.dossier, second.dossier} {
			c.want(204, "DELETE", d+"?deletePermanently=true", nil)
		}
		if after := flows(t, c, period); after != before {
			t.Errorf("usage flows changed: %s, then %s", before, after)
		}
		s.stop()

		a = tools(t, s)
		if seen := contentSightings(t, a); len(seen) > 0 {
			t.Errorf("still open: %v", seen)
		}
		for table, dump := range dumps(t, a) {
			if seen := sightings(table, []byte(dump)); len(seen) > 0 {
				t.Errorf("still in the views: %v", seen)
			}
		}
		if err := a.Storage.Views.Scrub(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		if seen := folderSightings(t, s.data); len(seen) > 0 {
			t.Errorf("still on the disk: %v", seen)
		}
		if dir := pgData(t, s); dir != "" {
			if seen := folderSightings(t, dir); len(seen) > 0 {
				t.Errorf("still in PostgreSQL's files: %v", seen)
			}
		}
	})
}

// TestARestoredVaultBringsNothingBack puts back the keys from before a deletion.
func TestARestoredVaultBringsNothingBack(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	d := canaryDossier(t, s.as("mira", "Str0ng-enough"), 1)
	s.stop()
	vault := filepath.Join(s.data, "vault.db")
	backup, err := os.ReadFile(vault)
	if err != nil {
		t.Fatal(err)
	}
	s.start()
	s.as("mira", "Str0ng-enough").want(204, "DELETE", d.dossier+"?deletePermanently=true", nil)
	s.stop()
	if err := os.WriteFile(vault, backup, 0o600); err != nil {
		t.Fatal(err)
	}
	s.start()
	s.as("mira", "Str0ng-enough").want(404, "GET", d.dossier+"?includeSoftDeleted=true", nil)
	s.stop()
	if seen := contentSightings(t, tools(t, s)); len(seen) > 0 {
		t.Errorf("the backup brings back: %v", seen)
	}
}

type canaryPaths struct{ dossier, file string }

func canaryDossier(t *testing.T, c *caller, n int) canaryPaths {
	t.Helper()
	dossier := c.newDossier(fmt.Sprintf("%s %d", canaries["dossier name"], n))
	id := filepath.Base(dossier)
	c.want(200, "POST", filepath.Dir(dossier), map[string]any{"id": id, "name": fmt.Sprintf("%s %d", canaries["dossier name"], n), "description": canaries["description"]})
	file := dossier + "/files/" + c.upload(dossier, canaries["file name"]+".pdf", canaryPDF(canaries["PDF text"]))
	c.awaitDone(file)
	c.want(204, "POST", file+"/component-overrides", map[string]any{"name": "Note", "componentValues": []any{map[string]string{"value": canaries["override"]}}})
	var d struct{ ID, Status string }
	c.want(200, "POST", dossier+"/downloads", map[string]any{}).into(t, &d)
	return canaryPaths{dossier, file}
}

// flows are the parts of the usage report that deletion must not change.
func flows(t *testing.T, c *caller, period map[string]any) string {
	t.Helper()
	var u struct{ NumberOfAnalyzedFiles, NumberOfAnalyzedPages, AnalyzedFilesBytes int64 }
	for deadline := time.Now().Add(10 * time.Second); u.NumberOfAnalyzedFiles < 2 && time.Now().Before(deadline); {
		c.want(200, "POST", "/api/license/usage-reports", period).into(t, &u) // usage is not waited for by writes
	}
	return fmt.Sprintf("%+v", u)
}

// pgData is the data directory of the PostgreSQL that a service uses, after a
// VACUUM and a checkpoint; empty without one.
func pgData(t *testing.T, s *instance) (dir string) {
	t.Helper()
	for i, a := range s.args {
		if a != "--postgres" {
			continue
		}
		conn, err := pgx.Connect(t.Context(), s.args[i+1])
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
