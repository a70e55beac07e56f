package core

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
	stream := dossier.StreamOf("demo", r.NewID("dossier"))
	if err := take(t, c, r, "Old"); err != nil {
		t.Fatal(err)
	}
	rename := Request{Caller: r.Caller, CommandID: uuid.New()}
	if _, err := takeDossierName(t.Context(), c, rename, stream.Key(), "New", func(h naming.Hold) es.Decision[dossier.State] {
		return dossier.Update(dossier.Details{Owner: r.Caller.ID}, es.Seal("demo", dossier.Text{Name: "New"}), h)
	}); err != nil {
		t.Fatal(err)
	}
	if err := take(t, c, anybody(), "New"); !errors.Is(err, ErrNameTaken) {
		t.Errorf("the name in use: got %v, want %v", err, ErrNameTaken)
	}
	if err := take(t, c, anybody(), "Old"); err != nil {
		t.Errorf("the name left behind by a rename: got %v, want no failure", err)
	}
	if _, err := es.Decide(t.Context(), c.Log, dossier.Decider, anybody().CommandOn(stream), dossier.DeletePermanently()); err != nil {
		t.Fatal(err)
	}
	if err := take(t, c, anybody(), "New"); err != nil {
		t.Errorf("the name left behind by a deletion: got %v, want no failure", err)
	}
}

// TestAFileNameLeftBehindIsFree deletes a file softly and dies before the name
// is released.
func TestAFileNameLeftBehindIsFree(t *testing.T) {
	c := commandsOn(estest.NewStore())
	r := anybody()
	key, err := c.NameKey(t.Context(), "demo", "file\nd", "a.pdf")
	if err != nil {
		t.Fatal(err)
	}
	stream := file.StreamOf("demo", r.NewID("file"))
	up := file.Uploaded{Dossier: "d", Name: es.Seal("demo", file.Name{Filename: "a.pdf", Digest: "00"})}
	if _, err := AppendUnderName(t.Context(), c, r, key, file.Decider, stream, func(h naming.Hold) es.Decision[file.State] {
		up.Hold = h
		return file.Upload(up)
	}); err != nil {
		t.Fatal(err)
	}
	if holder, err := c.HolderOf(t.Context(), anybody(), key); holder != stream || err != nil {
		t.Fatalf("the holder of a name in use: %q %v, want holder = %v and no error", holder, err, stream)
	}
	if _, err := es.Decide(t.Context(), c.Log, file.Decider, anybody().CommandOn(stream), file.SoftDelete(time.Now())); err != nil {
		t.Fatal(err)
	}
	if holder, err := c.HolderOf(t.Context(), anybody(), key); holder != "" || err != nil {
		t.Errorf("the holder of a name left behind: %q %v, want holder = nothing and no error", holder, err)
	}
}
