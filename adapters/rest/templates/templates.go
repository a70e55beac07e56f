package templates

import (
	"context"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// TemplateQueries answers for dossier templates.
type TemplateQueries interface {
	ListTemplates(ctx context.Context, caller user.Principal) ([]queries.Template, error)
	GetTemplate(ctx context.Context, caller user.Principal, id string) (queries.Template, error)
	// ExportTemplate writes a template as a bundle.
	ExportTemplate(ctx context.Context, q queries.AskOfTemplate) (queries.TemplateBundle, error)
}

// TemplateCommands makes and changes templates.
type TemplateCommands interface {
	CreateTemplate(ctx context.Context, c commands.CreateTemplate) (commands.Outcome, error)
	// ImportBundle reports bad files with a *commands.BundleProblems.
	ImportBundle(ctx context.Context, c commands.ImportBundle) (commands.Outcome, error)
	UpdateTemplate(ctx context.Context, c commands.UpdateTemplate) (commands.Outcome, error)
	CloneTemplate(ctx context.Context, c commands.CloneTemplate) (commands.Outcome, error)
}

// templateHandlers answer the operations on templates as a whole.
type templateHandlers struct {
	queries  TemplateQueries
	commands TemplateCommands
	views    *exchange.Views
}

// ListDossierTemplates lists the templates of the workspace.
func (h *templateHandlers) ListDossierTemplates(
	ctx context.Context, q api.ListDossierTemplatesRequestObject,
) (api.ListDossierTemplatesResponseObject, error) {
	found, err := h.queries.ListTemplates(ctx, exchange.Caller(ctx))
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.TemplateOrder(), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Sort: q.Params.Sort, Query: q.Params.Q, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	return api.ListDossierTemplates200JSONResponse{Body: api.DossierTemplateList{
		DossierTemplates: convert.MapList(part.Entries, templateOf),
		NextCursor:       part.NextCursor,
		Total:            part.Total,
	}}, nil
}

// GetDossierTemplate reads one template.
func (h *templateHandlers) GetDossierTemplate(
	ctx context.Context, q api.GetDossierTemplateRequestObject,
) (api.GetDossierTemplateResponseObject, error) {
	found, err := h.queries.GetTemplate(ctx, exchange.Caller(ctx), q.DossierTemplateId)
	if err != nil {
		return nil, err
	}
	body := templateOf(found)
	etag, err := exchange.EntityTag(body) // a change of the settings changes dateModified in it
	if err != nil {
		return nil, err
	}
	if q.Params.IfNoneMatch != nil && exchange.MatchesTag(*q.Params.IfNoneMatch, etag, true) {
		return api.GetDossierTemplate304Response{Headers: api.NotModifiedResponseHeaders{ETag: &etag}}, nil
	}
	read := templateRead(body)
	if convert.ValueOr(q.Params.IncludeSettings, false) {
		settings := settingsOf(found)
		read.Settings = &settings
	}
	return api.GetDossierTemplate200JSONResponse{
		Body:    read,
		Headers: api.GetDossierTemplate200ResponseHeaders{ETag: &etag},
	}, nil
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
		LearnFromApproved:      b.LearnFromApproved,
		ApplyDictionaryUpdatesToAllDossiersByDefault: b.ApplyDictionaryUpdatesToAllDossiersByDefault,
		DownloadFileTypes: b.DownloadFileTypes,
	}
}

// trueOrNil leaves a flag out that is off.
func trueOrNil(flag bool) *bool {
	if !flag {
		return nil
	}
	return &flag
}

func templateOf(t queries.Template) api.DossierTemplate {
	return api.DossierTemplate{
		Id:                     t.ID,
		Name:                   t.Name,
		Description:            t.Description,
		DateAdded:              api.Time{Time: t.DateAdded},
		DateModified:           api.Time{Time: t.DateModified},
		CreatedBy:              t.CreatedBy,
		ModifiedBy:             t.ModifiedBy,
		ValidFrom:              convert.NullableTime(t.ValidFrom),
		ValidTo:                convert.NullableTime(t.ValidTo),
		Status:                 api.TemplateStatus(t.Status),
		RemoveWatermark:        t.RemoveWatermark,
		KeepImageMetadata:      t.KeepImageMetadata,
		OcrByDefault:           t.OCRByDefault,
		KeepHiddenText:         t.KeepHiddenText,
		KeepOverlappingObjects: t.KeepOverlapping,
		LearnFromApproved:      trueOrNil(t.LearnFromApproved),
		ApplyDictionaryUpdatesToAllDossiersByDefault: t.DictionaryUpdatesAll,
		DownloadFileTypes: convert.CastTexts[api.DownloadFileType](t.DownloadFileTypes),
	}
}
