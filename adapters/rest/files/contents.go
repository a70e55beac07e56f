package files

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/queries"
)

// ContentQueries answers with the bytes of files, with what is drawn of them, and with what was read in them.
type ContentQueries interface {
	// FileContent returns the bytes; domain.Conflict "File is not processed" while there
	// are none of the kind asked for.
	FileContent(ctx context.Context, q queries.AskContent) (queries.Content, error)
	// PageImage returns the picture of a page; domain.NotFound "Page not found" after the
	// last one.
	PageImage(ctx context.Context, q queries.AskPage) (queries.Content, error)
	// PageText returns the words of a page, with the refusals of PageImage.
	PageText(ctx context.Context, q queries.AskPageText) (queries.Tagged[queries.PageText], error)
	// FileTree returns the layout, with the refusals of PageImage.
	FileTree(ctx context.Context, q queries.AskTree) (queries.Tagged[document.Outline], error)
	// FileEntities returns the entities found in a file.
	FileEntities(ctx context.Context, q queries.AskEntities) (queries.FileEntities, error)
}

// contentHandlers answer with what is in files.
type contentHandlers struct {
	queries  ContentQueries
	failures *exchange.Failures
}

// SendFileContent sends the bytes of a file, whole or in part.
func (h *contentHandlers) SendFileContent(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.FileId,
	p api.GetFileContentParams,
) {
	kind := queries.ContentOriginal
	if p.Type != nil {
		kind = string(*p.Type)
	}
	ask := queries.AskContent{
		AskFile: queries.AskFile{Caller: exchange.Caller(r.Context()), TemplateID: t, DossierID: d, FileID: id},
		Type:    kind,
	}
	found, err := h.queries.FileContent(r.Context(), ask)
	if err == nil {
		err = serveContent(w, r, found)
	}
	if err != nil {
		h.failures.Write(w, r, err)
	}
}

// SendPageImage sends a page of a file as a picture.
func (h *contentHandlers) SendPageImage(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.FileId,
	page api.Page, p api.GetFilePageImageParams,
) {
	const usual = 100 // dots per inch
	ask := queries.AskPage{
		AskFile: queries.AskFile{Caller: exchange.Caller(r.Context()), TemplateID: t, DossierID: d, FileID: id},
		Page:    page,
		DPI:     convert.ValueOr(p.Dpi, usual),
		Crop:    cropOf(convert.ValueOr(p.Crop, "")),
	}
	found, err := h.queries.PageImage(r.Context(), ask)
	if err == nil {
		err = serveContent(w, r, found)
	}
	if err != nil {
		h.failures.Write(w, r, err)
	}
}

// cropOf reads x, y, width and height, whose form is checked; nil for the empty text.
func cropOf(text string) *document.Rect {
	var at [4]float64
	for i, part := range strings.Split(text, ",") {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || i >= len(at) {
			return nil
		}
		at[i] = v
	}
	return &document.Rect{X: at[0], Y: at[1], Width: at[2], Height: at[3]}
}

// serveContent answers with content that browsers show. Content that the reader already
// has is not opened, because it may have to be drawn first.
func serveContent(w http.ResponseWriter, r *http.Request, c queries.Content) error {
	h, tag := w.Header(), `"`+c.ETag+`"`
	if known := r.Header.Get("If-None-Match"); known != "" && exchange.MatchesTag(known, tag, true) {
		h.Set("ETag", tag)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	content, err := c.Open(r.Context())
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	h.Set("Content-Type", c.MimeType)
	h.Set("Content-Disposition", "inline"+strings.TrimPrefix(exchange.AttachmentHeader(c.Filename), "attachment"))
	h.Set("ETag", tag)
	return exchange.ServedContent{ReadSeeker: content, Modified: c.Modified, SHA256: c.SHA256}.Serve(w, r)
}
