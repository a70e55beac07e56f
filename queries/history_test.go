package queries_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

func (c cast) history(fileID string, limit int) queries.AskHistory {
	return queries.AskHistory{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private, FileID: fileID,
		Ascending: true, Limit: limit}
}

// busy lets something of every kind happen to the private dossier.
func (c cast) busy() {
	c.pass(time.Second)
	c.analyse(c.private, c.inPrivate, 3, newResult("Invoice_Number", "INV-17"))
	c.override(c.mira, c.inPrivate, "invoice number", "INV-18")
	c.override(c.mira, c.inPrivate, "Extra", "a", "b")
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate),
		file.RevertOverrides([]string{"Invoice_Number"}))
	c.replace(c.mira, c.private, c.inPrivate, "b.pdf", 300, true)
	decide(c.world, user.SystemID, file.Decider, file.StreamOf(ws, c.inPrivate), file.BeginRun(file.Plan{}))
	decide(c.world, user.SystemID, file.Decider, file.StreamOf(ws, c.inPrivate),
		file.FailRun(2, "layout", "The PDF cannot be read"))
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.RequestReanalysis(false))
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate),
		file.SetAttributes(map[string]string{"n": "4711"}))
	text := es.Seal(dossier.SubjectOf(ws, c.private), dossier.Text{Name: "Renamed", Description: "d"})
	decide(c.world, c.olga.ID, dossier.Decider, dossier.StreamOf(ws, c.private),
		dossier.Update(dossier.Details{Owner: c.olga.ID, Members: []string{c.olga.ID, c.mira.ID}}, text, naming.Hold{}))
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.SoftDelete(c.store.now.Add(time.Hour)))
	id := c.id()
	decide(c.world, c.mira.ID, bulk.Decider, bulk.StreamOf(ws, id),
		bulk.Start(bulk.Started{Dossier: c.private, Template: c.templateID},
			[]bulk.Skipped{{Name: "x.txt", Reason: "type"}}, dossier.SubjectOf(ws, c.private)))
	decide(c.world, c.mira.ID, bulk.Decider, bulk.StreamOf(ws, id), bulk.Finish(bulk.Finished{}, nil, dossier.SubjectOf(ws, c.private)))
	decide(c.world, c.mira.ID, download.Decider, download.StreamOf(ws, id),
		download.Request(download.Requested{User: c.mira.ID,
			Dossier: c.private, Template: c.templateID, Files: []string{c.inPrivate},
			Filename: es.Seal(download.SubjectOf(ws, id), "p.zip")}))
}

