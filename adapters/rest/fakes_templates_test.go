package rest

import (
	"context"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

const (
	mappingID = "3d6f1c2a-8b5e-4f70-9a41-5c2b7e8d9a07"
	mPath     = tPath + "/component-mappings"
)

// templateOperations are the requests about templates that succeed; the body of an
// upload is its file.
var templateOperations = []sample{
	{"POST", "/api/dossier-templates", `{"name":"Credit notes"}`, 201},
	{"POST", "/api/dossier-templates/import", "PK", 201},
	{"PUT", tPath, `{}`, 200},
	{"POST", tPath + "/clone", `{"name":"Copy"}`, 201},
	{"GET", tPath + "/bundle", "", 200},
	{"GET", mPath, "", 200},
	{"POST", mPath, csvSample, 201},
	{"GET", mPath + "/" + mappingID, "", 200},
	{"PUT", mPath + "/" + mappingID, csvSample, 200},
	{"DELETE", mPath + "/" + mappingID, "", 204},
	{"PUT", cPath, `[{"id":"` + defID + `","displayName":"Invoice no.","description":""}]`, 200},
	{"POST", cPath + "/bulk-delete", idsSample, 204},
	{"PUT", cPath + "/order", idsSample, 200},
	{"POST", cPath + "/restore", idsSample, 200},
}

const (
	cPath     = tPath + "/component-definitions"
	idsSample = `{"componentIds":["` + defID + `"]}`
)

func (f *fake) UpdateDefinitions(_ context.Context, c commands.UpdateDefinitions) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) DeleteDefinitions(_ context.Context, c commands.ChangeDefinitions) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) ReorderDefinitions(_ context.Context, c commands.ChangeDefinitions) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) RestoreDefinitions(_ context.Context, c commands.ChangeDefinitions) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

const csvSample = "search_value,mapped_value\nEUR,Euro\n"

var templateSettings = queries.TemplateSettings{Visibility: "PUBLIC", OCRLanguages: []string{"eng"}, KeyColumn: "filename",
	Encoding: "UTF-8", Delimiter: ";"}

// outcomeOf is what a command on the template did.
func (f *fake) outcomeOf(c any) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: templateID, Position: 45})
}

func (f *fake) CreateTemplate(_ context.Context, c commands.CreateTemplate) (commands.Outcome, error) {
	return f.outcomeOf(c)
}

func (f *fake) ImportBundle(_ context.Context, c commands.ImportBundle) (commands.Outcome, error) {
	u, err := c.Open()
	if err == nil {
		f.uploaded, err = io.ReadAll(u.Content)
	}
	if err != nil {
		return commands.Outcome{}, err
	}
	return f.outcomeOf(c)
}

func (f *fake) UpdateTemplate(_ context.Context, c commands.UpdateTemplate) (commands.Outcome, error) {
	return f.outcomeOf(c)
}

func (f *fake) CloneTemplate(_ context.Context, c commands.CloneTemplate) (commands.Outcome, error) {
	return f.outcomeOf(c)
}

func (f *fake) ExportTemplate(_ context.Context, q queries.AskOfTemplate) (queries.TemplateBundle, error) {
	return ask(f, q, queries.TemplateBundle{Name: "Größe: 1/2", Write: func(w io.Writer) error {
		_, err := io.WriteString(w, f.content)
		return err
	}})
}

func (f *fake) mapping() queries.ComponentMapping {
	return queries.ComponentMapping{ID: mappingID, Name: "Currencies", FileName: "Währungen.csv",
		Columns: []string{"search_value", "mapped_value"},
		Lines:   1, Encoding: "UTF-8", Delimiter: ";"}
}

func (f *fake) ListMappings(_ context.Context, q queries.AskOfTemplate) ([]queries.ComponentMapping, error) {
	return ask(f, q, []queries.ComponentMapping{f.mapping()})
}

func (f *fake) MappingFile(_ context.Context, q queries.AskMapping) (queries.MappingFile, error) {
	return ask(f, q, queries.MappingFile{ComponentMapping: f.mapping(), Size: int64(len(f.content)),
		Content: io.NopCloser(strings.NewReader(f.content))})
}

func (f *fake) StoreMapping(_ context.Context, c commands.StoreMapping) (commands.Outcome, error) {
	if f.fail != nil {
		return commands.Outcome{}, f.fail
	}
	u, err := c.Open()
	if err != nil {
		return commands.Outcome{}, err
	}
	b, err := io.ReadAll(u.Content)
	if err != nil {
		return commands.Outcome{}, err
	}
	c.Complete(&c)
	f.uploaded = []byte(u.Name + "|" + string(b))
	return write(f, c, commands.Outcome{ID: mappingID, Created: c.MappingID == "", Position: 44})
}

func (f *fake) DeleteMapping(_ context.Context, c commands.DeleteMapping) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}
