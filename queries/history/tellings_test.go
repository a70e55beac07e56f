package history

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/attribute"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/results"
)

// lostBlobs fails whenever bytes are opened.
type lostBlobs struct {
	es.Blobs
	err error
}

// Open fails.
func (b lostBlobs) Open(context.Context, es.BlobRef) (io.ReadSeekCloser, error) { return nil, b.err }

// record is an event as the log has it.
func record(kind string, e es.Event) es.Recorded {
	return es.Recorded{Envelope: es.Envelope{Type: kind, Meta: es.Meta{Actor: "a", Workspace: "w"}}, Event: e}
}

// noKeys is a vault whose keys are all destroyed.
type noKeys struct{ estest.Glass }

// Open says that the key is destroyed.
func (noKeys) Open(context.Context, es.Subject, []byte, []byte) ([]byte, error) {
	return nil, es.ErrErased
}

// erase returns an event as it is read once the keys of what it sealed are destroyed.
func erase[E es.Event](t *testing.T, e E) E {
	t.Helper()
	codec := func(v es.Vault) *es.Codec {
		c := es.NewCodec(json.Marshal, json.Unmarshal, v)
		es.RegisterEvent[E](c, "thing.happened")
		return c
	}
	stream, store := es.StreamOf("thing", "w", uuid.NewString()), estest.NewStore()
	kept := es.Decider[int]{Evolve: func(n int, _ es.Event) int { return n + 1 }}
	_, err := es.Decide(t.Context(), &es.Log{Store: store, Codec: codec(estest.Glass{})}, kept,
		es.Command{Stream: stream, Meta: es.Meta{Actor: "a", Workspace: "w", Command: uuid.New()}},
		func(int) ([]es.Event, error) { return []es.Event{e}, nil })
	if err != nil {
		t.Fatal(err)
	}
	for env, err := range store.Stream(t.Context(), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		read, err := codec(noKeys{}).Decode(t.Context(), env)
		if err != nil {
			t.Fatal(err)
		}
		return read.(E)
	}
	panic("the event was not stored")
}

