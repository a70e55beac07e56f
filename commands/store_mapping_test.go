package commands_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

// csvOf is an upload of a csv file.
func csvOf(name, text string) func() (commands.Upload, error) {
	return func() (commands.Upload, error) {
		return commands.Upload{Name: name, Content: strings.NewReader(text)}, nil
	}
}

const currencies = "search_value,mapped_value,note\nEUR,Euro,\n\nUSD,Dollar,x\n"

func TestAMappingIsStoredReplacedAndDeleted(t *testing.T) {
	h, id := importInvoices(t)
	before := h.load(t, id)
	store := func(r commands.StoreMapping) commands.Outcome {
		t.Helper()
		r.Request, r.TemplateID = admin(), id
		out, err := h.StoreMapping(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	out := store(commands.StoreMapping{Encoding: template.UTF8, Delimiter: ",",
		Open: csvOf("currencies.csv", currencies)})
	s := h.load(t, id)
	m, found := s.FindMapping(out.ID)
	if !out.Created || !found || m.Name != "currencies.csv" || m.Lines != 2 ||
		strings.Join(m.Columns, "|") != "search_value|mapped_value|note" ||
		h.text(t, m.Blob) != currencies || s.Rules != before.Rules+1 {
		t.Fatalf("got %+v %+v, want currencies.csv with 2 lines of 3 columns", out, m)
	}
	blobs := len(h.blobs.blobs)
	if again := store(commands.StoreMapping{MappingID: out.ID, Encoding: template.UTF8, Delimiter: ",",
		Open: csvOf("currencies.csv", currencies)}); again.Position != 0 || len(h.blobs.blobs) != blobs {
		t.Errorf("the same mapping again: %+v, %d blobs after %d, want again.Position = 0 and len(h.blobs.blobs) = %v", again,
			len(h.blobs.blobs), blobs, blobs)
	}
	name := " Units "
	now := store(commands.StoreMapping{MappingID: out.ID, Name: &name, Encoding: template.ASCII, Delimiter: ";",
		Open: csvOf("u.csv", "search_value;mapped_value\n")})
	if m, _ = h.load(t, id).FindMapping(out.ID); now.Created || now.ID != out.ID || m.Name != "Units" ||
		m.FileName != "u.csv" || m.Lines != 0 || m.Encoding != template.ASCII || m.Delim != ";" {
		t.Errorf("got %+v %+v, want Units in ASCII with ; under the same ID", now, m)
	}
	if _, err := h.DeleteMapping(t.Context(), commands.DeleteMapping{Request: admin(), TemplateID: id, MappingID: out.ID}); err != nil {
		t.Fatal(err)
	}
	if s := h.load(t, id); len(s.Mappings) != len(before.Mappings) || s.Rules != before.Rules+3 {
		t.Errorf("got %+v, want len(s.Mappings) = %d and s.Rules = %v", s.Mappings, len(before.Mappings), before.Rules+3)
	}
}

func TestAMappingThatIsWrongLeavesNothing(t *testing.T) {
	h, id := importInvoices(t) // with a mapping M
	blobs := len(h.blobs.blobs)
	m, blank := "M", "  "
	for _, row := range []struct {
		r    commands.StoreMapping
		kind domain.Kind
		want string
	}{
		{commands.StoreMapping{Encoding: "x", Delimiter: ","}, domain.Invalid, "Unknown encoding: x"},
		{commands.StoreMapping{Encoding: "UTF-8", Delimiter: ",,"}, domain.Invalid,
			"delimiter must be exactly 1 character"},
		{commands.StoreMapping{Encoding: "UTF-8", Delimiter: ",", Name: &blank, TemplateID: "unknown"}, domain.Invalid,
			"name is required"},
		{commands.StoreMapping{Encoding: "UTF-8", Delimiter: ",", TemplateID: "unknown"}, domain.NotFound,
			"Dossier template not found"},
		{commands.StoreMapping{Encoding: "UTF-8", Delimiter: ",", MappingID: "unknown"}, domain.NotFound,
			"Component mapping not found"},
		{commands.StoreMapping{Encoding: "UTF-8", Delimiter: ",", Open: csvOf("a.csv", "")}, domain.Invalid,
			"The file is empty"},
		{commands.StoreMapping{Encoding: "UTF-8", Delimiter: ",", Open: csvOf("a.csv", "a,b\n")}, domain.Invalid,
			"The header must contain the columns search_value and mapped_value"},
		{commands.StoreMapping{Encoding: "UTF-8", Delimiter: ",", Name: &m, Open: csvOf("a.csv", currencies)},
			domain.Conflict, "Component mapping name already exists"},
	} {
		row.r.Request = admin()
		if row.r.TemplateID == "" {
			row.r.TemplateID = id
		}
		if _, err := h.StoreMapping(t.Context(), row.r); !errors.Is(err, domain.Faultf(row.kind, "%s", row.want)) {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
	r := commands.StoreMapping{Request: admin(), TemplateID: id, Encoding: "UTF-8", Delimiter: ",",
		Open: csvOf("a.csv", currencies)}
	r.Caller.Roles = []string{"MANAGER"}
	if _, err := h.StoreMapping(t.Context(), r); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a manager: got %v, want %v", err, domain.ErrAccessDenied)
	}
	if _, err := h.DeleteMapping(t.Context(), commands.DeleteMapping{Request: r.Request, TemplateID: id}); !errors.Is(err, domain.ErrAccessDenied) {
		t.Errorf("a manager deletes: got %v, want %v", err, domain.ErrAccessDenied)
	}
	if s := h.load(t, id); len(h.blobs.blobs) != blobs || len(s.Mappings) != 1 {
		t.Errorf("%d blobs after %d, %+v, want len(h.blobs.blobs) = %v and len(s.Mappings) = 1", len(h.blobs.blobs), blobs,
			s.Mappings, blobs)
	}
}

func TestARepeatedCommandStoresAMappingOnce(t *testing.T) {
	h, id := importInvoices(t)
	r := commands.StoreMapping{Request: admin(), TemplateID: id, Encoding: "UTF-8", Delimiter: ",",
		Open: csvOf("a.csv", currencies)}
	first, err := h.StoreMapping(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	blobs := len(h.blobs.blobs)
	second, err := h.StoreMapping(t.Context(), r)
	if err != nil || second.ID != first.ID || second.Position != first.Position || len(h.blobs.blobs) != blobs {
		t.Errorf("%+v, %v after %+v; %d blobs after %d, want second.ID = %v, second.Position = %v, len(h.blobs.blobs) = %v and "+
			"no error", second, err, first, len(h.blobs.blobs), blobs, first.ID, first.Position, blobs)
	}
}
