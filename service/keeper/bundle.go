package keeper

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
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
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/settings"
)

// checkpointPoll is how often the newest checkpoint is looked at while one is waited for.
const checkpointPoll = 200 * time.Millisecond

// bundleTime is how long an evidence bundle over the API may wait for its checkpoint, beside the pause between two.
const bundleTime = 30 * time.Second

// bundleStampTime is how long a time-stamping authority may take for an evidence bundle over the API.
const bundleStampTime = 10 * time.Second

// A Bundler makes evidence bundles: events of some streams with proofs that they are in the log, and that there are no others.
type Bundler struct {
	config   settings.Config
	logger   *slog.Logger
	storage  *engines.Storage
	log      *es.Log
	queries  *queries.Queries
	keeper   *Keeper
	anchors  *Anchors
	bundling chan struct{} // held by whoever makes a bundle
}

// NewBundler returns what makes bundles of a log that a keeper keeps the tree of.
func NewBundler(k *Keeper, q *queries.Queries) *Bundler {
	return &Bundler{config: k.config, logger: k.logger, storage: k.storage, log: k.log, queries: q, keeper: k, anchors: k.Anchors,
		bundling: make(chan struct{}, 1)}
}

// DossierStreams returns the streams of a dossier and of all files that it ever had. Errors: es.ErrNoEvent.
func (b *Bundler) DossierStreams(ctx context.Context, workspace, id string) ([]es.StreamID, error) {
	own := dossier.StreamOf(workspace, id)
	if err := b.requireEvents(ctx, own); err != nil {
		return nil, err
	}
	files, err := b.queries.FileStreams(ctx, workspace, id)
	return append([]es.StreamID{own}, files...), err
}

// FileStreams returns the stream of a file, alone in a list. Errors: es.ErrNoEvent.
func (b *Bundler) FileStreams(ctx context.Context, workspace, id string) ([]es.StreamID, error) {
	own := file.StreamOf(workspace, id)
	return []es.StreamID{own}, b.requireEvents(ctx, own)
}

// requireEvents returns es.ErrNoEvent for a stream that has none.
func (b *Bundler) requireEvents(ctx context.Context, stream es.StreamID) error {
	for _, err := range b.log.Store.Stream(ctx, stream, 0) {
		return err
	}
	return fmt.Errorf("%s: %w", stream, es.ErrNoEvent)
}

