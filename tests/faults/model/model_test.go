package model_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/tests/faults/model"
)

const (
	dossierID, fileID = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
)

var (
	theDossier, theFile = dossier.StreamOf("demo", dossierID), file.StreamOf("demo", fileID)
	subject             = file.SubjectOf("demo", dossierID, fileID)
	original            = es.BlobRef{Subject: subject, ID: uuid.New(), Size: 1}
	tree                = es.BlobRef{Subject: subject, ID: uuid.New(), Size: 2}
	result              = es.BlobRef{Subject: subject, ID: uuid.New(), Size: 3}
)

// sound are facts without fault: a dossier, a file that was analysed, an override, and
// a file's deletion that nobody was told of.
func sound() *model.Facts {
	f := &model.Facts{Stored: map[uuid.UUID]string{original.ID: "a", tree.ID: "b", result.ID: "c"}}
	say(f, theDossier, "dossier.created", dossier.Created{Text: es.Seal(dossier.SubjectOf("demo", dossierID), dossier.Text{Name: "First"})})
	say(f, theFile, "file.uploaded", file.Uploaded{Dossier: dossierID, Version: 1, Original: original,
		Name: es.Seal(subject, file.Name{Filename: "a.pdf"})})
	say(f, theFile, "file.processing-changed", file.ProcessingChanged{Run: 1, From: file.Unprocessed, To: file.Layout})
	say(f, theFile, "file.processing-changed", file.ProcessingChanged{Run: 1, From: file.Layout, To: file.Analyse, Tree: tree})
	say(f, theFile, "file.analysed", file.Analysed{Run: 1, Version: 1, Result: result})
	say(f, theFile, "file.processing-changed", file.ProcessingChanged{Run: 1, From: file.Index, To: file.Processed})
	say(f, theFile, "component.overridden", file.ComponentOverridden{
		Override: es.Seal(subject, file.Override{Name: "Note", Values: []file.Value{{Value: "mark 1"}}})})
	say(f, theFile, "file.soft-deleted", file.SoftDeleted{})
	say(f, theFile, "file.restored", file.Restored{})
	f.Journal = []model.Command{
		{Number: 1, Kind: "create dossier", Type: "dossier.created", Stream: theDossier, Mark: "First", Keyed: true, Tries: 2,
			Outcome: model.Acknowledged, Position: 1},
		{Number: 2, Kind: "upload", Type: "file.uploaded", Stream: theFile, Mark: "a.pdf", Keyed: true, Tries: 1,
			Outcome: model.Acknowledged, Position: 2},
		{Number: 3, Kind: "override", Type: "component.overridden", Stream: theFile, Mark: "mark 1", Keyed: true, Tries: 1,
			Outcome: model.Acknowledged, Position: 7},
		{Number: 4, Kind: "delete", Type: "file.soft-deleted", Stream: theFile, Tries: 1, Outcome: model.Unknown},
		{Number: 5, Kind: "restore", Type: "file.restored", Stream: theFile, Tries: 1, Outcome: model.Acknowledged, Position: 9},
		{Number: 6, Kind: "create dossier", Type: "dossier.created", Mark: "Never", Keyed: true, Tries: 3, Outcome: model.Unknown},
	}
	heard := model.Listener{Name: "the feed"}
	for _, e := range f.Events[1:] {
		heard.Heard = append(heard.Heard, model.Notice{ID: e.ID, Position: e.Position, Type: e.Type, File: fileID})
	}
	f.Listeners = []model.Listener{heard}
	f.Served = map[string][]string{"files": {`{"key":"a"}`, `{"key":"b"}`}, "history": nil}
	f.Rebuilt = map[string][]string{"files": {`{"key":"a"}`, `{"key":"b"}`}, "history": nil}
	return f
}

// say appends an event to the log.
func say(f *model.Facts, stream es.StreamID, name string, what es.Event) {
	e := es.Recorded{Envelope: es.Envelope{ID: uuid.New(), Stream: stream, Version: 1, Position: es.Position(len(f.Events) + 1),
		Time: time.Unix(int64(len(f.Events)), 0), Type: name, Meta: es.Meta{Command: uuid.New()}}, Event: what}
	for _, before := range f.Events {
		if before.Stream == stream {
			e.Version++
		}
	}
	var refs []es.BlobRef
	switch v := what.(type) {
	case file.Uploaded:
		refs = append(refs, v.Original)
	case file.ProcessingChanged:
		refs = append(refs, v.Tree)
	case file.Analysed:
		refs = append(refs, v.Result)
	}
	body, err := json.Marshal(map[string]any{"somewhere": refs})
	if err != nil {
		panic(err)
	}
	e.Body = body
	f.Events = append(f.Events, e)
}

