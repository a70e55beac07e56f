package keeper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/notary"
)

// A treeSigner signs checkpoints of one log, each of which continues the one before, and keeps them in a file.
type treeSigner interface {
	// Last returns the tree that was signed last, as far as it is known here, and the checkpoint; nil for none.
	Last() (tlog.Tree, []byte)
	// Sign signs a tree. prove returns the proof that it continues an older one. Errors: evidence.ErrFork,
	// notaryError where the notary is away or answers something else.
	Sign(ctx context.Context, t tlog.Tree, prove func(older int64) (tlog.TreeProof, error)) ([]byte, error)
	Close() error
}

// An ownNotary signs with a key of this process.
type ownNotary struct{ *evidence.Notary }

// Sign implements treeSigner.
func (n ownNotary) Sign(_ context.Context, t tlog.Tree, prove func(older int64) (tlog.TreeProof, error)) ([]byte, error) {
	return n.Notary.Sign(t, prove)
}

// A notaryError is the error of a notary that is a process of its own, and away or of another mind than we.
type notaryError struct{ error }

// Unwrap returns what is wrong.
func (e notaryError) Unwrap() error { return e.error }

// A signerError is why nobody can be had who may sign, until an operator does something.
type signerError struct{ error }

// Unwrap returns what is wrong.
func (e signerError) Unwrap() error { return e.error }

// errSignerReady is the error of a refusedSigner that stands for one that can be opened now.
var errSignerReady = errors.New("who signs checkpoints can be opened again")

// A refusedSigner stands for who signs as long as that cannot be opened. It signs nothing, says why, and looks again each time.
type refusedSigner struct {
	open func(context.Context) (treeSigner, error)
}

// Last implements treeSigner.
func (refusedSigner) Last() (tlog.Tree, []byte) { return tlog.Tree{}, nil }

// Close implements treeSigner.
func (refusedSigner) Close() error { return nil }

// Sign implements treeSigner. Errors: errSignerReady, signerError.
func (r refusedSigner) Sign(ctx context.Context, _ tlog.Tree, _ func(older int64) (tlog.TreeProof, error)) ([]byte, error) {
	signer, err := r.open(ctx)
	if err != nil {
		return nil, err
	}
	return nil, errors.Join(errSignerReady, signer.Close())
}

// A remoteNotary has a notary sign that is a process of its own, and keeps what it signed. Its key is learnt from its
// first answer, and stays: the file beside which the signing key would be tells it.
type remoteNotary struct {
	client  *notary.Client
	keyFile string // of the signing key, which is not here
	file    string
	kept    *evidence.CheckpointFile // nil until the key is known
	forks   []lineage.Restored       // of the log
	check   func(context.Context, note.Verifier) error
}

// openRemoteNotary opens what is kept, if the key is known already.
func (k *logSigners) openRemoteNotary(forks []lineage.Restored) (*remoteNotary, error) {
	s := k.config
	client, err := s.NewNotaryClient()
	if err != nil {
		return nil, err
	}
	n := &remoteNotary{client: client, keyFile: s.NotaryKeyPath(), file: s.CheckpointsPath(), forks: forks, check: k.checkSigner}
	key, _, err := evidence.ReadVerifierKey(n.keyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	if err == nil {
		n.kept, err = evidence.OpenCheckpointFile(n.file, key)
	}
	return n, err
}

// Last implements treeSigner.
func (n *remoteNotary) Last() (tlog.Tree, []byte) {
	if n.kept == nil {
		return tlog.Tree{}, nil
	}
	return n.kept.Last()
}

// Close implements treeSigner.
func (n *remoteNotary) Close() error {
	n.client.HTTP.CloseIdleConnections()
	if n.kept == nil {
		return nil
	}
	return n.kept.Close()
}

// Sign implements treeSigner.
func (n *remoteNotary) Sign(ctx context.Context, t tlog.Tree, prove func(older int64) (tlog.TreeProof, error)) ([]byte, error) {
	if n.kept == nil {
		if err := n.learnKey(ctx); err != nil {
			return nil, err
		}
	}
	return n.kept.Add(t, prove, func(last tlog.Tree) ([]byte, error) {
		signed, err := n.client.Sign(ctx, n.kept.Key().Name(), t, last, prove)
		if err == nil {
			_, err = evidence.OpenCheckpoint(signed, n.kept.Key())
		}
		if err != nil && !errors.Is(err, evidence.ErrFork) {
			return nil, notaryError{fmt.Errorf("--notary %s: %w", n.client.Address, err)}
		}
		return signed, err
	})
}

// learnKey asks for the key of the notary, and keeps it.
func (n *remoteNotary) learnKey(ctx context.Context) error {
	key, text, err := n.client.FetchKey(ctx)
	if err != nil {
		return notaryError{fmt.Errorf("--notary %s: %w", n.client.Address, err)}
	}
	if isFormer(n.forks, key.Name()) {
		return notaryError{fmt.Errorf("--notary %s signs for %s, and the log was restored and is a fork of it: "+
			"make a notary of its own for this one, with docket notary --new", n.client.Address, key.Name())}
	}
	if err := n.check(ctx, key); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(n.keyFile), 0o700); err != nil {
		return err
	}
	if err := evidence.WriteVerifierKey(n.keyFile, text); err != nil {
		return err
	}
	n.kept, err = evidence.OpenCheckpointFile(n.file, key)
	return err
}

