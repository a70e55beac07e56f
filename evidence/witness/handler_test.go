package witness_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
)

// A server is a witness over HTTP, for one log whose key the test has.
type server struct {
	url    string
	key    *evidence.CosignatureKey
	signer note.Signer
	logged *bytes.Buffer
}

const bodyLimit = 8192

func newServer(t *testing.T) *server {
	t.Helper()
	secret, public, err := note.GenerateKey(nil, "log.example")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{logged: new(bytes.Buffer)}
	if s.signer, err = note.NewSigner(secret); err != nil {
		t.Fatal(err)
	}
	key, err := note.NewVerifier(public)
	if err != nil {
		t.Fatal(err)
	}
	keyFile, state := filepath.Join(t.TempDir(), "key"), filepath.Join(t.TempDir(), "state")
	if err := evidence.MakeWitness("witness.example", keyFile, state); err != nil {
		t.Fatal(err)
	}
	w, err := evidence.OpenWitness(keyFile, state, []note.Verifier{key})
	if err != nil {
		t.Fatal(err)
	}
	at := httptest.NewServer(witness.Handler(w, bodyLimit, slog.New(slog.NewTextHandler(s.logged, nil))))
	t.Cleanup(func() {
		at.Close()
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	s.url, s.key = at.URL, w.Key()
	return s
}

// sign returns a checkpoint of the first of the leaves that words are.
func (s *server) sign(t *testing.T, words ...string) []byte {
	t.Helper()
	var r evidence.Roots
	for _, w := range words {
		r.Add(tlog.RecordHash([]byte(w)))
	}
	signed, err := note.Sign(&note.Note{Text: evidence.Checkpoint{Origin: s.signer.Name(), Tree: r.Tree()}.String()}, s.signer)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func (s *server) post(t *testing.T, body string) (status int, mediaType, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+witness.Path, strings.NewReader(body))
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
	return got.StatusCode, got.Header.Get("Content-Type"), string(b)
}

// get asks for the newest checkpoint of a log.
func (s *server) get(t *testing.T, log string) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+witness.ShownPath+"?log="+log, nil)
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

// TestWitnessOverHTTP shows two continuations of a log, and wants the status that the protocol has for each answer.
func TestWitnessOverHTTP(t *testing.T) {
	s := newServer(t)
	leaf := func(word string) tlog.Hash { return tlog.RecordHash([]byte(word)) }
	one, two, other := s.sign(t, "a"), s.sign(t, "a", "b"), s.sign(t, "a", "x")
	three := s.sign(t, "a", "x", "c")
	const sizes = "text/x.tlog.size"
	for _, row := range []struct {
		name      string
		r         evidence.WitnessRequest
		status    int
		mediaType string
		answer    string // "" for a cosignature, or for any text
	}{
		{"the first", evidence.WitnessRequest{Note: one}, 200, "text/plain; charset=utf-8", ""},
		{"from nothing again", evidence.WitnessRequest{Note: two}, 409, sizes, "1\n"},
		{"the second", evidence.WitnessRequest{Old: 1, Proof: tlog.TreeProof{leaf("b")}, Note: two}, 200, "text/plain; charset=utf-8", ""},
		{"another second", evidence.WitnessRequest{Old: 1, Proof: tlog.TreeProof{leaf("x")}, Note: other}, 409, sizes, "2\n"},
		{"another of the same size", evidence.WitnessRequest{Old: 2, Note: other}, 409, sizes, "2\n"},
		{"what continues another", evidence.WitnessRequest{Old: 2, Proof: tlog.TreeProof{leaf("c"), leaf("a")}, Note: three}, 422, "", ""},
		{"an old size beyond", evidence.WitnessRequest{Old: 4, Note: three}, 400, "", ""},
		{"a changed note", evidence.WitnessRequest{Old: 2, Note: bytes.Replace(two, []byte("\n2\n"), []byte("\n3\n"), 1)}, 403, "", ""},
		{"a strange log", evidence.WitnessRequest{Old: 2, Note: bytes.ReplaceAll(two, []byte("log.ex"), []byte("gol.ex"))}, 404, "", ""},
	} {
		status, mediaType, answer := s.post(t, row.r.String())
		if status != row.status || row.mediaType != "" && mediaType != row.mediaType || row.answer != "" && answer != row.answer {
			t.Errorf("%s: got %d, %s, %q, want %d, %s, %q", row.name, status, mediaType, answer, row.status, row.mediaType, row.answer)
		}
		if status != 200 {
			continue
		}
		if _, err := note.Open([]byte(string(row.r.Note)+answer), note.VerifierList(s.key)); err != nil {
			t.Errorf("%s: %q: %v, want no error", row.name, answer, err)
		}
	}
	status, shown := s.get(t, "log.example")
	if n, err := note.Open([]byte(shown), note.VerifierList(s.key)); err != nil || status != 200 ||
		!strings.HasPrefix(string(two), n.Text) {
		t.Errorf("the newest that is signed: got %d, %q, %v, want 200 and the second", status, shown, err)
	}
	if status, _ := s.get(t, "gol.example"); status != 404 {
		t.Errorf("the newest of a strange log: got %d, want 404", status)
	}
	const told = "a log has shown another history"
	if n := strings.Count(s.logged.String(), told); n != 2 {
		t.Errorf("%q is logged %d times, want 2:\n%s", told, n, s.logged)
	}
	root, _, _ := strings.Cut(string(three), "\n\n")
	if root = root[strings.LastIndexByte(root, '\n')+1:]; !strings.Contains(s.logged.String(), root) {
		t.Errorf("the root %s of the other history is not in the log:\n%s", root, s.logged)
	}
}

// TestWitnessLimitsRequests sends bodies that are too long or no requests, and asks otherwise.
func TestWitnessLimitsRequests(t *testing.T) {
	s := newServer(t)
	if status, _, _ := s.post(t, "old 0\n\n"+strings.Repeat("x", bodyLimit)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a long body: got %d, want %v", status, http.StatusRequestEntityTooLarge)
	}
	for _, body := range []string{"", "old 0\n", "old 0\n\n", "old 0\n\nx\n"} {
		if status, _, _ := s.post(t, body); status != http.StatusBadRequest {
			t.Errorf("%q: got %d, want %v", body, status, http.StatusBadRequest)
		}
	}
	for _, row := range []struct {
		method, path string
		want         int
	}{{http.MethodGet, witness.Path, http.StatusMethodNotAllowed}, {http.MethodPost, "/", http.StatusNotFound}} {
		r, err := http.NewRequestWithContext(t.Context(), row.method, s.url+row.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if got.Body.Close() != nil || got.StatusCode != row.want {
			t.Errorf("%s %s: got %d, want %d", row.method, row.path, got.StatusCode, row.want)
		}
	}
}
