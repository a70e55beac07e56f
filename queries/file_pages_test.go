package queries_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// A shelf is two dossiers with files in several states.
type shelf struct {
	cast
	files []string // of the private dossier, oldest first
}

func newShelf(t *testing.T, open opener) shelf {
	s := shelf{cast: newCast(t, open(t))}
	s.files = []string{s.inPrivate}
	for _, name := range []string{"Report-1.pdf", "report-2.pdf", "z.pdf", "A.pdf", "m.pdf"} {
		s.pass(time.Second)
		s.files = append(s.files, s.upload(s.mira, s.templateID, s.private, name, 10))
	}
	s.pass(time.Second)
	in := file.Circle{Owner: s.olga.ID, Members: []string{s.olga.ID, s.mira.ID}}
	for _, id := range s.files[1:3] {
		decide(s.world, s.olga.ID, file.Decider, file.StreamOf(ws, id), file.Assign(s.mira.ID, in))
	}
	s.analyse(s.private, s.files[3], 7, newResult("Total", "1"))
	decide(s.world, s.olga.ID, file.Decider, file.StreamOf(ws, s.files[5]), file.SoftDelete(s.store.now.Add(time.Hour)))
	return s
}

// pages reads a whole list, page by page, and returns the names on it.
func (s shelf) pages(ask queries.AskFilePage, read func(queries.AskFilePage) (queries.FilePage,
	error)) (names []string, first queries.FilePage) {
	s.Helper()
	for n := 0; ; n++ {
		page, err := read(ask)
		if err != nil {
			s.Fatalf("page %d: %v, want no error", n, err)
		}
		if n == 0 {
			first = page
		}
		for _, f := range page.Files {
			names = append(names, f.Filename)
		}
		if ask.Cursor = page.Next; page.Next == "" || n > 50 {
			return names, first
		}
	}
}

func pagesOfFilesHoldWhatIsAskedFor(t *testing.T, open opener) {
	s := newShelf(t, open)
	active := queries.Groups{Active: true}
	yes := true
	for _, row := range []struct {
		name, sort string
		groups     queries.Groups
		filter     queries.FileFilter
		want       string
	}{
		{"in the order of the uploads", "", active, queries.FileFilter{}, "b.pdf Report-1.pdf report-2.pdf z.pdf A.pdf"},
		{"latest first", "-added", active, queries.FileFilter{}, "A.pdf z.pdf report-2.pdf Report-1.pdf b.pdf"},
		{"by the last change", "lastUpdated", active, queries.FileFilter{}, "b.pdf A.pdf Report-1.pdf report-2.pdf z.pdf"},
		{"by name", "filename", active, queries.FileFilter{}, "A.pdf Report-1.pdf b.pdf report-2.pdf z.pdf"},
		{"by name, backwards", "-filename", active, queries.FileFilter{}, "z.pdf report-2.pdf b.pdf Report-1.pdf A.pdf"},
		{"by status, latest first", "-workflowStatus,-added", active, queries.FileFilter{},
			"report-2.pdf Report-1.pdf A.pdf z.pdf b.pdf"},
		{"by processing", "processingStatus,added", active, queries.FileFilter{},
			"z.pdf b.pdf Report-1.pdf report-2.pdf A.pdf"},
		{"assigned to the caller", "", active, queries.FileFilter{Assignee: "me"}, "Report-1.pdf report-2.pdf"},
		{"assigned to nobody", "", active, queries.FileFilter{Assignee: "none"}, "b.pdf z.pdf A.pdf"},
		{"of a status", "", active, queries.FileFilter{WorkflowStatus: []string{"UNDER_REVIEW", "APPROVED"}},
			"Report-1.pdf report-2.pdf"},
		{"processed", "", active, queries.FileFilter{ProcessingStatus: []string{"PROCESSED", "INDEX"}}, "z.pdf"},
		{"with updates", "", active, queries.FileFilter{HasUpdates: &yes}, ""},
		{"part of a name", "", active, queries.FileFilter{Query: "REPORT"}, "Report-1.pdf report-2.pdf"},
		{"part of a name, by name", "filename", active, queries.FileFilter{Query: "-2"}, "report-2.pdf"},
		{"the trash", "", queries.Groups{SoftDeleted: true}, queries.FileFilter{}, "m.pdf"},
		{"all", "added", queries.Groups{Active: true, SoftDeleted: true}, queries.FileFilter{},
			"b.pdf Report-1.pdf report-2.pdf z.pdf A.pdf m.pdf"},
	} {
		for _, limit := range []int{1, 2, 500} {
			names, first := s.pages(queries.AskFilePage{Caller: s.mira, TemplateID: s.templateID, DossierID: s.private,
				Groups:     row.groups,
				FileFilter: row.filter, Sort: row.sort, Limit: limit},
				func(a queries.AskFilePage) (queries.FilePage, error) { return s.q.FilePageOf(t.Context(), a) })
			if got := strings.Join(names, " "); got != row.want {
				t.Errorf("%s, %d a page: got %q, want %q", row.name, limit, got, row.want)
			}
			if row.filter.Query == "" && (first.Total == nil || *first.Total != int64(len(names))) {
				t.Errorf("%s: got the total %v, want %d", row.name, first.Total, len(names))
			}
		}
	}
}

