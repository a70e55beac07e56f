package queries_test

import (
	"context"
	"io"
	"reflect"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
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
	return faultyRows{rows, r.f, sql}, nil
}

// faultyRows lets the reading of a row fail.
type faultyRows struct {
	queries.Rows
	f   *estest.Faults
	sql string
}

func (r faultyRows) Scan(into ...any) error {
	if err := r.f.Call("scan a row of " + r.sql); err != nil {
		return err
	}
	return r.Rows.Scan(into...)
}

// brokenRows is a result that breaks off before its first row.
type brokenRows struct{ err error }

func (brokenRows) Next() bool        { return false }
func (brokenRows) Scan(...any) error { return nil }
func (r brokenRows) Err() error      { return r.err }
func (brokenRows) Close()            {}

// isEmpty reports whether an answer says nothing.
func isEmpty(answer any) bool {
	v := reflect.ValueOf(answer)
	return answer == nil || v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

// requestPackage asks for a package of a file of the private dossier.
func (c cast) requestPackage(who user.Principal, fileID string) string {
	c.Helper()
	id := c.id()
	decide(c.world, who.ID, download.Decider, download.StreamOf(ws, id),
		download.Request(download.Requested{User: who.ID, Dossier: c.private,
			Template: c.templateID, Files: []string{fileID}, FileTypes: []string{"ORIGINAL"},
			Filename: es.Seal(download.SubjectOf(ws, id), id+".zip")}))
	return id
}

// readContent reads content as a whole.
func readContent(ctx context.Context) func(queries.Content, error) (any, error) {
	return func(c queries.Content, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		in, err := c.Open(ctx)
		if err != nil {
			return nil, err
		}
		return readAll(in)
	}
}

// readAll reads to the end, or gives nothing.
func readAll(r io.Reader) (any, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// TestNoAnswerHidesAFailure lets each call of views, log and bytes fail that a question makes, one
// at a time: the question fails too, and never answers with less than there is, nor with anything else.
func TestNoAnswerHidesAFailure(t *testing.T) {
	t.Parallel()
	c := newCast(t, openSQLite(t))
	c.pass(time.Second)
	c.analyse(c.private, c.inPrivate, 3, newResult("Invoice_Number", "INV-17"))
	c.override(c.mira, c.inPrivate, "Invoice_Number", "INV-18")
	past := c.store.now
	c.pass(time.Minute)
	c.override(c.mira, c.inPrivate, "Extra", "c")
	c.giveBytes(c.inPrivate, document.Tree{Pages: []document.Page{{Number: 1, Width: 100, Height: 100}}})
	c.changePorts(func(p *queries.Ports) { p.Drawer = &pencil{} })
	packed, rules, mapping := c.requestPackage(c.mira, c.inPrivate), template.EntityRules, c.id()
	c.requestPackage(c.mira, c.inPrivate) // which is still queued
	c.makePackage(packed, "zip bytes")
	subject := template.SubjectOf(ws)
	kept := func() es.BlobRef { return c.keepJSON(subject, "stored") }
	decide(c.world, c.anna.ID, template.Decider, template.StreamOf(ws, c.templateID),
		template.AddMapping(subject, mapping, template.Mapping{Name: "Rates"}, kept()))
	defined, err := c.q.ListDefinitions(t.Context(), queries.AskDefinitions{Caller: c.anna, TemplateID: c.templateID})
	if err != nil || len(defined) == 0 {
		t.Fatal(defined, err)
	}
	total := defined[0].ID
	was, _, err := es.Load(t.Context(), c.q.Log, template.Decider, template.StreamOf(ws, c.templateID))
	if err != nil {
		t.Fatal(err)
	}
	decide(c.world, c.anna.ID, template.Decider, template.StreamOf(ws, c.templateID),
		template.StoreFile(rules, was.FileBlob(rules), kept()))
	trashed := c.upload(c.mira, c.templateID, c.private, "t.pdf", 1)
	decide(c.world, c.mira.ID, file.Decider, file.StreamOf(ws, trashed), file.SoftDelete(c.store.now.Add(time.Minute)))
	later := c.store.now.Add(time.Hour)
	c.project()
	ofFile, ofTemplate := c.ask(c.mira, c.private, c.inPrivate),
		queries.AskOfTemplate{Caller: c.anna, TemplateID: c.templateID}
	then := ofFile
	then.AsOf = &past
	for name, question := range map[string]func(ctx context.Context, q *queries.Queries) (any, error){
		"ListTemplates": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListTemplates(ctx, c.olga)
		},
		"GetTemplate": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetTemplate(ctx, c.olga, c.templateID)
		},
		"ListDossiers": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListDossiers(ctx, queries.AskDossiers{Caller: c.olga, TemplateID: c.templateID})
		},
		"GetDossier of the past": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetDossier(ctx, queries.AskDossier{Caller: c.olga, TemplateID: c.templateID, DossierID: c.private,
				AsOf: &past})
		},
		"ListFiles of the past": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListFiles(ctx, queries.AskFiles{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private,
				AsOf: &past})
		},
		"GetFile": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.GetFile(ctx, ofFile)
		},
		"GetFile of the past": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.GetFile(ctx, then)
		},
		"FileComponents": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.FileComponents(ctx, ofFile)
		},
		"FileComponents of the past": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.FileComponents(ctx, then)
		},
		"DossierComponents": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierComponents(ctx, queries.AskComponents{Caller: c.mira, TemplateID: c.templateID,
				DossierID: c.private})
		},
		"ListOverrides": func(ctx context.Context, q *queries.Queries) (any, error) { return q.ListOverrides(ctx, ofFile) },
		"EntityDefinitions": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.EntityDefinitions(ctx, ofTemplate)
		},
		"ListMappings": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListMappings(ctx, ofTemplate)
		},
		"ReadHistory": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ReadHistory(ctx, c.history("", 100))
		},
		"TemplateHistory": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.TemplateHistory(ctx, queries.AskTemplateHistory{Caller: c.anna, TemplateID: c.templateID, Limit: 100})
		},
		"AuditEvents": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.AuditEvents(ctx, queries.AskAudit{Caller: c.anna, Limit: 100})
		},
		"AuditEvents of a person, a time and a dossier": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.AuditEvents(ctx, queries.AskAudit{Caller: c.anna, Limit: 100, Actor: "mira", From: &past,
				To: &c.store.now, DossierID: c.private})
		},
		"DossierPageOf": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierPageOf(ctx, queries.AskDossierPage{Caller: c.olga, TemplateID: c.templateID, Limit: 1, Counts: true,
				Groups: queries.Groups{Active: true, Archived: true}})
		},
		"DossierPageOf by name": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierPageOf(ctx, queries.AskDossierPage{Caller: c.olga, TemplateID: c.templateID, Limit: 1, Sort: "name",
				Groups: queries.Groups{Active: true}})
		},
		"FilePageOf": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FilePageOf(ctx, queries.AskFilePage{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private,
				Limit: 10, Counts: true,
				Groups: queries.Groups{Active: true}})
		},
		"FilePageOf by name": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FilePageOf(ctx, queries.AskFilePage{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private,
				Limit: 10, Sort: "filename",
				Groups: queries.Groups{Active: true}})
		},
		"FilesOfAll": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FilesOfAll(ctx, queries.AskFilePage{Caller: c.mira, Limit: 10, Counts: true})
		},
		"Trash": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.Trash(ctx, queries.AskTrash{Caller: c.mira, Limit: 10})
		},
		"ComponentPageOf": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ComponentPageOf(ctx, queries.AskFilePage{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private,
				Limit:  10,
				Groups: queries.Groups{Active: true}})
		},
		"ExportPage": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ExportPage(ctx, queries.AskFilePage{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private, Limit: 10})
		},
		"EachExported": func(ctx context.Context, q *queries.Queries) (any, error) {
			return nil, q.EachExported(ctx, queries.AskExport{Caller: c.mira, TemplateID: c.templateID},
				func(queries.ExportedFile) error { return nil })
		},
		"CountDossiers": func(ctx context.Context, q *queries.Queries) (any, error) {
			return nil, q.CountDossiers(ctx, c.mira, []queries.Dossier{{Record: dossier.Record{ID: c.private, Template: c.templateID}}})
		},
		"FileContent": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FileContent(ctx, queries.AskContent{AskFile: ofFile, Type: "ORIGINAL"})
		},
		"FileContent, opened": func(ctx context.Context, q *queries.Queries) (any, error) {
			return readContent(ctx)(q.FileContent(ctx, queries.AskContent{AskFile: ofFile, Type: queries.ContentOriginal}))
		},
		"FileContent, drawn": func(ctx context.Context, q *queries.Queries) (any, error) {
			return readContent(ctx)(q.FileContent(ctx, queries.AskContent{AskFile: ofFile, Type: queries.ContentPreview}))
		},
		"PageImage": func(ctx context.Context, q *queries.Queries) (any, error) {
			crop := &document.Rect{Width: 9, Height: 9}
			return readContent(ctx)(q.PageImage(ctx, queries.AskPage{AskFile: ofFile, Page: 1, DPI: 72, Crop: crop}))
		},
		"PageText": func(ctx context.Context, q *queries.Queries) (any, error) {
			found, err := q.PageText(ctx, queries.AskPageText{AskFile: ofFile, Page: 1})
			if err != nil {
				return found, err
			}
			return found.Read(ctx)
		},
		"FileTree": func(ctx context.Context, q *queries.Queries) (any, error) {
			found, err := q.FileTree(ctx, queries.AskTree{AskFile: ofFile})
			if err != nil {
				return found, err
			}
			return found.Read(ctx)
		},
		"FileEntities": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FileEntities(ctx, queries.AskEntities{AskFile: ofFile})
		},
		"ListFiles": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListFiles(ctx, queries.AskFiles{Caller: c.mira, TemplateID: c.templateID, DossierID: c.private,
				Groups: queries.Groups{Active: true}})
		},
		"FilePageOf, searched": func(ctx context.Context, q *queries.Queries) (any, error) {
			p := q.Ports
			p.Names = nil
			return queries.New(p).FilePageOf(ctx, queries.AskFilePage{Caller: c.mira, TemplateID: c.templateID,
				DossierID: c.private, Limit: 10,
				FileFilter: queries.FileFilter{Query: "b"}, Groups: queries.Groups{Active: true}})
		},
		"Trash with files": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.Trash(ctx, queries.AskTrash{Caller: c.olga, Limit: 10, Before: &later})
		},
		"DossierComponents of the past": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierComponents(ctx, queries.AskComponents{Caller: c.mira, TemplateID: c.templateID,
				DossierID: c.private, AsOf: &past})
		},
		"GetDefinition": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetDefinition(ctx, queries.AskDefinition{Caller: c.anna, TemplateID: c.templateID, DefinitionID: total})
		},
		"FileAttributes": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.FileAttributes(ctx, ofTemplate)
		},
		"GetDownload": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetDownload(ctx, queries.AskDownload{Caller: c.mira, DownloadID: packed})
		},
		"DownloadContent": func(ctx context.Context, q *queries.Queries) (any, error) {
			found, err := q.DownloadContent(ctx, queries.AskDownload{Caller: c.mira, DownloadID: packed})
			if err != nil {
				return found, err
			}
			return readAll(found.Content)
		},
		"RuleFile": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.RuleFile(ctx, queries.AskRuleFile{Caller: c.anna, TemplateID: c.templateID, File: rules})
		},
		"MappingFile": func(ctx context.Context, q *queries.Queries) (any, error) {
			found, err := q.MappingFile(ctx, queries.AskMapping{Caller: c.anna, TemplateID: c.templateID, MappingID: mapping})
			if err != nil {
				return found, err
			}
			return readAll(found.Content)
		},
		"EachAuditEvent": func(ctx context.Context, q *queries.Queries) (any, error) {
			return nil, q.EachAuditEvent(ctx, queries.AskAudit{Caller: c.anna}, func(queries.HistoryEntry) error { return nil })
		},
		"ReadableStreams": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ReadableStreams(ctx, c.mira, c.private)
		},
		"ReadableStreams of a file": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ReadableStreams(ctx, c.mira, c.inPrivate)
		},
		"ExpiredStreams": func(ctx context.Context, q *queries.Queries) (any,
			error) {
			return q.ExpiredStreams(ctx, later, 10)
		},
		"ExpiredPackages": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ExpiredPackages(ctx, later,
				10)
		},
		"QueuedPackages": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.QueuedPackages(ctx, ws, c.inPrivate)
		},
		"DossiersNaming": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossiersNaming(ctx, ws, c.templateID, "open", "")
		},
		"ListDefinitions": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListDefinitions(ctx, queries.AskDefinitions{Caller: c.anna, TemplateID: c.templateID})
		},
		"ExportTemplate": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ExportTemplate(ctx, ofTemplate)
		},
		"DossierStatuses": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierStatuses(ctx, ofTemplate)
		},
		"DossierAttributes": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.DossierAttributes(ctx, ofTemplate)
		},
		"ReportTemplates": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ReportTemplates(ctx, ofTemplate)
		},
		"ListDownloads": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListDownloads(ctx, c.mira, queries.AskPart{})
		},
		"LicenseStatus": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.LicenseStatus(ctx, c.anna)
		},
		"ReadMe": func(ctx context.Context, q *queries.Queries) (any, error) { return q.ReadMe(ctx, c.mira) },
		"Replay": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.Replay(ctx, ws, c.private, c.store.now)
		},
		"GetUser": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.GetUser(ctx, queries.AskUser{Caller: c.anna, UserID: c.mira.ID})
		},
		"UserByLogin": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.UserByLogin(ctx, ws, "mira")
		},
		"ReadMember": func(ctx context.Context, q *queries.Queries) (any, error) {
			_, _, err := q.ReadMember(ctx, ws, c.mira.ID)
			return nil, err
		},
		"ListWorkspaces": func(ctx context.Context, q *queries.Queries) (any, error) { return q.ListWorkspaces(ctx) },
		"OpenWork":       func(ctx context.Context, q *queries.Queries) (any, error) { return q.OpenWork(ctx, 10) },
		"ActiveFiles": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ActiveFiles(ctx, ws, c.private)
		},
		"NamedFiles": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.NamedFiles(ctx, ws, c.private)
		},
		"FileStreams": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FileStreams(ctx, ws, c.private)
		},
		"FilesOf": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.FilesOf(ctx, ws, c.templateID)
		},
		"PackagesHolding": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.PackagesHolding(ctx, ws, c.private, c.inPrivate)
		},
		"ReportUsage": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ReportUsage(ctx, queries.AskUsage{Caller: c.anna, Start: past.AddDate(0, -1, 0), End: c.store.now})
		},
		"WaitingWork": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.WaitingWork(ctx, c.store.now, 10)
		},
		"ListUsers": func(ctx context.Context, q *queries.Queries) (any, error) {
			return q.ListUsers(ctx, queries.AskUsers{Caller: c.anna})
		},
	} {
		t.Run(name, func(t *testing.T) {
			estest.EachFault(t, func(f *estest.Faults) error {
				p := c.q.Ports
				p.Views, p.Blobs, p.Results = faultyReader{c.q.Views, f}, f.Blobs(c.blobs), nil
				p.Log = &es.Log{Store: f.Store(c.q.Log.Store), Codec: c.q.Log.Codec}
				got, err := question(t.Context(), queries.New(p))
				if err != nil && !isEmpty(got) {
					t.Errorf("it fails with %v, and answers %+v, want an error or an answer", err, got)
				}
				return err
			})
		})
	}
}
