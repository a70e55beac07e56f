package keeper

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/settings"
)

// TestCheckpointsAreExported copies checkpoints to a folder: one that is there is not there twice, what a crash left half
// written goes, and each day has a file.
func TestCheckpointsAreExported(t *testing.T) {
	secret, _, err := note.GenerateKey(nil, "docket/test/restored-1")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	folder, day := t.TempDir(), time.Date(2026, 11, 27, 23, 59, 0, 0, time.UTC)
	export := func(size int64, at time.Time) {
		t.Helper()
		text := evidence.Checkpoint{Origin: signer.Name(), Tree: tlog.Tree{N: size}}.String()
		signed, err := note.Sign(&note.Note{Text: text}, signer)
		if err == nil {
			err = exportCheckpoint(folder, signed, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	sizes := func(day string) (out []int64) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(folder, "docket-test-restored-1-"+day+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		known, rest, err := evidence.ReadCheckpoints(string(text), day)
		if err != nil || rest != "" {
			t.Fatalf("%v, %q is left, want no error and rest = nothing", err, rest)
		}
		for _, c := range known {
			out = append(out, c.N)
		}
		return out
	}
	export(3, day)
	export(3, day)
	export(5, day)
	file := filepath.Join(folder, "docket-test-restored-1-2026-11-27.txt")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 1; cut < 100; cut++ {
		if err := os.WriteFile(file, whole[:len(whole)-cut], 0o600); err != nil {
			t.Fatal(err)
		}
		export(5, day)
		if got := sizes("2026-11-27"); !slices.Equal(got, []int64{3, 5}) && !slices.Equal(got, []int64{3, 5, 5}) {
			t.Fatalf("without the last %d bytes: %v, want %v or %v", cut, got, []int64{3, 5}, []int64{3, 5, 5})
		}
	}
	export(8, day.Add(time.Hour))
	if got := sizes("2026-11-28"); !slices.Equal(got, []int64{8}) {
		t.Errorf("the next day has %v, want %v", got, []int64{8})
	}
	if err := exportCheckpoint(filepath.Join(folder, "away"), whole[:strings.Index(string(whole), "\n\n")+2], day); err == nil {
		t.Error("a folder that is away is no error")
	}
}

// TestCheckpointsAreSent sends a checkpoint to an address: as it is, and again where it is refused.
func TestCheckpointsAreSent(t *testing.T) {
	var got []string
	status := http.StatusServiceUnavailable
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got = append(got, r.Method+" "+r.Header.Get("Content-Type")+" "+string(body))
		w.WriteHeader(status)
	}))
	t.Cleanup(s.Close)
	if err := postCheckpoint(t.Context(), s.Client(), s.URL, []byte("signed")); err == nil || !strings.Contains(err.Error(), "answers 503") {
		t.Errorf("refused: got %v, want an error and err.Error() with answers 503", err)
	}
	status = http.StatusNoContent
	if err := postCheckpoint(t.Context(), s.Client(), s.URL, []byte("signed")); err != nil {
		t.Error(err)
	}
	if want := "POST text/plain; charset=utf-8 signed"; !slices.Equal(got, []string{want, want}) {
		t.Errorf("got %q, want %q twice", got, want)
	}
	for address, want := range map[string]bool{"": true, "https://archive.example/checkpoints": true, "archive.example": false,
		"file:///x": false} {
		if err := (settings.Config{EvidenceSettings: settings.EvidenceSettings{CheckpointURL: address}}).CheckCheckpointURL(); (err == nil) != want {
			t.Errorf("%q: %v, want %v", address, err, want)
		}
	}
}

// TestCheckpointFolderIsOutside refuses a folder that whoever can change the log can change too.
func TestCheckpointFolderIsOutside(t *testing.T) {
	data := t.TempDir()
	for folder, want := range map[string]bool{"": true, t.TempDir(): true, data: false, filepath.Join(data, "evidence"): false,
		data + "2": true} {
		if err := (settings.Config{Data: data, EvidenceSettings: settings.EvidenceSettings{
			CheckpointFolder: folder}}).CheckCheckpointFolder(); (err == nil) != want {
			t.Errorf("%s: %v, want %v", folder, err, want)
		}
	}
}
