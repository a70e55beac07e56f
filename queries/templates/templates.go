// Package templates answers for dossier templates and what they define.
package templates

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// A Template is a dossier template as operations 1 and 2 show it.
type Template struct {
	ID, Name, Description string
	DateAdded             time.Time
	DateModified          time.Time
	CreatedBy, ModifiedBy string // user ids
	ValidFrom, ValidTo    *time.Time
	Status                string // ACTIVE, INACTIVE, INCOMPLETE
	RemoveWatermark       bool
	KeepImageMetadata     bool
	OCRByDefault          bool
	KeepHiddenText        bool
	LearnFromApproved     bool // labels beside values of approved files lead to values of further files of their layout
	KeepOverlapping       bool // objects that are covered by others are analysed
	DictionaryUpdatesAll  bool // a dictionary change reanalyses all active dossiers
	DownloadFileTypes     []string
	Version               uint64 // of the template's stream; see commands.Request.ExpectVersion
	TemplateSettings
}

// TemplateSettings are what operations 1 and 2 do not show of a template.
type TemplateSettings struct {
	RetentionHours                 *int     // nil: the workspace's
	Visibility                     string   // of new dossiers: PRIVATE, PUBLIC
	OCRLanguages                   []string // codes of Tesseract
	KeyColumn, Encoding, Delimiter string   // of csv files of attributes
}

// Templates answers for dossier templates and what they define.
type Templates struct {
	scopes  *scope.Finder
	views   *views.Views
	log     *es.Log
	blobs   es.Blobs
	bundles BundleWriter
	now     func() time.Time
}

// New returns Templates that read through the given ports.
func New(
	scopes *scope.Finder, views *views.Views, log *es.Log, blobs es.Blobs, bundles BundleWriter, now func() time.Time,
) *Templates {
	return &Templates{scopes, views, log, blobs, bundles, now}
}

// ListTemplates lists all templates of the caller's workspace, whatever their
// status, by name.
func (q *Templates) ListTemplates(ctx context.Context, caller user.Principal) ([]Template, error) {
	if !user.MayCall(caller, user.ListDossierTemplates) {
		return nil, domain.ErrAccessDenied
	}
	found, err := views.QueryRecords[template.Record](ctx, q.views,
		"SELECT doc FROM templates WHERE workspace = $1", caller.Workspace)
	if err != nil {
		return nil, err
	}
	found, err = views.OmitUnavailable(ctx, q.views, "templates", found,
		func(r template.Record) es.Mark {
			return es.Mark{Stream: template.StreamOf(r.Workspace, r.ID), Version: r.Version}
		})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b template.Record) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	out := make([]Template, len(found))
	for i, r := range found {
		out[i] = templateOf(r, q.now())
	}
	return out, nil
}

// GetTemplate reads one template.
func (q *Templates) GetTemplate(ctx context.Context, caller user.Principal, id string) (Template, error) {
	r, err := q.scopes.InTemplate(ctx, caller, user.GetDossierTemplate, id)
	if err != nil {
		return Template{}, err
	}
	return templateOf(r, q.now()), nil
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
		LearnFromApproved:    r.LearnFromApproved,
		DictionaryUpdatesAll: r.ApplyDictionary,
		DownloadFileTypes:    views.NonNil(r.DownloadFileTypes),
		Version:              r.Version,
		TemplateSettings: TemplateSettings{RetentionHours: r.RetentionHours, Visibility: r.Visibility,
			OCRLanguages: views.NonNil(r.OCRLanguages),
			KeyColumn:    r.AttributesKeyColumn, Encoding: r.AttributesEncoding, Delimiter: r.AttributesDelimiter},
	}
}
