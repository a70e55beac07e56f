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

// keyOf returns the key under which a request may be repeated, "" without one. Updates of
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

// once answers a request that has a key: with the first answer, if there is one.
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

// again sends the first answer in reply to the same request.
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

// remember stores an answer for repetitions. After an internal failure the command can be
// retried under the key. After a refusal that says nothing about the request, and when the
// request arrived incomplete, the key is released, unless there was such a failure before.
// None of this stops when the client has gone meanwhile.
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

// lasting reports whether a status answers the request itself, and not the rights of the
// caller or the absence of something.
func lasting(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests:
		return false
	}
	return true
}

// about returns the subject of a request, by its path. A handler that creates something
// sets the subject itself: the answer is erased with what was created.
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

// tellsOf records whose content the answer holds: a stored answer is erased with it.
func tellsOf(ctx context.Context, subject es.Subject) { exchangeOf(ctx).about = subject }

// heldBack is an answer that is not sent before it is stored.
type heldBack struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader records the status.
func (h *heldBack) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

// Write records the body.
func (h *heldBack) Write(b []byte) (int, error) {
	h.WriteHeader(http.StatusOK)
	return h.body.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (h *heldBack) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// answer returns the part of the answer that repetitions get: without what every answer
// carries.
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
