package service_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// BenchmarkLists compares what pages of lists cost with few and many entries, as BenchmarkGrowth does (DOCKET_GROWTH_FILES,
// DOCKET_GROWTH_CSV), on SQLite: each installation has so many files, and as many dossiers, operations and packages; a tenth
// of the files is in the trash.
func BenchmarkLists(b *testing.B) {
	for b.Loop() {
		g := &grown{b: b, lists: true}
		for _, files := range growthSizes(b) {
			g.all = append(g.all, g.install(files))
		}
		for _, i := range g.all {
			i.serve(b)
		}
		g.pages()
		g.report()
	}
}

// listed are the events of a home of which lists have entries: for each of its files, which are not corrected, one dossier,
// operation and package.
func (f filler) listed(ctx context.Context, h home) error {
	const kinds = 4 // of objects, whose identifiers take turns behind those of files
	owned := []string{f.owner}
	for n := 1; n <= homeFiles; n++ {
		events := f.events(h, n)[:6]
		if n > homeFiles-homeFiles/10 {
			events = append(events, file.SoftDeleted{PurgeAt: time.Now().Add(time.Duration(n) * time.Hour)})
		}
		made := homeFiles + n*kinds
		d, p := dossier.SubjectOf("demo", h.id(made)), download.SubjectOf("demo", h.id(made+1))
		for stream, events := range map[es.StreamID][]es.Event{
			h.stream(n): events,
			dossier.StreamOf("demo", h.id(made)): {dossier.Created{Template: f.template, Visibility: dossier.Public,
				DownloadFileTypes: []string{"ORIGINAL"}, Details: dossier.Details{Owner: f.owner, Members: owned, Approvers: owned,
					ReportTemplates: []string{}}, Text: es.Seal(d, dossier.Text{Name: fmt.Sprintf("Dossier %d of %d", n, h)})}},
			download.StreamOf("demo", h.id(made+1)): {download.Requested{User: f.owner, Dossier: h.id(0), Template: f.template,
				FileTypes: []string{"ORIGINAL"}, Filename: es.Seal(p, fmt.Sprintf("%d.zip", n))},
				download.Broke{Run: 1, Cause: es.Seal(p, "no")}},
			bulk.StreamOf("demo", h.id(made+2)): {bulk.Started{Dossier: h.id(0), Template: f.template, Files: 1, Action: bulk.Trash,
				Operation: "deleteFiles"}, bulk.Finished{}},
		} {
			if _, err := es.Decide(ctx, f.log, blank, es.Command{Stream: stream, Meta: es.Meta{Actor: f.owner, Workspace: "demo",
				Command: uuid.New()}}, func(struct{}) ([]es.Event, error) { return events, nil }); err != nil {
				return err
			}
		}
	}
	return nil
}

// pages compares first pages, pages in the middle, and what filters choose.
func (g *grown) pages() {
	lists := map[string]string{
		"dossiers":               "/api/dossiers?limit=50",
		"dossiers by due date":   "/api/dossiers?limit=50&sort=dueDate",
		"dossiers of an owner":   "/api/dossiers?limit=50&ownerId={owner}",
		"dossiers of a template": "{many}/dossiers?limit=50",
		"files":                  "/api/files?limit=50",
		"files in one state":     "/api/files?limit=50&processingStatus=PROCESSED",
		"files in no state":      "/api/files?limit=50&processingStatus=ERROR",
		"trash":                  "/api/trash?limit=50",
		"operations":             "/api/operations?limit=50",
		"packages":               "/api/downloads?limit=50",
		"packages, oldest first": "/api/downloads?limit=50&sort=creationDate",
		"packages by name":       "/api/downloads?limit=50&q=7.zip",
		"audit":                  "/api/audit/events?limit=50",
		"audit of a kind":        "/api/audit/events?limit=50&type=file.uploaded",
		"audit of a person":      "/api/audit/events?limit=50&actor={owner}",
	}
	for what, at := range lists {
		first, behind := map[*installation]string{}, map[*installation]string{}
		for _, i := range g.all {
			first[i] = strings.NewReplacer("{owner}", i.ownerID, "{many}", i.many).Replace(at)
			if cursor := i.cursorOf(first[i], 20); cursor != "" {
				behind[i] = first[i] + "&cursor=" + url.QueryEscape(cursor)
			}
		}
		for kind, address := range map[string]map[*installation]string{"first page": first, "page by cursor": behind} {
			if len(address) < len(g.all) {
				continue
			}
			g.compare("list of "+what+", "+kind, func(i *installation) int {
				const times = 10
				for range times {
					i.send(200, "GET", address[i], "")
				}
				return times
			})
		}
	}
}

// cursorOf walks a list for some pages, and returns the cursor of the next one; "" at the end.
func (i *installation) cursorOf(at string, pages int) (cursor string) {
	for range pages {
		var page struct{ NextCursor *string }
		to := at
		if cursor != "" {
			to += "&cursor=" + url.QueryEscape(cursor)
		}
		a := i.c.Want(200, "GET", to, nil)
		if err := json.Unmarshal(a.Body, &page); err != nil {
			i.c.T.Fatal(err)
		}
		if page.NextCursor == nil {
			return ""
		}
		cursor = *page.NextCursor
	}
	return cursor
}
