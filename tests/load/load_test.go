package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// newServedWork is work against a handler instead of a service.
func newServedWork(t *testing.T, outstanding int, h http.HandlerFunc) *work {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return &work{i: &installation{nodes: []*node{{base: s.URL, admin: s.URL}}}, http: s.Client(), outstanding: outstanding,
		template: "/t", uploads: "/d", dossiers: []string{"/d"}, files: []string{"/d/files/f"}}
}

// What came while the service stood still is charged with its waiting.
func TestStallsAreCharged(t *testing.T) {
	var stalled atomic.Bool
	release := make(chan struct{})
	w := newServedWork(t, 1000, func(http.ResponseWriter, *http.Request) {
		stalled.Store(true)
		<-release
	})
	const stall = 300 * time.Millisecond
	time.AfterFunc(stall, func() { close(release) })
	r := newRow(100, stall, w.allOperations(), w.sendDue(t.Context(), 100, stall))
	if !stalled.Load() || r.due != 30 || len(r.errors)+len(r.took[""]) == 0 {
		t.Fatalf("got %+v, want a stall, and each of 30 requests answered", r)
	}
	reads := r.took["reads"] // writes want an answer with a body
	if len(reads) == 0 || reads[len(reads)-1] < stall/2 || reads[len(reads)/2] < stall/5 {
		t.Errorf("reads took %v, want a wait for the stall", reads)
	}
}

func TestOutstandingRequestsAreBounded(t *testing.T) {
	var now, most atomic.Int64
	release := make(chan struct{})
	w := newServedWork(t, 3, func(http.ResponseWriter, *http.Request) {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		<-release
		now.Add(-1)
	})
	time.AfterFunc(200*time.Millisecond, func() { close(release) })
	r := newRow(200, 100*time.Millisecond, w.allOperations(), w.sendDue(t.Context(), 200, 100*time.Millisecond))
	if most.Load() > 3 || r.errors["not sent"] != 17 {
		t.Errorf(`%d at once; errors %v, want most.Load() at most 3 and r.errors["not sent"] = 17`, most.Load(), r.errors)
	}
	if why := r.overloadReason(); !strings.Contains(why, "of 20 requests were answered") {
		t.Errorf("overload: %q, want %q in it", why, "of 20 requests were answered")
	}
}

func TestErrorsHaveKinds(t *testing.T) {
	w := newServedWork(t, 1, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusServiceUnavailable) })
	if err := w.sendAndDecode(t.Context(), nil, "GET", "/x", "", nil); kindOf(err) != "503" {
		t.Errorf("a refusal is %q: %v, want %q", kindOf(err), err, "503")
	}
	slow := newServedWork(t, 1, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := slow.sendAndDecode(ctx, nil, "GET", "/x", "", nil); kindOf(err) != "no answer in time" {
		t.Errorf("a late answer is %q: %v, want %q", kindOf(err), err, "no answer in time")
	}
	if kind := kindOf(errors.New("refused")); kind != "connection" {
		t.Errorf("anything else is %q, want %q", kind, "connection")
	}
}

func TestLagIsThatOfTheViewFurthestBehind(t *testing.T) {
	w := newServedWork(t, 1, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("# HELP x\ndocket_projection_lag_events{view=\"files\"} " +
			"3\ndocket_projection_lag_events{view=\"users\"} 12\nother 99\n"))
	})
	if lag, err := w.i.nodes[0].viewLag(t.Context()); lag != 12 || err != nil {
		t.Errorf("%v, %v, want lag = 12 and no error", lag, err)
	}
}

func TestRowsTellQuantiles(t *testing.T) {
	deeds := []operation{{name: "look"}, {name: "change", write: true}}
	var all []outcome
	for i := range 100 {
		all = append(all, outcome{deed: i % 2, took: time.Duration(i+1) * time.Millisecond})
	}
	r := newRow(50, 2*time.Second, deeds, append(all, outcome{err: errUnsent}))
	if r.throughput != 50 || r.quantileOf("", 0.5) != 51 || r.quantileOf("", 0.99) != 100 || r.quantileOf("look", 1) != 99 ||
		r.quantileOf("writes", 0) != 2 || r.overloadReason() != "" {
		t.Errorf("%.1f/s, p50 %v, p99 %v, %v, %v, %q, want 50/s, 51, 100, 99 and 2",
			r.throughput, r.quantileOf("", 0.5), r.quantileOf("", 0.99), r.quantileOf("look", 1),
			r.quantileOf("writes", 0), r.overloadReason())
	}
	name := filepath.Join(t.TempDir(), "load.csv")
	if err := writeCSV(name, []row{r}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || strings.Count(string(text), "\n") != 6 || !strings.Contains(string(text), ",change,50,25.0,") ||
		!strings.Contains(string(text), "1 not sent") {
		t.Errorf("got %v\n%s, want six lines, one of which was not sent", err, text)
	}
}

func TestSettings(t *testing.T) {
	s, err := parseArgs([]string{"-rates", "5, 10", "-profiles", "sqlite", "-step", "2s"})
	if err != nil || len(s.rates) != 2 || s.rates[1] != 10 || s.profiles[0] != "sqlite" || s.step != 2*time.Second {
		t.Errorf("%+v, %v, want len(s.rates) = 2, s.rates[1] = 10, s.profiles[0] = sqlite, s.step = %v and no error", s, err, 2*time.Second)
	}
	for _, args := range [][]string{{"-rates", "x"}, {"-rates", "0"}, {"-step", "1ms"}, {"-outstanding", "0"}} {
		if _, err := parseArgs(args); err == nil {
			t.Errorf("%v is taken, want an error", args)
		}
	}
}
