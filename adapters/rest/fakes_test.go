package rest

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/adapters/rest/dossiers"
	"github.com/seed-62a36931/docket/adapters/rest/downloads"
	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/adapters/rest/operations"
	"github.com/seed-62a36931/docket/adapters/rest/templates"
	"github.com/seed-62a36931/docket/adapters/rest/users"
	"github.com/seed-62a36931/docket/adapters/rest/webhooks"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

const (
	templateID = "4c0f4c1e-2f0b-4b5e-8c54-0c2d3c1e9a01"
	dossierID  = "9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02"
	fileID     = "77e2d3a4-3e0c-4d0f-8a56-7d8b1a0c4e03"
	userID     = "f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f04"
	downloadID = "b0b5a1c2-7d3e-4f6a-9c81-5e6f7a8b9c05"
	defID      = "c0de1a2b-3c4d-4e5f-8a6b-7c8d9e0f1a06"
)

var moment0 = time.Date(2024, 5, 31, 8, 15, 30, 250_999_000, time.UTC)

// A fake implements every port: it keeps what it was asked with, and answers
// sample records or the failure that a test sets.
type fake struct {
	mu         sync.Mutex
	fail       error                     // of every command and query
	exportErr  error                     // with which an export ends
	exported   []queries.ExportedFile    // what is exported
	asked      any                       // the last command or question
	wrote      any                       // the last command
	uploaded   []byte                    // what an upload held
	check      func(commands.UploadFile) // before an upload is opened
	upload     commands.UploadOutcome    // what it tells beside the file
	dossier    queries.Dossier
	outcome    commands.Outcome
	skipped    []commands.SkippedFile
	failWrites error // of commands alone, which answer their outcome beside it
	awaited    uint64
	further    []string // views that were waited for beside the usual ones
	lenient    bool     // names that nobody knows are ignored
	slow       bool     // the views never reach a position
	drain      bool
	down       map[string]string
	roles      []string
	history    queries.HistoryPage
	signedOut  bool
	waits      chan struct{}      // streams of events end when it is closed; nil: at once
	entered    chan struct{}      // is told when a read of the feed begins to wait, unless nil
	page       queries.FeedPage   // of the feed
	pages      []queries.FeedPage // that the feed gives first
	broken     error              // at the end of an export
	content    string
	opened     int // contents of files
	rules      commands.RuleFileOutcome
	checkpoint []byte
	narrow     *user.KeyLimit // of the token narrow
}

func newFake() *fake {
	return &fake{roles: []string{user.RoleManager, user.RoleAdmin}, content: "PK\x03\x04 a package of bytes",
		checkpoint: []byte("docket/5d2f3c1b9a7e4410\n1287\n4Qn3Tv78aY1CXO4yxokhv/Bl2F9P/9Mj6LI/UoGjy4s=\n\n— " +
			"docket/5d2f3c1b9a7e4410 KHbO6g==\n"),
		outcome: commands.Outcome{ID: dossierID, IDs: []string{defID}, Created: true, Position: 42},
		dossier: queries.Dossier{Record: dossier.Record{ID: dossierID, Template: templateID, Text: dossier.Text{Name: "Invoices May"},
			Details: dossier.Details{Owner: userID, DueDate: &moment0}, Created: moment0, Visibility: "PRIVATE", Version: 7}}}
}

func (f *fake) ports() Ports {
	return Ports{
		Verifier:   f,
		Readiness:  f,
		Freshness:  f,
		Workspaces: f,
		Dossiers:   dossiers.Ports{Queries: f, Commands: f},
		Files:      files.Ports{Queries: f, Commands: f, Uploads: f},
		Components: components.Ports{Queries: f, Commands: f},
		Templates:  templates.Ports{Queries: f, Commands: f},
		Users:      users.Ports{Queries: f, Commands: f, KeyUses: f, Clients: f, Workspace: f},
		History:    history.Ports{Queries: f, Feed: f, Evidence: f, Bundles: f},
		Downloads:  downloads.Ports{Queries: f, Commands: f},
		Operations: operations.Ports{Queries: f, Commands: f},
		Usage:      f,
		Webhooks:   webhooks.Ports{Queries: f, Commands: f},
	}
}

func ask[T any](f *fake, q any, answer T) (T, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = q
	if f.fail != nil {
		var none T
		return none, f.fail
	}
	return answer, nil
}

