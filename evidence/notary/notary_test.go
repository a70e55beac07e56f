package notary_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/notary"
)

// A tree is one over leaves that are kept in memory.
type tree struct{ hashes []tlog.Hash }

func (m *tree) ReadHashes(indexes []int64) (out []tlog.Hash, err error) {
	for _, i := range indexes {
		out = append(out, m.hashes[i])
	}
	return out, nil
}

// newTree returns a tree of a size, whose leaves from one on are named after a branch.
func newTree(t *testing.T, size, from int64, branch string) *tree {
	t.Helper()
	m := &tree{}
	for n := range size {
		leaf := fmt.Sprint(n)
		if n >= from {
			leaf += branch
		}
		hashes, err := tlog.StoredHashes(n, []byte(leaf), m)
		if err != nil {
			t.Fatal(err)
		}
		m.hashes = append(m.hashes, hashes...)
	}
	return m
}

// at returns the tree as it was at a size, and what proves that it continues older ones.
func (m *tree) at(t *testing.T, size int64) (tlog.Tree, func(int64) (tlog.TreeProof, error)) {
	t.Helper()
	hash, err := tlog.TreeHash(size, m)
	if err != nil {
		t.Fatal(err)
	}
	return tlog.Tree{N: size, Hash: hash}, func(older int64) (tlog.TreeProof, error) { return tlog.ProveTree(size, older, m) }
}

// A running is a notary that listens.
type running struct {
	*evidence.Notary
	client *notary.Client
	key    string
	log    bytes.Buffer
	lose   bool // the next answer to what is to be signed
}

func start(t *testing.T) *running {
	t.Helper()
	dir := t.TempDir()
	keyFile, state := filepath.Join(dir, "key"), filepath.Join(dir, "state")
	if err := evidence.MakeNotary(keyFile, state); err != nil {
		t.Fatal(err)
	}
	n, err := evidence.OpenNotaryState(keyFile, state)
	if err != nil {
		t.Fatal(err)
	}
	r := &running{Notary: n}
	text, err := os.ReadFile(keyFile + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	r.key = strings.TrimSpace(string(text))
	handler := notary.Handler(n, r.key, "secret", 1<<16, slog.New(slog.NewTextHandler(&r.log, nil)))
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, q *http.Request) {
		if r.lose && q.URL.Path == notary.SignPath {
			r.lose = false
			handler.ServeHTTP(httptest.NewRecorder(), q)
			panic(http.ErrAbortHandler)
		}
		handler.ServeHTTP(rw, q)
	}))
	t.Cleanup(func() {
		server.Close()
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	r.client = &notary.Client{Address: server.URL + "/", Token: "secret", HTTP: server.Client()}
	return r
}

// sign has a tree signed as it was at a size, by a caller who knows that of another size to be signed.
func (r *running) sign(t *testing.T, m *tree, size, known int64) error {
	t.Helper()
	want, prove := m.at(t, size)
	last := tlog.Tree{}
	if known > 0 {
		last, _ = m.at(t, known)
	}
	signed, err := r.client.Sign(t.Context(), r.Key().Name(), want, last, prove)
	if err != nil {
		return err
	}
	c, err := evidence.OpenCheckpoint(signed, r.Key())
	if err == nil && c.Tree != want {
		t.Errorf("signed is %v, want %v", c.Tree, want)
	}
	return err
}

// TestClientAndHandler have a log signed as it grows, also after an answer was lost, and by a caller who knows of
// less; another history is refused.
func TestClientAndHandler(t *testing.T) {
	r := start(t)
	key, text, err := r.client.FetchKey(t.Context())
	if err != nil || text != r.key || key.Name() != r.Key().Name() {
		t.Errorf("the key is %q, want %q: %v", text, r.key, err)
	}
	log, fork := newTree(t, 40, 0, ""), newTree(t, 40, 5, "x")
	if err := r.sign(t, log, 5, 0); err != nil {
		t.Fatal(err)
	}
	r.lose = true
	if err := r.sign(t, log, 9, 5); err == nil {
		t.Error("no answer came, and it is taken for one")
	}
	if err := r.sign(t, log, 9, 5); err != nil {
		t.Errorf("the same again: %v, want no error", err)
	}
	if err := r.sign(t, log, 20, 5); err != nil {
		t.Errorf("from what the caller knows: %v, want no error", err)
	}
	for _, known := range []int64{5, 20} {
		if err := r.sign(t, fork, 30, known); !errors.Is(err, evidence.ErrFork) {
			t.Errorf("another history from %d on: got %v, want %v", known, err, evidence.ErrFork)
		}
	}
	if err := r.sign(t, log, 15, 9); !errors.Is(err, evidence.ErrFork) {
		t.Errorf("an older state: got %v, want %v", err, evidence.ErrFork)
	}
	if err := r.sign(t, log, 40, 30); !errors.Is(err, notary.ErrForgotten) {
		t.Errorf("what it does not remember: got %v, want %v", err, notary.ErrForgotten)
	}
	if !strings.Contains(r.log.String(), "another history") {
		t.Errorf("the log says nothing of another history:\n%s, want %q in it", &r.log, "another history")
	}
}

// TestHandlerRefuses who has no token, and what is no request.
func TestHandlerRefuses(t *testing.T) {
	r := start(t)
	for _, row := range []struct {
		method, path, token, body string
		want                      int
	}{
		{"GET", notary.KeyPath, "", "", 401},
		{"GET", notary.KeyPath, "Secret", "", 401},
		{"POST", notary.SignPath, "", "old 0\n\n", 401},
		{"GET", notary.LastPath, "secret", "", 404},
		{"GET", "/other", "secret", "", 404},
		{"POST", notary.SignPath, "secret", "x", 400},
		{"POST", notary.SignPath, "secret", "old 0\n\nx", 400},
		{"POST", notary.SignPath, "secret", "old 0\n\nother\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n", 404},
		{"POST", notary.SignPath, "secret", strings.Repeat("x", 1<<16+1), 413},
	} {
		status, answer := ask(t.Context(), t, r.client.Address+strings.TrimPrefix(row.path, "/"), row.method, row.token, row.body)
		if status != row.want {
			t.Errorf("%s %s with %q and %.20q: %d %s, want %d", row.method, row.path, row.token, row.body, status, answer, row.want)
		}
	}
	if _, signed := r.Last(); signed != nil {
		t.Errorf("it has signed %s, want signed = nil", signed)
	}
	r.client.Token = "other"
	if err := r.sign(t, newTree(t, 1, 0, ""), 1, 0); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("with another token: %v, want an error and err.Error() with 401", err)
	}
}

func ask(ctx context.Context, t *testing.T, address, method, token, body string) (status int, answer string) {
	t.Helper()
	q, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		q.Header.Set("Authorization", "Bearer "+token)
	}
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(a.Body); err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, text.String()
}
