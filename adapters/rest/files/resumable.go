package files

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
)

// ResumableUploads take in files by parts.
type ResumableUploads interface {
	Begin(ctx context.Context, c commands.BeginUpload) (commands.ResumableUpload, error)
	Append(ctx context.Context, c commands.AppendUpload) (commands.ResumableUpload, error)
	Find(ctx context.Context, c commands.NamedUpload) (commands.ResumableUpload, error)
	End(ctx context.Context, c commands.NamedUpload) error
}

// resumableHandlers speak the tus protocol.
type resumableHandlers struct {
	uploads  ResumableUploads
	answers  *uploadHandlers
	failures *exchange.Failures
}

// BeginUpload begins an upload, with its first part where the request has a body.
func (h *resumableHandlers) BeginUpload(w http.ResponseWriter, r *http.Request, template, dossier string, p api.CreateUploadParams) {
	is, err := readMetadata(p.UploadMetadata)
	if err != nil {
		h.failures.Write(w, r, err)
		return
	}
	c := commands.BeginUpload{Request: exchange.Request(r.Context()), TemplateID: template, DossierID: dossier,
		Length: p.UploadLength, UploadTarget: is}
	if r.ContentLength != 0 {
		part, err := partOf(r, convert.ValueOr(p.UploadChecksum, ""))
		if err != nil {
			h.failures.Write(w, r, err)
			return
		}
		c.First = &part
	}
	out, err := h.uploads.Begin(r.Context(), c)
	if err != nil {
		h.failures.Write(w, r, err)
		return
	}
	w.Header().Set("Location", "/api/dossier-templates/"+template+"/dossiers/"+dossier+"/uploads/"+out.ID)
	h.tellProgress(w, r, out)
	w.WriteHeader(http.StatusCreated)
}

// TakePart adds a part to an upload.
func (h *resumableHandlers) TakePart(
	w http.ResponseWriter, r *http.Request, template, dossier, id string, p api.AppendToUploadParams,
) {
	part, err := partOf(r, convert.ValueOr(p.UploadChecksum, ""))
	if err != nil {
		h.failures.Write(w, r, err)
		return
	}
	out, err := h.uploads.Append(r.Context(), commands.AppendUpload{NamedUpload: nameUpload(r, template, dossier, id),
		Offset: p.UploadOffset, UploadedPart: part})
	if err != nil {
		h.failures.Write(w, r, err)
		return
	}
	h.tellProgress(w, r, out)
	w.WriteHeader(http.StatusNoContent)
}

// nameUpload returns which upload of the caller a request is about.
func nameUpload(r *http.Request, template, dossier, id string) commands.NamedUpload {
	return commands.NamedUpload{Request: exchange.Request(r.Context()), TemplateID: template, DossierID: dossier, UploadID: id}
}

// tellProgress sets the headers of an answer by how far an upload is, and waits until reads show the file that it became.
func (h *resumableHandlers) tellProgress(w http.ResponseWriter, r *http.Request, u commands.ResumableUpload) {
	w.Header().Set("Upload-Offset", strconv.FormatInt(u.Offset, 10))
	w.Header().Set("Upload-Expires", u.Expires.UTC().Format(http.TimeFormat))
	if u.Outcome == nil {
		return
	}
	if at := h.answers.views.AwaitWrite(r.Context(), u.Outcome.Position); at != nil {
		w.Header().Set("Docket-Position", *at)
	}
}

// TellUpload tells how far an upload is, and what became of it.
func (h *resumableHandlers) TellUpload(w http.ResponseWriter, r *http.Request, template, dossier, id string) {
	u, err := h.uploads.Find(r.Context(), nameUpload(r, template, dossier, id))
	if err != nil {
		h.failures.Write(w, r, err)
		return
	}
	w.Header().Set("Upload-Offset", strconv.FormatInt(u.Offset, 10))
	w.Header().Set("Upload-Length", strconv.FormatInt(u.Length, 10))
	w.Header().Set("Upload-Metadata", u.Metadata)
	w.Header().Set("Upload-Expires", u.Expires.UTC().Format(http.TimeFormat))
	body := api.ResumableUpload{Id: u.ID, Filename: u.Name, Length: u.Length, Offset: u.Offset,
		Expires: api.Time{Time: u.Expires.Truncate(time.Second)}}
	if u.Outcome != nil {
		result := uploadResultOf(*u.Outcome)
		result.Duplicates = h.answers.duplicatesOf(r.Context(), u.Outcome.FileIDs)
		body.Result = &result
	}
	exchange.WriteJSON(w, http.StatusOK, body)
}

// EndUpload ends an upload.
func (h *resumableHandlers) EndUpload(w http.ResponseWriter, r *http.Request, template, dossier, id string) {
	if err := h.uploads.End(r.Context(), nameUpload(r, template, dossier, id)); err != nil {
		h.failures.Write(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
