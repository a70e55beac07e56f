package commands_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

var templateNameTaken = domain.Faultf(domain.Conflict, "Dossier template name already exists")

func (h *house) create(t *testing.T, name string) string {
	t.Helper()
	out, err := h.CreateTemplate(t.Context(), commands.CreateTemplate{Request: admin(),
		TemplateFields: commands.TemplateFields{Name: &name}})
	if err != nil || !out.Created || out.Position == 0 {
		t.Fatalf("%+v, %v, want out.Created, out.Position other than 0 and no error", out, err)
	}
	return out.ID
}

func (h *house) update(t *testing.T, id string, f commands.TemplateFields) error {
	t.Helper()
	_, err := h.UpdateTemplate(t.Context(), commands.UpdateTemplate{Request: admin(), TemplateID: id,
		TemplateFields: f})
	return err
}

func TestATemplateFromFieldsHasDefaultsAndNoRules(t *testing.T) {
	h := newHouse()
	s := h.load(t, h.create(t, "  Credit notes "))
	if s.Text != (template.Text{Name: "Credit notes"}) || fmt.Sprint(s.Settings) != fmt.Sprint(template.DefaultSettings()) ||
		s.StatusAt(time.Now()) != template.StatusIncomplete {
		t.Errorf("got %+v, want Credit notes, INCOMPLETE, with the default settings", s)
	}
	for _, row := range []struct {
		f    commands.TemplateFields
		kind domain.Kind
		want string
	}{
		{commands.TemplateFields{}, domain.Invalid, "name is required"},
		{commands.TemplateFields{Name: ptr(" ")}, domain.Invalid, "name is required"},
		{commands.TemplateFields{Name: ptr(strings.Repeat("ä", 256))}, domain.Invalid,
			"name must not be longer than 255"},
		{commands.TemplateFields{Name: ptr("n"), Description: ptr(strings.Repeat("ä", 4001))}, domain.Invalid,
			"description must not be longer than 4000"},
		{commands.TemplateFields{Name: ptr("n"), OCRLanguages: &[]string{"?"}}, domain.Invalid,
			"ocrLanguages must hold language codes"},
		{commands.TemplateFields{Name: ptr("Credit notes")}, domain.Conflict, "Dossier template name already exists"},
	} {
		_, err := h.CreateTemplate(t.Context(), commands.CreateTemplate{Request: admin(), TemplateFields: row.f})
		if !errors.Is(err, domain.Faultf(row.kind, "%s", row.want)) {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
	manager := admin()
	manager.Caller.Roles = []string{"MANAGER"}
	if _, err := h.CreateTemplate(t.Context(), commands.CreateTemplate{Request: manager}); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a manager: got %v, want %v", err, domain.ErrAccessDenied)
	}
}

func TestFieldsThatAreLeftOutStay(t *testing.T) {
	h := newHouse()
	id := h.create(t, "Invoices")
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := h.update(t, id, commands.TemplateFields{Description: ptr("d"),
		ValidFrom: commands.Change[time.Time]{Given: true, Value: &at}, RemoveWatermark: ptr(true),
		RetentionHours: commands.Change[int]{Given: true,
			Value: ptr(5)}, Visibility: ptr("PUBLIC"), Delimiter: ptr(";"), DownloadFileTypes: &[]string{}}); err != nil {
		t.Fatal(err)
	}
	if err := h.update(t, id, commands.TemplateFields{KeyColumn: ptr("file"), OCRByDefault: ptr(false),
		OCRLanguages: &[]string{"deu", "eng"}}); err != nil {
		t.Fatal(err)
	}
	s := h.load(t, id)
	want := template.DefaultSettings()
	want.ValidFrom, want.RemoveWatermark, want.RetentionHours, want.Visibility, want.AttributesDelimiter,
		want.DownloadFileTypes = &at, true, ptr(5), "PUBLIC", ";", []string{}
	want.AttributesKeyColumn, want.OCRByDefault, want.OCRLanguages = "file", false, []string{"deu", "eng"}
	if s.Text != (template.Text{Name: "Invoices", Description: "d"}) || !s.Settings.ValidFrom.Equal(at) ||
		*s.Settings.RetentionHours != 5 || s.Settings.Visibility != "PUBLIC" ||
		s.Settings.AttributesDelimiter != ";" || s.Settings.AttributesKeyColumn != "file" || s.Settings.OCRByDefault ||
		!s.Settings.RemoveWatermark || len(s.Settings.DownloadFileTypes) != 0 {
		t.Errorf("%+v, want %+v", s.Settings, want)
	}
	if err := h.update(t, id, commands.TemplateFields{ValidFrom: commands.Change[time.Time]{Given: true},
		RetentionHours: commands.Change[int]{Given: true}}); err != nil {
		t.Fatal(err)
	}
	if s := h.load(t, id); s.Settings.ValidFrom != nil || s.Settings.RetentionHours != nil {
		t.Errorf("null does not clear: %+v, want s.Settings.ValidFrom = nil and s.Settings.RetentionHours = nil",
			s.Settings)
	}
	before := h.load(t, id)
	if err := h.update(t, id, commands.TemplateFields{Name: ptr("Invoices"), Visibility: ptr("PUBLIC")}); err != nil || fmt.Sprint(h.load(t, id)) != fmt.Sprint(before) {
		t.Errorf("a change of nothing: %v, want %+v", err, before)
	}
	if err := h.update(t, uuid.NewString(), commands.TemplateFields{}); !errors.Is(err, domain.ErrTemplateNotFound) {
		t.Errorf("unknown: got %v, want %v", err, domain.ErrTemplateNotFound)
	}
	other := admin()
	other.Caller.Workspace = "other"
	if _, err := h.UpdateTemplate(t.Context(), commands.UpdateTemplate{Request: other, TemplateID: id}); !errors.Is(err, domain.ErrTemplateNotFound) {
		t.Errorf("of another workspace: got %v, want %v", err, domain.ErrTemplateNotFound)
	}
	stale := commands.UpdateTemplate{Request: admin(), TemplateID: id,
		TemplateFields: commands.TemplateFields{Description: ptr("x")}}
	stale.ExpectVersion = commands.NoVersion
	if _, err := h.UpdateTemplate(t.Context(), stale); !errors.Is(err, domain.ErrChanged) {
		t.Errorf("another version: got %v, want %v", err, domain.ErrChanged)
	}
}

func TestARenamedTemplateGivesItsNameBack(t *testing.T) {
	h := newHouse()
	first, second := h.create(t, "A"), h.create(t, "B")
	if err := h.update(t, first, commands.TemplateFields{Name: ptr("B")}); !errors.Is(err, templateNameTaken) {
		t.Errorf("a taken name: got %v, want %v", err, templateNameTaken)
	}
	if err := h.update(t, first, commands.TemplateFields{Name: ptr("C")}); err != nil {
		t.Fatal(err)
	}
	if err := h.update(t, second, commands.TemplateFields{Name: ptr("A"), Description: ptr("now")}); err != nil {
		t.Fatal(err)
	}
	if err := h.update(t, first, commands.TemplateFields{Name: ptr("B")}); err != nil {
		t.Fatal(err)
	}
	if a, b := h.load(t, second), h.load(t, first); a.Text != (template.Text{Name: "A", Description: "now"}) || b.Text.Name != "B" {
		t.Errorf("got %+v, %+v, want A and B", a.Text, b.Text)
	}
	h.create(t, "C")
}

func TestOneOfManyGetsTheName(t *testing.T) {
	h := newHouse()
	var ids []string
	for i := range 6 {
		ids = append(ids, h.create(t, fmt.Sprint("T", i)))
	}
	var all sync.WaitGroup
	got := make([]error, len(ids))
	for i, id := range ids {
		all.Go(func() { got[i] = h.update(t, id, commands.TemplateFields{Name: ptr("Wanted")}) })
	}
	all.Wait()
	won := 0
	for i, id := range ids {
		has := h.load(t, id).Text.Name == "Wanted"
		if has {
			won++
		}
		if has != (got[i] == nil) || !has && domain.KindOf(got[i]) != domain.Conflict {
			t.Errorf("%s is told %v, want a conflict for one alone", h.load(t, id).Text.Name, got[i])
		}
	}
	if won != 1 {
		t.Errorf("%d have the name, want 1", won)
	}
}

func TestACloneHoldsTheSameUnderOtherIdentifiers(t *testing.T) {
	h, id := importInvoices(t)
	from := h.load(t, id)
	blobs := len(h.blobs.blobs)
	out, err := h.CloneTemplate(t.Context(), commands.CloneTemplate{Request: admin(), TemplateID: id, Name: " Copy "})
	if err != nil || !out.Created || out.ID == id {
		t.Fatalf("%+v, %v, want out.Created, out.ID other than %v and no error", out, err, id)
	}
	to := h.load(t, out.ID)
	if to.Text != (template.Text{Name: "Copy", Description: from.Text.Description}) ||
		fmt.Sprint(to.Settings) != fmt.Sprint(from.Settings) || to.Rules != from.Rules || to.DictionaryRuns != from.DictionaryRuns {
		t.Errorf("got %+v, want Copy, with description, settings and counters of %+v", to, from)
	}
	for i, list := range [][2][]template.Definition{{from.Statuses, to.Statuses}, {from.DossierAttrs, to.DossierAttrs},
		{from.FileAttrs, to.FileAttrs}, {from.Entities, to.Entities}} {
		for j, d := range list[0] {
			if d.ID == list[1][j].ID {
				t.Errorf("list %d: the same identifier, want d.ID other than %v", i, list[1][j].ID)
			}
			if d.ID = list[1][j].ID; d != list[1][j] {
				t.Errorf("list %d: %+v, was %+v, want %v", i, list[1][j], d, list[1][j])
			}
		}
	}
	if len(to.Components) != 2 || to.Components[0].ID == from.Components[0].ID ||
		to.Components[1].TechnicalName != from.Components[1].TechnicalName {
		t.Errorf("got %+v, want len(to.Components) = 2, to.Components[0].ID other than %v and to.Components[1].TechnicalName = "+
			"%v", to.Components, from.Components[0].ID, from.Components[1].TechnicalName)
	}
	if to.Mappings[0].ID == from.Mappings[0].ID || fmt.Sprint(to.Mappings[0].Mapping) != fmt.Sprint(from.Mappings[0].Mapping) ||
		to.Dictionaries[0].List != from.Dictionaries[0].List {
		t.Errorf("got %+v %+v, want other IDs of the same mappings and dictionaries", to.Mappings, to.Dictionaries)
	}
	for _, f := range []template.RuleFile{template.EntityRules, template.ComponentRules, template.DateFormats} {
		if to.FileBlob(f).ID == from.FileBlob(f).ID || h.text(t, to.FileBlob(f)) != h.text(t, from.FileBlob(f)) {
			t.Errorf("%s: got %+v, want another blob of the same text", f, to.FileBlob(f))
		}
	}
	if h.text(t, to.Mappings[0].Blob) != h.text(t, from.Mappings[0].Blob) || len(h.blobs.blobs) != 2*blobs {
		t.Errorf("%d blobs of %d, want twice as many", len(h.blobs.blobs), blobs)
	}
	refusedClones(t, h, id)
	if len(h.blobs.blobs) != 2*blobs {
		t.Errorf("refused clones left %d blobs of %d, want %v", len(h.blobs.blobs), blobs, 2*blobs)
	}
}

func refusedClones(t *testing.T, h *house, id string) {
	t.Helper()
	for _, row := range []struct {
		id, name string
		want     error
	}{
		{id, " ", domain.Faultf(domain.Invalid, "name is required")},
		{id, "Copy", templateNameTaken},
		{id, "Invoices", templateNameTaken},
		{uuid.NewString(), "N", domain.ErrTemplateNotFound},
	} {
		if _, err := h.CloneTemplate(t.Context(), commands.CloneTemplate{Request: admin(), TemplateID: row.id, Name: row.name}); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
	}
}

// zips reads bundles that tests make up.
type zips struct {
	bundle   template.Bundle
	problems []template.BundleError
	err      error
	seen     string
}

// ReadZip implements commands.BundleReader.
func (z *zips) ReadZip(r io.ReaderAt, size int64) (template.Bundle, []template.BundleError, error) {
	b, err := io.ReadAll(io.NewSectionReader(r, 0, size))
	z.seen = string(b)
	return z.bundle, z.problems, errors.Join(z.err, err)
}

func TestABundleIsStoredWholeOrNotAtAll(t *testing.T) {
	h := newHouse()
	broken := template.BundleError{File: "z.txt", Line: 3, Column: 1, Message: "wrong"}
	for _, row := range []struct {
		z    zips
		want string
	}{
		{zips{err: domain.Faultf(domain.Invalid, "The archive cannot be read")}, "The archive cannot be read"},
		{zips{bundle: invoices(), problems: []template.BundleError{broken, {File: "a.txt", Line: 1, Column: 1}}},
			"the template has 2 error(s), the first one in a.txt:1:1: "},
		{zips{problems: []template.BundleError{broken}},
			"the template has 1 error(s), the first one in z.txt:3:1: wrong"},
	} {
		h.Bundles = &row.z
		_, err := h.ImportBundle(t.Context(), commands.ImportBundle{Request: admin(), Open: uploadOf("zip")})
		if err == nil || err.Error() != row.want || row.z.seen != "zip" || len(h.blobs.blobs) != 0 {
			t.Errorf("%v after %q, %d blobs; want %s", err, row.z.seen, len(h.blobs.blobs), row.want)
		}
	}
	h.Bundles = &zips{bundle: invoices()}
	out, err := h.ImportBundle(t.Context(), commands.ImportBundle{Request: admin(), Open: uploadOf("zip")})
	if err != nil || h.load(t, out.ID).Text.Name != "Invoices" || len(h.blobs.blobs) != 5 {
		t.Errorf("%+v, %v, %d blobs, want Invoices with 5 blobs", out, err, len(h.blobs.blobs))
	}
	h.Bundles = &zips{bundle: invoices(), problems: []template.BundleError{broken}}
	if _, err := h.ImportBundle(t.Context(), commands.ImportBundle{Request: admin(), Open: uploadOf("zip")}); !errors.Is(err, templateNameTaken) {
		t.Errorf("a taken name: got %v, want %v", err, templateNameTaken)
	}
	manager := admin()
	manager.Caller.Roles = []string{"MANAGER", "USER_ADMIN"}
	if _, err := h.ImportBundle(t.Context(), commands.ImportBundle{Request: manager}); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a manager: got %v, want %v", err, domain.ErrAccessDenied)
	}
}

func TestATemplateThatWasRenamedIsNotImportedAgain(t *testing.T) {
	h := newHouse()
	atStart := commands.ImportTemplate{Request: admin(), Bundle: invoices(), SkipExisting: true}
	first, err := h.ImportTemplate(t.Context(), atStart)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.update(t, first.ID, commands.TemplateFields{Name: ptr("Bills")}); err != nil {
		t.Fatal(err)
	}
	before, blobs := h.load(t, first.ID), len(h.blobs.blobs)
	again, err := h.ImportTemplate(t.Context(), atStart)
	if err != nil || again.ID != first.ID || again.Position != first.Position ||
		!reflect.DeepEqual(h.load(t, first.ID), before) || len(h.blobs.blobs) != blobs {
		t.Errorf("%+v, %v after %+v; %d blobs of %d\n%+v\n%+v, want the template of the first call, and no change",
			again, err, first, len(h.blobs.blobs), blobs, before, h.load(t, first.ID))
	}
	h.create(t, "Invoices")
	if again, err = h.ImportTemplate(t.Context(), atStart); err != nil || h.load(t, first.ID).Text.Name != "Bills" ||
		again.Created && again.ID != first.ID {
		t.Errorf("got %+v, %v, want Bills of the first call", again, err)
	}
}
