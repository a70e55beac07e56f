package commands_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// An interruption is a bulk on a.pdf, b.pdf and c.pdf whose process dies, and what another command makes of
// b.pdf before the bulk goes on.
type interruption struct {
	prepare func(c *drawer)
	ask     func(c *drawer, r commands.Request) error
	other   func(c *drawer) // leaves b.pdf in the same state, whether the bulk has reached it or not
	shown   func(c *drawer, id string) string
	done    string // what is shown of files that the bulk has reached
	kept    string // what is shown of b.pdf after the other command
	told    string // the reasons for leaving b.pdf out, where the bulk did not reach it before
}

func (c *drawer) phase(id string) string {
	return map[file.Phase]string{file.Active: "active", file.Trashed: "trashed", file.Gone: "gone"}[c.file(id).Phase]
}

func (c *drawer) setNote(id, note string) {
	c.t.Helper()
	r := commands.SetFileAttributes{Request: request(c.mira), TemplateID: c.templateID, DossierID: c.dossierID,
		FileID: id,
		Values: map[string]string{c.attributes["Note"]: note}}
	if _, err := c.SetFileAttributes(c.t.Context(), r); err != nil {
		c.t.Fatal(err)
	}
}

func askDelete(permanently bool) func(c *drawer, r commands.Request) error {
	return func(c *drawer, r commands.Request) error {
		of := c.deleting(c.mira, permanently, c.ids...)
		of.Request = r
		_, err := c.DeleteFiles(c.t.Context(), of)
		return err
	}
}

func askRestore(c *drawer, r commands.Request) error {
	of := c.restoring(c.olga, c.ids...)
	of.CommandID = r.CommandID
	_, err := c.RestoreFiles(c.t.Context(), of)
	return err
}

func askChange(change func(c *drawer) commands.FilesChange) func(c *drawer, r commands.Request) error {
	return func(c *drawer, r commands.Request) error {
		of := c.changing(c.mira, change(c), c.ids...)
		of.Request = r
		_, err := c.ChangeFiles(c.t.Context(), of)
		return err
	}
}

func askZip(c *drawer, r commands.Request) error {
	of := c.sends(c.mira, "x.zip", zipOf(c.t, "a.pdf", "%PDF-a", "b.pdf", "%PDF-b", "c.pdf", "%PDF-c",
		"v.csv", "filename,supplier_no\na,4711\nb,4711\nc,4711\n"))
	of.Request = r
	_, err := c.UploadFile(c.t.Context(), of)
	return err
}

// comeBack deletes a file, if it is there, and takes it out of the trash.
func (c *drawer) comeBack(id string) {
	c.t.Helper()
	if c.file(id).Phase == file.Active {
		c.trashFiles(id)
	}
	c.restoreFromTrash(id)
}

func (c *drawer) assignTo(id string, to user.Principal) {
	c.t.Helper()
	change := commands.FilesChange{Action: bulk.Assign, Assignee: to.ID}
	if _, err := c.ChangeFiles(c.t.Context(), c.changing(c.mira, change, id)); err != nil {
		c.t.Fatal(err)
	}
}

