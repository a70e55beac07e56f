package templates

import (
	"context"
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// EntityQueries answers for entities and their dictionaries.
type EntityQueries interface {
	EntityDefinitions(ctx context.Context, q queries.AskOfTemplate) ([]queries.EntityDefinition, error)
	ReadDictionary(ctx context.Context, q queries.AskDictionary) ([]byte, error)
}

// DictionaryCommands changes the dictionaries of entities. A change returns when the files that it
// concerns follow it, or are certain to.
type DictionaryCommands interface {
	SetDictionary(ctx context.Context, c commands.SetDictionary) (commands.Outcome, error)
}

// entityHandlers answer the operations on entities and their dictionaries.
type entityHandlers struct {
	queries  EntityQueries
	commands DictionaryCommands
	definitionWriter
}

// ListEntityDefinitions lists the entities of a template.
func (h *entityHandlers) ListEntityDefinitions(
	ctx context.Context, q api.ListEntityDefinitionsRequestObject,
) (api.ListEntityDefinitionsResponseObject, error) {
	part, err := readPart(ctx, q.DossierTemplateId, h.queries.EntityDefinitions, queries.EntityOrder,
		exchange.PartParameters{
			Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort,
			Query: q.Params.Q, Counts: q.Params.Counts,
		})
	if err != nil {
		return nil, err
	}
	return api.ListEntityDefinitions200JSONResponse{
		EntityDefinitions: convert.MapList(part.Entries, entityOf),
		NextCursor:        part.NextCursor,
		Total:             part.Total,
	}, nil
}

func entityOf(d queries.EntityDefinition) api.EntityDefinition {
	return api.EntityDefinition{
		Id:                       d.ID,
		DossierTemplateId:        d.TemplateID,
		TechnicalName:            d.TechnicalName,
		DisplayName:              d.DisplayName,
		Description:              d.Description,
		Rank:                     int32(d.Rank),
		Kind:                     api.EntityKind(d.Kind),
		Color:                    d.Color,
		RecommendationColor:      d.RecommendationColor,
		HasDictionary:            d.HasDictionary,
		CaseSensitive:            d.CaseSensitive,
		EntryCount:               int32(d.Entries),
		FalsePositiveCount:       int32(d.FalsePositives),
		FalseRecommendationCount: int32(d.FalseRecommendations),
	}
}

// CreateEntityDefinition adds an entity.
func (h *entityHandlers) CreateEntityDefinition(
	ctx context.Context, q api.CreateEntityDefinitionRequestObject,
) (api.CreateEntityDefinitionResponseObject, error) {
	body, position, err := h.saveEntity(ctx, q.DossierTemplateId, "", *q.Body)
	if err != nil {
		return nil, err
	}
	return api.CreateEntityDefinition201JSONResponse{
		Body: body, Headers: api.CreateEntityDefinition201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateEntityDefinition changes an entity; its technical name stays.
func (h *entityHandlers) UpdateEntityDefinition(
	ctx context.Context, q api.UpdateEntityDefinitionRequestObject,
) (api.UpdateEntityDefinitionResponseObject, error) {
	body, position, err := h.saveEntity(ctx, q.DossierTemplateId, q.EntityId, *q.Body)
	if err != nil {
		return nil, err
	}
	return api.UpdateEntityDefinition200JSONResponse{
		Body: body, Headers: api.UpdateEntityDefinition200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (h *entityHandlers) saveEntity(
	ctx context.Context, templateID, id string, b api.EntityRequest,
) (body api.EntityDefinition, position *string, err error) {
	d, position, err := storeDefinition(ctx, h.definitionWriter, templateID, template.KindEntity, template.Definition{
		ID:            id,
		Name:          b.DisplayName,
		Description:   convert.OrNone(b.Description),
		Rank:          convert.OrNone(b.Rank),
		Kind:          string(convert.OrNone(b.Kind)),
		Color:         convert.OrNone(b.Color),
		Recommended:   convert.OrNone(b.RecommendationColor),
		HasDictionary: convert.OrNone(b.HasDictionary),
		CaseSensitive: convert.OrNone(b.CaseSensitive),
	}, h.queries.EntityDefinitions, func(d queries.EntityDefinition) string { return d.ID })
	return entityOf(d), position, err
}

// DeleteEntityDefinition removes an entity, and its dictionary with it.
func (h *entityHandlers) DeleteEntityDefinition(
	ctx context.Context, q api.DeleteEntityDefinitionRequestObject,
) (api.DeleteEntityDefinitionResponseObject, error) {
	position, err := h.deleteDefinition(ctx, q.DossierTemplateId, template.KindEntity, q.EntityId, "")
	if err != nil {
		return nil, err
	}
	return api.DeleteEntityDefinition204Response{
		Headers: api.DeleteEntityDefinition204ResponseHeaders{DocketPosition: position},
	}, nil
}

// A termList is the answer with a list of terms.
type termList []byte

// VisitGetEntityDictionaryResponse writes one term in a line.
func (t termList) VisitGetEntityDictionaryResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(t)
	return err
}

// GetEntityDictionary sends a list of terms.
func (h *entityHandlers) GetEntityDictionary(
	ctx context.Context, q api.GetEntityDictionaryRequestObject,
) (api.GetEntityDictionaryResponseObject, error) {
	terms, err := h.queries.ReadDictionary(ctx, queries.AskDictionary{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		EntityID:   q.EntityId,
		List:       q.List,
	})
	return termList(terms), err
}

// SetEntityDictionary replaces a list of terms.
func (h *entityHandlers) SetEntityDictionary(
	ctx context.Context, q api.SetEntityDictionaryRequestObject,
) (api.SetEntityDictionaryResponseObject, error) {
	out, err := h.commands.SetDictionary(ctx, commands.SetDictionary{
		Request:    h.requestOn(ctx, q.DossierTemplateId),
		TemplateID: q.DossierTemplateId,
		EntityID:   q.EntityId,
		List:       q.List,
		Content:    []byte(*q.Body),
	})
	if err != nil {
		return nil, err
	}
	return api.SetEntityDictionary204Response{
		Headers: api.SetEntityDictionary204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}
