package bulks

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// startBulk begins what was validated as a whole, and carries it through. When the
// process dies meanwhile, a worker finishes it.
func (c *Commands) startBulk(ctx context.Context, r UploadFile, content es.BlobRef, p bulkPlan,
	left []bulk.Skipped) (out UploadOutcome, err error) {
	subject := dossier.SubjectOf(r.Caller.Workspace, r.DossierID)
	plan, err := c.PutJSON(ctx, subject, p)
	if err != nil {
		return out, errors.Join(err, c.DiscardBlobs(ctx, content))
	}
	stream := bulk.StreamOf(r.Caller.Workspace, r.CommandID.String())
	begin := bulk.Started{
		Dossier:    r.DossierID,
		Template:   r.TemplateID,
		Content:    content,
		Plan:       plan,
		Files:      len(p.Files),
		Tables:     len(p.Tables),
		KeepManual: r.KeepManualChanges,
		Manual:     r.DisableAutomaticAnalysis,
	}
	// From here on it does not matter whether Anybody waits for the answer.
	err = c.runAlone(context.WithoutCancel(ctx), stream, func(ctx context.Context) error {
		before, _, err := c.beginBulk(ctx, r.CommandOn(stream), bulk.Start(begin, left, subject))
		if err != nil {
			if core.IsRefusal(err) {
				err = errors.Join(err, c.DiscardBlobs(ctx, content, plan))
			}
			return err
		}
		if err := c.dropSecondCopy(ctx, stream, content, plan); err != nil {
			return err
		}
		out, err = c.runBulk(ctx, stream, before.Begun, &repetition{content, plan})
		out.LeftOut = append(left, out.LeftOut...)
		return err
	})
	if errors.Is(err, core.ErrStillRunning) {
		err = errors.Join(err, c.DiscardBlobs(ctx, content, plan))
	}
	return out, err
}

// dropSecondCopy removes what a repetition has stored of an upload that was begun before, and is not over.
func (c *Commands) dropSecondCopy(ctx context.Context, stream es.StreamID, content, plan es.BlobRef) error {
	s, _, err := es.Load(ctx, c.Log, bulk.Decider, stream)
	if err != nil || s.Done || s.Content.ID == content.ID {
		return err
	}
	return c.DiscardBlobs(ctx, content, plan)
}

// runAlone keeps workers away from a bulk while something is done on it. Its stream is of
// one command: a worker that holds it carries on what an earlier attempt has begun.
func (c *Commands) runAlone(ctx context.Context, stream es.StreamID, do func(context.Context) error) error {
	if c.Alone == nil {
		return do(ctx)
	}
	err := c.Alone(ctx, stream, do)
	if errors.Is(err, core.ErrLeaseHeld) {
		return core.ErrStillRunning
	}
	return err
}

// beginBulk takes the decision that begins a bulk, and returns what an earlier attempt has made of it before.
func (c *Commands) beginBulk(ctx context.Context, cmd es.Command,
	start es.Decision[bulk.State]) (before bulk.State, at es.Position, err error) {
	found, err := es.Find(ctx, c.Log, bulk.Decider, cmd.Stream)
	if err != nil {
		return before, 0, err
	}
	_, done, err := found.Decide(ctx, c.Log, bulk.Decider, cmd, start)
	return found.State, done.Position, err
}

// FinishBulk goes on with an upload, or another action on many files, that somebody
// left. What was done is not done again, and what another command has changed since the
// bulk began is left out. Error: es.ErrNoStream for one that the log does not
// know.
func (c *Commands) FinishBulk(ctx context.Context, stream es.StreamID) error {
	_, err := c.runBulk(ctx, stream, true, nil)
	return err
}

// A bulkRun is one way through a plan.
type bulkRun struct {
	*Commands
	r       UploadFile // the request that it began with
	s       bulk.State
	started es.Position // of the event that began it
	resumed bool        // an earlier attempt has begun it, and items are checked against changes since
	end     *bulkEnd    // of an earlier attempt: what was done is told, and nothing is done; nil before
	plan    bulkPlan
	t       template.State
	openUpload
	mu      sync.Mutex
	out     UploadOutcome
	refused []bulk.Skipped
	entries entryFinder // of the files that were stored

	entryCommands map[uuid.UUID]bool // those that make files of the plan's entries
}

