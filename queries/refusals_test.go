package queries_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// TestWhoHasNoRoleReadsNothing, even of what is the caller's own.
func TestWhoHasNoRoleReadsNothing(t *testing.T) {
	t.Parallel()
	c := newCast(t, openSQLite(t))
	packed := c.requestPackage(c.mira, c.inPrivate)
	nobody := c.mira
	nobody.Roles = nil
	ofFile, ofTemplate := c.ask(nobody, c.private, c.inPrivate),
		queries.AskOfTemplate{Caller: nobody, TemplateID: c.templateID}
	for name, question := range map[string]func(ctx context.Context, q *queries.Queries) (any, error){
		"ListTemplates": func(ctx context.Context, q *queries.Queries) (any, error) { return q.ListTemplates(ctx, nobody) },
		"GetTemplate": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetTemplate(ctx, nobody, c.templateID)
		},
		"ListDefinitions": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListDefinitions(ctx, queries.AskDefinitions{Caller: nobody, TemplateID: c.templateID})
		},
		"EntityDefinitions": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.EntityDefinitions(ctx, ofTemplate)
		},
		"DossierStatuses": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.DossierStatuses(ctx, ofTemplate)
		},
		"DossierAttributes": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierAttributes(ctx, ofTemplate)
		},
		"FileAttributes": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.FileAttributes(ctx, ofTemplate)
		},
		"ReportTemplates": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.ReportTemplates(ctx, ofTemplate)
		},
		"ListMappings": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.ListMappings(ctx, ofTemplate)
		},
		"ExportTemplate": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.ExportTemplate(ctx, ofTemplate)
		},
		"RuleFile": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.RuleFile(ctx, queries.AskRuleFile{Caller: nobody, TemplateID: c.templateID, File: template.DateFormats})
		},
		"ListDossiers": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListDossiers(ctx, queries.AskDossiers{Caller: nobody, TemplateID: c.templateID})
		},
		"DossierPageOf": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierPageOf(ctx, queries.AskDossierPage{Caller: nobody, Limit: 1})
		},
		"GetDossier": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetDossier(ctx, queries.AskDossier{Caller: nobody, TemplateID: c.templateID, DossierID: c.private})
		},
		"ListFiles": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListFiles(ctx, queries.AskFiles{Caller: nobody, TemplateID: c.templateID, DossierID: c.private})
		},
		"FilePageOf": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FilePageOf(ctx, queries.AskFilePage{Caller: nobody, TemplateID: c.templateID, DossierID: c.private,
				Limit: 1})
		},
		"FilesOfAll": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FilesOfAll(ctx, queries.AskFilePage{Caller: nobody, Limit: 1})
		},
		"Trash": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.Trash(ctx, queries.AskTrash{Caller: nobody, Limit: 1})
		},
		"GetFile":        func(ctx context.Context, q *queries.Queries) (any, error) { return q.GetFile(ctx, ofFile) },
		"FileComponents": func(ctx context.Context, q *queries.Queries) (any, error) { return q.FileComponents(ctx, ofFile) },
		"ListOverrides":  func(ctx context.Context, q *queries.Queries) (any, error) { return q.ListOverrides(ctx, ofFile) },
		"FileEntities": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FileEntities(ctx, queries.AskEntities{AskFile: ofFile})
		},
		"PageText": func(ctx context.Context, q *queries.Queries) (any, error) {
			found, err := q.PageText(ctx, queries.AskPageText{AskFile: ofFile, Page: 1})
			return found.ETag, err
		},
		"FileTree": func(ctx context.Context, q *queries.Queries) (any, error) {
			found, err := q.FileTree(ctx, queries.AskTree{AskFile: ofFile})
			return found.ETag, err
		},
		"FileContent": func(ctx context.Context, q *queries.Queries) (any, error) {
			found, err := q.FileContent(ctx, queries.AskContent{AskFile: ofFile, Type: queries.ContentOriginal})
			return found.Filename, err
		},
		"PageImage": func(ctx context.Context, q *queries.Queries) (any, error) {
			found, err := q.PageImage(ctx, queries.AskPage{AskFile: ofFile, Page: 1, DPI: 72})
			return found.Filename, err
		},
		"DossierComponents": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierComponents(ctx, queries.AskComponents{Caller: nobody, TemplateID: c.templateID,
				DossierID: c.private})
		},
		"ReadHistory": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ReadHistory(ctx, queries.AskHistory{Caller: nobody, TemplateID: c.templateID, DossierID: c.private,
				Limit: 1})
		},
		"TemplateHistory": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.TemplateHistory(ctx, queries.AskTemplateHistory{Caller: nobody, TemplateID: c.templateID, Limit: 1})
		},
		"AuditEvents": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.AuditEvents(ctx, queries.AskAudit{Caller: nobody, Limit: 1})
		},
		"EachAuditEvent": func(ctx context.Context, q *queries.Queries) (any, error) {
			told := 0
			err := q.EachAuditEvent(ctx, queries.AskAudit{Caller: nobody},
				func(queries.HistoryEntry) error { told++; return nil })
			return told, err
		},
		"ReadableStreams": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ReadableStreams(ctx, nobody, c.private)
		},
		"ListDownloads": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListDownloads(ctx, nobody, queries.AskPart{})
		},
		"GetDownload": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetDownload(ctx, queries.AskDownload{Caller: nobody, DownloadID: packed})
		},
		"DownloadContent": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DownloadContent(ctx, queries.AskDownload{Caller: nobody, DownloadID: packed})
		},
		"LicenseStatus": func(ctx context.Context, q *queries.Queries) (any, error) { return q.LicenseStatus(ctx, nobody) },
		"ReportUsage": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ReportUsage(ctx, queries.AskUsage{Caller: nobody, Start: c.store.now, End: c.store.now.Add(time.Hour)})
		},
		"ReadMe": func(ctx context.Context, q *queries.Queries) (any, error) { return q.ReadMe(ctx, nobody) },
		"ListUsers": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListUsers(ctx, queries.AskUsers{Caller: nobody})
		},
		"GetUser": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetUser(ctx, queries.AskUser{Caller: nobody, UserID: nobody.ID})
		},
	} {
		got, err := question(t.Context(), c.q)
		if !errors.Is(err, domain.ErrAccessDenied) || !isEmpty(got) {
			t.Errorf("%s: %v, %v, want a refusal", name, got, err)
		}
	}
}

