package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// held holds what the levels count of one file.
type held struct {
	Dossier string `json:"dossier"`
	Size    int64  `json:"size"`
	Trashed bool   `json:"trashed"` // the file itself, whatever its dossier
	// Recognised is when pages of the present version were recognised last, in
	// milliseconds since 1970; 0: never.
	Recognised int64 `json:"recognised,omitzero"`
}

var usageFiles = Records[held]{
	Table: Table{Name: "usage_files", Columns: []Column{{"dossier", Text}}, Indexes: [][]string{{"dossier"}}},
	Index: func(h held) []any { return []any{h.Dossier} },
}

// holder holds what the levels know of one dossier.
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

// Usage counts what each workspace analyses and holds.
func Usage() View {
	p := &es.Projection[Writer]{Name: "usage", Version: 4}
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ dossier.Created) error {
		if err := usageDossiers.Save(ctx, w, r.Stream.Key(), holder{}); err != nil {
			return err
		}
		return countFigures(ctx, w, r, figures{Dossiers: 1})
	})
	es.OnEvent(p, changesLevels[dossier.Archived](func(h holder) holder { h.Archived = true; return h }))
	es.OnEvent(p, changesLevels[dossier.SoftDeleted](func(h holder) holder { h.Trashed = true; return h }))
	es.OnEvent(p, changesLevels[dossier.Restored](func(h holder) holder { h.Trashed = false; return h }))
	es.OnEvent(p, dossierGone)
	es.OnEvent(p, fileAdded)
	es.OnEvent(p, fileReplaced)
	es.OnEvent(p, fileTrashed)
	es.OnEvent(p, fileRestored)
	es.OnEvent(p, fileGone)
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, e file.Analysed) error {
		if !e.First {
			return nil
		}
		return countFigures(ctx, w, r, figures{Files: 1, Pages: int64(e.Pages), Bytes: e.Size})
	})
	es.OnEvent(p, pagesRecognised)
	return View{p, []Table{usageRows, usageDays.Table, usageAgain, usageFiles.Table, usageDossiers.Table}}
}

// levelFigures says in which group a dossier's bytes are counted.
func (h holder) levelFigures() figures {
	switch {
	case h.Trashed:
		return figures{Trash: h.Live + h.Trash}
	case h.Archived:
		return figures{Archived: h.Live, Trash: h.Trash, Dossiers: 1}
	}
	return figures{Active: h.Live, Trash: h.Trash, Dossiers: 1}
}

// changeLevels changes what is known of a dossier and counts how its levels moved. A
// dossier that is gone moves nothing.
func changeLevels(ctx context.Context, w Writer, r es.Recorded, id string, change func(holder) holder) error {
	h, ok, err := usageDossiers.Load(ctx, w, id)
	if err != nil || !ok {
		return err
	}
	was, is := h.levelFigures(), change(h).levelFigures()
	if err := usageDossiers.Save(ctx, w, id, change(h)); err != nil {
		return err
	}
	return countFigures(ctx, w, r, is.addTimes(was, -1))
}

// changesLevels is the handler of an event that changes what is known of its dossier.
func changesLevels[E any](change func(holder) holder) func(context.Context, Writer, es.Recorded, E) error {
	return func(ctx context.Context, w Writer, r es.Recorded, _ E) error {
		return changeLevels(ctx, w, r, r.Stream.Key(), change)
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
	was := h.levelFigures()
	return countFigures(ctx, w, r, figures{}.addTimes(was, -1))
}

func fileAdded(ctx context.Context, w Writer, r es.Recorded, e file.Uploaded) error {
	if err := usageFiles.Save(ctx, w, r.Stream.Key(), held{Dossier: e.Dossier, Size: e.Size}); err != nil {
		return err
	}
	return changeLevels(ctx, w, r, e.Dossier, func(h holder) holder { h.Live += e.Size; return h })
}

func fileReplaced(ctx context.Context, w Writer, r es.Recorded, e file.Replaced) error {
	f, ok, err := usageFiles.Load(ctx, w, r.Stream.Key())
	if err != nil || !ok {
		return err
	}
	grown := e.Size - f.Size
	f.Size, f.Recognised = e.Size, 0
	if err := usageFiles.Save(ctx, w, r.Stream.Key(), f); err != nil {
		return err
	}
	return changeLevels(ctx, w, r, f.Dossier, func(h holder) holder { h.Live += grown; return h })
}

// pagesRecognised counts the pages that a version of a file had recognised for the
// first time. The version counts as a file once in any period, however often more of
// its pages are recognised.
func pagesRecognised(ctx context.Context, w Writer, r es.Recorded, e file.ProcessingChanged) error {
	if e.OCR.New == 0 {
		return nil
	}
	f, ok, err := usageFiles.Load(ctx, w, r.Stream.Key())
	if err != nil {
		return err
	}
	now := figures{OCRPages: int64(e.OCR.New)}
	if f.Recognised == 0 {
		now.OCRFiles = 1
	} else if err := w.Put(ctx, usageAgain.Name, Row{Key: rowKey(r),
		Values: []any{r.Workspace, r.Time.UnixMilli(), f.Recognised}}); err != nil {
		return err
	}
	if f.Recognised = r.Time.UnixMilli(); ok {
		if err := usageFiles.Save(ctx, w, r.Stream.Key(), f); err != nil {
			return err
		}
	}
	return countFigures(ctx, w, r, now)
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
	return changeLevels(ctx, w, r, f.Dossier, func(h holder) holder { h.Live -= moved; h.Trash += moved; return h })
}

func fileGone(ctx context.Context, w Writer, r es.Recorded, _ file.PermanentlyDeleted) error {
	f, ok, err := usageFiles.Load(ctx, w, r.Stream.Key())
	if err != nil || !ok {
		return err
	}
	if err := w.Delete(ctx, usageFiles.Name, "key", r.Stream.Key()); err != nil {
		return err
	}
	return changeLevels(ctx, w, r, f.Dossier, func(h holder) holder {
		if f.Trashed {
			h.Trash -= f.Size
		} else {
			h.Live -= f.Size
		}
		return h
	})
}
