package templates

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// CreateDossierStatusDefinition adds a status.
func (h *attributeHandlers) CreateDossierStatusDefinition(
	ctx context.Context, q api.CreateDossierStatusDefinitionRequestObject,
) (api.CreateDossierStatusDefinitionResponseObject, error) {
	body, position, err := h.saveDossierStatus(ctx, q.DossierTemplateId, "", *q.Body)
	if err != nil {
		return nil, err
	}
	return api.CreateDossierStatusDefinition201JSONResponse{
		Body: body, Headers: api.CreateDossierStatusDefinition201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateDossierStatusDefinition changes a status.
func (h *attributeHandlers) UpdateDossierStatusDefinition(
	ctx context.Context, q api.UpdateDossierStatusDefinitionRequestObject,
) (api.UpdateDossierStatusDefinitionResponseObject, error) {
	body, position, err := h.saveDossierStatus(ctx, q.DossierTemplateId, q.DossierStatusId, *q.Body)
	if err != nil {
		return nil, err
	}
	return api.UpdateDossierStatusDefinition200JSONResponse{
		Body: body, Headers: api.UpdateDossierStatusDefinition200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (h *attributeHandlers) saveDossierStatus(
	ctx context.Context, templateID, id string, b api.DossierStatusRequest,
) (body api.DossierStatusDefinition, position *string, err error) {
	d, position, err := storeDefinition(ctx, h.definitionWriter, templateID, template.KindDossierStatus,
		template.Definition{
			ID:          id,
			Name:        b.Name,
			Description: convert.OrNone(b.Description),
			Rank:        convert.OrNone(b.Rank),
			Color:       convert.OrNone(b.Color),
		}, h.queries.DossierStatuses, func(d queries.DossierStatusDefinition) string { return d.ID })
	return dossierStatusOf(d), position, err
}

// DeleteDossierStatusDefinition removes a status; its dossiers get another one.
func (h *attributeHandlers) DeleteDossierStatusDefinition(
	ctx context.Context, q api.DeleteDossierStatusDefinitionRequestObject,
) (api.DeleteDossierStatusDefinitionResponseObject, error) {
	position, err := h.deleteDefinition(
		ctx, q.DossierTemplateId, template.KindDossierStatus, q.DossierStatusId,
		convert.ValueOr(q.Params.ReplacementId, ""),
	)
	if err != nil {
		return nil, err
	}
	return api.DeleteDossierStatusDefinition204Response{
		Headers: api.DeleteDossierStatusDefinition204ResponseHeaders{DocketPosition: position},
	}, nil
}

// CreateDossierAttributeDefinition adds an attribute of dossiers.
func (h *attributeHandlers) CreateDossierAttributeDefinition(
	ctx context.Context, q api.CreateDossierAttributeDefinitionRequestObject,
) (api.CreateDossierAttributeDefinitionResponseObject, error) {
	b := q.Body
	body, position, err := h.saveDossierAttribute(ctx, q.DossierTemplateId, template.Definition{
		Name:       b.Name,
		Type:       string(b.Type),
		Editable:   convert.OrNone(b.Editable),
		Displayed:  convert.OrNone(b.DisplayedInDossierList),
		Filterable: convert.OrNone(b.Filterable),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateDossierAttributeDefinition201JSONResponse{
		Body: body, Headers: api.CreateDossierAttributeDefinition201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateDossierAttributeDefinition changes an attribute of dossiers.
func (h *attributeHandlers) UpdateDossierAttributeDefinition(
	ctx context.Context, q api.UpdateDossierAttributeDefinitionRequestObject,
) (api.UpdateDossierAttributeDefinitionResponseObject, error) {
	b := q.Body
	body, position, err := h.saveDossierAttribute(ctx, q.DossierTemplateId, template.Definition{
		ID:         q.AttributeId,
		Name:       b.Name,
		Type:       string(convert.OrNone(b.Type)),
		Editable:   convert.OrNone(b.Editable),
		Displayed:  convert.OrNone(b.DisplayedInDossierList),
		Filterable: convert.OrNone(b.Filterable),
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateDossierAttributeDefinition200JSONResponse{
		Body: body, Headers: api.UpdateDossierAttributeDefinition200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (h *attributeHandlers) saveDossierAttribute(
	ctx context.Context, templateID string, d template.Definition,
) (body api.DossierAttributeDefinition, position *string, err error) {
	a, position, err := storeDefinition(ctx, h.definitionWriter, templateID, template.KindDossierAttribute, d,
		h.queries.DossierAttributes, func(d queries.AttributeDefinition) string { return d.ID })
	return dossierAttributeOf(a), position, err
}

// DeleteDossierAttributeDefinition removes an attribute of dossiers.
func (h *attributeHandlers) DeleteDossierAttributeDefinition(
	ctx context.Context, q api.DeleteDossierAttributeDefinitionRequestObject,
) (api.DeleteDossierAttributeDefinitionResponseObject, error) {
	position, err := h.deleteDefinition(ctx, q.DossierTemplateId, template.KindDossierAttribute, q.AttributeId, "")
	if err != nil {
		return nil, err
	}
	return api.DeleteDossierAttributeDefinition204Response{
		Headers: api.DeleteDossierAttributeDefinition204ResponseHeaders{DocketPosition: position},
	}, nil
}

// CreateFileAttributeDefinition adds an attribute of files.
func (h *attributeHandlers) CreateFileAttributeDefinition(
	ctx context.Context, q api.CreateFileAttributeDefinitionRequestObject,
) (api.CreateFileAttributeDefinitionResponseObject, error) {
	b := q.Body
	body, position, err := h.saveFileAttribute(ctx, q.DossierTemplateId, template.Definition{
		Name:       b.Name,
		Type:       string(b.Type),
		CSVColumn:  convert.OrNone(b.CsvColumnHeader),
		Editable:   convert.OrNone(b.Editable),
		Primary:    convert.OrNone(b.PrimaryAttribute),
		Displayed:  convert.OrNone(b.DisplayedInFileList),
		Filterable: convert.OrNone(b.Filterable),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateFileAttributeDefinition201JSONResponse{
		Body: body, Headers: api.CreateFileAttributeDefinition201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateFileAttributeDefinition changes an attribute of files.
func (h *attributeHandlers) UpdateFileAttributeDefinition(
	ctx context.Context, q api.UpdateFileAttributeDefinitionRequestObject,
) (api.UpdateFileAttributeDefinitionResponseObject, error) {
	b := q.Body
	body, position, err := h.saveFileAttribute(ctx, q.DossierTemplateId, template.Definition{
		ID:         q.AttributeId,
		Name:       b.Name,
		Type:       string(convert.OrNone(b.Type)),
		CSVColumn:  convert.OrNone(b.CsvColumnHeader),
		Editable:   convert.OrNone(b.Editable),
		Primary:    convert.OrNone(b.PrimaryAttribute),
		Displayed:  convert.OrNone(b.DisplayedInFileList),
		Filterable: convert.OrNone(b.Filterable),
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateFileAttributeDefinition200JSONResponse{
		Body: body, Headers: api.UpdateFileAttributeDefinition200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (h *attributeHandlers) saveFileAttribute(
	ctx context.Context, templateID string, d template.Definition,
) (body api.FileAttributeDefinition, position *string, err error) {
	a, position, err := storeDefinition(ctx, h.definitionWriter, templateID, template.KindFileAttribute, d,
		h.queries.FileAttributes, func(d queries.AttributeDefinition) string { return d.ID })
	return fileAttributeOf(a), position, err
}

// DeleteFileAttributeDefinition removes an attribute of files.
func (h *attributeHandlers) DeleteFileAttributeDefinition(
	ctx context.Context, q api.DeleteFileAttributeDefinitionRequestObject,
) (api.DeleteFileAttributeDefinitionResponseObject, error) {
	position, err := h.deleteDefinition(ctx, q.DossierTemplateId, template.KindFileAttribute, q.AttributeId, "")
	if err != nil {
		return nil, err
	}
	return api.DeleteFileAttributeDefinition204Response{
		Headers: api.DeleteFileAttributeDefinition204ResponseHeaders{DocketPosition: position},
	}, nil
}
