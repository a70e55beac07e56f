package exchange

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// InternalMessage is the message of internal failures.
const InternalMessage = "An error occurred while processing the request."

// RateFault is a refusal that ends after some time.
type RateFault struct{ Wait time.Duration }

// Error is the outward message.
func (*RateFault) Error() string { return ErrRate.Message }

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
	ErrNotFound    = domain.Refuse(domain.NoRoute, "Not found")
	ErrMethod      = domain.Refuse(domain.WrongMethod, "Method not allowed")
	ErrRange       = domain.Refuse(domain.BadRange, "The range is not satisfiable").At("Range")
	ErrRate        = domain.Refuse(domain.RateExceeded, "Too many requests")
	ErrUnavailable = domain.Refuse(domain.Away, "The service is not available")
	ErrNoToken     = domain.Refuse(domain.NoToken, "Authentication is required")
)

// ToFault returns the failure that a caller is told of any error: the only place where failures become
// HTTP, by the status of its code. An error that is not meant for the outside becomes an internal failure.
func ToFault(err error) *domain.Fault {
	var f *domain.Fault
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &f) && (f.Kind != domain.Unexpected || f.Code != nil):
		out := *f
		out.Code = domain.CodeOf(err)
		return &out
	case errors.As(err, &tooLarge):
		return ErrFileSize
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return ErrUnavailable
	case errors.Is(err, es.ErrCut):
		return errCut
	case errors.Is(err, es.ErrNoBlob):
		return errBytesMissing
	case errors.Is(err, es.ErrDamaged):
		return errBytesDamaged
	}
	return errInternal
}

// Failures of what the service stores; the log has the details.
var (
	errInternal = domain.Refuse(domain.Internal, InternalMessage)
	errCut      = domain.Refuse(domain.EventsRemoved,
		"Events of this were removed from the event store; those who run the service find more in its log")
	errBytesMissing = domain.Refuse(domain.ContentLost,
		"The stored bytes of this are missing; those who run the service find more in its log")
	errBytesDamaged = domain.Refuse(domain.ContentLost,
		"The stored bytes of this are damaged; those who run the service find more in its log")
)

// failureBody is the body of every failure. What of it is empty is left out, but the first four.
type failureBody struct {
	Timestamp string `json:"timestamp"` // RFC 3339, whole seconds, Z
	told
	RequestID string `json:"requestId"`
	Errors    []told `json:"errors,omitzero"` // all faults of the request, when one is at a place
	// What components are now that a change was based on as they were; absent else.
	Version string                `json:"version,omitempty"`
	Current []api.ComponentDetail `json:"current,omitzero"`
}

// told is what a caller is told of one fault.
type told struct {
	Message string `json:"message"`
	Code    string `json:"code"`
	Field   string `json:"field,omitempty"`
	Row     int    `json:"row,omitempty"`
	Entry   string `json:"entry,omitempty"`
}

func tell(f *domain.Fault, r *http.Request) told {
	return told{f.Message, domain.CodeOf(f).Name, pointerTo(f.Field, r), f.Row, f.Entry}
}

// pointerTo returns a JSON pointer to a field of the body that is known by its name; else the name.
func pointerTo(field string, r *http.Request) string {
	op := Of(r.Context()).Op
	if op == nil || op.Body == nil || strings.HasPrefix(field, "/") || strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return field
	}
	if name, _, _ := strings.Cut(field, "/"); op.Body.Properties[name] != nil {
		return "/" + field
	}
	return field
}

// newFailureBody returns what a caller is told of a failure.
func (f *Failures) newFailureBody(r *http.Request, fault *domain.Fault) failureBody {
	body := failureBody{Timestamp: f.Now().UTC().Format(time.RFC3339), told: tell(fault, r), RequestID: Of(r.Context()).ID}
	if fault.Place != (domain.Place{}) || len(fault.More) > 0 {
		body.Errors = append(body.Errors, body.told)
	}
	for _, other := range fault.More {
		body.Errors = append(body.Errors, tell(other, r))
	}
	return body
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
	Metadata    string           // address that tells who gives tokens; "" for none
}

// Write writes the answer for an error and logs internal failures.
func (f *Failures) Write(w http.ResponseWriter, r *http.Request, err error) {
	Of(r.Context()).Failure = err
	fault := ToFault(err)
	if fault.Code.Status == http.StatusInternalServerError {
		if f.Unavailable(err) {
			fault = ErrUnavailable
		}
		f.Log.LogAttrs(r.Context(), slog.LevelError, "request failed",
			slog.String("request", Of(r.Context()).ID), slog.Any("error", err))
	}
	h, status := w.Header(), fault.Code.Status
	switch status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", f.challenge(r, "invalid_token"))
	case http.StatusForbidden:
		if op := Of(r.Context()).Op; op != nil && fault.Code == domain.OutOfScope {
			h.Set("WWW-Authenticate", f.challenge(r, "insufficient_scope", `scope="`+string(op.ID)+`"`))
		}
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
	body := f.newFailureBody(r, fault)
	var changed *ChangedComponents
	if errors.As(err, &changed) {
		body.Version, body.Current = changed.Version, changed.Current
	}
	WriteJSON(w, status, body)
}

// challenge returns how a caller can prove itself (RFC 6750, section 3), and where that is described (RFC
// 9728, section 5.1). What is wrong is told to those who tried.
func (f *Failures) challenge(r *http.Request, wrong string, more ...string) string {
	var parts []string
	if r.Header.Get("Authorization") != "" {
		parts = append([]string{`error="` + wrong + `"`}, more...)
	}
	if f.Metadata != "" {
		parts = append(parts, `resource_metadata="`+f.Metadata+`"`)
	}
	return strings.TrimSpace("Bearer " + strings.Join(parts, ", "))
}

// DescribeRuleErrors returns code and request id of an answer that lists errors of rules.
func DescribeRuleErrors(ctx context.Context) (code, requestID *string) {
	return &domain.InvalidRules.Name, &Of(ctx).ID
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
var ErrTenant = domain.Refuse(domain.WrongWorkspace, "X-TENANT-ID does not match the token").At("X-TENANT-ID")

// ErrBundleByGet tells clients of the contract before what to do.
var ErrBundleByGet = domain.Refuse(domain.WrongMethod,
	"Method not allowed: an evidence bundle is asked for with POST")
