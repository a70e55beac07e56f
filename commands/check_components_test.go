package commands_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// TestComponentsThatCanBeChecked are those that an analysis found, whether or not its event names
// them, and those that the template defines.
func TestComponentsThatCanBeChecked(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	old, told := f.stored("old.pdf"), f.stored("told.pdf")
	for _, id := range []string{old, told} {
		subject := file.SubjectOf("demo", f.dossierID, id)
		ref, err := blob.PutJSON(t.Context(), f.Blobs, subject, document.Result{Components: []document.Component{{Name: "Found", Value: "1"}}})
		if err != nil {
			t.Fatal(err)
		}
		var findings *file.Findings
		if id == told {
			findings = &file.Findings{Names: []string{"Told"}}
		}
		f.happens(id, file.ProcessingChanged{Run: 1, From: file.Unprocessed, To: file.Layout},
			file.ProcessingChanged{Run: 1, From: file.Layout, To: file.Analyse, Tree: es.BlobRef{Subject: subject, ID: uuid.New()}, Pages: 1},
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
		_, err := f.SetComponentChecks(t.Context(), commands.SetComponentChecks{Request: request(f.mira), TemplateID: f.templateID,
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
