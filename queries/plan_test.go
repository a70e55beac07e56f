package queries_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/queries"
)

// A listener notes the statements that pass.
type listener struct {
	engine
	heard map[string][]any
}

func (l *listener) Query(ctx context.Context, sql string, args ...any) (queries.Rows, error) {
	l.heard[sql] = args
	return l.engine.Query(ctx, sql, args...)
}

// everything asks each question once.
func (c cast) everything() {
	ctx, now := c.Context(), c.store.now
	one := func(err error) {
		c.Helper()
		if err != nil {
			c.Fatal(err)
		}
	}
	ask := c.ask(c.olga, c.private, c.inPrivate)
	_, err := c.q.ListTemplates(ctx, c.olga)
	one(err)
	_, err = c.q.ListDossiers(ctx, queries.AskDossiers{Caller: c.olga, TemplateID: c.templateID})
	one(err)
	_, err = c.q.DossierStatuses(ctx, queries.AskOfTemplate{Caller: c.olga, TemplateID: c.templateID})
	one(err)
	_, err = c.q.ListFiles(ctx, queries.AskFiles{Caller: c.olga, TemplateID: c.templateID, DossierID: c.private})
	one(err)
	page := queries.AskFilePage{Caller: c.olga, TemplateID: c.templateID, DossierID: c.private,
		Groups: queries.Groups{Active: true}, Limit: 10}
	_, err = c.q.FilePageOf(ctx, page)
	one(err)
	page.DossierID = ""
	_, err = c.q.FilesOfAll(ctx, page)
	one(err)
	page.SHA256 = strings.Repeat("0", 64)
	_, err = c.q.FilesOfAll(ctx, page)
	one(err)
	page.SHA256, page.Duplicates = "", new(true)
	_, err = c.q.FilesOfAll(ctx, page)
	one(err)
	_, err = c.q.FindContent(ctx, c.olga, strings.Repeat("0", 64), c.inPrivate)
	one(err)
	_, err = c.q.Trash(ctx, queries.AskTrash{Caller: c.olga, Limit: 10})
	one(err)
	dossiers := queries.AskDossierPage{Caller: c.mira, Groups: queries.Groups{Active: true, Archived: true}, Limit: 10,
		Counts: true}
	for _, dossiers.Sort = range []string{"", "dueDate"} {
		_, err = c.q.DossierPageOf(ctx, dossiers)
		one(err)
	}
	dossiers.DossierFilter = queries.DossierFilter{IDs: []string{c.private, c.public}, DueBefore: &now,
		ProcessingStatus: []string{"ERROR", "OCR"}, HasUpdates: new(true)}
	dossiers.Total = true
	_, err = c.q.DossierPageOf(ctx, dossiers)
	one(err)
	_, err = c.q.FileComponents(ctx, ask)
	one(err)
	for _, up := range []bool{true, false} {
		for _, after := range []uint64{0, 1000} {
			for _, id := range []string{"", c.inPrivate} {
				h := c.history(id, 10)
				h.Ascending, h.After = up, after
				_, err = c.q.ReadHistory(ctx, h)
				one(err)
			}
		}
	}
	_, err = c.q.TemplateHistory(ctx, queries.AskTemplateHistory{Caller: c.anna, TemplateID: c.templateID, After: 3,
		Limit: 10})
	one(err)
	for _, a := range []queries.AskAudit{{}, {Actor: c.mira.ID}, {Types: []string{"file.", "dossier.created"}},
		{DossierID: c.private, Actor: c.mira.ID},
		{FileID: c.inPrivate, Types: []string{"file."}}, {From: &now, To: &now}} {
		a.Caller, a.Limit = c.anna, 10
		_, err = c.q.AuditEvents(ctx, a)
		one(err)
	}
	_, err = c.q.ReportUsage(ctx, queries.AskUsage{Caller: c.anna, Start: now.AddDate(0, -40, 0), End: now})
	one(err)
	_, err = c.q.ExpiredStreams(ctx, now, 100)
	one(err)
	_, err = c.q.FileEntities(ctx, queries.AskEntities{AskFile: ask})
	one(err)
	c.operations(c.olga, 3)
	c.packages(c.olga, 3)
	part := queries.AskPart{Wanted: true, Limit: 2, Counted: true}
	packed, err := c.q.ListDownloads(ctx, c.olga, part)
	one(err)
	begun, err := c.q.ListOperations(ctx, c.olga, part)
	one(err)
	part.Cursor = packed.Next
	_, err = c.q.ListDownloads(ctx, c.olga, part)
	one(err)
	part.Cursor = begun.Next
	_, err = c.q.ListOperations(ctx, c.olga, part)
	one(err)
	_, err = c.q.ExpiredOperations(ctx, now, 100)
	one(err)
	_, err = c.q.ExpiredPackages(ctx, now, 100)
	one(err)
	if _, err = c.q.GetDownload(ctx, queries.AskDownload{Caller: c.olga, DownloadID: uuid.NewString()}); err == nil {
		c.Fatal("an unknown package was found")
	}
	_, err = c.q.UserByLogin(ctx, ws, "olga@example.org")
	one(err)
	_, _, err = c.q.ReadMember(ctx, ws, c.olga.ID)
	one(err)
	_, err = c.q.WaitingWork(ctx, now.Add(time.Hour), 10)
	one(err)
	_, err = c.q.OpenWork(ctx, 10)
	one(err)
	_, err = c.q.ActiveFiles(ctx, ws, c.private)
	one(err)
	for _, id := range []string{"", c.inPrivate} {
		_, err = c.q.PackagesHolding(ctx, ws, c.private, id)
		one(err)
	}
}

