package rest

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// internalMessage is the message of internal failures.
const internalMessage = "An error occurred while processing the request."

// statuses maps kinds of failure to HTTP.
var statuses = [...]int{
	domain.Unexpected:      http.StatusInternalServerError,
	domain.Invalid:         http.StatusBadRequest,
	domain.Unauthenticated: http.StatusUnauthorized,
	domain.Forbidden:       http.StatusForbidden,
	domain.NotFound:        http.StatusNotFound,
	domain.Conflict:        http.StatusConflict,
	domain.Precondition:    http.StatusPreconditionFailed,
	domain.TooLarge:        http.StatusRequestEntityTooLarge,
	domain.Unsupported:     http.StatusUnsupportedMediaType,
	domain.Unprocessable:   http.StatusUnprocessableEntity,
	domain.NotReady:        http.StatusConflict,
	domain.Unavailable:     http.StatusServiceUnavailable,
	domain.TooMany:         http.StatusTooManyRequests,
}

// A refusal is a failure of the transport alone, which has no kind in the domain.
type refusal struct {
	status  int
	message string
}

// Error is the outward message.
func (r *refusal) Error() string { return r.message }

// rateFault is a refusal that ends after some time.
type rateFault struct{ wait time.Duration }

// Error is the outward message.
func (*rateFault) Error() string { return errRate.message }

// Unwrap returns the refusal.
func (*rateFault) Unwrap() error { return errRate }

// retryAfter returns the number of seconds after which a request may be sent again, at
// least 1.
func retryAfter(err error) string {
	var rate *rateFault
	if errors.As(err, &rate) {
		return strconv.Itoa(int(math.Ceil(max(rate.wait.Seconds(), 1))))
	}
	return "1"
}

// isPassing reports whether a conflict may be over when the same request is sent again.
func isPassing(err error) bool {
	return errors.Is(err, domain.ErrContended) || errors.Is(err, commands.ErrStillRunning)
}

// Failures that the transport itself finds.
var (
	errNotFound    = &refusal{http.StatusNotFound, "Not found"}
	errMethod      = &refusal{http.StatusMethodNotAllowed, "Method not allowed"}
	errRange       = &refusal{http.StatusRequestedRangeNotSatisfiable, "The range is not satisfiable"}
	errRate        = &refusal{http.StatusTooManyRequests, "Too many requests"}
	errUnavailable = domain.Faultf(domain.Unavailable, "The service is not available")
	errNoToken     = domain.Faultf(domain.Unauthenticated, "Authentication is required")
)

func newInvalid(format string, args ...any) error {
	return domain.Faultf(domain.Invalid, format, args...)
}

// statusAndMessage returns status and message for any error: the only place where failures become
// HTTP. An error that is not meant for the outside becomes an internal failure.
func statusAndMessage(err error) (int, string) {
	var r *refusal
	var f *domain.Fault
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &r):
		return r.status, r.message
	case errors.As(err, &f) && f.Kind != domain.Unexpected && int(f.Kind) < len(statuses):
		return statuses[f.Kind], f.Message
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge, "The file is too large"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable, errUnavailable.Message
	}
	if errors.Is(err, es.ErrCut) {
		return http.StatusConflict, cutMessage
	}
	for _, lost := range []error{es.ErrNoBlob, es.ErrDamaged} {
		if errors.Is(err, lost) {
			return http.StatusInternalServerError, lostMessages[lost]
		}
	}
	return http.StatusInternalServerError, internalMessage
}

// cutMessage tells callers that the log lacks events of what they asked for; it has the details.
const cutMessage = "Events of this were removed from the event store; those who run the service find more in its log"

// lostMessages tell callers of stored bytes that are lost; the log has the details.
var lostMessages = map[error]string{
	es.ErrNoBlob:  "The stored bytes of this are missing; those who run the service find more in its log",
	es.ErrDamaged: "The stored bytes of this are damaged; those who run the service find more in its log",
}

// failureBody is the body of every failure.
type failureBody struct {
	Timestamp string `json:"timestamp"` // RFC 3339, whole seconds, Z
	Message   string `json:"message"`
	// What components are now that a change was based on as they were; absent else.
	Version string                `json:"version,omitempty"`
	Current []api.ComponentDetail `json:"current,omitzero"`
}

// writeFailure writes the answer for an error and logs internal failures.
func (s *server) writeFailure(w http.ResponseWriter, r *http.Request, err error) {
	exchangeOf(r.Context()).failure = err
	status, message := statusAndMessage(err)
	if status == http.StatusInternalServerError {
		if s.Config.Unavailable(err) {
			status, message = http.StatusServiceUnavailable, errUnavailable.Message
		}
		s.log.LogAttrs(r.Context(), slog.LevelError, "request failed",
			slog.String("request", exchangeOf(r.Context()).id), slog.Any("error", err))
	}
	h := w.Header()
	switch status {
	case http.StatusUnauthorized:
		challenge := "Bearer"
		if r.Header.Get("Authorization") != "" {
			challenge = `Bearer error="invalid_token"`
		}
		h.Set("WWW-Authenticate", challenge)
	case http.StatusForbidden:
		s.recordDenial(r, err)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set("Retry-After", retryAfter(err))
	case http.StatusConflict:
		if isPassing(err) {
			h.Set("Retry-After", retryAfter(err))
		}
	}
	for _, name := range []string{"Content-Disposition", "Content-Length", "Last-Modified", "ETag", "Location"} {
		h.Del(name)
	}
	h.Set("Cache-Control", "no-store")
	body := failureBody{Timestamp: s.now().UTC().Format(time.RFC3339), Message: message}
	var changed *changedComponents
	if errors.As(err, &changed) {
		body.Version, body.Current = changed.version, changed.current
	}
	writeJSON(w, status, body)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone; there is nobody to tell
}
