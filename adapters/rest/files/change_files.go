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
	done, err := h.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds,
		q.Params.SkipInvalid},
		commands.FilesChange{
			Action:   bulk.Assign,
			Assignee: strings.ToLower(convert.ValueOr(convert.PresentValue(q.Body.AssigneeId), "")),
		})
	if err != nil {
		return nil, err
	}
	if done.later != nil {
		return api.AssignFiles202JSONResponse{AcceptedJSONResponse: *done.later}, nil
	}
	return api.AssignFiles200JSONResponse{Body: done.body, Headers: api.AssignFiles200ResponseHeaders{DocketPosition: done.at}}, nil
}

// SetFilesAttributes sets values of attributes of files; null counts as empty.
func (h *fileHandlers) SetFilesAttributes(
	ctx context.Context, q api.SetFilesAttributesRequestObject,
) (api.SetFilesAttributesResponseObject, error) {
	done, err := h.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds,
		q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Describe, Values: convert.ValuesOf(q.Body.AttributeIdToValue)})
	if err != nil {
		return nil, err
	}
	if done.later != nil {
		return api.SetFilesAttributes202JSONResponse{AcceptedJSONResponse: *done.later}, nil
	}
	return api.SetFilesAttributes200JSONResponse{Body: done.body,
		Headers: api.SetFilesAttributes200ResponseHeaders{DocketPosition: done.at}}, nil
}

// ReanalyseFiles requests one more analysis of files.
func (h *fileHandlers) ReanalyseFiles(
	ctx context.Context, q api.ReanalyseFilesRequestObject,
) (api.ReanalyseFilesResponseObject, error) {
	done, err := h.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds,
		q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Reanalyse, OCR: convert.ValueOr(q.Params.Ocr, false)})
	if err != nil {
		return nil, err
	}
	if done.later != nil {
		return api.ReanalyseFiles202JSONResponse{AcceptedJSONResponse: *done.later}, nil
	}
	return api.ReanalyseFiles200JSONResponse{Body: done.body, Headers: api.ReanalyseFiles200ResponseHeaders{DocketPosition: done.at}}, nil
}

// RetryFiles requests one more analysis of files in ERROR.
func (h *fileHandlers) RetryFiles(
	ctx context.Context, q api.RetryFilesRequestObject,
) (api.RetryFilesResponseObject, error) {
	r := exchange.Request(ctx)
	out, err := h.commands.RetryFiles(ctx, commands.RetryFiles{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileIDs: convert.MapList(convert.ValueOr(q.Body.FileIds, nil), strings.ToLower),
		Cause: convert.ValueOr(q.Body.Cause, "")})
	if err != nil {
		return nil, err
	}
	done, err := h.tellChanged(ctx, r, out)
	if err != nil {
		return nil, err
	}
	if done.later != nil {
		return api.RetryFiles202JSONResponse{AcceptedJSONResponse: *done.later}, nil
	}
	return api.RetryFiles200JSONResponse{Body: done.body, Headers: api.RetryFiles200ResponseHeaders{DocketPosition: done.at}}, nil
}

// SetFilesWorkflowStatus sets the workflow status of files.
func (h *fileHandlers) SetFilesWorkflowStatus(
	ctx context.Context, q api.SetFilesWorkflowStatusRequestObject,
) (api.SetFilesWorkflowStatusResponseObject, error) {
	done, err := h.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds,
		q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Move, To: file.Workflow(q.Body.WorkflowStatus),
			Approver: strings.ToLower(convert.ValueOr(convert.PresentValue(q.Body.ApproverId), ""))})
	if err != nil {
		return nil, err
	}
	if done.later != nil {
		return api.SetFilesWorkflowStatus202JSONResponse{AcceptedJSONResponse: *done.later}, nil
	}
	return api.SetFilesWorkflowStatus200JSONResponse{Body: done.body,
		Headers: api.SetFilesWorkflowStatus200ResponseHeaders{DocketPosition: done.at}}, nil
}

// chosenFiles are the files that a request names.
type chosenFiles struct {
	templateID, dossierID string
	ids                   []string
	skipInvalid           *bool
}

// A changedFiles is the answer to a change of many files: what became of it, or the operation that it goes on as.
type changedFiles struct {
	at    *string
	body  api.ChangedFiles
	later *api.AcceptedJSONResponse
}

// changeFiles makes the same change to files, and tells which were left out.
func (h *fileHandlers) changeFiles(ctx context.Context, f chosenFiles, change commands.FilesChange) (changedFiles, error) {
	r := exchange.Request(ctx)
	out, err := h.commands.ChangeFiles(ctx, commands.ChangeFiles{
		Request:     r,
		TemplateID:  f.templateID,
		DossierID:   f.dossierID,
		FileIDs:     convert.MapList(f.ids, strings.ToLower),
		SkipInvalid: convert.ValueOr(f.skipInvalid, false),
		Change:      change,
	})
	if err != nil {
		return changedFiles{}, err
	}
	return h.tellChanged(ctx, r, out)
}

// tellChanged waits for the views, and tells what became of files.
func (h *fileHandlers) tellChanged(ctx context.Context, r commands.Request, out commands.FilesOutcome) (changedFiles, error) {
	if out.Later {
		later, err := h.views.AcceptLater(ctx, r, out.Position, h.queries)
		return changedFiles{later: &later}, err
	}
	return changedFiles{at: h.views.AwaitWrite(ctx, out.Position),
		body: api.ChangedFiles{FileIds: convert.NonNilList(out.IDs), Skipped: convert.ToSkipped(out.Skipped)}}, nil
}
