package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/rest"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
)

// checkpointPoll is how often the newest checkpoint is looked at while one is waited for.
const checkpointPoll = 200 * time.Millisecond

// bundleTime is how long an evidence bundle over the API may wait for its checkpoint, beside the pause between two.
const bundleTime = 30 * time.Second

// bundleStampTime is how long a time-stamping authority may take for an evidence bundle over the API.
const bundleStampTime = 10 * time.Second

// DossierStreams returns the streams of a dossier and of all files that it ever had. Errors: es.ErrNoEvent.
func (a *App) DossierStreams(ctx context.Context, workspace, id string) ([]es.StreamID, error) {
	own := dossier.StreamOf(workspace, id)
	if err := a.requireEvents(ctx, own); err != nil {
		return nil, err
	}
	files, err := a.Queries.FileStreams(ctx, workspace, id)
	return append([]es.StreamID{own}, files...), err
}

// FileStreams returns the stream of a file, alone in a list. Errors: es.ErrNoEvent.
func (a *App) FileStreams(ctx context.Context, workspace, id string) ([]es.StreamID, error) {
	own := file.StreamOf(workspace, id)
	return []es.StreamID{own}, a.requireEvents(ctx, own)
}

// requireEvents returns es.ErrNoEvent for a stream that has none.
func (a *App) requireEvents(ctx context.Context, stream es.StreamID) error {
	for _, err := range a.Log.Store.Stream(ctx, stream, 0) {
		return err
	}
	return fmt.Errorf("%s: %w", stream, es.ErrNoEvent)
}

// BundleEvidence implements rest.EvidenceBundler. Bundles are made one after the other.
func (a *App) BundleEvidence(ctx context.Context, caller user.Principal, id string, openValues bool) (rest.EvidenceBundle, error) {
	streams, err := a.DossierStreams(ctx, caller.Workspace, id)
	if errors.Is(err, es.ErrNoEvent) {
		streams, err = a.FileStreams(ctx, caller.Workspace, id)
	}
	if err != nil {
		return rest.EvidenceBundle{}, err
	}
	var opening *opening
	if openValues {
		readable, err := a.Queries.ReadableStreams(ctx, caller, id)
		if errors.Is(err, domain.ErrDossierNotFound) {
			return rest.EvidenceBundle{}, fmt.Errorf("%w that the caller may read", es.ErrNoEvent)
		}
		if err != nil {
			return rest.EvidenceBundle{}, err
		}
		opening = newOpening(heads.Opened{For: streams[0], Streams: readable})
	}
	return a.bundleStreams(ctx, es.Meta{Actor: caller.ID, Workspace: caller.Workspace}, streams, opening)
}

// An opening is which sealed values a bundle shows.
type opening struct {
	what    heads.Opened
	streams map[es.StreamID]bool // of which all values are shown
	at      es.Position          // of the event that tells it, when it is recorded
}

// newOpening returns what shows the values that an event tells of.
func newOpening(what heads.Opened) *opening {
	o := &opening{what: what, streams: map[es.StreamID]bool{}}
	for _, s := range what.Streams {
		o.streams[s] = true
	}
	return o
}

// recordOpening tells in the log that the values are shown, and to whom; nothing is shown unless it does.
func (a *App) recordOpening(ctx context.Context, meta es.Meta, o *opening) error {
	meta.Command = uuid.New()
	meta.Correlation = meta.Command
	r, err := es.Decide(ctx, a.Log, heads.Decider, es.Command{Stream: heads.OpenedStream(meta.Workspace), Meta: meta}, heads.Open(o.what))
	if err != nil {
		return fmt.Errorf("record that values are opened: %w", err)
	}
	o.at = r.Position
	return nil
}

// openerOf returns what opens the sealed values of an opening, up to the event that tells it; nil for none.
func (a *App) openerOf(o *opening) evidence.Opener {
	if o == nil {
		return nil
	}
	return func(ctx context.Context, e es.Envelope) ([]es.OpenedField, error) {
		if o.at == 0 || e.Position > o.at || !o.streams[e.Stream] && !slices.Contains(o.what.Positions, e.Position) {
			return nil, nil
		}
		return a.Log.Codec.OpenFields(ctx, e)
	}
}

// BundlePackage implements processes.EvidenceBundler: sealed values stay sealed.
func (a *App) BundlePackage(ctx context.Context, workspace string, r download.Requested) (bundle []byte, err error) {
	streams := []es.StreamID{}
	if r.WholeDossier {
		streams, err = a.DossierStreams(ctx, workspace, r.Dossier)
	}
	for _, id := range r.Files {
		if !r.WholeDossier {
			streams = append(streams, file.StreamOf(workspace, id))
		}
	}
	if err == nil {
		var made rest.EvidenceBundle
		made, err = a.bundleStreams(ctx, es.Meta{Actor: r.User, Workspace: workspace}, streams, nil)
		bundle = made.Zip
	}
	if errors.Is(err, evidence.ErrNotCovered) || errors.Is(err, evidence.ErrCheckpoint) {
		a.logger.Warn("the evidence of a package is not signed", "error", err)
		return nil, domain.Faultf(domain.Unprocessable, "The notary or its witnesses have not signed the evidence: ask again when they are back")
	}
	return bundle, err
}

