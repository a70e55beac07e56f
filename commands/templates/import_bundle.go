package templates

import (
	"context"
	"errors"
	"io"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// A BundleReader reads whole templates from files.
type BundleReader interface {
	// ReadZip reads the template in a zip of size bytes. Problems are what its files
	// say wrongly; the error is a domain.Fault when the zip itself is not taken.
	ReadZip(r io.ReaderAt, size int64) (template.Bundle, []template.BundleError, error)
}

// ImportBundle stores a new dossier template that comes as a zip.
type ImportBundle struct {
	core.Request
	// Open begins to read the upload, as for UploadFile.
	Open func() (core.Upload, error)
}

// ImportBundle stores a template with all that a zip brings, or nothing. The zip is
// put down sealed while it is read. Bad files are a *BundleProblems.
func (c *Commands) ImportBundle(ctx context.Context, r ImportBundle) (core.Outcome, error) {
	if !user.MayCall(r.Caller, user.ImportDossierTemplate) {
		return core.Outcome{}, domain.ErrAccessDenied
	}
	up, err := r.Open()
	if err != nil {
		return core.Outcome{}, err
	}
	zip, _, err := c.Blobs.Put(ctx, template.SubjectOf(r.Caller.Workspace), up.Content)
	if err != nil {
		return core.Outcome{}, err
	}
	b, problems, err := c.readBundle(ctx, zip)
	if err = errors.Join(err, c.Blobs.Remove(context.WithoutCancel(ctx), zip)); err != nil {
		return core.Outcome{}, err
	}
	return c.ImportTemplate(ctx, ImportTemplate{Request: r.Request, Bundle: b, Problems: problems})
}

func (c *Commands) readBundle(ctx context.Context,
	zip es.BlobRef) (template.Bundle, []template.BundleError, error) {
	in := c.OpenAt(ctx, zip)
	defer in.Close()
	return c.Bundles.ReadZip(in, zip.Size)
}
