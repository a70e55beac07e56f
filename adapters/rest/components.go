package rest

import (
	"bytes"
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/queries"
)

// GetFileComponents returns what was extracted from a file.
func (s *server) GetFileComponents(ctx context.Context, q api.GetFileComponentsRequestObject) (api.GetFileComponentsResponseObject, error) {
	found, err := s.Components.FileComponents(ctx, queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, AsOf: instant(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	if exchangeOf(ctx).xml {
		content, err := exported(q.DossierTemplateId, q.DossierId, either(q.Params.IncludeDetails, false), found)
		return api.GetFileComponents200ApplicationxmlResponse{Body: bytes.NewReader(content), ContentLength: int64(len(content))}, err
	}
	return api.GetFileComponents200JSONResponse(componentsOf(found, either(q.Params.IncludeDetails, false))), nil
}

// GetDossierComponents returns what was extracted from the files of a dossier.
func (s *server) GetDossierComponents(
	ctx context.Context, q api.GetDossierComponentsRequestObject,
) (api.GetDossierComponentsResponseObject, error) {
	found, err := s.Components.DossierComponents(ctx, queries.AskComponents{Caller: callerOf(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId, AsOf: instant(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	details := either(q.Params.IncludeDetails, false)
	if exchangeOf(ctx).xml {
		content, err := exported(q.DossierTemplateId, q.DossierId, details, found...)
		return api.GetDossierComponents200ApplicationxmlResponse{Body: bytes.NewReader(content), ContentLength: int64(len(content))}, err
	}
	return api.GetDossierComponents200JSONResponse{
		Body: api.FileComponentsList{Files: each(found, func(f queries.FileComponents) api.FileComponents {
			return componentsOf(f, details)
		})},
	}, nil
}

// ListComponentOverrides lists what people changed.
func (s *server) ListComponentOverrides(
	ctx context.Context, q api.ListComponentOverridesRequestObject,
) (api.ListComponentOverridesResponseObject, error) {
	found, err := s.Components.Overrides(ctx, queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, AsOf: instant(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	return api.ListComponentOverrides200JSONResponse{DossierTemplateId: found.TemplateID, DossierId: found.DossierID, FileId: found.FileID,
		ComponentOverrideModels: overridesOf(found.Components)}, nil
}

// AddComponentOverrides replaces the values of a component.
func (s *server) AddComponentOverrides(
	ctx context.Context, q api.AddComponentOverridesRequestObject,
) (api.AddComponentOverridesResponseObject, error) {
	out, err := s.ChangeComponents.OverrideComponent(ctx, commands.OverrideComponent{Request: requestOf(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId, FileID: q.FileId,
		Name: q.Body.Name, Values: each(q.Body.ComponentValues, overrideValue)})
	if err != nil {
		return nil, err
	}
	return api.AddComponentOverrides204Response{
		Headers: api.AddComponentOverrides204ResponseHeaders{DocketPosition: s.settle(ctx, out.Position)}}, nil
}

// RevertComponentOverrides removes overrides.
func (s *server) RevertComponentOverrides(
	ctx context.Context, q api.RevertComponentOverridesRequestObject,
) (api.RevertComponentOverridesResponseObject, error) {
	out, err := s.ChangeComponents.RevertOverrides(ctx, commands.RevertOverrides{Request: requestOf(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId, FileID: q.FileId, Names: q.Body.Components})
	if err != nil {
		return nil, err
	}
	return api.RevertComponentOverrides204Response{
		Headers: api.RevertComponentOverrides204ResponseHeaders{DocketPosition: s.settle(ctx, out.Position)}}, nil
}

func overrideValue(v api.OverrideValue) commands.OverrideValue {
	out := commands.OverrideValue{Value: v.Value, OriginalValue: given(v.OriginalValue), RuleID: given(v.ComponentRuleId),
		Description: given(v.ValueDescription)}
	if refs := given(v.EntityReferences); refs != nil {
		list := each(*refs, overrideReference)
		out.References = &list
	}
	return out
}

func overrideReference(r api.OverrideReference) commands.OverrideReference {
	out := commands.OverrideReference{ID: either(r.Id, ""), RuleID: either(given(r.EntityRuleId), ""), Type: either(given(r.Type), "")}
	if p := given(r.Page); p != nil {
		out.Page = int(*p)
	}
	return out
}

func componentsOf(f queries.FileComponents, details bool) api.FileComponents {
	out := api.FileComponents{DossierTemplateId: f.TemplateID, DossierId: f.DossierID, FileId: f.FileID, Filename: f.Filename,
		Components: each(f.Components, func(c component.Detail) api.NamedValues {
			return api.NamedValues{Name: c.Name, Values: each(c.Values, func(v component.Value) string { return v.Value })}
		})}
	if details {
		all := each(f.Components, func(c component.Detail) api.ComponentDetail {
			return api.ComponentDetail{Name: c.Name, ComponentValues: each(c.Values, valueOf)}
		})
		out.ComponentDetails = &all
	}
	return out
}

func valueOf(v component.Value) api.ComponentValue {
	return api.ComponentValue{Value: v.Value, OriginalValue: v.OriginalValue, ComponentRuleId: v.RuleID,
		ValueDescription: v.Description, EntityReferences: each(v.References, func(r component.Reference) api.EntityReference {
			return api.EntityReference{Id: r.ID, EntityRuleId: r.RuleID, Type: r.Type, Page: int32(r.Page)}
		})}
}