func write[T any](f *fake, c any, answer T) (T, error) {
	f.mu.Lock()
	f.wrote = c
	fail := f.failWrites
	f.mu.Unlock()
	if fail != nil {
		return answer, fail
	}
	return ask(f, c, answer)
}

func (f *fake) Verify(_ context.Context, token string) (user.Principal, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.signedOut:
		return user.Principal{}, domain.Faultf(domain.Unauthenticated, "Authentication is required")
	case strings.HasPrefix(token, "timed."):
		token = "good"
	}
	switch token {
	case "good":
		return user.Principal{Workspace: "demo", ID: userID, Username: "mira", Roles: f.roles}, nil
	case "narrow":
		return user.Principal{Workspace: "demo", ID: userID, Username: "mira", Roles: f.roles, Key: f.narrow}, nil
	case "disabled":
		return user.Principal{}, domain.Faultf(domain.Unauthenticated, "The account is disabled")
	case "broken":
		return user.Principal{}, errors.New("connection refused by 10.0.0.1")
	}
	return user.Principal{}, domain.Faultf(domain.Unauthenticated, "Authentication is required")
}

func (f *fake) Ready(context.Context) map[string]string { return f.down }
func (f *fake) ClosedReason() string {
	if f.drain {
		return "The service is not available"
	}
	return ""
}

func (f *fake) Await(ctx context.Context, at uint64, further ...string) error {
	f.awaited, f.further = at, further
	if f.slow {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

func (f *fake) LogHead(context.Context) (uint64, error) { return 1000, nil }

func (f *fake) RefusesUnknown(context.Context, string) (bool, error) { return !f.lenient, nil }

func (f *fake) template() queries.Template {
	return queries.Template{ID: templateID, Name: "Invoice", DateAdded: moment0, DateModified: moment0,
		CreatedBy: user.SystemID, ModifiedBy: userID, Status: "ACTIVE", DownloadFileTypes: []string{"ORIGINAL"},
		TemplateSettings: templateSettings}
}

func (f *fake) ListTemplates(_ context.Context, p user.Principal) ([]queries.Template, error) {
	return ask(f, p, []queries.Template{f.template()})
}

func (f *fake) GetTemplate(_ context.Context, _ user.Principal, id string) (queries.Template, error) {
	return ask(f, id, f.template())
}

func (f *fake) RuleFile(_ context.Context, q queries.AskRuleFile) ([]byte, error) {
	return ask(f, q, []byte(f.content))
}

func (f *fake) StoreRuleFile(_ context.Context, c commands.StoreRuleFile) (commands.RuleFileOutcome, error) {
	if f.fail != nil {
		return commands.RuleFileOutcome{}, f.fail
	}
	u, err := c.Open()
	if err != nil {
		return commands.RuleFileOutcome{}, err
	}
	b, err := io.ReadAll(u.Content)
	if err != nil {
		return commands.RuleFileOutcome{}, err
	}
	c.Complete(&c)
	f.uploaded = b
	out := f.rules
	out.DryRun = c.DryRun
	return write(f, c, out)
}

func (f *fake) definition() queries.ComponentDefinition {
	return queries.ComponentDefinition{ID: defID, TemplateID: templateID, TechnicalName: "invoice_number",
		DisplayName: "Invoice number", Rank: 1,
		Required: true, Format: "[0-9]+"}
}

func (f *fake) ListDefinitions(_ context.Context, q queries.AskDefinitions) ([]queries.ComponentDefinition, error) {
	return ask(f, q, []queries.ComponentDefinition{f.definition()})
}

func (f *fake) GetDefinition(_ context.Context, q queries.AskDefinition) (queries.ComponentDefinition, error) {
	return ask(f, q, f.definition())
}

func (f *fake) CreateDefinitions(_ context.Context, c commands.CreateDefinitions) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) DossierStatuses(_ context.Context, q queries.AskOfTemplate) ([]queries.DossierStatusDefinition, error) {
	return ask(f, q, []queries.DossierStatusDefinition{
		{ID: defID, TemplateID: templateID, Name: "Open", Rank: 1, Color: "#3C8DBC", Dossiers: 3}})
}

func (f *fake) DossierAttributes(_ context.Context, q queries.AskOfTemplate) ([]queries.AttributeDefinition, error) {
	return ask(f, q, []queries.AttributeDefinition{{ID: defID, TemplateID: templateID, Name: "Logo", Type: "IMAGE", Editable: true}})
}

func (f *fake) FileAttributes(_ context.Context, q queries.AskOfTemplate) ([]queries.AttributeDefinition, error) {
	return ask(f, q, []queries.AttributeDefinition{{ID: defID, TemplateID: templateID, Name: "Supplier", Type: "TEXT",
		CSVColumn: "no", Primary: true}})
}

func (f *fake) SetDossierAttributes(_ context.Context, c commands.SetDossierAttributes) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetFileAttributes(_ context.Context, c commands.SetFileAttributes) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) ListDossiers(_ context.Context, q queries.AskDossiers) ([]queries.Dossier, error) {
	return ask(f, q, []queries.Dossier{f.dossier})
}

