package commands_test

import (
	"archive/zip"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/rules"
)

// TestEachFieldOfATemplateIsStored sets one field at a time, and wants that field and no other to be what was asked for.
func TestEachFieldOfATemplateIsStored(t *testing.T) {
	from, hours := time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC), 5
	was := template.DefaultSettings()
	type change struct {
		fields commands.TemplateFields
		want   func(*template.Text, *template.Settings)
	}
	flip := func(b bool) *bool { return ptr(!b) }
	for name, c := range map[string]change{
		"name": {commands.TemplateFields{Name: ptr("New")}, func(x *template.Text, _ *template.Settings) { x.Name = "New" }},
		"description": {commands.TemplateFields{Description: ptr("why")},
			func(x *template.Text, _ *template.Settings) { x.Description = "why" }},
		"validFrom": {commands.TemplateFields{ValidFrom: commands.Change[time.Time]{Given: true, Value: &from}},
			func(_ *template.Text, s *template.Settings) { s.ValidFrom = &from }},
		"validTo": {commands.TemplateFields{ValidTo: commands.Change[time.Time]{Given: true, Value: &from}},
			func(_ *template.Text, s *template.Settings) { s.ValidTo = &from }},
		"removeWatermark": {commands.TemplateFields{RemoveWatermark: flip(was.RemoveWatermark)},
			func(_ *template.Text, s *template.Settings) { s.RemoveWatermark = !was.RemoveWatermark }},
		"keepImageMetadata": {commands.TemplateFields{KeepImageMetadata: flip(was.KeepImageMetadata)},
			func(_ *template.Text, s *template.Settings) { s.KeepImageMetadata = !was.KeepImageMetadata }},
		"ocrByDefault": {commands.TemplateFields{OCRByDefault: flip(was.OCRByDefault)},
			func(_ *template.Text, s *template.Settings) { s.OCRByDefault = !was.OCRByDefault }},
		"keepHiddenText": {commands.TemplateFields{KeepHiddenText: flip(was.KeepHiddenText)},
			func(_ *template.Text, s *template.Settings) { s.KeepHiddenText = !was.KeepHiddenText }},
		"keepOverlapping": {commands.TemplateFields{KeepOverlapping: flip(was.KeepOverlapping)},
			func(_ *template.Text, s *template.Settings) { s.KeepOverlapping = !was.KeepOverlapping }},
		"applyDictionary": {commands.TemplateFields{ApplyDictionary: flip(was.ApplyDictionary)},
			func(_ *template.Text, s *template.Settings) { s.ApplyDictionary = !was.ApplyDictionary }},
		"downloadFileTypes": {commands.TemplateFields{DownloadFileTypes: &[]string{template.Preview}},
			func(_ *template.Text, s *template.Settings) { s.DownloadFileTypes = []string{template.Preview} }},
		"retention": {commands.TemplateFields{RetentionHours: commands.Change[int]{Given: true, Value: &hours}},
			func(_ *template.Text, s *template.Settings) { s.RetentionHours = &hours }},
		"visibility": {commands.TemplateFields{Visibility: ptr("PRIVATE")},
			func(_ *template.Text, s *template.Settings) { s.Visibility = "PRIVATE" }},
		"ocrLanguages": {commands.TemplateFields{OCRLanguages: &[]string{"fra"}},
			func(_ *template.Text, s *template.Settings) { s.OCRLanguages = []string{"fra"} }},
		"key column": {commands.TemplateFields{KeyColumn: ptr("key")},
			func(_ *template.Text, s *template.Settings) { s.AttributesKeyColumn = "key" }},
		"encoding": {commands.TemplateFields{Encoding: ptr(template.UTF8)},
			func(_ *template.Text, s *template.Settings) { s.AttributesEncoding = template.UTF8 }},
		"learning": {commands.TemplateFields{LearnFromApproved: ptr(true)},
			func(_ *template.Text, s *template.Settings) { s.LearnFromApproved = true }},
		"delimiter": {commands.TemplateFields{Delimiter: ptr("|")},
			func(_ *template.Text, s *template.Settings) { s.AttributesDelimiter = "|" }},
	} {
		h := newHouse()
		id := h.create(t, "Old")
		want := h.load(t, id)
		c.want(&want.Text, &want.Settings)
		if err := h.update(t, id, c.fields); err != nil {
			t.Errorf("%s: got %v, want no failure", name, err)
			continue
		}
		got := h.load(t, id)
		if got.Text != want.Text || !reflect.DeepEqual(got.Settings, want.Settings) {
			t.Errorf("%s: got %+v %+v, want %+v %+v", name, got.Text, got.Settings, want.Text, want.Settings)
		}
	}
	if n, fields := 18, reflect.TypeFor[commands.TemplateFields]().NumField(); fields != n {
		t.Errorf("%d fields, and this test knows %d, want %v", fields, n, n)
	}
}

// Files are found in their own dossier only, and dossiers in the trash only by those who take them out or end them.
func TestThingsAreFoundWhereTheyAre(t *testing.T) {
	t.Parallel()
	for _, u := range onFile {
		s, r := u.start(t)
		other := uuid.NewString()
		s.append(t, dossier.StreamOf("demo", other), dossier.Created{Template: s.templateID,
			Details: dossier.Details{Owner: s.olga.ID, Members: []string{s.olga.ID, s.mira.ID}},
			Text:    es.Seal(dossier.SubjectOf("demo", other), dossier.Text{Name: "Other"})})
		s.dossierID = other
		if _, err := u.ask(s, r); !errors.Is(err, domain.ErrFileNotFound) {
			t.Errorf("%s, by another dossier: got %v, want %v", u.name, err, domain.ErrFileNotFound)
		}
	}
	for _, u := range append(append([]useCase{}, onFile...), onDossier...) {
		if u.name == "restore a dossier" || u.name == "delete a dossier for good" {
			continue
		}
		s, r := u.start(t)
		s.dossierTrashed()
		if _, err := u.ask(s, r); !errors.Is(err, domain.ErrDossierNotFound) {
			t.Errorf("%s, of a dossier in the trash: got %v, want %v", u.name, err, domain.ErrDossierNotFound)
		}
	}
}

