package commands_test

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// A filing is a dossier in a house, with people who may put files into it.
type filing struct {
	*house
	t                     *testing.T
	templateID, dossierID string
	mira, olga            user.Principal // members
	attributes            map[string]string
}

func newFiling(t *testing.T) *filing {
	t.Helper()
	f := &filing{house: newHouse(), t: t, dossierID: uuid.NewString(), attributes: map[string]string{},
		mira: user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUser}},
		olga: user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleManager}}}
	b := invoices()
	b.FileAttributes = []template.Definition{
		{Name: "Supplier", Type: "TEXT", CSVColumn: "supplier_no", Editable: true},
		{Name: "Received", Type: "DATE", CSVColumn: "Received"},
		{Name: "Amount", Type: "NUMBER", CSVColumn: "amount", Editable: true},
		{Name: "Note", Type: "TEXT", Editable: true},
	}
	b.AttributesKeyColumn, b.AttributesEncoding, b.AttributesDelimiter = "filename", template.UTF8, ","
	f.templateID = f.importBundle(t, b)
	for _, d := range f.house.load(t, f.templateID).FileAttrs {
		f.attributes[d.Name] = d.ID
	}
	f.append(t, dossier.StreamOf("demo", f.dossierID), dossier.Created{Template: f.templateID,
		Details: dossier.Details{Owner: f.olga.ID, Members: []string{f.olga.ID, f.mira.ID}},
		Text:    es.Seal(dossier.SubjectOf("demo", f.dossierID), dossier.Text{Name: "D"})})
	return f
}

func request(p user.Principal) commands.Request {
	return commands.Request{Caller: p, CommandID: uuid.New(), OnlyHere: true}
}

// sends is an upload of a file.
func (f *filing) sends(p user.Principal, name, content string) commands.UploadFile {
	return commands.UploadFile{Request: request(p), TemplateID: f.templateID, DossierID: f.dossierID,
		Open: func() (commands.Upload, error) {
			return commands.Upload{Name: name, Content: strings.NewReader(content)}, nil
		}}
}

// storePDF uploads a PDF and gives its id.
func (f *filing) storePDF(name string) string {
	f.t.Helper()
	out, err := f.UploadFile(f.t.Context(), f.sends(f.mira, name, "%PDF-1.7 "+name))
	if err != nil || len(out.FileIDs) != 1 {
		f.t.Fatalf("%+v, %v, want no error and len(out.FileIDs) = 1", out, err)
	}
	return out.FileIDs[0]
}

func (f *filing) file(id string) file.State {
	f.t.Helper()
	s, _, err := es.Load(f.t.Context(), f.Log, file.Decider, file.StreamOf("demo", id))
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

// original is what a file holds.
func (f *filing) original(id string) string {
	f.t.Helper()
	in, err := f.blobs.Open(f.t.Context(), f.file(id).Original)
	if err != nil {
		f.t.Fatal(err)
	}
	defer in.Close()
	b, err := io.ReadAll(in)
	if err != nil {
		f.t.Fatal(err)
	}
	return string(b)
}

// happens appends to the stream of a file.
func (f *filing) happens(id string, events ...es.Event) {
	f.t.Helper()
	cmd := es.Command{Stream: file.StreamOf("demo", id), Meta: es.Meta{Workspace: "demo", Command: uuid.New()}}
	if _, err := es.Decide(f.t.Context(), f.Log, file.Decider, cmd,
		func(file.State) ([]es.Event, error) { return events, nil }); err != nil {
		f.t.Fatal(err)
	}
}

// analyseFile takes a file through a run.
func (f *filing) analyseFile(id string) {
	f.t.Helper()
	ref, err := blob.PutJSON(f.t.Context(), f.Blobs, f.file(id).Original.Subject, document.Result{})
	if err != nil {
		f.t.Fatal(err)
	}
	f.analysedAs(id, ref)
}

// analysedAs takes a file through a run with a result.
func (f *filing) analysedAs(id string, ref es.BlobRef) {
	f.t.Helper()
	s := f.file(id)
	f.happens(id, file.ProcessingChanged{Run: s.Run + 1, From: s.Processing, To: file.Layout},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Layout, To: file.Analyse, Tree: ref, Pages: 1},
		file.Analysed{Run: s.Run + 1, Version: s.Version, Result: ref},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Index, To: file.Processed})
}

// filesOf finds files by name in the log itself.
type filesOf struct{ log *es.Log }

func (f filesOf) FilesIn(ctx context.Context, _, dossierID string) (out []commands.NamedFile, err error) {
	states := map[string]file.State{}
	for e, err := range f.log.All(ctx, 0, es.Filter{}) {
		if err != nil {
			return nil, err
		}
		if category, _, id := e.Stream.Parts(); category == file.Category {
			states[id] = file.Decider.Evolve(states[id], e.Event)
		}
	}
	for id, s := range states {
		if s.Phase == file.Active && s.Dossier == dossierID {
			out = append(out, commands.NamedFile{ID: id, Filename: s.Filename})
		}
	}
	slices.SortFunc(out, func(a, b commands.NamedFile) int { return strings.Compare(a.Filename, b.Filename) })
	return out, nil
}

// names are the names of the active files, sorted.
func (f *filing) names() (out []string) {
	f.t.Helper()
	all, err := f.DossierFiles.FilesIn(f.t.Context(), "demo", f.dossierID)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, n := range all {
		out = append(out, n.Filename)
	}
	return out
}

// values are the attributes of a file by their names, such as "Note=n Supplier=4711".
func (f *filing) values(id string) string {
	f.t.Helper()
	var out []string
	for name, attribute := range f.attributes {
		if v, ok := f.file(id).Attributes[attribute]; ok {
			out = append(out, name+"="+v)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// settings changes the template's settings for csvs.
func (f *filing) settings(key, encoding, delimiter string) {
	f.t.Helper()
	s := f.house.load(f.t, f.templateID)
	s.Settings.AttributesKeyColumn, s.Settings.AttributesEncoding, s.Settings.AttributesDelimiter = key, encoding, delimiter
	f.append(f.t, template.StreamOf("demo", f.templateID),
		template.Created{Settings: s.Settings, Text: es.Seal("demo", s.Text)})
}