func (f *fake) GetDossier(_ context.Context, q queries.AskDossier) (queries.Dossier, error) {
	return ask(f, q, f.dossier)
}

func (f *fake) SaveDossier(_ context.Context, c commands.SaveDossier) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) DeleteDossier(_ context.Context, c commands.DeleteDossier) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) file() queries.FileStatus {
	components := 4
	return queries.FileStatus{Counts: file.ComponentCounts{Components: &components, Checked: 2, Overridden: 1}, ID: fileID,
		Filename: "a.pdf", DossierID: dossierID, TemplateID: templateID, Uploader: userID,
		WorkflowStatus: "NEW", ProcessingStatus: "ERROR", Size: 3, SHA256: strings.Repeat("0a", 32),
		DuplicateOf: &queries.DuplicateOf{FileID: defID, DossierID: dossierID, TemplateID: templateID}, AnalysisDuration: 41 * time.Millisecond, Added: moment0,
		LastUploaded: &moment0, Attributes: map[string]string{defID: "x"}, Version: 3,
		Findings: []document.Finding{{Kind: document.FindingHiddenTextLeftOut, Page: 2,
			Box: &document.Rect{X: 1, Y: 2, Width: 3, Height: 4}, Count: 14}},
		FailedRules: 1, RuleFailures: []document.RuleFailure{{Rule: "A.0.0", File: "ENTITY", Line: 3, Message: "null", Function: "f"}},
		Error: &queries.FileError{Service: "layout", Cause: "The PDF has no pages", Queue: "file-processing", Timestamp: moment0}}
}

func (f *fake) ListFiles(_ context.Context, q queries.AskFiles) ([]queries.FileStatus, error) {
	return ask(f, q, []queries.FileStatus{f.file()})
}

func (f *fake) GetFile(_ context.Context, q queries.AskFile) (queries.FileStatus, error) {
	return ask(f, q, f.file())
}

func (f *fake) FilePageOf(_ context.Context, q queries.AskFilePage) (queries.FilePage, error) {
	n := int64(1)
	return ask(f, q, queries.FilePage{Files: []queries.FileInList{{FileStatus: f.file(), DossierName: "Invoices May"}},
		Next: "more", Total: &n,
		Counts: &queries.FileCounts{WorkflowStatus: map[string]int64{"NEW": 1}, ProcessingStatus: map[string]int64{"ERROR": 1},
			Unassigned: 1}})
}

func (f *fake) FilesOfAll(ctx context.Context, q queries.AskFilePage) (queries.FilePage, error) {
	return f.FilePageOf(ctx, q)
}

func (f *fake) DuplicatesOf(_ context.Context, _ user.Principal, ids ...string) (map[string]queries.DuplicateOf, error) {
	out := map[string]queries.DuplicateOf{}
	if !strings.HasSuffix(string(f.uploaded), "|copy") {
		return out, nil
	}
	for _, id := range ids {
		out[id] = queries.DuplicateOf{FileID: defID, DossierID: dossierID, TemplateID: templateID}
	}
	return out, nil
}

func (f *fake) Trash(_ context.Context, q queries.AskTrash) (queries.TrashPage, error) {
	size := int64(3)
	return ask(f, q,
		queries.TrashPage{Entries: []queries.TrashEntry{{Kind: queries.KindFile, ID: fileID, Name: "a.pdf", DossierID: dossierID,
			DossierName: "Invoices May", TemplateID: templateID, OwnerID: userID, Size: &size, DeletedBy: userID, SoftDeletedTime: moment0,
			PurgeTime: moment0.Add(time.Hour), MayRestore: true}}, Next: "more", Total: 7})
}

