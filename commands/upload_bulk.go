package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// wholeUpload stands in a plan for the upload itself in place of an entry of it.
const wholeUpload = -1

// A bulkPlan lists the entries of an upload that become files and then those whose
// values are applied, each in this order.
type bulkPlan struct {
	Files  []archiveEntry `json:"files"`
	Tables []archiveEntry `json:"tables"`
}

// startBulk begins what was validated as a whole, and carries it through. When the
// process dies meanwhile, a worker finishes it.
func (c *Commands) startBulk(ctx context.Context, r UploadFile, content es.BlobRef, p bulkPlan,
	left []bulk.Skipped) (out UploadOutcome, err error) {
	subject := dossier.SubjectOf(r.Caller.Workspace, r.DossierID)
	plan, err := c.putJSON(ctx, subject, p)
	if err != nil {
		return out, errors.Join(err, c.discardBlobs(ctx, content))
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
	// From here on it does not matter whether anybody waits for the answer.
	err = c.runAlone(context.WithoutCancel(ctx), stream, func(ctx context.Context) error {
		resumed, err := c.beginBulk(ctx, r.commandOn(stream), bulk.Start(begin, left, subject))
		if err != nil {
			if isRefusal(err) {
				err = errors.Join(err, c.discardBlobs(ctx, content, plan))
			}
			return err
		}
		if err := c.dropSecondCopy(ctx, stream, content, plan); err != nil {
			return err
		}
		out, err = c.runBulk(ctx, stream, resumed)
		out.LeftOut = append(left, out.LeftOut...)
		return err
	})
	if errors.Is(err, ErrStillRunning) {
		err = errors.Join(err, c.discardBlobs(ctx, content, plan))
	}
	return out, err
}

// dropSecondCopy removes what a repetition has stored of an upload that was begun before.
func (c *Commands) dropSecondCopy(ctx context.Context, stream es.StreamID, content, plan es.BlobRef) error {
	s, _, err := es.Load(ctx, c.Log, bulk.Decider, stream)
	if err != nil || s.Content.ID == content.ID {
		return err
	}
	return c.discardBlobs(ctx, content, plan)
}

// runAlone keeps workers away from a bulk while something is done on it. Its stream is of
// one command: a worker that holds it carries on what an earlier attempt has begun.
func (c *Commands) runAlone(ctx context.Context, stream es.StreamID, do func(context.Context) error) error {
	if c.Alone == nil {
		return do(ctx)
	}
	err := c.Alone(ctx, stream, do)
	if errors.Is(err, ErrLeaseHeld) {
		return ErrStillRunning
	}
	return err
}

// beginBulk takes the decision that begins a bulk, and reports whether an earlier attempt has begun it.
func (c *Commands) beginBulk(ctx context.Context, cmd es.Command, start es.Decision[bulk.State]) (resumed bool, err error) {
	found, err := es.Find(ctx, c.Log, bulk.Decider, cmd.Stream)
	if err != nil {
		return false, err
	}
	_, _, err = found.Decide(ctx, c.Log, bulk.Decider, cmd, start)
	return found.State.Begun, err
}

// FinishBulk goes on with an upload, or another action on many files, that somebody
// left. What was done is not done again, and what another command has changed since the
// bulk began is left out. Error: es.ErrNoStream for one that the log does not
// know.
func (c *Commands) FinishBulk(ctx context.Context, stream es.StreamID) error {
	_, err := c.runBulk(ctx, stream, true)
	return err
}

// A bulkRun is one way through a plan.
type bulkRun struct {
	*Commands
	r       UploadFile // the request that it began with
	s       bulk.State
	started es.Position // of the event that began it
	resumed bool        // an earlier attempt has begun it, and items are checked against changes since
	plan    bulkPlan
	t       template.State
	content *blob.ReaderAt
	zip     *unzip.Archive // nil when the upload is no zip
	mu      sync.Mutex
	out     UploadOutcome
	refused []bulk.Skipped
	entries entryFinder // of the files that were stored

	entryCommands map[uuid.UUID]bool // those that make files of the plan's entries
}

// runBulk carries a bulk from where it stands to its end.
func (c *Commands) runBulk(ctx context.Context, stream es.StreamID, resumed bool) (UploadOutcome, error) {
	b := &bulkRun{Commands: c, resumed: resumed}
	if err := b.loadBulk(ctx, stream); err != nil || b.s.Done {
		return UploadOutcome{}, err
	}
	err := b.runAction(ctx)
	switch {
	case errors.Is(err, es.ErrErased), errors.Is(err, es.ErrNoBlob), notFound(err): // the dossier is gone for good
		b.refused = nil
	case err != nil:
		return UploadOutcome{}, fmt.Errorf("finish a bulk: %w", err)
	}
	if err := c.discardBlobs(ctx, b.s.Content, b.s.Plan); err != nil {
		return UploadOutcome{}, err
	}
	subject := dossier.SubjectOf(b.r.Caller.Workspace, b.s.Dossier)
	done, err := es.Decide(ctx, c.Log, bulk.Decider, b.r.subCommand("finish", stream), bulk.Finish(b.refused, subject))
	b.notePosition(done.Position)
	b.out.LeftOut = b.refused
	return b.out, err
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
	for e, err := range b.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		if !b.s.Begun {
			b.started = e.Position
			b.r.Request = Request{Caller: user.Principal{Workspace: e.Workspace, ID: e.Actor}, CommandID: e.Command,
				Correlation: e.Correlation.String(), Trace: e.Trace}
		}
		b.s = bulk.Decider.Evolve(b.s, e.Event)
	}
	if !b.s.Begun {
		return fmt.Errorf("%w: %s", es.ErrNoStream, stream)
	}
	b.r.TemplateID, b.r.DossierID = b.s.Template, b.s.Dossier
	b.r.KeepManualChanges, b.r.DisableAutomaticAnalysis = b.s.KeepManual, b.s.Manual
	return nil
}

