package evidence_test

import (
	"errors"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
)

// TestNoContinuation wants checkpoints refused that need no tree to be told apart.
func TestNoContinuation(t *testing.T) {
	at := func(origin string, size int64, leaf int) evidence.Checkpoint {
		return evidence.Checkpoint{Origin: origin, Tree: tlog.Tree{N: size, Hash: leafOf(leaf)}}
	}
	for name, pair := range map[string][2]evidence.Checkpoint{
		"another log":   {at("a", 3, 1), at("b", 4, 2)},
		"a smaller one": {at("a", 4, 1), at("a", 3, 2)},
		"another root":  {at("a", 3, 1), at("a", 3, 2)},
	} {
		if _, err := evidence.ProveContinuation(t.Context(), nil, pair[0], pair[1]); !errors.Is(err, evidence.ErrNoContinuation) {
			t.Errorf("%s: got %v, want %v", name, err, evidence.ErrNoContinuation)
		}
	}
	if proof, err := evidence.ProveContinuation(t.Context(), nil, at("a", 3, 1), at("a", 3, 1)); err != nil || len(proof) > 0 {
		t.Errorf("the same: got %v, %v, want no error and len(proof) = 0", proof, err)
	}
}
