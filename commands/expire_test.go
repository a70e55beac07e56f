package commands_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// A shredder is a vault that remembers what was destroyed.
type shredder struct {
	clear
	destroyed []es.Subject
}

func (v *shredder) Destroy(_ context.Context, s es.Subject) error {
	v.destroyed = append(v.destroyed, s)
	return nil
}

// onePackage is a package that holds all files of one dossier.
type onePackage struct{ dossierID, id string }

func (p onePackage) Holding(_ context.Context, _, dossierID, _ string) ([]string, error) {
	if dossierID != p.dossierID {
		return nil, nil
	}
	return []string{p.id}, nil
}

// expiring is a scene whose vault tells what it has destroyed, with a package that holds its files.
func expiring(t *testing.T) (*scene, *shredder) {
	t.Helper()
	s, v := newScene(t), &shredder{}
	s.Commands.Vault, s.Commands.Packages = v, onePackage{s.dossierID, s.pack}
	return s, v
}

func (s *scene) packageDeletion() (found es.Recorded, ok bool) {
	s.t.Helper()
	for e, err := range s.Log.Stream(s.t.Context(), thePackage(s), 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		if _, is := e.Event.(download.Deleted); is {
			found, ok = e, true
		}
	}
	return found, ok
}

// expire asks for the end of something in the trash, caused by the event at a position.
func (s *scene) expire(id string, now time.Time) commands.Expire {
	return commands.Expire{Request: request(user.SystemPrincipal("demo")), ID: id, Cause: 7, Now: now}
}

// lastOf returns the last event of a stream.
func (s *scene) lastOf(stream es.StreamID) (last es.Recorded) {
	s.t.Helper()
	for e, err := range s.Log.Stream(s.t.Context(), stream, 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		last = e
	}
	return last
}

// A file whose time in the trash is over goes with its key, its bytes and the packages that hold it; before that, and
// when it was restored, it stays.
func TestFilesExpire(t *testing.T) {
	t.Parallel()
	s, v := expiring(t)
	trashFirst(s)
	due, original := s.file(s.ids[0]).PurgeAt, s.file(s.ids[0]).Original
	key := file.SubjectOf("demo", s.dossierID, s.ids[0])
	for _, row := range []struct {
		name string
		id   string
		now  time.Time
	}{{"before its time", s.ids[0], due.Add(-time.Millisecond)}, {"a file that is no trash", s.ids[1], due}} {
		if done, err := s.ExpireFile(t.Context(), s.expire(row.id, row.now)); done || err != nil || len(v.destroyed) > 0 {
			t.Errorf("%s: got %t, %v, destroyed %v; want it to stay", row.name, done, err, v.destroyed)
		}
	}
	if done, err := s.ExpireFile(t.Context(), s.expire(s.ids[0], due)); !done || err != nil {
		t.Fatalf("at its time: got %t, %v; want it gone", done, err)
	}
	last := s.lastOf(firstFile(s))
	if _, gone := last.Event.(file.PermanentlyDeleted); !gone || last.Causation != 7 || last.Actor != user.SystemID {
		t.Errorf("got %T by %s caused by %d, want a deletion by the service caused by 7", last.Event, last.Actor,
			last.Causation)
	}
	if want := []es.Subject{key, download.SubjectOf("demo", s.pack)}; !slices.Equal(v.destroyed, want) {
		t.Errorf("destroyed %v, want %v", v.destroyed, want)
	}
	if p, gone := s.packageDeletion(); !gone || p.Actor != user.SystemID || p.Causation != last.Position {
		t.Errorf("the package: got %+v, want a deletion by the service caused by that of the file", p)
	}
	if _, err := s.blobs.Open(t.Context(), original); !errors.Is(err, es.ErrNoBlob) {
		t.Errorf("its bytes: got %v, want them to be gone", err)
	}
	// Once more, as after a crash in between: the key is destroyed again, and nothing else happens.
	before := s.events()
	if done, err := s.ExpireFile(t.Context(), s.expire(s.ids[0], due)); !done || err != nil || s.events() != before {
		t.Errorf("again: got %t, %v, %d more events; want the same", done, err, s.events()-before)
	}
}

