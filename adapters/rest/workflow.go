package rest

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// SetFileAssignee assigns a file to a member of the dossier, or to nobody.
func (s *server) SetFileAssignee(ctx context.Context, q api.SetFileAssigneeRequestObject) (api.SetFileAssigneeResponseObject, error) {
	f := s.fileOn(ctx, user.SetFileAssignee, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := s.ChangeStates.SetFileAssignee(ctx, commands.SetFileAssignee{
		Request:    s.expectVersion(ctx, f, q.Params.IfMatch),
		TemplateID: f.TemplateID,
		DossierID:  f.DossierID,
		FileID:     f.FileID,
		Assignee:   strings.ToLower(valueOr(presentValue(q.Body.AssigneeId), "")),
	})
	if err != nil {
		return nil, err
	}
	at, body, err := s.fileAfter(ctx, out, f)
	return api.SetFileAssignee200JSONResponse{Body: body, Headers: api.SetFileAssignee200ResponseHeaders{DocketPosition: at}}, err
}

// SetFileExtraction leaves a file out of automatic analysis, or takes it in again.
func (s *server) SetFileExtraction(ctx context.Context, q api.SetFileExtractionRequestObject) (api.SetFileExtractionResponseObject, error) {
	f := s.fileOn(ctx, user.SetFileExtraction, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := s.ChangeStates.SetFileExtraction(ctx, commands.SetFileExtraction{Request: s.expectVersion(ctx, f, q.Params.IfMatch),
		TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.FileID, Automatic: q.Body.Automatic})
	if err != nil {
		return nil, err
	}
	at, body, err := s.fileAfter(ctx, out, f)
	return api.SetFileExtraction200JSONResponse{Body: body, Headers: api.SetFileExtraction200ResponseHeaders{DocketPosition: at}}, err
}

// SetFileWorkflowStatus sets the workflow status of a file.
func (s *server) SetFileWorkflowStatus(
	ctx context.Context, q api.SetFileWorkflowStatusRequestObject,
) (api.SetFileWorkflowStatusResponseObject, error) {
	f := s.fileOn(ctx, user.SetFileWorkflowStatus, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := s.ChangeStates.SetFileWorkflowStatus(ctx, commands.SetFileWorkflowStatus{Request: s.expectVersion(ctx, f, q.Params.IfMatch),
		TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.FileID,
		To: file.Workflow(q.Body.WorkflowStatus), Approver: strings.ToLower(valueOr(presentValue(q.Body.ApproverId), ""))})
	if err != nil {
		return nil, err
	}
	at, body, err := s.fileAfter(ctx, out, f)
	return api.SetFileWorkflowStatus200JSONResponse{
		Body: body, Headers: api.SetFileWorkflowStatus200ResponseHeaders{DocketPosition: at},
	}, err
}

// fileOn returns the query for a file that an operation changes.
func (s *server) fileOn(ctx context.Context, op user.Operation, template, dossier, id string) queries.AskFile {
	return queries.AskFile{Caller: callerOf(ctx), TemplateID: template, DossierID: dossier, FileID: id, For: op}
}

// expectVersion returns the request of a command on a file as the caller saw it (If-Match).
func (s *server) expectVersion(ctx context.Context, f queries.AskFile, ifMatch *string) commands.Request {
	r := requestOf(ctx)
	f.IncludeSoftDeleted = true
	r.ExpectVersion = expectedVersion(ifMatch, func() (any, uint64, error) {
		found, err := s.Files.GetFile(ctx, f)
		return fileOf(found), found.Version, err
	})
	return r
}

// fileAfter returns a file once the views hold the change.
func (s *server) fileAfter(ctx context.Context, out commands.Outcome, f queries.AskFile) (*string, api.FileStatus, error) {
	at := s.awaitWrite(ctx, out.Position)
	found, err := s.Files.GetFile(ctx, f)
	if err != nil {
		return at, api.FileStatus{}, notYetReadable(err)
	}
	return at, fileOf(found), nil
}
