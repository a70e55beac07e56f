package rest

import (
	"context"
	"errors"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// ListReportTemplates lists the report templates of a template.
func (s *server) ListReportTemplates(
	ctx context.Context, q api.ListReportTemplatesRequestObject,
) (api.ListReportTemplatesResponseObject, error) {
	found, err := s.Reports.ReportTemplates(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId})
	if err != nil {
		return nil, err
	}
	return api.ListReportTemplates200JSONResponse{ReportTemplates: mapList(found, reportTemplateOf)}, nil
}

func reportTemplateOf(r queries.ReportTemplate) api.ReportTemplate {
	return api.ReportTemplate{Id: r.ID, DossierTemplateId: r.TemplateID, Name: r.Name, FileName: r.FileName,
		MultiFileReport: r.Multi, ActiveByDefault: r.ActiveByDefault, UploadDate: api.Time{Time: r.Uploaded}}
}

// CreateReportTemplate adds a report template.
func (s *server) CreateReportTemplate(
	ctx context.Context, q api.CreateReportTemplateRequestObject,
) (api.CreateReportTemplateResponseObject, error) {
	body, position, err := s.storeReportTemplate(ctx, commands.StoreReportTemplate{TemplateID: q.DossierTemplateId, Name: q.Params.Name,
		Multi: valueOr(q.Params.MultiFileReport, false), ActiveByDefault: valueOr(q.Params.ActiveByDefault, false)},
		s.newUploadForm(ctx, q.Body), openUpload)
	if err != nil {
		return nil, err
	}
	return api.CreateReportTemplate201JSONResponse{
		Body: body, Headers: api.CreateReportTemplate201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateReportTemplate changes a report template, and its file only if the request has
// one.
func (s *server) UpdateReportTemplate(
	ctx context.Context, q api.UpdateReportTemplateRequestObject,
) (api.UpdateReportTemplateResponseObject, error) {
	body, position, err := s.storeReportTemplate(ctx, commands.StoreReportTemplate{
		TemplateID:      q.DossierTemplateId,
		ID:              q.ReportTemplateId,
		Name:            q.Params.Name,
		Multi:           valueOr(q.Params.MultiFileReport, false),
		ActiveByDefault: valueOr(q.Params.ActiveByDefault, false),
	}, s.newUploadForm(ctx, q.Body), openOptional)
	if err != nil {
		return nil, err
	}
	return api.UpdateReportTemplate200JSONResponse{
		Body: body, Headers: api.UpdateReportTemplate200ResponseHeaders{DocketPosition: position},
	}, nil
}

// openOptional is openUpload for a form whose file is optional.
func openOptional(form *uploadForm, limit int64) (commands.Upload, error) {
	up, err := openUpload(form, limit)
	if errors.Is(err, errNoFile) {
		return commands.Upload{}, nil
	}
	return up, err
}

func (s *server) storeReportTemplate(
	ctx context.Context, c commands.StoreReportTemplate, form *uploadForm, open func(*uploadForm, int64) (commands.Upload, error),
) (body api.ReportTemplate, position *string, err error) {
	c.Request = requestOf(ctx)
	c.Open = func() (commands.Upload, error) { return open(form, s.MaxReport) }
	c.Complete = func(c *commands.StoreReportTemplate) {
		c.Name = form.optional("name", c.Name)
		c.Multi = form.flag("multiFileReport", c.Multi)
		c.ActiveByDefault = form.flag("activeByDefault", c.ActiveByDefault)
	}
	out, err := s.ChangeTemplates.StoreReportTemplate(ctx, c)
	if err != nil {
		return body, nil, err
	}
	position = s.awaitWrite(ctx, out.Position)
	found, err := s.Reports.ReportTemplates(ctx, queries.AskOfTemplate{Caller: c.Caller, TemplateID: c.TemplateID})
	r, err := findWritten(found, err, func(r queries.ReportTemplate) bool { return r.ID == out.ID })
	return reportTemplateOf(r), position, err
}

// DeleteReportTemplate removes a report template.
func (s *server) DeleteReportTemplate(
	ctx context.Context, q api.DeleteReportTemplateRequestObject,
) (api.DeleteReportTemplateResponseObject, error) {
	out, err := s.ChangeTemplates.DeleteReportTemplate(ctx, commands.DeleteReportTemplate{
		Request: requestOf(ctx), TemplateID: q.DossierTemplateId, ID: q.ReportTemplateId,
	})
	if err != nil {
		return nil, err
	}
	return api.DeleteReportTemplate204Response{
		Headers: api.DeleteReportTemplate204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)},
	}, nil
}

// A reportFile is the answer with the file of a report template.
type reportFile queries.ReportTemplateFile

// officeTypes are the content types of report templates.
var officeTypes = map[string]string{
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

// VisitDownloadReportTemplateResponse writes the file.
func (f reportFile) VisitDownloadReportTemplateResponse(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Content-Type", officeTypes[strings.ToLower(path.Ext(f.Name))])
	h.Set("Content-Disposition", attachmentHeader(f.Name))
	h.Set("Content-Length", strconv.Itoa(len(f.Content)))
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(f.Content)
	return err
}

// DownloadReportTemplate sends the file of a report template as it was uploaded.
func (s *server) DownloadReportTemplate(
	ctx context.Context, q api.DownloadReportTemplateRequestObject,
) (api.DownloadReportTemplateResponseObject, error) {
	f, err := s.Reports.ReportTemplateFile(ctx, queries.AskReportTemplate{
		Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, ID: q.ReportTemplateId,
	})
	return reportFile(f), err
}
