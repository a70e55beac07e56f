package templates

import (
	"context"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// UpdateComponentDefinitions changes texts and expectations, and answers with the changed definitions in
// the order of the request.
func (h *componentDefinitionHandlers) UpdateComponentDefinitions(
	ctx context.Context, q api.UpdateComponentDefinitionsRequestObject,
) (api.UpdateComponentDefinitionsResponseObject, error) {
	changes := convert.MapList(*q.Body, func(c api.ComponentDefinitionChange) template.ComponentChange {
		return template.ComponentChange{ID: strings.ToLower(c.Id), DisplayName: c.DisplayName, Description: c.Description,
			ExpectationChange: expectationChange(c.Required, c.Multiple, c.Format, c.Columns, c.Checks)}
	})
	out, err := h.commands.UpdateDefinitions(ctx, commands.UpdateDefinitions{
		Request: h.requestOn(ctx, q.DossierTemplateId), TemplateID: q.DossierTemplateId, Changes: changes,
	})
	if err != nil {
		return nil, err
	}
	body, position, err := h.changedDefinitions(ctx, q.DossierTemplateId, out)
	if err != nil {
		return nil, err
	}
	return api.UpdateComponentDefinitions200JSONResponse{
		Body: body, Headers: api.UpdateComponentDefinitions200ResponseHeaders{DocketPosition: position},
	}, nil
}

// SoftDeleteComponentDefinitions hides definitions.
func (h *componentDefinitionHandlers) SoftDeleteComponentDefinitions(
	ctx context.Context, q api.SoftDeleteComponentDefinitionsRequestObject,
) (api.SoftDeleteComponentDefinitionsResponseObject, error) {
	out, err := h.commands.DeleteDefinitions(ctx, h.definitionsIn(ctx, q.DossierTemplateId, q.Body))
	if err != nil {
		return nil, err
	}
	return api.SoftDeleteComponentDefinitions204Response{
		Headers: api.SoftDeleteComponentDefinitions204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

// ReorderComponentDefinitions ranks definitions and answers with all active ones.
func (h *componentDefinitionHandlers) ReorderComponentDefinitions(
	ctx context.Context, q api.ReorderComponentDefinitionsRequestObject,
) (api.ReorderComponentDefinitionsResponseObject, error) {
	out, err := h.commands.ReorderDefinitions(ctx, h.definitionsIn(ctx, q.DossierTemplateId, q.Body))
	if err != nil {
		return nil, err
	}
	position := h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.ListDefinitions(ctx, queries.AskDefinitions{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
	})
	if err != nil {
		return nil, exchange.NotYetReadable(err)
	}
	return api.ReorderComponentDefinitions200JSONResponse{Body: convert.MapList(found, definitionOf),
		Headers: api.ReorderComponentDefinitions200ResponseHeaders{DocketPosition: position}}, nil
}

// RestoreComponentDefinitions brings definitions back and answers with them in the
// order of the request.
func (h *componentDefinitionHandlers) RestoreComponentDefinitions(
	ctx context.Context, q api.RestoreComponentDefinitionsRequestObject,
) (api.RestoreComponentDefinitionsResponseObject, error) {
	out, err := h.commands.RestoreDefinitions(ctx, h.definitionsIn(ctx, q.DossierTemplateId, q.Body))
	if err != nil {
		return nil, err
	}
	body, position, err := h.changedDefinitions(ctx, q.DossierTemplateId, out)
	if err != nil {
		return nil, err
	}
	return api.RestoreComponentDefinitions200JSONResponse{
		Body: body, Headers: api.RestoreComponentDefinitions200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (h *componentDefinitionHandlers) definitionsIn(
	ctx context.Context, templateID string, body *api.ComponentIds,
) commands.ChangeDefinitions {
	return commands.ChangeDefinitions{
		Request:    h.requestOn(ctx, templateID),
		TemplateID: templateID,
		IDs:        convert.MapList(body.ComponentIds, strings.ToLower),
	}
}

// changedDefinitions returns those that a command has changed, in the order of its ids.
func (h *componentDefinitionHandlers) changedDefinitions(
	ctx context.Context, templateID string, out commands.Outcome,
) ([]api.ComponentDefinition, *string, error) {
	position := h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.ListDefinitions(ctx, queries.AskDefinitions{
		Caller: exchange.Caller(ctx), TemplateID: templateID, IncludeSoftDeleted: true,
	})
	if err != nil {
		return nil, nil, exchange.NotYetReadable(err)
	}
	byID := map[string]queries.ComponentDefinition{}
	for _, d := range found {
		byID[d.ID] = d
	}
	body := make([]api.ComponentDefinition, 0, len(out.IDs))
	for _, id := range out.IDs {
		d, ok := byID[id]
		if !ok {
			return nil, nil, exchange.ErrUnavailable
		}
		body = append(body, definitionOf(d))
	}
	return body, position, nil
}
