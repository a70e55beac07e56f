package commands_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/license"
	"github.com/seed-62a36931/docket/domain/user"
)

// under lets a filing go by a license.
func (f *filing) under(change func(*license.License)) {
	l := license.FullLicense()
	change(&l)
	f.License = &l
}

func TestOutsideOfTheLicensesTime(t *testing.T) {
	c := newDrawer(t)
	past, future := c.Now().Add(-time.Second), c.Now().Add(time.Hour)
	for name, change := range map[string]func(*license.License){
		"expired": func(l *license.License) { l.ValidTo = &past }, "not yet valid": func(l *license.License) { l.ValidFrom = &future },
	} {
		c.under(change)
		for _, upload := range []string{"new.pdf", "a.pdf", "values.csv", "all.zip", "o.docx"} {
			if _, err := c.UploadFile(t.Context(), c.sends(c.mira, upload, "%PDF-")); !errors.Is(err, license.ErrExpired) {
				t.Errorf("%s, upload of %s: got %v, want %v", name, upload, err, license.ErrExpired)
			}
		}
		one := commands.ReanalyseFile{Request: request(c.mira), TemplateID: c.templateID, DossierID: c.dossierID,
			FileID: c.ids[0]}
		if _, err := c.ReanalyseFile(t.Context(), one); !errors.Is(err, license.ErrExpired) {
			t.Errorf("%s, another analysis: got %v, want %v", name, err, license.ErrExpired)
		}
		all := commands.ReanalyseDossier{Request: request(c.olga), TemplateID: c.templateID, DossierID: c.dossierID}
		if _, err := c.ReanalyseDossier(t.Context(), all); !errors.Is(err, license.ErrExpired) {
			t.Errorf("%s, another analysis of all: got %v, want %v", name, err, license.ErrExpired)
		}
		if _, err := c.UploadFile(t.Context(), c.sends(user.Principal{Workspace: "demo", ID: "x",
			Roles: []string{user.RoleUser}}, "a.pdf", "%PDF-")); errors.Is(err, license.ErrExpired) {
			t.Errorf("%s: a stranger is told of the license, want what strangers are told", name)
		}
	}
	if c.trashFiles(c.ids[1]); c.phases()[1] != file.Trashed {
		t.Error("without a valid license nothing can be deleted")
	}
	c.under(func(l *license.License) { l.ValidFrom, l.ValidTo = &past, &future })
	if _, err := c.UploadFile(t.Context(), c.sends(c.mira, "new.pdf", "%PDF-")); err != nil {
		t.Error(err)
	}
}

func TestOfficeDocumentsNeedALicense(t *testing.T) {
	f := newFiling(t)
	f.under(func(l *license.License) { l.Features.OfficeDocuments = false })
	document := zipOf(t, contentTypes, "", "word/document.xml", "")
	for name, content := range map[string]string{"o.docx": document, "o.XLSX": document, "o.pptx": "",
		"all.zip":    zipOf(t, "a.pdf", "%PDF-a", "deep/o.docx", document),
		"broken.zip": zipOf(t, "a.pdf", "%PDF-a", "o.pptx", "no presentation")} {
		if _, err := f.UploadFile(t.Context(), f.sends(f.mira, name, content)); !errors.Is(err, license.ErrNoOffice) {
			t.Errorf("%s: got %v, want %v", name, err, license.ErrNoOffice)
		}
	}
	if len(f.names()) > 0 || len(f.blobs.blobs) != len(newFiling(t).blobs.blobs) {
		t.Errorf("kept: %v, %d blobs, want nothing", f.names(), len(f.blobs.blobs))
	}
	if _, err := f.UploadFile(t.Context(), f.sends(f.mira, "all.zip",
		zipOf(t, "a.pdf", "%PDF-a", "__MACOSX/o.docx", document, ".o.docx", document))); err != nil {
		t.Error(err)
	}
}
