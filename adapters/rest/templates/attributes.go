package templates

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/queries"
)

// AttributeQueries answers for the statuses and attributes that a template defines.
type AttributeQueries interface {
	DossierStatuses(ctx context.Context, q queries.AskOfTemplate) ([]queries.DossierStatusDefinition, error)
	DossierAttributes(ctx context.Context, q queries.AskOfTemplate) ([]queries.AttributeDefinition, error)
	FileAttributes(ctx context.Context, q queries.AskOfTemplate) ([]queries.AttributeDefinition, error)
}

// attributeHandlers answer the operations on statuses and attributes that a template defines.
type attributeHandlers struct {
	queries AttributeQueries
	definitionWriter
}

// ListDossierStatusDefinitions lists the statuses that dossiers of a template may
// have.
func (h *attributeHandlers) ListDossierStatusDefinitions(
	ctx context.Context, q api.ListDossierStatusDefinitionsRequestObject,
) (api.ListDossierStatusDefinitionsResponseObject, error) {
	part, err := readPart(ctx, q.DossierTemplateId, h.queries.DossierStatuses, queries.StatusOrder,
		exchange.PartParameters{
			Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort,
			Query: q.Params.Q, Counts: q.Params.Counts,
		})
	if err != nil {
		return nil, err
	}
	return api.ListDossierStatusDefinitions200JSONResponse{
		DossierStatusDefinitions: convert.MapList(part.Entries, dossierStatusOf),
		NextCursor:               part.NextCursor,
		Total:                    part.Total,
	}, nil
}

func dossierStatusOf(d queries.DossierStatusDefinition) api.DossierStatusDefinition {
	return api.DossierStatusDefinition{Id: d.ID, DossierTemplateId: d.TemplateID, Name: d.Name, Description: d.Description,
		Rank: int32(d.Rank), Color: d.Color, DossierCount: int64(d.Dossiers)}
}

// ListDossierAttributeDefinitions lists the attributes of a template's dossiers.
func (h *attributeHandlers) ListDossierAttributeDefinitions(
	ctx context.Context, q api.ListDossierAttributeDefinitionsRequestObject,
) (api.ListDossierAttributeDefinitionsResponseObject, error) {
	part, err := readPart(ctx, q.DossierTemplateId, h.queries.DossierAttributes, queries.DossierAttributeOrder,
		exchange.PartParameters{
			Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort,
			Query: q.Params.Q, Counts: q.Params.Counts,
		})
	if err != nil {
		return nil, err
	}
	return api.ListDossierAttributeDefinitions200JSONResponse{
		DossierAttributeDefinitions: convert.MapList(part.Entries, dossierAttributeOf),
		NextCursor:                  part.NextCursor,
		Total:                       part.Total,
	}, nil
}

func dossierAttributeOf(d queries.AttributeDefinition) api.DossierAttributeDefinition {
	return api.DossierAttributeDefinition{
		Id:                     d.ID,
		DossierTemplateId:      d.TemplateID,
		Name:                   d.Name,
		Type:                   api.DossierAttributeType(d.Type),
		Placeholder:            "{{dossier.attribute." + d.Name + "}}",
		Editable:               d.Editable,
		DisplayedInDossierList: d.Displayed,
		Filterable:             d.Filterable,
	}
}

// ListFileAttributeDefinitions lists the attributes of a template's files.
func (h *attributeHandlers) ListFileAttributeDefinitions(
	ctx context.Context, q api.ListFileAttributeDefinitionsRequestObject,
) (api.ListFileAttributeDefinitionsResponseObject, error) {
	part, err := readPart(ctx, q.DossierTemplateId, h.queries.FileAttributes, queries.FileAttributeOrder,
		exchange.PartParameters{
			Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort,
			Query: q.Params.Q, Counts: q.Params.Counts,
		})
	if err != nil {
		return nil, err
	}
	return api.ListFileAttributeDefinitions200JSONResponse{
		FileAttributeDefinitions: convert.MapList(part.Entries, fileAttributeOf),
		NextCursor:               part.NextCursor,
		Total:                    part.Total,
	}, nil
}

func fileAttributeOf(d queries.AttributeDefinition) api.FileAttributeDefinition {
	return api.FileAttributeDefinition{
		Id:                  d.ID,
		DossierTemplateId:   d.TemplateID,
		Name:                d.Name,
		Type:                api.FileAttributeType(d.Type),
		CsvColumnHeader:     d.CSVColumn,
		Placeholder:         "{{file.attribute." + d.Name + "}}",
		Editable:            d.Editable,
		PrimaryAttribute:    d.Primary,
		DisplayedInFileList: d.Displayed,
		Filterable:          d.Filterable,
	}
}