// TestListsLeaveOutWhatWaits for repair and say so, in each order, in the trash, and of packages,
// templates and accounts.
func TestListsLeaveOutWhatWaits(t *testing.T) {
	t.Parallel()
	s := newShelf(t, openSQLite)
	other := s.dossier(s.mira, s.templateID, "Other", dossier.Private, s.mira.ID)
	packed, template2, later := s.requestPackage(s.mira, s.inPrivate), s.template("Receipts"), s.store.now.Add(time.Hour)
	thrown := s.dossier(s.mira, s.templateID, "Thrown", dossier.Private, s.mira.ID)
	decide(s.world, s.mira.ID, dossier.Decider, dossier.StreamOf(ws, thrown), dossier.SoftDelete(later))
	for _, p := range []struct {
		view   projections.View
		stream es.StreamID
	}{
		{projections.Files(s.vault), file.StreamOf(ws, s.files[1])}, {projections.Files(s.vault), file.StreamOf(ws,
			s.files[5])},
		{projections.Dossiers(s.vault), dossier.StreamOf(ws, other)}, {projections.Dossiers(s.vault), dossier.StreamOf(ws,
			thrown)},
		{projections.Templates(s.vault), template.StreamOf(ws, template2)}, {projections.Users(s.vault), user.StreamOf(ws,
			s.paul.ID)},
		{projections.Downloads(s.vault), download.StreamOf(ws, packed)},
	} {
		s.park(p.view, p.stream)
	}
	active := queries.Groups{Active: true}
	for name, row := range map[string]struct {
		read func(ctx context.Context) (int, error)
		many int
		left string
	}{
		"files": {func(ctx context.Context) (int, error) {
			p, err := s.q.FilePageOf(ctx, queries.AskFilePage{Caller: s.mira, TemplateID: s.templateID, DossierID: s.private,
				Groups: active, Limit: 10})
			return len(p.Files), err
		}, 4, s.files[1]},
		"files by name": {func(ctx context.Context) (int, error) {
			p, err := s.q.FilePageOf(ctx, queries.AskFilePage{Caller: s.mira, TemplateID: s.templateID, DossierID: s.private,
				Groups: active, Limit: 10, Sort: "filename"})
			return len(p.Files), err
		}, 4, s.files[1]},
		"files of all": {func(ctx context.Context) (int, error) {
			p, err := s.q.FilesOfAll(ctx, queries.AskFilePage{Caller: s.mira, Limit: 10})
			return len(p.Files), err
		}, 5, s.files[1]},
		"dossiers": {func(ctx context.Context) (int, error) {
			p, err := s.q.DossierPageOf(ctx, queries.AskDossierPage{Caller: s.mira, Groups: active, Limit: 10})
			return len(p.Dossiers), err
		}, 2, other},
		"dossiers by name": {func(ctx context.Context) (int, error) {
			p, err := s.q.DossierPageOf(ctx, queries.AskDossierPage{Caller: s.mira, Groups: active, Limit: 10, Sort: "name"})
			return len(p.Dossiers), err
		}, 2, other},
		"dossiers in the trash": {func(ctx context.Context) (int, error) {
			p, err := s.q.Trash(ctx, queries.AskTrash{Caller: s.mira, Kind: queries.KindDossier, Limit: 10})
			return len(p.Entries), err
		}, 0, thrown},
		"files in the trash": {func(ctx context.Context) (int, error) {
			p, err := s.q.Trash(ctx, queries.AskTrash{Caller: s.mira, Kind: queries.KindFile, Limit: 10})
			return len(p.Entries), err
		}, 0, s.files[5]},
		"packages": {func(ctx context.Context) (int, error) {
			p, err := s.q.ListDownloads(ctx, s.mira, queries.AskPart{})
			return len(p.Entries), err
		}, 0, packed},
		"templates": {func(ctx context.Context) (int, error) {
			p, err := s.q.ListTemplates(ctx, s.mira)
			return len(p), err
		}, 1, template2},
		"accounts": {func(ctx context.Context) (int, error) {
			p, err := s.q.ListUsers(ctx, queries.AskUsers{Caller: s.anna})
			return len(p), err
		}, 4, s.paul.ID},
	} {
		var left []string
		many, err := row.read(queries.WithOmissionNotes(t.Context(), func(id string) { left = append(left, id) }))
		if err != nil || many != row.many || !slices.Contains(left, row.left) {
			t.Errorf("%s: %d with %v left out, %v, want %d without %s", name, many, left, err, row.many, row.left)
		}
	}
	if _, err := s.q.GetUser(t.Context(), queries.AskUser{Caller: s.anna,
		UserID: s.paul.ID}); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("an account that waits: %v, want Unavailable", err)
	}
	if _, err := s.q.GetDownload(t.Context(),
		queries.AskDownload{Caller: s.mira, DownloadID: packed}); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("a package that waits: %v, want Unavailable", err)
	}
}

