package rest

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/snakecase"
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
	f := queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, DossierID: q.DossierId, FileID: q.FileId}
	out, err := s.ChangeComponents.OverrideComponent(ctx, commands.OverrideComponent{Request: requestOf(ctx),
		TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.FileID, IfSeen: tagsOf(q.Params.IfMatch),
		Name: q.Body.Name, Values: mapList(q.Body.ComponentValues, overrideValue), Note: valueOr(presentValue(q.Body.Note), "")})
	if err != nil {
		return nil, s.describeChange(ctx, err, out, f, q.Body.Name)
	}
	return api.AddComponentOverrides204Response{Headers: api.AddComponentOverrides204ResponseHeaders{
		DocketPosition: s.awaitWrite(ctx, out.Position), ETag: componentTag(out)}}, nil
}

// RevertComponentOverrides removes overrides.
func (s *server) RevertComponentOverrides(
	ctx context.Context, q api.RevertComponentOverridesRequestObject,
) (api.RevertComponentOverridesResponseObject, error) {
	f := queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, DossierID: q.DossierId, FileID: q.FileId}
	out, err := s.ChangeComponents.RevertOverrides(ctx, commands.RevertOverrides{Request: requestOf(ctx),
		TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.FileID, IfSeen: tagsOf(q.Params.IfMatch), Names: q.Body.Components})
	if err != nil {
		return nil, s.describeChange(ctx, err, out, f, q.Body.Components...)
	}
	return api.RevertComponentOverrides204Response{Headers: api.RevertComponentOverrides204ResponseHeaders{
		DocketPosition: s.awaitWrite(ctx, out.Position), ETag: componentTag(out)}}, nil
}

// SetComponentChecks marks components as looked at, and takes such marks back.
func (s *server) SetComponentChecks(
	ctx context.Context, q api.SetComponentChecksRequestObject,
) (api.SetComponentChecksResponseObject, error) {
	f := queries.AskFile{Caller: callerOf(ctx), TemplateID: q.DossierTemplateId, DossierID: q.DossierId, FileID: q.FileId}
	checked, unchecked := valueOr(q.Body.Checked, nil), valueOr(q.Body.Unchecked, nil)
	out, err := s.ChangeComponents.SetComponentChecks(ctx, commands.SetComponentChecks{Request: requestOf(ctx),
		TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.FileID, IfSeen: tagsOf(q.Params.IfMatch),
		Checked: checked, Unchecked: unchecked})
	if err != nil {
		return nil, s.describeChange(ctx, err, out, f, slices.Concat(checked, unchecked)...)
	}
	return api.SetComponentChecks204Response{
		Headers: api.SetComponentChecks204ResponseHeaders{DocketPosition: s.awaitWrite(ctx, out.Position)}}, nil
}

// tagsOf returns the versions that If-Match names, without their quotes; nil for any version.
func tagsOf(ifMatch *string) []string {
	if ifMatch == nil {
		return nil
	}
	tags := []string{}
	for _, t := range strings.Split(*ifMatch, ",") {
		t = strings.TrimSpace(t)
		if t == "*" {
			return nil
		}
		if len(t) > 1 && t[0] == '"' && t[len(t)-1] == '"' {
			tags = append(tags, t[1:len(t)-1])
		}
	}
	return tags
}

// componentTag returns the entity tag of the component that a command changed; nil when none was named.
func componentTag(out commands.Outcome) *string {
	if out.Seen == "" {
		return nil
	}
	tag := `"` + out.Seen + `"`
	return &tag
}

// changedComponents is a failure because components are not as the caller has seen them.
type changedComponents struct {
	error
	version string
	current []api.ComponentDetail
}

// Unwrap returns the failure.
func (c *changedComponents) Unwrap() error { return c.error }

// describeChange adds what the named components are now to a refusal because they have changed; other
// errors stay as they are.
func (s *server) describeChange(ctx context.Context, err error, out commands.Outcome, f queries.AskFile, names ...string) error {
	if domain.KindOf(err) != domain.Precondition {
		return err
	}
	s.awaitWrite(ctx, out.Position)
	found, readErr := s.Components.FileComponents(ctx, f)
	if readErr != nil {
		return err
	}
	c := &changedComponents{error: err, version: found.Version, current: []api.ComponentDetail{}}
	for _, d := range slices.Concat(found.Components, found.Missing) {
		if slices.ContainsFunc(names, func(name string) bool { return snakecase.Same(name, d.Name) }) {
			c.current = append(c.current, componentDetailOf(d))
		}
	}
	return c
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
		out.ComponentDetails, out.MissingComponents, out.Version = &all, &missing, &f.Version
	}
	return out
}

func componentDetailOf(c component.Detail) api.ComponentDetail {
	checked := nullable.NewNullNullable[api.ComponentCheck]()
	if c.Checked != nil {
		checked = nullable.NewNullableWithValue(api.ComponentCheck{By: c.Checked.By, At: api.Time{Time: c.Checked.At}})
	}
	return api.ComponentDetail{Name: c.Name, TechnicalName: c.TechnicalName, Version: c.Version, ComponentValues: mapList(c.Values, valueOf),
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
	return api.ComponentValue{Value: v.Value, Normalized: normalizedOf(v.Normalized), Confidence: v.Confidence,
		Evidence: evidenceOf(v.Evidence), OtherSources: otherSourcesOf(v.OtherSources), OriginalValue: v.OriginalValue,
		ComponentRuleId: v.RuleID, ValueDescription: v.Description, Places: mapList(v.Places, placeOf),
		EntityReferences: mapList(v.References, referenceOf), Cells: cellsOf(v.Cells)}
}

func referenceOf(r component.Reference) api.EntityReference {
	return api.EntityReference{Id: r.ID, EntityRuleId: r.RuleID, Type: r.Type, Page: int32(r.Page)}
}

// cellsOf returns the cells of a row; nil for none.
func cellsOf(cells []component.Cell) *[]api.ComponentCell {
	if cells == nil {
		return nil
	}
	out := mapList(cells, func(c component.Cell) api.ComponentCell {
		return api.ComponentCell{Column: c.Column, Value: c.Value, Normalized: normalizedOf(c.Normalized),
			EntityReferences: mapList(c.References, referenceOf)}
	})
	return &out
}

// evidenceOf returns what the confidence of a value rests on; nil for none.
func evidenceOf(e *document.Evidence) *api.ValueEvidence {
	if e == nil {
		return nil
	}
	out := &api.ValueEvidence{RuleStrength: e.RuleStrength, Agreeing: int32(e.Agreeing), Mentioned: e.Mentioned, Uncertain: e.Uncertain}
	if e.Recognition > 0 {
		out.Recognition = new(int32(e.Recognition))
	}
	return out
}

// otherSourcesOf returns what other sources have for a value; nil for none.
func otherSourcesOf(sources []document.OtherSource) *[]api.OtherSource {
	if len(sources) == 0 {
		return nil
	}
	out := mapList(sources, func(s document.OtherSource) api.OtherSource {
		return api.OtherSource{Source: s.Source, Value: s.Value, Agrees: s.Agrees}
	})
	return &out
}

// normalizedOf returns the normalised form of a value; nil for none.
func normalizedOf(n *component.Normalized) *api.NormalizedValue {
	if n == nil {
		return nil
	}
	return &api.NormalizedValue{Type: string(n.Type), Value: n.Text, Currency: optionalText(n.Currency)}
}
