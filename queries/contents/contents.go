// Package contents answers with the bytes of files, with what is drawn of them and with what was read in them.
package contents

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/preview"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries/cache"
	"github.com/seed-62a36931/docket/queries/scope"
	"github.com/seed-62a36931/docket/queries/views"
)

// Contents answers with the bytes of files, with what is drawn of them and with what was read in them.
type Contents struct {
	scopes   *scope.Finder
	blobs    es.Blobs
	drawer   Drawer
	drawings *DrawingCache
	trees    *TreeCache
}

// New returns Contents that read through the given ports.
func New(scopes *scope.Finder, blobs es.Blobs, drawer Drawer, drawings *DrawingCache, trees *TreeCache) *Contents {
	return &Contents{scopes, blobs, drawer, drawings, trees}
}

// A Drawer draws on the pages of PDFs, and draws pages. Failures that concern the
// document are domain.Fault.
type Drawer interface {
	// Draw returns a copy of a PDF with its marks; equal calls give equal bytes.
	Draw(ctx context.Context, pdf []byte, d preview.Drawing) ([]byte, error)
	// RenderArea draws an area of a page, counted from 1, as a PNG, turned as a viewer shows it. A
	// drawing that nobody waits for any more, by ctx, is dropped.
	RenderArea(ctx context.Context, pdf []byte, page int, dpi float64, area preview.Area) ([]byte, error)
}

// A DrawingCache keeps previews and page images that were asked for last.
type DrawingCache = cache.Cache[[]byte]

// NewDrawingCache makes a cache of so many bytes.
func NewDrawingCache(bytes int) *DrawingCache { return cache.New[[]byte](bytes) }

// drawn and drawnPreview number the ways in which Docket draws pages and previews: with another
// one, the same file has other bytes.
const (
	drawn        = "3"
	drawnPreview = "3"
)

var (
	errNotProcessed = domain.Refuse(domain.NotProcessed, "File is not processed")
	errNoPage       = domain.Refuse(domain.NoPage, "Page not found")
	errNoCrop       = domain.Faultf(domain.Invalid, "crop must be on the page").At("crop")
)

// FileContent finds the bytes of a file: as uploaded, as PDF, or as PDF in which the
// lines of applied entities are marked.
func (q *Contents) FileContent(ctx context.Context, a AskContent) (Content, error) {
	s, f, err := q.scopes.InFile(ctx, scope.Path{
		Caller: a.Caller, Operation: user.GetFileContent, Template: a.TemplateID, Dossier: a.DossierID,
	}, a.FileID)
	if err != nil {
		return Content{}, err
	}
	c := Content{Filename: f.Filename, MimeType: "application/pdf", Modified: f.LastUploaded}
	switch a.Type {
	case ContentPDF, ContentPreview:
		if f.ShownPDF().ID == uuid.Nil || a.Type == ContentPreview && f.Tree.ID == uuid.Nil {
			return Content{}, errNotProcessed
		}
		c.Filename = strings.TrimSuffix(f.Filename, filepath.Ext(f.Filename)) + ".pdf"
		if a.Type == ContentPreview {
			return q.previewOf(s, f, c)
		}
		return q.storedContent(f.ShownPDF(), c), nil
	}
	c.MimeType = mimeType(f.Filename)
	if c.SHA256, err = hex.DecodeString(f.Digest); err != nil || len(c.SHA256) != sha256.Size {
		c.SHA256 = nil // of a test
	}
	return q.storedContent(f.Original, c), nil
}

// PageImage finds a page of a file as a PNG.
func (q *Contents) PageImage(ctx context.Context, a AskPage) (Content, error) {
	_, f, err := q.scopes.InFile(ctx, scope.Path{
		Caller: a.Caller, Operation: user.GetFilePageImage, Template: a.TemplateID, Dossier: a.DossierID,
	}, a.FileID)
	if err != nil {
		return Content{}, err
	}
	pdf := f.ShownPDF()
	switch {
	case pdf.ID == uuid.Nil || f.Tree.ID == uuid.Nil:
		return Content{}, errNotProcessed
	case a.Page > f.Pages:
		return Content{}, errNoPage
	}
	c := Content{Filename: fmt.Sprintf("%s-%d.png", f.Filename, a.Page), MimeType: "image/png", Modified: f.LastUploaded,
		ETag: fmt.Sprintf("%s-%d-%d-%s", pdf.ID, a.Page, a.DPI, drawn)}
	if a.Crop != nil {
		c.ETag += fmt.Sprintf("-%g-%g-%g-%g", a.Crop.X, a.Crop.Y, a.Crop.Width, a.Crop.Height)
	}
	c.Open = q.generatedContent(pdf.Subject, c.ETag, func(ctx context.Context) ([]byte, error) {
		area, err := q.areaOf(ctx, f, a)
		if err != nil {
			return nil, err
		}
		content, err := q.bytesOf(ctx, pdf)
		if err != nil {
			return nil, err
		}
		return q.drawer.RenderArea(ctx, content, a.Page, float64(a.DPI), area)
	})
	return c, nil
}

// areaOf returns the area of a page that is asked for.
func (q *Contents) areaOf(ctx context.Context, f file.Record, a AskPage) (preview.Area, error) {
	if a.Crop == nil {
		return preview.Area{}, nil
	}
	tree, err := q.treeOf(ctx, f)
	if err != nil {
		return preview.Area{}, err
	}
	for _, p := range tree.Pages {
		if p.Number == a.Page {
			if area, ok := preview.AreaOf(p, *a.Crop); ok {
				return area, nil
			}
		}
	}
	return preview.Area{}, errNoCrop
}

