package conform

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
)

// A Transport holds every answer that passes through it against the contract. An
// answer that breaks it is an error for who asked, and is kept for the end of the
// run, so that nobody can overlook it.
type Transport struct {
	Contract *Contract
	Base     http.RoundTripper // nil: http.DefaultTransport

	mu     sync.Mutex
	broken []error
	passed int
}

// RoundTrip implements http.RoundTripper. Bodies of JSON are looked into; others
// pass through unread.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	a, err := base.RoundTrip(r)
	if err != nil || !CoversPath(r.URL.Path) {
		return a, err
	}
	var body []byte
	if strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") {
		if body, err = io.ReadAll(a.Body); err != nil {
			return a, err
		}
		_ = a.Body.Close()
		a.Body = io.NopCloser(bytes.NewReader(body))
	}
	err = t.Contract.CheckAnswer(r, a.StatusCode, a.Header, body)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.passed++; err != nil {
		_ = a.Body.Close()
		t.broken = append(t.broken, err)
		return nil, err
	}
	return a, nil
}

// BrokenAnswers returns the answers that broke the contract so far, and how many were looked at.
func (t *Transport) BrokenAnswers() ([]error, int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.broken, t.passed
}
