package guard

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var errOtherRequest = domain.Refuse(domain.KeyReused, "The Idempotency-Key was used for another request").At("Idempotency-Key")

// keyOf returns the key under which a request may be repeated, "" without one. Updates of
// dossiers have none: repeating them changes nothing.
func keyOf(op *contract.Operation, r *http.Request) string {
	if !op.Idempotent {
		return ""
	}
	if b, ok := r.Body.(checkedBody); ok {
		if fields, ok := b.value.(map[string]any); ok && fields["id"] != nil {
			return ""
		}
	}
	return r.Header.Get("Idempotency-Key")
}

// answerOnce answers a request that has a key: with the first answer, if there is one.
func (g *Guard) answerOnce(
	w http.ResponseWriter, r *http.Request, op *contract.Operation, key string, next http.Handler,
) error {
	k := commands.RequestKey{Caller: exchange.Caller(r.Context()), Operation: op.ID, Key: key}
	return g.Answers.HandleOnce(r.Context(), k, func(ctx context.Context, a *commands.Attempt) error {
		r := r.WithContext(ctx)
		d := digestOf(r)
		defer d.close()
		if a.First != nil {
			return repeatAnswer(w, r, a, d)
		}
		known := d.earlySum()
		if known != nil && a.IsOtherRequest(known) {
			return errOtherRequest
		}
		if err := a.Begin(ctx, known); err != nil {
			return err
		}
		x := exchange.Of(ctx)
		x.Command, x.About = a.Command, subjectOf(r)
		held := &heldAnswer{ResponseWriter: w}
		next.ServeHTTP(held, r)
		g.keepAnswer(r, a, d, held)
		held.sendAnswer()
		return nil
	})
}

// repeatAnswer sends the first answer in reply to the same request.
func repeatAnswer(w http.ResponseWriter, r *http.Request, a *commands.Attempt, d digest) error {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return exchange.UploadError(err)
	}
	if sum, whole := d.finalSum(); !whole || a.IsOtherRequest(sum) {
		return errOtherRequest
	}
	for name, value := range a.First.Header {
		w.Header().Set(name, value)
	}
	w.Header().Set("Idempotency-Replayed", "true")
	w.WriteHeader(a.First.Status)
	_, _ = w.Write(a.First.Body) // the client may be gone; there is nobody to tell
	return nil
}

// keepAnswer stores an answer for repetitions. After an internal failure the command can be
// retried under the key. After a refusal that says nothing about the request, and when the
// request arrived incomplete, the key is released, unless there was such a failure before.
// None of this stops when the client has gone meanwhile.
func (g *Guard) keepAnswer(r *http.Request, a *commands.Attempt, d digest, held *heldAnswer) {
	ctx := context.WithoutCancel(r.Context())
	x := exchange.Of(ctx)
	sum, whole := d.finalSum()
	var err error
	switch {
	case held.status >= http.StatusInternalServerError:
	case !whole || !isLasting(held.status) || exchange.IsPassing(x.Failure):
		if !a.Resumed { // else an earlier attempt may have done something, as this command
			err = a.Drop(ctx)
		}
	default:
		err = a.KeepAnswer(ctx, x.About, sum, held.toAnswer())
	}
	if err != nil {
		g.Log.LogAttrs(ctx, slog.LevelError, "an answer is not kept for repetitions",
			slog.String("request", x.ID), slog.Any("error", err))
	}
}

// isLasting reports whether a status answers the request itself, and not the rights of the
// caller or the absence of something.
func isLasting(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests:
		return false
	}
	return true
}

// subjectOf returns the subject of a request, by its path. A handler that creates something
// sets the subject itself: the answer is erased with what was created.
func subjectOf(r *http.Request) es.Subject {
	vars, ws := mux.Vars(r), exchange.Caller(r.Context()).Workspace
	switch {
	case vars["fileId"] != "":
		return file.SubjectOf(ws, vars["dossierId"], vars["fileId"])
	case vars["dossierId"] != "":
		return dossier.SubjectOf(ws, vars["dossierId"])
	}
	return es.Subject(ws)
}

// heldAnswer is an answer that is not sent before it is stored.
type heldAnswer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader records the status.
func (h *heldAnswer) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

// Write records the body.
func (h *heldAnswer) Write(b []byte) (int, error) {
	h.WriteHeader(http.StatusOK)
	return h.body.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (h *heldAnswer) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// toAnswer returns the part of the answer that repetitions get: without what every answer
// carries.
func (h *heldAnswer) toAnswer() commands.Answer {
	out := commands.Answer{Status: h.status, Header: map[string]string{}, Body: h.body.Bytes()}
	for _, name := range []string{"Content-Type", "Location", "Docket-Position", "ETag", "Preference-Applied", "Retry-After", "Upload-Offset",
		"Upload-Expires"} {
		if v := h.Header().Get(name); v != "" {
			out.Header[name] = v
		}
	}
	return out
}

// sendAnswer sends the answer.
func (h *heldAnswer) sendAnswer() {
	h.WriteHeader(http.StatusOK)
	h.ResponseWriter.WriteHeader(h.status)
	_, _ = h.ResponseWriter.Write(h.body.Bytes()) // the client may be gone; there is nobody to tell
}
