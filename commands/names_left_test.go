package commands

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
)

// TestANameLeftBehindIsTaken lets holders give their names up and die before
// they release them: the next one who wants such a name gets it, and nobody gets
// a name that is in use.
func TestANameLeftBehindIsTaken(t *testing.T) {
	c := commandsOn(estest.NewStore())
	r := anybody()
	stream := dossier.StreamOf("demo", r.newID("dossier"))
	if err := take(t, c, r, "Old"); err != nil {
		t.Fatal(err)
	}
	rename := Request{Caller: r.Caller, CommandID: uuid.New()}
	if _, err := c.appendUnderDossierName(t.Context(), rename, stream.Key(), "New", func(h naming.Hold) es.Decision[dossier.State] {
		return dossier.Update(dossier.Details{Owner: r.Caller.ID}, es.Seal("demo", dossier.Text{Name: "New"}), h)
	}); err != nil {
		t.Fatal(err)
	}
	if err := take(t, c, anybody(), "New"); !errors.Is(err, errDossierName) {
		t.Errorf("the name in use: %v", err)
	}
	if err := take(t, c, anybody(), "Old"); err != nil {
		t.Errorf("the name left behind by a rename: %v", err)
	}
	if _, err := es.Decide(t.Context(), c.Log, dossier.Decider, anybody().commandOn(stream), dossier.DeletePermanently()); err != nil {
		t.Fatal(err)
	}
	if err := take(t, c, anybody(), "New"); err != nil {
		t.Errorf("the name left behind by a deletion: %v", err)
	}
}

// TestAFileNameLeftBehindIsFree deletes a file softly and dies before the name
// is released.
func TestAFileNameLeftBehindIsFree(t *testing.T) {
	c := commandsOn(estest.NewStore())
	r := anybody()
	key, err := c.nameKey(t.Context(), "demo", "file\nd", "a.pdf")
	if err != nil {
		t.Fatal(err)
	}
	stream := file.StreamOf("demo", r.newID("file"))
	up := file.Uploaded{Dossier: "d", Name: es.Seal("demo", file.Name{Filename: "a.pdf", Digest: "00"})}
	if _, err := appendUnderName(t.Context(), c, r, key, file.Decider, stream, func(h naming.Hold) es.Decision[file.State] {
		up.Hold = h
		return file.Upload(up)
	}); err != nil {
		t.Fatal(err)
	}
	if holder, err := c.holderOf(t.Context(), anybody(), key); holder != stream || err != nil {
		t.Fatalf("the holder of a name in use: %q %v", holder, err)
	}
	if _, err := es.Decide(t.Context(), c.Log, file.Decider, anybody().commandOn(stream), file.SoftDelete(time.Now())); err != nil {
		t.Fatal(err)
	}
	if holder, err := c.holderOf(t.Context(), anybody(), key); holder != "" || err != nil {
		t.Errorf("the holder of a name left behind: %q %v", holder, err)
	}
}
