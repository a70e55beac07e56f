package rest

import (
	"context"
	"errors"
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/dossiers"
	"github.com/seed-62a36931/docket/adapters/rest/downloads"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/adapters/rest/files"
	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/adapters/rest/operations"
	"github.com/seed-62a36931/docket/adapters/rest/templates"
	"github.com/seed-62a36931/docket/adapters/rest/usage"
	"github.com/seed-62a36931/docket/adapters/rest/users"
	"github.com/seed-62a36931/docket/adapters/rest/webhooks"
	"github.com/seed-62a36931/docket/domain"
)

// The handlers of each part have a name of their own here, under which they can be embedded
// beside each other.
type (
	dossierPart   = dossiers.Handlers
	filePart      = files.Handlers
	componentPart = components.Handlers
	templatePart  = templates.Handlers
	userPart      = users.Handlers
	historyPart   = history.Handlers
	downloadPart  = downloads.Handlers
	operationPart = operations.Handlers
	usagePart     = usage.Handlers
	webhookPart   = webhooks.Handlers
)

// handlers are the handlers of all parts, which implement the generated strict interface together.
type handlers struct {
	*dossierPart
	*filePart
	*componentPart
	*templatePart
	*userPart
	*historyPart
	*downloadPart
	*operationPart
	*usagePart
	*webhookPart
	health
	unbound
}

var _ api.StrictServerInterface = handlers{}

// A binding is the generated binding with a few operations that are answered without it:
// the generated code copies a stream and supports neither ranges nor conditions.
type binding struct {
	api.ServerInterface
	handlers handlers
}

// GetFileContent sends the bytes of a file.
func (b binding) GetFileContent(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.FileId,
	p api.GetFileContentParams,
) {
	b.handlers.SendFileContent(w, r, t, d, id, p)
}

// GetFilePageImage sends a page of a file as a picture.
func (b binding) GetFilePageImage(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.FileId,
	page api.Page, p api.GetFilePageImageParams,
) {
	b.handlers.SendPageImage(w, r, t, d, id, page, p)
}

// FetchDownload sends a package.
func (b binding) FetchDownload(w http.ResponseWriter, r *http.Request, id api.DownloadId, p api.FetchDownloadParams) {
	b.handlers.SendDownload(w, r, id, p)
}

// CreateUpload begins an upload by parts.
func (b binding) CreateUpload(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, p api.CreateUploadParams,
) {
	b.handlers.BeginUpload(w, r, t, d, p)
}

// GetUpload tells how far an upload by parts is.
func (b binding) GetUpload(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.UploadId, _ api.GetUploadParams,
) {
	b.handlers.TellUpload(w, r, t, d, id)
}

// AppendToUpload takes in a part of an upload.
func (b binding) AppendToUpload(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.UploadId, p api.AppendToUploadParams,
) {
	b.handlers.TakePart(w, r, t, d, id, p)
}

// DeleteUpload ends an upload by parts.
func (b binding) DeleteUpload(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.UploadId, _ api.DeleteUploadParams,
) {
	b.handlers.EndUpload(w, r, t, d, id)
}

// StreamEvents sends events as they happen.
func (b binding) StreamEvents(w http.ResponseWriter, r *http.Request, p api.StreamEventsParams) {
	b.handlers.historyPart.StreamEvents(w, r, p)
}

// ListAuditEvents sends a page of the events that match, or all of them in another format than JSON.
func (b binding) ListAuditEvents(w http.ResponseWriter, r *http.Request, p api.ListAuditEventsParams) {
	if convert.ValueOr(p.Format, api.Json) == api.Json {
		b.ServerInterface.ListAuditEvents(w, r, p)
		return
	}
	b.handlers.ExportAuditEvents(w, r, p)
}

// unbound has the operations that the generated binding never reaches.
type unbound struct{}

// GetFileContent is answered by binding, before the generated one is reached.
func (unbound) GetFileContent(
	context.Context, api.GetFileContentRequestObject,
) (api.GetFileContentResponseObject, error) {
	return nil, exchange.ErrNotFound
}

// GetFilePageImage is answered by binding, before the generated one is reached.
func (unbound) GetFilePageImage(
	context.Context, api.GetFilePageImageRequestObject,
) (api.GetFilePageImageResponseObject, error) {
	return nil, exchange.ErrNotFound
}

// FetchDownload is answered by binding, before the generated one is reached.
func (unbound) FetchDownload(context.Context, api.FetchDownloadRequestObject) (api.FetchDownloadResponseObject, error) {
	return nil, exchange.ErrNotFound
}

// StreamEvents is answered by binding, before the generated one is reached.
func (unbound) StreamEvents(context.Context, api.StreamEventsRequestObject) (api.StreamEventsResponseObject, error) {
	return nil, exchange.ErrNotFound
}

// CreateUpload is answered by binding, before the generated one is reached.
func (unbound) CreateUpload(context.Context, api.CreateUploadRequestObject) (api.CreateUploadResponseObject, error) {
	return nil, exchange.ErrNotFound
}

// GetUpload is answered by binding, before the generated one is reached.
func (unbound) GetUpload(context.Context, api.GetUploadRequestObject) (api.GetUploadResponseObject, error) {
	return nil, exchange.ErrNotFound
}

// AppendToUpload is answered by binding, before the generated one is reached.
func (unbound) AppendToUpload(context.Context, api.AppendToUploadRequestObject) (api.AppendToUploadResponseObject, error) {
	return nil, exchange.ErrNotFound
}

// DeleteUpload is answered by binding, before the generated one is reached.
func (unbound) DeleteUpload(context.Context, api.DeleteUploadRequestObject) (api.DeleteUploadResponseObject, error) {
	return nil, exchange.ErrNotFound
}

// newBinding returns the generated binding of requests to our methods; operations that
// send ranges of bytes are answered without it.
func (s *server) newBinding(o handlers) api.ServerInterface {
	strict := api.NewStrictHandlerWithOptions(o, []api.StrictMiddlewareFunc{followOperation}, api.StrictHTTPServerOptions{
		RequestErrorHandlerFunc: s.failBinding, ResponseErrorHandlerFunc: s.failures.Write})
	return binding{ServerInterface: strict, handlers: o}
}

// failBinding answers requests that the generated code could not bind. The checks before
// it leave little: a multipart body without boundary.
func (s *server) failBinding(w http.ResponseWriter, r *http.Request, err error) {
	s.Log.DebugContext(r.Context(), "request not bound", "error", err)
	if errors.Is(err, http.ErrMissingBoundary) {
		s.failures.Write(w, r, contract.Invalid(domain.FileMissing, "file", "is required"))
		return
	}
	s.failures.Write(w, r, domain.Refuse(domain.UnreadableRequest, "The request cannot be read"))
}
