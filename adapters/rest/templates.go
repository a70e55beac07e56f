package rest

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/queries"
)

// ListDossierTemplates lists the templates of the workspace.
func (s *server) ListDossierTemplates(
	ctx context.Context, _ api.ListDossierTemplatesRequestObject,
) (api.ListDossierTemplatesResponseObject, error) {
	found, err := s.Templates.ListTemplates(ctx, callerOf(ctx))
	if err != nil {
		return nil, err
	}
	return api.ListDossierTemplates200JSONResponse{Body: api.DossierTemplateList{DossierTemplates: mapList(found, templateOf)}}, nil
}

// GetDossierTemplate reads one template.
func (s *server) GetDossierTemplate(
	ctx context.Context, q api.GetDossierTemplateRequestObject,
) (api.GetDossierTemplateResponseObject, error) {
	found, err := s.Templates.GetTemplate(ctx, callerOf(ctx), q.DossierTemplateId)
	if err != nil {
		return nil, err
	}
	body := templateOf(found)
	etag, err := entityTag(body) // a change of the settings changes dateModified in it
	if err != nil {
		return nil, err
	}
	if q.Params.IfNoneMatch != nil && matchesTag(*q.Params.IfNoneMatch, etag, true) {
		return api.GetDossierTemplate304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	read := templateRead(body)
	if valueOr(q.Params.IncludeSettings, false) {
		settings := settingsOf(found)
		read.Settings = &settings
	}
	return api.GetDossierTemplate200JSONResponse{Body: read, Headers: api.GetDossierTemplate200ResponseHeaders{ETag: &etag}}, nil
}

// templateRead returns a template as it is read on its own, without its settings.
func templateRead(b api.DossierTemplate) api.DossierTemplateRead {
	return api.DossierTemplateRead{
		Id:                     b.Id,
		Name:                   b.Name,
		Description:            b.Description,
		DateAdded:              b.DateAdded,
		DateModified:           b.DateModified,
		CreatedBy:              b.CreatedBy,
		ModifiedBy:             b.ModifiedBy,
		ValidFrom:              b.ValidFrom,
		ValidTo:                b.ValidTo,
		Status:                 b.Status,
		RemoveWatermark:        b.RemoveWatermark,
		KeepImageMetadata:      b.KeepImageMetadata,
		OcrByDefault:           b.OcrByDefault,
		KeepHiddenText:         b.KeepHiddenText,
		KeepOverlappingObjects: b.KeepOverlappingObjects,
		ApplyDictionaryUpdatesToAllDossiersByDefault: b.ApplyDictionaryUpdatesToAllDossiersByDefault,
		DownloadFileTypes: b.DownloadFileTypes,
	}
}

func templateOf(t queries.Template) api.DossierTemplate {
	return api.DossierTemplate{Id: t.ID, Name: t.Name, Description: t.Description,
		DateAdded: api.Time{Time: t.DateAdded}, DateModified: api.Time{Time: t.DateModified},
		CreatedBy: t.CreatedBy, ModifiedBy: t.ModifiedBy, ValidFrom: nullableTime(t.ValidFrom), ValidTo: nullableTime(t.ValidTo),
		Status: api.TemplateStatus(t.Status), RemoveWatermark: t.RemoveWatermark, KeepImageMetadata: t.KeepImageMetadata,
		OcrByDefault: t.OCRByDefault, KeepHiddenText: t.KeepHiddenText, KeepOverlappingObjects: t.KeepOverlapping,
		ApplyDictionaryUpdatesToAllDossiersByDefault: t.DictionaryUpdatesAll,
		DownloadFileTypes: castTexts[api.DownloadFileType](t.DownloadFileTypes)}
}