// TestEventsAreToldInSentences wants who did what, what was before, and null for what is gone for good.
func TestEventsAreToldInSentences(t *testing.T) {
	t.Parallel()
	report := file.Record{ID: "f", Filename: "b.pdf"}
	manual := report
	manual.Manual = true
	account := func(name string) user.Account {
		return user.Account{ID: "u", Person: user.Person{Username: name, FirstName: "Ada", Email: "a@x"}}
	}
	ada, bea := account("ada"), account("bea")
	for name, row := range map[string]struct {
		t    telling
		want string
	}{
		"left out of analysis": {telling{event: record("file.extraction-changed", file.ExtractionChanged{}),
			fileBefore: report, fileAfter: manual},
			`mira left b.pdf out of automatic analysis|{"excludedFromAutomaticAnalysis":true,"previousExcludedFromAutomaticAnalysis":false}`},
		"analysed again": {telling{event: record("file.extraction-changed", file.ExtractionChanged{}), fileBefore: manual,
			fileAfter: report},
			`mira took b.pdf into automatic analysis|{"excludedFromAutomaticAnalysis":false,"previousExcludedFromAutomaticAnalysis":true}`},
		"an upload whose name is erased": {telling{event: record("file.uploaded",
			erase(t, file.Uploaded{Name: es.Seal("s", file.Name{Filename: "b.pdf"})})),
			fileAfter: file.Record{Size: 7, FileVer: 1}},
			`mira uploaded a deleted file|{"excludedFromAutomaticAnalysis":false,"fileSize":7,"filename":null,"version":1}`},
		"a file deleted for good": {telling{event: record("file.permanently-deleted", file.PermanentlyDeleted{})},
			`mira permanently deleted a file|{}`},
		"an override that is erased": {telling{event: record("component.overridden",
			erase(t, file.ComponentOverridden{Override: es.Seal("s", file.Override{Name: "Total"})})), fileAfter: report},
			`mira changed a component of b.pdf|{"name":null,"previousValues":null,"values":null}`},
		"a revert that is erased": {telling{event: record("component.override-reverted",
			erase(t, file.OverrideReverted{Names: es.Seal("s", []string{"Total"})})), fileAfter: report},
			`mira took changes of b.pdf back|{"components":null}`},
		"a check": {telling{event: record("component.checked", file.ComponentChecked{Names: es.Seal("s", []string{"Total",
			"Date"})}), fileAfter: report},
			`mira checked Total and Date of b.pdf|{"components":["Total","Date"]}`},
		"a check that is erased": {telling{event: record("component.checked",
			erase(t, file.ComponentChecked{Names: es.Seal("s", []string{"Total"})}))},
			`mira checked components of a deleted file|{"components":null}`},
		"a check taken back": {telling{event: record("component.unchecked",
			file.ComponentUnchecked{Names: es.Seal("s", []string{"Total"})}), fileAfter: report},
			`mira took the check of Total of b.pdf back|{"components":["Total"]}`},
		"attributes that are erased": {telling{event: record("file.attributes-set",
			erase(t, file.AttributesSet{Values: es.Seal("s", []attribute.Value{{ID: "n", Value: "1"}})})), fileAfter: report},
			`mira changed attributes of b.pdf|{"fileAttributes":null,"previousFileAttributes":null}`},
		"a failure whose cause is erased": {telling{event: record("file.failed",
			erase(t, file.Failed{Run: 2, Service: "layout", Cause: es.Seal("s", file.Cause{Sentence: "It is no PDF"})})),
			fileAfter: report},
			`mira could not process b.pdf|{"cause":null,"run":2,"service":"layout"}`},
		"entries left out": {telling{event: record("file.entries-skipped",
			erase(t, bulk.EntriesSkipped{Count: 2, Entries: es.Seal("s", []bulk.Skipped{{Name: "x.txt"}})}))},
			`mira uploaded a zip; entries left out: 2|{"entries":null,"numberOfEntries":2}`},
		"work that is cancelled": {telling{event: record("dossier.operation-cancelled",
			bulk.OperationCancelled{Operation: "deleteFiles", Action: bulk.Trash})},
			`mira cancelled the deletion of files|{"kind":"deleteFiles","operationId":""}`},
		"an account": {telling{event: record("user.created",
			user.Created{Person: es.Seal("s", user.Person{Username: "ada"})}), accountNow: ada},
			`mira created the account ada|{"firstName":"Ada","username":"ada"}`},
		"an account that is erased": {telling{event: record("user.created",
			erase(t, user.Created{Person: es.Seal("s", user.Person{Username: "ada"})})),
			accountNow: user.Account{ID: "u", Roles: []string{"USER"}}},
			`mira created the account of somebody|{"active":true,"firstName":null,"lastName":null,"roles":["USER"],"username":null}`},
		"an account of another name": {telling{event: record("user.updated", user.Updated{}), accountBefore: ada,
			accountNow: bea},
			`mira changed the account bea|{"previousUsername":"ada","username":"bea"}`},
		"an account erased": {telling{event: record("user.erased", user.Erased{}), accountBefore: ada,
			accountNow: user.Account{ID: "u", Person: user.Person{Username: "erased user u"}}},
			`mira erased the account of erased user u|{"email":null,"firstName":null,"lastName":null,"previousEmail":null,"previousFirstName":null,` +
				`"previousLastName":null,"previousUsername":null,"username":null}`},
		"a package whose name is erased": {telling{event: record("download.fetched", download.Fetched{}),
			packageBefore: download.Record{ID: "p"},
			packageNow:    download.Record{ID: "p"}}, `mira downloaded the package that is deleted|{}`},
		"a package": {telling{event: record("download.requested",
			download.Requested{User: "u", Dossier: "d", Files: []string{"f"}, Color: "#112233",
				FileTypes: []string{"ORIGINAL"}, Filename: es.Seal("s", "p.zip")}),
			packageNow: download.Record{ID: "p", Filename: "p.zip", Status: download.Queued}},
			`mira asked for the package p.zip|{"downloadFileTypes":["ORIGINAL"],"fileIds":["f"],"filename":"p.zip","redactionPreviewColor":"#112233",` +
				`"reportTemplateIds":[],"status":"QUEUED","userId":"u"}`},
		"a package that is made": {telling{event: record("download.ready", download.Made{Run: 2, Blob: es.BlobRef{Size: 9}}),
			packageBefore: download.Record{ID: "p", Filename: "p.zip", Status: download.Generating},
			packageNow:    download.Record{ID: "p", Filename: "p.zip", Status: download.Ready, Blob: es.BlobRef{Size: 9}}},
			`mira made the package p.zip|{"fileSize":9,"previousStatus":"GENERATING","run":2,"status":"READY"}`},
		"definitions that are erased": {telling{event: record("template.component-definitions-changed",
			erase(t, template.ComponentDefinitionsChanged{Change: "created",
				Components: es.Seal("s", []template.Component{{ID: "c"}})})),
			templateNow: template.Record{ID: "t"}},
			`mira created component definitions of the template a template|{"change":"created","componentDefinitions":null}`},
		"a report template that is erased": {telling{event: record("template.report-template-stored",
			erase(t, template.ReportTemplateStored{ID: "r", Report: es.Seal("s", template.ReportTemplate{Name: "Sums"})})),
			templateNow: template.Record{ID: "t"}, parts: map[string]changes{}},
			`mira stored a report template of the template a template|{"activeByDefault":null,"fileName":null,"id":"r","multiFileReport":null,"name":null}`},
		"values of a dossier that were opened": {telling{event: record("evidence.opened", heads.Opened{For: "dossier-w-d",
			Streams: []es.StreamID{"dossier-w-d", "file-w-f"}})},
			`mira opened the sealed values of this dossier in an evidence bundle, and of its files: 1|{"dossierId":"d","fileIds":["f"]}`},
		"values of a file that were opened": {telling{event: record("evidence.opened",
			heads.Opened{For: "file-w-f", Streams: []es.StreamID{"file-w-f"}})},
			`mira opened the sealed values of this file in an evidence bundle|{"fileId":"f"}`},
		"values of events that were opened": {telling{event: record("evidence.opened",
			heads.Opened{For: "file-w-f", Positions: []es.Position{7, 9}})},
			`mira opened sealed values of single events of this file in an evidence bundle: 2|{"fileId":"f","positions":[7,9]}`},
		"a log that was restored": {telling{event: record("log.restored", lineage.Restored{Events: 7})},
			`mira restored the log to its first 7 events: what follows is a fork of what it was|{`},
		"another key of the log": {telling{event: record("log.key-rotated", lineage.KeyRotated{})},
			`mira had another key follow the one that signs checkpoints of the log|{`},
		"a lost key of the log": {telling{event: record("log.key-lost", lineage.KeyLost{})},
			`mira told that the key which signs checkpoints of the log is lost: the log is signed under another name|{`},
		"a sign-in":                    {telling{event: record("auth.signed-out", nil)}, `mira signed out|{}`},
		"a sign-in of another version": {telling{event: record("auth.renewed", nil)}, `mira: auth.renewed|{}`},
		"a sign-in of nobody": {telling{event: es.Recorded{Envelope: es.Envelope{Type: "auth.locked"}}},
			`sign-ins of somebody unknown are locked for a while|{}`},
		"a state of another version": {telling{event: record("file.put-aside", nil), fileBefore: report,
			fileAfter: report}, `mira recorded put aside of b.pdf|{}`},
		"an event of another version": {telling{event: record("moon.risen", nil)}, `mira recorded moon.risen|{}`},
	} {
		said, data, err := row.t.describeEvent(t.Context(), "mira")
		got := said + "|" + string(data)
		if whole := row.want[len(row.want)-1] == '}'; err != nil || whole && got != row.want || !whole &&
			got[:min(len(got), len(row.want))] != row.want {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", name, got, err, row.want)
		}
	}
	if got := sentenceName(""); got != "somebody" {
		t.Errorf("an account without a name is called %q, want %q", got, "somebody")
	}
}