// openSigner opens who signs checkpoints. made is the verifier key of a signing key that was made, nil for none. Nothing is
// signed under a name that the log gave up, nor where another key has signed and no event tells why. Errors: signerError.
func (k *logSigners) openSigner(ctx context.Context) (signer treeSigner, made note.Verifier, err error) {
	forks, err := readForks(ctx, k.storage.Log)
	if err == nil && len(forks) > 0 {
		err = k.moveFormer(ctx, forks)
	}
	if err != nil {
		return nil, nil, err
	}
	if err := k.finishRotation(ctx); err != nil {
		return nil, nil, fmt.Errorf("finish the rotation of the key of the log: %w", err)
	}
	standing, err := k.standingCheckpoint(ctx, forks)
	if err != nil {
		return nil, nil, err
	}
	renamed, err := retireFormer(k.config, forks, standing == nil)
	if err != nil {
		return nil, nil, signerError{err}
	}
	if k.config.Notary != "" {
		key, _, err := evidence.ReadVerifierKey(k.config.NotaryKeyPath())
		if err == nil {
			err = k.checkSigner(ctx, key)
		} else if errors.Is(err, fs.ErrNotExist) {
			err = nil // it is checked when the notary tells it
		}
		if err != nil {
			return nil, nil, err
		}
		n, err := k.openRemoteNotary(forks)
		return n, nil, err
	}
	n, isNew, err := k.openOwnNotary(ctx, standing)
	if err != nil {
		return nil, nil, err
	}
	if isNew || renamed {
		made = n.Key()
	}
	return ownNotary{n}, made, nil
}

// openOwnNotary opens the notary whose key is here. Where nothing is signed yet, a key is made; where a checkpoint stands that it
// must continue, a memory that was lost begins with that. Errors: signerError.
func (k *logSigners) openOwnNotary(ctx context.Context, standing []byte) (n *evidence.Notary, made bool, err error) {
	if standing != nil {
		key, err := k.readOwnKey(standing)
		if err == nil {
			err = k.checkSigner(ctx, key)
		}
		if err != nil {
			return nil, false, err
		}
	}
	n, made, err = evidence.OpenNotary(k.config.NotaryKeyPath(), k.config.CheckpointsPath())
	if err == nil && standing != nil {
		if err = n.Begin(standing); err != nil {
			err = errors.Join(err, n.Close())
		}
	}
	if err != nil {
		return nil, false, signerError{err}
	}
	return n, made, nil
}

// readOwnKey returns the verifier key beside the signing key, which must be there: a checkpoint stands that it must continue.
func (k *logSigners) readOwnKey(standing []byte) (note.Verifier, error) {
	path := k.config.NotaryKeyPath()
	_, err := os.Stat(path)
	var key note.Verifier
	if err == nil {
		key, _, err = evidence.ReadVerifierKey(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		c, parseErr := evidence.ParseCheckpoint(string(standing))
		return nil, signerError{errors.Join(parseErr, fmt.Errorf("the log is signed as %s, of which a checkpoint of %d events is kept, and its "+
			"key is not in %s: bring it back, with %s.pub beside it, or name it with --notary-key-file. When it is lost for good, "+
			"docket audit rotate-key --lost, with the service stopped, says so in the log", c.Origin, c.N, path, path))}
	}
	if err != nil {
		return nil, signerError{err}
	}
	return key, nil
}
