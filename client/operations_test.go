package client_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	contract "github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/client"
)

// someID stands for every identifier.
const someID = "4c0f4c1e-2f0b-4b5e-8c54-0c2d3c1e9a01"

// A stage answers every request with what a test sets, and keeps what was asked.
type stage struct {
	method, path string
	header       http.Header
	status       int
	kind, body   string
}

func (s *stage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.method, s.path, s.header = r.Method, r.URL.Path, r.Header
	if s.kind != "" {
		w.Header().Set("Content-Type", s.kind)
	}
	w.WriteHeader(s.status)
	_, _ = w.Write([]byte(s.body))
}

// TestEveryOperation calls every operation of the contract, and lets it read every
// example of an answer that the contract has.
func TestEveryOperation(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(contract.Document())
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{}
	server := httptest.NewServer(s)
	defer server.Close()
	c, err := client.New(server.URL, client.Fixed("t"), client.WithPause(1))
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			for _, example := range examplesOf(op) {
				s.status, s.kind, s.body = example.status, example.kind, example.body
				got := call(t, c, op.OperationID)
				if s.method != method || s.path != fillPath(path) {
					t.Errorf("%s asked for %s %s, want %s %s",
						op.OperationID, s.method, s.path, method, fillPath(path))
				}
				if s.header.Get("Authorization") != "Bearer t" {
					t.Errorf("%s was asked without a token, want Bearer t", op.OperationID)
				}
				if example.kind != "application/json" {
					continue
				}
				read++
				if !isRead(got, example) {
					t.Errorf("%s: no record of %d %s, want isRead(got, example)", op.OperationID, example.status, example.body)
				}
			}
		}
	}
	if read < 300 {
		t.Errorf("only %d examples were read, want at least 300", read)
	}
}

// isRead reports whether an answer has a record of an example. Failures have no record of their own in
// the generated answers: package client reads them from the body.
func isRead(answer reflect.Value, e example) bool {
	field := answer.FieldByName(fmt.Sprintf("JSON%d", e.status))
	if field.IsValid() || e.status < http.StatusBadRequest {
		return field.IsValid() && !field.IsNil()
	}
	var want struct{ Message string }
	if err := json.Unmarshal([]byte(e.body), &want); err != nil {
		return false
	}
	resp, _ := answer.FieldByName("HTTPResponse").Interface().(*http.Response)
	var got *client.Error
	return errors.As(client.CheckSuccess(resp, answer.FieldByName("Body").Bytes()), &got) && got.Status == e.status &&
		got.Message == want.Message
}

// fillPath is a path of the contract with identifiers.
func fillPath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if strings.HasPrefix(p, "{") {
			_, behind, _ := strings.Cut(p, "}")
			parts[i] = someID + behind
			if strings.HasPrefix(p, "{page}") || p == "{position}" {
				parts[i] = "1" + behind
			}
		}
	}
	return strings.Join(parts, "/")
}

// call calls the generated method of an operation by its name, with zero values but
// for identifiers.
func call(t *testing.T, c *client.Client, id string) reflect.Value {
	t.Helper()
	name := strings.ToUpper(id[:1]) + id[1:]
	method := reflect.ValueOf(c.API).MethodByName(name + "WithResponse")
	if !method.IsValid() { // its body is no JSON
		method = reflect.ValueOf(c.API).MethodByName(name + "WithBodyWithResponse")
	}
	if !method.IsValid() {
		t.Fatalf("%s has no method, want method.IsValid()", id)
	}
	args := []reflect.Value{reflect.ValueOf(t.Context())}
	for i := 1; i < method.Type().NumIn()-1; i++ { // the last are editors
		args = append(args, argument(method.Type().In(i)))
	}
	out := method.Call(args)
	if err, _ := out[1].Interface().(error); err != nil {
		t.Fatalf("%s: %v, want no error", id, err)
	}
	return out[0].Elem()
}

func argument(kind reflect.Type) reflect.Value {
	v := reflect.New(kind).Elem()
	switch {
	case kind.Kind() == reflect.String:
		v.SetString(someID)
	case kind.Kind() == reflect.Int || kind.Kind() == reflect.Int64:
		v.SetInt(1)
	case kind.Kind() == reflect.Interface && kind.String() == "io.Reader":
		v.Set(reflect.ValueOf(strings.NewReader("content")))
	}
	return v
}

type example struct {
	status     int
	kind, body string
}

// examplesOf are the answers that the contract shows; one without an example has none
// of JSON.
func examplesOf(op *openapi3.Operation) (out []example) {
	for code, ref := range op.Responses.Map() {
		var status int
		if _, err := fmt.Sscan(code, &status); err != nil {
			continue
		}
		content := ref.Value.Content
		if len(content) == 0 {
			out = append(out, example{status: status})
		}
		for kind, media := range content {
			var values []any
			for _, e := range media.Examples {
				values = append(values, e.Value.Value)
			}
			if media.Example != nil {
				values = append(values, media.Example)
			}
			if len(values) == 0 && media.Schema.Value.Example != nil {
				values = append(values, media.Schema.Value.Example)
			}
			if kind != "application/json" {
				body := "<content/>"
				if strings.Contains(kind, "json") { // lines of it
					body = "{}"
				}
				out = append(out, example{status, kind, body})
				continue
			}
			for _, v := range values {
				b, err := json.Marshal(v)
				if err != nil {
					panic(err)
				}
				out = append(out, example{status, kind, string(b)})
			}
		}
	}
	return out
}