// TestAssignmentsNameTheAssignee, and somebody whose account has no name.
func TestAssignmentsNameTheAssignee(t *testing.T) {
	t.Parallel()
	down := errors.New("the views are down")
	event := telling{event: record("file.assigned", file.Assigned{}),
		fileAfter: file.Record{Filename: "b.pdf", Assignee: "u"}}
	for name, want := range map[string]string{"ada": "mira assigned b.pdf to ada", "": "mira assigned b.pdf to somebody"} {
		event.names = func(context.Context, string) (string, error) { return name, nil }
		if said, _, err := event.describeEvent(t.Context(), "mira"); said != want || err != nil {
			t.Errorf("got %q, %v, want %q", said, err, want)
		}
	}
	event.names = func(context.Context, string) (string, error) { return "", down }
	if said, data, err := event.describeEvent(t.Context(), "mira"); !errors.Is(err, down) || said != "" || data != nil {
		t.Errorf(`got %q, %s, %v of an assignee who cannot be read, want the error %v, said = "" and data = nil`, said, data, err, down)
	}
}

// TestAnalysesTellOfModelsAndRules that failed, and null for what is gone for good.
func TestAnalysesTellOfModelsAndRules(t *testing.T) {
	t.Parallel()
	calls := es.Seal("s", []document.ModelCall{{Prompt: "p", Answer: "a"}})
	for want, e := range map[string]file.Analysed{
		"mira analysed b.pdf and found 3 component values": {Components: 3,
			ModelCalls: es.Seal("s", []document.ModelCall{})},
		"mira analysed b.pdf and found 0 component values; a model was asked": {ModelCalls: calls},
		"mira analysed b.pdf and found 1 component values; rules that failed: 2; a model was asked|gone": erase(t,
			file.Analysed{Components: 1, FailedRules: 2,
				RuleFailures: es.Seal("s", []document.RuleFailure{{Rule: "r"}}), ModelCalls: calls}),
	} {
		said, c := telling{event: record("file.analysed", e), fileAfter: file.Record{Filename: "b.pdf"}}.describeRun("mira")
		if failures, ok := c["ruleFailures"]; ok && failures == nil && c["modelCalls"] == nil {
			said += "|gone"
		}
		if said != want {
			t.Errorf("got %q, want %q", said, want)
		}
	}
}

