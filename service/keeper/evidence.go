package keeper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/numbering"
)

// EvidenceTask is the name of the singleton task that keeps the tree over the log.
const EvidenceTask = "evidence"

// checkpointPause is how often a checkpoint is signed at most where nothing else is set.
const checkpointPause = 10 * time.Second

// KeepEvidence keeps the tree over the log and has checkpoints of it signed, the last one at a stop. It begins anew when a
// signer that could not be opened at first can be.
func (k *Keeper) KeepEvidence(ctx context.Context) error {
	for {
		if err := k.signLog(ctx); !errors.Is(err, errSignerReady) {
			return err
		}
	}
}

// signLog does the work of KeepEvidence with the signer that can be opened when it begins, or with one that refuses.
func (k *Keeper) signLog(ctx context.Context) (err error) {
	if err := k.awaitEndOfTree(ctx); err != nil {
		return err
	}
	notary, err := k.openOrRefuse(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, notary.Close()) }()
	builder, err := evidence.NewBuilder(ctx, k.storage.Evidence)
	if err != nil {
		return err
	}
	offer, stopOffering, err := k.Anchors.startAll(ctx)
	defer stopOffering()
	if err != nil {
		return err
	}
	defer k.startCommittingHeads(ctx)()
	if log, ok := k.storage.Log.(evidence.FollowableLog); ok {
		defer builder.FollowAppends(log)()
	}
	for {
		if err := k.signCheckpoint(ctx, builder, notary); err != nil && ctx.Err() == nil {
			return err
		}
		signed := builder.State().Position
		offer(notary.Last())
		pause := time.NewTimer(cmp.Or(k.config.CheckpointEvery, checkpointPause))
		err := builder.AddUntil(ctx, k.log.Store, pause.C, k.asked)
		pause.Stop()
		if err != nil && ctx.Err() == nil {
			return err
		}
		if err := k.awaitUnsigned(ctx, signed); err == nil {
			continue
		} else if ctx.Err() == nil {
			return err
		}
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), k.config.StopTime)
		defer cancel()
		return k.signCheckpoint(last, builder, notary)
	}
}

// startAll starts all that gives signed checkpoints to others. offer hands them the last one; stop waits for them, and
// must be called beside an error, too.
func (a *Anchors) startAll(ctx context.Context) (offer func(tlog.Tree, []byte), stop func(), err error) {
	var offers []func(tlog.Tree, []byte)
	var stops []func()
	add := func(o func(tlog.Tree, []byte), s func(), e error) {
		if err = e; err == nil {
			offers, stops = append(offers, o), append(stops, s)
		}
	}
	stop = func() {
		for _, s := range slices.Backward(stops) {
			s()
		}
	}
	add(a.startWitnessing(ctx))
	if err == nil {
		add(a.startStamping(ctx))
	}
	if err == nil {
		export, stopExporting := a.startExporting(ctx)
		add(export, stopExporting, nil)
		post, stopPosting := a.startPosting(ctx)
		add(post, stopPosting, nil)
		add(a.startLocking(ctx))
	}
	return func(t tlog.Tree, signed []byte) {
		for _, o := range offers {
			o(t, signed)
		}
	}, stop, err
}

// awaitEndOfTree waits until the log has the last event of the tree that is stored of it. One that has not, an older copy
// that was put in its place, is told at once, and the tree stays as it is: events that are written instead of those that
// are gone must not be added to it.
func (k *Keeper) awaitEndOfTree(ctx context.Context) error {
	for {
		err := k.checkEndOfTree(ctx)
		if !errors.Is(err, evidence.ErrFork) {
			return err
		}
		k.tellFork(ctx, err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(cmp.Or(k.config.CheckpointEvery, checkpointPause)):
		}
	}
}

// checkEndOfTree compares the last event of the stored tree with the log. Errors: evidence.ErrFork. Logs whose events can be
// removed on purpose are not compared.
func (k *Keeper) checkEndOfTree(ctx context.Context) error {
	state, err := k.storage.Evidence.State(ctx)
	if err != nil || state.Size == 0 || !numbering.IsDense(k.storage.Log) {
		return err
	}
	e, err := k.storage.Log.At(ctx, state.Position)
	if errors.Is(err, es.ErrNoEvent) {
		head, err := k.storage.Log.Head(ctx)
		return errors.Join(err, fmt.Errorf("%w: it ends at position %d, and the tree over it has %d events up to position %d. "+
			"An older copy of the log was put in its place, or its end is gone: stop the service and bring the newer log back, or "+
			"restore an older state by docket restore, which says so in the log", evidence.ErrFork, head, state.Size, state.Position))
	}
	if err != nil {
		return err
	}
	same, err := evidence.HasLeaf(ctx, k.storage.Evidence, e)
	if err == nil && !same {
		err = fmt.Errorf("%w: at position %d it has another event than the tree over it", evidence.ErrFork, state.Position)
	}
	return err
}