// bundleStreams makes a bundle of some streams for somebody, when those before it are made. Errors: evidence.ErrNotCovered
// when no checkpoint is signed in time, evidence.ErrCheckpoint when the witnesses do not sign it.
func (a *App) bundleStreams(
	ctx context.Context, meta es.Meta, streams []es.StreamID, opened *opening,
) (made rest.EvidenceBundle, err error) {
	select {
	case a.bundling <- struct{}{}:
		defer func() { <-a.bundling }()
	case <-ctx.Done():
		return made, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(a.Config.CheckpointEvery, checkpointPause)+bundleTime+bundleStampTime)
	defer cancel()
	newest := func(ctx context.Context) ([]byte, error) {
		a.askForCheckpoint()
		return a.Storage.Evidence.LastCheckpoint(ctx)
	}
	b, err := a.makeBundle(limited, meta, streams, newest, a.stampIfPossible, opened)
	if limited.Err() != nil && ctx.Err() == nil {
		return made, fmt.Errorf("%w: %w", evidence.ErrNotCovered, err)
	}
	if err != nil {
		return made, err
	}
	if opened != nil {
		made.Opened = uint64(opened.at)
	}
	made.Zip, err = b.Encode()
	return made, err
}

// askForCheckpoint has the next checkpoint signed at once where this process keeps the tree.
func (a *App) askForCheckpoint() {
	select {
	case a.checkpointAsked <- struct{}{}:
	default: // it is asked for already
	}
}

// MakeBundle commits to the heads of all streams, waits until a checkpoint covers that, which a running service
// signs, or this process where none runs, and returns a bundle of all events of some streams. Where a
// policy is set, its witnesses sign the checkpoint, too, and a time-stamping authority stamps it where one
// is. Sealed values are shown of all events, or of those at some positions, once the log tells it (evidence.opened). It
// reads the log whole. Errors: es.ErrNoEvent for a stream that has none, evidence.ErrFork.
func (a *App) MakeBundle(
	ctx context.Context, workspace string, streams []es.StreamID, openAll bool, openAt []es.Position,
) (*evidence.Bundle, error) {
	newest := func(ctx context.Context) ([]byte, error) { return a.NewestCheckpoint(ctx, false) }
	var opened *opening
	switch {
	case openAll:
		opened = newOpening(heads.Opened{For: streams[0], Streams: streams})
	case len(openAt) > 0:
		opened = newOpening(heads.Opened{For: streams[0], Positions: openAt})
	}
	return a.makeBundle(ctx, es.Meta{Actor: user.SystemID, Workspace: workspace}, streams, newest, a.stamp, opened)
}

// stamp has a checkpoint stamped where an authority is set, and returns it with the time stamp.
func (a *App) stamp(ctx context.Context, signed []byte) ([]byte, error) {
	if a.Config.TimestampURL == "" {
		return signed, nil
	}
	response, err := a.requestStamp(ctx, signed)
	if err != nil {
		return nil, err
	}
	return evidence.AppendStamp(signed, response), nil
}

// stampIfPossible is stamp; a checkpoint that the authority does not stamp soon is returned without.
func (a *App) stampIfPossible(ctx context.Context, signed []byte) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, bundleStampTime)
	defer cancel()
	stamped, err := a.stamp(limited, signed)
	if err != nil && ctx.Err() == nil {
		a.logger.Warn("the checkpoint of an evidence bundle is not stamped by the authority of --timestamp-url", "error", err)
		return signed, nil
	}
	return stamped, err
}

// makeBundle is MakeBundle, for somebody, with what returns the newest checkpoint, and what has it stamped.
func (a *App) makeBundle(
	ctx context.Context, meta es.Meta, streams []es.StreamID, newest func(context.Context) ([]byte, error),
	stamp func(context.Context, []byte) ([]byte, error), opened *opening,
) (*evidence.Bundle, error) {
	policy, err := a.Config.ReadWitnessPolicy()
	if err != nil {
		return nil, err
	}
	h, at, err := a.commitHeads(ctx, meta, streams[0], opened != nil)
	if err != nil {
		return nil, err
	}
	signed, err := a.awaitCheckpoint(ctx, at, newest)
	if err == nil && policy != nil {
		signed, err = a.Cosign(ctx, policy, signed)
	}
	if err == nil {
		signed, err = stamp(ctx, signed)
	}
	if err == nil && opened != nil {
		err = a.recordOpening(ctx, meta, opened)
	}
	if err != nil {
		return nil, err
	}
	return evidence.MakeBundle(ctx, a.Storage.Evidence, a.Log.Store, h, at, streams, signed, a.openerOf(opened))
}

// awaitCheckpoint returns the first checkpoint that covers an event. It waits until ctx ends.
func (a *App) awaitCheckpoint(
	ctx context.Context, at es.Position, newest func(context.Context) ([]byte, error),
) ([]byte, error) {
	for {
		signed, err := newest(ctx)
		if err != nil && !errors.Is(err, ErrNoCheckpoint) {
			return nil, err
		}
		if signed != nil {
			covered, err := evidence.IsCovered(ctx, a.Storage.Evidence, a.Log.Store, at, signed)
			if err != nil || covered {
				return signed, err
			}
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("no checkpoint covers position %d yet: %w", at, ctx.Err())
		case <-time.After(checkpointPoll):
		}
	}
}
