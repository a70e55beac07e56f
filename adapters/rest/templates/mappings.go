package templates

import (
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// MappingQueries answers for component mappings.
type MappingQueries interface {
	ListMappings(ctx context.Context, q queries.AskOfTemplate) ([]queries.ComponentMapping, error)
	MappingFile(ctx context.Context, q queries.AskMapping) (queries.MappingFile, error)
}

// MappingCommands changes component mappings. A change returns when the files that it
// concerns wait for their next analysis, or are certain to.
type MappingCommands interface {
	StoreMapping(ctx context.Context, c commands.StoreMapping) (commands.Outcome, error)
	DeleteMapping(ctx context.Context, c commands.DeleteMapping) (commands.Outcome, error)
}

// mappingHandlers answer the operations on component mappings.
type mappingHandlers struct {
	queries  MappingQueries
	commands MappingCommands
	views    *exchange.Views
	seenTemplates
}

// ListComponentMappings lists the mappings of a template.
func (h *mappingHandlers) ListComponentMappings(
	ctx context.Context, q api.ListComponentMappingsRequestObject,
) (api.ListComponentMappingsResponseObject, error) {
	found, err := h.queries.ListMappings(ctx, queries.AskOfTemplate{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
	})
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.MappingOrder(q.DossierTemplateId), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort, Query: q.Params.Q, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	return api.ListComponentMappings200JSONResponse{
		DossierTemplateId:    q.DossierTemplateId,
		ComponentMappingList: convert.MapList(part.Entries, mappingOf),
		NextCursor:           part.NextCursor,
		Total:                part.Total,
	}, nil
}

// DownloadComponentMapping sends the file of a mapping as it was uploaded.
func (h *mappingHandlers) DownloadComponentMapping(
	ctx context.Context, q api.DownloadComponentMappingRequestObject,
) (api.DownloadComponentMappingResponseObject, error) {
	found, err := h.queries.MappingFile(ctx, queries.AskMapping{
		Caller: exchange.Caller(ctx), TemplateID: q.DossierTemplateId, MappingID: q.ComponentMappingId,
	})
	return csvFile(found), err
}

// A csvFile is the answer with the file of a mapping.
type csvFile queries.MappingFile

// VisitDownloadComponentMappingResponse writes the file.
func (f csvFile) VisitDownloadComponentMappingResponse(w http.ResponseWriter) error {
	defer func() { _ = f.Content.Close() }()
	h := w.Header()
	h.Set("Content-Type", "text/csv")
	h.Set("Content-Disposition", exchange.AttachmentHeader(f.FileName))
	h.Set("Content-Length", strconv.FormatInt(f.Size, 10))
	if content, ok := f.Content.(io.ReadSeeker); ok {
		if err := exchange.SetDigestsOf(h, content); err != nil {
			return err
		}
	}
	w.WriteHeader(http.StatusOK)
	_, err := io.Copy(w, f.Content)
	return err
}

// UploadComponentMapping adds a mapping.
func (h *mappingHandlers) UploadComponentMapping(
	ctx context.Context, q api.UploadComponentMappingRequestObject,
) (api.UploadComponentMappingResponseObject, error) {
	body, position, err := h.storeMapping(
		ctx, h.mappingIn(ctx, q.Body, q.Params.Name, q.Params.Encoding, q.Params.Delimiter), q.DossierTemplateId,
		"",
	)
	if err != nil {
		return nil, err
	}
	location := "/api/dossier-templates/" + q.DossierTemplateId + "/component-mappings/" + body.Id
	return api.UploadComponentMapping201JSONResponse{Body: body,
		Headers: api.UploadComponentMapping201ResponseHeaders{DocketPosition: position, Location: &location}}, nil
}

// UpdateComponentMapping replaces a mapping.
func (h *mappingHandlers) UpdateComponentMapping(
	ctx context.Context, q api.UpdateComponentMappingRequestObject,
) (api.UpdateComponentMappingResponseObject, error) {
	body, position, err := h.storeMapping(
		ctx, h.mappingIn(ctx, q.Body, q.Params.Name, q.Params.Encoding, q.Params.Delimiter), q.DossierTemplateId,
		q.ComponentMappingId,
	)
	if err != nil {
		return nil, err
	}
	return api.UpdateComponentMapping200JSONResponse{
		Body: body, Headers: api.UpdateComponentMapping200ResponseHeaders{DocketPosition: position},
	}, nil
}

// mappingIn returns the mapping of a request, with defaults for what it leaves out.
func (h *mappingHandlers) mappingIn(
	ctx context.Context, body *multipart.Reader, name *api.MappingName, encoding *api.MappingEncoding,
	delimiter *api.MappingDelimiter,
) commands.StoreMapping {
	form := exchange.NewForm(ctx, body)
	return commands.StoreMapping{
		Name:      name,
		Encoding:  string(convert.ValueOr(encoding, template.UTF8)),
		Delimiter: convert.ValueOr(delimiter, ","),
		Open:      form.OpenFile,
		Complete: func(c *commands.StoreMapping) {
			c.Name = form.Optional("name", c.Name)
			c.Encoding = form.Text("encoding", c.Encoding)
			c.Delimiter = form.Text("delimiter", c.Delimiter)
		},
	}
}

// storeMapping stores a mapping and reads it back.
func (h *mappingHandlers) storeMapping(
	ctx context.Context, c commands.StoreMapping, templateID, id string,
) (api.ComponentMapping, *string, error) {
	c.Request, c.TemplateID, c.MappingID = h.requestOn(ctx, templateID), templateID, id
	out, err := h.commands.StoreMapping(ctx, c)
	if err != nil {
		return api.ComponentMapping{}, nil, err
	}
	position := h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.ListMappings(ctx, queries.AskOfTemplate{Caller: c.Caller, TemplateID: templateID})
	if err != nil {
		return api.ComponentMapping{}, nil, exchange.NotYetReadable(err)
	}
	i := slices.IndexFunc(found, func(m queries.ComponentMapping) bool { return m.ID == out.ID })
	if i < 0 {
		return api.ComponentMapping{}, nil, exchange.ErrUnavailable
	}
	return mappingOf(found[i]), position, nil
}

// DeleteComponentMapping removes a mapping.
func (h *mappingHandlers) DeleteComponentMapping(
	ctx context.Context, q api.DeleteComponentMappingRequestObject,
) (api.DeleteComponentMappingResponseObject, error) {
	out, err := h.commands.DeleteMapping(ctx, commands.DeleteMapping{
		Request: h.requestOn(ctx, q.DossierTemplateId), TemplateID: q.DossierTemplateId, MappingID: q.ComponentMappingId,
	})
	if err != nil {
		return nil, err
	}
	return api.DeleteComponentMapping204Response{
		Headers: api.DeleteComponentMapping204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

func mappingOf(m queries.ComponentMapping) api.ComponentMapping {
	return api.ComponentMapping{
		Id:            m.ID,
		Name:          m.Name,
		FileName:      m.FileName,
		ColumnLabels:  convert.NonNilList(m.Columns),
		NumberOfLines: m.Lines,
		Encoding:      api.MappingEncoding(m.Encoding),
		Delimiter:     m.Delimiter,
	}
}
