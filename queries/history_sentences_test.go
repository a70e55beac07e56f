package queries_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// checkEntries compares the last entries of a history: sentence and data of each.
func checkEntries(t *testing.T, page queries.HistoryPage, want []string) {
	t.Helper()
	if len(page.Entries) < len(want) {
		t.Fatalf("%d entries, want %d", len(page.Entries), len(want))
	}
	for i, e := range page.Entries[len(page.Entries)-len(want):] {
		if got := e.Summary + "|" + string(e.Data); got != want[i] {
			t.Errorf("entry %d\ngot  %s\nwant %s", i, got, want[i])
		}
	}
}

// historyTellsOfTemplates changes a template, its component definitions, mappings and reports, and
// wants each entry to say what was before.
func historyTellsOfTemplates(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	root, id := w.account("root", user.RoleAdmin), w.template("Invoices")
	subject := template.SubjectOf(ws)
	do := func(decision es.Decision[template.State]) {
		t.Helper()
		decide(w, root.ID, template.Decider, template.StreamOf(ws, id), decision)
	}
	blob := func() es.BlobRef { return es.BlobRef{Subject: subject, ID: uuid.New()} }
	do(template.Update(subject, naming.Hold{Key: "bills"}, func(x template.Text, s template.Settings) (template.Text,
		template.Settings) {
		x.Name, x.Description, s.OCRByDefault = "Bills", "of suppliers", true
		return x, s
	}))
	w.define(id, "Total")
	total := "00000000-0000-4000-8000-000000000003"
	do(template.ChangeComponents(subject, []template.ComponentChange{{ID: total, DisplayName: "Sum",
		Description: "with tax"}}))
	do(template.SoftDeleteComponents(subject, []string{total}, w.store.now))
	do(template.RestoreComponents(subject, []string{total}))
	mapping := template.Mapping{Name: "Currencies", FileName: "c.csv", Columns: []string{"a", "b"}, Lines: 2,
		Encoding: "UTF-8", Delim: ","}
	first := blob()
	do(template.AddMapping(subject, "m", mapping, first))
	mapping.Lines = 3
	do(template.ReplaceMapping(subject, first, "m", mapping, blob()))
	do(template.DeleteMapping("m"))
	report := template.ReportTemplate{Name: "Sums", FileName: "sums.xlsx", ActiveByDefault: true}
	do(template.CreateReport(subject, "r", report, blob()))
	report.Name, report.ActiveByDefault = "Totals", false
	do(template.UpdateReport(subject, "r", report, nil))
	do(template.DeleteReport("r"))
	page, err := w.q.TemplateHistory(t.Context(), queries.AskTemplateHistory{Caller: root, TemplateID: id,
		Ascending: true, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	checkEntries(t, page, []string{
		`root changed description, name and ocrByDefault of the template Bills|{"description":"of ` +
			`suppliers","name":"Bills","ocrByDefault":true,"previousDescription":"","previousName":"Invoices","previousOcrByDefault":false}`,
		`system created the component definitions total of the template ` +
			`Bills|{"change":"created","componentDefinitions":[{"id":"00000000-0000-4000-8000-000000000003","technicalName":"total","displayName":"Total","description":"","rank":1,"required":false,"multiple":true,"format":"TEXT","previous":null}]}`,
		`root updated the component definitions total of the template ` +
			`Bills|{"change":"updated","componentDefinitions":[{"id":"00000000-0000-4000-8000-000000000003","technicalName":"total","displayName":"Sum","description":"with tax","rank":1,"required":false,"multiple":true,"format":"TEXT","previous":{"id":"00000000-0000-4000-8000-000000000003","technicalName":"total","displayName":"Total","description":"","rank":1,"required":false,"multiple":true,"format":"TEXT","previous":null}}]}`,
		`root soft-deleted the component definitions total of the template ` +
			`Bills|{"change":"soft-deleted","componentDefinitions":[{"id":"00000000-0000-4000-8000-000000000003","technicalName":"total","displayName":"Sum","description":"with tax","rank":1,"required":false,"multiple":true,"format":"TEXT","previous":{"id":"00000000-0000-4000-8000-000000000003","technicalName":"total","displayName":"Sum","description":"with tax","rank":1,"required":false,"multiple":true,"format":"TEXT","previous":null}}]}`,
		`root restored the component definitions total of the template ` +
			`Bills|{"change":"restored","componentDefinitions":[{"id":"00000000-0000-4000-8000-000000000003","technicalName":"total","displayName":"Sum","description":"with tax","rank":1,"required":false,"multiple":true,"format":"TEXT","previous":{"id":"00000000-0000-4000-8000-000000000003","technicalName":"total","displayName":"Sum","description":"with tax","rank":1,"required":false,"multiple":true,"format":"TEXT","previous":null}}]}`,
		`root stored the component mapping Currencies of the template ` +
			`Bills|{"columns":["a","b"],"delimiter":",","encoding":"UTF-8","fileName":"c.csv","id":"m","lines":2,"name":"Currencies","rulesVersion":3}`,
		`root stored the component mapping Currencies of the template ` +
			`Bills|{"columns":["a","b"],"delimiter":",","encoding":"UTF-8","fileName":"c.csv","id":"m","lines":3,"name":"Currencies","previousLines":2,"previousRulesVersion":3,"rulesVersion":4}`,
		`root deleted Currencies of the template Bills|{"id":"m","previousColumns":["a","b"],"previousDelimiter":",","previousEncoding":"UTF-8","previousFileName":"c.csv","previousLines":3,"previousName":"Currencies","rulesVersion":5}`,
		`root stored the report template Sums of the template Bills|{"activeByDefault":true,"fileName":"sums.xlsx","id":"r","name":"Sums"}`,
		`root stored the report template Totals of the template Bills|{"activeByDefault":false,"fileName":"sums.xlsx","id":"r","name":"Totals","previousActiveByDefault":true,"previousName":"Sums"}`,
		`root deleted Totals of the template Bills|{"id":"r","previousFileName":"sums.xlsx","previousName":"Totals"}`,
	})
}

// historyTellsOfDossiers creates, changes, deletes and restores a dossier, and wants each entry to
// say what was before, and after its text was erased that nothing is left of it.
func historyTellsOfDossiers(t *testing.T, open opener) {
	c := newCast(t, open(t))
	subject, stream := dossier.SubjectOf(ws, c.private), dossier.StreamOf(ws, c.private)
	do := func(decision es.Decision[dossier.State]) {
		t.Helper()
		decide(c.world, c.olga.ID, dossier.Decider, stream, decision)
	}
	due := time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	do(dossier.Update(dossier.Details{Owner: c.olga.ID, Members: []string{c.olga.ID, c.mira.ID}, DueDate: &due},
		es.Seal(subject, dossier.Text{Name: "Private", Description: "May"}), naming.Hold{}))
	do(dossier.SetAttributes(subject, map[string]string{"note": "first"}))
	do(dossier.SetAttributes(subject, map[string]string{"note": "second", "logo": "image/png;base64,AAAA"}))
	do(dossier.SoftDelete(due))
	do(dossier.Restore())
	do(dossier.Archive())
	ask := c.history("", 100)
	ask.Caller = c.olga
	page, err := c.q.ReadHistory(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`olga created Private|{"approverIds":[],"description":"","dossierStatusId":null,"downloadFileTypes":["ORIGINAL"],"dueDate":null,"memberIds":["00000000-0000-4000-8000-000000000001","00000000-0000-4000-8000-000000000002"],"name":"Private","ownerId":"00000000-0000-4000-8000-000000000001","reportTemplateIds":[],"visibility":"PRIVATE"}`,
		`mira uploaded b.pdf|{"excludedFromAutomaticAnalysis":false,"fileSize":100,"filename":"b.pdf","version":1}`,
		`olga changed description and due date of Private|{"description":"May","dueDate":"2024-06-01T12:00:00.000+00:00","previousDescription":"","previousDueDate":null}`,
		`olga changed attributes of Private|{"dossierAttributes":{"note":"first"},"previousDossierAttributes":{"note":""}}`,
		`olga changed attributes of Private|{"dossierAttributes":{"logo":"image/png","note":"second"},"previousDossierAttributes":{"logo":"","note":"first"}}`,
		`olga deleted Private|{"previousSoftDeletedTime":null,"purgeTime":"2024-06-01T12:00:00.000+00:00","softDeletedTime":"2024-05-01T08:00:04.000+00:00"}`,
		`olga restored Private|{"previousSoftDeletedTime":"2024-05-01T08:00:04.000+00:00","softDeletedTime":null}`,
		`olga archived Private|{"archivedTime":"2024-05-01T08:00:04.000+00:00","previousArchivedTime":null}`,
	}
	checkEntries(t, page, want)

	do(dossier.DeletePermanently())
	c.erase(subject)
	page, err = c.q.AuditEvents(t.Context(), queries.AskAudit{Caller: c.anna, DossierID: c.private, Ascending: true,
		Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	page.Entries = slices.DeleteFunc(page.Entries, func(e queries.HistoryEntry) bool { return e.FileID != "" })
	checkEntries(t, page, []string{
		`olga created a deleted dossier|{"approverIds":[],"description":null,"dossierStatusId":null,"downloadFileTypes":["ORIGINAL"],"dueDate":null,"memberIds":["00000000-0000-4000-8000-000000000001","00000000-0000-4000-8000-000000000002"],"name":null,"ownerId":"00000000-0000-4000-8000-000000000001","reportTemplateIds":[],"visibility":"PRIVATE"}`,
		`olga changed a deleted dossier|{"description":null,"dueDate":"2024-06-01T12:00:00.000+00:00","name":null,"previousDescription":null,"previousDueDate":null,"previousName":null}`,
		`olga changed attributes of a deleted dossier|{"dossierAttributes":null,"previousDossierAttributes":null}`,
		`olga changed attributes of a deleted dossier|{"dossierAttributes":null,"previousDossierAttributes":null}`,
		`olga deleted a deleted dossier|{"previousSoftDeletedTime":null,"purgeTime":"2024-06-01T12:00:00.000+00:00","softDeletedTime":"2024-05-01T08:00:04.000+00:00"}`,
		`olga restored a deleted dossier|{"previousSoftDeletedTime":"2024-05-01T08:00:04.000+00:00","softDeletedTime":null}`,
		`olga archived a deleted dossier|{"archivedTime":"2024-05-01T08:00:04.000+00:00","previousArchivedTime":null}`,
		`olga permanently deleted a dossier|{}`,
	})
}

// streamsOfACaller are those whose history one may read: of a dossier and its files, or of one file,
// but not of what lies in the trash.
func streamsOfACaller(t *testing.T, open opener) {
	c := newCast(t, open(t))
	second := c.upload(c.mira, c.templateID, c.private, "c.pdf", 10)
	gone := c.upload(c.mira, c.templateID, c.private, "d.pdf", 10)
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, gone), file.SoftDelete(c.store.now.Add(time.Hour)))
	whole := []es.StreamID{dossier.StreamOf(ws, c.private), file.StreamOf(ws, c.inPrivate), file.StreamOf(ws, second)}
	slices.Sort(whole)
	for _, e := range []struct {
		name string
		who  user.Principal
		id   string
		want []es.StreamID
		err  error
	}{
		{"a member, a dossier", c.mira, c.private, whole, nil},
		{"a member, a file", c.mira, second, []es.StreamID{file.StreamOf(ws, second)}, nil},
		{"a member, a file in the trash", c.mira, gone, nil, domain.ErrDossierNotFound},
		{"a stranger", c.paul, c.private, nil, domain.ErrDossierNotFound},
		{"a stranger, a file", c.paul, c.inPrivate, nil, domain.ErrDossierNotFound},
		{"a stranger, of a public dossier", c.paul, c.public, nil, domain.ErrAccessDenied},
		{"an administrator", c.anna, c.private, nil, domain.ErrAccessDenied},
		{"nobody's", c.mira, uuid.NewString(), nil, domain.ErrDossierNotFound},
	} {
		got, err := c.q.ReadableStreams(t.Context(), e.who, e.id)
		slices.Sort(got)
		if !errors.Is(err, e.err) || !slices.Equal(got, e.want) {
			t.Errorf("%s: %v, %v, want %v, %v", e.name, got, err, e.want, e.err)
		}
	}
}

// ruleFilesAreReadAsStored, by those who may; date formats that were never stored are the stock list.
func ruleFilesAreReadAsStored(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	root, person := w.account("root", user.RoleAdmin), w.account("u", user.RoleUser)
	empty, bare := w.id(), w.id()
	for _, id := range []string{empty, bare} {
		decide(w, root.ID, template.Decider, template.StreamOf(ws, id), template.StoreBundle(template.Created{
			Text:     es.Seal(template.SubjectOf(ws), template.Text{Name: id}),
			Settings: template.Settings{Visibility: dossier.Private}}))
	}
	stored := []byte("// entity rules\n")
	ref, _, err := w.blobs.Put(t.Context(), template.SubjectOf(ws), bytes.NewReader(stored))
	if err != nil {
		t.Fatal(err)
	}
	decide(w, root.ID, template.Decider, template.StreamOf(ws, empty),
		template.StoreFile(template.EntityRules, es.BlobRef{}, ref))
	for _, e := range []struct {
		name     string
		who      user.Principal
		template string
		file     template.RuleFile
		want     string
		err      string
	}{
		{"stored", root, empty, template.EntityRules, string(stored), ""},
		{"never stored", root, bare, template.EntityRules, "", "Entity rules not found"},
		{"never stored", root, empty, template.ComponentRules, "", "Component rules not found"},
		{"the stock list", root, empty, template.DateFormats, template.StockDateFormats, ""},
		{"no administrator", person, empty, template.EntityRules, "", "Access denied"},
		{"of nothing", root, uuid.NewString(), template.EntityRules, "", domain.ErrTemplateNotFound.Error()},
	} {
		got, err := w.q.RuleFile(t.Context(), queries.AskRuleFile{Caller: e.who, TemplateID: e.template, File: e.file})
		said := ""
		if err != nil {
			said = err.Error()
		}
		if string(got) != e.want || said != e.err {
			t.Errorf("%s: %q, %q, want %q, %q", e.name, got, said, e.want, e.err)
		}
	}
}
