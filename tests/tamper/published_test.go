package tamper

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestCheckpointIsPublished hands the newest checkpoint to a witness, a folder and an address, on demand. What somebody does
// not take, the others get all the same.
func TestCheckpointIsPublished(t *testing.T) {
	t.Parallel()
	v := newVictim(t, servicetest.NewMasterKey(t))
	folder, archive := t.TempDir(), filepath.Join(t.TempDir(), "archive")
	if err := os.Mkdir(archive, 0o700); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(witness.Handler(v.newWitness(t, folder), 1<<16, slog.New(slog.DiscardHandler)))
	t.Cleanup(server.Close)
	var sent []byte
	status := http.StatusNoContent
	inbox := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ = io.ReadAll(r.Body) // what did not come is missed below
		w.WriteHeader(status)
	}))
	t.Cleanup(inbox.Close)
	policyFile := v.writePolicy(t, folder, server.URL)
	servicetest.ExpectFailure(t, "nobody is named who takes checkpoints", v.audit("checkpoint", "--publish")...)
	publish := v.audit("checkpoint", "--publish", "--witness-policy", policyFile, "--checkpoint-folder", archive,
		"--checkpoint-url", inbox.URL)
	cmd := servicetest.NewCommand(t.Context(), publish...)
	printed, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	policy, err := evidence.ParsePolicy(readText(t, policyFile))
	if err != nil {
		t.Fatal(err)
	}
	if c, _, err := policy.Open(printed); err != nil || c.N == 0 {
		t.Errorf("what is printed: %v, %d events:, want c.N other than 0 and no error\n%s", err, c.N, printed)
	}
	files, err := filepath.Glob(filepath.Join(archive, "*.txt"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v: %v, want no error and len(files) = 1", files, err)
	}
	if kept := readText(t, files[0]); kept != string(printed)+"\n" || string(sent) != string(printed) {
		t.Errorf("printed, want the same of all:\n%scopied:\n%ssent:\n%s", printed, kept, sent)
	}
	if witnessed := readText(t, filepath.Join(v.Data, "evidence", "witnessed.txt")); !strings.Contains(witnessed, string(printed)) {
		t.Errorf("witnessed.txt lacks it:\n%s", witnessed)
	}

	status = http.StatusInsufficientStorage
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	servicetest.ExpectFailure(t, "not sent to the address of --checkpoint-url", publish...)
	if kept := readText(t, files[0]); !strings.HasSuffix(kept, "\n\n") {
		t.Errorf("copied, though it was not sent: %q, want %q at its end", kept, "\n\n")
	}
}
