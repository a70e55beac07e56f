package templates

import (
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// DefinitionQueries answers for component definitions.
type DefinitionQueries interface {
	ListDefinitions(ctx context.Context, q queries.AskDefinitions) ([]queries.ComponentDefinition, error)
	GetDefinition(ctx context.Context, q queries.AskDefinition) (queries.ComponentDefinition, error)
}

// DefinitionCommands changes component definitions.
type DefinitionCommands interface {
	// CreateDefinitions returns the new ids in the order of the request.
	CreateDefinitions(ctx context.Context, c commands.CreateDefinitions) (commands.Outcome, error)
	UpdateDefinitions(ctx context.Context, c commands.UpdateDefinitions) (commands.Outcome, error)
	DeleteDefinitions(ctx context.Context, c commands.ChangeDefinitions) (commands.Outcome, error)
	ReorderDefinitions(ctx context.Context, c commands.ChangeDefinitions) (commands.Outcome, error)
	RestoreDefinitions(ctx context.Context, c commands.ChangeDefinitions) (commands.Outcome, error)
}

// componentDefinitionHandlers answer the operations on component definitions.
type componentDefinitionHandlers struct {
	queries  DefinitionQueries
	commands DefinitionCommands
	views    *exchange.Views
	seenTemplates
}

// ListComponentDefinitions lists the definitions of a template.
func (h *componentDefinitionHandlers) ListComponentDefinitions(
	ctx context.Context, q api.ListComponentDefinitionsRequestObject,
) (api.ListComponentDefinitionsResponseObject, error) {
	found, err := h.queries.ListDefinitions(ctx, queries.AskDefinitions{
		Caller:             exchange.Caller(ctx),
		TemplateID:         q.DossierTemplateId,
		IncludeSoftDeleted: convert.ValueOr(q.Params.IncludeSoftDeleted, false),
	})
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.DefinitionOrder(q.DossierTemplateId), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort, Query: q.Params.Q, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	out := api.ListComponentDefinitions200JSONResponse{Body: convert.MapList(part.Entries, definitionOf)}
	out.Headers.DocketNextCursor, out.Headers.DocketTotal = convert.PresentValue(part.NextCursor), convert.PresentValue(part.Total)
	out.Headers.Link = exchange.NextLink(ctx, part.NextCursor)
	return out, nil
}

// GetComponentDefinition reads one definition, in a list.
func (h *componentDefinitionHandlers) GetComponentDefinition(
	ctx context.Context, q api.GetComponentDefinitionRequestObject,
) (api.GetComponentDefinitionResponseObject, error) {
	found, err := h.queries.GetDefinition(ctx, queries.AskDefinition{Caller: exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId, DefinitionID: q.ComponentId})
	if err != nil {
		return nil, err
	}
	return api.GetComponentDefinition200JSONResponse{definitionOf(found)}, nil
}

// CreateComponentDefinitions adds definitions and answers with them in the order
// of the request.
func (h *componentDefinitionHandlers) CreateComponentDefinitions(
	ctx context.Context, q api.CreateComponentDefinitionsRequestObject,
) (api.CreateComponentDefinitionsResponseObject, error) {
	out, err := h.commands.CreateDefinitions(ctx, commands.CreateDefinitions{Request: exchange.Request(ctx),
		TemplateID: q.DossierTemplateId, Definitions: convert.MapList(*q.Body, newDefinition)})
	if err != nil {
		return nil, err
	}
	body, position, err := h.changedDefinitions(ctx, q.DossierTemplateId, out)
	if err != nil {
		return nil, err
	}
	return api.CreateComponentDefinitions201JSONResponse{Body: body,
		Headers: api.CreateComponentDefinitions201ResponseHeaders{DocketPosition: position}}, nil
}

func newDefinition(d api.NewComponentDefinition) commands.NewDefinition {
	out := commands.NewDefinition{TechnicalName: d.TechnicalName, DisplayName: d.DisplayName,
		ExpectationChange: expectationChange(d.Required, d.Multiple, d.Format, d.Columns, d.Checks)}
	if v := convert.PresentValue(d.Description); v != nil {
		out.Description = *v
	}
	return out
}

// expectationChange returns what a request says of the values of a component; what is left out or
// null is nil.
func expectationChange(
	required, multiple nullable.Nullable[bool], format nullable.Nullable[string],
	columns nullable.Nullable[[]api.NewComponentColumn],
	checks nullable.Nullable[[]string],
) template.ExpectationChange {
	out := template.ExpectationChange{
		Required: convert.PresentValue(required),
		Multiple: convert.PresentValue(multiple),
		Format:   convert.PresentValue(format),
		Checks:   convert.PresentValue(checks),
	}
	if list := convert.PresentValue(columns); list != nil {
		all := convert.MapList(*list, func(c api.NewComponentColumn) template.Column {
			return template.Column{
				TechnicalName: c.TechnicalName,
				DisplayName:   c.DisplayName,
				Format:        convert.ValueOr(convert.PresentValue(c.Format), ""),
				Required:      convert.ValueOr(convert.PresentValue(c.Required), false),
			}
		})
		out.Columns = &all
	}
	return out
}

func definitionOf(d queries.ComponentDefinition) api.ComponentDefinition {
	return api.ComponentDefinition{
		Id:                d.ID,
		DossierTemplateId: d.TemplateID,
		TechnicalName:     d.TechnicalName,
		DisplayName:       d.DisplayName,
		Description:       d.Description,
		Rank:              int32(d.Rank),
		Required:          d.Required,
		Multiple:          d.Multiple,
		Format:            d.Format,
		Columns:           columnsOf(d.Columns),
		Checks:            convert.TextsOrNil(d.Checks),
		SoftDeleteTime:    convert.NullableTime(d.SoftDeletedTime),
	}
}

// columnsOf returns the columns of rows; nil for none.
func columnsOf(columns []template.Column) *[]api.ComponentColumn {
	if len(columns) == 0 {
		return nil
	}
	out := convert.MapList(columns, func(c template.Column) api.ComponentColumn {
		return api.ComponentColumn{
			TechnicalName: c.TechnicalName,
			DisplayName:   c.DisplayName,
			Format:        c.FormatName(),
			Required:      &c.Required,
		}
	})
	return &out
}
