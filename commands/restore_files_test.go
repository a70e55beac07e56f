package commands_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

func TestRestoringManyFilesIsValidatedWhole(t *testing.T) {
	inUse := func(name string) error {
		return domain.Faultf(domain.Conflict, "A file with this name exists: %s", name)
	}
	for name, row := range map[string]struct {
		prepare func(c *drawer)
		ids     func(c *drawer) []string
		want    error
	}{
		"unknown":     {nil, func(c *drawer) []string { return append(c.ids[:2:2], uuid.NewString()) }, domain.ErrFileNotFound},
		"gone":        {func(c *drawer) { c.deleteForGood(c.ids[1]) }, nil, domain.ErrFileNotFound},
		"active":      {func(c *drawer) { c.restoreFromTrash(c.ids[1]) }, nil, file.ErrNotDeleted},
		"name in use": {func(c *drawer) { c.storePDF("b.pdf") }, nil, inUse("b.pdf")},
		"one name twice": {nil, func(c *drawer) []string {
			id := c.storePDF("a.pdf")
			c.trashFiles(id)
			return append(c.ids[:3:3], id)
		}, inUse("a.pdf")},
		"archived": {(*drawer).archiveDossier, nil, domain.ErrArchived},
		"archived, unknown": {(*drawer).archiveDossier, func(*drawer) []string { return []string{uuid.NewString()} },
			domain.ErrFileNotFound},
		"deleted": {(*drawer).dossierTrashed, nil, domain.ErrDossierNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			c := newDrawer(t)
			trashAll(c)
			if row.prepare != nil {
				row.prepare(c)
			}
			ids := c.ids
			if row.ids != nil {
				ids = row.ids(c)
			}
			before := c.events("file.restored")
			_, err := c.RestoreFiles(t.Context(), c.restoring(c.olga, ids...))
			if !errors.Is(err, row.want) || c.events("file.restored") != before ||
				c.events("bulk.started") != strings.Count(name, "twice")+1+strings.Count(name, "gone") {
				t.Errorf("%v, and %d files restored, want %v and no file restored",
					err, c.events("file.restored")-before, row.want)
			}
			if name == "name in use" { // the other names were given back
				c.restoreFromTrash(c.ids[0])
				c.storePDF("c.pdf")
			}
		})
	}
	c := newDrawer(t)
	trashAll(c)
	if _, err := c.RestoreFiles(t.Context(), c.restoring(c.mira, c.ids...)); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a user restores: got %v, want %v", err, domain.ErrAccessDenied)
	}
	if _, err := c.RestoreFiles(t.Context(), c.restoring(manager(), c.ids...)); err != nil {
		t.Errorf("any manager restores: got %v, want no failure", err)
	}
}

// restoreFromTrash takes one file out of the trash.
func (c *drawer) restoreFromTrash(id string) {
	c.t.Helper()
	r := commands.RestoreFile{Request: request(c.olga), TemplateID: c.templateID, DossierID: c.dossierID, FileID: id}
	if _, err := c.RestoreFile(c.t.Context(), r); err != nil {
		c.t.Fatal(err)
	}
}

// TestNamesOfFilesThatReturnAreTheirs lets others come for the names when the bulk
// has begun and no file has returned.
func TestNamesOfFilesThatReturnAreTheirs(t *testing.T) {
	c := newDrawer(t)
	trashAll(c)
	living := c.Log
	c.Commands.Log = &es.Log{Store: &mortal{Store: living.Store, left: 5},
		Codec: living.Codec} // 3 claims, the start, and no more
	r := c.restoring(c.olga, c.ids...)
	if _, err := c.RestoreFiles(t.Context(), r); err == nil {
		t.Fatal("the process lives")
	}
	c.Commands.Log = living
	stream := bulk.StreamOf("demo", r.CommandID.String())
	if !c.hasBegun(stream) || slices.Contains(c.phases(), file.Active) {
		t.Fatalf("begun %v, %v, want a bulk change that has begun, and no active file",
			c.hasBegun(stream), c.phases())
	}
	if _, err := c.UploadFile(t.Context(), c.sends(c.mira, "b.pdf", "%PDF-new")); !errors.Is(err, domain.ErrContended) {
		t.Errorf("an upload of the name: got %v, want %v", err, domain.ErrContended)
	}
	one := commands.RestoreFile{Request: request(c.olga), TemplateID: c.templateID, DossierID: c.dossierID,
		FileID: c.ids[0]}
	if _, err := c.RestoreFile(t.Context(), one); domain.KindOf(err) != domain.Conflict {
		t.Errorf("a restore of one of the files: got %v, want a failure of kind %v", err, domain.Conflict)
	}
	if _, err := c.RestoreFiles(t.Context(), c.restoring(c.olga, c.ids[1:]...)); domain.KindOf(err) != domain.Conflict {
		t.Errorf("another restore of the files: got %v, want a failure of kind %v", err, domain.Conflict)
	}
	if err := c.FinishBulk(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	if got := c.names(); !slices.Equal(got, []string{"a.pdf", "b.pdf", "c.pdf"}) || slices.Contains(c.phases(), file.Trashed) {
		t.Errorf("got %q %v, want a.pdf, b.pdf and c.pdf, all active", got, c.phases())
	}
	c.namesAreSound(0)
}

// TestAFileReturnsUnderAnotherName restores a file whose name another one has meanwhile: under a name that is free it comes back,
// and has it from then on; the name must be one that the file may have.
func TestAFileReturnsUnderAnotherName(t *testing.T) {
	c := newDrawer(t)
	trashAll(c)
	other := c.storePDF("a.pdf")
	as := func(name string) error {
		r := commands.RestoreFile{Request: request(c.olga), TemplateID: c.templateID, DossierID: c.dossierID,
			FileID: c.ids[0], Filename: name}
		_, err := c.RestoreFile(t.Context(), r)
		return err
	}
	for _, refused := range []struct {
		name string
		want domain.Kind
	}{{"", domain.Conflict}, {"a.pdf", domain.Conflict}, {"a.docx", domain.Invalid}, {"a\u202e.pdf",
		domain.Invalid}, {"a", domain.Invalid}} {
		if err := as(refused.name); domain.KindOf(err) != refused.want {
			t.Errorf("%q: %v, want %v", refused.name, err, refused.want)
		}
	}
	if c.file(c.ids[0]).Phase != file.Trashed {
		t.Fatal("the file has returned")
	}
	if err := as("a-2.pdf"); err != nil {
		t.Fatal(err)
	}
	if f := c.file(c.ids[0]); f.Phase != file.Active || f.Filename != "a-2.pdf" || c.file(other).Filename != "a.pdf" {
		t.Errorf("the file is %s, %v, want a-2.pdf, active beside a.pdf", f.Filename, f.Phase)
	}
	if _, err := c.UploadFile(t.Context(), c.sends(c.mira, "a-2.pdf", "%PDF-new")); err != nil {
		t.Error(err)
	}
	if f := c.file(c.ids[0]); f.Version != 2 {
		t.Errorf("an upload of the new name made version %d of the file, want 2", f.Version)
	}
	c.trashFiles(c.ids[0])
	c.storePDF("a-2.pdf") // its name is free again
}