// Identifiers look random, and follow from the request.
func TestIdentifiersFollowFromTheRequest(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	r := request(s.admin)
	out, err := s.CreateDefinitions(t.Context(), commands.CreateDefinitions{Request: r, TemplateID: s.templateID,
		Definitions: []commands.NewDefinition{{TechnicalName: "x", DisplayName: "X"},
			{TechnicalName: "y", DisplayName: "Y"}}})
	if err != nil || len(out.IDs) != 2 || out.IDs[0] == out.IDs[1] {
		t.Fatalf("got %+v, %v, want len(out.IDs) = 2, out.IDs[0] other than %v and no error", out, err, out.IDs[1])
	}
	for _, text := range out.IDs {
		if id, err := uuid.Parse(text); err != nil || id.Version() != 4 || id.Variant() != uuid.RFC4122 {
			t.Errorf("%s: version %d, %v; want one that looks random", text, id.Version(), err)
		}
	}
}

// What is wrong with definitions is told, whether there is such a template or not.
func TestDefinitionsAreCheckedFirst(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, id := range []string{s.templateID, uuid.NewString()} {
		_, err := s.CreateDefinitions(t.Context(), commands.CreateDefinitions{Request: request(s.admin), TemplateID: id,
			Definitions: []commands.NewDefinition{{TechnicalName: "x", DisplayName: strings.Repeat("x", 10_000)}}})
		if domain.KindOf(err) != domain.Invalid {
			t.Errorf("got %v, want a refusal of the definition", err)
		}
	}
}

// Problems of a bundle name its file and line, in words for people.
func TestProblemsOfABundleArePlaced(t *testing.T) {
	t.Parallel()
	b := acme()
	b.Mappings[0].Content = []byte("search_value,mapped_value\nAcme\n")
	b.Components = []template.NewComponent{{TechnicalName: "a", DisplayName: "A"},
		{TechnicalName: "a", DisplayName: "B"}}
	_, problems := analysis.NewRuleSet(b, rules.Limits{})
	places := map[string]string{}
	for _, p := range problems {
		places[p.File] = fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Message)
	}
	if !strings.HasPrefix(places["mappings/names.csv"], "2:1 ") || !strings.HasPrefix(places["template.yaml"], "1:1 ") || len(places) != 2 {
		t.Errorf("got %v, want line 2 of the mapping and the start of template.yaml", places)
	}
	for file, p := range places {
		if strings.Contains(p, "%!") || len(p) < len("1:1 xxxx") {
			t.Errorf("%s: %q is no sentence, want a whole sentence with its place", file, p)
		}
	}
}

// A bundle that cannot be read at all leaves nothing behind.
func TestABundleThatDoesNotCome(t *testing.T) {
	t.Parallel()
	h := newHouse()
	h.Bundles = &zips{bundle: invoices()}
	broken := errors.New("the line is cut")
	for name, open := range map[string]func() (commands.Upload, error){
		"no upload": func() (commands.Upload, error) { return commands.Upload{}, broken },
		"half":      func() (commands.Upload, error) { return commands.Upload{Content: cutShort{broken}}, nil },
	} {
		if _, err := h.ImportBundle(t.Context(), commands.ImportBundle{Request: admin(), Open: open}); !errors.Is(err, broken) || h.blobs.count() > 0 {
			t.Errorf("%s: got %v with %d blobs, want %v and none", name, err, h.blobs.count(), broken)
		}
	}
}

// A folder of a zip is no file, whether its name or its mode says so.
func TestFoldersInAZipAreNoFiles(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	folder := zip.FileHeader{Name: "folder.pdf"}
	folder.SetMode(0o755 | 1<<31) // fs.ModeDir
	out, err := f.zip(header(t, folder, ""))
	if domain.KindOf(err) != domain.Invalid || len(out.LeftOut) > 0 {
		t.Errorf("a folder by its mode: got %+v, %v; want nothing in it, and nothing to tell", out, err)
	}
	if out, err = f.zip(zipOf(t, "x/", "", "y.pdf/", "", "x/a.pdf", "%PDF-1.7")); err != nil || len(out.FileIDs) != 1 ||
		len(out.LeftOut) > 0 {
		t.Errorf("folders by their names: got %+v, %v; want one file and nothing left out", out, err)
	}
}

// The bytes of a former version go, and those of the present one stay, whatever was overridden or renamed in between.
func TestFormerVersionsLeaveTheStore(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	id := f.storePDF("a.pdf")
	first := f.file(id).Original
	f.analyseFile(id)
	f.happens(id, file.Assigned{Assignee: f.mira.ID})
	for version := 2; version <= 4; version++ {
		content := fmt.Sprintf("%%PDF-1.7 version %d", version)
		if _, err := f.UploadFile(t.Context(), f.sends(f.mira, "a.pdf", content)); err != nil {
			t.Fatal(err)
		}
		documents := 0
		for _, b := range f.blobs.blobs {
			if strings.HasPrefix(string(b), "%PDF-1.7") {
				documents++
			}
		}
		if got := f.original(id); got != content || documents != 1 {
			t.Errorf("version %d: got %q among %d documents, want it alone", version, got, documents)
		}
	}
	if _, err := f.blobs.Open(t.Context(), first); !errors.Is(err, es.ErrNoBlob) {
		t.Errorf("the first version: got %v, want it to be gone", err)
	}
}