// openOrRefuse returns who signs the log; where another key has signed it, one that refuses and looks again.
func (k *Keeper) openOrRefuse(ctx context.Context) (treeSigner, error) {
	notary, err := k.openNotary(ctx)
	if errors.As(err, new(signerError)) {
		return refusedSigner{k.openNotary}, nil
	}
	return notary, err
}

// awaitUnsigned waits until the log has more events than were signed; not where it is not signed, so that this is tried again.
func (k *Keeper) awaitUnsigned(ctx context.Context, signed es.Position) error {
	if k.forked.Load().(string) != "" {
		return ctx.Err()
	}
	return k.log.Store.Wait(ctx, signed)
}

// openNotary opens who signs, and keeps in the database what a crash kept from being there.
func (k *Keeper) openNotary(ctx context.Context) (treeSigner, error) {
	notary, made, err := k.openSigner(ctx)
	if err != nil {
		return nil, err
	}
	if made != nil {
		k.logger.Warn("a key that signs checkpoints of the log was made, and nobody outside holds a checkpoint yet: "+
			"hand one to somebody who does not run this service, with docket audit checkpoint", "log", made.Name(),
			"key", k.config.NotaryKeyPath())
	}
	if tree, signed := notary.Last(); signed != nil {
		if err := k.storage.Evidence.KeepCheckpoint(ctx, tree.N, signed); err != nil {
			return nil, errors.Join(err, notary.Close())
		}
	}
	return notary, nil
}

// signCheckpoint brings the tree up to the end of the log, and has it signed when it has grown.
// Where the log does not continue what was signed, or the signer may not sign it, that is told and nothing is signed any
// more. A notary that is away is told, and asked again the next time.
func (k *Keeper) signCheckpoint(ctx context.Context, b *evidence.Builder, n treeSigner) error {
	if err := b.CatchUp(ctx, k.log.Store); err != nil {
		return err
	}
	size := b.State().Size
	k.metrics.TreeSize.Set(float64(size))
	signed, err := signTree(ctx, k.storage.Evidence, n, size)
	if k.notaryAway(ctx, err) {
		return nil
	}
	var refused signerError
	if errors.Is(err, evidence.ErrFork) || errors.As(err, &refused) {
		k.tellFork(ctx, err)
		return nil
	}
	if err != nil {
		return err
	}
	k.forked.Store("")
	k.damaged.Store(false)
	k.metrics.Forked.Set(0)
	k.metrics.SignedSize.Set(float64(signed))
	return nil
}

// notSigned is what is logged of a notary that is away.
const notSigned = "the newest checkpoint of the log is not signed"

// notaryAway reports whether a notary could not be asked, or did not sign for a reason of its own, and tells so once.
func (k *Keeper) notaryAway(ctx context.Context, err error) bool {
	var away notaryError
	if !errors.As(err, &away) {
		k.Anchors.tellOver(k.unsignedReason, notSigned, time.Unix(0, k.unsigned.Swap(0)))
		k.unsignedReason = ""
		return false
	}
	k.unsigned.CompareAndSwap(0, time.Now().UnixNano())
	if reason := err.Error(); ctx.Err() == nil && reason != k.unsignedReason {
		k.unsignedReason = reason
		k.logger.Warn(notSigned, "error", reason)
	}
	return true
}

// SignTree has the stored tree of a size signed, keeps the checkpoint, and returns the size of
// the tree that was signed last; the empty tree is not signed. Errors: evidence.ErrFork.
func SignTree(ctx context.Context, s evidence.Store, n *evidence.Notary, size int64) (signed int64, err error) {
	return signTree(ctx, s, ownNotary{n}, size)
}

// signTree is SignTree by whoever signs. Errors: notaryError, too.
func signTree(ctx context.Context, s evidence.Store, n treeSigner, size int64) (signed int64, err error) {
	tree, err := evidence.TreeAt(ctx, s, size)
	if err != nil || size == 0 {
		return 0, err
	}
	checkpoint, err := n.Sign(ctx, tree, func(older int64) (tlog.TreeProof, error) {
		return evidence.ProveConsistency(ctx, s, size, older)
	})
	if err != nil {
		return 0, err
	}
	return size, s.KeepCheckpoint(ctx, size, checkpoint)
}

