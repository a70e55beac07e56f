package rest

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
)

// AssignFiles assigns files to a member of the dossier, or to nobody.
func (s *server) AssignFiles(ctx context.Context, q api.AssignFilesRequestObject) (api.AssignFilesResponseObject, error) {
	at, body, err := s.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds, q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Assign, Assignee: strings.ToLower(valueOr(presentValue(q.Body.AssigneeId), ""))})
	return api.AssignFiles200JSONResponse{Body: body, Headers: api.AssignFiles200ResponseHeaders{DocketPosition: at}}, err
}

// SetFilesAttributes sets values of attributes of files; null counts as empty.
func (s *server) SetFilesAttributes(
	ctx context.Context, q api.SetFilesAttributesRequestObject,
) (api.SetFilesAttributesResponseObject, error) {
	at, body, err := s.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds, q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Describe, Values: valuesOf(q.Body.AttributeIdToValue)})
	return api.SetFilesAttributes200JSONResponse{Body: body, Headers: api.SetFilesAttributes200ResponseHeaders{DocketPosition: at}}, err
}

// ReanalyseFiles requests one more analysis of files.
func (s *server) ReanalyseFiles(ctx context.Context, q api.ReanalyseFilesRequestObject) (api.ReanalyseFilesResponseObject, error) {
	at, body, err := s.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds, q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Reanalyse, OCR: valueOr(q.Params.Ocr, false)})
	return api.ReanalyseFiles200JSONResponse{Body: body, Headers: api.ReanalyseFiles200ResponseHeaders{DocketPosition: at}}, err
}

// SetFilesWorkflowStatus sets the workflow status of files.
func (s *server) SetFilesWorkflowStatus(
	ctx context.Context, q api.SetFilesWorkflowStatusRequestObject,
) (api.SetFilesWorkflowStatusResponseObject, error) {
	at, body, err := s.changeFiles(ctx, chosenFiles{q.DossierTemplateId, q.DossierId, q.Body.FileIds, q.Params.SkipInvalid},
		commands.FilesChange{Action: bulk.Move, To: file.Workflow(q.Body.WorkflowStatus),
			Approver: strings.ToLower(valueOr(presentValue(q.Body.ApproverId), ""))})
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
func (s *server) changeFiles(ctx context.Context, f chosenFiles, change commands.FilesChange) (*string, api.ChangedFiles, error) {
	out, err := s.ChangeStates.ChangeFiles(ctx, commands.ChangeFiles{Request: requestOf(ctx), TemplateID: f.templateID, DossierID: f.dossierID,
		FileIDs: mapList(f.ids, strings.ToLower), SkipInvalid: valueOr(f.skipInvalid, false), Change: change})
	if err != nil {
		return nil, api.ChangedFiles{}, err
	}
	return s.awaitWrite(ctx, out.Position), api.ChangedFiles{FileIds: nonNilList(out.IDs), Skipped: mapList(out.Skipped,
		func(f commands.SkippedFile) api.SkippedFile { return api.SkippedFile{FileId: f.ID, Message: f.Reason} })}, nil
}
