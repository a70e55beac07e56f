package keeper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"golang.org/x/mod/sumdb/note"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/settings"
)

// readForks returns what a log tells of the names that it gave up: by restores to older states, and because a key was lost.
func readForks(ctx context.Context, log es.Store) (forks []lineage.Restored, err error) {
	if l, ok := log.(EventVersionLister); ok {
		stored, err := l.EventVersions(ctx)
		if err != nil || stored[lineage.RestoredName]+stored[lineage.KeyLostName] == 0 {
			return nil, err
		}
	}
	for env, err := range es.ReadToHead(ctx, log, 0, es.Filter{Types: []string{lineage.RestoredName, lineage.KeyLostName}}) {
		var fork lineage.Restored // which has the fields of a lost key
		if err == nil {
			err = engines.UnmarshalBody(env.Body, &fork)
		}
		if err != nil {
			return nil, fmt.Errorf("how the log was restored: %w", err)
		}
		forks = append(forks, fork)
	}
	return forks, nil
}

// isFormer reports whether a log gave a name up.
func isFormer(forks []lineage.Restored, origin string) bool {
	return slices.ContainsFunc(forks, func(r lineage.Restored) bool {
		return slices.ContainsFunc(r.Former, func(f lineage.Former) bool { return f.Origin == origin })
	})
}

// retireFormer puts aside what belongs to a notary whose name the log gave up. Where keys are made here, and mayMake, one is
// made of the name that the log has now.
func retireFormer(s settings.Config, forks []lineage.Restored, mayMake bool) (made bool, err error) {
	if len(forks) == 0 {
		return false, nil
	}
	key, _, err := evidence.ReadVerifierKey(s.NotaryKeyPath())
	if err == nil && isFormer(forks, key.Name()) {
		err = evidence.RetireNotary(s.NotaryKeyPath(), s.CheckpointsPath(), s.WitnessedPath(), s.TimestampsPath())
		if err != nil {
			return false, fmt.Errorf("put the notary of %s aside, of which this log is a fork: %w", key.Name(), err)
		}
		err = fs.ErrNotExist
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if s.Notary != "" || !mayMake {
		return false, nil
	}
	for _, file := range []string{s.NotaryKeyPath(), s.CheckpointsPath()} {
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			return false, err // the notary says what is wrong
		}
	}
	return true, evidence.MakeNotaryKey(s.NotaryKeyPath(), forks[len(forks)-1].Origin)
}

// StandingCheckpoints returns the checkpoints in a database to which a log is restored: those of the log that it had before.
func StandingCheckpoints(ctx context.Context, s settings.Config) (known []evidence.KnownCheckpoint, err error) {
	if s.Postgres == "" {
		return nil, nil
	}
	store, err := postgres.OpenEvidence(ctx, s.Postgres)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return readStored(ctx, store)
}

// ForgetTree empties the tree in a database, which is that of the log before.
func ForgetTree(ctx context.Context, s settings.Config) (err error) {
	if s.Postgres == "" {
		return nil
	}
	store, err := postgres.OpenEvidence(ctx, s.Postgres)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return store.ResetTree(ctx)
}

// formerDatabase ends the name of the file in which checkpoints are kept that the database had of the log that went on.
const formerDatabase = "database.txt"

// moveFormer moves the checkpoints out of the database that are of a name that the log gave up and of more events than it has
// of that: whoever asks for the newest one is not to be given one of another log. The tree is built anew.
func (k *logSigners) moveFormer(ctx context.Context, forks []lineage.Restored) error {
	var notes [][]byte
	var text []byte
	err := k.storage.Evidence.EachCheckpoint(ctx, func(note []byte) error {
		c, err := evidence.ParseCheckpoint(string(note))
		if err == nil && isBeyond(forks, c) {
			notes = append(notes, slices.Clone(note))
			text = append(append(text, note...), '\n')
		}
		return err
	})
	if err != nil || len(notes) == 0 {
		return err
	}
	if err := evidence.KeepRetired(k.config.CheckpointsPath(), formerDatabase, text); err != nil {
		return err
	}
	if err := k.storage.Evidence.ResetTree(ctx); err != nil {
		return err
	}
	for _, note := range notes {
		if err := k.storage.Evidence.DropCheckpoint(ctx, note); err != nil {
			return err
		}
	}
	return nil
}

