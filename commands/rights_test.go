package commands_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// An auditor reads every dossier and changes none: each use case on one is refused, and says so.
func TestWhoMayReadMayNotChange(t *testing.T) {
	t.Parallel()
	for _, u := range append(append([]useCase{}, onFile...), onDossier...) {
		t.Run(u.name, func(t *testing.T) {
			t.Parallel()
			s, r := u.start(t)
			auditor := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleAuditor}}
			s.append(t, theDossier(s), dossier.Updated{Details: dossier.Details{Owner: s.olga.ID,
				Members: []string{s.olga.ID, s.mira.ID, auditor.ID}}, Text: es.Seal(dossier.SubjectOf("demo",
				s.dossierID), dossier.Text{Name: "D"})})
			before := s.events()
			r.Caller = auditor
			if _, err := u.ask(s, r); !errors.Is(err, domain.ErrAccessDenied) {
				t.Errorf("got %v, want %v", err, domain.ErrAccessDenied)
			}
			if n := s.events(); n != before {
				t.Errorf("%d events, want none", n-before)
			}
		})
	}
}

// Uploads are refused before a byte is read: to those who may not, to dossiers that are closed.
func TestRefusedUploadsAreNotRead(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		change func(s *scene, r *commands.UploadFile)
		want   error
	}{
		"an auditor": {func(_ *scene, r *commands.UploadFile) { r.Caller.Roles = []string{user.RoleAuditor} },
			domain.ErrAccessDenied},
		"an archived dossier": {func(s *scene, _ *commands.UploadFile) { s.archiveDossier() }, domain.ErrArchived},
		"no dossier":          {func(_ *scene, r *commands.UploadFile) { r.DossierID = uuid.NewString() }, domain.ErrDossierNotFound},
		"no template":         {func(_ *scene, r *commands.UploadFile) { r.TemplateID = uuid.NewString() }, domain.ErrTemplateNotFound},
	} {
		s := newScene(t)
		r := s.sends(s.mira, "new.pdf", "%PDF-1.7")
		open, opened := r.Open, false
		r.Open = func() (commands.Upload, error) { opened = true; return open() }
		row.change(s, &r)
		if _, err := s.UploadFile(t.Context(), r); !errors.Is(err, row.want) || opened {
			t.Errorf("%s: got %v, read %t; want %v and nothing read", name, err, opened, row.want)
		}
	}
}

// The trash keeps what a template says it does, and the workspace where the template says nothing.
func TestHowLongTheTrashKeeps(t *testing.T) {
	t.Parallel()
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	for hours, want := range map[int]time.Duration{0: 0, 5: 5 * time.Hour, 48: 48 * time.Hour} {
		s := newScene(t)
		s.Now = func() time.Time { return now }
		tpl := s.house.load(t, s.templateID)
		tpl.Settings.RetentionHours = &hours
		s.append(t, theTemplate(s), template.Created{Settings: tpl.Settings, Text: es.Seal("demo", tpl.Text)})
		trashFirst(s)
		if got := s.file(s.ids[0]).PurgeAt.Sub(now); got != want {
			t.Errorf("%d hours: a file is kept for %s, want %s", hours, got, want)
		}
	}
}

// TestLimitsOfTexts wants each text to be taken at its limit, and refused beyond it with a sentence that names it.
func TestLimitsOfTexts(t *testing.T) {
	t.Parallel()
	long := func(n int) *string { return ptr(strings.Repeat("ä", n)) }
	for _, row := range []struct {
		name string
		ask  func(s *scene, text string) error
		most int
		want string
	}{
		{"the note of an override", func(s *scene, text string) error {
			_, err := s.OverrideComponent(s.t.Context(),
				commands.OverrideComponent{Request: request(s.mira), TemplateID: s.templateID,
					DossierID: s.dossierID, FileID: s.ids[0], Name: "total", Values: []commands.OverrideValue{{Value: "1"}}, Note: text})
			return err
		}, 4000, "note must not be longer than 4000"},
		{"the description of a dossier", func(s *scene, text string) error {
			_, err := s.SaveDossier(s.t.Context(),
				commands.SaveDossier{Request: request(s.olga), TemplateID: s.templateID, Name: "New",
					Description: &text})
			return err
		}, 4000, "description must not be longer than 4000"},
		{"the name of a dossier", func(s *scene, text string) error {
			_, err := s.SaveDossier(s.t.Context(),
				commands.SaveDossier{Request: request(s.olga), TemplateID: s.templateID, Name: text})
			return err
		}, 255, "name must not be longer than 255"},
		{"the name of a template", func(s *scene, text string) error {
			_, err := s.CreateTemplate(s.t.Context(), commands.CreateTemplate{Request: request(s.admin),
				TemplateFields: commands.TemplateFields{Name: &text}})
			return err
		}, 255, "name must not be longer than 255"},
	} {
		s := newScene(t)
		wantFault(t, row.name+" at its limit", row.ask(s, *long(row.most)), "")
		wantFault(t, row.name+" beyond it", row.ask(s, *long(row.most + 1)), row.want)
	}
	s := newScene(t)
	for _, name := range []string{"a\x00b", "a\nb", "a\xffb"} {
		_, err := s.SaveDossier(t.Context(), commands.SaveDossier{Request: request(s.olga), TemplateID: s.templateID,
			Name: name})
		if domain.KindOf(err) != domain.Invalid {
			t.Errorf("%q: got %v, want a refusal", name, err)
		}
	}
}

