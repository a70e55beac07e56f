package rest

import (
	"bytes"
	"context"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/queries"
)

// GetFileComponents returns what was extracted from a file.
func (s *server) GetFileComponents(ctx context.Context, q api.GetFileComponentsRequestObject) (api.GetFileComponentsResponseObject, error) {
	found, err := s.Components.FileComponents(ctx, queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, AsOf: optionalTime(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	if exchangeOf(ctx).xml {
		content, err := exportComponents(q.DossierTemplateId, q.DossierId, valueOr(q.Params.IncludeDetails, false), found)
		return api.GetFileComponents200ApplicationxmlResponse{Body: bytes.NewReader(content), ContentLength: int64(len(content))}, err
	}
	return api.GetFileComponents200JSONResponse(componentsOf(found, valueOr(q.Params.IncludeDetails, false))), nil
}

// GetDossierComponents returns what was extracted from the files of a dossier.
func (s *server) GetDossierComponents(
	ctx context.Context, q api.GetDossierComponentsRequestObject,
) (api.GetDossierComponentsResponseObject, error) {
	if q.Params.Limit != nil || q.Params.Cursor != nil || q.Params.Sort != nil {
		return s.componentPage(ctx, q)
	}
	found, err := s.Components.DossierComponents(ctx, queries.AskComponents{Caller: callerOf(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId, AsOf: optionalTime(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	details := valueOr(q.Params.IncludeDetails, false)
	if exchangeOf(ctx).xml {
		content, err := exportComponents(q.DossierTemplateId, q.DossierId, details, found...)
		return api.GetDossierComponents200ApplicationxmlResponse{Body: bytes.NewReader(content), ContentLength: int64(len(content))}, err
	}
	return api.GetDossierComponents200JSONResponse{
		Body: api.FileComponentsList{Files: mapList(found, func(f queries.FileComponents) api.FileComponents {
			return componentsOf(f, details)
		})},
	}, nil
}

// componentPage returns what was extracted from a page of the files of a dossier.
func (s *server) componentPage(
	ctx context.Context, q api.GetDossierComponentsRequestObject,
) (api.GetDossierComponentsResponseObject, error) {
	switch {
	case q.Params.AsOf != nil:
		return nil, newInvalid("asOf cannot be used with parameters of pages")
	case exchangeOf(ctx).xml:
		return nil, newInvalid("An answer in XML has no pages")
	}
	ask, err := askFilePage(callerOf(ctx), filePageParameters{limit: q.Params.Limit, cursor: q.Params.Cursor, sort: q.Params.Sort})
	if err != nil {
		return nil, err
	}
	ask.TemplateID, ask.DossierID = q.DossierTemplateId, q.DossierId
	found, err := s.Components.ComponentPageOf(ctx, ask)
	if err != nil {
		return nil, err
	}
	details := valueOr(q.Params.IncludeDetails, false)
	return api.GetDossierComponents200JSONResponse{Body: api.FileComponentsList{NextCursor: nullableID(found.Next),
		Total: nullableNumber(&found.Total), Files: mapList(found.Files, func(f queries.FileComponents) api.FileComponents {
			return componentsOf(f, details)
		})}}, nil
}

// ListComponentOverrides lists what people changed.
func (s *server) ListComponentOverrides(
	ctx context.Context, q api.ListComponentOverridesRequestObject,
) (api.ListComponentOverridesResponseObject, error) {
	found, err := s.Components.ListOverrides(ctx, queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId,
		DossierID: q.DossierId, FileID: q.FileId, AsOf: optionalTime(q.Params.AsOf)})
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
		Name: q.Body.Name, Values: mapList(q.Body.ComponentValues, overrideValue), Note: valueOr(presentValue(q.Body.Note), "")})
	if err != nil {
		return nil, err
	}
	return api.AddComponentOverrides204Response{
		Headers: api.AddComponentOverrides204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
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
		Headers: api.RevertComponentOverrides204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// SetComponentChecks marks components as looked at, and takes such marks back.
func (s *server) SetComponentChecks(
	ctx context.Context, q api.SetComponentChecksRequestObject,
) (api.SetComponentChecksResponseObject, error) {
	out, err := s.ChangeComponents.SetComponentChecks(ctx, commands.SetComponentChecks{Request: requestOf(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId, FileID: q.FileId,
		Checked: valueOr(q.Body.Checked, nil), Unchecked: valueOr(q.Body.Unchecked, nil)})
	if err != nil {
		return nil, err
	}
	return api.SetComponentChecks204Response{
		Headers: api.SetComponentChecks204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

func overrideValue(v api.OverrideValue) commands.OverrideValue {
	out := commands.OverrideValue{Value: v.Value, OriginalValue: presentValue(v.OriginalValue), RuleID: presentValue(v.ComponentRuleId),
		Description: presentValue(v.ValueDescription)}
	if refs := presentValue(v.EntityReferences); refs != nil {
		list := mapList(*refs, overrideReference)
		out.References = &list
	}
	if places := presentValue(v.Places); places != nil {
		out.Places = mapList(*places, overridePlace)
	}
	return out
}

func overridePlace(p api.OverridePlace) file.Place {
	return file.Place{Page: int(p.Page), Boxes: mapList(valueOr(p.Boxes, nil), func(b api.OverrideBox) document.Rect {
		return document.Rect{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height}
	})}
}

func placeOf(p file.Place) api.EntityPosition {
	return api.EntityPosition{Page: int32(p.Page), Boxes: mapList(p.Boxes, func(b document.Rect) api.EntityBox {
		return api.EntityBox{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height}
	})}
}

func overrideReference(r api.OverrideReference) commands.OverrideReference {
	out := commands.OverrideReference{ID: valueOr(r.Id, ""),
		RuleID: valueOr(presentValue(r.EntityRuleId), ""), Type: valueOr(presentValue(r.Type), "")}
	if p := presentValue(r.Page); p != nil {
		out.Page = int(*p)
	}
	return out
}

func componentsOf(f queries.FileComponents, details bool) api.FileComponents {
	out := api.FileComponents{DossierTemplateId: f.TemplateID, DossierId: f.DossierID, FileId: f.FileID, Filename: f.Filename,
		Components: mapList(f.Components, func(c component.Detail) api.NamedValues {
			return api.NamedValues{Name: c.Name, Values: mapList(c.Values, func(v component.Value) string { return v.Value })}
		}), FailedRules: positiveCount(f.FailedRules)}
	if details {
		all, missing := mapList(f.Components, componentDetailOf), mapList(f.Missing, componentDetailOf)
		out.ComponentDetails, out.MissingComponents = &all, &missing
	}
	return out
}

func componentDetailOf(c component.Detail) api.ComponentDetail {
	checked := nullable.NewNullNullable[api.ComponentCheck]()
	if c.Checked != nil {
		checked = nullable.NewNullableWithValue(api.ComponentCheck{By: c.Checked.By, At: api.Time{Time: c.Checked.At}})
	}
	return api.ComponentDetail{Name: c.Name, TechnicalName: c.TechnicalName, ComponentValues: mapList(c.Values, valueOf),
		Overridden: overrideMadeOf(c), Checked: checked, Attention: mapList(c.Attention, func(a component.Attention) api.ComponentAttention {
			return api.ComponentAttention{Code: a.Code, Detail: a.Detail}
		})}
}

// overrideMadeOf returns who overrode a component; null for one that nobody did.
func overrideMadeOf(c component.Detail) nullable.Nullable[api.OverrideMade] {
	if !c.Overridden {
		return nullable.NewNullNullable[api.OverrideMade]()
	}
	return nullable.NewNullableWithValue(api.OverrideMade{By: c.Override.By, At: api.Time{Time: c.Override.At}, Note: c.Override.Note})
}

func valueOf(v component.Value) api.ComponentValue {
	return api.ComponentValue{Value: v.Value, OriginalValue: v.OriginalValue, ComponentRuleId: v.RuleID,
		ValueDescription: v.Description, EntityReferences: mapList(v.References, func(r component.Reference) api.EntityReference {
			return api.EntityReference{Id: r.ID, EntityRuleId: r.RuleID, Type: r.Type, Page: int32(r.Page)}
		}), Places: mapList(v.Places, placeOf)}
}