// A dossier that expires frees its name.
func TestDossiersExpire(t *testing.T) {
	t.Parallel()
	s, v := expiring(t)
	made, err := s.SaveDossier(t.Context(), commands.SaveDossier{Request: request(s.olga), TemplateID: s.templateID,
		Name: "Old"})
	if err != nil {
		t.Fatal(err)
	}
	s.dossierID = made.ID
	s.Commands.Packages = onePackage{made.ID, s.pack}
	if _, err := s.DeleteDossier(t.Context(), commands.DeleteDossier{Request: request(s.olga), TemplateID: s.templateID,
		DossierID: made.ID}); err != nil {
		t.Fatal(err)
	}
	state := func() dossier.State {
		d, _, err := es.Load(t.Context(), s.Log, dossier.Decider, theDossier(s))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	due := state().PurgeAt
	if done, err := s.ExpireDossier(t.Context(), s.expire(made.ID, due.Add(-time.Millisecond))); done || err != nil || len(v.destroyed) > 0 {
		t.Errorf("before its time: got %t, %v; want it to stay", done, err)
	}
	again := commands.SaveDossier{Request: request(s.olga), TemplateID: s.templateID, Name: "Old"}
	if _, err := s.SaveDossier(t.Context(), again); domain.KindOf(err) != domain.Conflict {
		t.Errorf("a dossier in the trash keeps its name: got %v, want a failure of kind %v", err, domain.Conflict)
	}
	if done, err := s.ExpireDossier(t.Context(), s.expire(made.ID, due)); !done || err != nil || state().Phase != dossier.Gone {
		t.Fatalf("at its time: got %t, %v; want it gone", done, err)
	}
	if last := s.lastOf(theDossier(s)); last.Causation != 7 {
		t.Errorf("the deletion is caused by %d, want 7", last.Causation)
	}
	if want := []es.Subject{dossier.SubjectOf("demo", made.ID), download.SubjectOf("demo", s.pack)}; !slices.Equal(v.destroyed, want) {
		t.Errorf("destroyed %v, want %v", v.destroyed, want)
	}
	if _, gone := s.packageDeletion(); !gone {
		t.Error("a package that holds files of it is still there")
	}
	again.Request = request(s.olga)
	if other, err := s.SaveDossier(t.Context(), again); err != nil || other.ID == made.ID {
		t.Errorf("its name: got %+v, %v; want another dossier to have it", other, err)
	}
}

// A package that is over goes with its key, and one that is gone already is no failure.
func TestPackagesExpire(t *testing.T) {
	t.Parallel()
	s, v := expiring(t)
	for range 2 {
		if err := s.ExpireDownload(t.Context(), s.expire(s.pack, time.Time{})); err != nil {
			t.Fatal(err)
		}
	}
	if p, gone := s.packageDeletion(); !gone || p.Actor != user.SystemID {
		t.Errorf("got %+v, want a deletion by the service", p)
	}
	if err := s.ExpireDownload(t.Context(), s.expire(uuid.NewString(), time.Time{})); err != nil {
		t.Errorf("a package that never was: got %v, want no failure", err)
	}
	if len(v.destroyed) != 3 || v.destroyed[0] != download.SubjectOf("demo", s.pack) {
		t.Errorf("destroyed %v, want the key of the package each time", v.destroyed)
	}
}

// TestDeletionsAreFinishedFromTheirEvents does what a crash behind the event has left, for each kind of deletion,
// and nothing for other events.
func TestDeletionsAreFinishedFromTheirEvents(t *testing.T) {
	t.Parallel()
	s, v := expiring(t)
	wallet := s.Commands.Passwords.(*wallet)
	wallet.kept[s.account] = []string{"secret"}
	for name, row := range map[string]struct {
		stream es.StreamID
		event  es.Event
		keys   []es.Subject
	}{
		"a file": {firstFile(s), file.PermanentlyDeleted{},
			[]es.Subject{file.SubjectOf("demo", s.dossierID, s.ids[0]), download.SubjectOf("demo", s.pack)}},
		"a dossier": {theDossier(s), dossier.PermanentlyDeleted{},
			[]es.Subject{dossier.SubjectOf("demo", s.dossierID), download.SubjectOf("demo", s.pack)}},
		"a package":     {thePackage(s), download.Deleted{}, []es.Subject{download.SubjectOf("demo", s.pack)}},
		"an account":    {theAccount(s), user.Erased{}, []es.Subject{user.SubjectOf("demo", s.account)}},
		"another event": {firstFile(s), file.Restored{}, nil},
	} {
		v.destroyed = nil
		rec := es.Recorded{Event: row.event}
		rec.Stream, rec.Workspace, rec.ID, rec.Position = row.stream, "demo", uuid.New(), 99
		for range 2 {
			if err := s.FinishDeletion(t.Context(), rec); err != nil {
				t.Fatalf("%s: got %v, want no failure", name, err)
			}
		}
		if want := append(slices.Clone(row.keys), row.keys...); !slices.Equal(v.destroyed, want) {
			t.Errorf("%s, twice: destroyed %v, want %v", name, v.destroyed, want)
		}
	}
	if len(wallet.kept[s.account]) > 0 || !slices.Contains(wallet.out, s.account) {
		t.Errorf("the erased account: passwords %v, signed out %v, want len(wallet.kept[s.account]) = 0 and %v in wallet.out",
			wallet.kept[s.account], wallet.out, s.account)
	}
}
