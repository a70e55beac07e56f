package client_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
)

// answering serves requests one after the other, each by the next function; the last
// one serves all that follow.
func answering(t *testing.T, steps ...http.HandlerFunc) *httptest.Server {
	t.Helper()
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		step := steps[min(n, len(steps)-1)]
		n++
		step(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func status(code int, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, _ = fmt.Fprintf(w, `{"message":"status %d"}`, code)
	}
}

func of(t *testing.T, s *httptest.Server, tokens client.Source) *client.Client {
	t.Helper()
	c, err := client.New(s.URL, tokens, client.WithPause(time.Millisecond), client.WithHTTP(s.Client()))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// steps is a source whose every token is another.
type steps struct{ renewed int }

func (s *steps) Token(context.Context) (string, error) { return fmt.Sprint("token ", s.renewed), nil }

func (s *steps) Renew(_ context.Context, refused string) (string, error) {
	if refused != fmt.Sprint("token ", s.renewed) {
		return "", errors.New("another token was refused")
	}
	s.renewed++
	return fmt.Sprint("token ", s.renewed), nil
}

func TestARefusedTokenIsRenewedOnce(t *testing.T) {
	var seen []string
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("Authorization"))
		status(http.StatusUnauthorized)(w, r)
	})
	source := &steps{}
	r, err := of(t, s, source).API.ListDownloadsWithResponse(t.Context(), nil)
	if err != nil || r.StatusCode() != 401 {
		t.Fatalf("%v %v, want r.StatusCode() = 401 and no error", r, err)
	}
	if fmt.Sprint(seen) != "[Bearer token 0 Bearer token 1]" {
		t.Errorf("sent %q, want [Bearer token 0 Bearer token 1]", seen)
	}
	_, err = client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	if client.StatusOf(err) != 401 || err.Error() != "status 401" {
		t.Errorf("told %v, want client.StatusOf(err) = 401 and err.Error() = status 401", err)
	}
}

func TestABusyServiceIsAskedAgain(t *testing.T) {
	for _, code := range []int{429, 503} {
		s := answering(t, status(code, "Retry-After", "0"), status(code), status(200))
		if r, err := of(t, s, client.Fixed("t")).API.ListDownloadsWithResponse(t.Context(), nil); err != nil || r.StatusCode() != 200 {
			t.Errorf("after %d: %v %v, want r.StatusCode() = 200 and no error", code, r, err)
		}
	}
	s := answering(t, status(503))
	if r, err := of(t, s, client.Fixed("t")).API.ListDownloadsWithResponse(t.Context(), nil); err != nil || r.StatusCode() != 503 {
		t.Errorf("a service that stays away: %v %v, want r.StatusCode() = 503 and no error", r, err)
	}
}

// A write without a key is not sent twice: it may have been done.
func TestAWriteWithoutAKeyIsSentOnce(t *testing.T) {
	key := "k-1"
	for _, c := range []struct {
		params *api.CreateOrUpdateDossierParams
		want   int
	}{{nil, 503}, {&api.CreateOrUpdateDossierParams{IdempotencyKey: &key}, 409}} {
		s := answering(t, status(503), status(409))
		r, err := of(t, s, client.Fixed("t")).API.CreateOrUpdateDossierWithResponse(t.Context(), someID, c.params,
			api.CreateOrUpdateDossierJSONRequestBody{Name: "n"})
		if err != nil || r.StatusCode() != c.want {
			t.Errorf("%d %v, want %d", r.StatusCode(), err, c.want)
		}
	}
}