// Lists of ids name each once.
func TestComponentsAreNamedOnce(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	twice := []string{s.defined[0], s.defined[1], s.defined[0]}
	before := s.events()
	for name, ask := range map[string]func(commands.ChangeDefinitions) error{
		"hide":       func(r commands.ChangeDefinitions) error { _, err := s.DeleteDefinitions(t.Context(), r); return err },
		"rank":       func(r commands.ChangeDefinitions) error { _, err := s.ReorderDefinitions(t.Context(), r); return err },
		"bring back": func(r commands.ChangeDefinitions) error { _, err := s.RestoreDefinitions(t.Context(), r); return err },
	} {
		wantFault(t, name, ask(commands.ChangeDefinitions{Request: request(s.admin), TemplateID: s.templateID,
			IDs: twice}),
			"componentIds must not contain duplicates")
	}
	if _, err := s.UpdateDefinitions(t.Context(), commands.UpdateDefinitions{Request: request(s.admin), TemplateID: s.templateID,
		Changes: []template.ComponentChange{{ID: s.defined[0],
			DisplayName: ""}}}); domain.KindOf(err) != domain.Invalid {
		t.Errorf("a component without a name: got %v, want a refusal", err)
	}
	if n := s.events(); n != before {
		t.Errorf("%d events, want none", n-before)
	}
}

// What definitions are changed to is there afterwards, and the others are as they were.
func TestComponentsAreDescribedOtherwise(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	before := s.house.load(t, s.templateID).Components
	change := template.ComponentChange{ID: s.defined[1], DisplayName: "Otherwise", Description: "why"}
	out, err := s.UpdateDefinitions(t.Context(), commands.UpdateDefinitions{Request: request(s.admin),
		TemplateID: s.templateID,
		Changes:    []template.ComponentChange{change}})
	if err != nil || !slices.Equal(out.IDs, s.defined[1:2]) || out.ID != s.templateID {
		t.Fatalf("got %+v, %v, want %v of %s", out, err, s.defined[1:2], s.templateID)
	}
	hide := commands.ChangeDefinitions{Request: request(s.admin), TemplateID: s.templateID, IDs: s.defined[:1]}
	if out, err = s.DeleteDefinitions(t.Context(), hide); err != nil || !slices.Equal(out.IDs, s.defined[:1]) {
		t.Fatalf("got %+v, %v, want %v", out, err, s.defined[:1])
	}
	hidden := s.house.load(t, s.templateID).Components
	hide.Request = request(s.admin)
	if _, err = s.RestoreDefinitions(t.Context(), hide); err != nil {
		t.Fatal(err)
	}
	for _, c := range hidden {
		if (c.SoftDeleted != nil) != (c.ID == s.defined[0]) {
			t.Errorf("after hiding one: %+v, want %s hidden alone", c, s.defined[0])
		}
	}
	after := s.house.load(t, s.templateID).Components
	for _, c := range after {
		i := slices.IndexFunc(before, func(b template.Component) bool { return b.ID == c.ID })
		name, description := before[i].DisplayName, before[i].Description
		if c.ID == change.ID {
			name, description = change.DisplayName, change.Description
		}
		if c.SoftDeleted != nil || c.DisplayName != name || c.Description != description {
			t.Errorf("got %+v, want %q, %q", c, name, description)
		}
	}
}

// A file that is left out of automatic analysis is not analysed until it is taken in again.
func TestAutomaticAnalysisIsSwitched(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, automatic := range []bool{false, true} {
		out, err := s.SetFileExtraction(t.Context(),
			commands.SetFileExtraction{Request: request(s.mira), TemplateID: s.templateID,
				DossierID: s.dossierID, FileID: s.ids[0], Automatic: automatic})
		if err != nil || out.ID != s.ids[0] || s.file(s.ids[0]).Manual == automatic {
			t.Errorf("automatic %t: got %+v, %v, %+v, want manual: %t",
				automatic, out, err, s.file(s.ids[0]), !automatic)
		}
	}
}

// An erased is a vault whose keys were destroyed.
type erased struct{ clear }

func (erased) Seal(context.Context, es.Subject, []byte, []byte) ([]byte, error) {
	return nil, es.ErrErased
}

// What was erased between the decision and its append is not there, for the caller.
func TestWhatIsErasedMeanwhileIsNotThere(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.Commands.Log = &es.Log{Store: s.Log.Store, Codec: newCodec(erased{})}
	_, err := s.OverrideComponent(t.Context(), commands.OverrideComponent{Request: request(s.mira),
		TemplateID: s.templateID,
		DossierID:  s.dossierID, FileID: s.ids[0], Name: "total", Values: []commands.OverrideValue{{Value: "1"}}})
	wantFault(t, "an override", err, "Not found")
}
