package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/queries"
)

// GetFileContent sends the bytes of a file, whole or in part.
func (f fetching) GetFileContent(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.FileId,
	p api.GetFileContentParams,
) {
	kind := queries.ContentOriginal
	if p.Type != nil {
		kind = string(*p.Type)
	}
	ask := queries.AskContent{AskFile: queries.AskFile{Caller: callerOf(r.Context()), TemplateID: t, DossierID: d, FileID: id}, Type: kind}
	found, err := f.server.Contents.FileContent(r.Context(), ask)
	if err == nil {
		err = serveContent(w, r, found)
	}
	if err != nil {
		f.server.writeFailure(w, r, err)
	}
}

// GetFilePageImage sends a page of a file as a picture.
func (f fetching) GetFilePageImage(
	w http.ResponseWriter, r *http.Request, t api.DossierTemplateId, d api.DossierId, id api.FileId,
	page api.Page, p api.GetFilePageImageParams,
) {
	const usual = 100 // dots per inch
	ask := queries.AskPage{AskFile: queries.AskFile{Caller: callerOf(r.Context()), TemplateID: t, DossierID: d, FileID: id},
		Page: page, DPI: valueOr(p.Dpi, usual), Crop: cropOf(valueOr(p.Crop, ""))}
	found, err := f.server.Contents.PageImage(r.Context(), ask)
	if err == nil {
		err = serveContent(w, r, found)
	}
	if err != nil {
		f.server.writeFailure(w, r, err)
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
	if known := r.Header.Get("If-None-Match"); known != "" && matchesTag(known, tag, true) {
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
	h.Set("Content-Disposition", "inline"+strings.TrimPrefix(attachmentHeader(c.Filename), "attachment"))
	h.Set("ETag", tag)
	g := &answerGate{ResponseWriter: w, admit: func(status int) error {
		if status == http.StatusRequestedRangeNotSatisfiable {
			return errRange
		}
		return nil
	}}
	http.ServeContent(g, withOneRange(r), "", c.Modified.Truncate(time.Second), content)
	return g.refused
}

// GetFileContent is answered by fetching, before the generated binding is reached.
func (s *server) GetFileContent(context.Context, api.GetFileContentRequestObject) (api.GetFileContentResponseObject, error) {
	return nil, errNotFound
}

// GetFilePageImage is answered by fetching, before the generated binding is reached.
func (s *server) GetFilePageImage(context.Context, api.GetFilePageImageRequestObject) (api.GetFilePageImageResponseObject, error) {
	return nil, errNotFound
}
