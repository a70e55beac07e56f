package downloads

import (
	"net/http"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/queries"
)

// SendDownload sends a package, whole or in part.
func (h *Handlers) SendDownload(w http.ResponseWriter, r *http.Request, id api.DownloadId, _ api.FetchDownloadParams) {
	if err := h.sendPackage(w, r, id); err != nil {
		h.failures.Write(w, r, err)
	}
}

func (h *Handlers) sendPackage(w http.ResponseWriter, r *http.Request, id string) error {
	ctx := r.Context()
	d, err := h.queries.DownloadContent(ctx, queries.AskDownload{Caller: exchange.Caller(ctx), DownloadID: id})
	if err != nil {
		return err
	}
	defer func() { _ = d.Content.Close() }()
	header := w.Header()
	header.Set("Content-Type", "application/zip")
	header.Set("Content-Disposition", exchange.AttachmentHeader(d.Filename))
	header.Set("ETag", `"`+id+`"`) // a package never changes
	return exchange.ServedContent{ReadSeeker: d.Content, Modified: d.Ready, Admit: func(status int) error {
		return h.admitAnswer(r, id, status)
	}}.Serve(w, r)
}

// admitAnswer checks the status that an answer is about to have: content is recorded as a fetch
// before it is sent.
func (h *Handlers) admitAnswer(r *http.Request, id string, status int) error {
	if r.Method != http.MethodGet || status >= http.StatusMultipleChoices {
		return nil
	}
	out, err := h.commands.RecordFetch(r.Context(), commands.RecordFetch{
		Request:    exchange.Request(r.Context()),
		DownloadID: id,
	})
	if err == nil {
		h.views.AwaitWrite(r.Context(), out.Position)
	}
	return err
}
