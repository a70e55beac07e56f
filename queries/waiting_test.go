package queries_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// park lets a view have an event of a stream that it could not apply.
func (w *world) park(view projections.View, stream es.StreamID) {
	w.Helper()
	at := w.at[view.Name]
	r := es.Recorded{Envelope: es.Envelope{Stream: stream, Version: 7, Position: at + 1, Time: w.store.now,
		Type: "thing.happened"}}
	err := w.views.Update(w.Context(), view.CheckpointKey(), at, at+1, func(tx projections.Writer) error {
		return w.views.ParkEvent(w.Context(), tx, view.CheckpointKey(), r, errors.New("it is bad"))
	})
	if err != nil {
		w.Fatal(err)
	}
	w.at[view.Name]++
}

// What waits for repair is never shown as if it were fresh: asked for by itself it
// is not available, and lists leave it out and say so.
func whatWaitsIsNotShown(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira := w.account("mira", user.RoleUser)
	tmpl := w.template("Invoices")
	good, bad := w.dossier(mira, tmpl, "good", dossier.Private), w.dossier(mira, tmpl, "bad", dossier.Private)
	whole, broken := w.upload(mira, tmpl, good, "a.pdf", 1), w.upload(mira, tmpl, good, "b.pdf", 1)
	w.park(projections.Dossiers(w.vault), dossier.StreamOf(ws, bad))
	w.park(projections.Files(w.vault), file.StreamOf(ws, broken))
	unknown := w.id()
	w.park(projections.Files(w.vault), file.StreamOf(ws, unknown)) // its first event
	w.park(projections.Usage(), file.StreamOf(ws, whole))          // another view is no matter of the file

	for name, read := range map[string]func() error{
		"a dossier": func() error {
			_, err := w.q.GetDossier(t.Context(), queries.AskDossier{Caller: mira, TemplateID: tmpl, DossierID: bad})
			return err
		},
		"files of a dossier": func() error {
			_, err := w.q.ListFiles(t.Context(), askFiles(mira, tmpl,
				bad))
			return err
		},
		"a file": func() error {
			_, err := w.q.GetFile(t.Context(), askFile(mira, tmpl, good,
				broken))
			return err
		},
		"a file that was never seen": func() error {
			_, err := w.q.GetFile(t.Context(), askFile(mira, tmpl, good,
				unknown))
			return err
		},
		"components": func() error {
			_, err := w.q.FileComponents(t.Context(), askFile(mira, tmpl, good,
				broken))
			return err
		},
	} {
		err := read()
		if domain.KindOf(err) != domain.Unavailable || !strings.Contains(err.Error(), "thing.happened") ||
			!strings.Contains(err.Error(), "it is bad") {
			t.Errorf("%s: %v, want domain.KindOf(err) = Unavailable, err.Error() with thing.happened and err.Error() with "+
				"it is bad", name, err)
		}
	}
	if _, err := w.q.GetFile(t.Context(), askFile(mira, tmpl, good, whole)); err != nil {
		t.Errorf("another file: %v, want no error", err)
	}
	if _, err := w.q.GetFile(t.Context(), askFile(mira, tmpl, good, w.id())); !errors.Is(err, domain.ErrFileNotFound) {
		t.Errorf("no file: %v, want %v", err, domain.ErrFileNotFound)
	}
	var left []string
	ctx := queries.WithOmissionNotes(t.Context(), func(id string) { left = append(left, id) })
	dossiers, err := w.q.ListDossiers(ctx, queries.AskDossiers{Caller: mira, TemplateID: tmpl,
		Groups: queries.Groups{Active: true}})
	if err != nil || len(dossiers) != 1 || dossiers[0].ID != good {
		t.Errorf("dossiers %+v, %v, want len(dossiers) = 1, dossiers[0].ID = %v and no error", dossiers, err, good)
	}
	files, err := w.q.ListFiles(ctx, askFiles(mira, tmpl, good))
	if err != nil || len(files) != 1 || files[0].ID != whole {
		t.Errorf("files %+v, %v, want len(files) = 1, files[0].ID = %v and no error", files, err, whole)
	}
	if !slices.Equal(left, []string{bad, broken}) {
		t.Errorf("left out: %v, want %v", left, []string{bad, broken})
	}
}

func askFile(who user.Principal, templateID, dossierID, fileID string) queries.AskFile {
	return queries.AskFile{Caller: who, TemplateID: templateID, DossierID: dossierID, FileID: fileID}
}

func askFiles(who user.Principal, templateID, dossierID string) queries.AskFiles {
	return queries.AskFiles{Caller: who, TemplateID: templateID, DossierID: dossierID,
		Groups: queries.Groups{Active: true}}
}

// A history of which an entry is missing is not shown; that of others is.
func historyWithAGapIsNotShown(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira := w.account("mira", user.RoleUser)
	tmpl := w.template("Invoices")
	good, bad := w.dossier(mira, tmpl, "good", dossier.Private), w.dossier(mira, tmpl, "bad", dossier.Private)
	inGood, inBad := w.upload(mira, tmpl, good, "a.pdf", 1), w.upload(mira, tmpl, bad, "b.pdf", 1)
	w.park(projections.History(), file.StreamOf(ws, inBad))
	read := func(ctx context.Context, dossierID, fileID string) error {
		_, err := w.q.ReadHistory(ctx, queries.AskHistory{Caller: mira, TemplateID: tmpl, DossierID: dossierID,
			FileID: fileID, Limit: 10})
		return err
	}
	for _, id := range []string{"", inBad} {
		if err := read(t.Context(), bad, id); domain.KindOf(err) != domain.Unavailable {
			t.Errorf("history of what waits (file %q): %v, want Unavailable", id, err)
		}
	}
	for _, id := range []string{"", inGood} {
		if err := read(t.Context(), good, id); err != nil {
			t.Errorf("history of another (file %q): %v, want no error", id, err)
		}
	}
}
