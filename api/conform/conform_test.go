package conform

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Each row is an answer and a word of what is wrong with it, none when it is right.
func TestAnswersAreHeldAgainstTheContract(t *testing.T) {
	const failure = `{"timestamp":"2024-05-31T08:15:30Z","message":"Not found"}`
	const list = `{"downloadStatus":[]}`
	for _, row := range []struct {
		method, path string
		status       int
		body, wrong  string
	}{
		{"GET", "/api/downloads", 200, list, ""},
		{"HEAD", "/api/downloads", 200, "", ""},
		{"GET", "/api/downloads", 200, `{"downloads":[]}`, "downloadStatus"},
		{"GET", "/api/downloads", 200, `{"downloadStatus":[{"id":7}]}`, "against the contract"},
		{"GET", "/api/downloads", 418, failure, "status is not supported"},
		{"GET", "/api/downloads", 500, `{"timestamp":"2024-05-31T08:15:30.25Z","message":"x"}`, "timestamp"},
		{"GET", "/api/downloads", 500, `{"timestamp":"2024-05-31T08:15:30Z","message":"strconv: x"}`, "internals"},
		{"GET", "/api/downloads", 500, `{"message":"x"}`, "timestamp"},
		{"GET", "/api/nothing", 404, failure, ""},
		{"GET", "/api/nothing", 200, "{}", "no such operation"},
		{"PATCH", "/api/downloads", 405, failure, "no Allow"},
		{"GET", "/api/openapi.json", 200, "{}", ""},
	} {
		c, err := Load()
		if err != nil {
			t.Fatal(err)
		}
		h := http.Header{"X-Request-Id": {"1"}, "X-Content-Type-Options": {"nosniff"}, "Cache-Control": {"no-store"},
			"Content-Type": {"application/json"}}
		err = c.CheckAnswer(httptest.NewRequest(row.method, row.path, nil), row.status, h, []byte(row.body))
		if (err == nil) != (row.wrong == "") || err != nil && !strings.Contains(err.Error(), row.wrong) {
			t.Errorf("%s %s %d %s: %v, want %q", row.method, row.path, row.status, row.body, err, row.wrong)
		}
	}
}

// What passes the transport is looked at and stays readable; what breaks the
// contract is an error, and kept.
func TestTransport(t *testing.T) {
	body := `{"status":"UP"}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for _, name := range []string{"X-Request-Id", "X-Content-Type-Options", "Cache-Control"} {
			w.Header().Set(name, "x")
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	wire := &Transport{Contract: c}
	get := func(path string) error {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
		a, err := (&http.Client{Transport: wire}).Do(r)
		if err == nil {
			_ = a.Body.Close()
		}
		return err
	}
	if err := get("/health/live"); err != nil {
		t.Error(err)
	}
	if err := get("/metrics"); err != nil {
		t.Error("not the contract's business:", err)
	}
	body = `{"status":7}`
	if err := get("/health/live"); err == nil {
		t.Error("a broken answer passes")
	}
	if broken, looked := wire.BrokenAnswers(); len(broken) != 1 || looked != 2 {
		t.Error(broken, looked)
	}
}
