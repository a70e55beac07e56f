package keeper

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
)

// witnessTime is how long a witness may take to answer.
const witnessTime = 30 * time.Second

// Cosign asks the witnesses of a policy to sign for a checkpoint and returns it with their signatures. It needs
// those of the policy's quorum. Errors: evidence.ErrCheckpoint with why each witness has not signed.
func (n *Anchors) Cosign(ctx context.Context, p *evidence.Policy, signed []byte) ([]byte, error) {
	c, err := evidence.ParseCheckpoint(string(signed))
	if err != nil {
		return nil, err
	}
	prove := func(older int64) (tlog.TreeProof, error) {
		return evidence.ProveConsistency(ctx, n.storage.Evidence, c.N, older)
	}
	client := &http.Client{Timeout: witnessTime}
	var refusals []error
	for _, w := range p.Witnesses() {
		cosigned, err := witness.RequestCosignature(ctx, client, w, signed, prove)
		if err != nil {
			n.tellFork(w.Key.Name(), err)
			refusals = append(refusals, err)
			continue
		}
		signed = cosigned
	}
	if _, _, err := p.Open(signed); err != nil {
		return nil, errors.Join(append([]error{err}, refusals...)...)
	}
	return signed, nil
}

// tellFork logs, once for each witness, that one has signed another history of the log, also where the others are enough.
func (n *Anchors) tellFork(name string, err error) {
	if !errors.Is(err, witness.ErrOtherHistory) {
		return
	}
	if _, told := n.forks.LoadOrStore(name, true); !told {
		n.logger.Error("a witness has signed another history of the log, which was rewritten or put back: see docket audit verify",
			"error", err.Error())
	}
}

// keepNewest hands the newest of the checkpoints that come to keep, and again later where that fails, until ctx ends;
// signing goes on meanwhile. Each new failure is logged as the reason of the complaint.
func (n *Anchors) keepNewest(ctx context.Context, newest <-chan []byte, keep func(signed []byte) error, complaint string) {
	var waiting []byte
	var since time.Time // the first failure
	failed := ""
	for {
		var retry <-chan time.Time
		if waiting != nil {
			retry = time.After(cmp.Or(n.config.CheckpointEvery, checkpointPause))
		}
		select {
		case <-ctx.Done():
			return
		case waiting = <-newest:
		case <-retry:
		}
		err := keep(waiting)
		if err == nil {
			n.tellOver(failed, complaint, since)
			waiting, failed = nil, ""
			continue
		}
		if failed == "" {
			since = time.Now()
		}
		if ctx.Err() == nil && err.Error() != failed {
			failed = err.Error()
			n.logger.Warn(complaint, "error", failed) // as text: it is no outage of a server that the service needs
		}
	}
}

// tellOver logs that what was complained about is over, with how long it was; nothing where nothing failed.
func (n *Anchors) tellOver(failed, complaint string, since time.Time) {
	if failed != "" {
		n.logger.Info("an outage is over", "of", complaint, "length", time.Since(since).Round(time.Second))
	}
}

// keepWitnessed has a checkpoint signed by witnesses and keeps it. How long one has waited for them is measured from the
// first try.
func (n *Anchors) keepWitnessed(ctx context.Context, p *evidence.Policy, signed []byte) error {
	n.unwitnessed.CompareAndSwap(0, time.Now().UnixNano())
	_, err := n.keepCosigned(ctx, p, signed)
	if err == nil {
		n.unwitnessed.Store(0)
	}
	return err
}

// keepCosigned has a checkpoint signed by witnesses, appends it to the file of those, synced, and returns it.
func (n *Anchors) keepCosigned(ctx context.Context, p *evidence.Policy, signed []byte) (cosigned []byte, err error) {
	if cosigned, err = n.Cosign(ctx, p, signed); err != nil {
		return nil, err
	}
	file := n.config.WitnessedPath()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(append(bytes.Clone(cosigned), '\n'))
	return cosigned, errors.Join(err, f.Sync(), f.Close())
}

// repairCheckpoints cuts off what a crash left half written behind the last checkpoint in a file, so that others
// can follow.
func repairCheckpoints(file string) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, rest := evidence.SplitCheckpoints(string(text))
	end := len(text) - len(rest)
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = f.Truncate(int64(end))
	if err == nil && end > 0 && !strings.HasSuffix(string(text[:end]), "\n\n") { // only the empty line was not written
		_, err = f.WriteAt([]byte{'\n'}, int64(end))
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// startWitnessing has checkpoints that are offered signed by witnesses, where some are set, until stop is called.
func (n *Anchors) startWitnessing(ctx context.Context) (offer func(tlog.Tree, []byte), stop func(), err error) {
	policy, err := n.config.ReadWitnessPolicy()
	if err != nil || policy == nil {
		return func(tlog.Tree, []byte) {}, func() {}, err
	}
	if err := repairCheckpoints(n.config.WitnessedPath()); err != nil {
		return nil, nil, fmt.Errorf("the checkpoints that witnesses have signed: %w", err)
	}
	offer, stop = offerCheckpoints(ctx, func(ctx context.Context, newest <-chan []byte) {
		n.keepNewest(ctx, newest, func(signed []byte) error { return n.keepWitnessed(ctx, policy, signed) },
			"the newest checkpoint of the log is not signed by the witnesses that --witness-policy asks for")
	})
	return offer, stop, nil
}

// offerCheckpoints runs a part that takes the checkpoints that are offered, until stop is called. Of several that wait the
// newest counts. What is signed at a stop is for the next start.
func offerCheckpoints(ctx context.Context, run func(context.Context, <-chan []byte)) (offer func(tlog.Tree, []byte), stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	newest, done := make(chan []byte, 1), make(chan struct{})
	go func() {
		defer close(done)
		run(ctx, newest)
	}()
	var sent int64
	offer = func(tree tlog.Tree, signed []byte) {
		if tree.N <= sent {
			return
		}
		sent = tree.N
		select {
		case <-newest: // an older one
		default:
		}
		newest <- signed
	}
	return offer, func() { cancel(); <-done }
}
