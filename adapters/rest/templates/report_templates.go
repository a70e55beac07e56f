package templates

import (
	"context"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// ReportTemplateQueries answers for report templates.
type ReportTemplateQueries interface {
	ReportTemplates(ctx context.Context, q queries.AskOfTemplate) ([]queries.ReportTemplate, error)
	ReportTemplateFile(ctx context.Context, q queries.AskReportTemplate) (queries.ReportTemplateFile, error)
}

// ReportTemplateCommands changes report templates.
type ReportTemplateCommands interface {
	StoreReportTemplate(ctx context.Context, c commands.StoreReportTemplate) (commands.Outcome, error)
	DeleteReportTemplate(ctx context.Context, c commands.DeleteReportTemplate) (commands.Outcome, error)
}

// reportTemplateHandlers answer the operations on report templates.
type reportTemplateHandlers struct {
	queries  ReportTemplateQueries
	commands ReportTemplateCommands
	views    *exchange.Views
	seenTemplates
}

// ListReportTemplates lists the report templates of a template.
func (h *reportTemplateHandlers) ListReportTemplates(
	ctx context.Context, q api.ListReportTemplatesRequestObject,
) (api.ListReportTemplatesResponseObject, error) {
	found, err := h.queries.ReportTemplates(ctx, queries.AskOfTemplate{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
	})
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.ReportTemplateOrder(q.DossierTemplateId), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort, Query: q.Params.Q, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	return api.ListReportTemplates200JSONResponse{
		ReportTemplates: convert.MapList(part.Entries, reportTemplateOf),
		NextCursor:      part.NextCursor,
		Total:           part.Total,
	}, nil
}

func reportTemplateOf(r queries.ReportTemplate) api.ReportTemplate {
	return api.ReportTemplate{Id: r.ID, DossierTemplateId: r.TemplateID, Name: r.Name, FileName: r.FileName,
		MultiFileReport: r.Multi, ActiveByDefault: r.ActiveByDefault, UploadDate: api.Time{Time: r.Uploaded}}
}

// CreateReportTemplate adds a report template.
func (h *reportTemplateHandlers) CreateReportTemplate(
	ctx context.Context, q api.CreateReportTemplateRequestObject,
) (api.CreateReportTemplateResponseObject, error) {
	form := exchange.NewForm(ctx, q.Body)
	body, position, err := h.storeReportTemplate(ctx, commands.StoreReportTemplate{
		TemplateID:      q.DossierTemplateId,
		Name:            q.Params.Name,
		Multi:           convert.ValueOr(q.Params.MultiFileReport, false),
		ActiveByDefault: convert.ValueOr(q.Params.ActiveByDefault, false),
	},
		form, form.OpenFile)
	if err != nil {
		return nil, err
	}
	return api.CreateReportTemplate201JSONResponse{
		Body: body, Headers: api.CreateReportTemplate201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateReportTemplate changes a report template, and its file only if the request has
// one.
func (h *reportTemplateHandlers) UpdateReportTemplate(
	ctx context.Context, q api.UpdateReportTemplateRequestObject,
) (api.UpdateReportTemplateResponseObject, error) {
	form := exchange.NewForm(ctx, q.Body)
	body, position, err := h.storeReportTemplate(ctx, commands.StoreReportTemplate{
		TemplateID:      q.DossierTemplateId,
		ID:              q.ReportTemplateId,
		Name:            q.Params.Name,
		Multi:           convert.ValueOr(q.Params.MultiFileReport, false),
		ActiveByDefault: convert.ValueOr(q.Params.ActiveByDefault, false),
	}, form, form.OpenOptional)
	if err != nil {
		return nil, err
	}
	return api.UpdateReportTemplate200JSONResponse{
		Body: body, Headers: api.UpdateReportTemplate200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (h *reportTemplateHandlers) storeReportTemplate(
	ctx context.Context, c commands.StoreReportTemplate, form *exchange.Form, open func() (commands.Upload, error),
) (body api.ReportTemplate, position *string, err error) {
	c.Request = h.requestOn(ctx, c.TemplateID)
	c.Open = open
	c.Complete = func(c *commands.StoreReportTemplate) {
		c.Name = form.Optional("name", c.Name)
		c.Multi = form.Flag("multiFileReport", c.Multi)
		c.ActiveByDefault = form.Flag("activeByDefault", c.ActiveByDefault)
	}
	out, err := h.commands.StoreReportTemplate(ctx, c)
	if err != nil {
		return body, nil, err
	}
	position = h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.ReportTemplates(ctx, queries.AskOfTemplate{Caller: c.Caller, TemplateID: c.TemplateID})
	r, err := FindWritten(found, err, func(r queries.ReportTemplate) bool { return r.ID == out.ID })
	return reportTemplateOf(r), position, err
}

// DeleteReportTemplate removes a report template.
func (h *reportTemplateHandlers) DeleteReportTemplate(
	ctx context.Context, q api.DeleteReportTemplateRequestObject,
) (api.DeleteReportTemplateResponseObject, error) {
	out, err := h.commands.DeleteReportTemplate(ctx, commands.DeleteReportTemplate{
		Request: h.requestOn(ctx, q.DossierTemplateId), TemplateID: q.DossierTemplateId, ID: q.ReportTemplateId,
	})
	if err != nil {
		return nil, err
	}
	return api.DeleteReportTemplate204Response{
		Headers: api.DeleteReportTemplate204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

// A reportFile is the answer with the file of a report template.
type reportFile queries.ReportTemplateFile

// OfficeTypes are the content types of report templates.
var OfficeTypes = map[string]string{
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

// VisitDownloadReportTemplateResponse writes the file.
func (f reportFile) VisitDownloadReportTemplateResponse(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Content-Type", OfficeTypes[strings.ToLower(path.Ext(f.Name))])
	h.Set("Content-Disposition", exchange.AttachmentHeader(f.Name))
	h.Set("Content-Length", strconv.Itoa(len(f.Content)))
	exchange.SetDigests(h, f.Content)
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(f.Content)
	return err
}

// DownloadReportTemplate sends the file of a report template as it was uploaded.
func (h *reportTemplateHandlers) DownloadReportTemplate(
	ctx context.Context, q api.DownloadReportTemplateRequestObject,
) (api.DownloadReportTemplateResponseObject, error) {
	f, err := h.queries.ReportTemplateFile(ctx, queries.AskReportTemplate{
		Caller: exchange.Caller(ctx), TemplateID: q.DossierTemplateId, ID: q.ReportTemplateId,
	})
	return reportFile(f), err
}
