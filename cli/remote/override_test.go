package remote_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Identifiers of the made-up dossier.
const (
	theTemplate = "4c0f4c1e-2f0b-4b5e-8c54-0c2d3c1e9a01"
	theDossier  = "9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02"
	theFile     = "77e2d3a4-3e0c-4d0f-8a56-7d8b1a0c4e03"
)

// A dossierServer is a service with one dossier, Claims, whose answers are given by the end of
// the path; what is posted is noted.
type dossierServer struct {
	url     string
	answers map[string]string // JSON by method and end of the path
	posted  []string
}

// serveDossier starts a service with a template and a dossier, and more answers.
func serveDossier(t *testing.T, answers map[string]string) *dossierServer {
	t.Helper()
	t.Setenv("DOCKET_TOKEN", "token")
	t.Setenv("DOCKET_CONFIG_DIR", t.TempDir())
	d := &dossierServer{answers: map[string]string{
		"GET /dossier-templates": `{"dossierTemplates":[{"id":"` + theTemplate + `","name":"Invoices"}]}`,
		"GET /dossiers":          `{"dossiers":[{"id":"` + theDossier + `","name":"Claims","dossierTemplateId":"` + theTemplate + `"}]}`,
	}}
	for path, answer := range answers {
		d.answers[path] = answer
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodGet {
			if at := strings.Index(r.URL.Path, "/components/"); at >= 0 && r.Header.Get("If-Match") == `"v7"` {
				d.posted = append(d.posted, r.Method+" "+r.URL.Path[at:])
			}
			d.posted = append(d.posted, string(body))
			w.WriteHeader(http.StatusNoContent)
			return
		}
		end := r.URL.Path[strings.LastIndex(r.URL.Path, "/"):]
		answer, ok := d.answers[r.Method+" "+end]
		w.Header().Set("Content-Type", "application/json")
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			answer = `{"timestamp":"2024-05-31T08:15:30Z","message":"Not found"}`
		}
		_, _ = w.Write([]byte(answer))
	}))
	t.Cleanup(s.Close)
	d.url = s.URL
	return d
}

// fileStatus is the status of a file of the dossier.
func fileStatus(id, name, status, problem string) string {
	fault := "null"
	if problem != "" {
		fault = `{"service":"layout","cause":"` + problem + `","queue":"file-processing","timestamp":"2024-05-31T08:15:30.000+00:00"}`
	}
	return `{"id":"` + id + `","filename":"` + name + `","dossierId":"` + theDossier + `","dossierTemplateId":"` + theTemplate +
		`","processingStatus":"` + status + `","fileErrorInfo":` + fault + `}`
}

func TestMissingValuesAreTold(t *testing.T) {
	incomplete := strings.Replace(fileStatus(theFile, "a.pdf", "PROCESSED", ""), `"fileErrorInfo"`,
		`"failedRules":2,"ruleFailures":[{"rule":"A.0.0","file":"COMPONENT","line":7,"message":"no such `+
			`column","function":""}],"fileErrorInfo"`, 1)
	d := serveDossier(t, map[string]string{
		"GET /files":      `{"fileStatus":[` + incomplete + `]}`,
		"GET /components": `{"files":[{"components":{"Total":["2"]},"fileId":"` + theFile + `","filename":"a.pdf"}]}`,
	})
	const said = "rules that failed: 2; first A.0.0, line 7 of component-rules.drl: no such column"
	if code, printed, _ := runCommand(t, "", "status", "--dossier", "Claims", "--server", d.url); code != 0 || !strings.Contains(printed, said) {
		t.Errorf("status: got %d, %q; want %q", code, printed, said)
	}
	code, printed, told := runCommand(t, "", "components", "--dossier", "Claims", "--server", d.url)
	if code != 0 || !strings.Contains(told, "docket: a.pdf: values are missing; "+said) || !strings.Contains(printed, "Total") {
		t.Errorf("components: got %d, %q, %q; want %q", code, printed, told, said)
	}
}

