package commands_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
)

// TestDoubtsAboutARuleFileGoToTheLogAlone holds that an uploaded file is stored in
// spite of them, that a file with errors has them logged too, and that a dry run and
// date formats say nothing.
func TestDoubtsAboutARuleFileGoToTheLogAlone(t *testing.T) {
	tests := []struct {
		name   string
		file   template.RuleFile
		text   string
		dryRun bool
		logged bool
		errors int
	}{
		{"doubtful", template.EntityRules, "a HM", false, true, 0},
		{"of component rules", template.ComponentRules, "a HM", false, true, 0},
		{"wrong, too", template.EntityRules, "a HM BAD", false, true, 1},
		{"sound", template.EntityRules, "a", false, false, 0},
		{"dry run", template.EntityRules, "a HM", true, false, 0},
		{"date formats", template.DateFormats, "HM", false, false, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, id := imported(t)
			var log bytes.Buffer
			h.Logger = slog.New(slog.NewTextHandler(&log, nil))
			out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id, File: tt.file, DryRun: tt.dryRun, Open: given(tt.text)})
			if err != nil || len(out.Problems) != tt.errors || (out.Position != 0) != (tt.errors == 0 && !tt.dryRun) {
				t.Errorf("got %+v, %v", out, err)
			}
			want := `level=WARN msg="rule file is doubtful" template=` + id + " file=" + string(tt.file) + ` line=1 column=3 warning="HM of supplier|supplier_name|total|M"`
			if got := log.String(); tt.logged != strings.Contains(got, want) || !tt.logged && got != "" {
				t.Errorf("the log says %q", got)
			}
		})
	}
}

func TestTheRuleLanguageTellsItsDoubts(t *testing.T) {
	rules := []byte("query \"getFileAttributes\" FileAttribute() end query \"getComponents\" FileAttribute() end\nrule \"A.0.0\" when FileAttribute(value == \"x\") Paragraph(hasEntitiesOfType(\"suplier\")) then end")
	language := commands.RuleLanguage{}
	if got := language.Doubts(template.EntityRules, rules, commands.TemplateNames{}); len(got) != 0 {
		t.Errorf("without types: got %v", got)
	}
	got := language.Doubts(template.EntityRules, rules, commands.TemplateNames{Entities: []string{"supplier"}})
	want := template.BundleError{File: "entity-rules.drl", Line: 2, Column: 75, Message: `rule "A.0.0": the entity type suplier is not defined in the template, did you mean supplier?`}
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %+v", got)
	}
	got = language.Doubts(template.ComponentRules, []byte(`rule "A.0.0" when then end`), commands.TemplateNames{})
	if len(got) != 1 || got[0].File != "component-rules.drl" || !strings.Contains(got[0].Message, "getComponents") {
		t.Errorf("got %+v", got)
	}
}

// TestTheRuleLanguageHoldsRulesAgainstTheirTemplate has names of every kind that the
// template lacks, and templates of which they are not known.
func TestTheRuleLanguageHoldsRulesAgainstTheirTemplate(t *testing.T) {
	rules := []byte(`global ComponentCreationService componentCreationService global ComponentMappingService componentMappingService
query "getComponents" $c: Component() end
rule "A.0.0" when $e: Entity() then
componentCreationService.create("A.0.0", "Totl", "x", "y");
componentMappingService.getMappedValue("Nations", "a");
end`)
	language := commands.RuleLanguage{}
	total, nations := "the component Totl is not defined in the template, did you mean Total?", "the component mapping Nations is not defined in the template"
	for _, tt := range []struct {
		names commands.TemplateNames
		want  string
	}{
		{commands.TemplateNames{}, ""},
		{commands.TemplateNames{Components: []string{"Total"}}, total},
		{commands.TemplateNames{Mappings: map[string][]string{"Currencies.csv": {"code"}}}, nations},
		{commands.TemplateNames{Components: []string{"Total"}, Mappings: map[string][]string{"Currencies.csv": {"code"}}}, total + "|" + nations},
		{commands.TemplateNames{Components: []string{"Totl"}, Mappings: map[string][]string{"Nations.csv": {"code"}}}, ""},
	} {
		var got []string
		for _, w := range language.Doubts(template.ComponentRules, rules, tt.names) {
			got = append(got, strings.TrimPrefix(w.Message, `rule "A.0.0": `))
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.names, got, tt.want)
		}
	}
}
