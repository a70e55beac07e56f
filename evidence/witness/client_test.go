package witness_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
)

// prover proves that the tree over words begins with smaller ones.
func prover(words ...string) func(int64) (tlog.TreeProof, error) {
	return func(older int64) (tlog.TreeProof, error) {
		var stored []tlog.Hash
		reader := tlog.HashReaderFunc(func(indexes []int64) (out []tlog.Hash, err error) {
			for _, i := range indexes {
				out = append(out, stored[i])
			}
			return out, nil
		})
		for i, w := range words {
			hashes, err := tlog.StoredHashes(int64(i), []byte(w), reader)
			if err != nil {
				return nil, err
			}
			stored = append(stored, hashes...)
		}
		return tlog.ProveTree(int64(len(words)), older, reader)
	}
}

func noProof(int64) (tlog.TreeProof, error) { return nil, errors.New("no proof is wanted") }

// TestWitnessIsAskedAsItWants has a witness sign one checkpoint after the other, without knowing what it has signed,
// and refuse another history.
func TestWitnessIsAskedAsItWants(t *testing.T) {
	s := newServer(t)
	w := evidence.PolicyWitness{Key: s.key, Address: s.url + "/"}
	for _, c := range []struct {
		name  string
		words []string
		prove func(int64) (tlog.TreeProof, error)
		want  string
	}{
		{"the first", []string{"a", "b"}, noProof, ""},
		{"the same", []string{"a", "b"}, noProof, ""},
		{"a continuation", []string{"a", "b", "c", "d", "e"}, prover("a", "b", "c", "d", "e"), ""},
		{"an older one", []string{"a", "b", "c"}, noProof, "has signed for 5 events"},
		{"a fork of the same size", []string{"a", "b", "c", "d", "x"}, noProof, "another history of 5 events"},
		{"a longer fork", []string{"a", "b", "c", "d", "x", "y"}, prover("a", "b", "c", "d", "x", "y"), "answers 422"},
	} {
		signed := s.sign(t, c.words...)
		got, err := witness.RequestCosignature(t.Context(), http.DefaultClient, w, signed, c.prove)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v, want %q", c.name, err, c.want)
			}
			if fork := strings.Contains(c.name, "fork"); errors.Is(err, witness.ErrOtherHistory) != fork {
				t.Errorf("%s: got %v, want that it tells of another history: %v", c.name, err, fork)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v, want no error", c.name, err)
		}
		if n, err := note.Open(got, note.VerifierList(s.key)); err != nil || len(n.Sigs) != 1 || len(n.UnverifiedSigs) != 1 {
			t.Errorf("%s: %v, %s, want len(n.Sigs) = 1, len(n.UnverifiedSigs) = 1 and no error", c.name, err, got)
		}
	}
}

// TestWitnessesThatLie are refused: those who answer nonsense, too much, nothing, or a signature that is none.
func TestWitnessesThatLie(t *testing.T) {
	s := newServer(t)
	signed := s.sign(t, "a")
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
	}{
		{"nonsense", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "yes") }},
		{"nothing", func(http.ResponseWriter, *http.Request) {}},
		{"another signature", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "— "+s.key.Name()+" "+strings.Repeat("A", 104)+"\n")
		}},
		{"too much", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, strings.Repeat("— a AAAAAAAA\n", 1e5))
		}},
		{"always another size", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "1", http.StatusConflict) }},
		{"no size", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "many", http.StatusConflict) }},
		{"a failure", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "not now", http.StatusInternalServerError) }},
	} {
		liar := httptest.NewServer(c.answer)
		w := evidence.PolicyWitness{Key: s.key, Address: liar.URL}
		if got, err := witness.RequestCosignature(t.Context(), liar.Client(), w, signed, noProof); err == nil {
			t.Errorf("%s is taken: %s, want an error", c.name, got)
		}
		liar.Close()
		if _, err := witness.RequestCosignature(t.Context(), liar.Client(), w, signed, noProof); err == nil {
			t.Errorf("%s: a witness that is away has signed, want an error", c.name)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	w := evidence.PolicyWitness{Key: s.key, Address: s.url}
	if _, err := witness.RequestCosignature(ended, http.DefaultClient, w, signed, noProof); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
}
