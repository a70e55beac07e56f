package rest

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// saveDefinition stores a definition and returns its id once it can be read.
func (s *server) saveDefinition(
	ctx context.Context, templateID, of string, d template.Definition,
) (id string, position *string, err error) {
	out, err := s.ChangeTemplates.SaveDefinition(ctx, commands.SaveDefinition{
		Request:    requestOf(ctx),
		TemplateID: templateID,
		Of:         of,
		Definition: d,
	})
	if err != nil {
		return "", nil, err
	}
	return out.ID, s.awaitWrite(ctx, out.Position), nil
}

// deleteDefinition removes a definition.
func (s *server) deleteDefinition(ctx context.Context, templateID, of, id, replacement string) (position *string, err error) {
	out, err := s.ChangeTemplates.DeleteDefinition(ctx, commands.DeleteDefinition{
		Request:     requestOf(ctx),
		TemplateID:  templateID,
		Of:          of,
		ID:          id,
		Replacement: replacement,
	})
	if err != nil {
		return nil, err
	}
	return s.awaitWrite(ctx, out.Position), nil
}

// findWritten returns the record that was just written from the list that holds it.
func findWritten[T any](found []T, err error, is func(T) bool) (T, error) {
	for _, f := range found {
		if is(f) {
			return f, nil
		}
	}
	var none T
	if err != nil {
		return none, notYetReadable(err)
	}
	return none, errUnavailable
}

// orNone returns the value of a field of a request, or the zero value.
func orNone[T any](n nullable.Nullable[T]) T {
	var none T
	return valueOr(presentValue(n), none)
}

