package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAnyRequest sends requests that are made of the contract, valid, nearly valid
// and hostile ones, to a real service: none may be answered with 500 or 503 or
// against the contract, and none that is refused may change anything.
func TestAnyRequest(t *testing.T) {
	t.Parallel()
	draws := "150"
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		draws = "3000"
	}
	for name, value := range map[string]string{"rapid.checks": draws, "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	servicetest.Engines(t, func(t *testing.T, args []string) {
		w := &wild{Room: servicetest.ServeInside(t, args...)}
		w.AddAccount("demo", "wild", servicetest.AllRoles...)
		w.changeSettings(func(s *workspace.Settings) { w.settings = *s })
		_, w.victim = w.AddAccount("demo", "victim", "USER")
		var drawn int
		rapid.Check(t, func(rt *rapid.T) {
			if drawn%30 == 0 {
				w.sow()
			}
			drawn++
			w.try(rt)
		})
		if w.traced == 0 {
			t.Error("no request changed anything: the test looks in the wrong place")
		}
	})
}

// wild is a service, and things in it that requests may be about.
type wild struct {
	*servicetest.Room
	caller   *servicetest.Caller
	victim   string
	settings workspace.Settings // those of the workspace before any request
	pool     pool
	traced   int // events that requests led to
}

// changeSettings changes the settings of the workspace, as its operator may.
func (w *wild) changeSettings(change func(*workspace.Settings)) {
	w.T.Helper()
	if _, err := w.App.Commands.ChangeWorkspace(w.T.Context(), w.NewRequest("demo"), change); err != nil {
		w.T.Fatal(err)
	}
}

// sow makes new things in the place of those that were deleted or closed, and a
// new token, under the settings that the workspace had: requests may have ended the
// sign-in by password, and refused files that are there already.
func (w *wild) sow() {
	w.T.Helper()
	w.changeSettings(func(s *workspace.Settings) { *s = w.settings })
	w.Settle()
	c := w.SignInUser("demo", "wild")
	w.caller = c
	t := w.ImportTemplate("demo", "Wild invoices "+uuid.NewString(), "PUBLIC")
	var made struct{ ID string }
	c.Want(201, "POST", t+"/dossiers", map[string]any{"name": "wild " + uuid.NewString()}).Decode(w.T, &made)
	dossier := t + "/dossiers/" + made.ID
	file := c.UploadSmall(dossier+"/files", "a.pdf")
	var definitions []struct{ ID string }
	c.Want(200, "GET", t+"/component-definitions?includeSoftDeleted=true", nil).Decode(w.T, &definitions)
	var d struct{ ID string }
	c.Want(200, "POST", dossier+"/downloads", map[string]any{"downloadFileTypes": []string{"ORIGINAL"},
		"reportTemplateIds": []string{}}).Decode(w.T, &d)
	w.pool = pool{"dossierTemplateId": {path.Base(t)}, "dossierId": {path.Base(dossier)}, "fileId": {file},
		"downloadId": {d.ID}, "userId": {w.victim},
		"ownerId": {w.victim}, "memberId": {w.victim}, "approverId": {w.victim}, "assigneeId": {w.victim},
		"componentId": {definitions[0].ID},
		"any":         {path.Base(dossier), file, w.victim, "x", "", "%2e%2e", "\u00e9"}}
	for name, list := range map[string]string{"attributeId": "file-attribute-definitions",
		"dossierStatusId": "dossier-status-definitions", "reportTemplateId": "report-templates",
		"entityId": "entity-definitions"} {
		var found map[string][]struct{ ID string }
		c.Want(200, "GET", t+"/"+list, nil).Decode(w.T, &found)
		for _, all := range found {
			for _, one := range all {
				w.pool[name] = append(w.pool[name], one.ID)
			}
		}
	}
}

// try sends one request.
func (w *wild) try(t *rapid.T) {
	s := rapid.SampledFrom(steps()).Draw(t, "operation")
	m := rapid.SampledFrom([]mood{valid, valid, nearly, hostile}).Draw(t, "mood")
	id := uuid.New()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r := w.request(ctx, t, s, m)
	if r == nil {
		return
	}
	r.Header.Set("X-Request-Id", id.String())
	head := w.Head()
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v, want no error", r.Method, r.URL, err)
	}
	defer a.Body.Close()
	if a.Header.Get("Content-Type") == "text/event-stream" {
		return
	}
	body, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode >= 500 {
		t.Fatalf("%s %s: %d %s %v, want no error and a.StatusCode less than 500", r.Method, r.URL, a.StatusCode, body, err)
	}
	for e, err := range w.App.Log.Store.All(context.Background(), es.Position(head), es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Meta.Correlation != id || strings.HasPrefix(e.Type, "access.") {
			continue
		}
		if w.traced++; a.StatusCode >= 400 {
			t.Fatalf("%s %s is refused with %d %s and appends %s, want less than 400",
				r.Method, r.URL, a.StatusCode, body, e.Type)
		}
	}
}