// valuesAreFound looks for texts in names, attributes and values, as they are after corrections, until they are deleted for good.
func valuesAreFound(t *testing.T, open opener) {
	s := newShelf(t, open)
	s.analyse(s.private, s.files[1], 7, newResult("Supplier", "ACME AG"))
	s.override(s.mira, s.files[2], "Supplier", "Acme Werke")
	decide(s.world, s.mira.ID, file.Decider, file.StreamOf(ws, s.files[4]),
		file.SetAttributes(map[string]string{"n": "for ACME", "p": "image/png;base64,acme"}))
	list := func(part string, in ...string) string {
		var out []string
		ask := queries.AskFilePage{Caller: s.mira, FileFilter: queries.FileFilter{Query: part, In: in}, Limit: 2}
		for {
			page, err := s.q.FilesOfAll(t.Context(), ask)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range page.Files {
				found := f.Filename
				if m := f.Match; m != nil {
					found += ":" + m.In + ":" + m.ID + m.Name + ":" + m.Value
				}
				out = append(out, found)
			}
			if ask.Cursor = page.Next; ask.Cursor == "" {
				return strings.Join(out, ", ")
			}
		}
	}
	values := "Report-1.pdf:value:Supplier:ACME AG, report-2.pdf:value:Supplier:Acme Werke"
	for range 2 { // read, and from memory
		for _, row := range []struct{ got, want string }{
			{list("acme"), ""},
			{list("acme", queries.InName), ""},
			{list("acme", queries.InValue), values},
			{list("acme", queries.InAttribute), "A.pdf:attribute:n:for ACME"},
			{list("acme", queries.InName, queries.InAttribute, queries.InValue), values + ", A.pdf:attribute:n:for ACME"},
			{list("report", queries.InName, queries.InValue), "Report-1.pdf, report-2.pdf"},
			{list("report", queries.InValue), ""},
		} {
			if row.got != row.want {
				t.Errorf("got %q, want %q", row.got, row.want)
			}
		}
	}
	if s.q.Texts.Len() == 0 {
		t.Error("nothing is kept in memory")
	}
	s.pass(time.Second)
	s.override(s.mira, s.files[1], "Supplier", "Somebody else")
	if got := list("acme", queries.InValue); got != "report-2.pdf:value:Supplier:Acme Werke" {
		t.Errorf("after a correction: %q, want %q", got, "report-2.pdf:value:Supplier:Acme Werke")
	}
	s.q.Texts.Forget(dossier.SubjectOf(ws, s.private))
	if n := s.q.Texts.Len(); n != 1 {
		t.Errorf("texts of %d files are kept where a dossier was forgotten, want that of another one", n)
	}
	s.erase(file.SubjectOf(ws, s.private, s.files[2]))
	if got := list("acme", queries.InValue); got != "" {
		t.Errorf("after a permanent deletion: %q, want %q", got, "")
	}
}