func TestSoundFactsBreakNoRule(t *testing.T) {
	if found := model.Check(*sound()); found != nil {
		t.Errorf("%v, want found = nil", found)
	}
}

// loseEvent takes an event out of the log, as if it had never been there.
func loseEvent(f *model.Facts, i int) {
	f.Events = slices.Delete(f.Events, i, i+1)
	version := map[es.StreamID]uint64{}
	for i := range f.Events {
		version[f.Events[i].Stream]++
		f.Events[i].Position, f.Events[i].Version = es.Position(i+1), version[f.Events[i].Stream]
	}
}

// falsehoods are facts of which one is wrong, with what must be said of them.
var falsehoods = map[string]struct {
	falsify    func(*model.Facts)
	rule, says string
}{
	"a lost override": {func(f *model.Facts) { loseEvent(f, 6) }, model.RuleCommands,
		"an acknowledged command is not in the log"},
	"a lost deed without a mark": {func(f *model.Facts) { loseEvent(f, 8) }, model.RuleCommands,
		"an acknowledged command is not in the log"},
	"another event where the answer said": {func(f *model.Facts) { f.Journal[4].Position = 6 }, model.RuleCommands,
		"another event is where the answer said"},
	"another stream's event where the answer said": {func(f *model.Facts) { f.Journal[4].Position = 1 }, model.RuleCommands,
		"another stream's event"},
	"a command done twice": {func(f *model.Facts) {
		say(f, dossier.StreamOf("demo", uuid.NewString()), "dossier.created", f.Events[0].Event)
	}, model.RuleCommands, "a command with a key was done twice"},
	"a refused command that was done": {func(f *model.Facts) { f.Journal[2].Outcome = model.Refused }, model.RuleCommands,
		"a refused command was done"},
	"a deed that nobody asked for": {func(f *model.Facts) {
		say(f, theFile, "file.soft-deleted", file.SoftDeleted{})
		say(f, theFile, "file.restored", file.Restored{})
	}, model.RuleCommands, "asked for 1 times at most"},
	"a dossier that nobody asked for": {func(f *model.Facts) { f.Journal = f.Journal[1:] }, model.RuleCommands,
		"nobody asked for dossier.created First"},
	"two answers with one event": {func(f *model.Facts) { f.Journal = append(f.Journal, f.Journal[4]) },
		model.RuleCommands, "two commands were answered with one event"},
	"a doubled event": {func(f *model.Facts) { f.Events = slices.Insert(f.Events, 3, f.Events[2]) },
		model.RuleOrder, "an event is there twice"},
	"a position twice":  {func(f *model.Facts) { f.Events[4].Position = 4 }, model.RuleOrder, "positions do not rise"},
	"a gap in a stream": {func(f *model.Facts) { f.Events[8].Version = 9 }, model.RuleOrder, "follows 7"},
	"a command done again later": {func(f *model.Facts) { f.Events[8].Command = f.Events[6].Command }, model.RuleOrder,
		"a command was done twice"},
	"a clock that went back": {func(f *model.Facts) { f.Events[3].Time = time.Unix(0, 0) }, model.RuleOrder, "times go back"},
	"a second result of a run": {func(f *model.Facts) {
		say(f, theFile, "file.analysed", file.Analysed{Run: 1, Version: 1, Result: result})
	}, model.RuleRuns, "run 1 has two results"},
	"a failure beside a result": {func(f *model.Facts) {
		say(f, theFile, "file.failed", file.Failed{Run: 1, Service: "analysis"})
	}, model.RuleRuns, "run 1 has two results"},
	"a run that was taken over and writes": {func(f *model.Facts) {
		say(f, theFile, "file.run-opened", file.RunOpened{Run: 2})
		say(f, theFile, "file.processing-changed", file.ProcessingChanged{Run: 1, To: file.Processed})
	}, model.RuleRuns, "run 1 wrote though run 2 had begun"},
	"a file that waits": {func(f *model.Facts) {
		say(f, theFile, "file.reanalysis-requested", file.ReanalysisRequested{})
	}, model.RuleFinished, "is REPROCESS"},
	"an error without a reason": {func(f *model.Facts) { say(f, theFile, "file.failed", file.Failed{Run: 2}) },
		model.RuleFinished, "is ERROR"},
	"an error though nothing is wrong with the file": {func(f *model.Facts) {
		f.Processable = true
		say(f, theFile, "file.failed", file.Failed{Run: 2, Service: "layout"})
	}, model.RuleFinished, "could be processed"},
	"a row that differs": {func(f *model.Facts) { f.Served["files"][1] = `{"key":"b","doc":1}` }, model.RuleViews,
		`files lacks the row {"key":"b"}`},
	"a row too many": {func(f *model.Facts) { f.Served["files"] = append(f.Served["files"], `{"key":"b"}`) },
		model.RuleViews, "a row that the log does not give"},
	"an orphan": {func(f *model.Facts) { f.Stored[uuid.New()] = "nowhere" }, model.RuleBlobs,
		"no event names the blob nowhere"},
	"a missing tree": {func(f *model.Facts) { delete(f.Stored, tree.ID) }, model.RuleBlobs, "is missing"},
	"bytes of a deleted file": {func(f *model.Facts) {
		say(f, theFile, "file.permanently-deleted", file.PermanentlyDeleted{})
	}, model.RuleBlobs, "is left of what was deleted for good"},
	"an event that nobody was told of": {func(f *model.Facts) { f.Listeners[0].Heard = f.Listeners[0].Heard[:7] },
		model.RuleListeners, "the feed was not told of an event"},
	"events that were told the wrong way round": {func(f *model.Facts) { slices.Reverse(f.Listeners[0].Heard) },
		model.RuleListeners, "in another order"},
	"a notice of an event that never was": {func(f *model.Facts) {
		f.Listeners[0].Heard = append(f.Listeners[0].Heard, model.Notice{ID: uuid.New(), Position: 99, Type: "file.uploaded"})
	}, model.RuleListeners, "not in the log"},
	"a notice with the position of another event": {func(f *model.Facts) { f.Listeners[0].Heard[3].Position++ },
		model.RuleListeners, "which is another event"},
	"a lease of nobody": {func(f *model.Facts) { f.Held = []string{string(theFile)} }, model.RuleLeases, "is held"},
}

