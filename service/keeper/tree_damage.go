package keeper

import (
	"context"
	"errors"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/engines"
)

// damagedTree is what is told of a tree that its own log contradicts.
const damagedTree = "the tree over the log (evidence.db, or the schema of the tree) is damaged: the log itself has everything that was " +
	"signed, so nothing is lost and nobody changed it. Stop the service, look at the disk, build the tree anew with " +
	"docket audit checkpoint --rebuild, and start it again"

// isTreeDamaged reports whether the log has all that was signed, though the stored tree does not: then not the log was
// changed, but what is kept of it. It reads the log up to the newest checkpoint that is kept. Where it cannot tell, and
// where the tree is that of the log, as after an older copy was put back, the log counts as changed.
func isTreeDamaged(ctx context.Context, storage *engines.Storage, known []evidence.KnownCheckpoint) bool {
	roots, fit, last := map[int64]evidence.KnownCheckpoint{}, 0, int64(0)
	for _, c := range known {
		if other, ok := roots[c.N]; ok && other.Hash != c.Hash {
			return false
		}
		roots[c.N], last = c, max(last, c.N)
	}
	stored, err := evidence.TreeAt(ctx, storage.Evidence, last)
	contradicted := err != nil || stored.Hash != roots[last].Hash
	var tree evidence.Roots
	for e, err := range es.ReadToHead(ctx, storage.Log, 0, es.Filter{}) {
		if err != nil || tree.Size() == last {
			break
		}
		tree.Add(evidence.LeafHash(e))
		if !contradicted {
			same, err := evidence.HasLeaf(ctx, storage.Evidence, e)
			contradicted = err == nil && !same
		}
		c, signed := roots[tree.Size()]
		if signed && tree.Tree().Hash != c.Hash {
			return false
		}
		if signed {
			fit++
		}
	}
	return contradicted && fit > 0 && fit == len(roots)
}

// tellFork tells why no checkpoint is signed any more, once: the log was changed, nobody here may sign it, or the tree that
// is stored of it is damaged.
func (k *Keeper) tellFork(ctx context.Context, err error) {
	cause := err.Error()
	if k.forkCause == cause && k.ForkedReason() != "" {
		return
	}
	k.forkCause = cause
	reason, damaged := cause, false
	if errors.Is(err, evidence.ErrFork) {
		known, wrong, err := k.KeptCheckpoints(ctx)
		if damaged = err == nil && len(wrong) == 0 && isTreeDamaged(ctx, k.storage, known); damaged {
			reason = damagedTree + " (" + cause + ")"
		} else {
			reason += "; docket audit verify looks for the place"
		}
	}
	k.damaged.Store(damaged)
	k.forked.Store(reason)
	k.logger.Error("no checkpoint of the log is signed any more", "error", reason)
	k.metrics.Forked.Set(1)
	if damaged {
		k.metrics.Forked.Set(0)
	}
}
