package commands_test

import (
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// TestFlagsBehindTheContentCount wants the flags that are known only after the content to hold
// for a file, for its replacement, and for the entries of a zip.
func TestFlagsBehindTheContentCount(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	send := func(name, content string) string {
		t.Helper()
		r := f.sends(f.mira, name, content)
		r.Complete = func(r *commands.UploadFile) { r.KeepManualChanges, r.DisableAutomaticAnalysis = true, true }
		out, err := f.UploadFile(t.Context(), r)
		if err != nil || len(out.FileIDs) != 1 {
			t.Fatalf("%s: got %+v, %v, want no error and len(out.FileIDs) = 1", name, out, err)
		}
		return out.FileIDs[0]
	}
	for name, content := range map[string]string{"a.pdf": "%PDF-1.4", "b.zip": zipOf(t, "b.pdf", "%PDF-1.4")} {
		id := send(name, content)
		f.happens(id, file.ComponentOverridden{Override: es.Seal(f.file(id).Original.Subject,
			file.Override{Name: "Total"})})
		if send(name, content); !f.file(id).Manual || len(f.file(id).Overrides) != 1 {
			t.Errorf("%s: got manual %v and %d overrides, want true and 1", name, f.file(id).Manual,
				len(f.file(id).Overrides))
		}
	}
}

// TestADryRunBehindTheRulesStoresNothing wants rules to be checked only.
func TestADryRunBehindTheRulesStoresNothing(t *testing.T) {
	h, id := importInvoices(t)
	before := h.load(t, id).FileBlob(template.DateFormats)
	out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id,
		File: template.DateFormats,
		Open: uploadOf("yyyy-MM-dd\n"), Complete: func(r *commands.StoreRuleFile) { r.DryRun = true }})
	if after := h.load(t, id).FileBlob(template.DateFormats); err != nil || !out.DryRun || after != before {
		t.Errorf("got %+v, %v, stored %v; want a dry run", out, err, after != before)
	}
}

// TestAMappingIsDescribedBehindItsFile wants what stands behind the csv to count, and to be
// checked.
func TestAMappingIsDescribedBehindItsFile(t *testing.T) {
	h, id := importInvoices(t)
	store := func(delimiter string) error {
		name := "Units"
		_, err := h.StoreMapping(t.Context(), commands.StoreMapping{Request: admin(), TemplateID: id,
			Encoding: template.UTF8, Delimiter: ",",
			Open:     csvOf("u.csv", "search_value;mapped_value\na;b\n"),
			Complete: func(r *commands.StoreMapping) { r.Name, r.Delimiter = &name, delimiter }})
		return err
	}
	before := len(h.load(t, id).Mappings)
	if err := store(";;"); err == nil {
		t.Error("a delimiter of two characters was taken")
	}
	if err := store(";"); err != nil {
		t.Fatal(err)
	}
	all := h.load(t, id).Mappings
	if m := all[len(all)-1]; len(all) != before+1 || m.Name != "Units" || m.Delim != ";" || m.Lines != 1 {
		t.Errorf("got %d mappings, the last %+v, want len(all) = %v, m.Name = Units, m.Delim = ; and m.Lines = 1", len(all), m, before+1)
	}
}