func namesAreKeptUntilFilesChange(t *testing.T, open opener) {
	s := newShelf(t, open)
	list := func(sort, part string) string {
		names, _ := s.pages(queries.AskFilePage{Caller: s.mira, TemplateID: s.templateID, DossierID: s.private,
			Groups:     queries.Groups{Active: true},
			FileFilter: queries.FileFilter{Query: part}, Sort: sort, Limit: 2}, func(a queries.AskFilePage) (queries.FilePage,
			error) {
			return s.q.FilePageOf(t.Context(), a)
		})
		return strings.Join(names, " ")
	}
	for range 2 {
		if got, want := list("filename", ""), "A.pdf Report-1.pdf b.pdf report-2.pdf z.pdf"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if n := s.q.Names.Len(); n != len(s.files) {
			t.Errorf("%d names are kept of %d files, want one each", n, len(s.files))
		}
	}
	s.pass(time.Second)
	s.analyse(s.private, s.files[4], 7, newResult("Total", "1"))
	if got := list("", "a.p"); got != "A.pdf" || s.q.Names.Len() != len(s.files)+1 {
		t.Errorf("after a change: %q, %d names, want A.pdf and s.q.Names.Len() = %v", got, s.q.Names.Len(), len(s.files)+1)
	}
	s.q.Names.Forget(dossier.SubjectOf(ws, s.private))
	if n := s.q.Names.Len(); n != 0 {
		t.Errorf("%d names are kept of a dossier that was forgotten, want %v", n, 0)
	}
	if got := list("-filename", "report"); got != "report-2.pdf Report-1.pdf" {
		t.Errorf("after it: %q, want %q", got, "report-2.pdf Report-1.pdf")
	}
}

func filesOfAllDossiers(t *testing.T, open opener) {
	s := newShelf(t, open)
	due := s.store.now.Add(time.Hour)
	decide(s.world, s.olga.ID, dossier.Decider, dossier.StreamOf(ws, s.public),
		dossier.Update(dossier.Details{Owner: s.olga.ID, DueDate: &due},
			es.Seal(dossier.SubjectOf(ws, s.public), dossier.Text{Name: "Public"}), naming.Hold{}))
	read := func(a queries.AskFilePage) (queries.FilePage, error) { return s.q.FilesOfAll(t.Context(), a) }
	for _, row := range []struct {
		name string
		ask  queries.AskFilePage
		want string
	}{
		{"a member", queries.AskFilePage{Caller: s.mira}, "b.pdf a.pdf Report-1.pdf report-2.pdf z.pdf A.pdf"},
		{"those due first", queries.AskFilePage{Caller: s.mira, Sort: "dueDate,-added"},
			"a.pdf A.pdf z.pdf report-2.pdf Report-1.pdf b.pdf"},
		{"a stranger reads what is public", queries.AskFilePage{Caller: s.paul}, "a.pdf"},
		{"a manager, too", queries.AskFilePage{Caller: s.boss}, "a.pdf"},
		{"of a dossier", queries.AskFilePage{Caller: s.mira, DossierID: s.public}, "a.pdf"},
		{"of a dossier of others", queries.AskFilePage{Caller: s.paul, DossierID: s.private}, ""},
		{"of a template", queries.AskFilePage{Caller: s.paul, TemplateID: s.templateID}, "a.pdf"},
		{"of another template", queries.AskFilePage{Caller: s.paul, TemplateID: s.id()}, ""},
		{"with a name", queries.AskFilePage{Caller: s.mira, FileFilter: queries.FileFilter{Query: "a.PDF"}}, "a.pdf A.pdf"},
	} {
		for _, limit := range []int{1, 500} {
			row.ask.Limit = limit
			if names, _ := s.pages(row.ask, read); strings.Join(names, " ") != row.want {
				t.Errorf("%s, %d a page: got %q, want %q", row.name, limit, names, row.want)
			}
		}
	}
	page, err := read(queries.AskFilePage{Caller: s.mira, FileFilter: queries.FileFilter{Assignee: "me"}, Limit: 10,
		Counts: true})
	if err != nil || page.Files[0].DossierName != "Private" || page.Files[0].DueDate != nil || *page.Total != 2 {
		t.Errorf("got %+v, %v, want two files, the first of Private without a due date", page, err)
	}
	if got := fmt.Sprint(page.Counts.WorkflowStatus, page.Counts.AssignedToMe,
		page.Counts.Unassigned); got != "map[UNDER_REVIEW:2] 2 4" {
		t.Errorf("got the counts %s, want %q", got, "map[UNDER_REVIEW:2] 2 4")
	}
	decide(s.world, s.olga.ID, dossier.Decider, dossier.StreamOf(ws, s.private), dossier.Archive())
	if names, _ := s.pages(queries.AskFilePage{Caller: s.mira, Limit: 5}, read); strings.Join(names, " ") != "a.pdf" {
		t.Errorf("with an archived dossier: got %v, want a.pdf", names)
	}
}

