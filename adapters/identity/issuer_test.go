package identity_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain"
)

// wantKind verifies a token and wants a kind of failure; "" for none.
func (w *abroad) wantKind(token string, refused bool) {
	w.Helper()
	_, err := w.server.Verify(w.Context(), token)
	if got := domain.KindOf(err) == domain.Unauthenticated; got != refused || err != nil && !refused {
		w.Errorf("%v, want it refused: %v", err, refused)
	}
}

// A key that the issuer publishes no more signs no token that is taken, at the latest when the
// keys are as old as it allows, within our bounds.
func TestWithdrawnKeysAreForgotten(t *testing.T) {
	for _, row := range []struct {
		cache string
		life  time.Duration
	}{
		{"", 10 * time.Minute},
		{"public, max-age=120", 2 * time.Minute},
		{`Max-Age="120"`, 2 * time.Minute},
		{"max-age=86400, immutable", 10 * time.Minute},
		{"max-age=99999999999999999999", 10 * time.Minute},
		{"max-age=0", time.Minute},
		{"max-age=-5", time.Minute},
		{"no-cache", time.Minute},
		{"no-store, max-age=300", time.Minute},
	} {
		t.Run(row.cache, func(t *testing.T) {
			w := newAbroad(t)
			w.keycloak.RotateKey(t, "ES256")
			w.keycloak.SetCacheControl(row.cache)
			stolen := func() string { return w.access("exp", w.clock().Add(time.Hour).Unix()) }
			w.wantKind(stolen(), false)
			w.pass(row.life - time.Second)
			w.wantKind(stolen(), false)
			token := stolen()
			w.keycloak.WithdrawKey()
			w.pass(time.Second)
			w.wantKind(token, true)
			w.wantKind(w.access(), false)
		})
	}
}

// A key that was replaced under its id locks nobody out, and made-up signatures do not load the
// issuer.
func TestKeysReplacedUnderTheirIDAreReadAgain(t *testing.T) {
	w := newAbroad(t)
	before := w.access()
	w.wantKind(before, false)
	w.pass(10 * time.Second)
	w.keycloak.ReplaceKey(t)
	w.wantKind(w.access(), false)
	for range 5 {
		w.wantKind(before, true) // its signature does not fit any more
	}
	if asked := w.keycloak.CountKeyRequests(); asked != 2 {
		t.Errorf("the issuer was asked %d times, want 2", asked)
	}
	w.pass(10 * time.Second)
	w.wantKind(before, true)
	w.wantKind(w.access(), false)
	if asked := w.keycloak.CountKeyRequests(); asked != 3 {
		t.Errorf("the issuer was asked %d times, want 3", asked)
	}
}

// Keys that cannot be read again are good for an hour, not for ever.
func TestKeysOfAnAbsentIssuerAreTrustedForAnHour(t *testing.T) {
	w := newAbroad(t)
	w.wantKind(w.access(), false)
	w.keycloak.SetAway(true)
	w.pass(time.Hour - time.Second)
	w.wantKind(w.access(), false)
	w.pass(time.Second)
	for range 2 {
		if _, err := w.server.Verify(t.Context(), w.access()); domain.KindOf(err) != domain.Unavailable {
			t.Errorf("after an hour: %v, want Unavailable", err)
		}
	}
	w.keycloak.SetAway(false)
	w.pass(10 * time.Second)
	w.wantKind(w.access(), false)
}

// held holds requests for keys back until they are let go.
type held struct {
	http.RoundTripper
	mu   sync.Mutex
	hold chan struct{} // nil: nothing is held
	came chan struct{}
}

func (h *held) RoundTrip(r *http.Request) (*http.Response, error) {
	h.mu.Lock()
	hold := h.hold
	h.mu.Unlock()
	if hold != nil {
		h.came <- struct{}{}
		<-hold
	}
	return h.RoundTripper.RoundTrip(r)
}

// While the keys are read again, those that are known serve: an issuer that is slow holds up one
// request, not all. A key that is not known yet is waited for.
func TestReadingKeysAgainHoldsUpNobodyElse(t *testing.T) {
	w := newAbroad(t)
	slow := &held{RoundTripper: http.DefaultTransport, came: make(chan struct{}, 10)}
	w.server = identity.New(identity.Config{
		Public: "https://docket.example", Hasher: w.hasher(), Now: w.clock, HTTP: &http.Client{Transport: slow},
	}, w.memory.Ports())
	w.wantKind(w.access(), false)
	slow.mu.Lock()
	slow.hold = make(chan struct{})
	slow.mu.Unlock()
	w.pass(10 * time.Minute)
	known := w.access()
	w.keycloak.RotateKey(t, "ES256")
	unknown := w.access()
	var all sync.WaitGroup
	all.Go(func() { w.wantKind(known, false) })
	<-slow.came
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := w.server.Verify(ctx, known); err != nil || ctx.Err() != nil {
		t.Errorf("a known key waits for the issuer: %v, want ctx.Err() = nil and no error", err)
	}
	all.Go(func() { w.wantKind(unknown, false) })
	close(slow.hold)
	all.Wait()
}