// TestValuesThatAreGoneAreNoFailure of a history: they are null, and other failures are told.
func TestValuesThatAreGoneAreNoFailure(t *testing.T) {
	t.Parallel()
	result := es.BlobRef{Subject: "s", ID: uuid.New()}
	r := file.Record{ID: "f", Filename: "b.pdf", Result: result}
	down := errors.New("the disk is gone")
	for name, row := range map[string]struct {
		err  error
		want string
	}{
		"erased":  {es.ErrErased, `mira changed Total of b.pdf|{"name":"Total","previousValues":null,"values":["17"]}`},
		"a fault": {down, "|"},
	} {
		e := file.ComponentOverridden{Override: es.Seal("s",
			file.Override{Name: "Total", Values: []file.Value{{Value: "17"}}})}
		it := telling{results: results.NewReader(lostBlobs{err: row.err}, nil), event: record("component.overridden", e),
			fileBefore: r, fileAfter: r}
		said, data, err := it.describeEvent(t.Context(), "mira")
		if got := said + "|" + string(data); got != row.want || (row.err == down) != errors.Is(err, down) {
			t.Errorf("an override, %s: got %s, %v, want %s", name, got, err, row.want)
		}
		back := file.OverrideReverted{Names: es.Seal("s", []string{"Total"})}
		it.event = record("component.override-reverted", back)
		said, data, err = it.describeEvent(t.Context(), "mira")
		want := `mira took changes of Total of b.pdf back|{"components":[{"name":"Total","values":null,"previousValues":null}]}`
		if row.err == down {
			want = "|"
		}
		if got := said + "|" + string(data); got != want || (row.err == down) != errors.Is(err, down) {
			t.Errorf("a revert, %s: got %s, %v, want %s", name, got, err, want)
		}
	}
}

// TestPartsOfTemplatesAreNamed by what they are, and remembered until they change.
func TestPartsOfTemplatesAreNamed(t *testing.T) {
	t.Parallel()
	subject := es.Subject("s")
	stored := func(name string, lines int) es.Event {
		return template.MappingStored{ID: "m", Mapping: es.Seal(subject, template.Mapping{Name: name, Lines: lines})}
	}
	it := telling{parts: map[string]changes{},
		templateNow: template.Record{ID: "t", Text: template.Text{Name: "Invoices"}}}
	tell := func(kind string, e es.Event) string {
		it.event = record(kind, e)
		said, c := it.templateChange("mira")
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		it.noteParts()
		return said + "|" + string(data)
	}
	for _, row := range []struct {
		kind string
		e    es.Event
		want string
	}{
		{"template.mapping-stored", stored("Rates", 2),
			`mira stored the component mapping Rates of the template Invoices|{"columns":[],"id":"m","lines":2,"name":"Rates"}`},
		{"template.mapping-stored", stored("Rates", 5), `mira stored the component mapping Rates of the template Invoices|` +
			`{"columns":[],"id":"m","lines":5,"name":"Rates","previousLines":2}`},
		{"template.mapping-deleted", template.MappingDeleted{ID: "m"}, `mira deleted Rates of the template Invoices|` +
			`{"id":"m","previousColumns":[],"previousLines":5,"previousName":"Rates"}`},
		{"template.mapping-deleted", template.MappingDeleted{ID: "x"},
			`mira deleted a component mapping of the template Invoices|{"id":"x"}`},
		{"template.dictionary-stored", template.DictionaryStored{Entity: "e", List: template.ListEntries, Counter: 1},
			`mira stored a dictionary of the template Invoices|{"dictionaryVersion":1,"entity":"e","list":"entries"}`},
		{"template.dictionary-stored", template.DictionaryStored{Entity: "e", List: template.ListEntries, Counter: 2},
			`mira stored a dictionary of the template Invoices|{"dictionaryVersion":2,"entity":"e","list":"entries","previousDictionaryVersion":1}`},
		{"template.entity-rules-stored", template.EntityRulesStored{Body: template.Body{Counter: 4}},
			`mira stored entity rules of the template Invoices|{"rulesVersion":4}`},
	} {
		if got := tell(row.kind, row.e); got != row.want {
			t.Errorf("%s:\ngot  %s\nwant %s", row.kind, got, row.want)
		}
	}
}