// Without any statistics, each statement finds its rows by an index that is made
// for it, and pages of history come out of the index in order.
func TestEveryStatementUsesItsIndex(t *testing.T) {
	l := &listener{openSQLite(t), map[string][]any{}}
	c := newCast(t, l)
	clear(l.heard)
	c.everything()
	if len(l.heard) < 18 {
		t.Errorf("only %d statements were asked, want at least 18", len(l.heard))
	}
	wanted := map[string]string{" FROM history WHERE workspace = $1 AND type": `\(workspace=. AND type=`,
		" FROM history WHERE workspace = $1 AND actor":         `\(workspace=. AND actor=`,
		" FROM history WHERE stream":                           `\(stream=`,
		" FROM history WHERE workspace || '' = $1 AND dossier": `\(dossier=`,
		" FROM history WHERE workspace || '' = $1 AND file":    `\(file=`,
		" FROM history WHERE dossier":                          `\(dossier=`, " FROM history WHERE file": `\(file=`,
		" FROM dossiers WHERE purge": `\(purge>. AND purge<.`, " FROM files WHERE purge": `\(purge>. AND purge<.`,
		" FROM downloads WHERE dossier": `\(dossier=`, " FROM files WHERE cell": `\(cell=`,
		" FROM dossier_readers r WHERE": `\(workspace=. AND reader=`,
		" FROM file_places f WHERE":     `\(content=`, " FROM dossier_readers m WHERE": `dossier_readers_v\d+ USING INDEX sqlite_autoindex\w+ \(key=`,
		" FROM dossier_readers r JOIN": `\(workspace=. AND reader=`,
		" FROM file_cells c WHERE":     `\(dossier=`, "MAX(updated), 0) FROM files": `\(dossier=`,
		" FROM downloads WHERE workspace":  `\(workspace=. AND owner=.( AND created<.)?\)`,
		" FROM operations WHERE workspace": `\(workspace=. AND owner=.( AND created<.)?\)`,
		" FROM operations WHERE ended":     `\(ended>. AND ended<.`,
		" FROM usage_flows":                `\(workspace=. AND at>. AND at<.`}
	for sql, args := range l.heard {
		plan := explain(t, l.engine, sql, args)
		for line := range strings.Lines(plan) {
			if regexp.MustCompile(`SCAN [a-z_]+_v\d`).MatchString(line) {
				t.Errorf("%s\nreads a whole table: %s, want an index", sql, plan)
			}
		}
		for part, index := range wanted {
			if strings.Contains(sql, part) && !regexp.MustCompile(index).MatchString(plan) {
				t.Errorf("%s\nuses another index: %s, want %s", sql, plan, index)
			}
		}
		// merges sort a page of each
		if strings.Contains(sql, "ORDER BY position") && !strings.Contains(sql, "UNION ALL") && strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s\nsorts: %s, want the order of an index", sql, plan)
		}
	}
}

// PostgreSQL takes an index of a dossier's template for as good as its key while it has
// no statistics, and goes through all dossiers of the template then.
func TestRecordsAreFoundByTheirKey(t *testing.T) {
	l := &listener{openPostgreSQL(t), map[string][]any{}}
	c := newCast(t, l)
	clear(l.heard)
	c.everything()
	seen := 0
	for sql, args := range l.heard {
		if !strings.Contains(sql, " WHERE key = ") {
			continue
		}
		seen++
		rows, err := l.engine.Query(t.Context(), "EXPLAIN (COSTS OFF) "+sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		plan := ""
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				t.Fatal(err)
			}
			plan += line + "\n"
		}
		if rows.Close(); rows.Err() != nil {
			t.Fatal(rows.Err())
		}
		if regexp.MustCompile(`Index Cond: .*\b(workspace|template|dossier|owner) = `).MatchString(plan) {
			t.Errorf("%s\ndoes not go by the key:\n%s", sql, plan)
		}
	}
	if seen < 3 {
		t.Errorf("%d statements look for records, want at least 3", seen)
	}
}

func explain(t *testing.T, e engine, sql string, args []any) string {
	t.Helper()
	rows, err := e.Query(t.Context(), "EXPLAIN QUERY PLAN "+sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := ""
	for rows.Next() {
		var id, parent, unused int64
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		out += fmt.Sprintln(detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
