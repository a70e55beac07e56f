package queries_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// happens appends to a stream whatever it says.
func happens(w *world, who string, stream es.StreamID, events ...es.Event) {
	w.Helper()
	d := es.Decider[int]{Evolve: func(n int, _ es.Event) int { return n }}
	decide(w, who, d, stream, func(int) ([]es.Event, error) { return events, nil })
}

// every says which of the eight choices of groups hold something that belongs to one
// of them.
func every(show func(queries.Groups) bool) (out string) {
	for n := range 8 {
		if show(queries.Groups{Active: n&1 > 0, Archived: n&2 > 0, SoftDeleted: n&4 > 0}) {
			out += fmt.Sprint(n)
		}
	}
	return out
}

// The choices that hold a group: 1 is active, 2 archived, 4 soft-deleted.
const inActive, inArchived, inTrash, nowhere = "1357", "2367", "4567", ""

// groupsOfStates lists a dossier with two files, one of them in the trash, in every
// state that a dossier can have.
func groupsOfStates(t *testing.T, open opener) {
	c := newCast(t, open(t))
	gone := c.upload(c.mira, c.templateID, c.private, "gone.pdf", 7)
	happens(c.world, c.mira.ID, file.StreamOf(ws, gone), file.SoftDeleted{PurgeAt: c.store.now})
	for _, step := range []struct {
		event                  es.Event
		dossier, file, trashed string // choices of groups that show it
	}{
		{nil, inActive, inActive, inTrash},
		{dossier.SoftDeleted{PurgeAt: c.store.now}, inTrash, inTrash, inTrash},
		{dossier.Restored{}, inActive, inActive, inTrash},
		{dossier.Archived{}, inArchived, inArchived, inTrash},
		{dossier.SoftDeleted{PurgeAt: c.store.now}, inTrash, inTrash, inTrash},
		{dossier.Restored{}, inArchived, inArchived, inTrash},
		{dossier.PermanentlyDeleted{}, nowhere, nowhere, nowhere},
	} {
		if step.event != nil {
			happens(c.world, c.olga.ID, dossier.StreamOf(ws, c.private), step.event)
		}
		got := every(func(g queries.Groups) bool {
			list, err := c.q.ListDossiers(t.Context(), queries.AskDossiers{Caller: c.olga, TemplateID: c.templateID, Groups: g})
			return err == nil && strings.Contains(fmt.Sprint(list), "{"+c.private)
		})
		one := every(func(g queries.Groups) bool {
			return strings.Contains(c.names(queries.AskFiles{DossierID: c.private, Groups: g}), "b.pdf")
		})
		two := every(func(g queries.Groups) bool {
			return strings.Contains(c.names(queries.AskFiles{DossierID: c.private, Groups: g}), "gone.pdf")
		})
		if got != step.dossier || one != step.file || two != step.trashed {
			t.Errorf("after %T: dossier in %s, file in %s, trashed file in %s, want %v, one = %v and two = %v", step.event, got,
				one, two, step.dossier, step.file, step.trashed)
		}
	}
}

// singleReadsOfStates read a file by itself, with and without the flag.
func singleReadsOfStates(t *testing.T, open opener) {
	c := newCast(t, open(t))
	stream, folder := file.StreamOf(ws, c.inPrivate), dossier.StreamOf(ws, c.private)
	for _, step := range []struct {
		stream        es.StreamID
		event         es.Event
		without, with error
	}{
		{stream, file.SoftDeleted{PurgeAt: c.store.now}, domain.ErrFileNotFound, nil},
		{folder, dossier.Archived{}, domain.ErrFileNotFound, nil},
		{stream, file.Restored{}, nil, nil},
		{folder, dossier.SoftDeleted{PurgeAt: c.store.now}, domain.ErrDossierNotFound, nil},
		{stream, file.SoftDeleted{PurgeAt: c.store.now}, domain.ErrDossierNotFound, nil},
		{folder, dossier.Restored{}, domain.ErrFileNotFound, nil},
		{stream, file.PermanentlyDeleted{}, domain.ErrFileNotFound, domain.ErrFileNotFound},
	} {
		happens(c.world, c.olga.ID, step.stream, step.event)
		for flag, want := range map[bool]error{false: step.without, true: step.with} {
			ask := c.ask(c.mira, c.private, c.inPrivate)
			ask.IncludeSoftDeleted = flag
			if _, err := c.q.GetFile(t.Context(), ask); !errors.Is(err, want) {
				t.Errorf("after %T, flag %v: %v, want %v", step.event, flag, err, want)
			}
		}
	}
}

