package brief

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// client calls the interface as one user of one workspace.
type client struct {
	baseURL   string
	workspace string
	token     func(t *testing.T) string
	called    map[int]bool // the operations that were answered with success
}

// plainHTTP sends requests without what other tests hold answers against.
var plainHTTP = &http.Client{Transport: &http.Transport{}}

// request is one call of an operation before it is sent.
type request struct {
	operation   int
	ids         []string
	query       url.Values
	contentType string
	body        []byte
	withToken   bool
}

// call returns a request of the operation in that row of the table; ids fill the path.
func call(row int, ids ...string) request {
	return request{operation: row, ids: ids, query: url.Values{}, withToken: true}
}

// set sets a query parameter.
func (r request) set(name, value string) request {
	r.query = maps.Clone(r.query)
	r.query.Set(name, value)
	return r
}

// json sets the body.
func (r request) json(body any) request {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	r.contentType, r.body = "application/json", raw
	return r
}

// file sets the body of an upload: the binary field "file".
func (r request) file(name string, content []byte) request {
	return r.form("file", name, content)
}

func (r request) form(field, name string, content []byte) request {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(field, name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		panic(err)
	}
	r.contentType, r.body = form.FormDataContentType(), body.Bytes()
	return r
}

// anonymous leaves the access token out.
func (r request) anonymous() request {
	r.withToken = false
	return r
}

// response holds the answer of the service.
type response struct {
	call   string
	status int
	header http.Header
	body   []byte
}

// send sends r and returns the answer, whatever its status.
func (c *client) send(t *testing.T, r request) response {
	t.Helper()
	op := operations[r.operation]
	address := c.baseURL + fillPath(op.path, r.ids)
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, op.method, address, bytes.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	if r.contentType != "" {
		req.Header.Set("Content-Type", r.contentType)
	}
	if r.withToken {
		req.Header.Set("Authorization", "Bearer "+c.token(t))
		req.Header.Set("X-TENANT-ID", c.workspace)
	}
	res, err := plainHTTP.Do(req)
	if err != nil {
		t.Fatalf("%s: %v, want no error", op.name, err)
	}
	defer res.Body.Close() //nolint:errcheck // the answer was read
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s: %v, want no error", op.name, err)
	}
	name := fmt.Sprintf("%d %s (%s %s)", r.operation, op.name, op.method, strings.TrimPrefix(address, c.baseURL))
	return response{call: name, status: res.StatusCode, header: res.Header, body: body}
}

// do sends r, requires success and returns the answer.
func (c *client) do(t *testing.T, r request) response {
	t.Helper()
	res := c.send(t, r)
	if res.status < 200 || res.status > 299 {
		t.Fatalf("%s: got status %d, want success: %s", res.call, res.status, res.body)
	}
	c.called[r.operation] = true
	return res
}

// read sends r, requires success and decodes the answer as a record.
func read[T any](t *testing.T, c *client, r request) T {
	t.Helper()
	res := c.do(t, r)
	var record T
	if err := decodeStrict(res.body, &record); err != nil {
		t.Fatalf("%s: %v, want no error", res.call, err)
	}
	return record
}

// refuse sends r, requires a client error with the error body and returns its status and message.
func (c *client) refuse(t *testing.T, r request) (int, string) {
	t.Helper()
	res := c.send(t, r)
	if res.status < 400 || res.status > 499 {
		t.Fatalf("%s: got status %d, want a client error: %.300s", res.call, res.status, res.body)
	}
	var body errorBody
	if err := decodeStrict(res.body, &body); err != nil {
		t.Fatalf("%s: error body: %v, want no error", res.call, err)
	}
	if body.Message == "" {
		t.Errorf(`%s: error body without a message: %s, want body.Message other than ""`, res.call, res.body)
	}
	if age := time.Since(body.Timestamp.time()); age < -time.Minute || age > time.Hour {
		t.Errorf("%s: got error timestamp %s, want now", res.call, body.Timestamp)
	}
	return res.status, body.Message
}

// refuseWith is refuse for the failures whose status and message are published.
func (c *client) refuseWith(t *testing.T, r request, status int, message string) {
	t.Helper()
	if gotStatus, gotMessage := c.refuse(t, r); gotStatus != status || gotMessage != message {
		t.Errorf("%s: got %d %q, want %d %q", operations[r.operation].name, gotStatus, gotMessage, status, message)
	}
}

// collection returns the items of an answer that is described as a collection
// only: an array, or an object with one array in it.
func collection[T any](t *testing.T, res response) []T {
	t.Helper()
	raw := bytes.TrimSpace(res.body)
	if bytes.HasPrefix(raw, []byte("{")) {
		var object map[string]json.RawMessage
		if err := json.Unmarshal(raw, &object); err != nil {
			t.Fatalf("%s: %v, want no error", res.call, err)
		}
		arrays := 0
		for _, value := range object {
			if bytes.HasPrefix(value, []byte("[")) {
				raw, arrays = value, arrays+1
			}
		}
		if arrays != 1 {
			t.Fatalf("%s: got an object with %d arrays, want a collection: %s", res.call, arrays, res.body)
		}
	}
	var items []T
	if err := decodeStrict(raw, &items); err != nil {
		t.Fatalf("%s: %v, want no error", res.call, err)
	}
	return items
}

// attachmentName returns the file name under which an answer is to be saved.
func attachmentName(t *testing.T, res response) string {
	t.Helper()
	_, params, err := mime.ParseMediaType(res.header.Get("Content-Disposition"))
	if err != nil {
		t.Fatalf("%s: Content-Disposition %q: %v, want no error", res.call, res.header.Get("Content-Disposition"), err)
	}
	return params["filename"]
}

// waitFor calls ready until it reports true; processing happens in the background.
func waitFor(t *testing.T, what string, ready func() bool) {
	t.Helper()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(2 * time.Minute)
	for !ready() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited two minutes for %s", what)
		}
	}
}
