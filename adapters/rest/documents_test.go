package rest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/reading"
)

var pages = []string{"/api/openapi.yaml", "/api/openapi.json", reading.Path, reading.ScalarPath, reading.StartPath, SignedInPath}

func TestDocumentsBehindAToken(t *testing.T) {
	s := newSite(t, func(c *Config) { c.PrivateDocuments = true })
	for _, path := range pages {
		s.want(s.do(request("GET", path, "", "Authorization", "")), 401, "Authentication is required")
		s.want(s.do(request("GET", path, "", "X-TENANT-ID", "other")), 403, "X-TENANT-ID does not match the token")
		s.want(s.do(request("GET", path, "")), 200, "")
	}
	s.drain = true
	s.want(s.do(request("GET", reading.Path, "")), 503, "The service is not available")
}

func TestThePageHasAPolicyOfItsOwn(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", reading.Path, "", "Authorization", ""))
	policy := a.Header.Get("Content-Security-Policy")
	if a.StatusCode != 200 || !strings.Contains(policy, "default-src 'none'; script-src 'self';") ||
		!strings.Contains(policy, "connect-src 'self'") {
		t.Errorf("got %d %q\n%s, want 200 under a policy of its own scripts", a.StatusCode, policy, a.body)
	}
	for _, loose := range []string{"unsafe-eval", "*", "http:", "https:", "blob:"} {
		if strings.Contains(policy, loose) {
			t.Errorf("the policy allows %s: %s, want none of it", loose, policy)
		}
	}
}

func TestTheScriptIsPackedAndKept(t *testing.T) {
	s := newSite(t)
	packed := s.do(request("GET", reading.ScalarPath, "", "Accept-Encoding", "br, gzip"))
	plain := s.do(request("GET", reading.ScalarPath, ""))
	z, err := gzip.NewReader(bytes.NewReader(packed.body))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(z)
	if err != nil || !bytes.Equal(unpacked, plain.body) || len(plain.body) < 1<<20 || packed.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%d bytes packed, %d plain: %v, want the same page, packed", len(packed.body), len(plain.body), err)
	}
	again := s.do(request("GET", reading.ScalarPath, "", "Accept-Encoding", "gzip", "If-None-Match", packed.Header.Get("ETag")))
	if again.StatusCode != 304 || len(again.body) != 0 || packed.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Errorf("asked again: %d, want 304 without a body", again.StatusCode)
	}
}

// TestThePageInABrowser reads the page in Chromium: it shows operations of the
// contract, breaks none of its policies, and asks no host but the service.
func TestThePageInABrowser(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	s := newSite(t, func(c *Config) { c.Now = time.Now })
	server := httptest.NewServer(s.handler)
	defer server.Close()
	dir := t.TempDir()
	netlog := filepath.Join(dir, "net.json")
	browser := exec.CommandContext(t.Context(), chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
		"--user-data-dir="+filepath.Join(dir, "profile"),
		"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--log-net-log="+netlog, "--enable-logging=stderr", "--v=0",
		"--virtual-time-budget=20000", "--dump-dom", server.URL+reading.Path)
	var said bytes.Buffer
	browser.Stderr = &said
	dom, err := browser.Output()
	if err != nil {
		t.Fatalf("%v\n%s, want no error", err, said.String())
	}
	for _, text := range []string{"Docket API", "Download packages", "Upload a file"} {
		if !bytes.Contains(dom, []byte(text)) {
			t.Errorf("the page does not show %q", text)
		}
	}
	for line := range strings.Lines(said.String()) {
		if strings.Contains(line, "CONSOLE") && (strings.Contains(line, "Content Security Policy") || strings.Contains(line, "Error")) {
			t.Errorf("the browser says: %s, want no error", line)
		}
	}
	own := 0
	for _, asked := range requestsIn(t, netlog) {
		u, err := url.Parse(asked)
		switch {
		case err != nil:
			t.Error(err)
		case "http://"+u.Host == server.URL:
			own++
		case slices.Contains(browsersOwn, u.Host):
		case u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "ws" || u.Scheme == "wss":
			t.Errorf("another host is asked: %s, want none", asked)
		}
	}
	if own < 4 {
		t.Errorf("only %d requests to the service were seen, want at least 4", own)
	}
}

// browsersOwn are hosts that Chromium asks for purposes of its own, whatever page it shows.
var browsersOwn = []string{"clients2.google.com", "update.googleapis.com", "accounts.google.com", "content-autofill.googleapis.com",
	"optimizationguide-pa.googleapis.com", "safebrowsingohttpgateway.googleapis.com", "redirector.gvt1.com",
	"android.clients.google.com", "mtalk.google.com"}

// requestsIn lists the addresses of all requests in a network log of Chromium.
func requestsIn(t *testing.T, path string) (out []string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Events []struct {
			Params struct {
				URL string `json:"url"`
			} `json:"params"`
		} `json:"events"`
	}
	if err := json.Unmarshal(b, &log); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range log.Events {
		if u := e.Params.URL; u != "" && !seen[u] {
			seen[u] = true
			out = append(out, u)
		}
	}
	return out
}
