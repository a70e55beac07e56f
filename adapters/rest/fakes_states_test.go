package rest

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/queries"
)

var stateOperations = []sample{
	{"POST", sPath + "/archive", "", 200},
	{"POST", sPath + "/restore", "", 200},
	{"POST", sPath + "/reanalyse", "", 200},
	{"POST", sPath + "/files/bulk-delete", `{"fileIds":["` + fileID + `"]}`, 204},
	{"POST", sPath + "/files/restore", `{"fileIds":["` + fileID + `"]}`, 204},
	{"POST", fPath + "/restore", "", 200},
	{"PUT", fPath + "/assignee", `{"assigneeId":"` + userID + `"}`, 200},
	{"PUT", fPath + "/assignee", `{"assigneeId":null}`, 200},
	{"PUT", fPath + "/workflow-status", `{"workflowStatus":"UNDER_APPROVAL","approverId":"` + userID + `"}`, 200},
	{"PUT", fPath + "/workflow-status", `{"workflowStatus":"NEW"}`, 200},
	{"GET", fPath + "/entities", "", 200},
}

func (f *fake) ArchiveDossier(_ context.Context, c commands.ArchiveDossier) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) RestoreDossier(_ context.Context, c commands.RestoreDossier) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) ReanalyseDossier(_ context.Context, c commands.ReanalyseDossier) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) DeleteFiles(_ context.Context, c commands.DeleteFiles) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) RestoreFiles(_ context.Context, c commands.RestoreFiles) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) RestoreFile(_ context.Context, c commands.RestoreFile) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetFileAssignee(_ context.Context, c commands.SetFileAssignee) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetFileWorkflowStatus(_ context.Context, c commands.SetFileWorkflowStatus) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) FileEntities(_ context.Context, q queries.AskEntities) (queries.FileEntities, error) {
	e := document.Entity{ID: defID, Type: "invoice_number", Kind: "ENTITY", State: document.StateApplied, Value: "INV-2024-017", RuleID: "Invoice.1.0",
		Reason: "Line with label", TextBefore: "Invoice no. ", Section: "1 Invoice"}
	hint := document.Entity{ID: userID, Type: "label", Kind: "HINT", State: document.StateSkipped}
	return ask(f, q, queries.FileEntities{TemplateID: templateID, DossierID: dossierID, FileID: fileID, Filename: "a.pdf",
		Pages: []document.Page{{Number: 1, Width: 595.28, Height: 841.89, Rotation: 90}},
		Entities: []queries.Entity{{Entity: e, DisplayName: "Invoice number", Color: "#7FB3D5", Rank: 20, Components: []string{"Invoice_Number"},
			Positions: []queries.EntityPosition{{Page: 1, Boxes: []document.Rect{{X: float64(float32(312.4)), Y: 702.1, Width: float64(float32(88.6)), Height: 11.2}}}}}, {Entity: hint}}})
}
