package bulks

import (
	"context"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// A NamedFile is an active file of a dossier.
type NamedFile struct{ ID, Filename string }

// DossierFiles finds the files of a dossier by their names.
type DossierFiles interface {
	// FilesIn lists the active files of a dossier by name, with all that was appended
	// before the call.
	FilesIn(ctx context.Context, workspace, dossierID string) ([]NamedFile, error)
}

// uploadTable applies a csv of file attributes. One that is none, or whose columns
// the template does not know, sets nothing: the answer and the history say why.
func (c *Commands) uploadTable(ctx context.Context, r UploadFile, up core.Upload) (UploadOutcome, error) {
	t, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
	if err != nil {
		return UploadOutcome{}, err
	}
	content, err := c.storeUpload(ctx, r, up)
	if err != nil {
		return UploadOutcome{}, err
	}
	r = r.withLateFlags()
	_, err = t.FindTableDialect(func() (io.ReadCloser, error) { return c.Blobs.Open(ctx, content) })
	if unfit := (*template.TableError)(nil); errors.As(err, &unfit) {
		why, err := describeTable(unfit, func() (io.ReadCloser, error) { return c.Blobs.Open(ctx, content) })
		if err = errors.Join(err, c.DiscardBlobs(ctx, content)); err != nil {
			return UploadOutcome{}, err
		}
		return c.skipUpload(ctx, r, bulk.Skipped{Name: up.Name, Reason: bulk.NoTable, Detail: why})
	}
	if err != nil {
		return UploadOutcome{}, errors.Join(err, c.DiscardBlobs(ctx, content))
	}
	return c.startBulk(ctx, r, content, bulkPlan{Tables: []archiveEntry{{Index: wholeUpload, Name: up.Name}}}, nil)
}

// skipUpload records that nothing was made of an upload, which is no failure.
func (c *Commands) skipUpload(ctx context.Context, r UploadFile, skipped bulk.Skipped) (UploadOutcome, error) {
	stream := bulk.StreamOf(r.Caller.Workspace, r.CommandID.String())
	decide := bulk.SkipUpload(r.DossierID, r.TemplateID, skipped, dossier.SubjectOf(r.Caller.Workspace, r.DossierID))
	at, err := es.Decide(ctx, c.Log, bulk.Decider, r.SubCommand("skip", stream), decide)
	return UploadOutcome{LeftOut: []bulk.Skipped{skipped}, Position: uint64(at.Position)}, err
}

// describeTable says why a csv sets no attributes: what it really is, if it is no text, or what
// its rows lack.
func describeTable(unfit *template.TableError, open func() (io.ReadCloser, error)) (string, error) {
	in, err := open()
	if err != nil {
		return "", err
	}
	head := make([]byte, file.HeadSize)
	n, err := io.ReadFull(in, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	if title, format := file.DescribeContent(head[:n]); format != "" {
		said := "By its content it is " + title + ": let its name end in ." + string(format)
		return said, errors.Join(err, in.Close())
	}
	return unfit.Sentence, errors.Join(err, in.Close())
}

// fileKeys are the keys by which a csv may name a file: its name with and without
// the extension, and that of the PDF which is made of it.
func fileKeys(name string) []string {
	stem := strings.TrimSuffix(name, path.Ext(name))
	keys := []string{foldKey(name), foldKey(stem)}
	if file.IsConverted(name) {
		keys = append(keys, foldKey(stem+".pdf"), foldKey(name+".pdf"))
	}
	return keys
}

func foldKey(s string) string { return strings.ToLower(norm.NFC.String(strings.TrimSpace(s))) }

// An AppliedTable tells how a csv of file attributes was read, and what of it was not used.
type AppliedTable struct {
	Name, Folder string // of the csv; Folder is in the zip that it came in
	template.TableDialect
	Rows      int // below the header
	Unmatched int // rows that name no file
	Misfits   int // cells that do not fit the type of their attribute, of rows that name a file
	// MisfitCells are the first of them, see maxMisfitCells.
	MisfitCells []template.MisfitCell
}

// maxMisfitCells is how many cells that do not fit are told one by one.
const maxMisfitCells = 200

// An appliedTable is the result of applying a csv.
type appliedTable struct {
	told       AppliedTable
	files      []string // by name
	attributes []string // ids, in the order of the template
	at         es.Position
}

// A tableSource is where a csv comes from.
type tableSource struct {
	entry   archiveEntry
	open    func() (io.ReadCloser, error) // as often as it takes to find out how it is written
	entries entryFinder
}

// applyTable sets the values of a csv. Each file is a command of its own, told apart
// by the name of the csv, so that doing it again does nothing. A csv that is none of file
// attributes sets nothing.
func (b *bulkRun) applyTable(ctx context.Context, from tableSource) (out appliedTable, err error) {
	files, err := b.DossierFiles.FilesIn(ctx, b.r.Caller.Workspace, b.r.DossierID)
	if err != nil {
		return out, err
	}
	rows, err := rowsOf(b.t, files, from, &out.told)
	if err != nil {
		return out, err
	}
	set := map[string]bool{}
	concerned := slices.DeleteFunc(slices.Clone(files), func(f NamedFile) bool { return len(rows[f.ID]) == 0 })
	err = parallel.ForEach(concerned, core.FilesAtOnce, func(f NamedFile) error {
		at, err := retryConflicts(func() (es.Position, error) { return b.applyRow(ctx, from.entry, f.ID, rows[f.ID]) })
		b.mu.Lock()
		defer b.mu.Unlock()
		switch {
		case core.IsNotFound(err): // deleted meanwhile
			return nil
		case errors.Is(err, errChangedSince):
			b.refused = append(b.refused, bulk.Skipped{Name: f.Filename, Reason: bulk.Changed})
			return nil
		}
		set[f.ID] = err == nil
		out.at = max(out.at, at)
		return err
	})
	for _, f := range concerned {
		if set[f.ID] {
			out.files = append(out.files, f.ID)
		}
	}
	maps.DeleteFunc(rows, func(id string, _ map[string]string) bool { return !set[id] })
	out.attributes = attributesIn(b.t, rows)
	return out, err
}

// applyRow sets the values that a csv has for one file.
func (b *bulkRun) applyRow(ctx context.Context, table archiveEntry, id string,
	values map[string]string) (es.Position, error) {
	cmd := b.tableCommand(table, id)
	set, err := b.guardItem(ctx, &cmd, file.SetAttributes(values))
	if err != nil {
		return 0, err
	}
	at, err := es.Decide(ctx, b.Log, file.Decider, cmd, set)
	return at.Position, err
}

// tableCommand returns the command that sets the values of a csv for a file.
func (b *bulkRun) tableCommand(table archiveEntry, id string) es.Command {
	return b.r.SubCommand("table\n"+table.Name+"\n"+id, file.StreamOf(b.r.Caller.Workspace, id))
}

// rowsOf reads the values that a csv has for files; of two rows for one file, the
// last counts. It also tells how the csv was read.
func rowsOf(t template.State, files []NamedFile, from tableSource,
	told *AppliedTable) (map[string]map[string]string, error) {
	named := map[string][]string{}
	for _, f := range files {
		for _, key := range slices.Compact(slices.Sorted(slices.Values(fileKeys(f.Filename)))) {
			named[key] = append(named[key], f.ID)
		}
	}
	d, err := t.FindTableDialect(from.open)
	if err != nil {
		return nil, err
	}
	*told = AppliedTable{Name: from.entry.baseName(), Folder: from.entry.Folder, TableDialect: d}
	in, err := from.open()
	if err != nil {
		return nil, err
	}
	rows, folder := map[string]map[string]string{}, foldKey(from.entry.Folder)
	err = t.ReadAttributes(in, d, func(row template.TableRow) {
		told.Rows++
		ids := from.entries.find(foldKey(row.Key), folder, named)
		if len(ids) == 0 {
			told.Unmatched++
			return
		}
		told.Misfits += len(row.Misfits)
		told.MisfitCells = append(told.MisfitCells, row.Misfits[:min(len(row.Misfits), maxMisfitCells-len(told.MisfitCells))]...)
		for _, id := range ids {
			rows[id] = row.Values
		}
	})
	return rows, errors.Join(err, in.Close())
}

func attributesIn(t template.State, rows map[string]map[string]string) (ids []string) {
	used := map[string]bool{}
	for values := range maps.Values(rows) {
		for id := range values {
			used[id] = true
		}
	}
	for _, d := range t.FileAttrs {
		if used[d.ID] {
			ids = append(ids, d.ID)
		}
	}
	return ids
}
