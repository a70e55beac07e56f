package bulks

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

// wholeUpload stands in a plan for the upload itself in place of an entry of it.
const wholeUpload = -1

// A bulkPlan lists the entries of an upload that become files and then those whose
// values are applied, each in this order.
type bulkPlan struct {
	Files  []archiveEntry `json:"files"`
	Tables []archiveEntry `json:"tables"`
	// Guessed is the charset of names of which the archive does not tell it, "" for none.
	Guessed string `json:"guessed,omitempty"`
}

// openPlan loads the plan, and opens the upload that it works on.
func (b *bulkRun) openPlan(ctx context.Context) (err error) {
	if err = b.GetJSON(ctx, b.s.Plan, &b.plan); err != nil {
		return err
	}
	b.out.NamesReadAs = b.plan.Guessed
	b.entryCommands = map[uuid.UUID]bool{}
	for _, e := range b.plan.Files {
		b.entryCommands[b.entryCommand(e)] = true
	}
	if b.t, err = b.FindTemplate(ctx, b.r.Caller, b.s.Template); err != nil {
		return err
	}
	d, _, err := es.Load(ctx, b.Log, dossier.Decider, dossier.StreamOf(b.r.Caller.Workspace, b.s.Dossier))
	if err != nil {
		return err
	}
	b.r.members = d.Members
	if b.r.unique, err = b.refusesDuplicates(ctx, b.r.Caller.Workspace); err != nil {
		return err
	}
	b.content = b.OpenAt(ctx, b.s.Content)
	if len(b.plan.Tables) == 1 && b.plan.Tables[0].Index == wholeUpload {
		return nil
	}
	if b.zip, err = unzip.Open(b.content, b.s.Content.Size, b.archiveLimits()); err != nil {
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
	err := parallel.ForEach(order, core.FilesAtOnce, func(i int) (err error) {
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
// left alone, and so is one that another command has changed before the bulk went on, or that is a duplicate
// which the workspace refuses.
func (b *bulkRun) storeEntry(ctx context.Context, e archiveEntry, mine *queuePlace) (storedDocument, error) {
	in, err := b.openEntry(e)
	if err != nil {
		return storedDocument{}, err
	}
	defer in.Close()
	r := b.r
	r.CommandID, r.place = b.entryCommand(e), mine
	done, err := b.placeEntry(ctx, r, core.Upload{Name: e.Name, Content: in})
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case domain.KindOf(err) == domain.Forbidden:
		b.refused = append(b.refused, e.asSkipped(bulk.Refused, ""))
		return storedDocument{}, nil
	case errors.Is(err, errCopied):
		b.refused = append(b.refused, e.asSkipped(bulk.Copied, ""))
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
