package queries

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// AskFilePage asks for a page of the files of a dossier or, without DossierID, of all active
// dossiers whose files the caller may read.
type AskFilePage struct {
	Caller     user.Principal
	TemplateID string // "" with DossierID "": all
	DossierID  string
	Groups     Groups // of the files of a dossier; else the active ones are listed
	FileFilter
	Sort   string // "": added
	Limit  int    // 1 to 500
	Cursor string // Next of the page before, asked for in the same order
	Counts bool
}

// A FilePage is a page of files.
type FilePage struct {
	Files  []FileInList
	Next   string // cursor of the next page; "" at the end
	Total  *int64 // files on all pages; nil when names had to be searched
	Counts *FileCounts
}

// A FileInList is a file with what lists over several dossiers show of its dossier.
type FileInList struct {
	FileStatus
	DossierName string
	DueDate     *time.Time

	record file.Record
}

const (
	// maxOpened is how many files a page opens at most to look for a name in, beside those whose names are in memory.
	maxOpened = 2000
	// namedAtOnce is how many names it looks at in one go.
	namedAtOnce = 200
	// maxSortedByName is how many files, or dossiers, can be sorted by name: each has to be opened once.
	maxSortedByName = 10_000
)

// FilePageOf reads a page of the files of a dossier. Names are sealed, so a page of an order by name
// opens all files whose names are not in memory, and one that looks for a part of a name opens 2,000 at most: it may
// hold fewer files than asked for, even none, and Next goes on.
func (q *Queries) FilePageOf(ctx context.Context, a AskFilePage) (FilePage, error) {
	page, _, err := q.filePage(ctx, a, user.ListFileStatuses)
	return page, err
}

// filePage is FilePageOf for an operation, with the template of the dossier.
func (q *Queries) filePage(ctx context.Context, a AskFilePage, op user.Operation) (FilePage, template.Record, error) {
	o, after, err := a.order()
	if err != nil {
		return FilePage{}, template.Record{}, err
	}
	s, err := q.inDossier(ctx, path{a.Caller, op, a.TemplateID, a.DossierID, nil, a.Groups.SoftDeleted})
	if err == nil {
		err = s.checkAccess()
	}
	if err != nil {
		return FilePage{}, template.Record{}, err
	}
	cells, err := q.cellsOfDossiers(ctx, a.DossierID)
	if err != nil {
		return FilePage{}, template.Record{}, err
	}
	cells = slices.DeleteFunc(cells, func(c cell) bool {
		return !a.Groups.includesState(s.now.Archived != nil, c.deleted || s.now.SoftDeleted != nil)
	})
	l := fileList{q, a, cells, map[string]dossier.Record{s.now.ID: s.now}, map[string]template.Record{s.template.ID: s.template}}
	read := l.page
	if o.column == sortName {
		read = l.pageByName
	}
	page, err := read(ctx, o, after)
	return page, s.template, err
}

// FilesOfAll reads a page of the files of all active dossiers whose files the caller may read.
func (q *Queries) FilesOfAll(ctx context.Context, a AskFilePage) (FilePage, error) {
	if !user.MayCall(a.Caller, user.ListFiles) {
		return FilePage{}, domain.ErrAccessDenied
	}
	o, after, err := a.order()
	if err != nil {
		return FilePage{}, err
	}
	if o.column == sortName {
		return FilePage{}, domain.Faultf(domain.Invalid, "Files of several dossiers cannot be sorted by filename")
	}
	cells, err := q.readableCells(ctx, a.Caller, a.TemplateID)
	if err != nil {
		return FilePage{}, err
	}
	if a.DossierID != "" {
		cells = slices.DeleteFunc(cells, func(c cell) bool { return c.dossier != a.DossierID })
	}
	return fileList{q, a, cells, map[string]dossier.Record{}, map[string]template.Record{}}.page(ctx, o, after)
}

func (a AskFilePage) order() (o fileOrder, after *indexedFile, err error) {
	if err = checkLimit(a.Limit); err != nil {
		return fileOrder{}, nil, err
	}
	if o, err = parseFileOrder(cmp.Or(a.Sort, sortAdded)); err == nil {
		after, err = o.readCursor(a.Cursor)
	}
	return o, after, err
}

// A fileList puts pages together.
type fileList struct {
	q     *Queries
	ask   AskFilePage
	cells []cell // of all files that the filter chooses from

	dossiers  map[string]dossier.Record // that were read
	templates map[string]template.Record
}

