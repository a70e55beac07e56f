package transfer_test

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/transfer"
)

// meddled are keys before whose first snapshot something happens.
type meddled struct {
	engines.Keys
	meddle func()
}

// Snapshot lets it happen: behind the position, and before the keys are read.
func (m *meddled) Snapshot(ctx context.Context, fixed func() error, key, box func(string, []byte) error) error {
	if m.meddle != nil {
		m.meddle()
		m.meddle = nil
	}
	return m.Keys.(transfer.Snapshotter).Snapshot(ctx, fixed, key, box)
}

// TestADeletionBetweenPositionAndKeys deletes and uploads at the worst moment: the
// backup must take a later position, at which both have happened.
func TestADeletionBetweenPositionAndKeys(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		gone, stays := servicetest.CanaryDossier(t, c, 1), c.NewDossier("Stays")
		var deleted es.Position
		var added string
		a := servicetest.OpenTools(t, s)
		disk, err := blobs.OpenDisk(a.Config.DataPath("blobs"), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer disk.Close()
		path := filepath.Join(t.TempDir(), "backup.tar")
		out, err := archive.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		moved := *a.Storage
		moved.Keys = &meddled{a.Storage.Keys, func() {
			deleted = positionOf(t, c.Want(204, "DELETE", gone.Dossier+"?deletePermanently=true", nil))
			added = c.Upload(stays, "added.pdf", servicetest.CanaryPDF("addedword"))
		}}
		w := &transfer.Backup{Storage: &moved, Bytes: disk, Out: out, Progress: terminal.NewProgress(io.Discard)}
		if err := w.Write(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		m, _, err := out.Finish(w.Manifest)
		if err != nil || m.Position < deleted {
			t.Fatalf("the backup ends at %d, before the deletion at %d: %v, want m.Position at least %v and no error",
				m.Position, deleted, err, deleted)
		}
		s.Stop()
		s = s.RestoreTo(path, "sqlite")
		s.SignIn("mira", "Str0ng-enough").Want(404, "GET", gone.Dossier+"?includeSoftDeleted=true", nil)
		s.Verify()
		s.Stop()
		a = servicetest.OpenTools(t, s)
		state, _, err := es.Load(t.Context(), a.Log, file.Decider, file.StreamOf("demo", added))
		if err != nil || !bytes.Equal(servicetest.ReadBlob(t, a, state.Original), servicetest.CanaryPDF("addedword")) {
			t.Errorf("what was uploaded before the position is not there: %v, want no error and the same bytes", err)
		}
	})
}

// TestABlobDroppedWhileItIsBackedUp deletes a file behind the position, before its
// bytes are copied: the backup has them, since at its position they were there.
func TestABlobDroppedWhileItIsBackedUp(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("One")
	id := c.Upload(dossier, "one.pdf", servicetest.CanaryPDF("oneword"))
	c.AwaitDone(dossier + "/files/" + id)
	a := servicetest.OpenTools(t, s)
	disk, err := blobs.OpenDisk(a.Config.DataPath("blobs"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	path := filepath.Join(t.TempDir(), "backup.tar")
	out, err := archive.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := &transfer.Backup{Storage: a.Storage, Bytes: disk, Out: out, Progress: terminal.NewProgress(io.Discard)}
	from, err := a.Log.Store.Head(t.Context())
	if err == nil {
		w.Pins, err = disk.Pin(t.Context())
	}
	if err == nil {
		err = w.FixPosition(t.Context(), from)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Want(204, "DELETE", dossier+"/files/"+id+"?deletePermanently=true", nil)
	if err := w.WriteLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := out.Finish(w.Manifest); err != nil {
		t.Fatal(err)
	}
	if err := w.Pins.Release(); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	s = s.RestoreTo(path, "sqlite")
	s.SignIn("mira", "Str0ng-enough").Want(200, "GET", dossier+"/files/"+id, nil)
	s.Stop()
	a = servicetest.OpenTools(t, s)
	state, _, err := es.Load(t.Context(), a.Log, file.Decider, file.StreamOf("demo", id))
	if err != nil || !bytes.Equal(servicetest.ReadBlob(t, a, state.Original), servicetest.CanaryPDF("oneword")) {
		t.Errorf("%v, want no error and the same bytes", err)
	}
}
