package rest

import (
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// ListComponentMappings lists the mappings of a template.
func (s *server) ListComponentMappings(
	ctx context.Context, q api.ListComponentMappingsRequestObject,
) (api.ListComponentMappingsResponseObject, error) {
	found, err := s.Mappings.ListMappings(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId})
	if err != nil {
		return nil, err
	}
	return api.ListComponentMappings200JSONResponse{
		DossierTemplateId: q.DossierTemplateId, ComponentMappingList: mapList(found, mappingOf),
	}, nil
}

// DownloadComponentMapping sends the file of a mapping as it was uploaded.
func (s *server) DownloadComponentMapping(
	ctx context.Context, q api.DownloadComponentMappingRequestObject,
) (api.DownloadComponentMappingResponseObject, error) {
	found, err := s.Mappings.MappingFile(ctx, queries.AskMapping{
		Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, MappingID: q.ComponentMappingId,
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
	h.Set("Content-Disposition", attachmentHeader(f.FileName))
	h.Set("Content-Length", strconv.FormatInt(f.Size, 10))
	w.WriteHeader(http.StatusOK)
	_, err := io.Copy(w, f.Content)
	return err
}

// UploadComponentMapping adds a mapping.
func (s *server) UploadComponentMapping(
	ctx context.Context, q api.UploadComponentMappingRequestObject,
) (api.UploadComponentMappingResponseObject, error) {
	body, position, err := s.storeMapping(
		ctx, s.mappingIn(ctx, q.Body, q.Params.Name, q.Params.Encoding, q.Params.Delimiter), q.DossierTemplateId,
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
func (s *server) UpdateComponentMapping(
	ctx context.Context, q api.UpdateComponentMappingRequestObject,
) (api.UpdateComponentMappingResponseObject, error) {
	body, position, err := s.storeMapping(
		ctx, s.mappingIn(ctx, q.Body, q.Params.Name, q.Params.Encoding, q.Params.Delimiter), q.DossierTemplateId,
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
func (s *server) mappingIn(
	ctx context.Context, body *multipart.Reader, name *api.MappingName, encoding *api.MappingEncoding,
	delimiter *api.MappingDelimiter,
) commands.StoreMapping {
	form := s.newUploadForm(ctx, body)
	return commands.StoreMapping{Name: name, Encoding: string(valueOr(encoding, template.UTF8)), Delimiter: valueOr(delimiter, ","),
		Open: func() (commands.Upload, error) { return openUpload(form, s.MaxMapping) },
		Complete: func(c *commands.StoreMapping) {
			c.Name = form.optional("name", c.Name)
			c.Encoding = form.text("encoding", c.Encoding)
			c.Delimiter = form.text("delimiter", c.Delimiter)
		}}
}

// storeMapping stores a mapping and reads it back.
func (s *server) storeMapping(ctx context.Context, c commands.StoreMapping, templateID, id string) (api.ComponentMapping, *string, error) {
	c.Request, c.TemplateID, c.MappingID = requestOf(ctx), templateID, id
	out, err := s.ChangeMappings.StoreMapping(ctx, c)
	if err != nil {
		return api.ComponentMapping{}, nil, err
	}
	position := s.awaitWrite(ctx, out.Position)
	found, err := s.Mappings.ListMappings(ctx, queries.AskOfTemplate{Caller: c.Caller, TemplateID: templateID})
	if err != nil {
		return api.ComponentMapping{}, nil, notYetReadable(err)
	}
	i := slices.IndexFunc(found, func(m queries.ComponentMapping) bool { return m.ID == out.ID })
	if i < 0 {
		return api.ComponentMapping{}, nil, errUnavailable
	}
	return mappingOf(found[i]), position, nil
}

// DeleteComponentMapping removes a mapping.
func (s *server) DeleteComponentMapping(
	ctx context.Context, q api.DeleteComponentMappingRequestObject,
) (api.DeleteComponentMappingResponseObject, error) {
	out, err := s.ChangeMappings.DeleteMapping(ctx, commands.DeleteMapping{
		Request: requestOf(ctx), TemplateID: q.DossierTemplateId, MappingID: q.ComponentMappingId,
	})
	if err != nil {
		return nil, err
	}
	return api.DeleteComponentMapping204Response{
		Headers: api.DeleteComponentMapping204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)},
	}, nil
}

func mappingOf(m queries.ComponentMapping) api.ComponentMapping {
	return api.ComponentMapping{Id: m.ID, Name: m.Name, FileName: m.FileName, ColumnLabels: nonNilList(m.Columns), NumberOfLines: m.Lines,
		Encoding: api.MappingEncoding(m.Encoding), Delimiter: m.Delimiter}
}