func TestOverridesOfUnknownComponentsAreRefused(t *testing.T) {
	for _, test := range []struct {
		name   string
		args   []string
		code   int
		want   string
		posted string
	}{
		{"another spelling", []string{"invoice number", "X-1"}, 0, "has the given values now", `"name":"invoice number"`},
		{"one that the template defines", []string{"Due_Date", "1"}, 0, "has the given values now", `"name":"Due_Date"`},
		{"a slip", []string{"Invoce_Number", "X-1"}, 1,
			`has no component "Invoce_Number", and its template defines none; did you mean Invoice_Number?`, ""},
		{"a part", []string{"number", "X-1"}, 1, "did you mean Invoice_Number?", ""},
		{"nonsense", []string{"Nonsense", "X-1"}, 1, "there are Invoice_Number, Total, due_date\nWith --new it is added.", ""},
		{"nonsense, to be added", []string{"Nonsense", "X-1", "--new"}, 0, "has the given values now", `"name":"Nonsense"`},
		{"back", []string{"total", "--revert"}, 0, "extracted values again", `{"components":["total"]}`},
		{"back what nobody corrected", []string{"Invoice_Number", "--revert"}, 1,
			`nobody has corrected "Invoice_Number" of a.pdf; corrected are Total`, ""},
		{"back and new", []string{"Total", "--revert", "--new"}, 2, "--new does not go with it", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := serveDossier(t, map[string]string{
				"GET /files":      `{"fileStatus":[` + fileStatus(theFile, "a.pdf", "PROCESSED", "") + `]}`,
				"GET /components": `{"components":{"Invoice_Number":["1"],"Total":["2"]},"fileId":"` + theFile + `"}`,
				"GET /component-definitions": `[{"id":"x","technicalName":"invoice_number","displayName":"N"},` +
					`{"id":"y","technicalName":"due_date","displayName":"D"}]`,
				"GET /component-overrides": `{"componentOverrideModels":[{"name":"Total","componentValues":[],"overridden":true}]}`,
			})
			code, printed, said := runCommand(t, "",
				append([]string{"override", "a.pdf", "--dossier", "Claims", "--server", d.url}, test.args...)...)
			if code != test.code || !strings.Contains(printed+said, test.want) {
				t.Errorf("got %d, %q, %q; want %d and %q", code, printed, said, test.code, test.want)
			}
			if posted := strings.Join(d.posted, ""); (posted == "") != (test.posted == "") || !strings.Contains(posted, test.posted) {
				t.Errorf("%q was sent, want %q", posted, test.posted)
			}
		})
	}
}

// TestOneValueIsOverridden changes one of several values; the request names it as it was read.
func TestOneValueIsOverridden(t *testing.T) {
	value := func(id string) string {
		return `{"valueId":"` + id + `","basedOn":"` + id + `","value":"` + id +
			`","originalValue":"","componentRuleId":"","valueDescription":"",` +
			`"entityReferences":[],"places":[]}`
	}
	const values = "/components/Lines/values"
	for _, test := range []struct {
		name   string
		args   []string
		code   int
		want   string
		posted string
	}{
		{"a cell", []string{"--row", "2", "--cell", "price=1,200.00"}, 0, "has another value 2",
			"PUT " + values + `/second{"cells":[{"column":"price","value":"1,200.00"}],"value":""}`},
		{"a text", []string{"X", "--row", "1"}, 0, "has another value 1", "PUT " + values + `/first{"value":"X"}`},
		{"one more", []string{"X", "--add", "--row", "2"}, 0, "has one more value", "POST " + values + `{"before":"second","value":"X"}`},
		{"one more at the end", []string{"X", "--add"}, 0, "has one more value", "POST " + values + `{"value":"X"}`},
		{"one less", []string{"--remove", "--row", "2"}, 0, "has lost value 2", "DELETE " + values + "/second"},
		{"back", []string{"--revert", "--row", "2"}, 0, "has value 2 as it was extracted", "DELETE " + values + "/second/override"},
		{"none there", []string{"X", "--row", "3"}, 1, "has 2 values, so there is no value 3", ""},
		{"no row", []string{"--remove"}, 2, "--row N says which value is meant", ""},
		{"two texts", []string{"X", "Y", "--row", "1"}, 2, "one value has one text", ""},
		{"no column", []string{"--row", "1", "--cell", "17"}, 2, "--cell wants COLUMN=TEXT", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := serveDossier(t, map[string]string{
				"GET /files": `{"fileStatus":[` + fileStatus(theFile, "a.pdf", "PROCESSED", "") + `]}`,
				"GET /components": `{"components":{"Lines":["first","second"]},"fileId":"` + theFile +
					`","version":"v","componentDetails":[{"name":"Lines",` +
					`"technicalName":"lines","version":"v7","overridden":null,"checked":null,"attention":[],"componentValues":[` + value("first") + `,` + value("second") + `]}]}`,
				"GET /component-definitions": `[]`,
			})
			code, printed, said := runCommand(t, "",
				append([]string{"override", "a.pdf", "--dossier", "Claims", "--server", d.url, "Lines"}, test.args...)...)
			if code != test.code || !strings.Contains(printed+said, test.want) {
				t.Errorf("got %d, %q, %q; want %d and %q", code, printed, said, test.code, test.want)
			}
			if posted := strings.Join(d.posted, ""); posted != test.posted {
				t.Errorf("%q was sent, want %q", posted, test.posted)
			}
		})
	}
}
