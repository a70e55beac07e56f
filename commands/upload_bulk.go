package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/commands/parallel"
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
	Files  []archived `json:"files"`
	Tables []archived `json:"tables"`
}

// startBulk begins what was validated as a whole, and carries it through. When the
// process dies meanwhile, a worker finishes it.
func (c *Commands) startBulk(ctx context.Context, r UploadFile, content es.BlobRef, p bulkPlan,
	left []bulk.Skipped) (out UploadOutcome, err error) {
	subject := dossier.SubjectOf(r.Caller.Workspace, r.DossierID)
	plan, err := c.putJSON(ctx, subject, p)
	if err != nil {
		return out, errors.Join(err, c.discard(ctx, content))
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
	err = c.alone(context.WithoutCancel(ctx), stream, func(ctx context.Context) error {
		if _, err := es.Decide(ctx, c.Log, bulk.Decider, r.on(stream), bulk.Start(begin, left, subject)); err != nil {
			if known(err) {
				err = errors.Join(err, c.discard(ctx, content, plan))
			}
			return err
		}
		if err := c.dropSecondCopy(ctx, stream, content, plan); err != nil {
			return err
		}
		out, err = c.runBulk(ctx, stream)
		return err
	})
	if errors.Is(err, ErrStillRunning) {
		err = errors.Join(err, c.discard(ctx, content, plan))
	}
	return out, err
}

// dropSecondCopy removes what a repetition has stored of an upload that was begun before.
func (c *Commands) dropSecondCopy(ctx context.Context, stream es.StreamID, content, plan es.BlobRef) error {
	s, _, err := es.Load(ctx, c.Log, bulk.Decider, stream)
	if err != nil || s.Content.ID == content.ID {
		return err
	}
	return c.discard(ctx, content, plan)
}

// alone keeps workers away from a bulk while something is done on it. Its stream is of
// one command: a worker that holds it carries on what an earlier attempt has begun.
func (c *Commands) alone(ctx context.Context, stream es.StreamID, do func(context.Context) error) error {
	if c.Alone == nil {
		return do(ctx)
	}
	err := c.Alone(ctx, stream, do)
	if errors.Is(err, ErrLeaseHeld) {
		return ErrStillRunning
	}
	return err
}

// FinishBulk goes on with an upload, or another deed on many files, that somebody
// left. What was done is not done again.
func (c *Commands) FinishBulk(ctx context.Context, stream es.StreamID) error {
	_, err := c.runBulk(ctx, stream)
	return err
}

// A bulkRun is one way through a plan.
type bulkRun struct {
	*Commands
	r       UploadFile // the request that it began with
	s       bulk.State
	plan    bulkPlan
	t       template.State
	content *blobAt
	zip     *archive // nil when the upload is no zip
	mu      sync.Mutex
	out     UploadOutcome
	refused []bulk.Skipped
}

// runBulk carries a bulk from where it stands to its end.
func (c *Commands) runBulk(ctx context.Context, stream es.StreamID) (UploadOutcome, error) {
	b := &bulkRun{Commands: c}
	if err := b.load(ctx, stream); err != nil || !b.s.Begun || b.s.Done {
		return UploadOutcome{}, err
	}
	err := b.do(ctx)
	switch {
	case errors.Is(err, es.ErrErased), errors.Is(err, es.ErrNoBlob), notFound(err): // the dossier is gone for good
		b.refused = nil
	case err != nil:
		return UploadOutcome{}, fmt.Errorf("finish a bulk: %w", err)
	}
	if err := c.discard(ctx, b.s.Content, b.s.Plan); err != nil {
		return UploadOutcome{}, err
	}
	subject := dossier.SubjectOf(b.r.Caller.Workspace, b.s.Dossier)
	done, err := es.Decide(ctx, c.Log, bulk.Decider, b.r.part("finish", stream), bulk.Finish(b.refused, subject))
	b.reached(done.Position)
	return b.out, err
}

// do carries out the action of the bulk.
func (b *bulkRun) do(ctx context.Context) error {
	if b.s.Action != bulk.Upload {
		return b.each(ctx)
	}
	if err := b.open(ctx); err != nil {
		return err
	}
	return b.carry(ctx)
}

// load reads the bulk and the request that it began with.
func (b *bulkRun) load(ctx context.Context, stream es.StreamID) error {
	for e, err := range b.Log.Stream(ctx, stream, 0) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		if !b.s.Begun {
			b.r.Request = Request{Caller: user.Principal{Workspace: e.Workspace, ID: e.Actor}, CommandID: e.Command,
				Correlation: e.Correlation.String(), Trace: e.Trace}
		}
		b.s = bulk.Decider.Evolve(b.s, e.Event)
	}
	b.r.TemplateID, b.r.DossierID = b.s.Template, b.s.Dossier
	b.r.KeepManualChanges, b.r.DisableAutomaticAnalysis = b.s.KeepManual, b.s.Manual
	return nil
}

