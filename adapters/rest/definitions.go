package rest

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// ListComponentDefinitions lists the definitions of a template.
func (s *server) ListComponentDefinitions(
	ctx context.Context, q api.ListComponentDefinitionsRequestObject,
) (api.ListComponentDefinitionsResponseObject, error) {
	found, err := s.Definitions.ListDefinitions(ctx, queries.AskDefinitions{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId,
		IncludeSoftDeleted: valueOr(q.Params.IncludeSoftDeleted, false)})
	if err != nil {
		return nil, err
	}
	return api.ListComponentDefinitions200JSONResponse(mapList(found, definitionOf)), nil
}

// GetComponentDefinition reads one definition, in a list.
func (s *server) GetComponentDefinition(
	ctx context.Context, q api.GetComponentDefinitionRequestObject,
) (api.GetComponentDefinitionResponseObject, error) {
	found, err := s.Definitions.GetDefinition(ctx, queries.AskDefinition{Caller: callerOf(ctx),
		TemplateID: q.DossierTemplateId, DefinitionID: q.ComponentId})
	if err != nil {
		return nil, err
	}
	return api.GetComponentDefinition200JSONResponse{definitionOf(found)}, nil
}

// CreateComponentDefinitions adds definitions and answers with them in the order
// of the request.
func (s *server) CreateComponentDefinitions(
	ctx context.Context, q api.CreateComponentDefinitionsRequestObject,
) (api.CreateComponentDefinitionsResponseObject, error) {
	out, err := s.ChangeDefinitions.CreateDefinitions(ctx, commands.CreateDefinitions{Request: requestOf(ctx),
		TemplateID: q.DossierTemplateId, Definitions: mapList(*q.Body, newDefinition)})
	if err != nil {
		return nil, err
	}
	body, position, err := s.changedDefinitions(ctx, q.DossierTemplateId, out)
	if err != nil {
		return nil, err
	}
	return api.CreateComponentDefinitions201JSONResponse{Body: body,
		Headers: api.CreateComponentDefinitions201ResponseHeaders{DocketPosition: position}}, nil
}

func newDefinition(d api.NewComponentDefinition) commands.NewDefinition {
	out := commands.NewDefinition{TechnicalName: d.TechnicalName, DisplayName: d.DisplayName,
		ExpectationChange: expectationChange(d.Required, d.Multiple, d.Format, d.Columns)}
	if v := presentValue(d.Description); v != nil {
		out.Description = *v
	}
	return out
}

// expectationChange returns what a request says of the values of a component; what is left out or
// null is nil.
func expectationChange(
	required, multiple nullable.Nullable[bool], format nullable.Nullable[string], columns nullable.Nullable[[]api.NewComponentColumn],
) template.ExpectationChange {
	out := template.ExpectationChange{Required: presentValue(required), Multiple: presentValue(multiple), Format: presentValue(format)}
	if list := presentValue(columns); list != nil {
		all := mapList(*list, func(c api.NewComponentColumn) template.Column {
			return template.Column{TechnicalName: c.TechnicalName, DisplayName: c.DisplayName, Format: valueOr(presentValue(c.Format), "")}
		})
		out.Columns = &all
	}
	return out
}

func definitionOf(d queries.ComponentDefinition) api.ComponentDefinition {
	return api.ComponentDefinition{Id: d.ID, DossierTemplateId: d.TemplateID, TechnicalName: d.TechnicalName,
		DisplayName: d.DisplayName, Description: d.Description, Rank: int32(d.Rank),
		Required: d.Required, Multiple: d.Multiple, Format: d.Format, Columns: columnsOf(d.Columns),
		SoftDeleteTime: nullableTime(d.SoftDeletedTime)}
}

// columnsOf returns the columns of rows; nil for none.
func columnsOf(columns []template.Column) *[]api.ComponentColumn {
	if len(columns) == 0 {
		return nil
	}
	out := mapList(columns, func(c template.Column) api.ComponentColumn {
		return api.ComponentColumn{TechnicalName: c.TechnicalName, DisplayName: c.DisplayName, Format: c.FormatName()}
	})
	return &out
}