// previewOf is the PDF of a file with its marks. What they are follows from the tree,
// the result, the definitions and the places of overrides, and what is left out from the template's settings:
// the tag stands for all of them.
func (q *Contents) previewOf(s scope.Scope, f file.Record, c Content) (Content, error) {
	d := preview.NewDrawing(s.Template.Settings, f.Filename)
	placed := placedOverrides(f)
	parts := []any{drawnPreview, f.Filename, f.ShownPDF().ID, f.Tree.ID, f.Result.ID, s.Template.Entities, d}
	if len(placed) > 0 {
		parts = append(parts, placed)
	}
	sum, err := json.Marshal(parts)
	if err != nil {
		return Content{}, fmt.Errorf("tag of a preview: %w", err)
	}
	digest := sha256.Sum256(sum)
	c.ETag = hex.EncodeToString(digest[:16])
	c.Open = q.generatedContent(f.Original.Subject, c.ETag, func(ctx context.Context) ([]byte, error) {
		if f.Result.ID != uuid.Nil {
			var tree document.Tree
			var result document.Result
			if err := errors.Join(q.decodeBlob(ctx, f.Tree, &tree), q.decodeBlob(ctx, f.Result, &result)); err != nil {
				return nil, err
			}
			d.Marks = append(preview.MarksOf(result, &tree, s.Template.Entities, ""),
				preview.OverrideMarks(placed, &tree, "")...)
		}
		pdf, err := q.bytesOf(ctx, f.ShownPDF())
		if err != nil {
			return nil, err
		}
		return q.drawer.Draw(ctx, pdf, d)
	})
	return c, nil
}

// placedOverrides are the overrides with values that people found in a place of the document.
func placedOverrides(f file.Record) []file.Override {
	var out []file.Override
	for _, o := range f.Overrides {
		if slices.ContainsFunc(o.Values, func(v file.Value) bool { return len(v.Places) > 0 }) {
			out = append(out, o.Override)
		}
	}
	return out
}

// storedContent is content that lies in a blob.
func (q *Contents) storedContent(ref es.BlobRef, c Content) Content {
	c.ETag = ref.ID.String()
	c.Open = func(ctx context.Context) (io.ReadSeekCloser, error) {
		in, err := q.blobs.Open(ctx, ref)
		if err != nil {
			return nil, views.MapErased(fmt.Errorf("open %s: %w", ref.ID, err), domain.ErrFileNotFound)
		}
		return in, nil
	}
	return c
}

// generatedContent is content that is made when it is asked for, and kept for a while.
func (q *Contents) generatedContent(
	subject es.Subject, key string, produce func(context.Context) ([]byte, error),
) func(context.Context) (io.ReadSeekCloser, error) {
	return func(ctx context.Context) (io.ReadSeekCloser, error) {
		data, ok := q.drawings.Get(subject, key)
		if !ok {
			era := q.drawings.CurrentEra()
			var err error
			if data, err = produce(ctx); err != nil {
				return nil, views.MapErased(err, domain.ErrFileNotFound)
			}
			q.drawings.Put(subject, key, data, len(data), era)
		}
		return unclosed{bytes.NewReader(data)}, nil
	}
}

// unclosed gives bytes in memory a Close that does nothing.
type unclosed struct{ *bytes.Reader }

// Close does nothing.
func (unclosed) Close() error { return nil }

// bytesOf reads a blob as a whole.
func (q *Contents) bytesOf(ctx context.Context, ref es.BlobRef) ([]byte, error) {
	in, err := q.blobs.Open(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", ref.ID, err)
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", ref.ID, err)
	}
	return data, nil
}

// decodeBlob reads a compressed blob of JSON.
func (q *Contents) decodeBlob(ctx context.Context, ref es.BlobRef, v any) error {
	in, err := q.blobs.Open(ctx, ref)
	if err != nil {
		return fmt.Errorf("open %s: %w", ref.ID, err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return fmt.Errorf("unpack %s: %w", ref.ID, err)
	}
	if err := json.NewDecoder(z).Decode(v); err != nil {
		return fmt.Errorf("decode %s: %w", ref.ID, err)
	}
	return nil
}

// mimeType is that of the formats that uploads take.
func mimeType(name string) string {
	if f, ok := file.FormatOf(name); ok {
		return f.MediaType()
	}
	return "application/octet-stream"
}

// Types of a file's content.
const (
	ContentOriginal = "ORIGINAL"
	ContentPDF      = "PDF"
	ContentPreview  = "PREVIEW"
)

// AskContent asks for the bytes of a file; Type is one of the constants above. What
// is soft-deleted, and the past, are not looked at.
type AskContent struct {
	scope.AskFile
	Type string
}

// AskPage asks for the image of a page, counted from 1.
type AskPage struct {
	scope.AskFile
	Page int
	DPI  int            // dots per inch
	Crop *document.Rect // in PDF points, as boxes are; nil: the whole page
}

// Content is bytes that can be read in any part. Open may fail with a domain.Fault;
// whoever opens it closes it. It can be left closed when ETag shows that the reader
// knows it.
type Content struct {
	Filename string
	MimeType string
	ETag     string // without quotes
	SHA256   []byte // of the bytes; nil: not known
	Modified time.Time
	Open     func(context.Context) (io.ReadSeekCloser, error)
}
