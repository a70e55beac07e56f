package templates

import (
	"context"
	"io"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/views"
)

// A BundleWriter writes whole templates as files.
type BundleWriter interface {
	// WriteZip writes a template as a zip; open reads the stored files that it names.
	// The same template gives the same bytes.
	WriteZip(w io.Writer, t template.State, open func(es.BlobRef) (io.ReadCloser, error)) error
}

// A TemplateBundle is a template that can be written as a zip.
type TemplateBundle struct {
	Name string
	// Write writes the zip; it may be called once the answer has begun.
	Write func(w io.Writer) error
}

// ExportTemplate gives a template with all that an import of it would bring.
func (q *Templates) ExportTemplate(ctx context.Context, a AskOfTemplate) (TemplateBundle, error) {
	if _, err := q.scopes.InTemplate(ctx, a.Caller, user.ExportDossierTemplate, a.TemplateID); err != nil {
		return TemplateBundle{}, err
	}
	t, _, err := es.Load(ctx, q.log, template.Decider, template.StreamOf(a.Caller.Workspace, a.TemplateID))
	if err != nil {
		return TemplateBundle{}, views.MapErased(err, domain.ErrTemplateNotFound)
	}
	open := func(ref es.BlobRef) (io.ReadCloser, error) { return q.blobs.Open(ctx, ref) }
	return TemplateBundle{t.Text.Name, func(w io.Writer) error { return q.bundles.WriteZip(w, t, open) }}, nil
}
