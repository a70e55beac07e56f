package rest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// TestTilesHaveSlashes wants the paths of c2sp.org/tlog-tiles to reach the handler as they are.
func TestTilesHaveSlashes(t *testing.T) {
	for path, want := range map[string]any{
		"0/000":                   evidence.TilePath{Width: 256},
		"1/001.p/17":              evidence.TilePath{Level: 1, Index: 1, Width: 17},
		"0/x001/234":              evidence.TilePath{Index: 1234, Width: 256},
		"0/x001%2F234":            evidence.TilePath{Index: 1234, Width: 256},
		"0/x001/x234/067.p/8":     evidence.TilePath{Index: 1_234_067, Width: 8},
		"entries/x001/x234/067":   workspaceTile{"demo", evidence.TilePath{Entries: true, Index: 1_234_067, Width: 256}},
		"entries/000.p%2F3":       workspaceTile{"demo", evidence.TilePath{Entries: true, Width: 3}},
		"entries/x001%2f234.p%2f": nil,
		"0/1":                     nil,
		"x/000":                   nil,
		"0/../../../downloads":    nil,
		"9999999999999999999/000": nil,
		"0/x000/000":              nil,
		"data/000":                nil,
	} {
		s := newSite(t)
		a := s.do(request("GET", "/api/evidence/tile/"+path, ""))
		if want == nil {
			if s.want(a, 404, "Tile not found"); s.asked != nil {
				t.Errorf("%s: asked for %+v, want s.asked = nil", path, s.asked)
			}
			continue
		}
		if a.StatusCode != 200 || a.Header.Get("Content-Type") != "application/octet-stream" || s.asked != want {
			t.Errorf("%s: %d %s, asked for %+v, want %+v", path, a.StatusCode, a.Header.Get("Content-Type"), s.asked, want)
		}
	}
	s := newSite(t)
	a := s.do(request("DELETE", "/api/evidence/tile/0/x001/234", ""))
	if s.want(a, 405, "Method not allowed"); a.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("Allow is %q, want %q", a.Header.Get("Allow"), "GET, HEAD")
	}
}

// TestEvidenceTellsFailures has each failure of evidence told as the contract says.
func TestEvidenceTellsFailures(t *testing.T) {
	for _, c := range []struct {
		path    string
		err     error
		status  int
		message string
	}{
		{"tile/0/000", evidence.ErrNoTile, 404, "Tile not found"},
		{"tile/entries/000", evidence.ErrForeignEntries, 403, "The tile has entries of another workspace"},
		{"proofs/9", es.ErrNoEvent, 404, "Event not found"},
		{"proofs/9", fmt.Errorf("position 9: %w", evidence.ErrNotCovered), 409, "No checkpoint covers the event yet"},
		{"bundles/" + evidenceID, fmt.Errorf("stream: %w", es.ErrNoEvent), 404, "Neither a dossier nor a file has this identifier"},
		{"bundles/" + evidenceID, fmt.Errorf("position 9: %w", evidence.ErrNotCovered), 409, "No checkpoint covers the event yet"},
		{"bundles/" + evidenceID, fmt.Errorf("%w: away", evidence.ErrCheckpoint), 409, "The witnesses have not signed the checkpoint"},
		{"checkpoint", errors.New("10.0.0.1"), 500, exchange.InternalMessage},
	} {
		s := newSite(t)
		s.fail = c.err
		s.want(s.do(request(methodOf(c.path), "/api/evidence/"+c.path, "")), c.status, c.message)
	}
	s := newSite(t)
	s.checkpoint = nil
	s.want(s.do(request("GET", "/api/evidence/checkpoint", "")), 404, "No checkpoint is signed yet")
}

// methodOf returns how evidence is asked for by its path.
func methodOf(path string) string {
	if strings.HasPrefix(path, "bundles/") {
		return "POST"
	}
	return "GET"
}

