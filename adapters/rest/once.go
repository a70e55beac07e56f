package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

var errOtherRequest = domain.Faultf(domain.Unprocessable, "The Idempotency-Key was used for another request")

// keyOf is the key under which a request may be repeated, "" without one. Updates of
// dossiers have none: repeating them changes nothing.
func keyOf(op *operation, r *http.Request) string {
	if !op.idempotent {
		return ""
	}
	if b, ok := r.Body.(checked); ok {
		if fields, ok := b.value.(map[string]any); ok && fields["id"] != nil {
			return ""
		}
	}
	return r.Header.Get("Idempotency-Key")
}

// once answers a request with a key: with the first answer, where there is one.
func (s *server) once(w http.ResponseWriter, r *http.Request, op *operation, key string, next http.Handler) error {
	k := commands.RequestKey{Caller: callerOf(r.Context()), Operation: op.id, Key: key}
	return s.FirstAnswers.Once(r.Context(), k, func(ctx context.Context, a *commands.Attempt) error {
		r := r.WithContext(ctx)
		d := digestOf(r)
		defer d.close()
		if a.First != nil {
			return again(w, r, a, d)
		}
		known := d.known()
		if known != nil && a.Other(known) {
			return errOtherRequest
		}
		if err := a.Begin(ctx, known); err != nil {
			return err
		}
		x := exchangeOf(ctx)
		x.command, x.about = a.Command, about(r)
		held := &heldBack{ResponseWriter: w}
		next.ServeHTTP(held, r)
		s.remember(r, a, d, held)
		held.release()
		return nil
	})
}

// again gives the first answer to the same request.
func again(w http.ResponseWriter, r *http.Request, a *commands.Attempt, d digest) error {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return cutOff(err)
	}
	if sum, whole := d.sum(); !whole || a.Other(sum) {
		return errOtherRequest
	}
	for name, value := range a.First.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(a.First.Status)
	_, _ = w.Write(a.First.Body) // the client may be gone; there is nobody to tell
	return nil
}

// remember keeps an answer that a repetition shall get. After a failure of ours the
// command is tried again as the same; after a refusal that says nothing about the
// request, and when the request did not arrive whole, the key is free again, unless
// there was such a failure before. The
// client may be gone meanwhile: that ends none of this.
func (s *server) remember(r *http.Request, a *commands.Attempt, d digest, held *heldBack) {
	ctx := context.WithoutCancel(r.Context())
	x := exchangeOf(ctx)
	sum, whole := d.sum()
	var err error
	switch {
	case held.status >= http.StatusInternalServerError:
	case !whole || !lasting(held.status) || errors.Is(x.failure, domain.ErrContended) || errors.Is(x.failure, commands.ErrStillRunning):
		if !a.Resumed { // else an earlier attempt may have done something, as this command
			err = a.Drop(ctx)
		}
	default:
		err = a.Keep(ctx, x.about, sum, held.answer())
	}
	if err != nil {
		s.log.LogAttrs(ctx, slog.LevelError, "an answer is not kept for repetitions",
			slog.String("request", x.id), slog.String("error", err.Error()))
	}
}

// lasting says whether an answer of a status is an answer to the request itself, and
// not one about the rights of the caller, or about something that is not there.
func lasting(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests:
		return false
	}
	return true
}

// about is the subject that a request goes to, by its path. A handler that makes
// something says so itself: its answer goes with what it made.
func about(r *http.Request) es.Subject {
	vars, ws := mux.Vars(r), callerOf(r.Context()).Workspace
	switch {
	case vars["fileId"] != "":
		return file.SubjectOf(ws, vars["dossierId"], vars["fileId"])
	case vars["dossierId"] != "":
		return dossier.SubjectOf(ws, vars["dossierId"])
	}
	return es.Subject(ws)
}

// tellsOf says whose content the answer holds: a kept answer ends with it.
func tellsOf(ctx context.Context, subject es.Subject) { exchangeOf(ctx).about = subject }

// heldBack is an answer that is not sent before it is kept.
type heldBack struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader notes the status.
func (h *heldBack) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

// Write notes the body.
func (h *heldBack) Write(b []byte) (int, error) {
	h.WriteHeader(http.StatusOK)
	return h.body.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (h *heldBack) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// answer is what a repetition gets: what every answer carries is not part of it.
func (h *heldBack) answer() commands.Answer {
	out := commands.Answer{Status: h.status, Header: map[string]string{}, Body: h.body.Bytes()}
	for _, name := range []string{"Content-Type", "Location", "Docket-Position"} {
		if v := h.Header().Get(name); v != "" {
			out.Header[name] = v
		}
	}
	return out
}

// release sends the answer.
func (h *heldBack) release() {
	h.WriteHeader(http.StatusOK)
	h.ResponseWriter.WriteHeader(h.status)
	_, _ = h.ResponseWriter.Write(h.body.Bytes()) // the client may be gone; there is nobody to tell
}