// What is sent again before the service is done with it waits for that.
func TestARequestThatStillRunsIsWaitedFor(t *testing.T) {
	running := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusConflict)
		_, _ = fmt.Fprint(w, `{"timestamp":"2024-05-31T08:15:30Z","message":"The request is still running"}`)
	}
	key := "k-1"
	s := answering(t, running, running, status(409))
	r, err := of(t, s, client.Fixed("t")).API.CreateOrUpdateDossierWithResponse(t.Context(), someID,
		&api.CreateOrUpdateDossierParams{IdempotencyKey: &key}, api.CreateOrUpdateDossierJSONRequestBody{Name: "n"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body); client.StatusOf(err) != http.StatusConflict ||
		err.Error() != "status 409" {
		t.Errorf("the last answer is %v, want the refusal 409", err)
	}
}

func TestReadsNameThePositionOfTheLastWrite(t *testing.T) {
	var asked []string
	s := answering(t, status(204, "Docket-Position", "42"), status(204, "Docket-Position", "41"),
		func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Header.Get("Docket-Position"))
			status(200)(w, r)
		})
	c := of(t, s, client.Fixed("t"))
	for range 2 {
		if _, err := c.API.DeleteDownloadWithResponse(t.Context(), someID, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.API.ListDownloadsWithResponse(t.Context(), nil); err != nil || fmt.Sprint(asked) != "[42]" {
		t.Errorf("%q, %v, want fmt.Sprint(asked) = [42] and no error", asked, err)
	}
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reads := 0
	s := answering(t, func(w http.ResponseWriter, _ *http.Request) {
		if reads++; reads == 3 {
			cancel()
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"processingStatus":"OCR"}`)
	})
	if _, err := of(t, s, client.Fixed("t")).AwaitProcessed(ctx, someID, someID, someID, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting ended with %v, want %v", err, context.Canceled)
	}
}

// answerJSON returns a handler that answers with a body.
func answerJSON(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, body)
	}
}

func TestWaitingTellsWhyAFileFailed(t *testing.T) {
	s := answering(t, answerJSON(`{"processingStatus":"LAYOUT"}`),
		answerJSON(`{"processingStatus":"ERROR","fileErrorInfo":{"service":"layout","cause":"The PDF has no `+
			`pages","queue":"q","timestamp":"2024-05-31T08:15:30.000+00:00"}}`))
	var seen []string
	_, err := of(t, s, client.Fixed("t")).AwaitProcessed(t.Context(), someID, someID, someID,
		func(f api.FileStatus) { seen = append(seen, string(f.ProcessingStatus)) })
	var failed *client.ProcessingError
	if !errors.As(err, &failed) || failed.Service != "layout" || failed.Cause != "The PDF has no pages" ||
		fmt.Sprint(seen) != "[LAYOUT ERROR]" {
		t.Errorf("%v, seen %q, want the failure of layout with its cause", err, seen)
	}
	s = answering(t, answerJSON(`{"status":"QUEUED"}`), answerJSON(`{"status":"FAILED","errorCause":"The report template x is broken"}`))
	var pack *client.PackageError
	if _, err := of(t, s, client.Fixed("t")).AwaitReady(t.Context(), someID, nil); !errors.As(err, &pack) ||
		pack.Cause != "The report template x is broken" {
		t.Errorf("a package: %v, want errors.As(err, &pack) and pack.Cause = The report template x is broken", err)
	}
}

// TestOperationsAreAwaitedWithTheirAnalyses reads an operation until it is over, and so are its analyses.
func TestOperationsAreAwaitedWithTheirAnalyses(t *testing.T) {
	s := answering(t, answerJSON(`{"state":"RUNNING","ended":null}`),
		answerJSON(`{"state":"DONE","ended":"2024-05-31T08:15:30.250+00:00","analysis":{"requested":2,"waiting":1}}`),
		answerJSON(`{"state":"DONE","ended":"2024-05-31T08:15:30.250+00:00","analysis":{"requested":2,"waiting":0}}`))
	seen := 0
	o, err := of(t, s, client.Fixed("t")).AwaitOperation(t.Context(), someID, func(api.Operation) { seen++ })
	if err != nil || seen != 3 || o.State != api.OperationDone || o.Analysis.Waiting != 0 {
		t.Errorf("got %+v, %v after %d reads, want it done after 3", o, err, seen)
	}
}

// TestEvidenceIsFetchedAsItIs fetches evidence, whose tiles have slashes in their names.
func TestEvidenceIsFetchedAsItIs(t *testing.T) {
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if isBundle := strings.Contains(r.URL.Path, "/bundles/"); isBundle != (r.Method == http.MethodPost) {
			t.Errorf("%s %s: bundles, which the log tells of, are asked for with POST", r.Method, r.URL.Path)
		}
		_, _ = fmt.Fprint(w, r.URL.Path)
		if r.URL.RawQuery != "" {
			_, _ = fmt.Fprint(w, "?", r.URL.RawQuery)
		}
	})
	c := of(t, s, client.Fixed("t"))
	opened := "/api/evidence/bundles/" + someID + "?openValues=true"
	for want, got := range map[string]func() ([]byte, error){
		"/api/evidence/checkpoint":            func() ([]byte, error) { return c.EvidenceCheckpoint(t.Context()) },
		"/api/evidence/tile/0/x001/234.p/17":  func() ([]byte, error) { return c.EvidenceTile(t.Context(), "0", "x001/234.p/17") },
		"/api/evidence/tile/entries/x001/234": func() ([]byte, error) { return c.EvidenceTile(t.Context(), "entries", "x001/234") },
		"/api/evidence/proofs/4711":           func() ([]byte, error) { return c.EvidenceProof(t.Context(), 4711) },
		"/api/evidence/bundles/" + someID:     func() ([]byte, error) { return c.EvidenceBundle(t.Context(), someID) },
		opened:                                func() ([]byte, error) { return c.OpenedEvidenceBundle(t.Context(), someID) },
	} {
		if b, err := got(); err != nil || string(b) != want {
			t.Errorf("got %q, %v, want %q", b, err, want)
		}
	}
	var refused *client.Error
	if _, err := of(t, answering(t, status(404)), client.Fixed("t")).EvidenceProof(t.Context(), 1); !errors.As(err, &refused) ||
		refused.Status != 404 {
		t.Errorf("got %v, want 404", err)
	}
}

func TestHistoryIsReadToItsEnd(t *testing.T) {
	s := answering(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		const event = `{"position":%d,"time":"2024-05-31T08:15:30.000+00:00","actor":{"id":null,"username":"system"},"type":"t","summary":"","data":{}}`
		switch r.URL.Query().Get("cursor") {
		case "":
			_, _ = fmt.Fprintf(w, `{"events":[`+event+`],"nextCursor":"second"}`, 1)
		case "second":
			_, _ = fmt.Fprintf(w, `{"events":[`+event+`,`+event+`],"nextCursor":null}`, 2, 3)
		}
	})
	c := of(t, s, client.Fixed("t"))
	var at []int64
	for e, err := range c.FileHistory(t.Context(), someID, someID, someID) {
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, e.Position)
	}
	for _, other := range []iter.Seq2[api.HistoryEvent, error]{c.DossierHistory(t.Context(), someID, someID),
		c.TemplateHistory(t.Context(), someID), c.AuditEvents(t.Context(), api.ListAuditEventsParams{})} {
		for e, err := range other {
			if err != nil {
				t.Fatal(err)
			}
			at = append(at, e.Position)
		}
	}
	if fmt.Sprint(at) != "[1 2 3 1 2 3 1 2 3 1 2 3]" {
		t.Errorf("read %v, want [1 2 3 1 2 3 1 2 3 1 2 3]", at)
	}
	s = answering(t, status(404))
	failures := 0
	for _, err := range of(t, s, client.Fixed("t")).DossierHistory(t.Context(), someID, someID) {
		if failures++; client.StatusOf(err) != 404 {
			t.Error(err)
		}
	}
	if failures != 1 {
		t.Errorf("%d failures, want 1", failures)
	}
}
