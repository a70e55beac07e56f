package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/domain"
)

// What every operation answers before it looks at anything of its own.
func TestEveryOperationIsGuarded(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		s := newSite(t)
		for _, authorization := range []string{"", "Bearer", "Bearer ", "Basic Zzp6", "Bearer expired", "Bearer forged", "good"} {
			r := o.good()
			r.Header.Set("Authorization", authorization)
			s.expectRefused(s.do(r), 401, "Authentication is required")
		}
		r := o.good()
		r.Header.Set("Authorization", "Bearer disabled")
		s.expectRefused(s.do(r), 401, "The account is disabled")
		r = o.good()
		r.Header["X-Tenant-Id"] = []string{"demo", "other"}
		s.expectRefused(s.do(r), 403, "X-TENANT-ID does not match the token")
		for _, method := range s.otherMethods(o.path) {
			r := o.good()
			r.Method = method
			want := "Method not allowed"
			if method == "GET" && strings.HasPrefix(r.URL.Path, bundleRoute) { // which was by GET once
				want += ": an evidence bundle is asked for with POST"
			}
			s.expectRefused(s.do(r), 405, want)
		}
		s.roles = nil
		s.expectRefused(s.do(o.good()), 403, "Access denied")
		s.drain = true
		s.expectRefused(s.do(o.good()), 503, "The service is not available")
	})
}

// otherMethods are the methods that a path does not offer.
func (s *site) otherMethods(path string) []string {
	allow := s.do(request("BREW", path, "")).Header.Get("Allow")
	also := strings.HasSuffix(path, "/attributes") // takes POST like PUT, which Allow does not say
	return slices.DeleteFunc([]string{"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"},
		func(m string) bool {
			return slices.Contains(strings.Split(allow, ", "), m) || m == http.MethodPost && also ||
				m == http.MethodOptions && strings.HasPrefix(path, partsPath) // which tells what of the tus protocol is spoken
		})
}

// kinds are the failures of commands and queries by the status that they have
// outside. Of 413 and 415 the handlers find some themselves.
var kinds = map[int]domain.Kind{400: domain.Invalid, 403: domain.Forbidden, 404: domain.NotFound, 409: domain.Conflict,
	412: domain.Precondition, 413: domain.TooLarge, 415: domain.Unsupported, 422: domain.Unprocessable, 503: domain.Unavailable}

// Every failure that the contract shows for an operation reaches the outside in
// those words, whether a command or a query finds it.
func TestEveryFailureIsTold(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		s := newSite(t)
		for status, ref := range o.op.Responses.Map() {
			var code int
			if _, err := fmt.Sscan(status, &code); err != nil || kinds[code] == 0 {
				continue
			}
			for _, message := range messages(ref.Value) {
				s.fail = domain.Faultf(kinds[code], "%s", message)
				s.want(s.do(o.good()), code, message)
			}
		}
		s.fail = errors.New("dial 10.0.0.1: refused")
		s.want(s.do(o.good()), 500, "An error occurred while processing the request.")
	})
}

// messages are those of the examples of a failure.
func messages(r *openapi3.Response) []string {
	content := r.Content["application/json"]
	if content == nil {
		return nil
	}
	var out []string
	for _, ref := range content.Examples {
		if m, ok := ref.Value.Value.(map[string]any); ok && m["message"] != nil {
			out = append(out, m["message"].(string))
		}
	}
	return out
}

// Every operation that sends ranges refuses one outside of the content.
func TestEveryRangeIsChecked(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		for _, p := range o.parameters("header") {
			if s := newSite(t); p.Name == "Range" {
				s.want(s.do(o.with(p, "bytes=9999-")), 416, "The range is not satisfiable")
			}
		}
	})
}

// Every operation with an upload says what is wrong with the form.
func TestEveryUploadIsChecked(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		if !o.takes("multipart/form-data") {
			return
		}
		s := newSite(t, smallLimits)
		form := func(parts ...string) *http.Request {
			r := uploadTo(o.path, parts...)
			r.Method = o.method
			return r
		}
		if !o.takes("application/json") {
			s.expectRefused(s.do(o.saying("{}", "application/json")), 415, "Content-Type must be multipart/form-data")
			s.expectRefused(s.do(o.saying("x", "")), 415, "Content-Type must be multipart/form-data")
		}
		if slices.Contains(o.op.RequestBody.Value.Content["multipart/form-data"].Schema.Value.Required, "file") {
			s.expectRefused(s.do(form()), 400, "file is required")
		}
		s.misspelt(o, form)
		s.expectRefused(s.do(form("file", "a.csv", "x", "file", "b.csv", "y")), 400, "Exactly one file is expected")
		s.expectRefused(s.do(form("file", "", "x")), 400, "The file has no name")
		s.expectRefused(s.do(form("file", "a.csv", strings.Repeat("x", 101))), 413, "The file is too large")
		s.expectRefused(s.do(form("file", "a.csv", strings.Repeat("x", 3<<20))), 413, "The file is too large")
	})
}

