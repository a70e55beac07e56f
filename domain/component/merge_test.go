package component

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

func entity(id, kind string, page int) document.Entity {
	return document.Entity{ID: id, Type: kind, RuleID: "E." + id, Boxes: []document.PageBox{{Page: page}}}
}

func component(name, value string, refs ...string) document.Component {
	return document.Component{Name: name, Value: value, RuleID: "C." + value, Description: "about " + value, References: refs}
}

// brief writes components as text: name*[value<original@refs ...].
func brief(components []Detail) string {
	out := ""
	for _, c := range components {
		out += c.Name
		if c.Overridden {
			out += "*"
		}
		out += "["
		for i, v := range c.Values {
			if i > 0 {
				out += " "
			}
			out += v.Value + "<" + v.OriginalValue + "@"
			for _, r := range v.References {
				out += fmt.Sprintf("%s%d", r.ID, r.Page)
			}
		}
		out += "]"
	}
	return out
}

func text(s string) *string { return &s }

// TestNamesWithInitials find their definition and their overrides, those of before initials
// ended a word too.
func TestNamesWithInitials(t *testing.T) {
	found := GroupByComponent(document.Result{Components: []document.Component{component("HTTPServer", "a"), component("VATNo", "1"),
		component("http_server", "b")}})
	for _, name := range []string{"HTTPServer", "http_server", "httpserver", "HTTP Server"} {
		shown := SortByRank(applyNow(found, []file.Applied{{Override: file.Override{Name: name, Values: []file.Value{{Value: "c"}}}}}),
			[]template.Component{{TechnicalName: "httpserver", DisplayName: "Server", Rank: 1}})
		var got []string
		for _, d := range shown {
			got = append(got, d.Name+" "+d.TechnicalName+" "+d.DisplayName)
		}
		want := []string{"HTTPServer httpserver Server", "VATNo vat_no VATNo"}
		if !slices.Equal(got, want) || !shown[0].Overridden || shown[0].Values[0].OriginalValue != "a" {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestComponentsFollowTheDocumentAndTheTemplate(t *testing.T) {
	result := document.Result{
		Entities: []document.Entity{entity("a", "t", 1), entity("b", "t", 1), entity("c", "t", 2)},
		Components: []document.Component{
			component("Total", "late", "c", "b"), component("Total", "early", "a"), component("Total", "nowhere"),
			component("Invoice_Number", "17", "b", "unknown"), component("InvoiceNumber", "16", "a"), component("Zeta", "z", "c"),
		},
	}
	definitions := []template.Component{
		{TechnicalName: "zeta", Rank: 1}, {TechnicalName: "invoice_number", Rank: 3},
		{TechnicalName: "total", Rank: 0, SoftDeleted: &time.Time{}}, {TechnicalName: "added", Rank: 2},
	}
	for _, c := range []struct {
		name      string
		overrides []file.Override
		want      string
	}{
		{"extracted", nil,
			"Zeta[z<z@c2]InvoiceNumber[16<16@a1 17<17@b1]Total[early<early@a1 late<late@c2b1 nowhere<nowhere@]"},
		{"another spelling overrides, what was extracted is that of the same index",
			[]file.Override{{Name: "invoice number", Values: []file.Value{{Value: "18"}, {Value: "19", Original: text("own")},
				{Value: "20"}}}},
			"Zeta[z<z@c2]InvoiceNumber*[18<16@a1 19<17@b1 20<@]Total[early<early@a1 late<late@c2b1 nowhere<nowhere@]"},
		{"made empty, and added", []file.Override{{Name: "Zeta", Values: []file.Value{}},
			{Name: "Added", Values: []file.Value{{Value: "x"}}}},
			"Zeta*[]Added*[x<@]InvoiceNumber[16<16@a1 17<17@b1]Total[early<early@a1 late<late@c2b1 nowhere<nowhere@]"},
		{"references claimed", []file.Override{{Name: "zeta", Values: []file.Value{{Value: "y",
			References: &[]file.Reference{{ID: "q", Page: 9}}}}}},
			"Zeta*[y<z@c2]InvoiceNumber[16<16@a1 17<17@b1]Total[early<early@a1 late<late@c2b1 nowhere<nowhere@]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := GroupByComponent(result)
			before := brief(found)
			var applied []file.Applied
			for _, o := range c.overrides {
				applied = append(applied, file.Applied{Override: o})
			}
			sorted := SortByRank(applyNow(found, applied), definitions)
			for _, d := range sorted {
				if want := snakecase.FromName(d.Name); d.TechnicalName != want {
					t.Errorf("%s has the technical name %q, want %q", d.Name, d.TechnicalName, want)
				}
			}
			if got := brief(sorted); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if brief(found) != before {
				t.Error("the extracted components, which are shared, were changed")
			}
		})
	}
}

func TestOverridesHaveADescriptionAndPlacesOfTheirOwn(t *testing.T) {
	places := []file.Place{{Page: 2, Boxes: []document.Rect{{X: 1, Y: 2, Width: 3, Height: 4}}}}
	found := GroupByComponent(document.Result{Components: []document.Component{component("A", "x")}})
	got := applyNow(found, []file.Applied{{Override: file.Override{Name: "A", Values: []file.Value{
		{Value: "y", Description: text("own"), RuleID: text("R.1"), Places: places},
		{Value: "z", RuleID: text("R.1"), Description: text("")}}}}})[0].Values
	want := []Value{
		{ID: found[0].Values[0].ID, BasedOn: found[0].Values[0].ID, Value: "y", OriginalValue: "x", RuleID: "C.x", Description: "own",
			References: []Reference{}, Places: places},
		{ID: positionalID("A", 1), Value: "z", References: []Reference{}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %v", got, want)
	}
}

// A row that a person corrects has cells as long as its text has as many.
func TestRowsHaveCells(t *testing.T) {
	row := component("Lines", "pump | 2", "a", "b")
	row.Cells = []document.RowCell{{Column: "line_text", Value: "pump", References: []string{"a"}},
		{Column: "line_count", Value: "2", References: []string{"b", "gone"}}}
	result := document.Result{Entities: []document.Entity{entity("a", "line_text", 1), entity("b", "line_count", 2)},
		Components: []document.Component{row, component("Lines", "no row", "b")}}
	found := GroupByComponent(result)
	want := []Cell{
		{Column: "line_text", Value: "pump", OriginalValue: "pump", References: []Reference{{ID: "a", Type: "line_text", Page: 1}}},
		{Column: "line_count", Value: "2", OriginalValue: "2", References: []Reference{{ID: "b", Type: "line_count", Page: 2}}},
	}
	for i := range want {
		want[i].References[0].RuleID = result.Entities[i].RuleID
	}
	if got := found[0].Values; !reflect.DeepEqual(got[0].Cells, want) || got[1].Cells != nil {
		t.Errorf("got %+v, want the cells %+v and none", got, want)
	}
	for _, c := range []struct {
		texts []string
		want  string
	}{
		{[]string{"pump | 2"}, "line_text=pump line_count=2 ;"}, {[]string{"pump | 3", "no row"}, "line_text=pump line_count=3 ;;"},
		{[]string{"pump"}, ";"}, {[]string{"pump | 3 | 4"}, ";"}, {[]string{" | 3"}, "line_text= line_count=3 ;"},
		{[]string{"added | 1", "pump | 2"}, "line_text=added line_count=1 ;line_text=pump line_count=2 ;"}, // in front of the extracted one
	} {
		o := file.Override{Name: "Lines"}
		for _, text := range c.texts {
			o.Values = append(o.Values, file.Value{Value: text})
		}
		got := ""
		for _, v := range applyNow(found, []file.Applied{{Override: o}})[0].Values {
			for _, cell := range v.Cells {
				got += cell.Column + "=" + cell.Value + " "
			}
			got += ";"
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.texts, got, c.want)
		}
	}
	if len(found[0].Values[0].Cells) != 2 {
		t.Error("the extracted cells, which are shared, were changed")
	}
}

func TestOverridesTellWhoMadeThem(t *testing.T) {
	at := time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)
	found := GroupByComponent(document.Result{Components: []document.Component{component("A", "x"), component("B", "y")}})
	got := applyNow(found, []file.Applied{{Override: file.Override{Name: "a", Note: "as printed"}, By: "ada", At: at}})
	if want := (Override{By: "ada", At: at, Note: "as printed"}); got[0].Override != want || got[1].Override != (Override{}) {
		t.Errorf("got %+v, want %+v and none", got, want)
	}
}

// Whatever order the values of a result come in, the answer is the same when
// each has a place of its own; and no list in it is null.
func TestGroupingDependsOnPlacesOnly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var result document.Result
	for i := range 30 {
		id := fmt.Sprintf("e%02d", i)
		result.Entities = append(result.Entities, entity(id, "t", 1+i/10))
		result.Components = append(result.Components, component(fmt.Sprintf("Name %d", i%7), fmt.Sprint(i), id))
	}
	want, err := json.Marshal(SortByRank(GroupByComponent(result), nil))
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		r.Shuffle(len(result.Components), func(i, j int) {
			result.Components[i], result.Components[j] = result.Components[j], result.Components[i]
		})
		got, err := json.Marshal(SortByRank(GroupByComponent(result), nil))
		if err != nil || string(got) != string(want) {
			t.Fatalf("got %s, %v, want %s", got, err, want)
		}
	}
}

