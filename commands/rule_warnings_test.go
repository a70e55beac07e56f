package commands_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
)

// TestWarningsAboutARuleFileAreLogged holds that a file is stored in spite of warnings,
// that those of a file with errors are logged too, and that a dry run and date formats
// log nothing.
func TestWarningsAboutARuleFileAreLogged(t *testing.T) {
	const (
		entity    = "query \"getFileAttributes\" FileAttribute() end\n"
		component = "global ComponentCreationService componentCreationService query \"getComponents\" Component() end\n"
		suplier   = `rule "A.0.0" when Paragraph(hasEntitiesOfType("suplier")) then end`
		totl      = `rule "A.0.0" when then componentCreationService.create("A.0.0", "Totl", "x", "y"); end`
	)
	tests := []struct {
		name   string
		file   template.RuleFile
		text   string
		dryRun bool
		logged string
		errors int
	}{
		{"doubtful", template.EntityRules, entity + suplier, false,
			`the entity type suplier is not defined in the template, did you mean supplier?`, 0},
		{"of component rules", template.ComponentRules, component + totl, false,
			`the component Totl is not defined in the template, did you mean total?`, 0},
		{"wrong, too", template.EntityRules, entity + suplier + " rule \"B.0.0\" when Unknown() then end", false,
			`the entity type suplier is not defined in the template, did you mean supplier?`, 1},
		{"sound", template.EntityRules, entity, false, "", 0},
		{"dry run", template.EntityRules, entity + suplier, true, "", 0},
		{"date formats", template.DateFormats, "yyyy", false, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, id := importInvoices(t)
			var log bytes.Buffer
			h.Logger = slog.New(slog.NewTextHandler(&log, nil))
			out, err := h.StoreRuleFile(t.Context(),
				commands.StoreRuleFile{Request: admin(), TemplateID: id, File: tt.file, DryRun: tt.dryRun,
					Open: uploadOf(tt.text)})
			if err != nil || len(out.Problems) != tt.errors || (out.Position != 0) != (tt.errors == 0 && !tt.dryRun) {
				t.Errorf("got %+v, %v, want %d problems, and a change if there are none", out, err, tt.errors)
			}
			want := `level=WARN msg="rule file is doubtful" template=` + id + " file=" + string(tt.file) + ` line=2 column=`
			if got := log.String(); !strings.Contains(got, tt.logged) || (tt.logged != "") != strings.Contains(got, want) ||
				tt.logged == "" && got != "" {
				t.Errorf("the log says %q, want %q with %q", got, want, tt.logged)
			}
		})
	}
}