// isBeyond reports whether a checkpoint is of a name that a log gave up, and of more events than it has of that.
func isBeyond(forks []lineage.Restored, c evidence.Checkpoint) bool {
	return slices.ContainsFunc(forks, func(r lineage.Restored) bool {
		return c.N > r.Events && isFormer([]lineage.Restored{r}, c.Origin)
	})
}

// readStored returns the checkpoints that a store keeps.
func readStored(ctx context.Context, store evidence.Store) (known []evidence.KnownCheckpoint, err error) {
	err = store.EachCheckpoint(ctx, func(signed []byte) error {
		c, err := evidence.ParseCheckpoint(string(signed))
		if err != nil {
			return fmt.Errorf("%s: %w", inDatabase, err)
		}
		known = append(known, evidence.KnownCheckpoint{Checkpoint: c, Source: inDatabase})
		return nil
	})
	return known, err
}

// inDatabase names where checkpoints are, for people.
const inDatabase = "the database"

// standingCheckpoint returns the newest checkpoint in the database that whoever signs must continue; nil for none, as where the
// log gave up the name of the newest one.
func (k *logSigners) standingCheckpoint(ctx context.Context, forks []lineage.Restored) ([]byte, error) {
	signed, err := k.storage.Evidence.LastCheckpoint(ctx)
	if err != nil || signed == nil {
		return nil, err
	}
	c, err := evidence.ParseCheckpoint(string(signed))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", inDatabase, err)
	}
	if isFormer(forks, c.Origin) {
		return nil, nil
	}
	return signed, nil
}

// checkSigner refuses a key where another one has signed the newest checkpoint in the database, and no event tells why: no
// rotation, no restore, and no key that was lost. Errors: signerError.
func (k *logSigners) checkSigner(ctx context.Context, key note.Verifier) error {
	signed, err := k.storage.Evidence.LastCheckpoint(ctx)
	if err != nil {
		return err
	}
	problem, err := k.describeOtherKey(ctx, key, signed)
	if err == nil && problem != "" {
		err = signerError{errors.New(problem)}
	}
	return err
}

// findOtherKey says what checkSigner would refuse of the key that is here; "" for nothing, and where there is none.
func (k *logSigners) findOtherKey(ctx context.Context, newest []byte) (problem string, err error) {
	key, _, err := evidence.ReadVerifierKey(k.config.NotaryKeyPath())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return k.describeOtherKey(ctx, key, newest)
}

// describeOtherKey says that a key may not sign after a checkpoint that is kept; "" where it may.
func (k *logSigners) describeOtherKey(ctx context.Context, key note.Verifier, newest []byte) (problem string, err error) {
	forks, err := readForks(ctx, k.storage.Log)
	if err != nil {
		return "", err
	}
	keys, _, err := k.followRotations(ctx, key)
	if err != nil {
		return "", err
	}
	if n := len(keys); n > 1 && keys[n-2].Until == 0 {
		return fmt.Sprintf("the log tells of a rotation to the key %08x, and %s has the key %08x, which signs no more: bring the newer key "+
			"back", keys[n-2].KeyHash(), k.config.NotaryKeyPath(), key.KeyHash()), nil
	}
	if len(newest) == 0 {
		return "", nil
	}
	c, err := evidence.ParseCheckpoint(string(newest))
	if err != nil {
		return "", fmt.Errorf("%s: %w", inDatabase, err)
	}
	if _, err := keys.Open(newest); err == nil || isFormer(forks, c.Origin) {
		return "", nil
	}
	return fmt.Sprintf("the newest checkpoint in %s, of %d events of %s, is signed by another key than %s+%08x in %s, and no event tells of "+
		"a rotation: bring the key of %s back. docket audit verify compares the log with its checkpoints; when the key is lost for good, "+
		"docket audit rotate-key --lost, with the service stopped, says so in the log", inDatabase, c.N, c.Origin, key.Name(), key.KeyHash(),
		k.config.NotaryKeyPath(), c.Origin), nil
}

// EventVersionLister is a log that tells cheaply which events it holds: wire names with the
// highest version of each.
type EventVersionLister interface {
	EventVersions(ctx context.Context) (map[string]int, error)
}
