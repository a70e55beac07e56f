package queries_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/queries"
)

// exported returns the names of the files of an export, each with its number of components, and the cursors behind them.
func (s shelf) exported(ask queries.AskExport) (names, cursors []string) {
	s.Helper()
	err := s.q.EachExported(s.Context(), ask, func(f queries.ExportedFile) error {
		names = append(names, strings.TrimSuffix(f.Filename, ".pdf")+strings.Repeat("+", len(f.Components)))
		cursors = append(cursors, f.Cursor)
		if f.DossierName == "" || f.WorkflowStatus == "" || f.ProcessingStatus == "" {
			s.Errorf("got %+v, want it with the name of its dossier and both statuses", f)
		}
		return nil
	})
	if err != nil {
		s.Errorf("%+v: %v", ask, err)
	}
	return names, cursors
}

// exportsOfComponents hold what matches in the order of uploads, and go on behind each cursor.
func exportsOfComponents(t *testing.T, open opener) {
	s := newShelf(t, open)
	of := queries.AskExport{Caller: s.mira, TemplateID: s.templateID}
	within := of
	within.DossierID = s.private
	for _, row := range []struct {
		name   string
		ask    queries.AskExport
		narrow func(*queries.AskExport)
		want   string
	}{
		{"a dossier", within, func(*queries.AskExport) {}, "b Report-1 report-2 z+ A"},
		{"of a status", within, func(a *queries.AskExport) { a.WorkflowStatus = []string{"UNDER_REVIEW"} }, "Report-1 report-2"},
		{"processed", within, func(a *queries.AskExport) { a.ProcessingStatus = []string{"PROCESSED", "INDEX"} }, "z+"},
		{"approved, of which there are none", within, func(a *queries.AskExport) { a.WorkflowStatus = []string{"APPROVED"} }, ""},
	} {
		row.narrow(&row.ask)
		names, cursors := s.exported(row.ask)
		if got := strings.Join(names, " "); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
		for i, cursor := range cursors {
			row.ask.Cursor = cursor
			if rest, _ := s.exported(row.ask); !slices.Equal(rest, names[i+1:]) {
				t.Errorf("%s, behind %s: got %q, want %q", row.name, names[i], rest, names[i+1:])
			}
		}
	}
	everything, cursors := s.exported(of)
	if inDossier, _ := s.exported(within); len(everything) <= len(inDossier) {
		t.Errorf("the template: got %q, want more than in one dossier: %q", everything, inDossier)
	}
	for _, foreign := range []string{"x", cursors[0]} {
		refused := within
		refused.Cursor = foreign
		if err := s.q.EachExported(t.Context(), refused, nil); domain.CodeOf(err) != domain.InvalidCursor {
			t.Errorf("the cursor %q: got %v, want %s", foreign, err, domain.InvalidCursor.Name)
		}
	}
	exportsAreOfReaders(s, of, within)
}

// exportsAreOfReaders alone, and of archived dossiers when these are named.
func exportsAreOfReaders(s shelf, of, within queries.AskExport) {
	s.Helper()
	of.Caller, within.Caller = s.boss, s.boss
	if err := s.q.EachExported(s.Context(), within, nil); !errors.Is(err, domain.ErrAccessDenied) {
		s.Errorf("a manager who is no member: got %v, want %v", err, domain.ErrAccessDenied)
	}
	if names, _ := s.exported(of); slices.Contains(names, "z+") {
		s.Errorf("a manager who is no member: got %q, want it without files of the private dossier", names)
	}
	of.Caller, within.Caller = s.mira, s.mira
	decide(s.world, s.olga.ID, dossier.Decider, dossier.StreamOf(ws, s.private), dossier.Archive())
	if names, _ := s.exported(of); slices.Contains(names, "z+") {
		s.Errorf("of the template: got %q, want it without files of an archived dossier", names)
	}
	if names, _ := s.exported(within); !slices.Contains(names, "z+") {
		s.Errorf("of an archived dossier: got %q, want its files", names)
	}
}

// exportsDuringWrites hand out each file that was there all the time once, and what comes at the end.
func exportsDuringWrites(t *testing.T, open opener) {
	s := newShelf(t, open)
	seen := map[string]int{}
	last := ""
	for n := 0; n < 40; n++ {
		var next string
		stop := errors.New("enough")
		err := s.q.EachExported(t.Context(),
			queries.AskExport{Caller: s.mira, TemplateID: s.templateID, DossierID: s.private, Cursor: last},
			func(f queries.ExportedFile) error {
				seen[f.FileID]++
				next = f.Cursor
				return stop
			})
		if err == nil {
			break
		}
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		last = next
		if n < 3 {
			s.pass(1)
			s.files = append(s.files, s.upload(s.mira, s.templateID, s.private, "new-"+strings.Repeat("i", n)+".pdf", 10))
		}
	}
	for i, id := range s.files {
		if want := map[bool]int{true: 0, false: 1}[i == 5]; seen[id] != want { // the sixth is in the trash
			t.Errorf("file %d was handed out %d times, want %d", i, seen[id], want)
		}
	}
}