func historyTellsWhatHappened(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.busy()
	page, err := c.q.ReadHistory(t.Context(), c.history("", 100))
	if err != nil || page.More {
		t.Fatalf("%v, more: %v, want no error and no more", err, page.More)
	}
	want := []string{
		`olga created Renamed|dossier.created`,
		`mira uploaded b.pdf|file.uploaded|{"excludedFromAutomaticAnalysis":false,"fileSize":100,"filename":"b.pdf","version":1}`,
		`system moved b.pdf from UNPROCESSED to LAYOUT|file.processing-changed|{"previousProcessingStatus":"UNPROCESSED","processingStatus":"LAYOUT","run":1}`,
		`system moved b.pdf from LAYOUT to ANALYSE|file.processing-changed|{"numberOfPages":3,"previousNumberOfPages":0,"previousProcessingStatus":"LAYOUT","processingStatus":"ANALYSE","run":1}`,
		`system moved b.pdf from ANALYSE to INDEX|file.processing-changed|{"previousProcessingStatus":"ANALYSE","processingStatus":"INDEX","run":1}`,
		`system analysed b.pdf and found 1 component values|file.analysed`,
		`system moved b.pdf from INDEX to PROCESSED|file.processing-changed|{"previousProcessingStatus":"INDEX","processingStatus":"PROCESSED","run":1}`,
		`mira changed invoice number of b.pdf|component.overridden|{"name":"invoice ` +
			`number","previousValues":["INV-17"],"values":["INV-18"]}`,
		`mira changed Extra of b.pdf|component.overridden|{"name":"Extra","previousValues":[],"values":["a","b"]}`,
		`mira took changes of invoice number of b.pdf back|component.override-reverted|{"components":[{"name":"invoice ` +
			`number","values":["INV-17"],"previousValues":["INV-18"]}]}`,
		`mira replaced b.pdf by version 2|file.replaced|{"fileSize":300,"keepManualChanges":true,"previousFileSize":100,"previousProcessingStatus":"PROCESSED","previousVersion":1,"processingStatus":"UNPROCESSED","version":2}`,
		`system moved b.pdf from UNPROCESSED to LAYOUT|file.processing-changed|{"previousProcessingStatus":"UNPROCESSED","processingStatus":"LAYOUT","run":2}`,
		`system could not process b.pdf: The PDF cannot be read|file.failed|{"cause":"The PDF cannot be ` +
			`read","previousProcessingStatus":"LAYOUT","processingStatus":"ERROR","run":2,"service":"layout"}`,
		`mira asked for a new analysis of b.pdf|file.reanalysis-requested|{"previousProcessingStatus":"ERROR","processingStatus":"REPROCESS"}`,
		`mira changed attributes of b.pdf|file.attributes-set|{"fileAttributes":{"n":"4711"},"previousFileAttributes":{"n":""}}`,
		`olga changed name and description of Renamed|dossier.updated|{"description":"d","name":"Renamed","previousDescription":"","previousName":"Private"}`,
		`mira deleted b.pdf|file.soft-deleted`,
		`mira uploaded a zip; entries left out: 1|file.entries-skipped|{"entries":[{"name":"x.txt","reason":"type"}],"numberOfEntries":1}`,
	}
	want[0] = strings.Replace(want[0], "Renamed", "Private", 1)
	if len(page.Entries) != len(want) {
		t.Fatalf("%d entries, want %d", len(page.Entries), len(want))
	}
	for i, e := range page.Entries {
		got := e.Summary + "|" + e.Type + "|" + string(e.Data)
		if got != want[i] && !(strings.Count(want[i], "|") == 1 && strings.HasPrefix(got, want[i]+"|{")) {
			t.Errorf("entry %d:\ngot  %s\nwant %s", i, got, want[i])
		}
		if e.TemplateID != c.templateID || e.DossierID != c.private || (e.FileID == "") != (strings.HasPrefix(e.Type,
			"dossier.") || e.Type == "file.entries-skipped") {
			t.Errorf("entry %d is placed at %s/%s/%s, want the place in template and dossier",
				i, e.TemplateID, e.DossierID, e.FileID)
		}
		if system := e.ActorUsername == "system"; system != (e.ActorID == "") {
			t.Errorf("entry %d: actor %q %q, want the system alone without an ID", i, e.ActorID, e.ActorUsername)
		}
	}
	if begun, laid := page.Entries[2], page.Entries[3]; laid.CausedBy != begun.Position || begun.CausedBy != 0 {
		t.Errorf("the layout was caused by %d, not by %d, want laid.CausedBy = %v and begun.CausedBy = 0", laid.CausedBy,
			begun.Position, begun.Position)
	}
}

// historyIsNarrowed asks for parts of the history of a dossier and of a file: by person, kind, period and file.
func historyIsNarrowed(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.busy()
	before, after := c.store.now.Add(-48*time.Hour), c.store.now.Add(48*time.Hour)
	for name, asked := range map[string]struct {
		by   queries.AskNarrower
		want string
	}{
		"of a person": {queries.AskNarrower{Actor: "olga"}, "dossier.created dossier.updated"},
		"of the service": {queries.AskNarrower{Actor: "system", Types: []string{"file.analysed", "file.failed"}},
			"file.analysed file.failed"},
		"of a kind": {queries.AskNarrower{Types: []string{"component."}},
			"component.overridden component.overridden component.override-reverted"},
		"of kinds of a file": {queries.AskNarrower{FileID: c.inPrivate, Types: []string{"file.uploaded", "dossier."}},
			"file.uploaded"},
		"of a file by a person": {queries.AskNarrower{FileID: c.inPrivate, Actor: c.mira.ID,
			Types: []string{"file.s", "file.soft-deleted"}}, "file.soft-deleted"},
		"of another dossier": {queries.AskNarrower{FileID: c.inPublic}, ""},
		"of nobody":          {queries.AskNarrower{Actor: "nobody-has-this-name"}, ""},
		"of no kind":         {queries.AskNarrower{Types: []string{"nothing."}}, ""},
		"of a time before":   {queries.AskNarrower{To: &before}, ""},
		"of a time after":    {queries.AskNarrower{From: &after}, ""},
		"of the time": {queries.AskNarrower{From: &before, To: &after, Types: []string{"dossier.created"}},
			"dossier.created"},
	} {
		ask := c.history("", 100)
		ask.Narrow = asked.by
		page, err := c.q.ReadHistory(t.Context(), ask)
		if err != nil {
			t.Errorf("%s: %v, want no error", name, err)
		}
		var got []string
		for _, e := range page.Entries {
			got = append(got, e.Type)
			if (e.Filename == "b.pdf") != (e.FileID != "") {
				t.Errorf("%s: %s of %q is of %q, want b.pdf", name, e.Type, e.FileID, e.Filename)
			}
		}
		if strings.Join(got, " ") != asked.want {
			t.Errorf("%s: %v, want %s", name, got, asked.want)
		}
	}
	ask := c.history("", 100)
	ask.Narrow = queries.AskNarrower{From: &after, To: &before}
	if _, err := c.q.ReadHistory(t.Context(), ask); err == nil {
		t.Error("a period that runs backwards is accepted")
	}
}

