package queries_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/file"
)

// TestAReplayTellsWhatWas in a dossier at a moment, in the order of names, also of what is erased since.
func TestAReplayTellsWhatWas(t *testing.T) {
	t.Parallel()
	c := newCast(t, openSQLite(t))
	before, uploaded := c.store.now, c.store.now.Add(-time.Second) // a file of the other dossier came last
	c.pass(time.Minute)
	c.analyse(c.private, c.inPrivate, 3, newResult("Total", "17"))
	first := c.upload(c.mira, c.templateID, c.private, "a.pdf", 10)
	gone := c.upload(c.mira, c.templateID, c.private, "c.pdf", 10)
	analysed := c.store.now
	c.pass(time.Minute)
	c.override(c.mira, c.inPrivate, "Total", "18")
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, gone), file.SoftDelete(c.store.now.Add(time.Hour)))
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, gone), file.DeletePermanently())
	c.pass(time.Minute)
	show := func(at time.Time) string {
		r, err := c.q.Replay(t.Context(), ws, c.private, at)
		if err != nil {
			return err.Error()
		}
		out := fmt.Sprint(r.Dossier.Name, r.Erased)
		if begun := r.Dossier.FirstFile; (begun != nil) != (len(r.Files) > 0) || begun != nil && !begun.Equal(uploaded) {
			t.Errorf("at %s: begun at %v, want the first upload at %s", at, begun, uploaded)
		}
		for _, f := range r.Files {
			out += fmt.Sprint(" ", f.Filename, f.Erased)
			for _, d := range f.Components {
				if len(d.Values) > 0 {
					out += fmt.Sprint(" ", d.Name, "=", d.Values[0].Value)
				}
			}
		}
		return out
	}
	for at, want := range map[time.Time]string{
		before:      "Privatefalse b.pdffalse",
		analysed:    "Privatefalse a.pdffalse b.pdffalse Total=17 c.pdffalse",
		c.store.now: "Privatefalse a.pdffalse b.pdffalse Total=18",
		time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC): domain.ErrDossierNotFound.Error(),
	} {
		if got := show(at); got != want {
			t.Errorf("at %s: got %s, want %s", at, got, want)
		}
	}
	if _, err := c.q.Replay(t.Context(), ws, c.id(), c.store.now); !errors.Is(err, domain.ErrDossierNotFound) {
		t.Errorf("a dossier that never was: %v, want %v", err, domain.ErrDossierNotFound)
	}
	if streams, err := c.q.FileStreams(t.Context(), ws, c.private); err != nil || len(streams) != 3 ||
		streams[1] != file.StreamOf(ws, first) {
		t.Errorf("got the streams %v, %v, want 3, the second of %s", streams, err, first)
	}
	c.erase(file.SubjectOf(ws, c.private, c.inPrivate))
	if got, want := show(c.store.now), "Privatefalse true a.pdffalse"; got != want {
		t.Errorf("with a file that is erased: got %s, want %s", got, want)
	}
	decide(c.world, c.olga.ID, dossier.Decider, dossier.StreamOf(ws, c.private),
		dossier.SoftDelete(c.store.now.Add(time.Hour)))
	decide(c.world, c.olga.ID, dossier.Decider, dossier.StreamOf(ws, c.private), dossier.DeletePermanently())
	if got := show(c.store.now); got != domain.ErrDossierNotFound.Error() {
		t.Errorf("a dossier that is deleted for good: got %s, want %s", got, domain.ErrDossierNotFound)
	}
	c.erase(dossier.SubjectOf(ws, c.private))
	if got, want := show(analysed), "true true true true"; got != want {
		t.Errorf("a dossier that is erased, as it was: got %s, want %s", got, want)
	}
}
