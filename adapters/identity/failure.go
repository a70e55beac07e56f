package identity

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"
)

// A failure is an error answer of RFC 6749, section 5.2.
type failure struct {
	status      int
	Code        string `json:"error"`
	Description string `json:"error_description,omitempty"`
	retryAfter  time.Duration
}

// Error returns the code and the description.
func (f *failure) Error() string { return f.Code + ": " + f.Description }

func badRequest(code, description string) *failure {
	return &failure{status: http.StatusBadRequest, Code: code, Description: description}
}

func invalidRequest(description string) *failure { return badRequest("invalid_request", description) }

func invalidGrant(description string) *failure { return badRequest("invalid_grant", description) }

func invalidClient() *failure {
	return &failure{status: http.StatusUnauthorized, Code: "invalid_client",
		Description: "The client is unknown or its secret is wrong"}
}

// tooManyFailures refuses an attempt that has to wait because others failed.
func tooManyFailures(wait time.Duration) *failure {
	return &failure{status: http.StatusTooManyRequests, Code: "temporarily_unavailable",
		Description: "Too many sign-ins have failed", retryAfter: max(wait, time.Second)}
}

// tooManyCalls refuses an attempt of an address that makes them too fast, whether they fail or not.
func tooManyCalls() *failure {
	return &failure{status: http.StatusTooManyRequests, Code: "temporarily_unavailable",
		Description: "Too many sign-ins at once from this address", retryAfter: time.Second}
}

// tooManySecrets refuses a client whose secret was wrong too often.
func tooManySecrets(wait time.Duration) *failure {
	return &failure{status: http.StatusTooManyRequests, Code: "temporarily_unavailable",
		Description: "Too many wrong client secrets from this address", retryAfter: max(wait, time.Second)}
}

// asFailure returns the answer for any error; the cause of an internal error is not
// revealed.
func asFailure(err error) *failure {
	var f *failure
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, ErrBusy):
		return newUnavailable()
	}
	return &failure{status: http.StatusInternalServerError, Code: "server_error"}
}

func newUnavailable() *failure {
	return &failure{status: http.StatusServiceUnavailable, Code: "temporarily_unavailable",
		Description: "Try again in a moment", retryAfter: time.Second}
}

func (s *Server) writeFailure(w http.ResponseWriter, r *http.Request, err error) {
	f := asFailure(err)
	if f.Code == "server_error" && s.away(err) {
		f = newUnavailable()
	}
	if f.status >= http.StatusInternalServerError {
		s.log.ErrorContext(r.Context(), "sign-in request failed", "error", err)
	}
	if f.Code == "invalid_client" {
		w.Header().Set("WWW-Authenticate", `Basic realm="token"`)
	}
	if f.retryAfter > 0 {
		w.Header().Set("Retry-After", retrySeconds(f.retryAfter))
	}
	writeJSON(w, f.status, f)
}

// retrySeconds returns a wait in whole seconds, rounded up.
func retrySeconds(wait time.Duration) string { return strconv.Itoa(int(math.Ceil(wait.Seconds()))) }

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone; there is nobody to tell
}
