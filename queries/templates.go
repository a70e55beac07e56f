package queries

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// ListTemplates lists all templates of the caller's workspace, whatever their
// status, by name.
func (q *Queries) ListTemplates(ctx context.Context, caller user.Principal) ([]Template, error) {
	if !user.MayCall(caller, user.ListDossierTemplates) {
		return nil, domain.ErrAccessDenied
	}
	found, err := queryRecords[template.Record](ctx, q, "SELECT doc FROM templates WHERE workspace = $1", caller.Workspace)
	if err != nil {
		return nil, err
	}
	found, err = omitUnavailable(ctx, q, "templates", found,
		func(r template.Record) es.StreamID { return template.StreamOf(r.Workspace, r.ID) })
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b template.Record) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	out := make([]Template, len(found))
	for i, r := range found {
		out[i] = templateOf(r, q.Now())
	}
	return out, nil
}

// GetTemplate reads one template.
func (q *Queries) GetTemplate(ctx context.Context, caller user.Principal, id string) (Template, error) {
	r, err := q.inTemplate(ctx, caller, user.GetDossierTemplate, id)
	if err != nil {
		return Template{}, err
	}
	return templateOf(r, q.Now()), nil
}

// templateOf shows a template; its status depends on the time.
func templateOf(r template.Record, now time.Time) Template {
	return Template{
		ID: r.ID, Name: r.Name, Description: r.Description,
		DateAdded: r.Created, DateModified: r.Modified, CreatedBy: r.CreatedBy, ModifiedBy: r.ModifiedBy,
		ValidFrom: r.ValidFrom, ValidTo: r.ValidTo,
		Status:               template.ComputeStatus(r.Complete, r.ValidFrom, r.ValidTo, now),
		RemoveWatermark:      r.RemoveWatermark,
		KeepImageMetadata:    r.KeepImageMetadata,
		OCRByDefault:         r.OCRByDefault,
		KeepHiddenText:       r.KeepHiddenText,
		KeepOverlapping:      r.KeepOverlapping,
		DictionaryUpdatesAll: r.ApplyDictionary,
		DownloadFileTypes:    nonNil(r.DownloadFileTypes),
		Version:              r.Version,
		TemplateSettings: TemplateSettings{RetentionHours: r.RetentionHours, Visibility: r.Visibility, OCRLanguages: nonNil(r.OCRLanguages),
			KeyColumn: r.AttributesKeyColumn, Encoding: r.AttributesEncoding, Delimiter: r.AttributesDelimiter},
	}
}
