package queries_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// lister writes a template as the names of its mappings and the bytes of their files.
type lister struct{}

// WriteZip implements queries.BundleWriter.
func (lister) WriteZip(w io.Writer, t template.State, open func(es.BlobRef) (io.ReadCloser, error)) error {
	for _, m := range t.Mappings {
		in, err := open(m.Blob)
		if err != nil {
			return err
		}
		b, err := io.ReadAll(in)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s=%s;", m.Name, b)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func mappingsAreListedOpenedAndExported(t *testing.T, open opener) {
	w := newWorld(t, open(t))
	w.changePorts(func(p *queries.Ports) { p.Bundles = lister{} })
	ada, mira, id := w.account("ada", user.RoleAdmin), w.account("mira", user.RoleManager), w.template("Invoices")
	store := func(name, content string) string {
		ref, _, err := w.blobs.Put(t.Context(), template.SubjectOf(ws), strings.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		mapping := w.id()
		m := template.Mapping{Name: name, FileName: name + ".csv", Columns: []string{"search_value", "mapped_value"},
			Lines: 2, Encoding: "UTF-8", Delim: ";"}
		decide(w, ada.ID, template.Decider, template.StreamOf(ws, id), template.AddMapping(template.SubjectOf(ws), mapping,
			m, ref))
		return mapping
	}
	units, currencies, gone := store("Units", "u"), store("Currencies", "c"), store("Away", "a")
	decide(w, ada.ID, template.Decider, template.StreamOf(ws, id), template.DeleteMapping(gone))
	list, err := w.q.ListMappings(t.Context(), queries.AskOfTemplate{Caller: mira, TemplateID: id})
	if got := fmt.Sprint(list); err != nil ||
		got != fmt.Sprintf("[{%s Currencies Currencies.csv [search_value mapped_value] 2 UTF-8 ;} {%s Units Units.csv "+
			"[search_value mapped_value] 2 UTF-8 ;}]", currencies, units) {
		t.Errorf("got %s, %v, want Currencies and Units", got, err)
	}
	f, err := w.q.MappingFile(t.Context(), queries.AskMapping{Caller: ada, TemplateID: id, MappingID: units})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(f.Content); err != nil || string(b) != "u" || f.Size != 1 || f.FileName != "Units.csv" ||
		f.Content.Close() != nil {
		t.Errorf("%q of %+v, %v, want string(b) = u, f.Size = 1, f.FileName = Units.csv, f.Content.Close() = nil and no error", b, f, err)
	}
	var out strings.Builder
	bundle, err := w.q.ExportTemplate(t.Context(), queries.AskOfTemplate{Caller: ada, TemplateID: id})
	if err != nil || bundle.Name != "Invoices" || bundle.Write(&out) != nil || out.String() != "Units=u;Currencies=c;" {
		t.Errorf("%+v wrote %q, %v, want both mappings of Invoices", bundle, out.String(), err)
	}
	for _, a := range []struct {
		ask  queries.AskMapping
		kind domain.Kind
	}{
		{queries.AskMapping{Caller: mira, TemplateID: id, MappingID: units}, domain.Forbidden},
		{queries.AskMapping{Caller: ada, TemplateID: w.id(), MappingID: units}, domain.NotFound},
		{queries.AskMapping{Caller: ada, TemplateID: id, MappingID: gone}, domain.NotFound},
	} {
		if _, err := w.q.MappingFile(t.Context(), a.ask); domain.KindOf(err) != a.kind {
			t.Errorf("%v, want kind %d", err, a.kind)
		}
	}
	for caller, kind := range map[string]domain.Kind{"mira": domain.Forbidden, "ada of another": domain.NotFound} {
		ask := queries.AskOfTemplate{Caller: mira, TemplateID: id}
		if caller != "mira" {
			ask.Caller = ada
			ask.Caller.Workspace = "other"
		}
		if _, err := w.q.ExportTemplate(t.Context(), ask); domain.KindOf(err) != kind {
			t.Errorf("%s: %v, want kind %d", caller, err, kind)
		}
	}
	ofNobody := queries.AskOfTemplate{Caller: w.account("ute", user.RoleUserAdmin, user.RoleUser), TemplateID: id}
	if _, err := w.q.ListMappings(t.Context(), ofNobody); domain.KindOf(err) != domain.Forbidden {
		t.Errorf("a user lists mappings: %v, want Forbidden", err)
	}
}