// chooseCells returns the cells whose files are listed, and how many files that are.
func (l fileList) chooseCells() (cells []cell, total int64) {
	for _, c := range l.cells {
		if l.ask.accepts(c, l.ask.Caller, dimensions{}) {
			cells = append(cells, c)
			total += c.files
		}
	}
	return cells, total
}

func (l fileList) finishPage(page FilePage, total int64) FilePage {
	if page.Total = &total; l.ask.Query != "" {
		page.Total = nil
	}
	if l.ask.Counts {
		page.Counts = countCells(l.cells, l.ask.FileFilter, l.ask.Caller)
	}
	return page
}

// page reads a page in an order that an index has.
func (l fileList) page(ctx context.Context, o fileOrder, after *indexedFile) (FilePage, error) {
	cells, total := l.chooseCells()
	walk, page := newCellWalk(l.q, cells, o, after), FilePage{Files: []FileInList{}}
	size := l.ask.Limit + 1
	if l.ask.Query != "" {
		size = namedAtOnce
	}
	for opened := 0; ; {
		batch, err := walk.next(ctx, size)
		if err != nil {
			return FilePage{}, err
		}
		last, unnamed, err := l.take(ctx, &page, batch)
		if err != nil {
			return FilePage{}, err
		}
		opened += unnamed
		if last < len(batch) || len(batch) == size && (l.ask.Query == "" || opened >= maxOpened) {
			page.Next = o.cursorBehind(batch[last-1])
		}
		if page.Next != "" || len(batch) < size {
			return l.finishPage(page, total), nil
		}
	}
}

// take adds files to the page until it is full, and returns how many of them it looked at, and had to open to learn
// their names.
func (l fileList) take(ctx context.Context, page *FilePage, batch []indexedFile) (looked, opened int, err error) {
	if l.ask.Query == "" {
		batch = batch[:min(len(batch), l.ask.Limit)]
	}
	keys := make([]string, len(batch))
	for i, f := range batch {
		keys[i] = f.key
	}
	fitting, opened, err := l.namedLikeQuery(ctx, keys)
	if err != nil {
		return 0, 0, err
	}
	records, err := recordsByKey[file.Record](ctx, l.q, "files", fitting)
	if err == nil {
		records, err = l.omitWaiting(ctx, records)
	}
	if err != nil {
		return 0, 0, err
	}
	shown, looked := []file.Record{}, len(batch)
	for i, f := range batch {
		r, ok := records[f.key]
		if !ok || !matchesName(r.Filename, l.ask.Query) {
			continue
		}
		shown = append(shown, r)
		if len(page.Files)+len(shown) == l.ask.Limit {
			looked = i + 1
			break
		}
	}
	page.Files, err = l.show(ctx, page.Files, shown)
	return looked, opened, err
}

// namedLikeQuery returns the keys of those files whose names fit, and how many were opened to learn their names.
func (l fileList) namedLikeQuery(ctx context.Context, keys []string) (fitting []string, opened int, err error) {
	if l.ask.Query == "" {
		return keys, 0, nil
	}
	listed, err := l.q.listedByKey(ctx, keys)
	if err == nil {
		listed, opened, err = l.q.nameFiles(ctx, l.ask.Caller.Workspace, listed)
	}
	for _, f := range listed {
		if matchesName(f.name, l.ask.Query) {
			fitting = append(fitting, f.key)
		}
	}
	return fitting, opened, err
}

// omitWaiting leaves out files that wait for repair, and notes them.
func (l fileList) omitWaiting(ctx context.Context, records map[string]file.Record) (map[string]file.Record, error) {
	waiting, err := l.q.waitingStreams(ctx, "files")
	for _, stream := range waiting {
		s := es.StreamID(stream)
		if _, ok := records[s.Key()]; ok {
			noteOmission(ctx, s)
			delete(records, s.Key())
		}
	}
	return records, err
}

// matchesName reports whether a name contains a text, whatever the case.
func matchesName(name, text string) bool {
	return text == "" || strings.Contains(strings.ToLower(name), strings.ToLower(text))
}

// pageByName reads a page in the order of names.
func (l fileList) pageByName(ctx context.Context, o fileOrder, after *indexedFile) (FilePage, error) {
	cells, total := l.chooseCells()
	if total > maxSortedByName {
		return FilePage{}, domain.Faultf(domain.Invalid, "Only up to %d files can be sorted by filename", maxSortedByName)
	}
	found, err := l.sortedByName(ctx, o.descending)
	if err != nil {
		return FilePage{}, err
	}
	if after != nil {
		at := slices.IndexFunc(found, func(f listedFile) bool { return f.key == after.key })
		if at < 0 {
			return FilePage{}, errCursor // deleted for good: nobody knows its name any more
		}
		found = found[at+1:]
	}
	var page FilePage
	chosen := map[string]bool{}
	for _, c := range cells {
		chosen[c.key] = true
	}
	found = slices.DeleteFunc(found, func(f listedFile) bool { return !chosen[f.cell] || !matchesName(f.name, l.ask.Query) })
	if len(found) > l.ask.Limit {
		found = found[:l.ask.Limit]
		page.Next = o.cursorBehind(indexedFile{key: found[l.ask.Limit-1].key})
	}
	if page.Files, err = l.open(ctx, found); err != nil {
		return FilePage{}, err
	}
	return l.finishPage(page, total), nil
}