var interruptions = map[string]interruption{
	"a deletion, and the file came back": {ask: askDelete(false), other: func(c *drawer) { c.comeBack(c.ids[1]) },
		shown: (*drawer).phase, done: "trashed", kept: "active", told: "changed"},
	"a deletion, and the file is in the trash": {ask: askDelete(false), other: func(c *drawer) {
		if c.file(c.ids[1]).Phase == file.Active {
			c.trashFiles(c.ids[1])
		}
	}, shown: (*drawer).phase, done: "trashed", kept: "trashed"},
	"a deletion for good, and the file was worked on": {ask: askDelete(true), other: func(c *drawer) {
		if c.file(c.ids[1]).Phase == file.Active {
			c.setNote(c.ids[1], "mine")
		}
	}, shown: (*drawer).phase, done: "gone", kept: "active", told: "changed"},
	"a restore, and the file went back": {prepare: trashAll, ask: askRestore, other: func(c *drawer) {
		if c.file(c.ids[1]).Phase == file.Trashed {
			c.restoredAs(c.ids[1], "d.pdf")
		}
		c.trashFiles(c.ids[1])
	}, shown: (*drawer).phase, done: "active", kept: "trashed", told: "changed"},
	"a restore, and the file has another name": {prepare: trashAll, ask: askRestore, other: func(c *drawer) {
		if c.file(c.ids[1]).Phase == file.Active {
			c.trashFiles(c.ids[1])
		}
		c.restoredAs(c.ids[1], "d.pdf")
	}, shown: (*drawer).phase, done: "active", kept: "active"},
	"an assignment, and the file has somebody": {
		ask:   askChange(func(c *drawer) commands.FilesChange { return c.changes()["file.assigned"] }),
		other: func(c *drawer) { c.assignTo(c.ids[1], c.olga) },
		shown: func(c *drawer, id string) string {
			return map[string]string{c.mira.ID: "mira", c.olga.ID: "olga"}[c.file(id).Assignee]
		},
		done: "mira", kept: "olga", told: "changed"},
	"a status, and the file went on": {
		ask: askChange(func(c *drawer) commands.FilesChange { return c.changes()["file.workflow-changed"] }),
		other: func(c *drawer) {
			c.assignTo(c.ids[1], c.olga)
			c.assignTo(c.ids[1], user.Principal{}) // nobody's, and new again
		},
		shown: func(c *drawer, id string) string { return string(c.file(id).Workflow) },
		done:  "UNDER_REVIEW", kept: "NEW", told: "changed"},
	"attributes, and the file has others": {
		ask: askChange(func(c *drawer) commands.FilesChange {
			return commands.FilesChange{Action: bulk.Describe, Values: map[string]string{c.attributes["Note"]: "old"}}
		}),
		other: func(c *drawer) { c.setNote(c.ids[1], "new") },
		shown: (*drawer).values, done: "Note=old", kept: "Note=new", told: "changed"},
	"a zip, and the file is newer": {ask: askZip, other: func(c *drawer) {
		if _, err := c.UploadFile(c.t.Context(), c.sends(c.mira, "b.pdf", "%PDF-newer")); err != nil {
			c.t.Fatal(err)
		}
	}, shown: func(c *drawer, id string) string { return c.original(id)[:6] }, done: "%PDF-a%PDF-c", kept: "%PDF-n", told: "changed"},
	"a zip, and the file is in the trash": {ask: askZip, other: func(c *drawer) { c.trashFiles(c.ids[1]) },
		shown: (*drawer).phase, done: "active", kept: "trashed", told: "changed"},
	"a zip, and the file is gone": {ask: askZip, other: func(c *drawer) { c.deleteForGood(c.ids[1]) },
		shown: (*drawer).phase, done: "active", kept: "gone", told: "changed"},
	"a zip, and the file has another value": {ask: askZip, other: func(c *drawer) {
		r := commands.SetFileAttributes{Request: request(c.mira), TemplateID: c.templateID, DossierID: c.dossierID,
			FileID: c.ids[1],
			Values: map[string]string{c.attributes["Supplier"]: "1"}}
		if _, err := c.SetFileAttributes(c.t.Context(), r); err != nil {
			c.t.Fatal(err)
		}
	}, shown: (*drawer).values, done: "Supplier=4711", kept: "Supplier=1", told: "changed"},
	"what the service does by itself": {ask: askDelete(false), other: func(c *drawer) {
		c.byService(c.ids[1], file.ReanalysisRequested{})
		c.happens(c.ids[1], file.ClaimFenced{Claim: uuid.New()})
	}, shown: (*drawer).phase, done: "trashed", kept: "trashed"},
}

// restoredAs takes a file out of the trash under another name.
func (c *drawer) restoredAs(id, name string) {
	c.t.Helper()
	r := commands.RestoreFile{Request: request(c.olga), TemplateID: c.templateID, DossierID: c.dossierID, FileID: id,
		Filename: name}
	if _, err := c.RestoreFile(c.t.Context(), r); err != nil {
		c.t.Fatal(err)
	}
}

// byService appends to the stream of a file what the service does by itself.
func (c *drawer) byService(id string, events ...es.Event) {
	c.t.Helper()
	cmd := es.Command{Stream: file.StreamOf("demo", id),
		Meta: es.Meta{Workspace: "demo", Actor: user.SystemID, Command: uuid.New()}}
	if _, err := es.Decide(c.t.Context(), c.Log, file.Decider, cmd,
		func(file.State) ([]es.Event, error) { return events, nil }); err != nil {
		c.t.Fatal(err)
	}
}

// TestABulkThatGoesOnUndoesNothing kills the process at every append of each bulk, before and after it. Another
// command changes b.pdf, and the bulk goes on, by a worker or because the request comes again: it does its work on
// the other files, and b.pdf stays as the other command left it, which is told.
func TestABulkThatGoesOnUndoesNothing(t *testing.T) {
	for name, row := range interruptions {
		for _, there := range []bool{false, true} {
			for _, again := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s %v %v", name, there, again), func(t *testing.T) {
					met := 0
					for n := 1; row.goesOn(t, &met, n, there, again); n++ {
					}
					if met == 0 {
						t.Error("the other command never came before the bulk")
					}
				})
			}
		}
	}
}