// historyTellsOfFalseClaims overrides a value with claims about the extraction that are not
// true: nothing that is read as extracted changes, and the history tells of it.
func historyTellsOfFalseClaims(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.analyse(c.private, c.inPrivate, 3, newResult("Total", "17"))
	text := func(s string) *string { return &s }
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate),
		file.OverrideComponent(file.Override{Name: "Total", Note: "as printed", Values: []file.Value{
			{Value: "18", Original: text("18"), RuleID: text("C.0.0"), Places: []file.Place{{Page: 2}},
				References: &[]file.Reference{{ID: "forged", RuleID: "X.0.0", Type: "x", Page: 9}}},
			{Value: "19", RuleID: text("C.9.0")}}}))
	got, err := c.q.FileComponents(t.Context(), c.ask(c.olga, c.private, c.inPrivate))
	if err != nil {
		t.Fatal(err)
	}
	shown := got.Components[0].Values
	want := []component.Value{
		{ID: shown[0].ID, BasedOn: shown[0].ID, Value: "18", OriginalValue: "17", RuleID: "C.0.0",
			References: []component.Reference{{ID: "e0", RuleID: "E.0.0", Type: "t", Page: 1}},
			Places:     []file.Place{{Page: 2}}},
		{ID: shown[1].ID, Value: "19", References: []component.Reference{}}}
	if !reflect.DeepEqual(shown, want) {
		t.Errorf("got %+v, want %+v", shown, want)
	}
	if o := got.Components[0].Override; o.By != c.mira.ID || o.At.IsZero() || o.Note != "as printed" {
		t.Errorf("the override is %+v, want mira's, with its time and note", o)
	}
	page, err := c.q.ReadHistory(t.Context(), c.history(c.inPrivate, 100))
	if err != nil {
		t.Fatal(err)
	}
	e := page.Entries[len(page.Entries)-1]
	const said = `mira changed Total of b.pdf; what the request said to be extracted was not, and is dropped`
	const data = `{"droppedClaims":[{"index":0,"originalValue":"18","entityReferences":[{"id":"forged","entityRuleId":"X.0.0","type":"x","page":9}]},` +
		`{"index":1,"componentRuleId":"C.9.0"}],"name":"Total","note":"as ` +
		`printed","places":[[{"page":2}],[]],"previousValues":["17"],"values":["18","19"]}`
	if e.Summary != said || string(e.Data) != data {
		t.Errorf("got  %s %s\nwant %s %s", e.Summary, e.Data, said, data)
	}
}

// ruleFailuresAreTold in the status, the lists, the components and the history of a file, until the
// next analysis; what messages held is erased with the file.
func ruleFailuresAreTold(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.inPrivate = c.upload(c.mira, c.templateID, c.private, "b.pdf", 100)
	result := newResult("Invoice_Number", "INV-17")
	result.Failures = []document.RuleFailure{{Rule: "A.0.0", File: "ENTITY", Line: 3, Message: "no date in 4711"}}
	c.analyse(c.private, c.inPrivate, 3, result)
	ask := queries.AskFile{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private, FileID: c.inPrivate}
	status, err := c.q.GetFile(t.Context(), ask)
	if err != nil || status.FailedRules != 1 || !reflect.DeepEqual(status.RuleFailures, result.Failures) {
		t.Errorf("the status: %d, %+v, %v, want status.FailedRules = 1, status.RuleFailures = %v and no error",
			status.FailedRules, status.RuleFailures, err, result.Failures)
	}
	components, err := c.q.FileComponents(t.Context(), ask)
	if err != nil || components.FailedRules != 1 || len(components.Components) != 1 {
		t.Errorf("the components: %+v, %v, want components.FailedRules = 1, len(components.Components) = 1 and no error", components, err)
	}
	const said, data = `system analysed %s and found 1 component values; rules that failed: 1`, `"ruleFailures":%s,`
	last := func() (string, string) {
		page, err := c.q.ReadHistory(t.Context(), c.history("", 100))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range slices.Backward(page.Entries) {
			if e.Type == "file.analysed" {
				return e.Summary, string(e.Data)
			}
		}
		return "", ""
	}
	if s, d := last(); s != fmt.Sprintf(said, "b.pdf") || !strings.Contains(d, `"message":"no date in 4711"`) {
		t.Errorf("the history: %s %s, want %s", s, d, fmt.Sprintf(said, "b.pdf"))
	}
	again := func(r document.Result) {
		decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.RequestReanalysis(false))
		c.analyse(c.private, c.inPrivate, 3, r)
	}
	again(newResult("Invoice_Number", "INV-17"))
	if status, err = c.q.GetFile(t.Context(), ask); err != nil || status.FailedRules != 0 || status.RuleFailures != nil {
		t.Errorf("the status after another analysis: %d, %+v, %v, want status.FailedRules = 0, status.RuleFailures = nil and no "+
			"error", status.FailedRules, status.RuleFailures, err)
	}
	again(result)
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.DeletePermanently())
	c.erase(file.SubjectOf(ws, c.private, c.inPrivate))
	if s, d := last(); s != fmt.Sprintf(said, "a deleted file") || !strings.Contains(d, fmt.Sprintf(data, "null")) ||
		strings.Contains(d, "4711") {
		t.Errorf("the history of an erased file: %s %s, want nothing of it", s, d)
	}
}

