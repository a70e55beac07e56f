package lists

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/pages"
)

// someCells are files of two dossiers.
var someCells = []cell{
	{key: "a", dossier: "d1", workflow: "NEW", processing: "PROCESSED", assignee: "me", updates: true, files: 1,
		pages: 10, due: 5},
	{key: "b", dossier: "d1", workflow: "NEW", processing: "ERROR", attention: true, files: 2, pages: 20, due: 5},
	{key: "c", dossier: "d1", workflow: "APPROVED", processing: "PROCESSED", assignee: "you", updates: true,
		attention: true, files: 4, pages: 40, due: 5},
	{key: "d", dossier: "d1", workflow: "NEW", processing: "PROCESSED", updates: true, attention: true, deleted: true,
		files: 8, pages: 80, due: 5},
	{key: "e", dossier: "d2", workflow: "UNDER_REVIEW", processing: "PROCESSED", files: 16, pages: 160, due: 3},
}

// TestCountsLeaveOutTheirOwnFilter and keep to all others.
func TestCountsLeaveOutTheirOwnFilter(t *testing.T) {
	t.Parallel()
	me, yes, no := user.Principal{ID: "me"}, true, false
	all := FileCounts{WorkflowStatus: map[string]int64{"NEW": 11, "APPROVED": 4, "UNDER_REVIEW": 16},
		ProcessingStatus: map[string]int64{"PROCESSED": 29, "ERROR": 2}, AssignedToMe: 1, Unassigned: 26, HasUpdates: 13,
		Attention: 14}
	for name, row := range map[string]struct {
		f    FileFilter
		want FileCounts
	}{
		"none": {FileFilter{}, all},
		"a status": {FileFilter{WorkflowStatus: []string{"NEW"}}, FileCounts{WorkflowStatus: all.WorkflowStatus,
			ProcessingStatus: map[string]int64{"PROCESSED": 9, "ERROR": 2}, AssignedToMe: 1, Unassigned: 10, HasUpdates: 9,
			Attention: 10}},
		"a step": {FileFilter{ProcessingStatus: []string{"ERROR"}}, FileCounts{WorkflowStatus: map[string]int64{"NEW": 2},
			ProcessingStatus: all.ProcessingStatus, Unassigned: 2, Attention: 2}},
		"new results": {FileFilter{HasUpdates: &yes}, FileCounts{WorkflowStatus: map[string]int64{"NEW": 9, "APPROVED": 4},
			ProcessingStatus: map[string]int64{"PROCESSED": 13}, AssignedToMe: 1, Unassigned: 8, HasUpdates: 13, Attention: 12}},
		"no attention": {FileFilter{Attention: &no}, FileCounts{WorkflowStatus: map[string]int64{"NEW": 1,
			"UNDER_REVIEW": 16},
			ProcessingStatus: map[string]int64{"PROCESSED": 17}, AssignedToMe: 1, Unassigned: 16, HasUpdates: 1, Attention: 14}},
		"mine": {FileFilter{Assignee: AssigneeMe}, FileCounts{WorkflowStatus: map[string]int64{"NEW": 1},
			ProcessingStatus: map[string]int64{"PROCESSED": 1}, AssignedToMe: 1, Unassigned: 26, HasUpdates: 1}},
		"nobody's": {FileFilter{Assignee: AssigneeNone, Attention: &yes},
			FileCounts{WorkflowStatus: map[string]int64{"NEW": 10},
				ProcessingStatus: map[string]int64{"PROCESSED": 8, "ERROR": 2}, Unassigned: 10, HasUpdates: 8, Attention: 10}},
		"somebody's": {FileFilter{Assignee: "you"}, FileCounts{WorkflowStatus: map[string]int64{"APPROVED": 4},
			ProcessingStatus: map[string]int64{"PROCESSED": 4}, AssignedToMe: 1, Unassigned: 26, HasUpdates: 4, Attention: 4}},
	} {
		if got := countCells(someCells, row.f, me); !reflect.DeepEqual(*got, row.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, *got, row.want)
		}
	}
}