// goesOn kills the process at append n; false says that there are not so many. It counts when the other command came
// before the bulk had reached the file.
func (i interruption) goesOn(t *testing.T, met *int, n int, there, again bool) bool {
	t.Helper()
	c := newDrawer(t)
	if i.prepare != nil {
		i.prepare(c)
	}
	living, r := c.Log, request(c.mira)
	stream := bulk.StreamOf("demo", r.CommandID.String())
	m := &mortal{Store: living.Store, left: n, there: there}
	c.Commands.Log = &es.Log{Store: m, Codec: living.Codec}
	err := i.ask(c, r)
	c.Commands.Log = living
	if !m.dead {
		if err != nil {
			t.Errorf("the bulk: got %v, want no failure", err)
		}
		return false
	}
	if s := c.bulk(stream); !s.Begun || s.Done || strings.Contains(c.t.Name(), "for_good") && c.file(c.ids[1]).Phase == file.Gone {
		return true
	}
	reached := c.hasEventOf(r, c.ids[1])
	i.other(c)
	c.finish(stream, func() error { return i.ask(c, r) }, again)
	if got := i.shown(c, c.ids[1]); got != i.kept && (got != i.done || !reached) {
		t.Errorf("killed at append %d: b.pdf is %q, want %q", n, got, i.kept)
	}
	if i.kept != "active" && c.file(c.ids[1]).Phase != file.Active && slices.Contains(c.names(), "b.pdf") {
		t.Errorf("killed at append %d: b.pdf was deleted, and a new one is there, want the old one kept", n)
	}
	for _, id := range []string{c.ids[0], c.ids[2]} {
		if got := i.shown(c, id); !strings.Contains(i.done, got) {
			t.Errorf("killed at append %d: another file is %q, want %q", n, got, i.done)
		}
	}
	if told := c.skippedEntries()[c.file(c.ids[1]).Filename]; !reached && strings.Replace(told, "changedchanged", "changed", 1) != i.told {
		t.Errorf("killed at append %d: of b.pdf is told %q, want %q", n, told, i.told)
	}
	if !reached {
		*met++
	}
	c.namesHoldOneFile(n)
	return true
}

