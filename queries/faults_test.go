package queries_test

import (
	"context"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/queries"
)

// faultyReader lets a statement fail when it is asked, or when its rows are read.
type faultyReader struct {
	queries.Reader
	f *estest.Faults
}

func (r faultyReader) Query(ctx context.Context, sql string, args ...any) (queries.Rows, error) {
	if err := r.f.Call("ask " + sql); err != nil {
		return nil, err
	}
	rows, err := r.Reader.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	if err := r.f.Call("read " + sql); err != nil {
		rows.Close()
		return brokenRows{err}, nil //nolint:nilerr // its rows hold the error
	}
	return rows, nil
}

// brokenRows is a result that breaks off before its first row.
type brokenRows struct{ err error }

func (brokenRows) Next() bool        { return false }
func (brokenRows) Scan(...any) error { return nil }
func (r brokenRows) Err() error      { return r.err }
func (brokenRows) Close()            {}

// TestNoAnswerHidesAFailure lets each call of views, log and bytes fail that a question makes, one
// at a time: the question fails too, and never answers with less than there is.
func TestNoAnswerHidesAFailure(t *testing.T) {
	t.Parallel()
	c := newCast(t, openSQLite(t))
	c.pass(time.Second)
	c.analyse(c.private, c.inPrivate, 3, found("Invoice_Number", "INV-17"))
	c.override(c.mira, c.inPrivate, "Invoice_Number", "INV-18")
	past := c.store.now
	c.pass(time.Minute)
	c.override(c.mira, c.inPrivate, "Extra", "c")
	c.project()
	file, template := c.ask(c.mira, c.private, c.inPrivate), queries.AskOfTemplate{Caller: c.anna, TemplateID: c.templateID}
	then := file
	then.AsOf = &past
	for name, question := range map[string]func(ctx context.Context, q *queries.Queries) error{
		"ListTemplates": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ListTemplates(ctx, c.olga)
			return err
		},
		"GetTemplate": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.GetTemplate(ctx, c.olga, c.templateID)
			return err
		},
		"ListDossiers": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ListDossiers(ctx, queries.AskDossiers{Caller: c.olga, TemplateID: c.templateID})
			return err
		},
		"GetDossier of the past": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.GetDossier(ctx, queries.AskDossier{Caller: c.olga, TemplateID: c.templateID, DossierID: c.private, AsOf: &past})
			return err
		},
		"ListFiles of the past": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ListFiles(ctx, queries.AskFiles{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private, AsOf: &past})
			return err
		},
		"GetFile":                    func(ctx context.Context, q *queries.Queries) error { _, err := q.GetFile(ctx, file); return err },
		"GetFile of the past":        func(ctx context.Context, q *queries.Queries) error { _, err := q.GetFile(ctx, then); return err },
		"FileComponents":             func(ctx context.Context, q *queries.Queries) error { _, err := q.FileComponents(ctx, file); return err },
		"FileComponents of the past": func(ctx context.Context, q *queries.Queries) error { _, err := q.FileComponents(ctx, then); return err },
		"DossierComponents": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.DossierComponents(ctx, queries.AskComponents{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private})
			return err
		},
		"ListOverrides": func(ctx context.Context, q *queries.Queries) error { _, err := q.ListOverrides(ctx, file); return err },
		"EntityDefinitions": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.EntityDefinitions(ctx, template)
			return err
		},
		"ListMappings": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ListMappings(ctx, template)
			return err
		},
		"ReadHistory": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ReadHistory(ctx, c.history("", 100))
			return err
		},
		"TemplateHistory": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.TemplateHistory(ctx, queries.AskTemplateHistory{Caller: c.anna, TemplateID: c.templateID, Limit: 100})
			return err
		},
		"AuditEvents": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.AuditEvents(ctx, queries.AskAudit{Caller: c.anna, Limit: 100})
			return err
		},
		"AuditEvents of a person, a time and a dossier": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.AuditEvents(ctx, queries.AskAudit{Caller: c.anna, Limit: 100, Actor: "mira", From: &past, To: &c.store.now, DossierID: c.private})
			return err
		},
		"DossierPageOf": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.DossierPageOf(ctx, queries.AskDossierPage{Caller: c.olga, TemplateID: c.templateID, Limit: 1, Counts: true,
				Groups: queries.Groups{Active: true, Archived: true}})
			return err
		},
		"DossierPageOf by name": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.DossierPageOf(ctx, queries.AskDossierPage{Caller: c.olga, TemplateID: c.templateID, Limit: 1, Sort: "name",
				Groups: queries.Groups{Active: true}})
			return err
		},
		"FilePageOf": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.FilePageOf(ctx, queries.AskFilePage{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private, Limit: 10, Counts: true,
				Groups: queries.Groups{Active: true}})
			return err
		},
		"FilePageOf by name": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.FilePageOf(ctx, queries.AskFilePage{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private, Limit: 10, Sort: "filename",
				Groups: queries.Groups{Active: true}})
			return err
		},
		"FilesOfAll": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.FilesOfAll(ctx, queries.AskFilePage{Caller: c.mira, Limit: 10, Counts: true})
			return err
		},
		"Trash": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.Trash(ctx, queries.AskTrash{Caller: c.mira, Limit: 10})
			return err
		},
		"ComponentPageOf": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ComponentPageOf(ctx, queries.AskFilePage{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private, Limit: 10,
				Groups: queries.Groups{Active: true}})
			return err
		},
		"CountDossiers": func(ctx context.Context, q *queries.Queries) error {
			return q.CountDossiers(ctx, c.mira, []queries.Dossier{{ID: c.private, TemplateID: c.templateID}})
		},
		"FileContent": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.FileContent(ctx, queries.AskContent{AskFile: file, Type: "ORIGINAL"})
			return err
		},
		"ListDefinitions": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ListDefinitions(ctx, queries.AskDefinitions{Caller: c.anna, TemplateID: c.templateID})
			return err
		},
		"ExportTemplate": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ExportTemplate(ctx, template)
			return err
		},
		"DossierStatuses": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.DossierStatuses(ctx, template)
			return err
		},
		"DossierAttributes": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.DossierAttributes(ctx, template)
			return err
		},
		"ReportTemplates": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ReportTemplates(ctx, template)
			return err
		},
		"ListDownloads": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ListDownloads(ctx, c.mira)
			return err
		},
		"LicenseStatus": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.LicenseStatus(ctx, c.anna)
			return err
		},
		"ReadMe": func(ctx context.Context, q *queries.Queries) error { _, err := q.ReadMe(ctx, c.mira); return err },
		"Replay": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.Replay(ctx, ws, c.private, c.store.now)
			return err
		},
		"GetUser": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.GetUser(ctx, queries.AskUser{Caller: c.anna, UserID: c.mira.ID})
			return err
		},
		"UserByLogin": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.UserByLogin(ctx, ws, "mira")
			return err
		},
		"ReadMember": func(ctx context.Context, q *queries.Queries) error {
			_, _, err := q.ReadMember(ctx, ws, c.mira.ID)
			return err
		},
		"ListWorkspaces": func(ctx context.Context, q *queries.Queries) error { _, err := q.ListWorkspaces(ctx); return err },
		"OpenWork":       func(ctx context.Context, q *queries.Queries) error { _, err := q.OpenWork(ctx, 10); return err },
		"ActiveFiles": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ActiveFiles(ctx, ws, c.private)
			return err
		},
		"NamedFiles": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.NamedFiles(ctx, ws, c.private)
			return err
		},
		"FileStreams": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.FileStreams(ctx, ws, c.private)
			return err
		},
		"FilesOf": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.FilesOf(ctx, ws, c.templateID)
			return err
		},
		"PackagesHolding": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.PackagesHolding(ctx, ws, c.private, c.inPrivate)
			return err
		},
		"ReportUsage": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ReportUsage(ctx, queries.AskUsage{Caller: c.anna, Start: past.AddDate(0, -1, 0), End: c.store.now})
			return err
		},
		"WaitingWork": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.WaitingWork(ctx, c.store.now, 10)
			return err
		},
		"ListUsers": func(ctx context.Context, q *queries.Queries) error {
			_, err := q.ListUsers(ctx, queries.AskUsers{Caller: c.anna})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			estest.EachFault(t, func(f *estest.Faults) error {
				q := *c.q
				q.Views, q.Log, q.Blobs, q.Results = faultyReader{c.q.Views, f}, &es.Log{Store: f.Store(c.q.Log.Store), Codec: c.q.Log.Codec}, f.Blobs(c.blobs), nil
				return question(t.Context(), &q)
			})
		})
	}
}
