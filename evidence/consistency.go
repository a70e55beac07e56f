package evidence

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// ErrNoContinuation is the error of two checkpoints of which one does not continue the other.
var ErrNoContinuation = errors.New("the log of the newer checkpoint does not begin with that of the older one")

// CheckContinuation checks a proof that the log of a checkpoint begins with that of an older one. It needs none where both have
// the same size. Errors: ErrNoContinuation.
func CheckContinuation(proof tlog.TreeProof, older, newer Checkpoint) error {
	if older.Origin != newer.Origin {
		return fmt.Errorf("%w: one is of %s, the other of %s", ErrNoContinuation, older.Origin, newer.Origin)
	}
	if older.N == 0 || older.Tree == newer.Tree {
		return nil
	}
	if older.N >= newer.N {
		return fmt.Errorf("%w: it has %d events, and the older one %d", ErrNoContinuation, newer.N, older.N)
	}
	if err := tlog.CheckTree(proof, newer.N, newer.Hash, older.N, older.Hash); err != nil {
		return fmt.Errorf("%w, as far as the proof tells, for %d and %d events", ErrNoContinuation, older.N, newer.N)
	}
	return nil
}

// ProveContinuation proves that the log of a checkpoint begins with that of an older one, out of the stored
// tree, and checks the proof against both roots. Errors: ErrNoContinuation.
func ProveContinuation(ctx context.Context, s Store, older, newer Checkpoint) (tlog.TreeProof, error) {
	switch {
	case older.Origin != newer.Origin:
		return nil, fmt.Errorf("%w: one is of %s, the other of %s", ErrNoContinuation, older.Origin, newer.Origin)
	case older.N > newer.N:
		return nil, fmt.Errorf("%w: it has %d events, and the older one %d", ErrNoContinuation, newer.N, older.N)
	case older.N == newer.N && older.Hash != newer.Hash:
		return nil, fmt.Errorf("%w: both have %d events, and other roots", ErrNoContinuation, newer.N)
	case older.N == newer.N || older.N == 0:
		return nil, nil
	}
	state, err := s.State(ctx)
	if err != nil {
		return nil, err
	}
	if state.Size < newer.N {
		return nil, fmt.Errorf("the stored tree has %d events, and the newer checkpoint %d", state.Size, newer.N)
	}
	proof, err := ProveConsistency(ctx, s, newer.N, older.N)
	if err != nil {
		return nil, err
	}
	if err := tlog.CheckTree(proof, newer.N, newer.Hash, older.N, older.Hash); err != nil {
		return nil, fmt.Errorf("%w: the stored tree cannot prove it for %d and %d events; docket audit verify --checkpoints names the place",
			ErrNoContinuation, older.N, newer.N)
	}
	return proof, nil
}
