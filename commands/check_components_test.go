package commands_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// TestComponentsThatCanBeChecked are those that an analysis found, whether or not its event names
// them, and those that the template defines.
func TestComponentsThatCanBeChecked(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	old, told := f.storePDF("old.pdf"), f.storePDF("told.pdf")
	for _, id := range []string{old, told} {
		subject := file.SubjectOf("demo", f.dossierID, id)
		ref, err := blob.PutJSON(t.Context(), f.Blobs, subject,
			document.Result{Components: []document.Component{{Name: "Found", Value: "1"}}})
		if err != nil {
			t.Fatal(err)
		}
		var findings *file.Findings
		if id == told {
			findings = &file.Findings{Names: []string{"Told"}}
		}
		f.happens(id, file.ProcessingChanged{Run: 1, From: file.Unprocessed, To: file.Layout},
			file.ProcessingChanged{Run: 1, From: file.Layout, To: file.Analyse,
				Tree: es.BlobRef{Subject: subject, ID: uuid.New()}, Pages: 1},
			file.Analysed{Run: 1, Version: 1, Result: ref, Findings: es.Seal(subject, findings)},
			file.ProcessingChanged{Run: 1, From: file.Index, To: file.Processed})
	}
	for _, row := range []struct {
		name               string
		id                 string
		checked, unchecked []string
		want               string
	}{
		{"found by a version before", old, []string{"found"}, nil, ""},
		{"not found by a version before", old, []string{"Told"}, nil, "Component not found"},
		{"found", told, []string{"told"}, nil, ""},
		{"not found", told, []string{"Found"}, nil, "Component not found"},
		{"taken back", told, nil, []string{"Told"}, ""},
		{"taken back of what is not there", told, nil, []string{"Found"}, "Component not found"},
		{"nothing", told, nil, nil, ""},
		{"both", told, []string{"Told"}, []string{"Told"}, "checked and unchecked must name each component once"},
	} {
		_, err := f.SetComponentChecks(t.Context(),
			commands.SetComponentChecks{Request: request(f.mira), TemplateID: f.templateID,
				DossierID: f.dossierID, FileID: row.id, Checked: row.checked, Unchecked: row.unchecked})
		wantFault(t, row.name, err, row.want)
	}
	if got := f.file(old).Checks; len(got) != 1 || got[0].Name != "found" {
		t.Errorf("got %+v, want one check", got)
	}
	if got := f.file(told).Checks; len(got) != 0 {
		t.Errorf("got %+v, want no checks", got)
	}
}

// TestCorrectionsTellWhatTheyBreak follows a sum through corrections: the events of each tell lists
// whether it agrees, with what the analysis found and what others corrected.
func TestCorrectionsTellWhatTheyBreak(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	checks := []string{"net + tax = amount_due"}
	amount, columns := template.FormatNumber, []template.Column{{TechnicalName: "line_amount", DisplayName: "Amount",
		Format: "AMOUNT", Required: true}}
	_, err := f.CreateDefinitions(t.Context(), commands.CreateDefinitions{Request: admin(), TemplateID: f.templateID,
		Definitions: []commands.NewDefinition{
			{TechnicalName: "net", DisplayName: "Net", ExpectationChange: template.ExpectationChange{Format: &amount}},
			{TechnicalName: "tax", DisplayName: "Tax", ExpectationChange: template.ExpectationChange{Format: &amount}},
			{TechnicalName: "amount_due", DisplayName: "Due",
				ExpectationChange: template.ExpectationChange{Format: &amount, Checks: &checks}},
			{TechnicalName: "lines", DisplayName: "Lines",
				ExpectationChange: template.ExpectationChange{Columns: &columns}}}})
	if err != nil {
		t.Fatal(err)
	}
	id := f.storePDF("a.pdf")
	subject := file.SubjectOf("demo", f.dossierID, id)
	line := document.Component{Name: "Lines", Value: "Pump | 100",
		Cells: []document.RowCell{{Column: "line_text", Value: "Pump"}, {Column: "line_amount", Value: "100"}}}
	ref, err := blob.PutJSON(t.Context(), f.Blobs, subject, document.Result{Components: []document.Component{
		{Name: "Net", Value: "100"}, {Name: "Tax", Value: "19"}, {Name: "Amount_Due", Value: "119"}, line}})
	if err != nil {
		t.Fatal(err)
	}
	f.happens(id, file.ProcessingChanged{Run: 1, From: file.Unprocessed, To: file.Layout},
		file.ProcessingChanged{Run: 1, From: file.Layout, To: file.Analyse,
			Tree: es.BlobRef{Subject: subject, ID: uuid.New()}, Pages: 1},
		file.Analysed{Run: 1, Version: 1, Result: ref,
			Findings: es.Seal(subject, &file.Findings{Names: []string{"Net", "Tax", "Amount_Due", "Lines"}})},
		file.ProcessingChanged{Run: 1, From: file.Index, To: file.Processed})
	override := func(name, value string) error {
		_, err := f.OverrideComponent(t.Context(),
			commands.OverrideComponent{Request: request(f.mira), TemplateID: f.templateID, DossierID: f.dossierID,
				FileID: id, Name: name, Values: []commands.OverrideValue{{Value: value}}})
		return err
	}
	revert := func(name, _ string) error {
		_, err := f.RevertOverrides(t.Context(), commands.RevertOverrides{Request: request(f.mira),
			TemplateID: f.templateID, DossierID: f.dossierID,
			FileID: id, Names: []string{name}})
		return err
	}
	sum, row := "[{Amount_Due [SUM_MISMATCH]}]", "[{Lines [ROW_INCOMPLETE]}]"
	for _, step := range []struct {
		name        string
		correct     func(name, value string) error
		what, value string
		want        string
	}{
		{"a part that breaks the sum", override, "Tax", "20", sum},
		{"the total that mends it", override, "amount due", "120", "[]"},
		{"a part that breaks it again", override, "Net", "90", sum},
		{"that is taken back", revert, "Net", "", "[]"},
		{"rows of nonsense", override, "Lines", "NY", row},
		{"rows as they were found", override, "Lines", "Pump | 100", "[]"},
		{"rows with another amount", override, "Lines", "Pump | 90", "[]"},
		{"rows without an amount", override, "Lines", "Pump | WOW", row},
	} {
		if err := step.correct(step.what, step.value); err != nil {
			t.Fatalf("%s: got %v, want no failure", step.name, err)
		}
		if got := fmt.Sprint(f.file(id).Findings.Unmet); got != step.want {
			t.Errorf("%s: got %s, want %s", step.name, got, step.want)
		}
	}
}
