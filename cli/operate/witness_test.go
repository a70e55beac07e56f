package operate_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// runWitness runs docket witness until it listens, and returns its address and what stops it.
func runWitness(t *testing.T, args ...string) (address string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		code := servicetest.RunCommand(ctx, append([]string{"witness", "--listen", "127.0.0.1:0"}, args...),
			terminal.Streams{In: strings.NewReader(""), Out: write, Err: write})
		_ = write.Close()
		ended <- code
	}()
	var told []string
	lines := bufio.NewScanner(read)
	for address == "" && lines.Scan() {
		told = append(told, lines.Text())
		if m := regexp.MustCompile(`address=(\S+)`).FindStringSubmatch(lines.Text()); m != nil {
			address = m[1]
		}
	}
	go func() { _, _ = io.Copy(io.Discard, read) }()
	if address == "" {
		cancel()
		t.Fatalf(`exit code %d: %s, want other than ""`, <-ended, strings.Join(told, "\n"))
	}
	return address, func() {
		cancel()
		if code := <-ended; code != 0 {
			t.Errorf("stopped with exit code %d, want 0", code)
		}
	}
}

// TestWitnessCommand makes a witness, has it sign, starts it again, and wants it to remember; it does not start
// without its state, nor as a new one over it.
func TestWitnessCommand(t *testing.T) {
	dir := t.TempDir()
	n, _, err := evidence.OpenNotary(filepath.Join(dir, "notary.key"), filepath.Join(dir, "checkpoints.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var tree evidence.Roots
	tree.Add(tree.Tree().Hash)
	signed, err := n.Sign(tree.Tree(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(dir, "witness", "state")
	args := []string{"--state", state, "--log", filepath.Join(dir, "notary.key.pub")}
	fresh := append([]string{"--new", "--name", "witness.example"}, args...)

	address, stop := runWitness(t, fresh...)
	status, line := askWitness(t, address, evidence.WitnessRequest{Note: signed})
	keyText, err := os.ReadFile(state + ".key.pub")
	if err != nil {
		t.Fatal(err)
	}
	key, err := evidence.ParseCosignatureKey(strings.TrimSpace(string(keyText)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := note.Open([]byte(string(signed)+line), note.VerifierList(key)); err != nil || status != http.StatusOK {
		t.Errorf("got %d, %q, %v, want no error and status = %v", status, line, err, http.StatusOK)
	}
	stop()
	address, stop = runWitness(t, args...)
	if status, size := askWitness(t, address, evidence.WitnessRequest{Note: signed}); status != http.StatusConflict || size != "1\n" {
		t.Errorf("after a start: got %d, %q, want 409 and 1", status, size)
	}
	stop()
	mustRefuse(t, "is there already", fresh...)
	mustRefuse(t, "belong together", append([]string{"--new"}, args...)...)
	mustRefuse(t, "--body-limit", append([]string{"--body-limit", "0"}, args...)...)
	mustRefuse(t, "the key of a log", "--state", state, "--log", state)
	if err := os.Remove(state); err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, "without which it must not sign", args...)
}

func askWitness(t *testing.T, address string, ask evidence.WitnessRequest) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+witness.Path, strings.NewReader(ask.String()))
	if err != nil {
		t.Fatal(err)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	b, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(b)
}

// mustRefuse wants a witness that does not start, and says why.
func mustRefuse(t *testing.T, want string, args ...string) {
	t.Helper()
	var out strings.Builder
	code := servicetest.RunCommand(t.Context(), append([]string{"witness", "--listen", "127.0.0.1:0"}, args...),
		terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	if code == 0 || !strings.Contains(out.String(), want) {
		t.Errorf("%v: exit code %d, %s, want %q", args, code, out.String(), want)
	}
}
