package components

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// SetComponentValue corrects one value of a component.
func (h *Handlers) SetComponentValue(
	ctx context.Context, q api.SetComponentValueRequestObject,
) (api.SetComponentValueResponseObject, error) {
	f := askedFile(ctx, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := h.commands.SetComponentValue(ctx,
		valueRequest(ctx, f, q.Component, q.ValueId, convert.ValueOr(convert.PresentValue(q.Body.Note), ""),
			q.Params.IfMatch),
		commands.OverrideValue{Value: q.Body.Value, Cells: givenCells(q.Body.Cells), Places: givenPlaces(q.Body.Places)})
	if err != nil {
		return nil, h.describeChange(ctx, err, out, f, q.Component)
	}
	return api.SetComponentValue204Response{Headers: api.SetComponentValue204ResponseHeaders{
		DocketPosition: h.views.AwaitWrite(ctx, out.Position), ETag: componentTag(out)}}, nil
}

// AddComponentValue adds a value to a component.
func (h *Handlers) AddComponentValue(
	ctx context.Context, q api.AddComponentValueRequestObject,
) (api.AddComponentValueResponseObject, error) {
	f := askedFile(ctx, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := h.commands.AddComponentValue(ctx,
		valueRequest(ctx, f, q.Component, "", convert.ValueOr(convert.PresentValue(q.Body.Note), ""), q.Params.IfMatch),
		commands.OverrideValue{Value: q.Body.Value, Cells: givenCells(q.Body.Cells), Places: givenPlaces(q.Body.Places)},
		convert.ValueOr(convert.PresentValue(q.Body.Before), ""))
	if err != nil {
		return nil, h.describeChange(ctx, err, out, f, q.Component)
	}
	return api.AddComponentValue204Response{Headers: api.AddComponentValue204ResponseHeaders{
		DocketPosition: h.views.AwaitWrite(ctx, out.Position), ETag: componentTag(out)}}, nil
}

// RemoveComponentValue removes one value of a component.
func (h *Handlers) RemoveComponentValue(
	ctx context.Context, q api.RemoveComponentValueRequestObject,
) (api.RemoveComponentValueResponseObject, error) {
	f := askedFile(ctx, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := h.commands.RemoveComponentValue(ctx, valueRequest(ctx, f, q.Component, q.ValueId, "", q.Params.IfMatch))
	if err != nil {
		return nil, h.describeChange(ctx, err, out, f, q.Component)
	}
	return api.RemoveComponentValue204Response{Headers: api.RemoveComponentValue204ResponseHeaders{
		DocketPosition: h.views.AwaitWrite(ctx, out.Position), ETag: componentTag(out)}}, nil
}

// RevertComponentValue takes back what people did to one value of a component.
func (h *Handlers) RevertComponentValue(
	ctx context.Context, q api.RevertComponentValueRequestObject,
) (api.RevertComponentValueResponseObject, error) {
	f := askedFile(ctx, q.DossierTemplateId, q.DossierId, q.FileId)
	out, err := h.commands.RevertComponentValue(ctx, valueRequest(ctx, f, q.Component, q.ValueId, "", q.Params.IfMatch))
	if err != nil {
		return nil, h.describeChange(ctx, err, out, f, q.Component)
	}
	return api.RevertComponentValue204Response{Headers: api.RevertComponentValue204ResponseHeaders{
		DocketPosition: h.views.AwaitWrite(ctx, out.Position), ETag: componentTag(out)}}, nil
}

// askedFile returns the file of a path, as the caller asks for it.
func askedFile(ctx context.Context, templateID, dossierID, fileID string) queries.AskFile {
	return queries.AskFile{Caller: exchange.Caller(ctx), TemplateID: templateID, DossierID: dossierID, FileID: fileID}
}

// valueRequest returns a request about one value of a component.
func valueRequest(
	ctx context.Context, f queries.AskFile, name, valueID, note string, ifMatch *string,
) commands.ComponentValue {
	return commands.ComponentValue{
		Request:    exchange.Request(ctx),
		TemplateID: f.TemplateID,
		DossierID:  f.DossierID,
		FileID:     f.FileID,
		Name:       name,
		ValueID:    valueID,
		Note:       note,
		IfSeen:     tagsOf(ifMatch),
	}
}