// TestPublicEvidence answers without a token for hashes alone, where that is set.
func TestPublicEvidence(t *testing.T) {
	for _, c := range []struct {
		path   string
		public int // status where evidence is public
	}{
		{"checkpoint", 200}, {"tile/0/000", 200}, {"tile/1/x001/234.p/17", 200}, {"tile/0/1", 404}, {"tile/entries/000", 401},
		{"tile/%65ntries/000", 401}, {"proofs/7", 401}, {"bundles/" + evidenceID, 401},
	} {
		for _, public := range []bool{false, true} {
			s := newSite(t, func(c *Config) { c.PublicEvidence = public })
			r := request(methodOf(c.path), "/api/evidence/"+c.path, "")
			r.Header.Del("Authorization")
			want := 401
			if public {
				want = c.public
			}
			if a := s.do(r); a.StatusCode != want {
				t.Errorf("%s, public %t: %d, want %d", c.path, public, a.StatusCode, want)
			}
		}
	}
	s := newSite(t, func(c *Config) { c.PublicEvidence, c.Rate, c.Burst = true, 1, 2 })
	status := func(from, token string) int {
		r := request("GET", "/api/evidence/checkpoint", "")
		r.Header.Set("Authorization", token)
		if r.RemoteAddr = from; token == "" {
			r.Header.Del("Authorization")
		}
		return s.do(r).StatusCode
	}
	if got := status("192.0.2.1:1", "Bearer wrong"); got != 401 {
		t.Errorf("a wrong token: %d, want 401", got)
	}
	for range 2 {
		if got := status("192.0.2.1:1", ""); got != 200 {
			t.Errorf("within the rate: %d, want 200", got)
		}
	}
	if first, other := status("192.0.2.1:2", ""), status("192.0.2.2:1", ""); first != 429 || other != 200 {
		t.Errorf("beyond the rate: %d, from elsewhere %d, want first = 429 and other = 200", first, other)
	}
}

const evidenceID = "9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02"

// TestEvidenceBundleIsAZip sends a bundle under a name of its own, made for the caller.
func TestEvidenceBundleIsAZip(t *testing.T) {
	s := newSite(t)
	for query, opened := range map[string]bool{"?openValues=true": true, "?openValues=false": false, "": false} {
		s.do(request("POST", "/api/evidence/bundles/"+evidenceID+query, ""))
		if asked, ok := s.asked.(evidenceFor); !ok || asked.openValues != opened {
			t.Errorf("%q asks for %+v, want open values: %v", query, s.asked, opened)
		}
	}
	opened := s.do(request("POST", "/api/evidence/bundles/"+evidenceID+"?openValues=true", ""))
	if got := opened.Header.Get("Docket-Position"); got != "4712" {
		t.Errorf("the position of the event that tells of opened values: got %q, want 4712", got)
	}
	s.asked = nil
	refused := s.do(request("GET", "/api/evidence/bundles/"+evidenceID+"?openValues=true", ""))
	if refused.StatusCode != 405 || refused.Header.Get("Allow") != "POST" ||
		!strings.Contains(string(refused.body), "asked for with POST") ||
		s.asked != nil {
		t.Errorf("GET: got %d %q %s, asked for %v, want 405 that tells of POST", refused.StatusCode,
			refused.Header.Get("Allow"), refused.body,
			s.asked)
	}
	a := s.do(request("POST", "/api/evidence/bundles/"+evidenceID, ""))
	if string(a.body) != "PK" || !strings.Contains(a.Header.Get("Content-Disposition"), "evidence-"+evidenceID+".zip") {
		t.Errorf("got %q as %s, want the zip of %s", a.body, a.Header.Get("Content-Disposition"), evidenceID)
	}
	if asked, ok := s.asked.(evidenceFor); !ok || asked.workspace != "demo" || asked.actor == "" || asked.id != evidenceID {
		t.Errorf("asked for %+v, want %s of demo", s.asked, evidenceID)
	}
}

// TestEvidenceIsText sends checkpoint and proof as they are.
func TestEvidenceIsText(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", "/api/evidence/checkpoint", ""))
	if string(a.body) != string(s.checkpoint) || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("the checkpoint is %q of %s, want %q as text/plain",
			a.body, a.Header.Get("Content-Type"), s.checkpoint)
	}
	a = s.do(request("GET", "/api/evidence/proofs/9", ""))
	p, err := evidence.ParseProof(string(a.body))
	if err != nil || p.Index != 6 || s.asked != (workspaceEvent{"demo", 9}) {
		t.Errorf("got %q, %v, asked for %+v, want index 6 of event 9 of demo", a.body, err, s.asked)
	}
}
