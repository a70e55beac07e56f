package lists

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// Kinds of entries of the trash.
const (
	KindDossier = "DOSSIER"
	KindFile    = "FILE"
)

// AskTrash asks for a page of the trash: dossiers whose records the caller may see, and files that
// it may read and that were deleted by themselves.
type AskTrash struct {
	Caller     user.Principal
	TemplateID string     // "": of all
	DossierID  string     // "": of all
	Kind       string     // KindDossier, KindFile; "": both
	Before     *time.Time // of what is deleted permanently before; nil: of all
	Limit      int        // 1 to 500
	Cursor     string     // Next of the page before
}

// A TrashEntry is a dossier or a file in the trash.
type TrashEntry struct {
	Kind, ID, Name         string
	DossierID, DossierName string // of a dossier: itself
	TemplateID             string
	OwnerID                string // of the dossier
	Size                   *int64 // bytes of the original of a file
	Files                  *int64 // in a dossier; nil when the caller may not read them
	DeletedBy              string // an account; "": not known
	SoftDeletedTime        time.Time
	PurgeTime              time.Time // when it is deleted permanently by itself
	MayRestore, MayPurge   bool      // whether the caller may restore it, delete it permanently
}

// A TrashPage is a page of the trash, what stays longest in front.
type TrashPage struct {
	Entries []TrashEntry
	Next    string // cursor of the next page; "" at the end
	Total   int64  // entries on all pages
}

// trashMark is the content of a cursor: the last entry of a page, and where it stood.
type trashMark struct {
	List string `json:"l"`
	At   int64  `json:"p"`
	Key  string `json:"k"`
	file bool
}

// trashName names the trash in cursors.
const trashName = "trash"

// Trash reads a page of the trash. What stays longest is in front: what was deleted last, unless
// the time that things are kept was changed.
func (q *Lists) Trash(ctx context.Context, a AskTrash) (TrashPage, error) {
	after, err := a.check()
	if err != nil {
		return TrashPage{}, err
	}
	l := trashList{q, a, after}
	files, n, err := l.findFiles(ctx)
	if err != nil {
		return TrashPage{}, err
	}
	dossiers, m, err := l.findDossiers(ctx)
	if err != nil {
		return TrashPage{}, err
	}
	page := TrashPage{Total: n + m}
	marks := append(files, dossiers...)
	slices.SortFunc(marks, func(a, b trashMark) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.Key, a.Key)) })
	if len(marks) > a.Limit {
		marks = marks[:a.Limit]
		last := marks[a.Limit-1]
		last.List = trashName
		page.Next = pages.EncodeCursor(last)
	}
	page.Entries, err = l.open(ctx, marks)
	return views.AnswerUnless(err, page)
}

func (a AskTrash) check() (after *trashMark, err error) {
	if !user.MayCall(a.Caller, user.ListTrash) {
		return nil, domain.ErrAccessDenied
	}
	if err := views.CheckLimit(a.Limit); err != nil {
		return nil, err
	}
	if a.Cursor != "" {
		after = &trashMark{}
		if !pages.DecodeCursor(a.Cursor, after) || after.List != trashName || after.Key == "" {
			return nil, pages.ErrCursor
		}
	} else if a.Before != nil {
		after = &trashMark{At: a.Before.UnixMicro()}
	}
	return after, nil
}

// A trashList puts pages together.
type trashList struct {
	q     *Lists
	ask   AskTrash
	after *trashMark
}

// findFiles returns where the next files stand, one more than a page holds, and how many there are.
func (l trashList) findFiles(ctx context.Context) (marks []trashMark, total int64, err error) {
	if l.ask.Kind == KindDossier {
		return nil, 0, nil
	}
	cells, err := l.q.trashedCells(ctx, l.ask.Caller, l.ask.TemplateID)
	if err != nil {
		return nil, 0, err
	}
	if l.ask.DossierID != "" {
		cells = slices.DeleteFunc(cells, func(c cell) bool { return c.dossier != l.ask.DossierID })
	}
	if total, err = l.countIn(ctx, cells); err != nil {
		return nil, 0, err
	}
	var after *indexedFile
	if l.after != nil {
		after = &indexedFile{key: l.after.Key, at: l.after.At}
	}
	found, err := l.q.mergeCells(ctx, cells, "purge", true, after, l.ask.Limit+1)
	for _, f := range found {
		marks = append(marks, trashMark{At: f.at, Key: f.key, file: true})
	}
	return marks, total, err
}

// countIn counts the files of some cells.
func (l trashList) countIn(ctx context.Context, cells []cell) (total int64, err error) {
	for some := range slices.Chunk(cells, views.MaxParts) {
		var args []any
		for _, c := range some {
			total += c.files
			args = append(args, c.key)
		}
		if l.ask.Before == nil {
			continue
		}
		sql := views.NumberParameters("SELECT COUNT(*) FROM files WHERE cell IN (" + views.Marks(len(some)) +
			") AND purge >= ?")
		err := l.q.views.EachRow(ctx, func(rows views.Rows) error {
			var late int64
			err := rows.Scan(&late)
			total -= late
			return err
		}, sql, append(args, l.ask.Before.UnixMicro())...)
		if err != nil {
			return 0, err
		}
	}
	return total, nil
}

