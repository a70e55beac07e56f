package queries

import (
	"context"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries/contents"
	"github.com/seed-62a36931/docket/queries/feed"
	"github.com/seed-62a36931/docket/queries/history"
	"github.com/seed-62a36931/docket/queries/lists"
	"github.com/seed-62a36931/docket/queries/results"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// Types of a file's content.
const (
	ContentOriginal = contents.ContentOriginal
	ContentPDF      = contents.ContentPDF
	ContentPreview  = contents.ContentPreview
)

// Where a text is looked for.
const (
	InName      = lists.InName      // and, of dossiers, the description
	InAttribute = lists.InAttribute // values of attributes
	InValue     = lists.InValue     // values of components
)

// Kinds of entries of the trash.
const (
	KindDossier = lists.KindDossier
	KindFile    = lists.KindFile
)

// A StreamCount tells how much of the stream of an event histories have.
type StreamCount = history.StreamCount

// A Behind is a row that is older than what its view has come to.
type Behind = views.Behind

// Failures of listening: the service stops, or an event that has not happened is said
// to have been heard.
var (
	ErrFeedEnded   = feed.ErrFeedEnded
	ErrNoSuchEvent = feed.ErrNoSuchEvent
)

// NewResultCache returns a cache of about so many bytes for what analyses found.
func NewResultCache(bytes int) *results.Cache { return results.NewCache(bytes) }

// NewNameCache returns a cache of about so many bytes for the names of files.
func NewNameCache(bytes int) *lists.NameCache { return lists.NewNameCache(bytes) }

// NewTextCache returns a cache of about so many bytes for the values of files.
func NewTextCache(bytes int) *lists.TextCache { return lists.NewTextCache(bytes) }

// NewTemplateCache returns an empty cache for templates.
func NewTemplateCache() *scope.TemplateCache { return scope.NewTemplateCache() }

// NewDrawingCache returns a cache of so many bytes for previews and page images.
func NewDrawingCache(bytes int) *contents.DrawingCache { return contents.NewDrawingCache(bytes) }

// NewTreeCache returns a cache of about so many bytes for the layouts of files.
func NewTreeCache(bytes int) *contents.TreeCache { return contents.NewTreeCache(bytes) }

// ExtractedComponents shows what an analysis found in the form of operation 32, in display
// order, without anything that people changed.
func ExtractedComponents(r document.Result, definitions []template.Component) []component.Detail {
	return results.ExtractedComponents(r, definitions)
}

// MatchesType reports whether the wire name of an event is among some, of which those that end with
// a dot are beginnings.
func MatchesType(types []string, name string) bool { return history.MatchesType(types, name) }

// WithOmissionNotes lets a list tell of records that it leaves out because they are not
// available: note is called with the identifier of each.
func WithOmissionNotes(ctx context.Context, note func(id string)) context.Context {
	return views.WithOmissionNotes(ctx, note)
}
