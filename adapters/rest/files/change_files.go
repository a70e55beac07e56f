package files

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
)

// AssignFiles assigns files to a member of the dossier, or to nobody.
func (h *fileHandlers) AssignFiles(
	ctx context.Context, q api.AssignFilesRequestObject,
) (api.AssignFilesResponseObject, error) {
	at, body, err := h.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds,
		q.Params.SkipInvalid},
		commands.FilesChange{
			Action:   bulk.Assign,
			Assignee: strings.ToLower(convert.ValueOr(convert.PresentValue(q.Body.AssigneeId), "")),
		})
	return api.AssignFiles200JSONResponse{Body: body, Headers: api.AssignFiles200ResponseHeaders{DocketPosition: at}}, err
}

// SetFilesAttributes sets values of attributes of files; null counts as empty.
func (h *fileHandlers) SetFilesAttributes(
	ctx context.Context, q api.SetFilesAttributesRequestObject,
) (api.SetFilesAttributesResponseObject, error) {
	at, body, err := h.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds,
		q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Describe, Values: convert.ValuesOf(q.Body.AttributeIdToValue)})
	return api.SetFilesAttributes200JSONResponse{
		Body:    body,
		Headers: api.SetFilesAttributes200ResponseHeaders{DocketPosition: at},
	}, err
}

// ReanalyseFiles requests one more analysis of files.
func (h *fileHandlers) ReanalyseFiles(
	ctx context.Context, q api.ReanalyseFilesRequestObject,
) (api.ReanalyseFilesResponseObject, error) {
	at, body, err := h.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds,
		q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Reanalyse, OCR: convert.ValueOr(q.Params.Ocr, false)})
	return api.ReanalyseFiles200JSONResponse{
		Body:    body,
		Headers: api.ReanalyseFiles200ResponseHeaders{DocketPosition: at},
	}, err
}

// RetryFiles requests one more analysis of files in ERROR.
func (h *fileHandlers) RetryFiles(
	ctx context.Context, q api.RetryFilesRequestObject,
) (api.RetryFilesResponseObject, error) {
	out, err := h.commands.RetryFiles(ctx, commands.RetryFiles{Request: exchange.Request(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileIDs: convert.MapList(convert.ValueOr(q.Body.FileIds, nil), strings.ToLower),
		Cause: convert.ValueOr(q.Body.Cause, "")})
	if err != nil {
		return nil, err
	}
	at, body := h.tellChanged(ctx, out)
	return api.RetryFiles200JSONResponse{Body: body, Headers: api.RetryFiles200ResponseHeaders{DocketPosition: at}}, nil
}

// SetFilesWorkflowStatus sets the workflow status of files.
func (h *fileHandlers) SetFilesWorkflowStatus(
	ctx context.Context, q api.SetFilesWorkflowStatusRequestObject,
) (api.SetFilesWorkflowStatusResponseObject, error) {
	at, body, err := h.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds,
		q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Move, To: file.Workflow(q.Body.WorkflowStatus),
			Approver: strings.ToLower(convert.ValueOr(convert.PresentValue(q.Body.ApproverId), ""))})
	headers := api.SetFilesWorkflowStatus200ResponseHeaders{DocketPosition: at}
	return api.SetFilesWorkflowStatus200JSONResponse{Body: body, Headers: headers}, err
}

// chosenFiles are the files that a request names.
type chosenFiles struct {
	templateID, dossierID string
	ids                   []string
	skipInvalid           *bool
}

// changeFiles makes the same change to files, and tells which were left out.
func (h *fileHandlers) changeFiles(
	ctx context.Context, f chosenFiles, change commands.FilesChange,
) (*string, api.ChangedFiles, error) {
	out, err := h.commands.ChangeFiles(ctx, commands.ChangeFiles{
		Request:     exchange.Request(ctx),
		TemplateID:  f.templateID,
		DossierID:   f.dossierID,
		FileIDs:     convert.MapList(f.ids, strings.ToLower),
		SkipInvalid: convert.ValueOr(f.skipInvalid, false),
		Change:      change,
	})
	if err != nil {
		return nil, api.ChangedFiles{}, err
	}
	at, body := h.tellChanged(ctx, out)
	return at, body, nil
}

// tellChanged waits for the views, and tells what became of files.
func (h *fileHandlers) tellChanged(ctx context.Context, out commands.FilesOutcome) (*string, api.ChangedFiles) {
	return h.views.AwaitWrite(ctx, out.Position), api.ChangedFiles{
		FileIds: convert.NonNilList(out.IDs),
		Skipped: convert.MapList(out.Skipped,
			func(f commands.SkippedFile) api.SkippedFile { return api.SkippedFile{FileId: f.ID, Message: f.Reason} }),
	}
}
