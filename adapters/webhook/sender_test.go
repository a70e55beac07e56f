package webhook

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	domain "github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/processes/webhooks"
)

// aMessage is a message signed by two secrets.
func aMessage(now time.Time, secrets ...domain.Secret) webhooks.Message {
	body := domain.Message{ContentType: "application/json", Body: []byte(`{"type":"webhook.test"}`)}
	return webhooks.Message{ID: "5f0f4c1e-2f0b-4b5e-8c54-0c2d3c1e9a77", Time: now, Message: body,
		Signature: domain.Sign("5f0f4c1e-2f0b-4b5e-8c54-0c2d3c1e9a77", now, body.Body, secrets...)}
}

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// TestSignaturesHold has messages checked by the library of the specification, with either of two secrets.
func TestSignaturesHold(t *testing.T) {
	old, fresh, other := domain.Secret{1}, domain.Secret{2}, domain.Secret{3}
	var failures []error
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		for _, s := range []domain.Secret{old, fresh, other} {
			w, err := standardwebhooks.NewWebhook(s.Text())
			if err != nil {
				t.Error(err)
				continue
			}
			failures = append(failures, w.Verify(body, r.Header))
		}
	}))
	defer server.Close()
	a := NewSender(Options{Timeout: 5 * time.Second, Networks: loopback}).Send(t.Context(), server.URL, aMessage(time.Now(), fresh, old))
	if a.Status != 200 || len(failures) != 3 || failures[0] != nil || failures[1] != nil || failures[2] == nil {
		t.Errorf("got %+v and %v, want 200, and that both secrets verify and no other", a, failures)
	}
}

// TestAnswersOfReceivers tells what receivers answer, follows no redirect, and waits for none that hangs.
func TestAnswersOfReceivers(t *testing.T) {
	var followed atomic.Int32
	released := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/followed", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/followed", func(http.ResponseWriter, *http.Request) { followed.Add(1) })
	mux.HandleFunc("/gone", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) })
	mux.HandleFunc("/busy", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	mux.HandleFunc("/hangs", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-released:
		}
	})
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<10)); err != nil {
				return
			}
		}
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	defer close(released)
	s := NewSender(Options{Timeout: 500 * time.Millisecond, Networks: loopback})
	for _, row := range []struct {
		path, failure string
		status        int
		after         time.Duration
	}{
		{"/followed", "", 200, 0},
		{"/redirect", "redirects are not followed", 307, 0},
		{"/gone", "the receiver answered 410", 410, 0},
		{"/busy", "the receiver answered 503", 503, 2 * time.Minute},
		{"/hangs", "did not answer within 500ms", 0, 0},
		{"/endless", "", 200, 0},
	} {
		a := s.Send(t.Context(), server.URL+row.path, aMessage(time.Now()))
		unasked := row.failure == "" && a.Failure != ""
		if a.Status != row.status || a.RetryAfter != row.after || unasked || !strings.Contains(a.Failure, row.failure) {
			t.Errorf("%s: got %+v, want %d, %q and to come again in %s", row.path, a, row.status, row.failure, row.after)
		}
	}
	if n := followed.Load(); n != 1 {
		t.Errorf("the target of the redirect was asked %d times, want once, by its own address", n)
	}
}

// TestAddressesAreLookedAtWhenConnecting has a name lead elsewhere from one lookup to the next: what is connected to is
// what was looked at.
func TestAddressesAreLookedAtWhenConnecting(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	target := fmt.Sprintf("http://rebinding.example:%s/", u.Port())
	answers := []string{"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:192.168.1.1", "64:ff9b::a00:1", "127.0.0.1"}
	lookups := 0
	lookup := func(_ context.Context, host string) ([]netip.Addr, error) {
		if host != "rebinding.example" {
			t.Errorf("%s was looked up, want rebinding.example", host)
		}
		lookups++
		return []netip.Addr{netip.MustParseAddr(answers[(lookups-1)%len(answers)])}, nil
	}
	noKeepAlive := func(t *http.Transport) { t.DisableKeepAlives = true }
	allowing := NewSender(Options{Timeout: 5 * time.Second, Networks: loopback, Lookup: lookup, Transport: noKeepAlive})
	for i := range answers {
		a := allowing.Send(t.Context(), target, aMessage(time.Now()))
		if want := answers[i] == "127.0.0.1"; (a.Status == 200) != want || !want && a.Failure != errAddress.Error() {
			t.Errorf("lookup %d gives %s: got %+v, want it sent: %t", i, answers[i], a, want)
		}
	}
	strict := NewSender(Options{Timeout: 5 * time.Second, Lookup: lookup, Transport: noKeepAlive})
	for range answers {
		if a := strict.Send(t.Context(), target, aMessage(time.Now())); a.Status != 0 || a.Failure != errAddress.Error() {
			t.Errorf("without networks: got %+v, want it refused", a)
		}
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("the receiver was asked %d times, want 2", n)
	}
}

// TestCertificatesAreChecked sends over TLS only where the certificate is trusted for the name.
func TestCertificatesAreChecked(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	o := Options{Timeout: 5 * time.Second, Networks: loopback}
	if a := NewSender(o).Send(t.Context(), server.URL, aMessage(time.Now())); a.Status != 0 || !strings.Contains(a.Failure, "certificate") {
		t.Errorf("got %+v of an unknown authority, want it refused for its certificate", a)
	}
	trusted, ok := server.Client().Transport.(*http.Transport)
	if !ok {
		t.Fatal("the client of the server has another transport")
	}
	o.Transport = func(t *http.Transport) {
		t.TLSClientConfig = &tls.Config{RootCAs: trusted.TLSClientConfig.RootCAs, MinVersion: tls.VersionTLS12}
	}
	if a := NewSender(o).Send(t.Context(), server.URL, aMessage(time.Now())); a.Status != 200 {
		t.Errorf("got %+v, want 200", a)
	}
}