// TestEachFalsehoodIsFound by the rule that it breaks; others may break with it.
func TestEachFalsehoodIsFound(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(falsehoods)) {
		f := sound()
		falsehoods[name].falsify(f)
		found := model.Check(*f)
		if !slices.ContainsFunc(found, func(v model.Violation) bool {
			return v.Rule == falsehoods[name].rule && strings.Contains(v.What, falsehoods[name].says)
		}) {
			t.Errorf("%s: %v", name, found)
		}
		for _, v := range found {
			if v.String() == "" || !strings.HasPrefix(v.String(), v.Rule) {
				t.Errorf(`%s: it is told as %q, want v.String() other than "" and it to begin with %v`, name, v, v.Rule)
			}
		}
	}
}

// TestWhatMayBe is not found fault with.
func TestWhatMayBe(t *testing.T) {
	for name, allow := range map[string]func(*model.Facts){
		"a command done though nobody was told": func(f *model.Facts) { f.Journal[0].Outcome, f.Journal[0].Position = model.Unknown, 0 },
		"bytes of a former version that are gone": func(f *model.Facts) {
			next := es.BlobRef{Subject: subject, ID: uuid.New(), Size: 1}
			say(f, theFile, "file.replaced", file.Replaced{Version: 2, Original: next})
			say(f, theFile, "file.processing-changed", file.ProcessingChanged{Run: 2, To: file.Processed})
			delete(f.Stored, original.ID)
		},
		"a deleted file without bytes": func(f *model.Facts) {
			say(f, theFile, "file.permanently-deleted", file.PermanentlyDeleted{})
			clear(f.Stored)
		},
		"a file that waits in a dossier that is gone": func(f *model.Facts) {
			say(f, theFile, "file.reanalysis-requested", file.ReanalysisRequested{})
			say(f, theDossier, "dossier.permanently-deleted", dossier.PermanentlyDeleted{})
			clear(f.Stored)
		},
		"notices that come twice": func(f *model.Facts) {
			f.Listeners[0].Heard = append(f.Listeners[0].Heard, f.Listeners[0].Heard...)
		},
		"a listener that came late": func(f *model.Facts) {
			f.Listeners[0].After, f.Listeners[0].Heard = 8, f.Listeners[0].Heard[7:]
		},
		"views that are not compared": func(f *model.Facts) { f.Served, f.Rebuilt = nil, nil },
	} {
		f := sound()
		allow(f)
		if found := model.Check(*f); found != nil {
			t.Errorf("%s: %v, want found = nil", name, found)
		}
	}
}