// BundleEvidence implements history.EvidenceBundler. Bundles are made one after the other.
func (b *Bundler) BundleEvidence(ctx context.Context, caller user.Principal, id string, openValues bool) (rest.EvidenceBundle, error) {
	streams, err := b.DossierStreams(ctx, caller.Workspace, id)
	if errors.Is(err, es.ErrNoEvent) {
		streams, err = b.FileStreams(ctx, caller.Workspace, id)
	}
	if err != nil {
		return rest.EvidenceBundle{}, err
	}
	var opening *opening
	if openValues {
		readable, err := b.queries.ReadableStreams(ctx, caller, id)
		if errors.Is(err, domain.ErrDossierNotFound) {
			return rest.EvidenceBundle{}, fmt.Errorf("%w that the caller may read", es.ErrNoEvent)
		}
		if err != nil {
			return rest.EvidenceBundle{}, err
		}
		opening = newOpening(heads.Opened{For: streams[0], Streams: readable})
	}
	return b.bundleStreams(ctx, es.Meta{Actor: caller.ID, Workspace: caller.Workspace}, streams, opening)
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
func (b *Bundler) recordOpening(ctx context.Context, meta es.Meta, o *opening) error {
	meta.Command = uuid.New()
	meta.Correlation = meta.Command
	r, err := es.Decide(ctx, b.log, heads.Decider, es.Command{Stream: heads.OpenedStream(meta.Workspace), Meta: meta}, heads.Open(o.what))
	if err != nil {
		return fmt.Errorf("record that values are opened: %w", err)
	}
	o.at = r.Position
	return nil
}

// openerOf returns what opens the sealed values of an opening, up to the event that tells it; nil for none.
func (b *Bundler) openerOf(o *opening) evidence.Opener {
	if o == nil {
		return nil
	}
	return func(ctx context.Context, e es.Envelope) ([]es.OpenedField, error) {
		if o.at == 0 || e.Position > o.at || !o.streams[e.Stream] && !slices.Contains(o.what.Positions, e.Position) {
			return nil, nil
		}
		return b.log.Codec.OpenFields(ctx, e)
	}
}

// BundlePackage implements processes.EvidenceBundler: sealed values stay sealed.
func (b *Bundler) BundlePackage(ctx context.Context, workspace string, r download.Requested) (bundle []byte, err error) {
	streams := []es.StreamID{}
	if r.WholeDossier {
		streams, err = b.DossierStreams(ctx, workspace, r.Dossier)
	}
	for _, id := range r.Files {
		if !r.WholeDossier {
			streams = append(streams, file.StreamOf(workspace, id))
		}
	}
	if err == nil {
		var made rest.EvidenceBundle
		made, err = b.bundleStreams(ctx, es.Meta{Actor: r.User, Workspace: workspace}, streams, nil)
		bundle = made.Zip
	}
	if errors.Is(err, evidence.ErrNotCovered) || errors.Is(err, evidence.ErrCheckpoint) {
		b.logger.Warn("the evidence of a package is not signed", "error", err)
		return nil, domain.Faultf(domain.Unprocessable, "The notary or its witnesses have not signed the evidence: ask again when they are back")
	}
	return bundle, err
}

// bundleStreams makes a bundle of some streams for somebody, when those before it are made. Errors: evidence.ErrNotCovered
// when no checkpoint is signed in time, evidence.ErrCheckpoint when the witnesses do not sign it.
func (b *Bundler) bundleStreams(
	ctx context.Context, meta es.Meta, streams []es.StreamID, opened *opening,
) (made rest.EvidenceBundle, err error) {
	select {
	case b.bundling <- struct{}{}:
		defer func() { <-b.bundling }()
	case <-ctx.Done():
		return made, ctx.Err()
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(b.config.CheckpointEvery, checkpointPause)+bundleTime+bundleStampTime)
	defer cancel()
	newest := func(ctx context.Context) ([]byte, error) {
		b.keeper.askForCheckpoint()
		return b.storage.Evidence.LastCheckpoint(ctx)
	}
	bundle, err := b.makeBundle(limited, meta, streams, newest, b.stampIfPossible, opened)
	if limited.Err() != nil && ctx.Err() == nil {
		return made, fmt.Errorf("%w: %w", evidence.ErrNotCovered, err)
	}
	if err != nil {
		return made, err
	}
	if opened != nil {
		made.Opened = uint64(opened.at)
	}
	made.Zip, err = bundle.Encode()
	return made, err
}

// askForCheckpoint has the next checkpoint signed at once where this process keeps the tree.
func (k *Keeper) askForCheckpoint() {
	select {
	case k.asked <- struct{}{}:
	default: // it is asked for already
	}
}

// MakeBundle commits to the heads of all streams, waits until a checkpoint covers that, which a running service
// signs, or this process where none runs, and returns a bundle of all events of some streams. Where a
// policy is set, its witnesses sign the checkpoint, too, and a time-stamping authority stamps it where one
// is. Sealed values are shown of all events, or of those at some positions, once the log tells it (evidence.opened). It
// reads the log whole. Errors: es.ErrNoEvent for a stream that has none, evidence.ErrFork.
func (b *Bundler) MakeBundle(
	ctx context.Context, workspace string, streams []es.StreamID, openAll bool, openAt []es.Position,
) (*evidence.Bundle, error) {
	newest := func(ctx context.Context) ([]byte, error) { return b.keeper.NewestCheckpoint(ctx, false) }
	var opened *opening
	switch {
	case openAll:
		opened = newOpening(heads.Opened{For: streams[0], Streams: streams})
	case len(openAt) > 0:
		opened = newOpening(heads.Opened{For: streams[0], Positions: openAt})
	}
	return b.makeBundle(ctx, es.Meta{Actor: user.SystemID, Workspace: workspace}, streams, newest, b.stamp, opened)
}

// stamp has a checkpoint stamped where an authority is set, and returns it with the time stamp.
func (b *Bundler) stamp(ctx context.Context, signed []byte) ([]byte, error) {
	if b.config.TimestampURL == "" {
		return signed, nil
	}
	response, err := b.anchors.requestStamp(ctx, signed)
	if err != nil {
		return nil, err
	}
	return evidence.AppendStamp(signed, response), nil
}

// stampIfPossible is stamp; a checkpoint that the authority does not stamp soon is returned without.
func (b *Bundler) stampIfPossible(ctx context.Context, signed []byte) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, bundleStampTime)
	defer cancel()
	stamped, err := b.stamp(limited, signed)
	if err != nil && ctx.Err() == nil {
		b.logger.Warn("the checkpoint of an evidence bundle is not stamped by the authority of --timestamp-url", "error", err)
		return signed, nil
	}
	return stamped, err
}

// makeBundle is MakeBundle, for somebody, with what returns the newest checkpoint, and what has it stamped.
func (b *Bundler) makeBundle(
	ctx context.Context, meta es.Meta, streams []es.StreamID, newest func(context.Context) ([]byte, error),
	stamp func(context.Context, []byte) ([]byte, error), opened *opening,
) (*evidence.Bundle, error) {
	policy, err := b.config.ReadWitnessPolicy()
	if err != nil {
		return nil, err
	}
	h, at, err := b.keeper.commitHeads(ctx, meta, streams[0], opened != nil)
	if err != nil {
		return nil, err
	}
	signed, err := b.awaitCheckpoint(ctx, at, newest)
	if err == nil && policy != nil {
		signed, err = b.anchors.Cosign(ctx, policy, signed)
	}
	if err == nil {
		signed, err = stamp(ctx, signed)
	}
	if err == nil && opened != nil {
		err = b.recordOpening(ctx, meta, opened)
	}
	if err != nil {
		return nil, err
	}
	return evidence.MakeBundle(ctx, b.storage.Evidence, b.log.Store, h, at, streams, signed, b.openerOf(opened))
}

// awaitCheckpoint returns the first checkpoint that covers an event. It waits until ctx ends.
func (b *Bundler) awaitCheckpoint(
	ctx context.Context, at es.Position, newest func(context.Context) ([]byte, error),
) ([]byte, error) {
	for {
		signed, err := newest(ctx)
		if err != nil && !errors.Is(err, ErrNoCheckpoint) {
			return nil, err
		}
		if signed != nil {
			covered, err := evidence.IsCovered(ctx, b.storage.Evidence, b.log.Store, at, signed)
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
