package queries_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// trash reads the whole trash, page by page, as the names on it.
func (s shelf) trash(ask queries.AskTrash) (names string, entries []queries.TrashEntry) {
	s.Helper()
	for n := 0; ; n++ {
		page, err := s.q.Trash(s.Context(), ask)
		if err != nil {
			s.Fatalf("page %d: %v, want no error", n, err)
		}
		entries = append(entries, page.Entries...)
		if page.Total < int64(len(entries)) || page.Next == "" && page.Total != int64(len(entries)) {
			s.Errorf("%+v: %d entries are told of, %d were read, want as many", ask, page.Total, len(entries))
		}
		if ask.Cursor = page.Next; page.Next == "" || n > 50 {
			break
		}
	}
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.Name
	}
	return strings.Join(out, " "), entries
}

func trashIsListedInPages(t *testing.T, open opener) {
	s := newShelf(t, open)
	s.pass(time.Minute)
	remove := func(who user.Principal, id string, keep time.Duration) {
		decide(s.world, who.ID, file.Decider, file.StreamOf(ws, id), file.SoftDelete(s.store.now.Add(keep)))
	}
	remove(s.mira, s.files[0], 3*time.Hour)
	remove(s.mira, s.files[1], 2*time.Hour)
	inPublic := s.upload(s.olga, s.templateID, s.public, "p.pdf", 4)
	remove(s.olga, inPublic, 90*time.Minute)
	third := s.dossier(s.olga, s.templateID, "Third", dossier.Private, s.olga.ID, s.mira.ID)
	s.upload(s.olga, s.templateID, third, "t.pdf", 1)
	decide(s.world, s.olga.ID, dossier.Decider, dossier.StreamOf(ws, third),
		dossier.SoftDelete(s.store.now.Add(100*time.Minute)))
	for _, row := range []struct {
		name string
		ask  queries.AskTrash
		want string
	}{
		{"a member", queries.AskTrash{Caller: s.mira}, "b.pdf Report-1.pdf Third p.pdf m.pdf"},
		{"the owner", queries.AskTrash{Caller: s.olga}, "b.pdf Report-1.pdf Third p.pdf m.pdf"},
		{"a manager who is no member", queries.AskTrash{Caller: s.boss}, "Third p.pdf"},
		{"a stranger", queries.AskTrash{Caller: s.paul}, "p.pdf"},
		{"files", queries.AskTrash{Caller: s.mira, Kind: queries.KindFile}, "b.pdf Report-1.pdf p.pdf m.pdf"},
		{"dossiers", queries.AskTrash{Caller: s.mira, Kind: queries.KindDossier}, "Third"},
		{"of a dossier", queries.AskTrash{Caller: s.mira, DossierID: s.public}, "p.pdf"},
		{"of a dossier in the trash", queries.AskTrash{Caller: s.mira, DossierID: third}, "Third"},
		{"what ends soon", queries.AskTrash{Caller: s.mira, Before: new(s.store.now.Add(100 * time.Minute))}, "p.pdf m.pdf"},
		{"dossiers that end soon", queries.AskTrash{Caller: s.mira, Kind: queries.KindDossier,
			Before: new(s.store.now.Add(2 * time.Hour))}, "Third"},
		{"of another template", queries.AskTrash{Caller: s.mira, TemplateID: s.id()}, ""},
	} {
		for _, row.ask.Limit = range []int{1, 2, 500} {
			if got, _ := s.trash(row.ask); got != row.want {
				t.Errorf("%s, %d a page: got %q, want %q", row.name, row.ask.Limit, got, row.want)
			}
		}
	}
	_, entries := s.trash(queries.AskTrash{Caller: s.mira, Limit: 500})
	told := func(i int) string {
		e := entries[i]
		size, files := int64(-1), int64(-1)
		if e.Size != nil {
			size = *e.Size
		}
		if e.Files != nil {
			files = *e.Files
		}
		return fmt.Sprint(e.Kind, " ", e.DossierName, " ", size, " ", files, " ", e.DeletedBy == s.mira.ID, " ",
			e.PurgeTime.Sub(s.store.now), " ", e.MayRestore, " ", e.MayPurge)
	}
	for i, want := range map[int]string{0: "FILE Private 100 -1 true 3h0m0s false true",
		2: "DOSSIER Third -1 1 false 1h40m0s false false", 3: "FILE Public 4 -1 false 1h30m0s false false"} {
		if got := told(i); got != want {
			t.Errorf("entry %d: got %s, want %s", i, got, want)
		}
	}
	_, entries = s.trash(queries.AskTrash{Caller: s.olga, Limit: 500})
	if e := entries[2]; !e.MayRestore || !e.MayPurge || e.DeletedBy != s.olga.ID {
		t.Errorf("the owner is told %+v of a dossier, want e.MayRestore, e.MayPurge and e.DeletedBy = %v", e, s.olga.ID)
	}
	s.erase(file.SubjectOf(ws, s.private, s.files[0]))
	decide(s.world, s.mira.ID, file.Decider, file.StreamOf(ws, s.files[0]), file.DeletePermanently())
	decide(s.world, s.olga.ID, file.Decider, file.StreamOf(ws, inPublic), file.Restore(naming.Hold{}))
	decide(s.world, s.olga.ID, dossier.Decider, dossier.StreamOf(ws, s.private), dossier.Archive())
	names, entries := s.trash(queries.AskTrash{Caller: s.olga, Limit: 2})
	if names != "Report-1.pdf Third m.pdf" ||
		slices.ContainsFunc(entries, func(e queries.TrashEntry) bool {
			return e.Kind == queries.KindFile &&
				(e.MayRestore || e.MayPurge)
		}) {
		t.Errorf("after an end, a return, and in an archived dossier: got %q, %+v, want three, and no rights on files",
			names, entries)
	}
	decide(s.world, s.olga.ID, dossier.Decider, dossier.StreamOf(ws, third), dossier.Restore())
	if names, _ := s.trash(queries.AskTrash{Caller: s.olga, Kind: queries.KindDossier, Limit: 2}); names != "" {
		t.Errorf("a restored dossier: got %q, want %q", names, "")
	}
	for _, ask := range []queries.AskTrash{{Caller: s.mira}, {Caller: s.mira, Limit: 501},
		{Caller: s.mira, Limit: 1, Cursor: "x"}} {
		if _, err := s.q.Trash(t.Context(), ask); domain.KindOf(err) != domain.Invalid {
			t.Errorf("%+v: got %v, want a refusal", ask, err)
		}
	}
	if _, err := s.q.Trash(t.Context(), queries.AskTrash{Caller: s.anna, Limit: 1}); !errors.Is(err,
		domain.ErrAccessDenied) {
		t.Errorf("an administrator lists the trash: %v, want %v", err, domain.ErrAccessDenied)
	}
}