// findDossiers is findFiles for dossiers.
func (l trashList) findDossiers(ctx context.Context) (marks []trashMark, total int64, err error) {
	if l.ask.Kind == KindFile {
		return nil, 0, nil
	}
	of := dossierList{q: l.q, ask: AskDossierPage{Caller: l.ask.Caller, TemplateID: l.ask.TemplateID,
		Groups: Groups{SoftDeleted: true}}}
	var parts, counts []string
	var args, countArgs []any
	for i, reader := range of.readers() {
		where, values := of.conditions(reader)
		if l.ask.DossierID != "" {
			where, values = where+" AND r.dossier = ?", append(values, l.ask.DossierID)
		}
		if l.ask.Before != nil {
			where, values = where+" AND r.purge < ?", append(values, l.ask.Before.UnixMicro())
		}
		counts, countArgs = append(counts, "SELECT dossier FROM dossier_readers r WHERE "+where), append(countArgs, values...)
		if l.after != nil {
			where, values = where+" AND (purge, dossier) < (?, ?)", append(values, l.after.At, l.after.Key)
		}
		parts = append(parts, fmt.Sprintf("SELECT * FROM (SELECT dossier, purge FROM dossier_readers r WHERE %s "+
			"ORDER BY purge DESC, dossier DESC LIMIT %d) AS part%d", where, l.ask.Limit+1, i))
		args = append(args, values...)
	}
	err = l.q.views.EachRow(ctx, func(rows views.Rows) error { return rows.Scan(&total) },
		views.NumberParameters("SELECT COUNT(*) FROM ("+strings.Join(counts, " UNION ")+") AS found"), countArgs...)
	if err != nil {
		return nil, 0, err
	}
	seen := map[string]bool{} // a member reads a public dossier twice
	err = l.q.views.EachRow(ctx, func(rows views.Rows) error {
		var m trashMark
		err := rows.Scan(&m.Key, &m.At)
		if !seen[m.Key] {
			seen[m.Key] = true
			marks = append(marks, m)
		}
		return err
	}, views.NumberParameters(strings.Join(parts, " UNION ALL ")), args...)
	if err != nil {
		return nil, 0, err
	}
	marks, err = views.OmitUnavailable(ctx, l.q.views, "dossiers", marks, func(m trashMark) es.Mark {
		return es.Mark{Stream: dossier.StreamOf(l.ask.Caller.Workspace, m.Key)}
	})
	return marks, total, err
}

// open reads what stands at some marks, in their order.
func (l trashList) open(ctx context.Context, marks []trashMark) ([]TrashEntry, error) {
	var fileKeys, dossierKeys []string
	for _, m := range marks {
		if m.file {
			fileKeys = append(fileKeys, m.Key)
		} else {
			dossierKeys = append(dossierKeys, m.Key)
		}
	}
	files, err := l.q.openFiles(ctx, fileKeys)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if !slices.Contains(dossierKeys, f.Dossier) {
			dossierKeys = append(dossierKeys, f.Dossier)
		}
	}
	dossiers, err := views.RecordsByKey[dossier.Record](ctx, l.q.views, "dossiers", dossierKeys)
	if err != nil {
		return nil, err
	}
	counts, err := l.countFiles(ctx, dossiers)
	out := []TrashEntry{}
	for _, m := range marks {
		// What was restored or deleted for good since the list was read is left out.
		if f, ok := files[m.Key]; ok && m.file && f.SoftDeleted != nil {
			if d, ok := dossiers[f.Dossier]; ok {
				out = append(out, l.fileEntry(f, d))
			}
		} else if d, ok := dossiers[m.Key]; ok && !m.file && d.SoftDeleted != nil {
			out = append(out, l.dossierEntry(d, counts[d.ID]))
		}
	}
	return out, err
}

// countFiles counts the files of dossiers that the caller may read.
func (l trashList) countFiles(ctx context.Context, dossiers map[string]dossier.Record) (map[string]*int64, error) {
	var told []Dossier
	for _, d := range dossiers {
		if d.SoftDeleted != nil {
			told = append(told, DossierOf(d, template.Record{}))
		}
	}
	err := l.q.CountDossiers(ctx, l.ask.Caller, told)
	out := map[string]*int64{}
	for _, d := range told {
		if d.Counts != nil {
			out[d.ID] = &d.Counts.Files
		}
	}
	return out, err
}

func (l trashList) fileEntry(f file.Record, d dossier.Record) TrashEntry {
	of := scope.DossierObject(d)
	of.Assignee = f.Assignee
	return TrashEntry{Kind: KindFile, ID: f.ID, Name: f.Filename, DossierID: d.ID, DossierName: d.Name,
		TemplateID: f.Template,
		OwnerID:    d.Owner, Size: &f.Size, DeletedBy: f.DeletedBy, SoftDeletedTime: *f.SoftDeleted, PurgeTime: *f.PurgeAt,
		MayRestore: d.Archived == nil && user.CheckAccess(l.ask.Caller, user.RestoreFile, of) == nil,
		MayPurge:   d.Archived == nil && user.CheckAccess(l.ask.Caller, user.DeleteFile, of) == nil}
}

func (l trashList) dossierEntry(d dossier.Record, files *int64) TrashEntry {
	of := scope.DossierObject(d)
	return TrashEntry{Kind: KindDossier, ID: d.ID, Name: d.Name, DossierID: d.ID, DossierName: d.Name,
		TemplateID: d.Template,
		OwnerID:    d.Owner, Files: files, DeletedBy: d.DeletedBy, SoftDeletedTime: *d.SoftDeleted, PurgeTime: *d.PurgeAt,
		MayRestore: user.CheckAccess(l.ask.Caller, user.RestoreDossier, of) == nil,
		MayPurge:   user.CheckAccess(l.ask.Caller, user.DeleteDossier, of) == nil}
}