// bulk returns the state of a bulk.
func (c *drawer) bulk(stream es.StreamID) bulk.State {
	c.t.Helper()
	s, _, err := es.Load(c.t.Context(), c.Log, bulk.Decider, stream)
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// finish lets a bulk go on, twice, by a worker or because the request comes again, and wants it finished.
func (c *drawer) finish(stream es.StreamID, ask func() error, again bool) {
	c.t.Helper()
	for range 2 {
		if again { // it may be refused now, and a worker finishes it
			_ = ask()
		}
		if err := c.FinishBulk(c.t.Context(), stream); err != nil {
			c.t.Fatal(err)
		}
	}
	if !c.bulk(stream).Done {
		c.t.Error("the bulk is not finished")
	}
}

// hasEventOf reports whether the stream of a file has an event of a request, or of a part of it.
func (c *drawer) hasEventOf(r commands.Request, id string) bool {
	c.t.Helper()
	for e, err := range c.Log.Stream(c.t.Context(), file.StreamOf("demo", id), 0) {
		if err != nil {
			c.t.Fatal(err)
		}
		if e.Correlation == r.CommandID {
			return true
		}
	}
	return false
}

// namesHoldOneFile wants no two active files of one name, and every name to go to the file that has it.
func (c *drawer) namesHoldOneFile(n int) {
	c.t.Helper()
	names := c.names()
	if len(slices.Compact(slices.Clone(names))) != len(names) {
		c.t.Errorf("killed at append %d: files are called %q, want %d", n, names, len(names))
	}
	for i, id := range c.ids {
		f, who := c.file(id), c.mira
		if f.Assignee == c.olga.ID {
			who = c.olga
		}
		out, err := c.UploadFile(c.t.Context(), c.sends(who, f.Filename, "%PDF-last"))
		if err != nil || f.Phase == file.Active && out.FileIDs[0] != id {
			c.t.Errorf("killed at append %d: %s, which file %d has, went to %v, %v, want file %s again",
				n, f.Filename, i, out.FileIDs, err, id)
		}
	}
}

// TestAFileThatIsActiveAgainKeepsItsName repeats a deletion after the file was restored.
func TestAFileThatIsActiveAgainKeepsItsName(t *testing.T) {
	c := newDrawer(t)
	r := commands.DeleteFile{Request: request(c.mira), TemplateID: c.templateID, DossierID: c.dossierID,
		FileID: c.ids[1]}
	for range 2 {
		if _, err := c.DeleteFile(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if c.file(c.ids[1]).Phase == file.Trashed {
			c.restoreFromTrash(c.ids[1])
		}
	}
	if got := c.storePDF("b.pdf"); got != c.ids[1] {
		t.Errorf("got another file under the name of %s, want %v", c.ids[1], c.ids[1])
	}
}

// TestAnalysisOfChangedFilesGoesOn lets other commands change a file: the run reads it as it is now.
func TestAnalysisOfChangedFilesGoesOn(t *testing.T) {
	asks := map[string]func(c *drawer, r commands.Request) error{
		"of the dossier": func(c *drawer, r commands.Request) error {
			r.Caller = c.olga
			_, err := c.ReanalyseDossier(t.Context(),
				commands.ReanalyseDossier{Request: r, TemplateID: c.templateID, DossierID: c.dossierID})
			return err
		},
		"of chosen files": askChange(func(*drawer) commands.FilesChange { return commands.FilesChange{Action: bulk.Reanalyse} }),
	}
	for name, ask := range asks {
		c := newDrawer(t)
		living, r := c.Log, request(c.mira)
		c.Commands.Log = &es.Log{Store: &mortal{Store: living.Store, left: 1, there: true}, Codec: living.Codec}
		if err := ask(c, r); err == nil {
			t.Fatal("the process lives")
		}
		c.Commands.Log = living
		c.assignTo(c.ids[1], c.mira)
		if err := c.FinishBulk(t.Context(), bulk.StreamOf("demo", r.CommandID.String())); err != nil {
			t.Fatal(err)
		}
		if got := c.events("file.reanalysis-requested"); got != 3 || len(c.skippedEntries()) > 0 {
			t.Errorf("%s: got %d files, want 3; left out are %v", name, got, c.skippedEntries())
		}
	}
}

// afterStart lets something happen as soon as a bulk has begun.
type afterStart struct {
	es.Store
	happens func()
}

func (s *afterStart) Append(ctx context.Context, stream es.StreamID, expect uint64,
	events []es.Envelope) (es.Receipt, error) {
	at, err := s.Store.Append(ctx, stream, expect, events)
	if err == nil && events[0].Type == "bulk.started" {
		s.happens()
	}
	return at, err
}

// TestABulkThatNobodyLeftIsCarriedOut changes a file while the request that deletes it runs: both are carried out.
func TestABulkThatNobodyLeftIsCarriedOut(t *testing.T) {
	c := newDrawer(t)
	living := c.Log
	c.Commands.Log = &es.Log{Codec: living.Codec, Store: &afterStart{living.Store, func() {
		c.Commands.Log = living
		c.setNote(c.ids[1], "mine")
	}}}
	c.trashFiles(c.ids...)
	if got := c.phases(); !slices.Equal(got, slices.Repeat([]file.Phase{file.Trashed}, 3)) ||
		c.values(c.ids[1]) != "Note=mine" || len(c.skippedEntries()) > 0 {
		t.Errorf("got phases %v, values %q and left out %v, want 3 in the trash, Note=mine and none left out",
			got, c.values(c.ids[1]), c.skippedEntries())
	}
}

// TestARefusalOfABulkThatGoesOnIsTold lets a file refuse the change when nobody waits for the answer.
func TestARefusalOfABulkThatGoesOnIsTold(t *testing.T) {
	c := newDrawer(t)
	living, r := c.Log, request(c.mira)
	c.Commands.Log = &es.Log{Store: &mortal{Store: living.Store, left: 1, there: true}, Codec: living.Codec}
	if err := askChange(func(c *drawer) commands.FilesChange { return c.changes()["file.assigned"] })(c, r); err == nil {
		t.Fatal("the process lives")
	}
	c.Commands.Log = living
	c.happens(c.ids[1], file.WorkflowChanged{From: file.New, To: file.Approved})
	if err := c.FinishBulk(t.Context(), bulk.StreamOf("demo", r.CommandID.String())); err != nil {
		t.Fatal(err)
	}
	for e, err := range c.Log.All(t.Context(), 0, es.Filter{Types: []string{"file.entries-skipped"}}) {
		if err != nil {
			t.Fatal(err)
		}
		got := e.Event.(bulk.EntriesSkipped)
		if want := (bulk.Skipped{Name: "b.pdf", Reason: bulk.Refused, Detail: file.ErrApproved.Error()}); got.Action != bulk.Assign ||
			len(got.Entries.Value) != 1 || got.Entries.Value[0] != want || domain.KindOf(file.ErrApproved) == domain.Unexpected {
			t.Errorf("got %+v, want %+v", got, want)
		}
		return
	}
	t.Error("nothing is told")
}
