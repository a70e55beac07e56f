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
	{"POST", sPath + "/files/bulk-assign", `{"fileIds":["` + fileID + `"],"assigneeId":null}`, 200},
	{"POST", sPath + "/files/bulk-attributes", `{"fileIds":["` + fileID + `"],"attributeIdToValue":{}}`, 200},
	{"POST", sPath + "/files/bulk-reanalyse", `{"fileIds":["` + fileID + `"]}`, 200},
	{"POST", sPath + "/files/bulk-retry", `{"cause":"It is no PDF"}`, 200},
	{"POST", sPath + "/files/bulk-workflow-status", `{"fileIds":["` + fileID + `"],"workflowStatus":"APPROVED"}`, 200},
	{"POST", sPath + "/files/restore", `{"fileIds":["` + fileID + `"]}`, 204},
	{"POST", fPath + "/restore", "", 200},
	{"PUT", fPath + "/assignee", `{"assigneeId":"` + userID + `"}`, 200},
	{"PUT", fPath + "/assignee", `{"assigneeId":null}`, 200},
	{"PUT", fPath + "/extraction", `{"automatic":true}`, 200},
	{"PUT", fPath + "/workflow-status", `{"workflowStatus":"UNDER_APPROVAL","approverId":"` + userID + `"}`, 200},
	{"PUT", fPath + "/workflow-status", `{"workflowStatus":"NEW"}`, 200},
	{"GET", fPath + "/entities", "", 200},
	{"GET", fPath + "/pages/1/text", "", 200},
	{"GET", fPath + "/tree", "", 200},
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

func (f *fake) ChangeFiles(_ context.Context, c commands.ChangeFiles) (commands.FilesOutcome, error) {
	return write(f, c, commands.FilesOutcome{Outcome: f.outcome, Skipped: f.skipped})
}

func (f *fake) RetryFiles(_ context.Context, c commands.RetryFiles) (commands.FilesOutcome, error) {
	return write(f, c, commands.FilesOutcome{Outcome: f.outcome, Skipped: f.skipped})
}

func (f *fake) RestoreFiles(_ context.Context, c commands.RestoreFiles) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) RestoreFile(_ context.Context, c commands.RestoreFile) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetFileExtraction(_ context.Context, c commands.SetFileExtraction) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetFileAssignee(_ context.Context, c commands.SetFileAssignee) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetFileWorkflowStatus(_ context.Context, c commands.SetFileWorkflowStatus) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) FileEntities(_ context.Context, q queries.AskEntities) (queries.FileEntities, error) {
	e := document.Entity{ID: defID, Type: "invoice_number", Kind: "ENTITY", State: document.StateApplied, Value: "INV-2024-017",
		RuleID: "Invoice.1.0",
		Reason: "Line with label", TextBefore: "Invoice no. ", Section: "1 Invoice"}
	hint := document.Entity{ID: userID, Type: "label", Kind: "HINT", State: document.StateSkipped}
	return ask(f, q, queries.FileEntities{TemplateID: templateID, DossierID: dossierID, FileID: fileID, Filename: "a.pdf",
		Pages: []document.Page{{Number: 1, Width: 595.28, Height: 841.89, Rotation: 90}},
		Entities: []queries.Entity{{Entity: e, DisplayName: "Invoice number", Color: "#7FB3D5", Rank: 20,
			Components: []string{"Invoice_Number"},
			Positions: []queries.EntityPosition{{Page: 1,
				Boxes: []document.Rect{{X: float64(float32(312.4)), Y: 702.1, Width: float64(float32(88.6)), Height: 11.2}}}}},
			{Entity: hint}}})
}

func (f *fake) PageText(_ context.Context, q queries.AskPageText) (queries.Tagged[queries.PageText], error) {
	box := document.Rect{X: 60, Y: float64(float32(757.1)), Width: 27.3, Height: 11.7}
	return ask(f, q, queries.Tagged[queries.PageText]{ETag: "t1", Read: func(context.Context) (queries.PageText, error) {
		f.opened++
		return queries.PageText{Page: document.Page{Number: 4, Width: 595.28, Height: 841.89, Rotation: 90}, Recognised: true,
			Lines: []document.TextLine{{Node: "n17", Words: []document.Word{{Text: "Study", Box: box}}},
				{Words: []document.Word{{Text: "7", Confidence: 71}}}}}, nil
	}})
}

func (f *fake) FileTree(_ context.Context, q queries.AskTree) (queries.Tagged[document.Outline], error) {
	box := document.PageBox{Page: 1, Box: document.Rect{X: 40, Y: 347.76, Width: 113.39, Height: 11.695}}
	logo := document.OutlineNode{ID: "n2", Type: document.KindImage, Image: &document.Image{Type: "LOGO", Transparent: true}}
	list := document.OutlineNode{ID: "n3", Type: document.KindParagraph, Role: document.RoleListItem, Page: 1, Box: &box.Box, Text: "first"}
	table := document.OutlineNode{ID: "n4", Type: document.KindTable, Rows: 1, Cols: 1,
		Cells: []document.OutlineCell{{ID: "n5", RowSpan: 1, ColSpan: 1, Header: true, Page: 1, Box: &box.Box, Text: "A"}}}
	return ask(f, q, queries.Tagged[document.Outline]{ETag: "t1", Read: func(context.Context) (document.Outline, error) {
		f.opened++
		return document.Outline{Pages: []document.OutlinePage{{Number: 1, Width: 595, Height: 842}},
			Nodes: []document.OutlineNode{{ID: "n1", Type: document.KindSection, Page: 1, Box: &box.Box,
				Boxes: []document.PageBox{box, {Page: 2, Box: box.Box}}, Children: []document.OutlineNode{logo, list, table}}}}, nil
	}})
}
