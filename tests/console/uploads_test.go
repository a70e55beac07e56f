package console

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// A faultyWay is a way to a service on which uploads meet faults, by the names of their files.
type faultyWay struct {
	t     *testing.T
	proxy *httputil.ReverseProxy
	mu    sync.Mutex
	// faults are what the next tries of a file meet: a status that is answered in the place of the service; wayIsCut, an end of
	// the connection before the service hears of it; answerIsLost, one after the service has answered.
	faults map[string][]int
	tries  map[string]int
}

// Faults that are no statuses.
const (
	wayIsCut     = -1
	answerIsLost = -2
)

func (w *faultyWay) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the browser has gone
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	switch fault := w.nextFault(r, body); fault {
	case 0:
		w.proxy.ServeHTTP(out, r)
	case wayIsCut:
		panic(http.ErrAbortHandler)
	case answerIsLost:
		w.proxy.ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler)
	default:
		if fault != http.StatusPreconditionFailed {
			out.Header().Set("Retry-After", "1")
		}
		out.Header().Set("Content-Type", "application/json")
		out.WriteHeader(fault)
		_, _ = fmt.Fprintf(out, `{"message": "refused with %d"}`, fault)
	}
}

// nextFault returns what a request meets; 0 for none.
func (w *faultyWay) nextFault(r *http.Request, body []byte) int {
	name := uploadedName(r, body)
	if name == "" {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tries[name]++
	left := w.faults[name]
	if len(left) == 0 {
		return 0
	}
	w.faults[name] = left[1:]
	return left[0]
}

// uploadedName returns the name of the file in an upload; "" for other requests.
func uploadedName(r *http.Request, body []byte) string {
	kind, values, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || !strings.HasSuffix(r.URL.Path, "/files") {
		return ""
	}
	part, err := multipart.NewReader(bytes.NewReader(body), values["boundary"]).NextPart()
	if err != nil {
		return ""
	}
	return part.FileName()
}

// TestFaultsAtUploads lets uploads meet refusals, cut connections and lost answers: what passes goes on by itself, what
// is refused is told beside its file and sent again by a button, and each file is stored once.
func TestFaultsAtUploads(t *testing.T) {
	way := &faultyWay{t: t, tries: map[string]int{}, faults: map[string][]int{
		"rate.pdf": {429, 429}, "busy.pdf": {503, 503}, "refused.pdf": {412}, "cut.pdf": {wayIsCut, wayIsCut},
		"lost.pdf": {answerIsLost}, "lost-twice.pdf": {answerIsLost, 503, answerIsLost}}}
	server := httptest.NewServer(way)
	t.Cleanup(server.Close)
	s := openSite(t, "--public-url", server.URL)
	to, err := url.Parse(s.Origin)
	if err != nil {
		t.Fatal(err)
	}
	way.proxy = httputil.NewSingleHostReverseProxy(to)
	way.proxy.FlushInterval = -1
	// the browser has gone
	way.proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	s.Origin = server.URL
	p := openPage(t, s, "en")
	p.expectFault(`Failed to load|ERR_`)
	p.open(s.consolePath())
	p.signIn("mira")
	p.await(`document.querySelector(".drop")`)
	names := []string{"plain.pdf", "rate.pdf", "busy.pdf", "refused.pdf", "cut.pdf", "lost.pdf", "lost-twice.pdf"}
	p.dropNamed(servicetest.CanaryPDF("one"), names...)
	p.await(`document.querySelector(".tray h2")?.innerText === "6 files are here"`)
	if told := evaluate[string](p, `[...document.querySelectorAll(".tray .bad")].map((e) => e.innerText.trim()).join("; ")`); told != "Failed: refused with 412" {
		t.Errorf("the tray tells of failures: %q, want %q", told, "Failed: refused with 412")
	}
	p.clickWords(".tray", "Try 1 again")
	p.await(`document.querySelector(".tray h2")?.innerText === "7 files are here"`)
	way.mu.Lock()
	for name, left := range way.faults {
		if len(left) > 0 || way.tries[name] < 2 {
			t.Errorf("%s was tried %d times, and did not meet %v, want len(left) = 0 and way.tries[name] at least 2",
				name, way.tries[name], left)
		}
	}
	way.mu.Unlock()
	var list struct {
		FileStatus []struct{ Filename string }
	}
	s.mira.Want(200, "GET", s.dossier+"/files", nil).Decode(t, &list)
	if len(list.FileStatus) != len(names) {
		t.Errorf("%v are stored, want each of %v once", list.FileStatus, names)
	}
	s.wantNoneReplaced(t)
}