func pagesOfComponents(t *testing.T, open opener) {
	s := newShelf(t, open)
	ask := queries.AskFilePage{Caller: s.mira, TemplateID: s.templateID, DossierID: s.private, Limit: 2}
	var got []string
	for n := 0; n < 9; n++ {
		page, err := s.q.ComponentPageOf(t.Context(), ask)
		if err != nil || page.Total != 5 {
			t.Fatalf("got %d files, %v, want 5", page.Total, err)
		}
		for _, f := range page.Files {
			got = append(got, fmt.Sprint(f.Filename, " ", len(f.Components)))
		}
		if ask.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	if want := "b.pdf 0,Report-1.pdf 0,report-2.pdf 0,z.pdf 1,A.pdf 0"; strings.Join(got, ",") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	ask.Caller, ask.Cursor = s.boss, ""
	if _, err := s.q.ComponentPageOf(t.Context(), ask); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a manager who is no member: got %v, want %v", err, domain.ErrAccessDenied)
	}
}

func pagesOfFilesRefuse(t *testing.T, open opener) {
	s := newShelf(t, open)
	page, err := s.q.FilePageOf(t.Context(), queries.AskFilePage{Caller: s.mira, TemplateID: s.templateID,
		DossierID: s.private,
		Groups:    queries.Groups{Active: true}, Limit: 1})
	if err != nil || page.Next == "" {
		t.Fatal(page, err)
	}
	for _, row := range []struct {
		name string
		ask  queries.AskFilePage
		kind domain.Kind
	}{
		{"a page of no size", queries.AskFilePage{Caller: s.mira}, domain.Invalid},
		{"a large page", queries.AskFilePage{Caller: s.mira, Limit: 501}, domain.Invalid},
		{"an unknown order", queries.AskFilePage{Caller: s.mira, Limit: 1, Sort: "size"}, domain.Invalid},
		{"an order behind that of single files", queries.AskFilePage{Caller: s.mira, Limit: 1, Sort: "added,assignee"},
			domain.Invalid},
		{"an order twice", queries.AskFilePage{Caller: s.mira, Limit: 1, Sort: "assignee,-assignee"}, domain.Invalid},
		{"a cursor of another order", queries.AskFilePage{Caller: s.mira, Limit: 1, Sort: "-added", Cursor: page.Next},
			domain.Invalid},
		{"no cursor", queries.AskFilePage{Caller: s.mira, Limit: 1, Cursor: "x"}, domain.Invalid},
		{"somebody else's dossier", queries.AskFilePage{Caller: s.boss, Limit: 1}, domain.Forbidden},
		{"an administrator", queries.AskFilePage{Caller: s.anna, Limit: 1}, domain.Forbidden},
	} {
		row.ask.TemplateID, row.ask.DossierID = s.templateID, s.private
		if _, err := s.q.FilePageOf(t.Context(), row.ask); domain.KindOf(err) != row.kind {
			t.Errorf("%s: got %v, want %v", row.name, err, row.kind)
		}
	}
	if _, err := s.q.FilesOfAll(t.Context(), queries.AskFilePage{Caller: s.anna, Limit: 1}); !errors.Is(err,
		domain.ErrAccessDenied) {
		t.Errorf("an administrator lists files: %v, want %v", err, domain.ErrAccessDenied)
	}
	if _, err := s.q.FilesOfAll(t.Context(), queries.AskFilePage{Caller: s.mira, Limit: 1,
		Sort: "filename"}); domain.KindOf(err) != domain.Invalid {
		t.Errorf("all files by name: %v, want Invalid", err)
	}
}

