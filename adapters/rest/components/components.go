package components

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/queries"
)

// Queries reads extracted components.
type Queries interface {
	FileComponents(ctx context.Context, q queries.AskFile) (queries.FileComponents, error)
	DossierComponents(ctx context.Context, q queries.AskComponents) ([]queries.FileComponents, error)
	// ComponentPageOf reads a page of them.
	ComponentPageOf(ctx context.Context, q queries.AskFilePage) (queries.ComponentPage, error)
	ListOverrides(ctx context.Context, q queries.AskFile) (queries.OverrideList, error)
	// EachExported calls hand for each file that is exported, one after the other.
	EachExported(ctx context.Context, q queries.AskExport, hand func(queries.ExportedFile) error) error
}

// Commands changes extracted components.
type Commands interface {
	OverrideComponent(ctx context.Context, c commands.OverrideComponent) (commands.Outcome, error)
	RevertOverrides(ctx context.Context, c commands.RevertOverrides) (commands.Outcome, error)
	SetComponentChecks(ctx context.Context, c commands.SetComponentChecks) (commands.Outcome, error)
	SetComponentValue(ctx context.Context, r commands.ComponentValue, v commands.OverrideValue) (commands.Outcome, error)
	AddComponentValue(ctx context.Context, r commands.ComponentValue, v commands.OverrideValue,
		before string) (commands.Outcome, error)
	RemoveComponentValue(ctx context.Context, r commands.ComponentValue) (commands.Outcome, error)
	RevertComponentValue(ctx context.Context, r commands.ComponentValue) (commands.Outcome, error)
}

// Ports are what the operations on extracted components call.
type Ports struct {
	Queries  Queries
	Commands Commands
}

// Handlers answer the operations on extracted components.
type Handlers struct {
	queries  Queries
	commands Commands
	views    *exchange.Views
}

// New returns the handlers over their ports.
func New(p Ports, v *exchange.Views) *Handlers {
	return &Handlers{queries: p.Queries, commands: p.Commands, views: v}
}

// GetFileComponents returns what was extracted from a file.
func (h *Handlers) GetFileComponents(
	ctx context.Context, q api.GetFileComponentsRequestObject,
) (api.GetFileComponentsResponseObject, error) {
	found, err := h.queries.FileComponents(ctx, queries.AskFile{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileID:     q.FileId,
		AsOf:       convert.OptionalTime(q.Params.AsOf),
	})
	if err != nil {
		return nil, err
	}
	if exchange.Of(ctx).XML {
		content, err := exportComponents(q.DossierTemplateId, q.DossierId, convert.ValueOr(q.Params.IncludeDetails, false),
			found)
		return api.GetFileComponents200ApplicationxmlResponse{
			Body:          bytes.NewReader(content),
			ContentLength: int64(len(content)),
		}, err
	}
	return api.GetFileComponents200JSONResponse(ToAPI(found, convert.ValueOr(q.Params.IncludeDetails, false))), nil
}