func (f *fake) DossierPageOf(_ context.Context, q queries.AskDossierPage) (queries.DossierPage, error) {
	return ask(f, q, queries.DossierPage{Dossiers: []queries.Dossier{f.dossier}, Next: "more", Total: new(int64(7))})
}

func (f *fake) FileContent(_ context.Context, q queries.AskContent) (queries.Content, error) {
	return ask(f, q, f.bytes("Größe.pdf", "application/pdf"))
}

func (f *fake) PageImage(_ context.Context, q queries.AskPage) (queries.Content, error) {
	return ask(f, q, f.bytes("Größe.pdf-1.png", "image/png"))
}

func (f *fake) bytes(name, kind string) queries.Content {
	return queries.Content{Filename: name, MimeType: kind, ETag: "t1", Modified: moment0,
		Open: func(context.Context) (io.ReadSeekCloser, error) {
			f.opened++
			return struct {
				io.ReadSeeker
				io.Closer
			}{strings.NewReader(f.content), io.NopCloser(strings.NewReader(""))}, nil
		}}
}

func (f *fake) UploadFile(_ context.Context, c commands.UploadFile) (commands.UploadOutcome, error) {
	if f.fail != nil {
		return commands.UploadOutcome{}, f.fail
	}
	if f.check != nil {
		f.check(c)
	}
	u, err := c.Open()
	if err != nil {
		return commands.UploadOutcome{}, err
	}
	b, err := io.ReadAll(u.Content)
	if err != nil {
		return commands.UploadOutcome{}, err
	}
	c.Complete(&c)
	f.uploaded = []byte(u.Name + "|" + string(b))
	out := f.upload
	out.FileIDs, out.Position = []string{fileID}, 43
	return write(f, c, out)
}

func (f *fake) DeleteFile(_ context.Context, c commands.DeleteFile) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) ReanalyseFile(_ context.Context, c commands.ReanalyseFile) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) components() queries.FileComponents {
	value := component.Value{Value: "2", OriginalValue: "1", RuleID: "Total.0.0", References: []component.Reference{{ID: defID, Page: 1}},
		Places: []file.Place{{Page: 1, Boxes: []document.Rect{{X: 1, Y: 2, Width: 3, Height: 4}}}}}
	return queries.FileComponents{TemplateID: templateID, DossierID: dossierID, FileID: fileID, Filename: "a.pdf", Version: "v1",
		Components: []component.Detail{{Name: "Zebra", Version: "v2", Values: []component.Value{value}, Overridden: true,
			Override: component.Override{By: userID, At: moment0, Note: "as printed"}, Checked: &component.Check{By: userID, At: moment0},
			Attention: []component.Attention{{Code: file.AttentionOverrideStale, Detail: "3"}}}, {Name: "Apple"}},
		Missing: []component.Detail{{Name: "pear", TechnicalName: "pear", Attention: []component.Attention{{Code: file.AttentionMissing}}}}}
}

func (f *fake) FileComponents(_ context.Context, q queries.AskFile) (queries.FileComponents, error) {
	return ask(f, q, f.components())
}

func (f *fake) DossierComponents(_ context.Context, q queries.AskComponents) ([]queries.FileComponents, error) {
	return ask(f, q, []queries.FileComponents{f.components()})
}

func (f *fake) ComponentPageOf(_ context.Context, q queries.AskFilePage) (queries.ComponentPage, error) {
	return ask(f, q, queries.ComponentPage{Files: []queries.FileComponents{f.components()}, Next: "more", Total: 7})
}

func (f *fake) EachExported(_ context.Context, q queries.AskExport, hand func(queries.ExportedFile) error) error {
	_, err := ask(f, q, 0)
	for _, e := range f.exported {
		if err == nil {
			err = hand(e)
		}
	}
	return errors.Join(err, f.exportErr)
}

func (f *fake) ListOverrides(_ context.Context, q queries.AskFile) (queries.OverrideList, error) {
	return ask(f, q, queries.OverrideList{TemplateID: templateID, DossierID: dossierID, FileID: fileID,
		Components: []component.Detail{{Name: "Zebra", Overridden: true,
			Override: component.Override{By: userID, At: moment0, Note: "as printed"}}}})
}