// openPlan loads the plan, and opens the upload that it works on.
func (b *bulkRun) openPlan(ctx context.Context) (err error) {
	if err = b.getJSON(ctx, b.s.Plan, &b.plan); err != nil {
		return err
	}
	b.entryCommands = map[uuid.UUID]bool{}
	for _, e := range b.plan.Files {
		b.entryCommands[b.entryCommand(e)] = true
	}
	if b.t, err = b.findTemplate(ctx, b.r.Caller, b.s.Template); err != nil {
		return err
	}
	d, _, err := es.Load(ctx, b.Log, dossier.Decider, dossier.StreamOf(b.r.Caller.Workspace, b.s.Dossier))
	if err != nil {
		return err
	}
	b.r.members = d.Members
	b.content = b.openAt(ctx, b.s.Content)
	if len(b.plan.Tables) == 1 && b.plan.Tables[0].Index == wholeUpload {
		return nil
	}
	if b.zip, err = unzip.Open(b.content, b.s.Content.Size, b.Limits.archiveLimits()); err != nil {
		return errors.Join(blob.AsNotFound(err), b.content.Close())
	}
	return nil
}

// runPlan carries out the plan: it stores all files, then applies the tables.
func (b *bulkRun) runPlan(ctx context.Context) error {
	defer b.content.Close()
	if err := b.storeAll(ctx); err != nil {
		return err
	}
	for _, e := range b.plan.Tables {
		if err := b.applyEntry(ctx, e); err != nil {
			return err
		}
	}
	if b.Logger != nil {
		b.Logger.Info("upload finished", slog.String("dossier", b.s.Dossier),
			slog.Int("files", len(b.out.FileIDs)), slog.Int("refused", len(b.refused)))
	}
	return nil
}

// storeAll makes files of the entries. Several are under way at a time, but each
// waits for the one before it to be there, so that they come in their order.
func (b *bulkRun) storeAll(ctx context.Context) error {
	note := b.progressLogger(b.s.Dossier, "files of an archive are being stored")
	stored := make([]storedDocument, len(b.plan.Files))
	there := closedChannel()
	turns := make([]queuePlace, len(stored))
	for i := range turns {
		turns[i].before, turns[i].own = there, make(chan struct{})
		there = turns[i].own
	}
	order := make([]int, len(stored))
	for i := range order {
		order[i] = i
	}
	err := parallel.ForEach(order, askedAtOnce, func(i int) (err error) {
		defer turns[i].releaseNext()
		note(i, len(stored))
		stored[i], err = b.storeEntry(ctx, b.plan.Files[i], &turns[i])
		return err
	})
	b.entries = newEntryFinder(b.plan.Files, stored)
	for _, d := range stored {
		if d.fileID != "" {
			b.out.FileIDs = append(b.out.FileIDs, d.fileID)
		}
		if d.replaced != nil {
			b.out.Replaced = append(b.out.Replaced, *d.replaced)
		}
	}
	return err
}