// request draws a request of an operation; nil for one that no client can send.
func (w *wild) request(ctx context.Context, t *rapid.T, s step, m mood) *http.Request {
	target := s.path
	query := url.Values{}
	headers := http.Header{"Authorization": {"Bearer " + w.caller.Token}}
	for _, ref := range s.op.Parameters {
		p := ref.Value
		text := plain(w.pool.drawValue(t, p.Name, p.Schema.Value, m))
		switch {
		case p.In == openapi3.ParameterInPath:
			if text = url.PathEscape(text); text == "" || text == "." || text == ".." {
				text = "x"
			}
			target = strings.ReplaceAll(target, "{"+p.Name+"}", text)
		case rapid.IntRange(0, 2).Draw(t, "give "+p.Name) > 0:
			continue
		case p.In == openapi3.ParameterInQuery:
			query[p.Name] = slices.Repeat([]string{text}, repeats(t, m))
		default:
			headers.Set(p.Name, header(t, p.Name, m))
		}
	}
	body, contentType := w.body(t, s, m)
	if m == hostile {
		contentType = rapid.SampledFrom([]string{contentType, contentType, contentType, "text/plain", "", ";",
			"application/json; charset=utf-16", "multipart/form-data"}).Draw(t, "content type")
	}
	if contentType != "" {
		headers.Set("Content-Type", contentType)
	}
	r, err := http.NewRequestWithContext(ctx, s.method, w.URLFor(target, "multipart/")+target+"?"+query.Encode(), bytes.NewReader(body))
	if err != nil {
		return nil
	}
	r.Header = headers
	return r
}

// plain writes a value as a parameter has it.
func plain(v any) string {
	if s, ok := v.(string); ok {
		return s[:min(len(s), 4000)]
	}
	b, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return string(b[:min(len(b), 4000)])
}

// repeats is how often a parameter is sent.
func repeats(t *rapid.T, m mood) int {
	if m == valid {
		return 1
	}
	return rapid.IntRange(1, 2).Draw(t, "times")
}

// header draws the value of a header: right, or in a bad mood odd or long.
func header(t *rapid.T, name string, m mood) string {
	right := map[string]string{"X-TENANT-ID": "demo", "Docket-Position": "1", "If-Match": "*", "If-None-Match": `W/"x", "y"`,
		"Range":    "bytes=0-10",
		"If-Range": `"x"`, "Idempotency-Key": uuid.NewString(), "Last-Event-ID": "1"}
	if m == valid || name == "X-TENANT-ID" && m == nearly {
		return right[name]
	}
	return rapid.SampledFrom([]string{right[name], right[name], right[name], "", "*", "\"", "-1", "bytes=5-1",
		"bytes=-0,1-2,3-", "18446744073709551616", "\xff\xfe",
		strings.Repeat("a", 3000), "Mon, 01 Jan 0000 00:00:00 GMT"}).Draw(t, name)
}

// body draws the body of a request.
func (w *wild) body(t *rapid.T, s step, m mood) ([]byte, string) {
	if s.op.RequestBody == nil {
		return nil, ""
	}
	content := s.op.RequestBody.Value.Content
	kinds := make([]string, 0, len(content))
	for kind := range content {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	kind := rapid.SampledFrom(kinds).Draw(t, "kind of body")
	switch kind {
	case "application/json":
		if m == hostile && rapid.IntRange(0, 3).Draw(t, "raw") == 0 {
			return rapid.SampledFrom([][]byte{{}, {0xff}, []byte("{"), []byte("[[[["), []byte(strings.Repeat("[", 30_000)),
				[]byte(`{"a":1,"a":2}`),
				[]byte(`"\ud800"`), []byte("{} {}"), []byte("null"), []byte("\"" + strings.Repeat("x", 1<<20+1) + "\"")}).Draw(
				t, "raw body"), kind
		}
		b, err := json.Marshal(w.pool.drawValue(t, "", content[kind].Schema.Value, m))
		if err != nil {
			t.Fatal(err)
		}
		return b, kind
	case "multipart/form-data":
		return w.form(t, m)
	}
	return []byte(rapid.SampledFrom([]string{"", "one\ntwo\n", "\xff\xfe", strings.Repeat("term\n", 1000),
		strings.Repeat("x", 300)}).Draw(t, "text body")), kind
}

// form draws an upload: a file of some kind, sometimes under a name that lies, none or two.
func (w *wild) form(t *rapid.T, m mood) ([]byte, string) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	files := 1
	if m != valid {
		files = rapid.SampledFrom([]int{1, 1, 1, 0, 2}).Draw(t, "files")
	}
	for range files {
		name := rapid.SampledFrom([]string{"a.pdf", "a.csv", "a.zip", "a.docx", "a.xlsx", "rules.drl", "..", "é.PDF", "x",
			strings.Repeat("n", 300) + ".pdf"}).Draw(t, "file name")
		part, err := form.CreateFormFile(rapid.SampledFrom([]string{"file", "file", "file", "File"}).Draw(t, "part"), name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write([]byte(rapid.SampledFrom([]string{"", "%PDF-1.4 no more", "PK\x03\x04",
			"search_value,mapped_value\na,b\n", "filename;x\n\"", "package drools\n",
			"rule \"A.0.0\" when then end", "dd.MM.yyyy\n", "dd.bb.yyyy\n", "\xff\xfe\x00",
			strings.Repeat("a,b\n", 5000)}).Draw(t, "content")))
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	out := b.Bytes()
	if m == hostile {
		out = out[:len(out)-rapid.SampledFrom([]int{0, 0, 1, 20}).Draw(t, "cut off")]
	}
	return out, form.FormDataContentType()
}