func pagesOfDossiers(t *testing.T, open opener) {
	c := newCast(t, open(t))
	other := c.template("Other")
	due := c.store.now.Add(time.Hour)
	c.pass(time.Second)
	third := c.dossier(c.boss, other, "beta", dossier.Private, c.olga.ID)
	decide(c.world, c.boss.ID, dossier.Decider, dossier.StreamOf(ws, third),
		dossier.Update(dossier.Details{Owner: c.boss.ID, Members: []string{c.olga.ID}, DueDate: &due},
			es.Seal(dossier.SubjectOf(ws, third), dossier.Text{Name: "beta", Description: "Late"}), naming.Hold{}))
	region := func(of, value string) {
		decide(c.world, c.boss.ID, dossier.Decider, dossier.StreamOf(ws, of),
			dossier.SetAttributes(dossier.SubjectOf(ws, of), map[string]string{"region": value, "kind": "paper"}))
	}
	region(third, "South")
	region(c.private, "South-West")
	having := func(filters ...queries.AttributeFilter) queries.AskDossierPage {
		return queries.AskDossierPage{Caller: c.olga, DossierFilter: queries.DossierFilter{Attributes: filters}}
	}
	active := queries.Groups{Active: true}
	busy := []string{string(file.Unprocessed), string(file.Layout)}
	for _, row := range []struct {
		name string
		ask  queries.AskDossierPage
		want string
	}{
		{"newest first", queries.AskDossierPage{Caller: c.boss}, "beta Public Private"},
		{"oldest first", queries.AskDossierPage{Caller: c.olga, Sort: "date"}, "Private Public beta"},
		{"by name", queries.AskDossierPage{Caller: c.olga, Sort: "name"}, "beta Private Public"},
		{"by name, backwards", queries.AskDossierPage{Caller: c.olga, Sort: "-name"}, "Public Private beta"},
		{"due first", queries.AskDossierPage{Caller: c.olga, Sort: "dueDate"}, "beta Private Public"},
		{"of a member", queries.AskDossierPage{Caller: c.mira}, "Public Private"},
		{"of a stranger", queries.AskDossierPage{Caller: c.paul}, "Public"},
		{"of a template", queries.AskDossierPage{Caller: c.olga, TemplateID: c.templateID}, "Public Private"},
		{"of an owner", queries.AskDossierPage{Caller: c.olga, DossierFilter: queries.DossierFilter{OwnerID: c.boss.ID}},
			"beta"},
		{"with a member", queries.AskDossierPage{Caller: c.olga, DossierFilter: queries.DossierFilter{MemberID: c.mira.ID}},
			"Private"},
		{"with a text", queries.AskDossierPage{Caller: c.olga, DossierFilter: queries.DossierFilter{Query: "LAT"}}, "beta"},
		{"with a text of two", queries.AskDossierPage{Caller: c.olga, DossierFilter: queries.DossierFilter{Query: "p"}},
			"Public Private"},
		{"with an attribute", having(queries.AttributeFilter{ID: "region", Part: "sOUTH"}), "beta Private"},
		{"with two attributes", having(queries.AttributeFilter{ID: "kind", Part: "paper"},
			queries.AttributeFilter{ID: "region", Part: "west"}), "Private"},
		{"with another attribute", having(queries.AttributeFilter{ID: "kind", Part: "south"}), ""},
		{"of a status", queries.AskDossierPage{Caller: c.olga, DossierFilter: queries.DossierFilter{StatusID: c.id()}}, ""},
		{"by identifiers", queries.AskDossierPage{Caller: c.olga, DossierFilter: queries.DossierFilter{IDs: []string{third,
			c.private, c.id()}}}, "beta Private"},
		{"by an identifier that one may not see",
			queries.AskDossierPage{Caller: c.paul, DossierFilter: queries.DossierFilter{IDs: []string{c.private}}}, ""},
		{"due before", queries.AskDossierPage{Caller: c.olga,
			DossierFilter: queries.DossierFilter{DueBefore: new(due.Add(time.Second))}}, "beta"},
		{"due before that", queries.AskDossierPage{Caller: c.olga, DossierFilter: queries.DossierFilter{DueBefore: &due}},
			""},
		{"with a file that waits", queries.AskDossierPage{Caller: c.olga,
			DossierFilter: queries.DossierFilter{ProcessingStatus: busy}}, "Public Private"},
		{"the same, of a manager who reads no files",
			queries.AskDossierPage{Caller: c.boss, DossierFilter: queries.DossierFilter{ProcessingStatus: busy}}, "Public"},
		{"with a failed file", queries.AskDossierPage{Caller: c.olga,
			DossierFilter: queries.DossierFilter{ProcessingStatus: []string{string(file.Error)}}}, ""},
		{"with new results", queries.AskDossierPage{Caller: c.olga,
			DossierFilter: queries.DossierFilter{HasUpdates: new(true)}}, ""},
		{"without new results", queries.AskDossierPage{Caller: c.olga,
			DossierFilter: queries.DossierFilter{HasUpdates: new(false)}}, "beta Public Private"},
	} {
		for _, limit := range []int{1, 2, 500} {
			row.ask.Groups, row.ask.Limit, row.ask.Cursor, row.ask.Total = active, limit, "", limit > 1
			var names []string
			for n := 0; n < 20; n++ {
				page, err := c.q.DossierPageOf(t.Context(), row.ask)
				if err != nil {
					t.Fatalf("%s: %v, want no error", row.name, err)
				}
				if len(page.Dossiers) > limit {
					t.Errorf("%s: a page of %d has %d dossiers, want at most %d",
						row.name, limit, len(page.Dossiers), limit)
				}
				if want := int64(len(strings.Fields(row.want))); row.ask.Total && row.ask.Query == "" &&
					row.ask.Attributes == nil && (page.Total == nil || *page.Total != want) {
					t.Errorf("%s: a total of %v, want %d", row.name, page.Total, want)
				}
				for _, d := range page.Dossiers {
					names = append(names, d.Name)
				}
				if row.ask.Cursor = page.Next; page.Next == "" {
					break
				}
			}
			if got := strings.Join(names, " "); got != row.want {
				t.Errorf("%s, %d a page: got %q, want %q", row.name, limit, got, row.want)
			}
		}
	}
	decide(c.world, c.olga.ID, dossier.Decider, dossier.StreamOf(ws, c.public), dossier.Archive())
	for _, row := range []struct {
		groups queries.Groups
		want   string
	}{{active, "[beta Private]"}, {queries.Groups{Archived: true}, "[Public]"},
		{queries.Groups{Active: true, Archived: true}, "[beta Public Private]"}, {queries.Groups{}, "[]"}} {
		page, err := c.q.DossierPageOf(t.Context(), queries.AskDossierPage{Caller: c.olga, Groups: row.groups, Limit: 10})
		names := []string{}
		for _, d := range page.Dossiers {
			names = append(names, d.Name)
		}
		if fmt.Sprint(names) != row.want || err != nil {
			t.Errorf("%+v: got %v, %v, want %s", row.groups, names, err, row.want)
		}
	}
	for _, ask := range []queries.AskDossierPage{{Caller: c.olga}, {Caller: c.olga, Limit: 1, Sort: "owner"},
		{Caller: c.olga, Limit: 1, Sort: "name,date"},
		{Caller: c.olga, Limit: 1, Cursor: "x"},
		{Caller: c.olga, Limit: 1, DossierFilter: queries.DossierFilter{IDs: make([]string, 101)}}} {
		if _, err := c.q.DossierPageOf(t.Context(), ask); domain.KindOf(err) != domain.Invalid {
			t.Errorf("%+v: got %v, want a refusal", ask, err)
		}
	}
	if _, err := c.q.DossierPageOf(t.Context(), queries.AskDossierPage{Caller: c.anna, Limit: 1}); !errors.Is(err,
		domain.ErrAccessDenied) {
		t.Errorf("an administrator lists dossiers: %v, want %v", err, domain.ErrAccessDenied)
	}
}

