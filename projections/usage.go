package projections

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// usageRows are what happened to the figures of a workspace, one row for each
// event that moved any: flows as amounts, levels as differences. Rows are never
// changed, so the report over a past period stays what it was.
var usageRows = Table{Name: "usage_flows", Columns: []Column{{"workspace", Text}, {"at", BigInt}, {"files", BigInt}, {"pages", BigInt},
	{"bytes", BigInt}, {"ocr_pages", BigInt}, {"recognised", Text}, {"active", BigInt}, {"archived", BigInt}, {"trash", BigInt}, {"dossiers", BigInt}},
	Indexes: [][]string{{"workspace", "at"}}}

// held is what the levels count of one file.
type held struct {
	Dossier string `json:"dossier"`
	Size    int64  `json:"size"`
	Trashed bool   `json:"trashed"` // the file itself, whatever its dossier
	Version int    `json:"version"`
}

var usageFiles = Records[held]{
	Table: Table{Name: "usage_files", Columns: []Column{{"dossier", Text}}, Indexes: [][]string{{"dossier"}}},
	Index: func(h held) []any { return []any{h.Dossier} },
}

// holder is what the levels know of one dossier.
type holder struct {
	Archived bool  `json:"archived"`
	Trashed  bool  `json:"trashed"`
	Live     int64 `json:"live"`  // bytes of files that are not in the trash themselves
	Trash    int64 `json:"trash"` // bytes of files that are
}

var usageDossiers = Records[holder]{
	Table: Table{Name: "usage_dossiers"},
	Index: func(holder) []any { return nil },
}

// A delta is how one event moves the figures.
type delta struct {
	files, pages, bytes, recognised, active, archived, trash, dossiers int64

	version string // of a file, of which pages were recognised
}

// Usage counts what each workspace analyses and holds.
func Usage() View {
	p := &es.Projection[Writer]{Name: "usage", Version: 3}
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.Created) error {
		if err := usageDossiers.Save(ctx, w, r.Stream.Key(), holder{}); err != nil {
			return err
		}
		return count(ctx, w, r, delta{dossiers: 1})
	})
	es.When(p, releveled[dossier.Archived](func(h holder) holder { h.Archived = true; return h }))
	es.When(p, releveled[dossier.SoftDeleted](func(h holder) holder { h.Trashed = true; return h }))
	es.When(p, releveled[dossier.Restored](func(h holder) holder { h.Trashed = false; return h }))
	es.When(p, dossierGone)
	es.When(p, fileAdded)
	es.When(p, fileReplaced)
	es.When(p, fileTrashed)
	es.When(p, fileRestored)
	es.When(p, fileGone)
	es.When(p, func(ctx context.Context, w Writer, r es.Recorded, e file.Analysed) error {
		if !e.First {
			return nil
		}
		return count(ctx, w, r, delta{files: 1, pages: int64(e.Pages), bytes: e.Size})
	})
	es.When(p, pagesRecognised)
	return View{p, []Table{usageRows, usageFiles.Table, usageDossiers.Table}}
}

func count(ctx context.Context, w Writer, r es.Recorded, d delta) error {
	if d == (delta{}) {
		return nil
	}
	return w.Put(ctx, usageRows.Name, Row{Key: fmt.Sprintf("%020d", r.Position), Values: []any{r.Workspace, r.Time.UnixMilli(),
		d.files, d.pages, d.bytes, d.recognised, d.version, d.active, d.archived, d.trash, d.dossiers}})
}

// levels says in which group a dossier's bytes are counted.
func (h holder) levels() delta {
	switch {
	case h.Trashed:
		return delta{trash: h.Live + h.Trash}
	case h.Archived:
		return delta{archived: h.Live, trash: h.Trash, dossiers: 1}
	}
	return delta{active: h.Live, trash: h.Trash, dossiers: 1}
}

// relevel changes what is known of a dossier and counts how its levels moved. A
// dossier that is gone moves nothing.
func relevel(ctx context.Context, w Writer, r es.Recorded, id string, change func(holder) holder) error {
	h, ok, err := usageDossiers.Load(ctx, w, id)
	if err != nil || !ok {
		return err
	}
	was, is := h.levels(), change(h).levels()
	if err := usageDossiers.Save(ctx, w, id, change(h)); err != nil {
		return err
	}
	return count(ctx, w, r, delta{active: is.active - was.active, archived: is.archived - was.archived,
		trash: is.trash - was.trash, dossiers: is.dossiers - was.dossiers})
}