// Whatever a result holds, every value of it is shown once, no two components
// have the same snake case, and nothing that is a list is null.
func FuzzGrouping(f *testing.F) {
	f.Add([]byte(`{"entities":[{"id":"a","boxes":[{"page":2}]},{"id":"a"}],"components":[{"name":"A ` +
		`b","value":"1","references":["a","x"]},{"name":"a_B"},{"name":""}]}`))
	f.Add([]byte(`{"components":[{"name":"ß"},{"name":"SS"},{"name":"!"},{"name":"?"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var r document.Result
		if json.Unmarshal(data, &r) != nil {
			t.Skip()
		}
		shown, keys := 0, map[string]bool{}
		override := file.Applied{Override: file.Override{Name: "a b", Values: []file.Value{{Value: "x"}}}}
		for _, c := range SortByRank(applyNow(GroupByComponent(r), nil), nil) {
			if key := snakecase.FromName(c.Name); keys[key] {
				t.Errorf("%q stands twice, want each once", key)
			} else {
				keys[key] = true
			}
			shown += len(c.Values)
		}
		if shown != len(r.Components) {
			t.Errorf("%d values shown of %d", shown, len(r.Components))
		}
		changed := 0
		for _, c := range applyNow(GroupByComponent(r), []file.Applied{override}) {
			if c.Overridden {
				changed++
			}
			for _, v := range c.Values {
				if v.References == nil {
					t.Errorf("%+v has no list of references, want v.References != nil", v)
				}
			}
		}
		if changed != 1 {
			t.Errorf("one override changed %d components, want 1", changed)
		}
	})
}