func filesThatNeedALookAreCounted(t *testing.T, open opener) {
	s := newShelf(t, open)
	decide(s.world, s.olga.ID, file.Decider, file.StreamOf(ws, s.files[3]), file.RequestReanalysis(false))
	s.analyse(s.private, s.files[3], 7, newResult("Total", "2"))
	ask := func(attention bool) (names string, counts queries.FileCounts) {
		page, err := s.q.FilesOfAll(t.Context(), queries.AskFilePage{Caller: s.mira, DossierID: s.private, Limit: 500,
			Counts:     true,
			FileFilter: queries.FileFilter{Attention: &attention}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range page.Files {
			names += f.Filename + " "
		}
		return names, *page.Counts
	}
	if names, counts := ask(true); names != "z.pdf " || counts.Attention != 1 || counts.Unassigned != 1 {
		t.Errorf("got %q, %+v, want the file whose value changed", names, counts)
	}
	if names, counts := ask(false); names != "b.pdf Report-1.pdf report-2.pdf A.pdf " || counts.Attention != 1 ||
		counts.Unassigned != 2 {
		t.Errorf("got %q, %+v, want all others", names, counts)
	}
	in := file.Circle{Owner: s.olga.ID, Members: []string{s.olga.ID, s.mira.ID}}
	decide(s.world, s.olga.ID, file.Decider, file.StreamOf(ws, s.files[3]), file.Assign(s.mira.ID, in))
	decide(s.world, s.mira.ID, file.Decider, file.StreamOf(ws, s.files[3]),
		file.SetChecks([]string{"Total"}, nil, func(string) bool { return true }))
	if names, counts := ask(true); names != "" || counts.Attention != 0 {
		t.Errorf("after a check: got %q, %+v, want names = nothing and counts.Attention = 0", names, counts)
	}
	s.reading = []document.Finding{{Kind: document.FindingHiddenTextLeftOut, Page: 1, Count: 14}}
	decide(s.world, s.olga.ID, file.Decider, file.StreamOf(ws, s.files[3]), file.RequestReanalysis(false))
	s.analyse(s.private, s.files[3], 7, newResult("Total", "2"))
	for has, want := range map[bool]int{true: 1, false: 4} {
		page, err := s.q.FilesOfAll(t.Context(), queries.AskFilePage{Caller: s.mira, DossierID: s.private, Limit: 500,
			FileFilter: queries.FileFilter{HasFindings: &has}})
		if err != nil || len(page.Files) != want || has && !reflect.DeepEqual(page.Files[0].Findings, s.reading) {
			t.Errorf("files with findings %t: got %+v, %v; want %d", has, page.Files, err, want)
		}
	}
}

func dossiersTellWhatIsInThem(t *testing.T, open opener) {
	s := newShelf(t, open)
	list := func(who user.Principal) map[string]*queries.DossierCounts {
		found, err := s.q.ListDossiers(t.Context(), queries.AskDossiers{Caller: who, TemplateID: s.templateID,
			Groups: queries.Groups{Active: true}, Counts: true})
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]*queries.DossierCounts{}
		for _, d := range found {
			out[d.Name] = d.Counts
		}
		return out
	}
	counts := list(s.mira)["Private"]
	if got, want := fmt.Sprintf("%+v", *counts), fmt.Sprintf("%+v", queries.DossierCounts{Files: 5, Pages: 7,
		SoftDeleted: 1, Unassigned: 3, AssignedToMe: 2,
		WorkflowStatus: map[string]int64{"NEW": 3, "UNDER_REVIEW": 2}, ProcessingStatus: map[string]int64{"UNPROCESSED": 4,
			"PROCESSED": 1}, LastChange: s.store.now}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if of := list(s.boss); of["Private"] != nil || of["Public"] == nil {
		t.Errorf(`a manager who is no member is told of %v, want of["Private"] = nil and of["Public"] != nil`, of)
	}
	one, err := s.q.GetDossier(t.Context(), queries.AskDossier{Caller: s.olga, TemplateID: s.templateID,
		DossierID: s.private, Counts: true})
	if err != nil || one.Counts.Files != 5 || one.Counts.AssignedToMe != 0 {
		t.Errorf("got %+v, %v, want one.Counts.Files = 5, one.Counts.AssignedToMe = 0 and no error", one.Counts, err)
	}
	decide(s.world, s.olga.ID, file.Decider, file.StreamOf(ws, s.files[3]), file.DeletePermanently())
	s.erase(file.SubjectOf(ws, s.private, s.files[3]))
	if counts := list(s.mira)["Private"]; counts.Files != 4 || counts.Pages != 0 {
		t.Errorf("after a permanent deletion: got %+v, want counts.Files = 4 and counts.Pages = 0", counts)
	}
}

// A page costs the same however many files there are: as many rows, found by the index of its order.
func TestPagesCostTheSameHoweverManyFiles(t *testing.T) {
	sizes := []int{1000, 20_000}
	var rows [2][]int
	for i, size := range sizes {
		l := &listener{openSQLite(t), map[string][]any{}}
		c := newCast(t, l)
		c.fill(size)
		for _, ask := range []queries.AskFilePage{{}, {Sort: "-lastUpdated"}, {Sort: "dueDate,added"},
			{FileFilter: queries.FileFilter{Assignee: "none"}, Counts: true}} {
			ask.Caller, ask.Limit, ask.TemplateID = c.olga, 100, c.templateID
			for range 3 { // deep pages as well
				clear(l.heard)
				page, err := c.q.FilesOfAll(t.Context(), ask)
				if err != nil || len(page.Files) != 100 {
					t.Fatalf("got %d files, %v, want %v", len(page.Files), err, 100)
				}
				ask.Cursor = page.Next
				rows[i] = append(rows[i], l.rowsRead(t))
			}
		}
	}
	if !slices.Equal(rows[0], rows[1]) {
		t.Errorf("pages read %v rows of %d files, and %v of %d, want %v", rows[0], sizes[0], rows[1], sizes[1], rows[1])
	}
}

// fill uploads many files, and shows them at the end.
func (c cast) fill(n int) {
	c.Helper()
	for i := range n {
		id := c.id()
		subject := file.SubjectOf(ws, c.private, id)
		cmd := es.Command{Stream: file.StreamOf(ws, id), Meta: es.Meta{Actor: c.olga.ID, Workspace: ws}}
		_, err := es.Decide(c.Context(), c.q.Log, file.Decider, cmd, file.Upload(file.Uploaded{Dossier: c.private,
			Template: c.templateID, Size: 1,
			Original: es.BlobRef{Subject: subject}, Name: es.Seal(subject, file.Name{Filename: fmt.Sprintf("%d.pdf", i)})}))
		if err != nil {
			c.Fatal(err)
		}
	}
	c.project()
}

// rowsRead performs the statements that were heard again and counts their rows. It fails when one of them reads a
// whole table, or sorts the files of one.
func (l *listener) rowsRead(t *testing.T) (n int) {
	t.Helper()
	for sql, args := range l.heard {
		plan := explain(t, l.engine, sql, args)
		if strings.Contains(plan, "SCAN files_v") || strings.Contains(sql, "FROM files") &&
			strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s\nreads more than it shows: %s, want an index", sql, plan)
		}
		rows, err := l.engine.Query(t.Context(), sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			n++
		}
		rows.Close()
	}
	return n
}