// releveled is the handler of an event that changes what is known of its dossier.
func releveled[E any](change func(holder) holder) func(context.Context, Writer, es.Recorded, E) error {
	return func(ctx context.Context, w Writer, r es.Recorded, _ E) error {
		return relevel(ctx, w, r, r.Stream.Key(), change)
	}
}

func dossierGone(ctx context.Context, w Writer, r es.Recorded, _ dossier.PermanentlyDeleted) error {
	id := r.Stream.Key()
	h, ok, err := usageDossiers.Load(ctx, w, id)
	if err != nil || !ok {
		return err
	}
	if err := w.Delete(ctx, usageFiles.Name, "dossier", id); err != nil {
		return err
	}
	if err := w.Delete(ctx, usageDossiers.Name, "key", id); err != nil {
		return err
	}
	was := h.levels()
	return count(ctx, w, r, delta{active: -was.active, archived: -was.archived, trash: -was.trash, dossiers: -was.dossiers})
}

func fileAdded(ctx context.Context, w Writer, r es.Recorded, e file.Uploaded) error {
	if err := usageFiles.Save(ctx, w, r.Stream.Key(), held{Dossier: e.Dossier, Size: e.Size, Version: e.Version}); err != nil {
		return err
	}
	return relevel(ctx, w, r, e.Dossier, func(h holder) holder { h.Live += e.Size; return h })
}

func fileReplaced(ctx context.Context, w Writer, r es.Recorded, e file.Replaced) error {
	f, ok, err := usageFiles.Load(ctx, w, r.Stream.Key())
	if err != nil || !ok {
		return err
	}
	grown := e.Size - f.Size
	f.Size, f.Version = e.Size, e.Version
	if err := usageFiles.Save(ctx, w, r.Stream.Key(), f); err != nil {
		return err
	}
	return relevel(ctx, w, r, f.Dossier, func(h holder) holder { h.Live += grown; return h })
}

// pagesRecognised counts the pages that a version of a file had recognised for the
// first time, and notes the version, which may have pages recognised in several
// months.
func pagesRecognised(ctx context.Context, w Writer, r es.Recorded, e file.ProcessingChanged) error {
	if e.OCR.New == 0 {
		return nil
	}
	f, _, err := usageFiles.Load(ctx, w, r.Stream.Key())
	if err != nil {
		return err
	}
	return count(ctx, w, r, delta{recognised: int64(e.OCR.New), version: fmt.Sprintf("%s/%d", r.Stream.Key(), f.Version)})
}

func fileTrashed(ctx context.Context, w Writer, r es.Recorded, _ file.SoftDeleted) error {
	return putAway(ctx, w, r, true)
}

func fileRestored(ctx context.Context, w Writer, r es.Recorded, _ file.Restored) error {
	return putAway(ctx, w, r, false)
}

// putAway moves the bytes of a file into the trash, or back.
func putAway(ctx context.Context, w Writer, r es.Recorded, trashed bool) error {
	f, ok, err := usageFiles.Load(ctx, w, r.Stream.Key())
	if err != nil || !ok || f.Trashed == trashed {
		return err
	}
	f.Trashed = trashed
	if err := usageFiles.Save(ctx, w, r.Stream.Key(), f); err != nil {
		return err
	}
	moved := f.Size
	if !trashed {
		moved = -moved
	}
	return relevel(ctx, w, r, f.Dossier, func(h holder) holder { h.Live -= moved; h.Trash += moved; return h })
}

func fileGone(ctx context.Context, w Writer, r es.Recorded, _ file.PermanentlyDeleted) error {
	f, ok, err := usageFiles.Load(ctx, w, r.Stream.Key())
	if err != nil || !ok {
		return err
	}
	if err := w.Delete(ctx, usageFiles.Name, "key", r.Stream.Key()); err != nil {
		return err
	}
	return relevel(ctx, w, r, f.Dossier, func(h holder) holder {
		if f.Trashed {
			h.Trash -= f.Size
		} else {
			h.Live -= f.Size
		}
		return h
	})
}
