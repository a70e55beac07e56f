package queries_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// happens puts events into the stream of a template.
func (w *world) happens(templateID string, events ...es.Event) {
	w.Helper()
	decide(w, user.SystemID, template.Decider, template.StreamOf(ws, templateID),
		func(template.State) ([]es.Event, error) { return events, nil })
}

func definitionOf(kind string, d template.Definition) template.DefinitionCreated {
	return template.DefinitionCreated{Of: kind, Definition: es.Seal(template.SubjectOf(ws), d)}
}

// whatATemplateHasNoMoreIsNotShown deletes a status, attributes and a report
// template that a dossier and its file name: reads follow at once, those of the past
// show what was shown then.
func whatATemplateHasNoMoreIsNotShown(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	mira := w.account("mira", user.RoleManager)
	id := w.template("Invoices")
	w.happens(id, definitionOf(template.KindDossierStatus, template.Definition{ID: "open", Name: "Open", Rank: 1}),
		definitionOf(template.KindDossierStatus, template.Definition{ID: "done", Name: "Done", Rank: 2}),
		definitionOf(template.KindDossierAttribute, template.Definition{ID: "of-dossier", Name: "A",
			Type: template.TypeText}),
		definitionOf(template.KindFileAttribute, template.Definition{ID: "of-file", Name: "A", Type: template.TypeText}),
		template.ReportTemplateStored{ID: "sheet"}, template.ReportTemplateStored{ID: "letter"})
	d := w.dossier(mira, id, "Claims", dossier.Private)
	decide(w, mira.ID, dossier.Decider, dossier.StreamOf(ws, d), dossier.AdoptTemplate(dossier.SubjectOf(ws, d),
		func(x dossier.Details) dossier.Details {
			x.Status, x.ReportTemplates = "open", []string{"letter", "sheet"}
			return x
		}))
	decide(w, mira.ID, dossier.Decider, dossier.StreamOf(ws, d), dossier.SetAttributes(dossier.SubjectOf(ws, d),
		map[string]string{"of-dossier": "1"}))
	f := w.upload(mira, id, d, "a.pdf", 3)
	decide(w, mira.ID, file.Decider, file.StreamOf(ws, f), file.SetAttributes(map[string]string{"of-file": "2"}))
	type seen struct {
		status, inFile       string
		ofDossier, ofFile    map[string]string
		reports              []string
		dossiersOpen, inDone int
	}
	look := func(at *time.Time) seen {
		t.Helper()
		x, err := w.q.GetDossier(t.Context(), queries.AskDossier{Caller: mira, TemplateID: id, DossierID: d, AsOf: at})
		y, err2 := w.q.GetFile(t.Context(), queries.AskFile{Caller: mira, TemplateID: id, DossierID: d, FileID: f, AsOf: at})
		z, err3 := w.q.ListFiles(t.Context(), queries.AskFiles{Caller: mira, TemplateID: id, DossierID: d,
			Groups: queries.Groups{Active: true}, AsOf: at})
		all, err4 := w.q.ListDossiers(t.Context(), queries.AskDossiers{Caller: mira, TemplateID: id,
			Groups: queries.Groups{Active: true}})
		if err := errors.Join(err, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(z, []queries.FileStatus{y}) || at == nil && !reflect.DeepEqual(all, []queries.Dossier{x}) {
			t.Errorf("lists and single reads differ: %+v, %+v and %+v, %+v, want the same of both", x, y, all, z)
		}
		return seen{x.Status, y.DossierStatusID, x.Attributes, y.Attributes, x.ReportTemplates,
			w.count(mira, id, "open"), w.count(mira, id, "done")}
	}
	before := look(nil)
	if want := (seen{"open", "open", map[string]string{"of-dossier": "1"}, map[string]string{"of-file": "2"},
		[]string{"letter", "sheet"}, 1, 0}); !reflect.DeepEqual(before, want) {
		t.Errorf("%+v, want %v", before, want)
	}
	then := w.store.now
	w.pass(time.Hour)
	w.happens(id, template.DefinitionDeleted{Of: template.KindDossierStatus, ID: "open", Replacement: "done"},
		template.DefinitionDeleted{Of: template.KindDossierAttribute, ID: "of-dossier"},
		template.DefinitionDeleted{Of: template.KindFileAttribute, ID: "of-file"},
		template.ReportTemplateDeleted{ID: "letter"})
	none := map[string]string{}
	if now := look(nil); !reflect.DeepEqual(now, seen{"done", "done", none, none, []string{"sheet"}, 0, 1}) {
		t.Errorf("%+v, want %v", now, seen{"done", "done", none, none, []string{"sheet"}, 0, 1})
	}
	before.dossiersOpen, before.inDone = 0, 1 // counts know no past
	if past := look(&then); !reflect.DeepEqual(past, before) {
		t.Errorf("then: %+v, want %v", past, before)
	}
	w.happens(id, template.DefinitionDeleted{Of: template.KindDossierStatus, ID: "done"})
	if now := look(nil); now.status != "" || now.inFile != "" {
		t.Errorf("%+v, want now.status = nothing and now.inFile = nothing", now)
	}
	w.checkDossiersNaming(id, d)
}

// checkDossiersNaming finds the dossiers that the last test left behind.
func (w *world) checkDossiersNaming(id, d string) {
	w.Helper()
	for _, c := range []struct {
		status, report string
		want           []string
	}{{"open", "", []string{d}}, {"done", "", []string{}}, {"", "letter", []string{d}}, {"", "other", []string{}}} {
		if got, err := w.q.DossiersNaming(w.Context(), ws, id, c.status, c.report); err != nil ||
			!reflect.DeepEqual(got, c.want) {
			w.Errorf("%+v: %v, %v, want %v", c, got, err, c.want)
		}
	}
}

// count is the number of dossiers in a status, 0 for one that there is not.
func (w *world) count(who user.Principal, id, status string) int {
	w.Helper()
	all, err := w.q.DossierStatuses(w.Context(), queries.AskOfTemplate{Caller: who, TemplateID: id})
	if err != nil {
		w.Fatal(err)
	}
	for _, s := range all {
		if s.ID == status {
			return s.Dossiers
		}
	}
	return 0
}

// entitiesAndTheirTerms lists entities and reads their dictionaries.
func entitiesAndTheirTerms(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	root, mira, lena := w.account("root", user.RoleAdmin), w.account("mira", user.RoleUser),
		w.account("lena", user.RoleUserAdmin)
	id := w.template("Invoices")
	put := func(text string) es.BlobRef {
		ref, _, err := w.blobs.Put(t.Context(), template.SubjectOf(ws), strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return ref
	}
	three := 3
	w.happens(id, definitionOf(template.KindEntity, template.Definition{ID: "low", Name: "Low", TechnicalName: "low",
		Rank: 1, Kind: "HINT", Color: "#111111", Recommended: "#222222"}),
		definitionOf(template.KindEntity, template.Definition{ID: "high", Name: "High", TechnicalName: "high", Rank: 9,
			Kind: "ENTITY", HasDictionary: true, CaseSensitive: true}),
		template.DictionaryStored{Entity: "high", List: template.ListEntries, Blob: put("a\nb\nc\n"), Terms: &three},
		template.DictionaryStored{Entity: "high", List: template.ListFalsePositives, Blob: put("x\ny\n")}) // from before terms were counted
	want := []queries.EntityDefinition{
		{ID: "high", TemplateID: id, TechnicalName: "high", DisplayName: "High", Rank: 9, Kind: "ENTITY",
			HasDictionary: true, CaseSensitive: true, Entries: 3, FalsePositives: 2},
		{ID: "low", TemplateID: id, TechnicalName: "low", DisplayName: "Low", Rank: 1, Kind: "HINT", Color: "#111111",
			RecommendationColor: "#222222"}}
	for _, who := range []user.Principal{root, mira} {
		if got, err := w.q.EntityDefinitions(t.Context(), queries.AskOfTemplate{Caller: who, TemplateID: id}); err != nil ||
			!reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v, want %v", got, err, want)
		}
	}
	if _, err := w.q.EntityDefinitions(t.Context(), queries.AskOfTemplate{Caller: lena, TemplateID: id}); !errors.Is(err,
		domain.ErrAccessDenied) {
		t.Errorf("a user administrator: %v, want %v", err, domain.ErrAccessDenied)
	}
	if _, err := w.q.EntityDefinitions(t.Context(),
		queries.AskOfTemplate{Caller: root, TemplateID: w.id()}); !errors.Is(err, domain.ErrTemplateNotFound) {
		t.Errorf("another template: %v, want %v", err, domain.ErrTemplateNotFound)
	}
	for _, c := range []struct {
		who          user.Principal
		entity, list string
		text         string
		err          error
	}{
		{root, "high", template.ListEntries, "a\nb\nc\n", nil}, {root, "high", template.ListFalsePositives, "x\ny\n", nil},
		{root, "high", template.ListFalseRecommendations, "", nil},
		{root, "low", template.ListEntries, "", nil}, {root, "low", "others", "", template.ErrEntityNotFound},
		{root, "none", template.ListEntries, "", template.ErrEntityNotFound},
		{mira, "high", template.ListEntries, "", domain.ErrAccessDenied},
	} {
		got, err := w.q.ReadDictionary(t.Context(), queries.AskDictionary{Caller: c.who, TemplateID: id, EntityID: c.entity,
			List: c.list})
		if string(got) != c.text || !errors.Is(err, c.err) {
			t.Errorf("%s of %s: %q, %v, want string(got) = %v and the error %v", c.list, c.entity, got, err, c.text, c.err)
		}
	}
}

// filesOfReportTemplates come back as they were uploaded.
func filesOfReportTemplates(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	root, mira := w.account("root", user.RoleAdmin), w.account("mira", user.RoleUser)
	id := w.template("Invoices")
	ref, _, err := w.blobs.Put(t.Context(), template.SubjectOf(ws), strings.NewReader("PK"))
	if err != nil {
		t.Fatal(err)
	}
	w.happens(id, template.ReportTemplateStored{ID: "sheet", Blob: ref,
		Report: es.Seal(template.SubjectOf(ws), template.ReportTemplate{Name: "Sheet", FileName: "s.xlsx"})})
	ask := queries.AskReportTemplate{Caller: root, TemplateID: id, ID: "sheet"}
	if got, err := w.q.ReportTemplateFile(t.Context(), ask); err != nil || got.Name != "s.xlsx" ||
		string(got.Content) != "PK" {
		t.Errorf("%+v, %v, want got.Name = s.xlsx, string(got.Content) = PK and no error", got, err)
	}
	for want, change := range map[error]func(*queries.AskReportTemplate){
		domain.ErrAccessDenied:     func(a *queries.AskReportTemplate) { a.Caller = mira },
		domain.ErrTemplateNotFound: func(a *queries.AskReportTemplate) { a.TemplateID = uuid.NewString() },
		template.ErrReportNotFound: func(a *queries.AskReportTemplate) { a.ID = uuid.NewString() },
	} {
		other := ask
		change(&other)
		if _, err := w.q.ReportTemplateFile(t.Context(), other); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}
