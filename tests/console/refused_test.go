package console

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// lost is the answer that does not come, to a request that the service has carried out.
const lost = 0

// A gateway stands between browsers and a service, and answers some requests in its place.
type gateway struct {
	*httptest.Server
	mu sync.Mutex
	// answers are those of requests that a function knows, by their body, in turn.
	answers func(r *http.Request, body string) (status int, refused bool)
	// hold takes requests that get no answer: it reports whether this was one.
	hold func(r *http.Request) bool
}

// openGateway opens a gateway that leads to nothing yet.
func openGateway(t *testing.T) *gateway {
	t.Helper()
	g := &gateway{Server: httptest.NewServer(nil)}
	t.Cleanup(func() {
		g.CloseClientConnections()
		g.Close()
	})
	return g
}

// leadTo sends all requests to a service, but those that are answered here.
func (g *gateway) leadTo(t *testing.T, origin string) {
	t.Helper()
	to, err := url.Parse(origin)
	if err != nil {
		t.Fatal(err)
	}
	pass := &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
	}, ErrorHandler: func(http.ResponseWriter, *http.Request, error) {}} // a client that left
	g.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		g.mu.Lock()
		status, refused := g.answers(r, string(body))
		hold := g.hold
		g.mu.Unlock()
		switch {
		case hold != nil && hold(r):
		case !refused:
			pass.ServeHTTP(w, r)
		case status == lost:
			pass.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		default:
			if status == 429 || status == 503 {
				w.Header().Set("Retry-After", "1")
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"message":"refused with `+strconv.Itoa(status)+`"}`)
		}
	})
}

// answer sets what is answered in place of the service from now on.
func (g *gateway) answer(answers func(r *http.Request, body string) (int, bool)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.answers = answers
}

// holdBack answers no request to a path that ends with a text, and tells of each when it has come, and when its client has left.
func (g *gateway) holdBack(path string) (asked, left chan bool) {
	asked, left = make(chan bool, 9), make(chan bool, 9)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hold = func(r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, path) {
			return false
		}
		asked <- true
		<-r.Context().Done()
		left <- true
		return true
	}
	return asked, left
}

// nothingRefused lets all requests pass.
func nothingRefused(*http.Request, string) (int, bool) { return 0, false }

// refuse answers requests of a method, to paths that end with a text, with some statuses in turn.
func (g *gateway) refuse(method, path string, statuses ...int) {
	g.answer(func(r *http.Request, _ string) (int, bool) {
		if r.Method != method || !strings.HasSuffix(r.URL.Path, path) || len(statuses) == 0 {
			return 0, false
		}
		status := statuses[0]
		statuses = statuses[1:]
		return status, true
	})
}

// openSiteBehind starts a service with a site that browsers reach through a gateway.
func openSiteBehind(t *testing.T) (*site, *gateway) {
	t.Helper()
	g := openGateway(t)
	g.answers = nothingRefused
	s := openSite(t, "--public-url", strings.Replace(g.URL, "127.0.0.1", "localhost", 1))
	g.leadTo(t, s.Origin)
	return s, g
}

// openPageBehind opens a page that reaches the site through its gateway, and expects that loading fails at times.
func openPageBehind(t *testing.T, s *site, g *gateway) *page {
	t.Helper()
	direct := s.Origin
	s.Origin = g.URL
	p := openPage(t, s, "en")
	s.Origin = direct
	p.expectFault(`Failed to load|ERR_`)
	return p
}

// TestUploadsMeetFaults uploads files whose first tries are refused or whose answers are lost: what passes by itself is
// sent again and stored once, the rest is told with a button that sends it again; and what becomes of the files is
// shown though no event tells of it.
func TestUploadsMeetFaults(t *testing.T) {
	s, g := openSiteBehind(t)
	p := openPageBehind(t, s, g)
	p.open(s.consolePath())
	p.signIn("mira")
	p.await(`document.querySelector(".drop")`)
	faults := map[string]int{"drop-0000.pdf": 429, "drop-0001.pdf": 503, "drop-0002.pdf": lost, "drop-0003.pdf": 412,
		"drop-0004.pdf": 409, "drop-0005.pdf": 500}
	g.answer(func(r *http.Request, body string) (int, bool) {
		if strings.HasSuffix(r.URL.Path, "/api/events") {
			return 503, true
		}
		for name, status := range faults {
			if r.Method == "POST" && strings.Contains(body, `filename="`+name+`"`) {
				delete(faults, name)
				return status, true
			}
		}
		return 0, false
	})
	p.open(s.consolePath()) // without a stream of events
	p.await(`document.querySelector(".drop")`)
	p.dropFiles(servicetest.CanaryPDF("one"), 7)
	p.clickWords(".tray", "Try 3 again")
	p.await(trayIsDone + ` && document.querySelectorAll(".tray li").length === 7 && !document.querySelector(".tray .bad")`)
	s.wantStoredOnce(t, 7)
}

// TestTypedTextSurvivesRefusals saves what was typed in a dialog, in the field of a value and in a cell of the table while
// the service refuses it, or its answers are lost: that is told, the text stays, and saving it again does, once.
func TestTypedTextSurvivesRefusals(t *testing.T) {
	s, g := openSiteBehind(t)
	file := s.upload(t, "march.pdf")
	p := openPageBehind(t, s, g)
	p.open("/console/dossiers")
	p.signIn("mira")
	p.await(`document.querySelector("tbody tr")`)

	p.press("c")
	p.await(`document.activeElement?.name === "name"`)
	p.press("Typed", "\t", "words")
	for _, c := range []struct {
		told    string
		answers []int
		// browsers send some of them again by themselves
	}{{"refused with 409", []int{409}}, {"refused with 503", []int{503, 503, 503, 503}},
		{"The service cannot be reached.", slices.Repeat([]int{lost}, 40)}} {
		g.refuse("POST", "/dossiers", c.answers...)
		evaluate[bool](p, `(document.querySelector("dialog form").requestSubmit(), true)`)
		p.await(`document.querySelector("dialog .banner.error")?.innerText.includes("` + c.told +
			`") && document.querySelector("dialog [name=name]").value === "Typed" &&
			document.querySelector("dialog [name=description]").value === "words"`)
	}
	g.answer(nothingRefused)
	evaluate[bool](p, `(document.querySelector("dialog form").requestSubmit(), true)`)
	// the one that was made when its answer was lost
	p.await(`document.querySelector("h1")?.innerText === "Typed" && !document.querySelector("dialog")`)

	p.open(reviewPath(file))
	p.await(rowFocused + ` && document.querySelector("dk-pages text")`)
	p.press("\r")
	p.await(fieldOpen)
	p.press("X-4711")
	for _, answers := range [][]int{{412}, {503, 503, 503, 503}} {
		g.refuse("POST", "/component-overrides", answers...)
		p.press("\r")
		p.await(`!!document.querySelector(".toast.bad") && !document.querySelector(".saving") && document.querySelector(".edit ` +
			`input")?.value === "X-4711"`)
		p.click(".toast.bad button:last-of-type")
		evaluate[bool](p, `(document.querySelector(".edit input").focus(), true)`)
	}
	p.press("\r")
	p.await(nothingOpen + ` && document.body.innerText.includes("1 of ")`)

	p.open(s.consolePath() + "/table")
	p.await(`document.querySelector("td[role=gridcell]")`)
	p.press("j", "k", "\r")
	p.await(`document.activeElement?.matches("td input")`)
	p.press("X-4712")
	g.refuse("POST", "/component-overrides", 503, 503, 503, 503)
	p.press("\r")
	p.await(`document.querySelector(".toast.bad") && document.activeElement?.matches("td input") && ` +
		`document.activeElement.value === "X-4712"`)
	p.press("\r")
	servicetest.Await(t, patience, func() bool { return slices.Equal(s.values(t, file)["Invoice_Number"], []string{"X-4712"}) })
	p.await(`!document.querySelector("td.saving")`)
}