// sortedByName reads all files of the dossier, in the order of their names.
func (l fileList) sortedByName(ctx context.Context, descending bool) ([]listedFile, error) {
	workspace := l.ask.Caller.Workspace
	found, err := l.q.queryListed(ctx, "SELECT "+listedColumns+" FROM files WHERE dossier = ? AND workspace = ?", l.ask.DossierID, workspace)
	if err == nil {
		found, err = omitUnavailable(ctx, l.q, "files", found, func(f listedFile) es.StreamID { return file.StreamOf(workspace, f.key) })
	}
	if err == nil {
		found, _, err = l.q.nameFiles(ctx, workspace, found)
	}
	slices.SortFunc(found, func(a, b listedFile) int {
		order := cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.key, b.key))
		if descending {
			return -order
		}
		return order
	})
	return found, err
}

// open reads files of a list, in its order.
func (l fileList) open(ctx context.Context, files []listedFile) ([]FileInList, error) {
	keys := make([]string, len(files))
	for i, f := range files {
		keys[i] = f.key
	}
	records, err := recordsByKey[file.Record](ctx, l.q, "files", keys)
	if err != nil {
		return nil, err
	}
	shown := []file.Record{}
	for _, key := range keys {
		if r, ok := records[key]; ok {
			shown = append(shown, r)
		}
	}
	return l.show(ctx, []FileInList{}, shown)
}

// show adds files to a page, with what is told of their dossiers.
func (l fileList) show(ctx context.Context, page []FileInList, files []file.Record) ([]FileInList, error) {
	if err := l.readParents(ctx, files); err != nil {
		return nil, err
	}
	for _, r := range files {
		d, ok := l.dossiers[r.Dossier]
		if !ok {
			continue // deleted for good since the list was read
		}
		t := l.templates[d.Template]
		page = append(page, FileInList{FileStatus: scope{then: d}.statusOf(r, t), DossierName: d.Name, DueDate: d.DueDate, record: r})
	}
	return page, nil
}

// readParents reads the dossiers and templates of files that were not read yet.
func (l fileList) readParents(ctx context.Context, files []file.Record) error {
	dossiers, templates := map[string]bool{}, map[string]bool{}
	for _, r := range files {
		if _, ok := l.dossiers[r.Dossier]; !ok {
			dossiers[r.Dossier] = true
		}
		if _, ok := l.templates[r.Template]; !ok {
			templates[r.Template] = true
		}
	}
	foundDossiers, err := recordsByKey[dossier.Record](ctx, l.q, "dossiers", slices.Sorted(maps.Keys(dossiers)))
	if err != nil {
		return err
	}
	foundTemplates, err := recordsByKey[template.Record](ctx, l.q, "templates", slices.Sorted(maps.Keys(templates)))
	if err != nil {
		return err
	}
	maps.Copy(l.dossiers, foundDossiers)
	maps.Copy(l.templates, foundTemplates)
	return nil
}

// fileReaders are those in whose name the caller reads files, as the view lists readers of dossiers.
func fileReaders(caller user.Principal) []string {
	readers := []string{caller.ID}
	if caller.HasRole(user.RoleUser) {
		readers = append(readers, user.EveryUser)
	}
	return readers
}

// recordsByKey reads the records that have some keys, by key.
func recordsByKey[R any](ctx context.Context, q *Queries, table string, keys []string) (map[string]R, error) {
	out := make(map[string]R, len(keys))
	for some := range slices.Chunk(keys, maxParts) {
		args := make([]any, len(some))
		for i, key := range some {
			args[i] = key
		}
		err := q.eachRow(ctx, func(rows Rows) error {
			var key string
			var doc []byte
			if err := rows.Scan(&key, &doc); err != nil {
				return err
			}
			return q.openDocument(ctx, doc, func(plain []byte) error {
				var r R
				err := decodeInto(&r)(plain)
				out[key] = r
				return err
			})
		}, numberParameters("SELECT key, doc FROM "+table+" WHERE key IN ("+marks(len(some))+")"), args...)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