func permanentDeletionReachesHistory(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.busy()
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, c.inPrivate), file.DeletePermanently())
	c.erase(file.SubjectOf(ws, c.private, c.inPrivate))
	page, err := c.q.ReadHistory(t.Context(), c.history("", 100))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"b.pdf", "INV-17", "INV-18", "Extra", "cannot be read", "4711"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%q is still told, want it withheld", secret)
		}
	}
	told := map[string]string{}
	for _, e := range page.Entries {
		told[e.Type] = e.Summary + "|" + string(e.Data)
	}
	for kind, want := range map[string]string{
		"file.uploaded":        `mira uploaded a deleted file|{"excludedFromAutomaticAnalysis":false,"fileSize":100,"filename":null,"version":1}`,
		"component.overridden": `mira changed a component of a deleted file|{"name":null,"previousValues":null,"values":null}`,
		"file.failed": `system could not process a deleted ` +
			`file|{"cause":null,"previousProcessingStatus":"LAYOUT","processingStatus":"ERROR","run":2,"service":"layout"}`,
		"file.attributes-set":         `mira changed attributes of a deleted file|{"fileAttributes":null,"previousFileAttributes":null}`,
		"file.permanently-deleted":    `mira permanently deleted a file|{}`,
		"component.override-reverted": `mira took changes of a deleted file back|{"components":null}`,
	} {
		if told[kind] != want {
			t.Errorf("%s:\ngot  %s\nwant %s", kind, told[kind], want)
		}
	}
	if _, err := c.q.ReadHistory(t.Context(), c.history(c.inPrivate, 10)); !errors.Is(err, domain.ErrFileNotFound) {
		t.Errorf("history of a file that is deleted for good: %v, want %v", err, domain.ErrFileNotFound)
	}
}

// Pages joined are the whole, in either direction, also when events arrive
// between two pages.
func historyPagesNeverShift(t *testing.T, open opener) {
	for _, ascending := range []bool{true, false} {
		t.Run(fmt.Sprintf("ascending %v", ascending), func(t *testing.T) {
			c := newCast(t, open(t))
			c.analyse(c.private, c.inPrivate, 3, newResult("A", "1"))
			for i := range 9 {
				c.override(c.mira, c.inPrivate, "A", fmt.Sprint(i))
			}
			ask := c.history(c.inPrivate, 100)
			ask.Ascending = ascending
			whole, err := c.q.ReadHistory(t.Context(), ask)
			if err != nil {
				t.Fatal(err)
			}
			ask.Limit = 4
			var joined []queries.HistoryEntry
			for {
				page, err := c.q.ReadHistory(t.Context(), ask)
				if err != nil || len(page.Entries) > ask.Limit {
					t.Fatalf("%d entries, %v, want no error and len(page.Entries) at most %v", len(page.Entries), err, ask.Limit)
				}
				joined = append(joined, page.Entries...)
				if !page.More || ascending && len(joined) >= len(whole.Entries) {
					break
				}
				ask.After = page.Entries[len(page.Entries)-1].Position
				c.override(c.mira, c.inPrivate, "A", "meanwhile")
			}
			got, want := fmt.Sprint(joined[:len(whole.Entries)]), fmt.Sprint(whole.Entries)
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
	c := newCast(t, open(t))
	for _, limit := range []int{0, 501} {
		if _, err := c.q.ReadHistory(t.Context(), c.history("", limit)); domain.KindOf(err) != domain.Invalid {
			t.Errorf("limit %d: %v, want Invalid", limit, err)
		}
	}
}
