package commands_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// The rules of the bundle of invoices apply what the dictionary finds, and build a
// component from each supplier, from the mapping M and from each attribute.
const (
	invoiceEntityRules = `package drools
query "getFileAttributes" $a: FileAttribute() end
rule "S.0.0" when $e: TextEntity(type() == "supplier", dictionaryEntry) then $e.apply("S.0.0", "known"); end
`
	invoiceComponentRules = `package drools
global ComponentCreationService componentCreationService
global ComponentMappingService componentMappingService
query "getComponents" $c: Component() end
rule "S.0.0" when $l: List(size > 0) from collect(Entity(type == "supplier")) then
    componentCreationService.convertDates("S.0.0", "supplier_name", $l, "yyyy-MM-dd");
end
rule "T.0.0" when then
    componentCreationService.create("T.0.0", "total", componentMappingService.getMappedValue("M", "a").get(), "mapped");
end
rule "A.0.0" when $a: FileAttribute() then
    componentCreationService.create("A.0.0", "Attribute", $a.getLabel() + "=" + $a.getValue(), "as given");
end
`
)

func invoices() template.Bundle {
	return template.Bundle{
		Text: template.Text{Name: " Invoices ", Description: "d"}, Settings: template.Settings{Visibility: "PUBLIC"},
		Statuses:          []template.Definition{{Name: "Open", Rank: 1}},
		DossierAttributes: []template.Definition{{Name: "Centre", Type: "TEXT"}},
		FileAttributes:    []template.Definition{{Name: "Number", Type: "TEXT"}},
		Entities: []template.Definition{{Name: "Supplier", TechnicalName: "supplier", Rank: 7, Kind: "ENTITY",
			HasDictionary: true}},
		Components: []template.NewComponent{{TechnicalName: "Supplier Name", DisplayName: "Supplier"},
			{TechnicalName: "total", DisplayName: "Total"}},
		Mappings: []template.BundleMapping{{Mapping: template.Mapping{Name: "M", FileName: "m.csv", Encoding: "UTF-8",
			Delim: ";"},
			Content: []byte("search_value;mapped_value\na;1\n")}},
		Dictionaries: []template.Dictionary{{Entity: "supplier", List: template.ListEntries,
			Terms: []string{"Acme", "Zeta"}}},
		EntityRules: []byte(invoiceEntityRules), ComponentRules: []byte(invoiceComponentRules), DateFormats: []byte("dd.MM.yyyy\n"),
	}
}

func TestATemplateBeginsWithAllOfItsBundle(t *testing.T) {
	h := newHouse()
	out, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: admin(), Bundle: invoices()})
	if err != nil || !out.Created || out.Position == 0 {
		t.Fatalf("%+v, %v, want out.Created, out.Position other than 0 and no error", out, err)
	}
	s := h.load(t, out.ID)
	if s.Text.Name != "Invoices" || s.StatusAt(time.Now()) != template.StatusActive || s.Settings.Visibility != "PUBLIC" ||
		s.Rules != 4 || s.DictionaryRuns != 2 {
		t.Errorf("got %+v, want Invoices, ACTIVE and PUBLIC, with 4 rule and 2 dictionary changes", s)
	}
	ids := map[string]bool{}
	for _, d := range append(append(append(append([]template.Definition{}, s.Statuses...), s.DossierAttrs...), s.FileAttrs...),
		s.Entities...) {
		ids[d.ID] = true
	}
	for i, c := range s.Components {
		ids[c.ID] = true
		if c.Rank != i+1 || c.TechnicalName != []string{"supplier_name", "total"}[i] {
			t.Errorf("component %+v, want supplier_name and total in this order", c)
		}
	}
	ids[s.Mappings[0].ID] = true
	if len(ids) != 7 || ids[""] || len(h.blobs.blobs) != 5 {
		t.Errorf("%d different ids, %d blobs, want 7 and 5", len(ids), len(h.blobs.blobs))
	}
}

func TestATemplateNameIsTakenOnce(t *testing.T) {
	h := newHouse()
	first, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: admin(), Bundle: invoices()})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: admin(), Bundle: invoices()})
	if !errors.Is(err, domain.Faultf(domain.Conflict, "Dossier template name already exists")) {
		t.Errorf("got %v, want the conflict of a name", err)
	}
	again, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: admin(), Bundle: invoices(),
		SkipExisting: true})
	if err != nil || again.Created || again.ID != first.ID || len(h.blobs.blobs) != 5 {
		t.Errorf("%+v, %v, %d blobs, want %s of before and 5 blobs", again, err, len(h.blobs.blobs), first.ID)
	}
}

func TestARepeatedImportIsOne(t *testing.T) {
	h, r := newHouse(), admin()
	first, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: r, Bundle: invoices()})
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: r, Bundle: invoices()})
	if err != nil || !reflect.DeepEqual(again, first) || len(h.blobs.blobs) != 5 {
		t.Errorf("%+v, %v, %d blobs; want %+v", again, err, len(h.blobs.blobs), first)
	}
	if s := h.load(t, first.ID); s.Rules != 4 || len(s.Components) != 2 {
		t.Errorf("got %+v, want s.Rules = 4 and len(s.Components) = 2", s)
	}
}