// open loads the plan, and opens the upload that it works on.
func (b *bulkRun) open(ctx context.Context) (err error) {
	if err = b.getJSON(ctx, b.s.Plan, &b.plan); err != nil {
		return err
	}
	if b.t, err = b.template(ctx, b.r.Caller, b.s.Template); err != nil {
		return err
	}
	d, _, err := es.Load(ctx, b.Log, dossier.Decider, dossier.StreamOf(b.r.Caller.Workspace, b.s.Dossier))
	if err != nil {
		return err
	}
	b.r.members = d.Members
	b.content = b.atOf(ctx, b.s.Content)
	if len(b.plan.Tables) == 1 && b.plan.Tables[0].Index == wholeUpload {
		return nil
	}
	if b.zip, err = openArchive(b.content, b.s.Content.Size, b.Limits.archive()); err != nil {
		return errors.Join(blob.AsNotFound(err), b.content.Close())
	}
	return nil
}

// carry carries out the plan: it stores all files, then applies the tables.
func (b *bulkRun) carry(ctx context.Context) error {
	defer b.content.Close()
	if err := b.storeAll(ctx); err != nil {
		return err
	}
	for _, e := range b.plan.Tables {
		if err := b.apply(ctx, e); err != nil {
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
	note := b.progress(b.s.Dossier, "files of an archive are being stored")
	ids := make([]string, len(b.plan.Files))
	there := closed()
	turns := make([]turn, len(ids))
	for i := range turns {
		turns[i].before, turns[i].own = there, make(chan struct{})
		there = turns[i].own
	}
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	err := parallel.ForEach(order, askedAtOnce, func(i int) (err error) {
		defer turns[i].pass()
		note(i, len(ids))
		ids[i], err = b.store(ctx, b.plan.Files[i], &turns[i])
		return err
	})
	b.out.FileIDs = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	return err
}

// store makes a file of an entry and returns its id, "" for one that was assigned to
// somebody else meanwhile and is left alone.
func (b *bulkRun) store(ctx context.Context, e archived, mine *turn) (string, error) {
	in, err := b.entry(e)
	if err != nil {
		return "", err
	}
	defer in.Close()
	r := b.r
	r.CommandID = uuid.NewSHA1(r.CommandID, []byte("entry\n"+e.Name))
	id, at, err := b.storeDocument(ctx, r, Upload{Name: e.Name, Content: in, turn: mine})
	b.mu.Lock()
	defer b.mu.Unlock()
	if domain.KindOf(err) == domain.Forbidden {
		b.refused = append(b.refused, bulk.Skipped{Name: e.Name, Reason: "refused"})
		return "", nil
	}
	b.reached(at.Position)
	return id, err
}

// apply sets the attribute values of a csv.
func (b *bulkRun) apply(ctx context.Context, e archived) error {
	in, err := b.entry(e)
	if err != nil {
		return err
	}
	defer in.Close()
	got, err := b.applyTable(ctx, b.r, b.t, "table\n"+e.Name, in)
	if errors.Is(err, template.ErrNoTable) { // nothing in it is for us
		return nil
	}
	if err == nil {
		b.out.ProcessedFileIDs = union(b.out.ProcessedFileIDs, got.files)
		b.out.ProcessedAttributes = union(b.out.ProcessedAttributes, got.attributes)
		b.reached(got.at)
	}
	return err
}

// entry opens an entry of the zip, or the upload itself.
func (b *bulkRun) entry(e archived) (io.ReadCloser, error) {
	if e.Index == wholeUpload {
		return io.NopCloser(io.NewSectionReader(b.content, 0, b.s.Content.Size)), nil
	}
	return b.zip.open(e.Index)
}

// reached notes the position that views must have reached for an answer.
func (b *bulkRun) reached(at es.Position) { b.out.Position = max(b.out.Position, uint64(at)) }

// union appends to list the items of more that it does not have.
func union(list, more []string) []string {
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

// A turn is the place of an entry in the order in which entries are stored. The zero
// value and nil wait for nothing.
type turn struct {
	before, own chan struct{}
	passed      sync.Once
}

func closed() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// wait returns when the entry before has been stored, or with ctx's error.
func (t *turn) wait(ctx context.Context) error {
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

// pass lets the next entry be stored; calls after the first do nothing.
func (t *turn) pass() {
	if t != nil {
		t.passed.Do(func() { close(t.own) })
	}
}