// GetDossierComponents returns what was extracted from the files of a dossier.
func (h *Handlers) GetDossierComponents(
	ctx context.Context, q api.GetDossierComponentsRequestObject,
) (api.GetDossierComponentsResponseObject, error) {
	if q.Params.Limit != nil || q.Params.Cursor != nil || q.Params.Sort != nil {
		return h.componentPage(ctx, q)
	}
	found, err := h.queries.DossierComponents(ctx, queries.AskComponents{Caller: exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId, AsOf: convert.OptionalTime(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	details := convert.ValueOr(q.Params.IncludeDetails, false)
	if exchange.Of(ctx).XML {
		content, err := exportComponents(q.DossierTemplateId, q.DossierId, details, found...)
		return api.GetDossierComponents200ApplicationxmlResponse{
			Body:          bytes.NewReader(content),
			ContentLength: int64(len(content)),
		}, err
	}
	return api.GetDossierComponents200JSONResponse{
		Body: api.FileComponentsList{Files: convert.MapList(found, func(f queries.FileComponents) api.FileComponents {
			return ToAPI(f, details)
		})},
	}, nil
}

// componentPage returns what was extracted from a page of the files of a dossier.
func (h *Handlers) componentPage(
	ctx context.Context, q api.GetDossierComponentsRequestObject,
) (api.GetDossierComponentsResponseObject, error) {
	switch {
	case q.Params.AsOf != nil:
		return nil, contract.Invalid(domain.NotTogether, "asOf", "cannot be used with parameters of pages")
	case exchange.Of(ctx).XML:
		return nil, domain.Refuse(domain.NotTogether, "An answer in XML has no pages")
	}
	found, err := h.queries.ComponentPageOf(ctx, queries.AskFilePage{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		Sort:       convert.ValueOr(q.Params.Sort, ""),
		Limit:      convert.ValueOr(q.Params.Limit, exchange.UsualLimit),
		Cursor:     convert.ValueOr(q.Params.Cursor, ""),
	})
	if err != nil {
		return nil, err
	}
	details := convert.ValueOr(q.Params.IncludeDetails, false)
	return api.GetDossierComponents200JSONResponse{Body: api.FileComponentsList{
		NextCursor: convert.NullableID(found.Next),
		Total:      convert.NullableNumber(&found.Total),
		Files: convert.MapList(found.Files, func(f queries.FileComponents) api.FileComponents {
			return ToAPI(f, details)
		}),
	}}, nil
}

// ListComponentOverrides lists what people changed.
func (h *Handlers) ListComponentOverrides(
	ctx context.Context, q api.ListComponentOverridesRequestObject,
) (api.ListComponentOverridesResponseObject, error) {
	found, err := h.queries.ListOverrides(ctx, queries.AskFile{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileID:     q.FileId,
		AsOf:       convert.OptionalTime(q.Params.AsOf),
	})
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.OverrideOrder(found.FileID), found.Components, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	return api.ListComponentOverrides200JSONResponse{
		DossierTemplateId:       found.TemplateID,
		DossierId:               found.DossierID,
		FileId:                  found.FileID,
		ComponentOverrideModels: OverridesOf(part.Entries),
		NextCursor:              part.NextCursor,
		Total:                   part.Total,
	}, nil
}

// AddComponentOverrides replaces the values of a component.
func (h *Handlers) AddComponentOverrides(
	ctx context.Context, q api.AddComponentOverridesRequestObject,
) (api.AddComponentOverridesResponseObject, error) {
	f := queries.AskFile{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileID:     q.FileId,
	}
	out, err := h.commands.OverrideComponent(ctx, commands.OverrideComponent{
		Request:    exchange.Request(ctx),
		TemplateID: f.TemplateID,
		DossierID:  f.DossierID,
		FileID:     f.FileID,
		IfSeen:     tagsOf(q.Params.IfMatch),
		Name:       q.Body.Name,
		Values:     convert.MapList(q.Body.ComponentValues, overrideValue),
		Note:       convert.ValueOr(convert.PresentValue(q.Body.Note), ""),
	})
	if err != nil {
		return nil, h.describeChange(ctx, err, out, f, q.Body.Name)
	}
	return api.AddComponentOverrides204Response{Headers: api.AddComponentOverrides204ResponseHeaders{
		DocketPosition: h.views.AwaitWrite(ctx, out.Position), ETag: componentTag(out)}}, nil
}

// RevertComponentOverrides removes overrides.
func (h *Handlers) RevertComponentOverrides(
	ctx context.Context, q api.RevertComponentOverridesRequestObject,
) (api.RevertComponentOverridesResponseObject, error) {
	f := queries.AskFile{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileID:     q.FileId,
	}
	out, err := h.commands.RevertOverrides(ctx, commands.RevertOverrides{
		Request:    exchange.Request(ctx),
		TemplateID: f.TemplateID,
		DossierID:  f.DossierID,
		FileID:     f.FileID,
		IfSeen:     tagsOf(q.Params.IfMatch),
		Names:      q.Body.Components,
	})
	if err != nil {
		return nil, h.describeChange(ctx, err, out, f, q.Body.Components...)
	}
	return api.RevertComponentOverrides204Response{Headers: api.RevertComponentOverrides204ResponseHeaders{
		DocketPosition: h.views.AwaitWrite(ctx, out.Position), ETag: componentTag(out)}}, nil
}

// SetComponentChecks marks components as looked at, and takes such marks back.
func (h *Handlers) SetComponentChecks(
	ctx context.Context, q api.SetComponentChecksRequestObject,
) (api.SetComponentChecksResponseObject, error) {
	f := queries.AskFile{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileID:     q.FileId,
	}
	checked, unchecked := convert.ValueOr(q.Body.Checked, nil), convert.ValueOr(q.Body.Unchecked, nil)
	out, err := h.commands.SetComponentChecks(ctx, commands.SetComponentChecks{Request: exchange.Request(ctx),
		TemplateID: f.TemplateID, DossierID: f.DossierID, FileID: f.FileID, IfSeen: tagsOf(q.Params.IfMatch),
		Checked: checked, Unchecked: unchecked})
	if err != nil {
		return nil, h.describeChange(ctx, err, out, f, slices.Concat(checked, unchecked)...)
	}
	return api.SetComponentChecks204Response{
		Headers: api.SetComponentChecks204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
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

// describeChange adds what the named components are now to a refusal because they have changed; other
// errors stay as they are.
func (h *Handlers) describeChange(
	ctx context.Context, err error, out commands.Outcome, f queries.AskFile, names ...string,
) error {
	if domain.KindOf(err) != domain.Precondition {
		return err
	}
	h.views.AwaitWrite(ctx, out.Position)
	found, readErr := h.queries.FileComponents(ctx, f)
	if readErr != nil {
		return err
	}
	c := &exchange.ChangedComponents{Err: err, Version: found.Version, Current: []api.ComponentDetail{}}
	for _, d := range slices.Concat(found.Components, found.Missing, found.Offered) {
		if slices.ContainsFunc(names, func(name string) bool { return snakecase.Same(name, d.Name) }) {
			c.Current = append(c.Current, componentDetailOf(d))
		}
	}
	return c
}

func overrideValue(v api.OverrideValue) commands.OverrideValue {
	out := commands.OverrideValue{
		Value:         v.Value,
		OriginalValue: convert.PresentValue(v.OriginalValue),
		RuleID:        convert.PresentValue(v.ComponentRuleId),
		Description:   convert.PresentValue(v.ValueDescription),
	}
	if refs := convert.PresentValue(v.EntityReferences); refs != nil {
		list := convert.MapList(*refs, overrideReference)
		out.References = &list
	}
	out.BasedOn, out.Places, out.Cells = convert.PresentValue(v.BasedOn), givenPlaces(v.Places), givenCells(v.Cells)
	return out
}

// givenPlaces returns the places of a value; nil when the request says nothing about them.
func givenPlaces(given nullable.Nullable[[]api.OverridePlace]) []file.Place {
	places := convert.PresentValue(given)
	if places == nil {
		return nil
	}
	return convert.MapList(*places, overridePlace)
}

// givenCells returns the cells of a row; nil when the request gives none.
func givenCells(given nullable.Nullable[[]api.OverrideCell]) []component.GivenCell {
	cells := convert.PresentValue(given)
	if cells == nil {
		return nil
	}
	return convert.MapList(*cells, func(c api.OverrideCell) component.GivenCell {
		return component.GivenCell{Column: c.Column, Value: c.Value}
	})
}

func overridePlace(p api.OverridePlace) file.Place {
	return file.Place{
		Page: int(p.Page),
		Boxes: convert.MapList(convert.ValueOr(p.Boxes, nil), func(b api.OverrideBox) document.Rect {
			return document.Rect{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height}
		}),
	}
}

func overrideReference(r api.OverrideReference) commands.OverrideReference {
	out := commands.OverrideReference{
		ID:     convert.ValueOr(r.Id, ""),
		RuleID: convert.ValueOr(convert.PresentValue(r.EntityRuleId), ""),
		Type:   convert.ValueOr(convert.PresentValue(r.Type), ""),
	}
	if p := convert.PresentValue(r.Page); p != nil {
		out.Page = int(*p)
	}
	return out
}