// TestListsOfSeveralReadersAreInOrder: what a member reads as such and what everybody reads are merged.
func TestListsOfSeveralReadersAreInOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, openSQLite(t))
	olga, mira := w.account("olga", user.RoleManager), w.account("mira", user.RoleUser)
	id := w.template("Invoices")
	for i, name := range []string{"a", "b", "c", "d"} {
		w.pass(time.Second)
		visibility, members := dossier.Public, []string{olga.ID}
		if i%2 == 1 {
			visibility, members = dossier.Private, []string{olga.ID, mira.ID}
		}
		d := w.dossier(olga, id, name, visibility, members...)
		w.upload(olga, id, d, name+".pdf", 1)
		gone := w.dossier(olga, id, "gone-"+name, visibility, members...)
		decide(w, olga.ID, dossier.Decider, dossier.StreamOf(ws, gone), dossier.SoftDelete(w.store.now.Add(time.Hour)))
	}
	for sort, want := range map[string]string{"date": "a b c d", "-date": "d c b a", "name": "a b c d",
		"-name": "d c b a"} {
		for _, limit := range []int{1, 3, 10} {
			got, ask := "", queries.AskDossierPage{Caller: mira, Groups: queries.Groups{Active: true}, Sort: sort, Limit: limit}
			for range 9 {
				page, err := w.q.DossierPageOf(t.Context(), ask)
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range page.Dossiers {
					got += " " + d.Name
				}
				if ask.Cursor = page.Next; page.Next == "" {
					break
				}
			}
			if got != " "+want {
				t.Errorf("dossiers by %s, %d a page: got%s, want %s", sort, limit, got, want)
			}
		}
	}
	trash, err := w.q.Trash(t.Context(), queries.AskTrash{Caller: mira, Limit: 10})
	got := ""
	for _, e := range trash.Entries {
		got += " " + e.Name
	}
	if want := " gone-d gone-c gone-b gone-a"; got != want || err != nil || trash.Total != 4 {
		t.Errorf("the trash: got%s of %d, %v, want%s", got, trash.Total, err, want)
	}
	files, err := w.q.FilesOfAll(t.Context(), queries.AskFilePage{Caller: mira, Limit: 10, Counts: true})
	got = ""
	for _, f := range files.Files {
		got += " " + f.Filename + " of " + f.DossierName
	}
	if want := " a.pdf of a b.pdf of b c.pdf of c d.pdf of d"; got != want || err != nil || *files.Total != 4 ||
		files.Counts.Unassigned != 4 {
		t.Errorf("files: got%s, %v, want%s", got, err, want)
	}
}
