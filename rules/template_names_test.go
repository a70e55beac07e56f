package rules

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/compile"
)

// TestNamesAreLookedUpInATemplate asks for what a table of names lacks.
func TestNamesAreLookedUpInATemplate(t *testing.T) {
	columns := strings.Fields("aa bb cc dd ee ff gg hh ii jj kk ll")
	names := Names{Entities: []string{"buyer"}, Components: []string{"Order_Total"},
		Mappings: map[string][]string{"a.b.csv": columns, "plain": append(columns, "mm"), "none.csv": {}}}
	column := func(of, name string) string {
		return names.checkUse(compile.TypeUse{Kind: compile.ColumnName, Name: name, Of: of})
	}
	mapping := func(name string) string {
		return names.checkUse(compile.TypeUse{Kind: compile.MappingName, Name: name})
	}
	for _, tt := range []struct{ got, want string }{
		{names.CheckEntity("buyer"), ""}, {names.CheckEntity("Buyer"),
			"the entity type Buyer is not defined in the template, did you mean buyer?"},
		{names.CheckEntity("xyz"), "the entity type xyz is not defined in the template"}, {Names{}.CheckEntity("xyz"), ""},
		{names.CheckComponent("orderTotal"), ""}, {names.CheckComponent("Totals_Of"),
			"the component Totals_Of is not defined in the template"}, {Names{}.CheckComponent("x"), ""},
		{mapping("a.b.csv"), ""}, {mapping("a.b"), ""},
		{mapping("a"), "the component mapping a is not defined in the template"}, {mapping("plain"), ""}, {mapping("none"), ""},
		{column("a.b", "kk"), ""}, {column("a.b", "wxyz"),
			"the component mapping a.b has no column wxyz; there are aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, ll"},
		{column("plain", "mm"), ""}, {column("plain", "wxyz"), "the component mapping plain has no column wxyz"},
		{column("none.csv", "wxyz"), "the component mapping none.csv has no column wxyz"}, {column("unknown", "aa"), ""},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// TestNamesThatTheTemplateLacksAreWarnings holds rules against a template with a
// component Customer_Name and a mapping Countries.csv.
func TestNamesThatTheTemplateLacksAreWarnings(t *testing.T) {
	names := Names{Components: []string{"Customer_Name", "Total"}, Mappings: map[string][]string{"Countries.csv": {"code", "name"}}}
	for _, c := range []struct{ name, code, want string }{
		{"misspelt component", `componentCreationService.create("A.0.0", "Custommer_Name", "x", "y");`,
			"the component Custommer_Name is not defined in the template, did you mean Customer_Name?"},
		{"another method", `componentCreationService.firstOrElse("A.0.0", "Totl", List.of($e), "x");`,
			"the component Totl is not defined in the template, did you mean Total?"},
		{"in another case", `componentCreationService.create("A.0.0", "customer_name", "x", "y"); ` +
			`componentCreationService.create("A.0.0", "CustomerName", "x", "y");`, ""},
		{"not constant", `componentCreationService.create("A.0.0", $e.getType(), "x", "y");`, ""},
		{"the method without a name", `componentCreationService.createComponentsForUnMappedEntities("A.0.0", List.of($e));`, ""},
		{"a mapping and its columns", `componentMappingService.from("Countries").select("name").where("code", "a").first();`, ""},
		{"misspelt mapping", `componentMappingService.from("Countrys.csv").select("x").first();`,
			"the component mapping Countrys.csv is not defined in the template, did you mean Countries.csv?"},
		{"misspelt column", `componentMappingService.from("Countries.csv").select("name").where("cod", "a").first();`,
			"the component mapping Countries.csv has no column cod, did you mean code?"},
		{"another column", `componentMappingService.from("Countries.csv").select("capital").first();`,
			"the component mapping Countries.csv has no column capital; there are code, name"},
		{"mapped value", `componentMappingService.getMappedValue("Nations", "a");`,
			"the component mapping Nations is not defined in the template"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, r := Compile(ComponentRules,
				[]byte("global ComponentCreationService componentCreationService global ComponentMappingService "+
					"componentMappingService\nrule \"A.0.0\" when $e: Entity() then "+c.code+" end"+stock))
			if len(r.Errors)+len(r.Warnings) > 0 {
				t.Fatalf("got %+v, want len(r.Errors)+len(r.Warnings) = 0", r)
			}
			var got []string
			for _, p := range r.CheckNames(names).Warnings {
				got = append(got, strings.TrimPrefix(p.Message, `rule "A.0.0": `))
			}
			if strings.Join(got, "|") != c.want {
				t.Errorf("got %s\nwant %s", strings.Join(got, "|"), c.want)
			}
			if n := len(r.CheckNames(Names{}).Warnings); n > 0 {
				t.Errorf("%d warnings against a template that nothing is known of, want at most 0", n)
			}
		})
	}
}