// An openUpload is what an upload is read from.
type openUpload struct {
	content *blob.ReaderAt
	zip     *unzip.Archive // nil when the upload is no zip
}

// A bulkEnd is how a bulk ended: where in the log, and what it left out on the way.
type bulkEnd struct {
	at   es.Position
	left []bulk.Skipped
}

// A repetition is what the request of a bulk has stored again.
type repetition struct{ content, plan es.BlobRef }

// runBulk carries a bulk from where it stands to its end. Of one that is over it tells a repetition of its
// request what was done; others, nil, are told nothing.
func (c *Commands) runBulk(ctx context.Context, stream es.StreamID, resumed bool, again *repetition) (UploadOutcome, error) {
	b := &bulkRun{Commands: c, resumed: resumed}
	switch err := b.loadBulk(ctx, stream); {
	case err != nil:
		return UploadOutcome{}, err
	case b.end != nil && again == nil:
		return UploadOutcome{}, nil
	case b.end != nil:
		return b.recount(ctx, *again)
	}
	end, err := bulk.Finished{}, b.runAction(ctx)
	switch {
	case errors.Is(err, es.ErrErased), errors.Is(err, es.ErrNoBlob), core.IsNotFound(err): // the dossier is gone for good
		b.refused, end.Failed = nil, b.s.Operation != ""
	case err != nil:
		return UploadOutcome{}, fmt.Errorf("finish a bulk: %w", err)
	}
	if err := c.DiscardBlobs(ctx, b.s.Content, b.s.Plan); err != nil {
		return UploadOutcome{}, err
	}
	end.Cancelled = !end.Failed && b.s.Cancelled && b.s.UpTo < b.s.Files
	subject := dossier.SubjectOf(b.r.Caller.Workspace, b.s.Dossier)
	done, err := es.Decide(ctx, c.Log, bulk.Decider, b.r.SubCommand("finish", stream), bulk.Finish(end, b.refused, subject))
	b.notePosition(done.Position)
	b.out.LeftOut = b.refused
	return b.out, err
}

// recount tells what a bulk that is over has done, as far as the streams of its files tell it, and changes nothing.
func (b *bulkRun) recount(ctx context.Context, again repetition) (UploadOutcome, error) {
	b.s.Content, b.s.Plan = again.content, again.plan
	var err error
	if !slices.Contains([]bulk.Action{bulk.Trash, bulk.End, bulk.Restore}, b.s.Action) { // their answers are empty
		err = b.runAction(ctx)
	}
	if errors.Is(err, es.ErrErased) || core.IsNotFound(err) { // the dossier is gone
		err = nil
	}
	b.out.LeftOut = b.end.left
	b.notePosition(b.end.at)
	return b.out, errors.Join(err, b.DiscardBlobs(ctx, again.content, again.plan))
}

// runAction carries out the action of the bulk.
func (b *bulkRun) runAction(ctx context.Context) error {
	if b.s.Action != bulk.Upload {
		return b.runOnFiles(ctx)
	}
	if err := b.openPlan(ctx); err != nil {
		return err
	}
	return b.runPlan(ctx)
}

// loadBulk reads the bulk and the request that it began with.
func (b *bulkRun) loadBulk(ctx context.Context, stream es.StreamID) error {
	var left []bulk.Skipped
	for e, err := range b.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		if !b.s.Begun {
			b.started = e.Position
			b.r.Request = core.Request{Caller: user.Principal{Workspace: e.Workspace, ID: e.Actor},
				CommandID:   e.Command,
				Correlation: e.Correlation.String(), Trace: e.Trace}
		}
		b.s = bulk.Decider.Evolve(b.s, e.Event)
		if skipped, ok := e.Event.(bulk.EntriesSkipped); ok && e.Command != b.r.CommandID {
			left = append(left, skipped.Entries.Value...)
		}
		if b.s.Done {
			b.end = &bulkEnd{e.Position, left}
		}
	}
	if !b.s.Begun {
		return fmt.Errorf("%w: %s", es.ErrNoStream, stream)
	}
	b.r.TemplateID, b.r.DossierID = b.s.Template, b.s.Dossier
	b.r.KeepManualChanges, b.r.DisableAutomaticAnalysis = b.s.KeepManual, b.s.Manual
	return nil
}

// notePosition notes the position that views must have reached for an answer.
func (b *bulkRun) notePosition(at es.Position) { b.out.Position = max(b.out.Position, uint64(at)) }
