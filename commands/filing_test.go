package commands_test

import (
	"io"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
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
	f.templateID = f.imported(t, b)
	for _, d := range f.house.load(t, f.templateID).FileAttrs {
		f.attributes[d.Name] = d.ID
	}
	f.append(t, dossier.Stream("demo", f.dossierID), dossier.Created{Template: f.templateID,
		Details: dossier.Details{Owner: f.olga.ID, Members: []string{f.olga.ID, f.mira.ID}},
		Text:    es.Seal(dossier.Subject("demo", f.dossierID), dossier.Text{Name: "D"})})
	return f
}

func request(p user.Principal) commands.Request {
	return commands.Request{Caller: p, CommandID: uuid.New()}
}

// sends is an upload of a file.
func (f *filing) sends(p user.Principal, name, content string) commands.UploadFile {
	return commands.UploadFile{Request: request(p), TemplateID: f.templateID, DossierID: f.dossierID,
		Open: func() (commands.Upload, error) {
			return commands.Upload{Name: name, Content: strings.NewReader(content)}, nil
		}}
}

// stored uploads a PDF and gives its id.
func (f *filing) stored(name string) string {
	f.t.Helper()
	out, err := f.UploadFile(f.t.Context(), f.sends(f.mira, name, "%PDF-1.7 "+name))
	if err != nil || len(out.FileIDs) != 1 {
		f.t.Fatalf("%+v, %v", out, err)
	}
	return out.FileIDs[0]
}

func (f *filing) file(id string) file.State {
	f.t.Helper()
	s, _, err := es.Load(f.t.Context(), f.Log, file.Decider, file.Stream("demo", id))
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
	cmd := es.Command{Stream: file.Stream("demo", id), Meta: es.Meta{Workspace: "demo", Command: uuid.New()}}
	if _, err := es.Decide(f.t.Context(), f.Log, file.Decider, cmd, func(file.State) ([]es.Event, error) { return events, nil }); err != nil {
		f.t.Fatal(err)
	}
}

// analysed takes a file through a run.
func (f *filing) analysed(id string) {
	f.t.Helper()
	s := f.file(id)
	ref := es.BlobRef{Subject: s.Original.Subject, ID: uuid.New()}
	f.happens(id, file.ProcessingChanged{Run: s.Run + 1, From: s.Processing, To: file.Layout},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Layout, To: file.Analyse, Tree: ref, Pages: 1},
		file.Analysed{Run: s.Run + 1, Version: s.Version, Result: ref},
		file.ProcessingChanged{Run: s.Run + 1, From: file.Index, To: file.Processed})
}