// misspelt wants a refusal of every parameter that is not written as the contract has it, in
// the query, before the file and behind it.
func (s *site) misspelt(o trial, form func(parts ...string) *http.Request) {
	s.Helper()
	s.expectRefused(s.do(form("Files", "a.pdf", "x")), 400, "Unknown parameter: Files, did you mean file?")
	names := []string{"file"}
	for _, p := range o.parameters("query") {
		names = append(names, p.Name)
	}
	for _, name := range names {
		wrong := strings.ToUpper(name)
		message := "Unknown parameter: " + wrong + ", did you mean " + name + "?"
		s.expectRefused(s.do(form(wrong, "", "true", "file", "a.csv", "x")), 400, message)
		s.expectRefused(s.do(form("file", "a.csv", "x", wrong, "", "true")), 400, message)
		r := form("file", "a.csv", "x")
		r.URL.RawQuery = wrong + "=true"
		s.expectRefused(s.do(r), 400, message)
	}
	a := s.do(form("file", "a.csv", "x", "unheard-of", "", "true"))
	if a.StatusCode != 400 || !strings.HasPrefix(a.message(), "Unknown parameter: unheard-of; this upload takes ") ||
		!strings.HasSuffix(a.message(), "file") {
		s.Errorf("an unknown field: %d %s, want 400 that lists what the upload takes", a.StatusCode, a.body)
	}
}

// smallLimits lets uploads be at most 100 bytes.
func smallLimits(c *Config) {
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		if strings.HasPrefix(v.Type().Field(i).Name, "Max") && v.Field(i).CanInt() {
			v.Field(i).SetInt(100)
		}
	}
}

// An operation with a body of JSON reads nothing else, and not too much of it.
func TestEveryBodyIsChecked(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		if !o.takes("application/json") {
			return
		}
		s := newSite(t)
		const wrong = "The request body is not valid JSON"
		for _, body := range []string{"{", "x", o.body + "{} x", o.body + "{}{}", "\ufeff{}", `{"a":1,"a":2}`, "\"\xff\"",
			strings.Repeat("[", 20_000), "nul", "{'a':1}"} {
			s.expectRefused(s.do(o.saying(body, "application/json")), 400, wrong)
		}
		if o.op.RequestBody.Value.Required {
			s.expectRefused(s.do(o.saying("", "application/json")), 400, wrong)
		}
		large := `{"a":"` + strings.Repeat("x", 1<<20) + `"}`
		s.expectRefused(s.do(o.saying(large, "application/json")), 413, "The request body is too large")
		if !o.takes("multipart/form-data") {
			for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/jsonp",
				"multipart/form-data; boundary=b", ";"} {
				if o.path == allPath && strings.HasPrefix(kind, "multipart/") {
					continue // an import
				}
				s.expectRefused(s.do(o.saying(`{"a":1}`, kind)), 415, "Content-Type must be application/json")
			}
		}
	})
}

// Every field of a body has its type, and is named when it has another.
func TestEveryFieldHasItsType(t *testing.T) {
	everyOperation(t, func(t *testing.T, o trial) {
		if !o.takes("application/json") {
			return
		}
		s := newSite(t)
		schema := o.op.RequestBody.Value.Content["application/json"].Schema.Value
		wrap := func(fields map[string]any) any { return fields }
		if schema.Type.Is("array") {
			schema, wrap = schema.Items.Value, func(fields map[string]any) any { return []any{fields} }
		}
		sound := firstObject(o.body)
		for name, ref := range schema.Properties {
			for _, v := range []any{7.5, true, "text", []any{[]any{}}, map[string]any{"x": []any{1}}} {
				if ref.Value.VisitJSON(v, contract.TextFormats()...) == nil {
					continue
				}
				body, _ := json.Marshal(wrap(with(sound, name, v)))
				a := s.do(o.saying(string(body), "application/json"))
				if a.StatusCode != 400 || a.message() == "" || s.wrote != nil {
					t.Errorf(`%s: %d %s, want a.StatusCode = 400, a.message() other than "" and s.wrote = nil`, body, a.StatusCode, a.body)
					s.wrote = nil
				}
			}
		}
		for _, name := range schema.Required {
			for _, fields := range []map[string]any{omit(sound, name), with(sound, name, nil)} {
				body, _ := json.Marshal(wrap(fields))
				if fields[name] == nil && len(fields) == len(sound) && schema.Properties[name].Value.Nullable {
					continue
				}
				s.expectRefused(s.do(o.saying(string(body), "application/json")), 400, name+" is required")
			}
		}
	})
}

// firstObject is the object that a body is, or holds first.
func firstObject(body string) map[string]any {
	var one map[string]any
	if json.Unmarshal([]byte(body), &one) == nil {
		return one
	}
	var many []map[string]any
	if json.Unmarshal([]byte(body), &many) == nil && len(many) > 0 {
		return many[0]
	}
	return map[string]any{}
}

func with(fields map[string]any, name string, value any) map[string]any {
	out := map[string]any{}
	for k, v := range fields {
		out[k] = v
	}
	out[name] = value
	return out
}

func omit(fields map[string]any, name string) map[string]any {
	out := with(fields, name, nil)
	delete(out, name)
	return out
}