// CreateDossierStatusDefinition adds a status.
func (s *server) CreateDossierStatusDefinition(
	ctx context.Context, q api.CreateDossierStatusDefinitionRequestObject,
) (api.CreateDossierStatusDefinitionResponseObject, error) {
	body, position, err := s.saveDossierStatus(ctx, q.DossierTemplateId, "", *q.Body)
	if err != nil {
		return nil, err
	}
	return api.CreateDossierStatusDefinition201JSONResponse{
		Body: body, Headers: api.CreateDossierStatusDefinition201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateDossierStatusDefinition changes a status.
func (s *server) UpdateDossierStatusDefinition(
	ctx context.Context, q api.UpdateDossierStatusDefinitionRequestObject,
) (api.UpdateDossierStatusDefinitionResponseObject, error) {
	body, position, err := s.saveDossierStatus(ctx, q.DossierTemplateId, q.DossierStatusId, *q.Body)
	if err != nil {
		return nil, err
	}
	return api.UpdateDossierStatusDefinition200JSONResponse{
		Body: body, Headers: api.UpdateDossierStatusDefinition200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (s *server) saveDossierStatus(
	ctx context.Context, templateID, id string, b api.DossierStatusRequest,
) (body api.DossierStatusDefinition, position *string, err error) {
	id, position, err = s.saveDefinition(ctx, templateID, template.KindDossierStatus, template.Definition{ID: id, Name: b.Name,
		Description: orNone(b.Description), Rank: orNone(b.Rank), Color: orNone(b.Color)})
	if err != nil {
		return body, nil, err
	}
	found, err := s.Attributes.DossierStatuses(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: templateID})
	d, err := findWritten(found, err, func(d queries.DossierStatusDefinition) bool { return d.ID == id })
	return dossierStatusOf(d), position, err
}

// DeleteDossierStatusDefinition removes a status; its dossiers get another one.
func (s *server) DeleteDossierStatusDefinition(
	ctx context.Context, q api.DeleteDossierStatusDefinitionRequestObject,
) (api.DeleteDossierStatusDefinitionResponseObject, error) {
	position, err := s.deleteDefinition(
		ctx, q.DossierTemplateId, template.KindDossierStatus, q.DossierStatusId,
		valueOr(q.Params.ReplacementId, ""),
	)
	if err != nil {
		return nil, err
	}
	return api.DeleteDossierStatusDefinition204Response{
		Headers: api.DeleteDossierStatusDefinition204ResponseHeaders{DocketPosition: position},
	}, nil
}

// CreateDossierAttributeDefinition adds an attribute of dossiers.
func (s *server) CreateDossierAttributeDefinition(
	ctx context.Context, q api.CreateDossierAttributeDefinitionRequestObject,
) (api.CreateDossierAttributeDefinitionResponseObject, error) {
	b := q.Body
	body, position, err := s.saveDossierAttribute(ctx, q.DossierTemplateId, template.Definition{Name: b.Name, Type: string(b.Type),
		Editable: orNone(b.Editable), Displayed: orNone(b.DisplayedInDossierList), Filterable: orNone(b.Filterable)})
	if err != nil {
		return nil, err
	}
	return api.CreateDossierAttributeDefinition201JSONResponse{
		Body: body, Headers: api.CreateDossierAttributeDefinition201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateDossierAttributeDefinition changes an attribute of dossiers.
func (s *server) UpdateDossierAttributeDefinition(
	ctx context.Context, q api.UpdateDossierAttributeDefinitionRequestObject,
) (api.UpdateDossierAttributeDefinitionResponseObject, error) {
	b := q.Body
	body, position, err := s.saveDossierAttribute(ctx, q.DossierTemplateId, template.Definition{
		ID:         q.AttributeId,
		Name:       b.Name,
		Type:       string(orNone(b.Type)),
		Editable:   orNone(b.Editable),
		Displayed:  orNone(b.DisplayedInDossierList),
		Filterable: orNone(b.Filterable),
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateDossierAttributeDefinition200JSONResponse{
		Body: body, Headers: api.UpdateDossierAttributeDefinition200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (s *server) saveDossierAttribute(
	ctx context.Context, templateID string, d template.Definition,
) (body api.DossierAttributeDefinition, position *string, err error) {
	id, position, err := s.saveDefinition(ctx, templateID, template.KindDossierAttribute, d)
	if err != nil {
		return body, nil, err
	}
	found, err := s.Attributes.DossierAttributes(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: templateID})
	a, err := findWritten(found, err, func(d queries.AttributeDefinition) bool { return d.ID == id })
	return dossierAttributeOf(a), position, err
}

// DeleteDossierAttributeDefinition removes an attribute of dossiers.
func (s *server) DeleteDossierAttributeDefinition(
	ctx context.Context, q api.DeleteDossierAttributeDefinitionRequestObject,
) (api.DeleteDossierAttributeDefinitionResponseObject, error) {
	position, err := s.deleteDefinition(ctx, q.DossierTemplateId, template.KindDossierAttribute, q.AttributeId, "")
	if err != nil {
		return nil, err
	}
	return api.DeleteDossierAttributeDefinition204Response{
		Headers: api.DeleteDossierAttributeDefinition204ResponseHeaders{DocketPosition: position},
	}, nil
}

// CreateFileAttributeDefinition adds an attribute of files.
func (s *server) CreateFileAttributeDefinition(
	ctx context.Context, q api.CreateFileAttributeDefinitionRequestObject,
) (api.CreateFileAttributeDefinitionResponseObject, error) {
	b := q.Body
	body, position, err := s.saveFileAttribute(ctx, q.DossierTemplateId, template.Definition{
		Name:       b.Name,
		Type:       string(b.Type),
		CSVColumn:  orNone(b.CsvColumnHeader),
		Editable:   orNone(b.Editable),
		Primary:    orNone(b.PrimaryAttribute),
		Displayed:  orNone(b.DisplayedInFileList),
		Filterable: orNone(b.Filterable),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateFileAttributeDefinition201JSONResponse{
		Body: body, Headers: api.CreateFileAttributeDefinition201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateFileAttributeDefinition changes an attribute of files.
func (s *server) UpdateFileAttributeDefinition(
	ctx context.Context, q api.UpdateFileAttributeDefinitionRequestObject,
) (api.UpdateFileAttributeDefinitionResponseObject, error) {
	b := q.Body
	body, position, err := s.saveFileAttribute(ctx, q.DossierTemplateId, template.Definition{
		ID:         q.AttributeId,
		Name:       b.Name,
		Type:       string(orNone(b.Type)),
		CSVColumn:  orNone(b.CsvColumnHeader),
		Editable:   orNone(b.Editable),
		Primary:    orNone(b.PrimaryAttribute),
		Displayed:  orNone(b.DisplayedInFileList),
		Filterable: orNone(b.Filterable),
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateFileAttributeDefinition200JSONResponse{
		Body: body, Headers: api.UpdateFileAttributeDefinition200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (s *server) saveFileAttribute(
	ctx context.Context, templateID string, d template.Definition,
) (body api.FileAttributeDefinition, position *string, err error) {
	id, position, err := s.saveDefinition(ctx, templateID, template.KindFileAttribute, d)
	if err != nil {
		return body, nil, err
	}
	found, err := s.Attributes.FileAttributes(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: templateID})
	a, err := findWritten(found, err, func(d queries.AttributeDefinition) bool { return d.ID == id })
	return fileAttributeOf(a), position, err
}

// DeleteFileAttributeDefinition removes an attribute of files.
func (s *server) DeleteFileAttributeDefinition(
	ctx context.Context, q api.DeleteFileAttributeDefinitionRequestObject,
) (api.DeleteFileAttributeDefinitionResponseObject, error) {
	position, err := s.deleteDefinition(ctx, q.DossierTemplateId, template.KindFileAttribute, q.AttributeId, "")
	if err != nil {
		return nil, err
	}
	return api.DeleteFileAttributeDefinition204Response{
		Headers: api.DeleteFileAttributeDefinition204ResponseHeaders{DocketPosition: position},
	}, nil
}