// TestDossiersCountWhatIsNotInTheTrash, and what is there by itself.
func TestDossiersCountWhatIsNotInTheTrash(t *testing.T) {
	t.Parallel()
	got := DossierCounts{WorkflowStatus: map[string]int64{}, ProcessingStatus: map[string]int64{}}
	for _, c := range someCells[:4] {
		got.addCell(c, user.Principal{ID: "me"})
	}
	want := DossierCounts{Files: 7, Pages: 70, SoftDeleted: 8, Unassigned: 2, AssignedToMe: 1, HasUpdates: 5, Attention: 6,
		WorkflowStatus: map[string]int64{"NEW": 3, "APPROVED": 4}, ProcessingStatus: map[string]int64{"PROCESSED": 5,
			"ERROR": 2}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestOrdersOfFiles are those that a list can be read in.
func TestOrdersOfFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"added": "a b c d e by added", "-added": "a b c d e by -added", "filename": "a b c d e by filename",
		"-lastUpdated": "a b c d e by -updated",
		"dueDate":      "e a b c d by added", "-dueDate": "a b c d e by added", "assignee": "b d e a c by added",
		"-assignee,lastUpdated": "c a b d e by updated",
		"workflowStatus":        "a b d e c by added", "-workflowStatus,-added": "c e a b d by -added",
		"processingStatus":                          "b a c d e by added",
		"processingStatus,-workflowStatus,assignee": "b c e d a by added",
		"assignee,filename":                         "", "filename,assignee": "", "added,added": "",
		"assignee,assignee": "", "size": "", "": "",
	} {
		o, err := parseFileOrder("files", text)
		if (want == "") != (domain.KindOf(err) == domain.Invalid) {
			t.Errorf("%q: %v, want the order %q", text, err, want)
		}
		if err != nil {
			continue
		}
		cells := slices.Clone(someCells)
		slices.SortStableFunc(cells, func(a, b cell) int { return compareCells(a, b, o.cells) })
		var keys []string
		for _, c := range cells {
			keys = append(keys, c.key)
		}
		by := o.column
		if o.descending {
			by = "-" + by
		}
		if got := strings.Join(keys, " ") + " by " + by; got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestPagesGoOnWhereTheyWere in an order by groups, also when the group of the last file is gone.
func TestPagesGoOnWhereTheyWere(t *testing.T) {
	t.Parallel()
	o, err := parseFileOrder("files", "assignee,lastUpdated")
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		after  *indexedFile
		groups string
		inside bool
	}{
		"at the beginning":               {nil, "b d e|a|c", false},
		"in the first group":             {&indexedFile{key: "x", cell: cell{}}, "b d e|a|c", true},
		"in another":                     {&indexedFile{key: "x", cell: cell{assignee: "me"}}, "a|c", true},
		"in one that is gone":            {&indexedFile{key: "x", cell: cell{assignee: "somebody"}}, "c", false},
		"behind the last, which is gone": {&indexedFile{key: "x", cell: cell{assignee: "zoe"}}, "", true},
	} {
		w := newCellWalk(nil, slices.Clone(someCells), o, row.after)
		var groups []string
		for _, g := range w.groups {
			var keys []string
			for _, c := range g {
				keys = append(keys, c.key)
			}
			groups = append(groups, strings.Join(keys, " "))
		}
		if got := strings.Join(groups, "|"); got != row.groups || (w.after != nil) != row.inside {
			t.Errorf("%s: groups %s behind %v, want %s", name, got, w.after, row.groups)
		}
	}
}

// TestCursorsBelongToTheirOrder and are refused when they were made by somebody.
func TestCursorsBelongToTheirOrder(t *testing.T) {
	t.Parallel()
	o, err := parseFileOrder("files", "assignee,-lastUpdated")
	if err != nil {
		t.Fatal(err)
	}
	at := indexedFile{key: "k", at: 7, cell: cell{due: 3, workflow: "NEW", processing: "ERROR", assignee: "me"}}
	got, err := o.readCursor(o.cursorBehind(at))
	if err != nil || !reflect.DeepEqual(*got, at) {
		t.Errorf("got %+v, %v, want %+v", got, err, at)
	}
	if got, err := o.readCursor(""); got != nil || err != nil {
		t.Errorf("without a cursor: %v, %v, want got = nil and no error", got, err)
	}
	other, _ := parseFileOrder("files", "assignee")
	for _, cursor := range []string{"x", "!", other.cursorBehind(at), o.cursorBehind(indexedFile{}), pages.EncodeCursor(7)} {
		if got, err := o.readCursor(cursor); got != nil || !errors.Is(err, pages.ErrCursor) {
			t.Errorf("cursor %q: %v, %v, want got = nil and %v", cursor, got, err, pages.ErrCursor)
		}
	}
}

// TestPagesOfDossiersBeginWhereACursorSays, one of the same order with a dossier in it.
func TestPagesOfDossiersBeginWhereACursorSays(t *testing.T) {
	t.Parallel()
	q, caller := &Lists{}, user.Principal{ID: "me", Roles: []string{user.RoleUser}}
	for cursor, want := range map[string]*dossierMark{
		"": nil,
		pages.EncodeCursor(dossierMark{List: "dossiers/", Order: "-name", Key: "d", At: 7}): {List: "dossiers/", Order: "-name",
			Key: "d", At: 7},
		pages.EncodeCursor(dossierMark{List: "dossiers/t", Order: "-name", Key: "d", At: 7}): nil,
		pages.EncodeCursor(dossierMark{List: "dossiers/", Order: "name", Key: "d"}):          nil,
		pages.EncodeCursor(dossierMark{List: "dossiers/", Order: "-name"}):                   nil, "x": nil,
		pages.EncodeCursor("-name"): nil,
	} {
		key, after, err := q.beginDossierPage(t.Context(), AskDossierPage{Caller: caller, Limit: 1, Sort: "-name",
			Cursor: cursor})
		if refused := want == nil && cursor != ""; refused != errors.Is(err, pages.ErrCursor) ||
			!reflect.DeepEqual(after, want) && !refused {
			t.Errorf("%q: got %v, %v, want %v", cursor, after, err, want)
		}
		if err == nil && key != (sortKey{"name", true}) {
			t.Errorf("%q: sorted by %v, want the order by name", cursor, key)
		}
	}
}