func (f *fake) OverrideComponent(_ context.Context, c commands.OverrideComponent) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetComponentChecks(_ context.Context, c commands.SetComponentChecks) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetComponentValue(_ context.Context, r commands.ComponentValue, _ commands.OverrideValue) (commands.Outcome, error) {
	return write(f, r, f.outcome)
}

func (f *fake) AddComponentValue(_ context.Context, r commands.ComponentValue, _ commands.OverrideValue,
	_ string) (commands.Outcome, error) {
	return write(f, r, f.outcome)
}

func (f *fake) RemoveComponentValue(_ context.Context, r commands.ComponentValue) (commands.Outcome, error) {
	return write(f, r, f.outcome)
}

func (f *fake) RevertComponentValue(_ context.Context, r commands.ComponentValue) (commands.Outcome, error) {
	return write(f, r, f.outcome)
}

func (f *fake) RevertOverrides(_ context.Context, c commands.RevertOverrides) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) download() queries.DownloadStatus {
	return queries.DownloadStatus{ID: downloadID, UserID: userID, Filename: "Größe.zip", MimeType: "application/zip",
		Status: "READY", CreationDate: moment0, Size: 9, DossierID: dossierID, FileIDs: []string{fileID}, FileTypes: []string{"ORIGINAL"}}
}

func (f *fake) ListDownloads(
	_ context.Context, p user.Principal, _ queries.AskPart,
) (queries.ListPage[queries.DownloadStatus], error) {
	return ask(f, p, queries.ListPage[queries.DownloadStatus]{Entries: []queries.DownloadStatus{f.download()}})
}

func (f *fake) GetDownload(_ context.Context, q queries.AskDownload) (queries.DownloadStatus, error) {
	return ask(f, q, f.download())
}

// operation is an operation that is over.
func (f *fake) operation() queries.Operation {
	return queries.Operation{Record: bulk.Record{ID: defID, Owner: userID, Operation: "reanalyseFiles", Template: templateID,
		Dossier: dossierID, Action: bulk.Reanalyse, Created: moment0, Ended: &moment0, Total: 2, UpTo: 2},
		Files: []string{fileID}, Skipped: []bulk.SkippedFile{{ID: defID, Reason: "File is approved"}}}
}

func (f *fake) ListOperations(_ context.Context, p user.Principal, _ queries.AskPart) (queries.ListPage[bulk.Record], error) {
	return ask(f, p, queries.ListPage[bulk.Record]{Entries: []bulk.Record{f.operation().Record}})
}

func (f *fake) GetOperation(_ context.Context, q queries.AskOperation) (queries.Operation, error) {
	return ask(f, q, f.operation())
}

func (f *fake) CountWaiting(context.Context, queries.Operation) (int, error) { return 0, nil }

func (f *fake) CancelOperation(_ context.Context, c commands.CancelOperation) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

type readCloser struct{ io.ReadSeeker }

func (readCloser) Close() error { return nil }

func (f *fake) DownloadContent(_ context.Context, q queries.AskDownload) (queries.DownloadContent, error) {
	return ask(f, q, queries.DownloadContent{Filename: "Größe \"1\".zip", Size: int64(len(f.content)), Ready: moment0,
		Content: readCloser{strings.NewReader(f.content)}})
}

func (f *fake) RequestDownload(_ context.Context, c commands.RequestDownload) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) RecordFetch(_ context.Context, c commands.RecordFetch) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) DeleteDownload(_ context.Context, c commands.DeleteDownload) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) ReportUsage(_ context.Context, q queries.AskUsage) (queries.UsageReport, error) {
	u := queries.Usage{Start: q.Start, End: q.End, TotalBytes: 3, ActiveBytes: 3}
	return ask(f, q, queries.UsageReport{Usage: u, Months: []queries.Usage{u}})
}

func (f *fake) ReadHistory(_ context.Context, q queries.AskHistory) (queries.HistoryPage, error) {
	return ask(f, q, f.history)
}

// requestIn is the version that a command expects.
func requestIn(c any) uint64 {
	switch c := c.(type) {
	case commands.SaveDossier:
		return c.ExpectVersion
	case commands.DeleteDossier:
		return c.ExpectVersion
	case commands.SetFileAttributes:
		return c.ExpectVersion
	case commands.SetDossierAttributes:
		return c.ExpectVersion
	case commands.DeleteFile:
		return c.ExpectVersion
	}
	return 0
}
