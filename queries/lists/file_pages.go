package lists

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
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

	list string // the name of the list in cursors; "": that of the operation
}

// A FilePage is a page of files.
type FilePage struct {
	Files  []FileInList
	Next   string // cursor of the next page; "" at the end
	Total  *int64 // files on all pages; nil when names or contents had to be searched
	Counts *FileCounts
}

func (p FilePage) statuses() []*FileStatus {
	out := make([]*FileStatus, len(p.Files))
	for i := range p.Files {
		out[i] = &p.Files[i].FileStatus
	}
	return out
}

// A FileInList is a file with what lists over several dossiers show of its dossier.
type FileInList struct {
	FileStatus
	DossierName string
	DueDate     *time.Time
	Match       *TextMatch // where the text that is looked for was found; nil: in the name

	record file.Record
	place  indexedFile // in the order of the list, where an index has it
}

const (
	// maxOpened is how many files a page opens at most to look for a name in, beside those whose names are in memory.
	maxOpened = 2000
	// maxCompared is how many files a page compares at most with others of the same content.
	maxCompared = 10_000
	// namedAtOnce is how many names it looks at in one go.
	namedAtOnce = 200
	// maxSortedByName is how many files, or dossiers, can be sorted by name: each has to be opened once.
	maxSortedByName = 10_000
)

// FilePageOf reads a page of the files of a dossier. Names are sealed, so a page of an order by name
// opens all files whose names are not in memory, and one that looks for a part of a name opens 2,000 at most: it may
// hold fewer files than asked for, even none, and Next goes on.
func (q *Lists) FilePageOf(ctx context.Context, a AskFilePage) (FilePage, error) {
	page, _, err := q.filePage(ctx, a, user.ListFileStatuses)
	if err != nil {
		return FilePage{}, err
	}
	return q.withDuplicates(ctx, a.Caller, page)
}

// A RecordPage is a page of the records of files of a dossier.
type RecordPage struct {
	Files    []file.Record
	Template template.Record // of the dossier
	Next     string          // cursor of the next page; "" at the end
	Total    int64           // files on all pages
}

// RecordPage reads a page of the files of a dossier for an operation. Names are not searched.
func (q *Lists) RecordPage(ctx context.Context, a AskFilePage, op user.Operation) (RecordPage, error) {
	page, t, err := q.filePage(ctx, a, op)
	if err != nil {
		return RecordPage{}, err
	}
	out := RecordPage{Template: t, Next: page.Next, Total: *page.Total}
	for _, f := range page.Files {
		out.Files = append(out.Files, f.record)
	}
	return out, nil
}

// filePage is FilePageOf for an operation, with the template of the dossier.
func (q *Lists) filePage(ctx context.Context, a AskFilePage, op user.Operation) (FilePage, template.Record, error) {
	o, after, err := a.order(op)
	if err != nil {
		return FilePage{}, template.Record{}, err
	}
	s, err := q.scopes.InDossier(ctx, scope.Path{
		Caller: a.Caller, Operation: op, Template: a.TemplateID, Dossier: a.DossierID, Trashed: a.Groups.SoftDeleted,
	})
	if err == nil {
		err = s.CheckAccess()
	}
	if err != nil {
		return FilePage{}, template.Record{}, err
	}
	cells, err := q.cellsOfDossiers(ctx, a.DossierID)
	if err != nil {
		return FilePage{}, template.Record{}, err
	}
	cells = slices.DeleteFunc(cells, func(c cell) bool {
		return !a.Groups.includesState(s.Now.Archived != nil, c.deleted || s.Now.SoftDeleted != nil)
	})
	l := q.newFileList(a, cells)
	l.dossiers[s.Now.ID], l.templates[s.Template.ID] = s.Now, s.Template
	read := l.page
	if o.column == sortName {
		read = l.pageByName
	}
	page, err := read(ctx, o, after)
	return page, s.Template, err
}

// withDuplicates returns a page whose files tell which of them are duplicates.
func (q *Lists) withDuplicates(ctx context.Context, caller user.Principal, page FilePage) (FilePage, error) {
	if err := q.addDuplicates(ctx, caller, page.statuses()); err != nil {
		return FilePage{}, err
	}
	return page, nil
}

// FilesOfAll reads a page of the files of all active dossiers whose files the caller may read.
func (q *Lists) FilesOfAll(ctx context.Context, a AskFilePage) (FilePage, error) {
	page, err := q.filesOfAll(ctx, a, user.ListFiles)
	if err != nil {
		return FilePage{}, err
	}
	return q.withDuplicates(ctx, a.Caller, page)
}

// filesOfAll is FilesOfAll for an operation.
func (q *Lists) filesOfAll(ctx context.Context, a AskFilePage, op user.Operation) (FilePage, error) {
	if !user.MayCall(a.Caller, op) {
		return FilePage{}, domain.ErrAccessDenied
	}
	o, after, err := a.order(op)
	if err != nil {
		return FilePage{}, err
	}
	if o.column == sortName {
		return FilePage{}, domain.Refuse(domain.NotTogether, "Files of several dossiers cannot be sorted by filename").At("sort")
	}
	cells, err := q.readableCells(ctx, a.Caller, a.TemplateID)
	if err != nil {
		return FilePage{}, err
	}
	if a.DossierID != "" {
		cells = slices.DeleteFunc(cells, func(c cell) bool { return c.dossier != a.DossierID })
	}
	l := q.newFileList(a, cells)
	return l.page(ctx, o, after)
}

func (a AskFilePage) order(op user.Operation) (o fileOrder, after *indexedFile, err error) {
	if err = views.CheckLimit(a.Limit); err != nil {
		return fileOrder{}, nil, err
	}
	if o, err = parseFileOrder(cmp.Or(a.list, string(op))+"/"+a.DossierID, cmp.Or(a.Sort, sortAdded)); err == nil {
		after, err = o.readCursor(a.Cursor)
	}
	return o, after, err
}
