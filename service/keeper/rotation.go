package keeper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/note"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/engines"
)

// readRotations returns what a log tells of the rotations of its key, each once.
func readRotations(ctx context.Context, log es.Store) (rotations []lineage.KeyRotated, err error) {
	if l, ok := log.(EventVersionLister); ok {
		stored, err := l.EventVersions(ctx)
		if err != nil || stored[lineage.KeyRotatedName] == 0 {
			return nil, err
		}
	}
	for env, err := range es.ReadToHead(ctx, log, 0, es.Filter{Types: []string{lineage.KeyRotatedName}}) {
		var r lineage.KeyRotated
		if err == nil {
			err = engines.UnmarshalBody(env.Body, &r)
		}
		if err != nil {
			return nil, fmt.Errorf("how the key of the log was rotated: %w", err)
		}
		if n := len(rotations); n == 0 || rotations[n-1].New != r.New {
			rotations = append(rotations, r)
		}
	}
	return rotations, nil
}

// Rotations returns what the keys of the log have said of those that follow them, in order.
func (k *logSigners) Rotations(ctx context.Context) (signed []string, err error) {
	rotations, err := readRotations(ctx, k.storage.Log)
	for _, r := range rotations {
		signed = append(signed, r.Statement)
	}
	return signed, err
}

// RotateKey has another key follow that which signs checkpoints of the log, with the service stopped: the old one signs for the
// whole log and for the new one, an event of each workspace tells it, and the old signing key is removed. When it was cut off,
// it goes on where it was. statement is what a notary of its own has printed, nil for the key of this installation.
func (k *Keeper) RotateKey(ctx context.Context, statement []byte) (r evidence.Rotation, err error) {
	lock, err := k.config.LockDataFolder()
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if statement != nil {
		return k.adoptRotation(ctx, statement)
	}
	if k.config.Notary != "" {
		return r, errors.New("the key is that of a notary of its own: docket notary --rotate there, and --statement here with what it prints")
	}
	if err := k.signAtRest(ctx, false); err != nil {
		return r, err
	}
	notary, _, err := evidence.OpenNotary(k.config.NotaryKeyPath(), k.config.CheckpointsPath())
	if err != nil {
		return r, err
	}
	signed, err := notary.PrepareRotation(k.config.NotaryKeyPath(), k.config.CheckpointsPath(), false)
	if err = errors.Join(err, notary.Close()); err != nil {
		return r, err
	}
	if r, err = k.recordRotation(ctx, signed); err != nil {
		return r, err
	}
	if err := evidence.FinishRotation(k.config.NotaryKeyPath(), k.config.CheckpointsPath()); err != nil {
		return r, err
	}
	return r, k.signAtRest(ctx, false)
}

// adoptRotation takes over the new key of a notary of its own.
func (k *Keeper) adoptRotation(ctx context.Context, statement []byte) (r evidence.Rotation, err error) {
	if r, err = evidence.OpenRotation(statement); err != nil {
		return r, err
	}
	_, now, err := evidence.ReadVerifierKey(k.config.NotaryKeyPath())
	if err == nil && now != r.Old && now != r.New {
		err = fmt.Errorf("%w that follows the key of this log, %s", evidence.ErrRotation, now)
	}
	if err != nil {
		return r, err
	}
	builder, err := evidence.NewBuilder(ctx, k.storage.Evidence)
	if err == nil {
		err = builder.CatchUp(ctx, k.log.Store)
	}
	if err != nil {
		return r, err
	}
	if tree, err := evidence.TreeAt(ctx, k.storage.Evidence, r.N); err != nil || tree != r.Tree {
		return r, errors.Join(err, fmt.Errorf("%w of this log: the first %d events are others here", evidence.ErrRotation, r.N))
	}
	if _, err = k.recordRotation(ctx, statement); err != nil {
		return r, err
	}
	return r, evidence.AdoptRotation(k.config.NotaryKeyPath(), k.config.CheckpointsPath(), r)
}

// recordRotation appends an event of each workspace that tells of a rotation, unless it stands there.
func (k *Keeper) recordRotation(ctx context.Context, signed []byte) (r evidence.Rotation, err error) {
	if r, err = evidence.OpenRotation(signed); err != nil {
		return r, err
	}
	say := lineage.KeyRotated{Origin: r.Origin, Old: r.Old, New: r.New, Events: r.N, Root: r.Hash.String(), Statement: string(signed)}
	if err := k.recordLineage(ctx, r.New, lineage.RotateKey(say)); err != nil {
		return r, fmt.Errorf("record the rotation of the key: %w", err)
	}
	return r, nil
}

// recordLineage tells each workspace what became of the log. name is that of what happened, so that it is told once.
func (k *Keeper) recordLineage(ctx context.Context, name string, decide es.Decision[lineage.State]) error {
	workspaces, err := k.workspaces(ctx)
	if err != nil {
		return err
	}
	for _, w := range workspaces {
		meta := es.Meta{Actor: user.SystemID, Workspace: w.Name, Command: uuid.NewSHA1(uuid.NameSpaceOID, []byte(name))}
		meta.Correlation = meta.Command
		if _, err := es.Decide(ctx, k.log, lineage.Decider, es.Command{Stream: lineage.StreamOf(w.Name), Meta: meta}, decide); err != nil {
			return err
		}
	}
	return nil
}