// ErrNoCheckpoint is the error of an installation that has signed no checkpoint yet.
var ErrNoCheckpoint = errors.New("no checkpoint is signed yet: docket serve signs the first, soon after it has started")

// NewestCheckpoint returns the newest checkpoint. Where no service runs on the data folder, the
// tree is brought up to the end of the log first, and signed, if the key is there. With rebuild
// the tree is built anew, which needs a service that is stopped. Errors: ErrNoCheckpoint,
// evidence.ErrFork.
func (k *Keeper) NewestCheckpoint(ctx context.Context, rebuild bool) (signed []byte, err error) {
	lock, err := k.config.LockDataFolder()
	if err == nil {
		defer func() { err = errors.Join(err, lock.Close()) }()
		err = k.signAtRest(ctx, rebuild)
	} else if !rebuild {
		err = nil // the service signs
	}
	if err != nil {
		return nil, err
	}
	signed, err = k.storage.Evidence.LastCheckpoint(ctx)
	if err == nil && signed == nil {
		err = ErrNoCheckpoint
	}
	return signed, err
}

// signAtRest builds the tree and has it signed, without a service.
func (k *Keeper) signAtRest(ctx context.Context, rebuild bool) (err error) {
	if rebuild {
		if err := k.storage.Evidence.ResetTree(ctx); err != nil {
			return err
		}
	}
	if err := k.checkEndOfTree(ctx); err != nil {
		return err
	}
	builder, err := evidence.NewBuilder(ctx, k.storage.Evidence)
	if err == nil {
		err = builder.CatchUp(ctx, k.log.Store)
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(k.config.NotaryKeyPath()); k.config.Notary == "" && errors.Is(err, fs.ErrNotExist) {
		return nil // whoever has it signs
	}
	notary, _, err := k.openSigner(ctx)
	if err != nil {
		return err
	}
	_, err = signTree(ctx, k.storage.Evidence, notary, builder.State().Size)
	return errors.Join(err, notary.Close())
}

// KeptCheckpoints returns the checkpoints that are kept in the database and by the notary. The
// newest of each are verified; wrong tells of those that nobody who has the key has signed.
func (k *logSigners) KeptCheckpoints(ctx context.Context) (known []evidence.KnownCheckpoint, wrong []string, err error) {
	known, err = readStored(ctx, k.storage.Evidence)
	if err != nil {
		return nil, nil, err
	}
	newest, err := k.storage.Evidence.LastCheckpoint(ctx)
	if err != nil {
		return nil, nil, err
	}
	keys, wrong, err := k.logKeys(ctx)
	if err != nil {
		return nil, nil, err
	}
	wrong = appendForged(wrong, keys, newest, inDatabase)
	if len(wrong) == 0 {
		problem, err := k.findOtherKey(ctx, newest)
		if err != nil {
			return nil, nil, err
		}
		if problem != "" {
			wrong = append(wrong, problem)
		}
	}
	memories, err := evidence.RetiredMemories(k.config.CheckpointsPath())
	if err != nil {
		return nil, nil, err
	}
	for _, file := range append(memories, k.config.CheckpointsPath()) {
		kept, newest, err := readKept(file)
		if err != nil {
			return nil, nil, err
		}
		known, wrong = append(known, kept...), appendForged(wrong, keys, newest, file)
	}
	return known, wrong, nil
}

// readKept returns the checkpoints in a memory, which may be missing, and the newest as it is signed.
func readKept(file string) (kept []evidence.KnownCheckpoint, newest []byte, err error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	kept, _, err = evidence.ReadCheckpoints(string(text), file) // what a crash left behind them was given to nobody
	if signed, _ := evidence.SplitCheckpoints(string(text)); len(signed) > 0 {
		newest = []byte(signed[len(signed)-1])
	}
	return kept, newest, err
}

// appendForged appends a checkpoint that says that a key of the log signed it, and is not signed by one that did so at its size.
func appendForged(wrong []string, keys evidence.LogKeys, signed []byte, source string) []string {
	if len(keys) == 0 || len(signed) == 0 {
		return wrong // signatures are for those who have the key; roots are compared in any case
	}
	c, err := evidence.ParseCheckpoint(string(signed))
	if err == nil && c.Origin != keys.Newest().Name() { // of a key that another process had, or this one before
		return wrong
	}
	if _, err := keys.Open(signed); err != nil {
		wrong = append(wrong, fmt.Sprintf("the newest checkpoint in %s, of %d events, is not signed by the key of %s: %v", source, c.N,
			keys.Newest().Name(), err))
	}
	return wrong
}
