package rest

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/adapters/rest/traffic"
)

// receive sends a request and returns the answer as it was sent, compressed or not.
func (s *site) receive(r *http.Request) answer {
	s.Helper()
	rec := httptest.NewRecorder()
	s.handler.ServeHTTP(rec, r)
	return answer{rec.Result(), rec.Body.Bytes()}
}

func unpack(t *testing.T, packed []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func TestAnswersAreCompressedForClientsThatAcceptIt(t *testing.T) {
	s := newSite(t)
	plain := s.receive(request("GET", fPath, ""))
	packed := s.receive(request("GET", fPath, "", "Accept-Encoding", "br, gzip"))
	if plain.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("Content-Encoding: got %q and %q, want none and gzip", plain.Header.Get("Content-Encoding"),
			packed.Header.Get("Content-Encoding"))
	}
	if got := unpack(t, packed.body); !bytes.Equal(got, plain.body) || len(packed.body) >= len(plain.body) {
		t.Errorf("%d bytes of %d: got %s, want %s", len(packed.body), len(plain.body), got, plain.body)
	}
	for _, a := range []answer{plain, packed} {
		if !slices.Contains(a.Header.Values("Vary"), "Accept-Encoding") {
			t.Errorf("Vary: got %q, want Accept-Encoding", a.Header.Values("Vary"))
		}
	}
	for name, r := range map[string]*http.Request{
		"a short answer":       request("GET", "/health/live", "", "Accept-Encoding", "gzip"),
		"gzip is refused":      request("GET", fPath, "", "Accept-Encoding", "gzip;q=0"),
		"a document":           request("GET", fPath+"/content", "", "Accept-Encoding", "gzip"),
		"an answer of sign-in": request("GET", "/auth/realms/ws/account", "", "Accept-Encoding", "gzip"),
	} {
		if a := s.receive(r); a.Header.Get("Content-Encoding") != "" {
			t.Errorf(`%s is compressed: %v, want ""`, name, a.Header)
		}
	}
}

// Events arrive one by one, whatever encodings the client accepts.
func TestEventStreamsAreNotHeldBack(t *testing.T) {
	s := newSite(t)
	server := httptest.NewServer(s.handler)
	defer server.Close()
	for _, encoding := range []string{"gzip", "identity"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer good")
		r.Header.Set("Accept-Encoding", encoding)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		first := make([]byte, len(history.Retry))
		_, err = io.ReadFull(a.Body, first)
		if err != nil || string(first) != history.Retry || a.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: got %q, %v, %v; want the first piece at once", encoding, first, a.Header, err)
		}
		_ = a.Body.Close()
	}
}

// A compressed answer has a tag of its own, by which its record is known all the same.
func TestEntityTagsOfCompressedAnswers(t *testing.T) {
	s := newSite(t)
	plain := s.receive(request("GET", fPath, "")).Header.Get("ETag")
	packed := s.receive(request("GET", fPath, "", "Accept-Encoding", "gzip")).Header.Get("ETag")
	if packed == plain || traffic.PlainTag(packed) != plain {
		t.Fatalf("got the tags %s and %s, want one for each form of the record", plain, packed)
	}
	for _, tag := range []string{plain, packed} {
		a := s.receive(request("GET", fPath, "", "Accept-Encoding", "gzip", "If-None-Match", tag))
		if a.StatusCode != http.StatusNotModified || a.Header.Get("ETag") != tag || len(a.body) > 0 {
			t.Errorf("If-None-Match %s: got %d with the tag %s, want 304 with the same", tag, a.StatusCode, a.Header.Get("ETag"))
		}
		a = s.receive(request("DELETE", fPath, "", "If-Match", tag))
		if a.StatusCode != http.StatusNoContent {
			t.Errorf("If-Match %s: got %d %s, want 204", tag, a.StatusCode, a.body)
		}
	}
}
