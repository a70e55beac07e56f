package lists

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// A fileList puts pages together.
type fileList struct {
	q     *Lists
	ask   AskFilePage
	cells []cell // of all files that the filter chooses from

	dossiers  map[string]dossier.Record // that were read
	templates map[string]template.Record
	places    map[string]indexedFile // by key, of files on the page
	matches   map[string]TextMatch   // by key of the file, of those that do not have the text in their names
}

// newFileList returns a list of which nothing was read yet.
func (q *Lists) newFileList(a AskFilePage, cells []cell) fileList {
	return fileList{q: q, ask: a, cells: cells,
		dossiers: map[string]dossier.Record{}, templates: map[string]template.Record{}, matches: map[string]TextMatch{},
		places: map[string]indexedFile{}}
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
	if page.Total = &total; l.searches() || l.ask.SHA256 != "" {
		page.Total = nil
	}
	if l.ask.Counts {
		page.Counts = countCells(l.cells, l.ask.FileFilter, l.ask.Caller)
	}
	return page
}

// searches reports whether files have to be looked at to know whether they are listed.
func (l fileList) searches() bool { return l.ask.Query != "" || l.ask.Duplicates != nil }

// page reads a page in an order that an index has.
func (l fileList) page(ctx context.Context, o fileOrder, after *indexedFile) (FilePage, error) {
	cells, total := l.chooseCells()
	walk, err := l.walk(ctx, cells, o, after)
	if err != nil {
		return FilePage{}, err
	}
	page, size := FilePage{Files: []FileInList{}}, l.ask.Limit+1
	if l.searches() {
		size = namedAtOnce
	}
	for opened, compared := 0, 0; ; {
		batch, err := walk.next(ctx, size)
		if err != nil {
			return FilePage{}, err
		}
		last, unnamed, err := l.take(ctx, &page, batch)
		if err != nil {
			return FilePage{}, err
		}
		opened, compared = opened+unnamed, compared+len(batch)
		bounded := opened >= maxOpened || l.ask.Duplicates != nil && compared >= maxCompared
		if last < len(batch) || len(batch) == size && (!l.searches() || bounded) {
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
	if !l.searches() {
		batch = batch[:min(len(batch), l.ask.Limit)]
	}
	keys := make([]string, len(batch))
	for i, f := range batch {
		keys[i] = f.key
	}
	if keys, err = l.chooseDuplicates(ctx, keys); err != nil {
		return 0, 0, err
	}
	fitting, opened, err := l.namedLikeQuery(ctx, keys)
	if err != nil {
		return 0, 0, err
	}
	records, err := l.q.openFiles(ctx, fitting)
	if err != nil {
		return 0, 0, err
	}
	shown, looked := []file.Record{}, len(batch)
	for i, f := range batch {
		l.places[f.key] = f
		r, ok := records[f.key]
		_, matches := l.matches[f.key]
		named := looksIn(l.ask.In, InName) && matchesName(r.Filename, l.ask.Query)
		if !ok || !matches && !named {
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
	if err != nil {
		return nil, 0, err
	}
	var others []listedFile
	for _, f := range listed {
		if looksIn(l.ask.In, InName) && matchesName(f.name, l.ask.Query) {
			fitting = append(fitting, f.key)
		} else {
			others = append(others, f)
		}
	}
	found, read, err := l.matchTexts(ctx, others)
	maps.Copy(l.matches, found)
	return append(fitting, slices.Collect(maps.Keys(found))...), opened + read, err
}

// openFiles reads files by key, without those that are not available, which it notes.
func (q *Lists) openFiles(ctx context.Context, keys []string) (map[string]file.Record, error) {
	records, err := views.RecordsByKey[file.Record](ctx, q.views, "files", keys)
	if err != nil {
		return nil, err
	}
	shown, err := views.OmitUnavailable(ctx, q.views, "files", slices.Sorted(maps.Keys(records)), func(key string) es.Mark {
		return es.Mark{Stream: file.StreamOf(records[key].Workspace, key), Version: records[key].Version}
	})
	maps.DeleteFunc(records, func(key string, _ file.Record) bool {
		_, ok := slices.BinarySearch(shown, key)
		return !ok
	})
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
		return FilePage{}, domain.Faultf(domain.Invalid, "Only up to %d files can be sorted by filename", maxSortedByName).At("sort")
	}
	found, err := l.sortedByName(ctx, o.descending)
	if err != nil {
		return FilePage{}, err
	}
	if after != nil {
		at := slices.IndexFunc(found, func(f listedFile) bool { return f.key == after.key })
		if at < 0 {
			return FilePage{}, pages.ErrCursor // deleted for good: nobody knows its name any more
		}
		found = found[at+1:]
	}
	var page FilePage
	chosen := map[string]bool{}
	for _, c := range cells {
		chosen[c.key] = true
	}
	found = slices.DeleteFunc(found, func(f listedFile) bool {
		return !chosen[f.cell] || !matchesName(f.name, l.ask.Query)
	})
	if found, err = l.chooseByContent(ctx, cells, found); err != nil {
		return FilePage{}, err
	}
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
	found, err := l.q.queryListed(ctx,
		"SELECT "+listedColumns+" FROM files WHERE dossier = ? AND workspace = ?", l.ask.DossierID, workspace)
	if err == nil {
		found, err = views.OmitUnavailable(ctx, l.q.views, "files", found, func(f listedFile) es.Mark {
			return es.Mark{Stream: file.StreamOf(workspace, f.key)}
		})
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
	records, err := l.q.openFiles(ctx, keys)
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
		f := FileInList{FileStatus: StatusOf(d, r, t), DossierName: d.Name, DueDate: d.DueDate, record: r,
			place: l.places[r.ID]}
		if m, ok := l.matches[r.ID]; ok {
			f.Match = &m
		}
		page = append(page, f)
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
	foundDossiers, err := views.RecordsByKey[dossier.Record](ctx, l.q.views, "dossiers",
		slices.Sorted(maps.Keys(dossiers)))
	if err != nil {
		return err
	}
	foundTemplates, err := views.RecordsByKey[template.Record](ctx, l.q.views, "templates",
		slices.Sorted(maps.Keys(templates)))
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