// storeEntry makes a file of an entry. One that was assigned to somebody else meanwhile is
// left alone, and so is one that another command has changed before the bulk went on.
func (b *bulkRun) storeEntry(ctx context.Context, e archiveEntry, mine *queuePlace) (storedDocument, error) {
	in, err := b.openEntry(e)
	if err != nil {
		return storedDocument{}, err
	}
	defer in.Close()
	r := b.r
	r.CommandID = b.entryCommand(e)
	done, err := b.placeEntry(ctx, r, Upload{Name: e.Name, Content: in, place: mine})
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case domain.KindOf(err) == domain.Forbidden:
		b.refused = append(b.refused, e.asSkipped(bulk.Refused, ""))
		return storedDocument{}, nil
	case errors.Is(err, errChangedSince):
		b.refused = append(b.refused, e.asSkipped(bulk.Changed, ""))
		return storedDocument{}, nil
	}
	b.notePosition(done.at.Position)
	return done, err
}

// entryCommand returns the id of the command that makes a file of an entry.
func (b *bulkRun) entryCommand(e archiveEntry) uuid.UUID {
	return uuid.NewSHA1(b.r.CommandID, []byte("entry\n"+e.Name))
}

// applyEntry sets the attribute values of a csv.
func (b *bulkRun) applyEntry(ctx context.Context, e archiveEntry) error {
	open := func() (io.ReadCloser, error) { return b.openTable(e) }
	got, err := b.applyTable(ctx, tableSource{e, open, b.entries})
	if unfit := (*template.TableError)(nil); errors.As(err, &unfit) { // nothing in it is for us
		why, err := describeTable(unfit, open)
		b.refused = append(b.refused, e.asSkipped(bulk.NoTable, why))
		return err
	}
	if err == nil {
		b.out.ProcessedFileIDs = addMissing(b.out.ProcessedFileIDs, got.files)
		b.out.ProcessedAttributes = addMissing(b.out.ProcessedAttributes, got.attributes)
		b.out.Tables = append(b.out.Tables, got.told)
		b.notePosition(got.at)
	}
	return err
}

// openTable opens a csv, which may be read several times.
func (b *bulkRun) openTable(e archiveEntry) (io.ReadCloser, error) {
	if e.Index == wholeUpload {
		return b.openEntry(e)
	}
	return b.zip.ReopenEntry(e.Index)
}

// openEntry opens an entry of the zip, or the upload itself.
func (b *bulkRun) openEntry(e archiveEntry) (io.ReadCloser, error) {
	if e.Index == wholeUpload {
		return io.NopCloser(io.NewSectionReader(b.content, 0, b.s.Content.Size)), nil
	}
	return b.zip.OpenEntry(e.Index)
}

// notePosition notes the position that views must have reached for an answer.
func (b *bulkRun) notePosition(at es.Position) { b.out.Position = max(b.out.Position, uint64(at)) }

// addMissing appends to list the items of more that it does not have.
func addMissing(list, more []string) []string {
	there := map[string]bool{}
	for _, s := range list {
		there[s] = true
	}
	for _, s := range more {
		if !there[s] {
			list = append(list, s)
		}
	}
	return list
}

// A queuePlace is the place of an entry in the order in which entries are stored. The zero
// value and nil wait for nothing.
type queuePlace struct {
	before, own chan struct{}
	passed      sync.Once
}

func closedChannel() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// awaitPrevious returns when the entry before has been stored, or with ctx's error.
func (t *queuePlace) awaitPrevious(ctx context.Context) error {
	if t == nil {
		return nil
	}
	select {
	case <-t.before:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// releaseNext lets the next entry be stored; calls after the first do nothing.
func (t *queuePlace) releaseNext() {
	if t != nil {
		t.passed.Do(func() { close(t.own) })
	}
}
