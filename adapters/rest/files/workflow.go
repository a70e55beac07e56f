package files

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// SetFileAssignee assigns a file to a member of the dossier, or to nobody.
func (h *fileHandlers) SetFileAssignee(
	ctx context.Context, q api.SetFileAssigneeRequestObject,
) (api.SetFileAssigneeResponseObject, error) {
	f := h.fileOn(ctx, user.SetFileAssignee, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := h.commands.SetFileAssignee(ctx, commands.SetFileAssignee{
		Request:    h.expectVersion(ctx, f, q.Params.IfMatch),
		TemplateID: f.TemplateID,
		DossierID:  f.DossierID,
		FileID:     f.FileID,
		Assignee:   strings.ToLower(convert.ValueOr(convert.PresentValue(q.Body.AssigneeId), "")),
	})
	if err != nil {
		return nil, err
	}
	at, body, err := h.fileAfter(ctx, out, f)
	return api.SetFileAssignee200JSONResponse{
		Body:    body,
		Headers: api.SetFileAssignee200ResponseHeaders{DocketPosition: at},
	}, err
}

// SetFileExtraction leaves a file out of automatic analysis, or takes it in again.
func (h *fileHandlers) SetFileExtraction(
	ctx context.Context, q api.SetFileExtractionRequestObject,
) (api.SetFileExtractionResponseObject, error) {
	f := h.fileOn(ctx, user.SetFileExtraction, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := h.commands.SetFileExtraction(ctx, commands.SetFileExtraction{
		Request:    h.expectVersion(ctx, f, q.Params.IfMatch),
		TemplateID: f.TemplateID,
		DossierID:  f.DossierID,
		FileID:     f.FileID,
		Automatic:  q.Body.Automatic,
	})
	if err != nil {
		return nil, err
	}
	at, body, err := h.fileAfter(ctx, out, f)
	return api.SetFileExtraction200JSONResponse{
		Body:    body,
		Headers: api.SetFileExtraction200ResponseHeaders{DocketPosition: at},
	}, err
}

// SetFileWorkflowStatus sets the workflow status of a file.
func (h *fileHandlers) SetFileWorkflowStatus(
	ctx context.Context, q api.SetFileWorkflowStatusRequestObject,
) (api.SetFileWorkflowStatusResponseObject, error) {
	f := h.fileOn(ctx, user.SetFileWorkflowStatus, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := h.commands.SetFileWorkflowStatus(ctx, commands.SetFileWorkflowStatus{
		Request:    h.expectVersion(ctx, f, q.Params.IfMatch),
		TemplateID: f.TemplateID,
		DossierID:  f.DossierID,
		FileID:     f.FileID,
		To:         file.Workflow(q.Body.WorkflowStatus),
		Approver:   strings.ToLower(convert.ValueOr(convert.PresentValue(q.Body.ApproverId), "")),
	})
	if err != nil {
		return nil, err
	}
	at, body, err := h.fileAfter(ctx, out, f)
	return api.SetFileWorkflowStatus200JSONResponse{
		Body: body, Headers: api.SetFileWorkflowStatus200ResponseHeaders{DocketPosition: at},
	}, err
}

// fileOn returns the query for a file that an operation changes.
func (h *fileHandlers) fileOn(ctx context.Context, op user.Operation, template, dossier, id string) queries.AskFile {
	return queries.AskFile{Caller: exchange.Caller(ctx), TemplateID: template, DossierID: dossier, FileID: id, For: op}
}

// expectVersion returns the request of a command on a file as the caller saw it (If-Match).
func (h *fileHandlers) expectVersion(ctx context.Context, f queries.AskFile, ifMatch *string) commands.Request {
	r := exchange.Request(ctx)
	f.IncludeSoftDeleted = true
	r.ExpectVersion = exchange.ExpectedVersion(ifMatch, func() (any, uint64, error) {
		found, err := h.queries.GetFile(ctx, f)
		return ToAPI(found), found.Version, err
	})
	return r
}

// fileAfter returns a file once the views hold the change.
func (h *fileHandlers) fileAfter(
	ctx context.Context, out commands.Outcome, f queries.AskFile,
) (*string, api.FileStatus, error) {
	at := h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.GetFile(ctx, f)
	if err != nil {
		return at, api.FileStatus{}, exchange.NotYetReadable(err)
	}
	return at, ToAPI(found), nil
}

// SetFileAttributes sets values of attributes of a file; null counts as empty.
func (h *fileHandlers) SetFileAttributes(
	ctx context.Context, q api.SetFileAttributesRequestObject,
) (api.SetFileAttributesResponseObject, error) {
	r := exchange.Request(ctx)
	r.ExpectVersion = exchange.ExpectedVersion(q.Params.IfMatch, func() (any, uint64, error) {
		f, err := h.queries.GetFile(ctx, queries.AskFile{
			Caller:     r.Caller,
			TemplateID: q.DossierTemplateId,
			DossierID:  q.DossierId,
			FileID:     q.FileId,
		})
		return ToAPI(f), f.Version, err
	})
	out, err := h.commands.SetFileAttributes(ctx, commands.SetFileAttributes{Request: r, TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, Values: convert.ValuesOf(q.Body.AttributeIdToValue)})
	if err != nil {
		return nil, err
	}
	return api.SetFileAttributes204Response{
		Headers: api.SetFileAttributes204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}
