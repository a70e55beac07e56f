package rest

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// UpdateComponentDefinitions changes texts and expectations, and answers with the changed definitions in
// the order of the request.
func (s *server) UpdateComponentDefinitions(
	ctx context.Context, q api.UpdateComponentDefinitionsRequestObject,
) (api.UpdateComponentDefinitionsResponseObject, error) {
	changes := mapList(*q.Body, func(c api.ComponentDefinitionChange) template.ComponentChange {
		return template.ComponentChange{ID: strings.ToLower(c.Id), DisplayName: c.DisplayName, Description: c.Description,
			ExpectationChange: expectationChange(c.Required, c.Multiple, c.Format, c.Columns)}
	})
	out, err := s.ChangeDefinitions.UpdateDefinitions(ctx, commands.UpdateDefinitions{
		Request: requestOf(ctx), TemplateID: q.DossierTemplateId, Changes: changes,
	})
	if err != nil {
		return nil, err
	}
	body, position, err := s.changedDefinitions(ctx, q.DossierTemplateId, out)
	if err != nil {
		return nil, err
	}
	return api.UpdateComponentDefinitions200JSONResponse{
		Body: body, Headers: api.UpdateComponentDefinitions200ResponseHeaders{DocketPosition: position},
	}, nil
}

// SoftDeleteComponentDefinitions hides definitions.
func (s *server) SoftDeleteComponentDefinitions(
	ctx context.Context, q api.SoftDeleteComponentDefinitionsRequestObject,
) (api.SoftDeleteComponentDefinitionsResponseObject, error) {
	out, err := s.ChangeDefinitions.DeleteDefinitions(ctx, definitionsIn(ctx, q.DossierTemplateId, q.Body))
	if err != nil {
		return nil, err
	}
	return api.SoftDeleteComponentDefinitions204Response{
		Headers: api.SoftDeleteComponentDefinitions204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)},
	}, nil
}

// ReorderComponentDefinitions ranks definitions and answers with all active ones.
func (s *server) ReorderComponentDefinitions(
	ctx context.Context, q api.ReorderComponentDefinitionsRequestObject,
) (api.ReorderComponentDefinitionsResponseObject, error) {
	out, err := s.ChangeDefinitions.ReorderDefinitions(ctx, definitionsIn(ctx, q.DossierTemplateId, q.Body))
	if err != nil {
		return nil, err
	}
	position := s.awaitWrite(ctx, out.Position)
	found, err := s.Definitions.ListDefinitions(ctx, queries.AskDefinitions{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId})
	if err != nil {
		return nil, notYetReadable(err)
	}
	return api.ReorderComponentDefinitions200JSONResponse{Body: mapList(found, definitionOf),
		Headers: api.ReorderComponentDefinitions200ResponseHeaders{DocketPosition: position}}, nil
}

// RestoreComponentDefinitions brings definitions back and answers with them in the
// order of the request.
func (s *server) RestoreComponentDefinitions(
	ctx context.Context, q api.RestoreComponentDefinitionsRequestObject,
) (api.RestoreComponentDefinitionsResponseObject, error) {
	out, err := s.ChangeDefinitions.RestoreDefinitions(ctx, definitionsIn(ctx, q.DossierTemplateId, q.Body))
	if err != nil {
		return nil, err
	}
	body, position, err := s.changedDefinitions(ctx, q.DossierTemplateId, out)
	if err != nil {
		return nil, err
	}
	return api.RestoreComponentDefinitions200JSONResponse{
		Body: body, Headers: api.RestoreComponentDefinitions200ResponseHeaders{DocketPosition: position},
	}, nil
}

func definitionsIn(ctx context.Context, templateID string, body *api.ComponentIds) commands.ChangeDefinitions {
	return commands.ChangeDefinitions{Request: requestOf(ctx), TemplateID: templateID, IDs: mapList(body.ComponentIds, strings.ToLower)}
}

// changedDefinitions returns those that a command has changed, in the order of its ids.
func (s *server) changedDefinitions(
	ctx context.Context, templateID string, out commands.Outcome,
) ([]api.ComponentDefinition, *string, error) {
	position := s.awaitWrite(ctx, out.Position)
	found, err := s.Definitions.ListDefinitions(ctx, queries.AskDefinitions{
		Caller: callerOf(ctx), TemplateID: templateID, IncludeSoftDeleted: true,
	})
	if err != nil {
		return nil, nil, notYetReadable(err)
	}
	byID := map[string]queries.ComponentDefinition{}
	for _, d := range found {
		byID[d.ID] = d
	}
	body := make([]api.ComponentDefinition, 0, len(out.IDs))
	for _, id := range out.IDs {
		d, ok := byID[id]
		if !ok {
			return nil, nil, errUnavailable
		}
		body = append(body, definitionOf(d))
	}
	return body, position, nil
}
