package exchange

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
	"github.com/seed-62a36931/docket/domain/user"
)

// InternalMessage is the message of internal failures.
const InternalMessage = "An error occurred while processing the request."

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

// RateFault is a refusal that ends after some time.
type RateFault struct{ Wait time.Duration }

// Error is the outward message.
func (*RateFault) Error() string { return ErrRate.message }

// Unwrap returns the refusal.
func (*RateFault) Unwrap() error { return ErrRate }

// retryAfter returns the number of seconds after which a request may be sent again, at
// least 1.
func retryAfter(err error) string {
	var rate *RateFault
	if errors.As(err, &rate) {
		return strconv.Itoa(int(math.Ceil(max(rate.Wait.Seconds(), 1))))
	}
	return "1"
}

// IsPassing reports whether a conflict may be over when the same request is sent again.
func IsPassing(err error) bool {
	return errors.Is(err, domain.ErrContended) || errors.Is(err, commands.ErrStillRunning)
}

// Failures that the transport itself finds.
var (
	ErrNotFound    = &refusal{http.StatusNotFound, "Not found"}
	ErrMethod      = &refusal{http.StatusMethodNotAllowed, "Method not allowed"}
	ErrRange       = &refusal{http.StatusRequestedRangeNotSatisfiable, "The range is not satisfiable"}
	ErrRate        = &refusal{http.StatusTooManyRequests, "Too many requests"}
	ErrUnavailable = domain.Faultf(domain.Unavailable, "The service is not available")
	ErrNoToken     = domain.Faultf(domain.Unauthenticated, "Authentication is required")
)

// StatusAndMessage returns status and message for any error: the only place where failures become
// HTTP. An error that is not meant for the outside becomes an internal failure.
func StatusAndMessage(err error) (int, string) {
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
		return http.StatusServiceUnavailable, ErrUnavailable.Message
	}
	if errors.Is(err, es.ErrCut) {
		return http.StatusConflict, cutMessage
	}
	for _, lost := range []error{es.ErrNoBlob, es.ErrDamaged} {
		if errors.Is(err, lost) {
			return http.StatusInternalServerError, lostMessages[lost]
		}
	}
	return http.StatusInternalServerError, InternalMessage
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

// Denials records refused requests of callers who lack the rights.
type Denials interface {
	RecordDenial(ctx context.Context, caller user.Principal, op user.Operation)
}

// Failures writes the answers to requests that fail.
type Failures struct {
	Log         *slog.Logger
	Now         func() time.Time
	Unavailable func(error) bool // reports whether an error may be over when the request is sent again
	Denials     Denials          // nil: nobody is told
}

// Write writes the answer for an error and logs internal failures.
func (f *Failures) Write(w http.ResponseWriter, r *http.Request, err error) {
	Of(r.Context()).Failure = err
	status, message := StatusAndMessage(err)
	if status == http.StatusInternalServerError {
		if f.Unavailable(err) {
			status, message = http.StatusServiceUnavailable, ErrUnavailable.Message
		}
		f.Log.LogAttrs(r.Context(), slog.LevelError, "request failed",
			slog.String("request", Of(r.Context()).ID), slog.Any("error", err))
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
		f.recordDenial(r, err)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set("Retry-After", retryAfter(err))
	case http.StatusConflict:
		if IsPassing(err) {
			h.Set("Retry-After", retryAfter(err))
		}
	}
	for _, name := range []string{"Content-Disposition", "Content-Length", "Last-Modified", "ETag", "Location"} {
		h.Del(name)
	}
	h.Set("Cache-Control", "no-store")
	body := failureBody{Timestamp: f.Now().UTC().Format(time.RFC3339), Message: message}
	var changed *ChangedComponents
	if errors.As(err, &changed) {
		body.Version, body.Current = changed.Version, changed.Current
	}
	WriteJSON(w, status, body)
}

// WriteJSON answers with a value as JSON.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone; there is nobody to tell
}

// recordDenial records that a caller who is signed in lacks the rights for a request.
func (f *Failures) recordDenial(r *http.Request, err error) {
	x := Of(r.Context())
	if f.Denials == nil || x.Op == nil || x.Caller.ID == "" || !errors.Is(err, domain.ErrAccessDenied) && !errors.Is(err,
		ErrTenant) {
		return
	}
	f.Denials.RecordDenial(r.Context(), x.Caller, x.Op.ID)
}

// NotYetReadable returns the failure for a record that was just written and cannot be read yet.
func NotYetReadable(err error) error {
	if domain.KindOf(err) == domain.NotFound {
		return ErrUnavailable
	}
	return err
}

// ChangedComponents is a failure because components are not as the caller has seen them.
type ChangedComponents struct {
	Err     error // the failure
	Version string
	Current []api.ComponentDetail
}

// Unwrap returns the failure.
func (c *ChangedComponents) Unwrap() error { return c.Err }

// Error is the outward message.
func (c *ChangedComponents) Error() string { return c.Err.Error() }

// ErrTenant is the failure of a request for another workspace than that of its token.
var ErrTenant = domain.Faultf(domain.Forbidden, "X-TENANT-ID does not match the token")

// ErrBundleByGet tells clients of the contract before what to do.
var ErrBundleByGet = &refusal{http.StatusMethodNotAllowed,
	"Method not allowed: an evidence bundle is asked for with POST"}