// historyTellsOfStates in sentences, with who had the file before.
func historyTellsOfStates(t *testing.T, open opener) {
	c := newCast(t, open(t))
	stream, folder := file.StreamOf(ws, c.inPrivate), dossier.StreamOf(ws, c.private)
	in := file.Circle{Owner: c.olga.ID, Members: []string{c.olga.ID, c.mira.ID}, Approvers: []string{c.olga.ID}}
	c.analyse(c.private, c.inPrivate, 1, newResult())
	first := c.store.now
	c.pass(time.Hour)
	decide(c.world, c.olga.ID, file.Decider, stream, file.Assign(c.mira.ID, in))
	decide(c.world, c.mira.ID, file.Decider, stream, file.ChangeWorkflow(file.Move{To: file.UnderApproval, By: c.mira.ID,
		In: in}))
	decide(c.world, c.olga.ID, file.Decider, stream, file.ChangeWorkflow(file.Move{To: file.Approved, By: c.olga.ID,
		In: in}))
	decide(c.world, c.olga.ID, file.Decider, stream, file.ChangeWorkflow(file.Move{To: file.UnderReview, By: c.olga.ID,
		In: in}))
	decide(c.world, c.mira.ID, file.Decider, stream, file.Assign("", in))
	decide(c.world, c.mira.ID, file.Decider, stream, file.SoftDelete(c.store.now.Add(time.Hour)))
	decide(c.world, c.boss.ID, file.Decider, stream, file.Restore(naming.Hold{}))
	decide(c.world, c.olga.ID, dossier.Decider, folder, dossier.Archive())
	decide(c.world, c.olga.ID, dossier.Decider, folder, dossier.SoftDelete(c.store.now.Add(time.Hour)))
	decide(c.world, c.boss.ID, dossier.Decider, folder, dossier.Restore())
	a := c.history("", 500)
	page, err := c.q.ReadHistory(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	at := first.Add(time.Hour).Format("2006-01-02T15:04:05.000-07:00")
	mira, olga := `"`+c.mira.ID+`"`, `"`+c.olga.ID+`"`
	want := []string{
		`olga assigned b.pdf to mira|file.assigned|{"assignee":` + mira + `,"previousAssignee":null}`,
		`olga moved b.pdf from NEW to UNDER_REVIEW|file.workflow-changed|{"previousWorkflowStatus":"NEW","workflowStatus":"UNDER_REVIEW"}`,
		`mira moved b.pdf from UNDER_REVIEW to UNDER_APPROVAL|file.workflow-changed|{"assignee":` + olga +
			`,"lastReviewer":` + mira + `,"previousAssignee":` + mira +
			`,"previousLastReviewer":null,"previousWorkflowStatus":"UNDER_REVIEW","workflowStatus":"UNDER_APPROVAL"}`,
		`olga moved b.pdf from UNDER_APPROVAL to APPROVED|file.workflow-changed|{"approvalDate":"` + at +
			`","lastApprover":` + olga +
			`,"previousApprovalDate":null,"previousLastApprover":null,"previousWorkflowStatus":"UNDER_APPROVAL","workflowStatus":"APPROVED"}`,
		`olga moved b.pdf from APPROVED to UNDER_REVIEW|file.workflow-changed|{"approvalDate":null,"assignee":` + mira +
			`,"previousApprovalDate":"` + at +
			`","previousAssignee":` + olga + `,"previousWorkflowStatus":"APPROVED","workflowStatus":"UNDER_REVIEW"}`,
		`mira took b.pdf from its assignee|file.assigned|{"assignee":null,"previousAssignee":` + mira + `}`,
		`mira moved b.pdf from UNDER_REVIEW to NEW|file.workflow-changed|{"previousWorkflowStatus":"UNDER_REVIEW","workflowStatus":"NEW"}`,
		`mira deleted b.pdf|file.soft-deleted|`,
		`boss restored b.pdf|file.restored|{"previousSoftDeletedTime":"` + at + `","softDeletedTime":null}`,
		`olga archived Private|dossier.archived|{"archivedTime":"` + at + `","previousArchivedTime":null}`,
		`olga deleted Private|dossier.soft-deleted|`,
		`boss restored Private|dossier.restored|{"previousSoftDeletedTime":"` + at + `","softDeletedTime":null}`,
	}
	entries := page.Entries[len(page.Entries)-len(want):]
	for i, e := range entries {
		var data map[string]any
		if err := json.Unmarshal(e.Data, &data); err != nil {
			t.Fatal(err)
		}
		sorted, _ := json.Marshal(data)
		if got := e.Summary + "|" + e.Type + "|" + string(sorted); !strings.HasPrefix(got, want[i]) {
			t.Errorf("%s\nwant %s", got, want[i])
		}
	}
}

// workInTheTrashWaits leaves out what lies in the trash, and finds it again when it is
// restored.
func workInTheTrashWaits(t *testing.T, open opener) {
	c := newCast(t, open(t))
	c.analyse(c.private, c.inPrivate, 1, newResult()) // done
	for _, step := range []struct {
		event es.Event
		want  int // of the two files, those that wait
	}{{nil, 1}, {file.SoftDeleted{}, 0}, {file.Restored{}, 1}} {
		for _, id := range []string{c.inPrivate, c.inPublic} {
			if step.event != nil {
				happens(c.world, c.olga.ID, file.StreamOf(ws, id), step.event)
			}
		}
		c.pass(time.Second)
		got, err := c.q.WaitingWork(t.Context(), c.store.now, 10)
		if err != nil || len(got) != step.want || step.want == 1 && got[0].Stream != file.StreamOf(ws, c.inPublic) {
			t.Errorf("after %T: %v, %v, want %d", step.event, got, err, step.want)
		}
	}
}

// expiredIsFoundByTime of all workspaces, dossiers first.
func expiredIsFoundByTime(t *testing.T, open opener) {
	c := newCast(t, open(t))
	due := c.store.now.Add(time.Hour)
	look := func(by time.Time, limit int) string {
		t.Helper()
		got, err := c.q.ExpiredStreams(t.Context(), by, limit)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(got)
	}
	one, two, folder := file.StreamOf(ws, c.inPrivate), file.StreamOf(ws, c.inPublic), dossier.StreamOf(ws, c.public)
	happens(c.world, c.olga.ID, two, file.SoftDeleted{PurgeAt: due})
	happens(c.world, c.olga.ID, one, file.SoftDeleted{PurgeAt: due.Add(time.Millisecond)})
	happens(c.world, c.olga.ID, folder, dossier.SoftDeleted{PurgeAt: due.Add(time.Second)})
	for _, row := range []struct {
		by    time.Time
		limit int
		want  string
	}{
		{due.Add(-time.Microsecond), 10, "[]"},
		{due, 10, fmt.Sprint([]es.StreamID{two})},
		{due.Add(time.Millisecond), 10, fmt.Sprint([]es.StreamID{two, one})},
		{due.Add(time.Millisecond), 1, fmt.Sprint([]es.StreamID{two})},
		{due.Add(time.Hour), 10, fmt.Sprint([]es.StreamID{folder, two, one})},
	} {
		if got := look(row.by, row.limit); got != row.want {
			t.Errorf("by %v: %s, want %s", row.by, got, row.want)
		}
	}
	happens(c.world, c.olga.ID, one, file.Restored{})
	happens(c.world, user.SystemID, folder, dossier.PermanentlyDeleted{}) // takes the other file along
	if got := look(due.Add(time.Hour), 10); got != "[]" {
		t.Errorf("nothing is left: %s, want %q", got, "[]")
	}
}

// entitiesInTheOrderOfPages shows what was marked, as the template calls it.
func entitiesInTheOrderOfPages(t *testing.T, open opener) {
	c := newCast(t, open(t))
	ask := queries.AskEntities{AskFile: c.ask(c.mira, c.private, c.inPrivate)}
	show := func() string {
		t.Helper()
		out, err := c.q.FileEntities(t.Context(), ask)
		if err != nil {
			return err.Error()
		}
		text := fmt.Sprint(len(out.Pages))
		for _, e := range out.Entities {
			text += fmt.Sprintf(" %s:%s:%s:%s:%s:%d%v", e.ID, e.DisplayName, e.Kind, e.State, e.Color, e.Rank, e.Components)
		}
		return text
	}
	if got := show(); got != "0" {
		t.Errorf("a file that was not read: %s, want %q", got, "0")
	}
	box := func(page int, x, y float64) document.PageBox {
		return document.PageBox{Page: page, Box: document.Rect{X: x, Y: y, Width: 10, Height: 10}}
	}
	happens(c.world, user.SystemID, template.StreamOf(ws, c.templateID),
		template.DefinitionCreated{Of: template.KindEntity,
			Definition: es.Seal(template.SubjectOf(ws), template.Definition{ID: c.id(), TechnicalName: "known", Name: "Known",
				Color: "#112233", Rank: 20})})
	r := document.Result{Entities: []document.Entity{
		{ID: "low", Type: "known", Kind: "ENTITY", State: document.StateApplied, Boxes: []document.PageBox{box(1, 0, 100)}},
		{ID: "right", Type: "other", Kind: "HINT", State: document.StateSkipped, Boxes: []document.PageBox{box(1, 50, 700)}},
		{ID: "left", Type: "known", Kind: "ENTITY", State: document.StateRemoved, Boxes: []document.PageBox{box(1, 20, 700)}},
		{ID: "false", Type: "known", Kind: "FALSE_POSITIVE", State: document.StateApplied,
			Boxes: []document.PageBox{box(1, 20, 700)}},
		{ID: "none", Type: "known", Kind: "ENTITY", State: document.StateApplied},
		{ID: "next", Type: "known", Kind: "ENTITY", State: document.StateIgnored,
			Boxes: []document.PageBox{box(2, 0, 800), box(2, 0, 780), box(3, 0, 800)}},
	}, Components: []document.Component{{Name: "B", References: []string{"low", "next"}},
		{Name: "A", References: []string{"low"}}, {Name: "B", References: []string{"low"}}}}
	c.storeAnalysis(c.private, c.inPrivate, r, 595, 842)
	const first, second, none = "left:Known:ENTITY:REMOVED:#112233:20[] right:other:HINT:SKIPPED:#FFE08A:0[] " +
		"low:Known:ENTITY:APPLIED:#112233:20[B A]",
		"next:Known:ENTITY:IGNORED:#112233:20[B]", "none:Known:ENTITY:APPLIED:#112233:20[]"
	for page, want := range map[int]string{0: "3 " + first + " " + second + " " + none, 1: "1 " + first,
		2: "1 " + second, 3: "1 " + second, 4: "0"} {
		ask.Page = page
		if got := show(); got != want {
			t.Errorf("page %d: %s\nwant %s", page, got, want)
		}
	}
	ask.Page = 2
	out, err := c.q.FileEntities(t.Context(), ask)
	if err != nil || fmt.Sprint(out.Entities[0].Positions) != "[{2 [{0 800 10 10} {0 780 10 10}]} {3 [{0 800 10 10}]}]" {
		t.Errorf("got %+v, %v, want boxes on the pages 2 and 3", out.Entities, err)
	}
	ask.Caller = c.boss
	if got := show(); got != "Access denied" {
		t.Errorf("a manager who is no member: %s, want %q", got, "Access denied")
	}
	ask.Caller = c.paul
	if got := show(); got != "Dossier not found" {
		t.Errorf("a stranger: %s, want %q", got, "Dossier not found")
	}
}

// storeAnalysis stores a tree of pages and a result for a file.
func (c cast) storeAnalysis(dossierID, id string, r document.Result, width, height float64) {
	c.Helper()
	subject := file.SubjectOf(ws, dossierID, id)
	tree := document.Tree{}
	for n := range 3 {
		tree.Pages = append(tree.Pages, document.Page{Number: n + 1, Width: width, Height: height})
	}
	stream := file.StreamOf(ws, id)
	decide(c.world, user.SystemID, file.Decider, stream, file.BeginRun(file.Plan{}))
	decide(c.world, user.SystemID, file.Decider, stream, file.FinishLayout(1, file.Step{Tree: c.keepJSON(subject, tree),
		Pages: 3}))
	decide(c.world, user.SystemID, file.Decider, stream, file.FinishRun(1, file.Analysed{Result: c.keepJSON(subject, r)}))
}