// ReplaceLostKey says in the log that the key which signed checkpoints of it is lost, with the service stopped, and has the log signed
// under another name: by a key that is made here, or by another notary of its own. The log must be that of the checkpoints
// that are kept. When it was cut off, it goes on where it was.
func (k *Keeper) ReplaceLostKey(ctx context.Context) (lost lineage.KeyLost, err error) {
	lock, err := k.config.LockDataFolder()
	if err != nil {
		return lost, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if lost, err = k.describeLostKey(ctx); err != nil {
		return lost, err
	}
	if err := k.recordLineage(ctx, lost.Origin, lineage.LoseKey(lost)); err != nil {
		return lost, fmt.Errorf("record that the key is lost: %w", err)
	}
	err = evidence.RetireLostNotary(k.config.NotaryKeyPath(), k.config.CheckpointsPath(), k.config.WitnessedPath(),
		k.config.TimestampsPath())
	if err != nil {
		return lost, err
	}
	if k.config.Notary != "" {
		return lost, k.signAtRest(ctx, false)
	}
	signer, _, err := k.openSigner(ctx) // which makes the key
	if err != nil {
		return lost, err
	}
	return lost, errors.Join(signer.Close(), k.signAtRest(ctx, false))
}

// describeLostKey returns what the log is to be told of a lost key, or what it was told when that was cut off.
func (k *Keeper) describeLostKey(ctx context.Context) (lost lineage.KeyLost, err error) {
	if _, err := os.Stat(k.config.NotaryKeyPath()); k.config.Notary == "" && !errors.Is(err, fs.ErrNotExist) {
		return lost, errors.Join(err, fmt.Errorf("there is a key in %s: when it is not that of the log, move it away, with its .pub; "+
			"when it is, docket audit rotate-key has another one follow it", k.config.NotaryKeyPath()))
	}
	forks, err := readForks(ctx, k.storage.Log)
	if err != nil {
		return lost, err
	}
	known, _, err := k.KeptCheckpoints(ctx)
	if err != nil {
		return lost, err
	}
	builder, err := evidence.NewBuilder(ctx, k.storage.Evidence)
	if err == nil {
		err = builder.CatchUp(ctx, k.log.Store)
	}
	if err != nil {
		return lost, err
	}
	lost = lineage.KeyLost{Events: builder.State().Size, Origin: evidence.NewOrigin()}
	for _, c := range newestByOrigin(known) {
		if isFormer(forks, c.Origin) {
			continue
		}
		tree, err := evidence.TreeAt(ctx, k.storage.Evidence, min(c.N, lost.Events))
		if err != nil || tree != c.Tree {
			return lost, errors.Join(err, fmt.Errorf("%w: that in %s, of %d events of %s, is not of this log; docket audit verify looks for "+
				"the place", evidence.ErrFork, c.Source, c.N, c.Origin))
		}
		lost.Former = append(lost.Former, lineage.Former{Origin: c.Origin, Events: c.N, Root: c.Hash.String()})
	}
	if len(lost.Former) > 0 {
		return lost, nil
	}
	if n := len(forks); n > 0 {
		return lineage.KeyLost(forks[n-1]), nil
	}
	return lost, errors.New("no key has signed this log yet: docket serve makes one")
}

// newestByOrigin returns the newest checkpoint of each name, by name.
func newestByOrigin(known []evidence.KnownCheckpoint) (newest []evidence.KnownCheckpoint) {
	byOrigin := map[string]evidence.KnownCheckpoint{}
	for _, k := range known {
		if k.N >= byOrigin[k.Origin].N {
			byOrigin[k.Origin] = k
		}
	}
	for _, origin := range slices.Sorted(maps.Keys(byOrigin)) {
		newest = append(newest, byOrigin[origin])
	}
	return newest
}

// finishRotation goes on with a rotation that the log tells of and that was cut off.
func (k *logSigners) finishRotation(ctx context.Context) error {
	next, err := evidence.NextKey(k.config.NotaryKeyPath())
	if err != nil || next == "" {
		return err
	}
	rotations, err := readRotations(ctx, k.storage.Log)
	if err != nil || len(rotations) == 0 || rotations[len(rotations)-1].New != next {
		return err
	}
	return evidence.FinishRotation(k.config.NotaryKeyPath(), k.config.CheckpointsPath())
}

// logKeys returns the keys that have signed for the log, from the oldest that is known to the one that signs now. wrong tells of
// rotations in the log that its keys have not made.
func (k *logSigners) logKeys(ctx context.Context) (keys evidence.LogKeys, wrong []string, err error) {
	now, _, err := evidence.ReadVerifierKey(k.config.NotaryKeyPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return k.followRotations(ctx, now)
}

// followRotations is logKeys for a key that signs now. Where the log tells of a newer one, the key stands behind it.
func (k *logSigners) followRotations(ctx context.Context, now note.Verifier) (keys evidence.LogKeys, wrong []string, err error) {
	rotations, err := readRotations(ctx, k.storage.Log)
	if err != nil {
		return nil, nil, err
	}
	var signed []string
	for _, told := range rotations {
		r, err := evidence.OpenRotation([]byte(told.Statement))
		if err != nil || r.Old != told.Old || r.New != told.New || r.N != told.Events || r.Hash.String() != told.Root || r.Origin != told.Origin {
			wrong = append(wrong, fmt.Sprintf("the log tells of a rotation of its key at %d events that the keys have not signed", told.Events))
			continue
		}
		if r.Origin == now.Name() {
			signed = append(signed, told.Statement)
		}
	}
	if len(signed) == 0 {
		return evidence.LogKeys{{Verifier: now}}, wrong, nil
	}
	keys, problem := evidence.FollowFirst(signed)
	if problem != nil {
		return evidence.LogKeys{{Verifier: now}}, append(wrong, problem.Error()), nil
	}
	if newest := keys.Newest(); newest.KeyHash() != now.KeyHash() {
		wrong = append(wrong, fmt.Sprintf("the log tells of the key %08x, and %s is %08x", newest.KeyHash(),
			k.config.NotaryKeyPath(), now.KeyHash()))
		keys = append(keys, evidence.LogKey{Verifier: now})
	}
	return keys, wrong, nil
}
