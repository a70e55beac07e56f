package rest

import (
	"context"
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// ListEntityDefinitions lists the entities of a template.
func (s *server) ListEntityDefinitions(
	ctx context.Context, q api.ListEntityDefinitionsRequestObject,
) (api.ListEntityDefinitionsResponseObject, error) {
	found, err := s.Entities.EntityDefinitions(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId})
	if err != nil {
		return nil, err
	}
	return api.ListEntityDefinitions200JSONResponse{EntityDefinitions: mapList(found, entityOf)}, nil
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
func (s *server) CreateEntityDefinition(
	ctx context.Context, q api.CreateEntityDefinitionRequestObject,
) (api.CreateEntityDefinitionResponseObject, error) {
	body, position, err := s.saveEntity(ctx, q.DossierTemplateId, "", *q.Body)
	if err != nil {
		return nil, err
	}
	return api.CreateEntityDefinition201JSONResponse{
		Body: body, Headers: api.CreateEntityDefinition201ResponseHeaders{DocketPosition: position},
	}, nil
}

// UpdateEntityDefinition changes an entity; its technical name stays.
func (s *server) UpdateEntityDefinition(
	ctx context.Context, q api.UpdateEntityDefinitionRequestObject,
) (api.UpdateEntityDefinitionResponseObject, error) {
	body, position, err := s.saveEntity(ctx, q.DossierTemplateId, q.EntityId, *q.Body)
	if err != nil {
		return nil, err
	}
	return api.UpdateEntityDefinition200JSONResponse{
		Body: body, Headers: api.UpdateEntityDefinition200ResponseHeaders{DocketPosition: position},
	}, nil
}

func (s *server) saveEntity(
	ctx context.Context, templateID, id string, b api.EntityRequest,
) (body api.EntityDefinition, position *string, err error) {
	id, position, err = s.saveDefinition(ctx, templateID, template.KindEntity, template.Definition{
		ID:            id,
		Name:          b.DisplayName,
		Description:   orNone(b.Description),
		Rank:          orNone(b.Rank),
		Kind:          string(orNone(b.Kind)),
		Color:         orNone(b.Color),
		Recommended:   orNone(b.RecommendationColor),
		HasDictionary: orNone(b.HasDictionary),
		CaseSensitive: orNone(b.CaseSensitive),
	})
	if err != nil {
		return body, nil, err
	}
	found, err := s.Entities.EntityDefinitions(ctx, queries.AskOfTemplate{Caller: callerOf(ctx), TemplateID: templateID})
	d, err := findWritten(found, err, func(d queries.EntityDefinition) bool { return d.ID == id })
	return entityOf(d), position, err
}

// DeleteEntityDefinition removes an entity, and its dictionary with it.
func (s *server) DeleteEntityDefinition(
	ctx context.Context, q api.DeleteEntityDefinitionRequestObject,
) (api.DeleteEntityDefinitionResponseObject, error) {
	position, err := s.deleteDefinition(ctx, q.DossierTemplateId, template.KindEntity, q.EntityId, "")
	if err != nil {
		return nil, err
	}
	return api.DeleteEntityDefinition204Response{Headers: api.DeleteEntityDefinition204ResponseHeaders{DocketPosition: position}}, nil
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
func (s *server) GetEntityDictionary(
	ctx context.Context, q api.GetEntityDictionaryRequestObject,
) (api.GetEntityDictionaryResponseObject, error) {
	terms, err := s.Entities.ReadDictionary(ctx, queries.AskDictionary{
		Caller:     callerOf(ctx),
		TemplateID: q.DossierTemplateId,
		EntityID:   q.EntityId,
		List:       q.List,
	})
	return termList(terms), err
}

// SetEntityDictionary replaces a list of terms.
func (s *server) SetEntityDictionary(
	ctx context.Context, q api.SetEntityDictionaryRequestObject,
) (api.SetEntityDictionaryResponseObject, error) {
	out, err := s.ChangeTemplates.SetDictionary(ctx, commands.SetDictionary{Request: requestOf(ctx), TemplateID: q.DossierTemplateId,
		EntityID: q.EntityId, List: q.List, Content: []byte(*q.Body)})
	if err != nil {
		return nil, err
	}
	return api.SetEntityDictionary204Response{
		Headers: api.SetEntityDictionary204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)},
	}, nil
}