func TestOneOfManyImportsWins(t *testing.T) {
	h := newHouse()
	var all sync.WaitGroup
	ids := make([]string, 8)
	for i := range ids {
		all.Go(func() {
			out, err := h.ImportTemplate(t.Context(),
				commands.ImportTemplate{Request: admin(), Bundle: invoices(), SkipExisting: true})
			if err != nil {
				t.Error(err)
			}
			ids[i] = out.ID
		})
	}
	all.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Errorf(`templates %q, want id other than "" and id = %v`, ids, ids[0])
		}
	}
	if len(h.blobs.blobs) != 5 {
		t.Errorf("%d blobs stay behind, want 5", len(h.blobs.blobs))
	}
}

func TestABadBundleLeavesNothingBehind(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*template.Bundle, *commands.Request)
		kind   domain.Kind
		want   string
	}{
		{"entity rules", func(b *template.Bundle, _ *commands.Request) { b.EntityRules = []byte("package drools\nBAD") },
			domain.Unprocessable, "entity-rules.drl:2:1: "},
		{"rules of an incomplete template", func(b *template.Bundle, _ *commands.Request) {
			b.EntityRules,
				b.ComponentRules = nil, []byte("BAD")
		},
			domain.Unprocessable, "component-rules.drl:1:1: "},
		{"date formats", func(b *template.Bundle, _ *commands.Request) { b.DateFormats = []byte("bb") }, domain.Unprocessable,
			"date-formats.txt:1:1: Unknown pattern letter: b"},
		{"components", func(b *template.Bundle, _ *commands.Request) { b.Components[1].TechnicalName = "SupplierName" },
			domain.Unprocessable,
			"template.yaml:1:1: Technical name already exists: supplier_name"},
		{"name", func(b *template.Bundle, _ *commands.Request) { b.Name = " " }, domain.Invalid, "name is required"},
		{"role", func(_ *template.Bundle, r *commands.Request) { r.Caller.Roles = []string{user.RoleManager} },
			domain.Forbidden, "Access denied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, b, r := newHouse(), invoices(), admin()
			c.change(&b, &r)
			_, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: r, Bundle: b})
			if domain.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.want) || len(h.blobs.blobs) != 0 {
				t.Errorf("got %v (kind %d), %d blobs; want %s", err, domain.KindOf(err), len(h.blobs.blobs), c.want)
			}
			if head, err := h.Log.Store.Head(t.Context()); head != 0 || err != nil {
				t.Errorf("the log holds %d events, %v, want head = 0 and no error", head, err)
			}
		})
	}
}

func TestAFullDiskLeavesNothingBehind(t *testing.T) {
	for failAt := 1; failAt <= 5; failAt++ {
		h := newHouse()
		h.blobs.failAt = failAt
		r := commands.ImportTemplate{Request: admin(), Bundle: invoices()}
		if _, err := h.ImportTemplate(t.Context(), r); !errors.Is(err, errFull) || len(h.blobs.blobs) != 0 {
			t.Errorf("put %d: got %v, %d blobs, want %v and len(h.blobs.blobs) = 0", failAt, err, len(h.blobs.blobs), errFull)
		}
		if out, err := h.ImportTemplate(t.Context(), r); err != nil || !out.Created || len(h.blobs.blobs) != 5 {
			t.Errorf("put %d, again: got %+v, %v, %d blobs, want out.Created, len(h.blobs.blobs) = 5 and no error", failAt, out,
				err, len(h.blobs.blobs))
		}
	}
}

// doubtful is a store whose answer to the append of a template is lost.
type doubtful struct {
	es.Store
	lost bool
}

var errLost = errors.New("the connection is lost")

func (d *doubtful) Append(ctx context.Context, s es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	r, err := d.Store.Append(ctx, s, expect, events)
	if err == nil && !d.lost && events[0].Type == "template.created" {
		d.lost = true
		return es.Receipt{}, errLost
	}
	return r, err
}

func TestAnAppendInDoubtKeepsItsBytes(t *testing.T) {
	h, r := newHouse(), commands.ImportTemplate{Request: admin(), Bundle: invoices()}
	h.Log.Store = &doubtful{Store: h.Log.Store}
	if _, err := h.ImportTemplate(t.Context(), r); !errors.Is(err, errLost) || len(h.blobs.blobs) != 5 {
		t.Fatalf("got %v, %d blobs, want %v and len(h.blobs.blobs) = 5", err, len(h.blobs.blobs), errLost)
	}
	out, err := h.ImportTemplate(t.Context(), r)
	if err != nil || !out.Created || len(h.blobs.blobs) != 5 {
		t.Fatalf("again: %+v, %v, %d blobs, want out.Created, len(h.blobs.blobs) = 5 and no error", out, err, len(h.blobs.blobs))
	}
	a := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{})
	if _, _, err := a.Analyse(t.Context(), "demo", out.ID, &document.Tree{}, nil); err != nil {
		t.Errorf("its bytes are not there: got %v, want no failure", err)
	}
}
