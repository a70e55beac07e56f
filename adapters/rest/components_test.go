package rest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/components"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/queries"
)

// changesOfComponents are the requests that If-Match can bind to what somebody has seen.
var changesOfComponents = []struct{ method, path, body string }{
	{"POST", fPath + "/component-overrides", `{"name":"zebra","componentValues":[{"value":"1"}]}`},
	{"POST", fPath + "/component-overrides/revert", `{"components":["zebra","pear"]}`},
	{"PUT", fPath + "/component-checks", `{"checked":["zebra"],"unchecked":["pear"]}`},
}

func TestVersionsOfComponentsAreHeeded(t *testing.T) {
	for _, row := range changesOfComponents {
		for header, want := range map[string][]string{"": nil, "*": nil, `"v1"`: {"v1"}, `"v1" , "v2"`: {"v1", "v2"},
			`v1, W/"v2"`: {}, `"v1", *`: nil} {
			s := newSite(t)
			s.outcome.Seen = "v3"
			r := request(row.method, row.path, row.body)
			if header != "" {
				r.Header.Set("If-Match", header)
			}
			a := s.do(r)
			got := reflect.ValueOf(s.wrote).FieldByName("IfSeen").Interface().([]string)
			if a.StatusCode != 204 || !slices.Equal(got, want) || (got == nil) != (want == nil) {
				t.Errorf("%s with %q: %d, seen %q, want %q", row.path, header, a.StatusCode, got, want)
			}
			if tag := a.Header.Get("ETag"); (tag == `"v3"`) != (row.method == "POST") {
				t.Errorf("%s: ETag %s, want one after POST alone", row.path, tag)
			}
		}
	}
	s := newSite(t)
	if a := s.do(request("POST", changesOfComponents[1].path, `{"components":[]}`)); a.StatusCode != 204 || a.Header.Values("ETag") != nil {
		t.Errorf(`%d, ETag %s, want a.StatusCode = 204 and a.Header.Values("ETag") = nil`, a.StatusCode, a.Header.Values("ETag"))
	}
}

// Who is refused is told what is there, once the views hold it.
func TestChangedComponentsAreTold(t *testing.T) {
	for i, row := range changesOfComponents {
		s := newSite(t)
		s.failWrites = domain.ErrChanged
		a := s.do(request(row.method, row.path, row.body, "If-Match", `"v0"`))
		s.want(a, 412, "The resource has changed")
		var told struct {
			Version string
			Current []struct{ Name, Version string }
		}
		if err := json.Unmarshal(a.body, &told); err != nil {
			t.Fatal(err)
		}
		names := []string{"Zebra", "pear"}[:min(i+1, 2)]
		if told.Version != "v1" || len(told.Current) != len(names) || told.Current[0].Name != "Zebra" || told.Current[0].Version != "v2" {
			t.Errorf("%s: %s, want told.Version = v1, len(told.Current) = %d, told.Current[0].Name = Zebra and "+
				"told.Current[0].Version = v2", row.path, a.body, len(names))
		}
		if s.awaited != 42 {
			t.Errorf("%s: the views were awaited to %d, want 42", row.path, s.awaited)
		}
	}
}

// A value says how sure it is and what that rests on; one without a confidence has neither field.
func TestDetailsTellHowSureValuesAre(t *testing.T) {
	sure := 0.875
	details := components.ToAPI(queries.FileComponents{Components: []component.Detail{{Name: "Total", Values: []component.Value{
		{Value: "12.00", Confidence: &sure, Evidence: &document.Evidence{RuleStrength: 0.8, Agreeing: 2, Mentioned: true, Uncertain: true}},
		{Value: "13.00"},
		{Value: "14.00", Confidence: &sure, Evidence: &document.Evidence{RuleStrength: 0.8, Recognition: 57}},
	}}}}, true)
	content, err := json.Marshal((*details.ComponentDetails)[0].ComponentValues)
	if err != nil {
		t.Fatal(err)
	}
	var values []map[string]any
	if err := json.Unmarshal(content, &values); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"ruleStrength": 0.8, "agreeing": 2., "mentioned": true, "uncertain": true}
	if values[0]["confidence"] != sure || !reflect.DeepEqual(values[0]["evidence"], want) {
		t.Errorf("got %s, want the confidence %v and the evidence %v", content, sure, want)
	}
	for _, name := range []string{"confidence", "evidence"} {
		if v, ok := values[1][name]; ok {
			t.Errorf("%s is %v for a value that has none, want not ok", name, v)
		}
	}
	want = map[string]any{"ruleStrength": 0.8, "agreeing": 0., "mentioned": false, "uncertain": false, "recognition": 57.}
	if !reflect.DeepEqual(values[2]["evidence"], want) {
		t.Errorf("the evidence of text that was recognised is %v, want %v", values[2]["evidence"], want)
	}
}

// A value tells what other sources have; one without any does not have the field.
func TestDetailsTellOtherSources(t *testing.T) {
	details := components.ToAPI(queries.FileComponents{Components: []component.Detail{{Name: "Total", Values: []component.Value{
		{Value: "12,00", OtherSources: []document.OtherSource{{Source: "e-invoice", Value: "12.00", Agrees: true}}}, {Value: "13,00"},
	}}}}, true)
	content, err := json.Marshal((*details.ComponentDetails)[0].ComponentValues)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(content), "otherSources"); n != 1 {
		t.Errorf("%d values have the field: %s, want 1", n, content)
	}
	if !strings.Contains(string(content), `"otherSources":[{"agrees":true,"source":"e-invoice","value":"12.00"}]`) {
		t.Errorf(`got %s, want it with "otherSources":[{"agrees":true,"source":"e-invoice","value":"12.00"}]`, content)
	}
}

// A component has the candidates that a scorer offers; those of two pages are two places. One without any does
// not have the field, nor has a value without a verdict.
func TestDetailsOfferCandidates(t *testing.T) {
	offered := []document.Candidate{{Component: "Total", Value: "12.00", Confidence: 0.6,
		Reasons: []document.Reason{{Text: "label of total left of it", Weight: -1.5}},
		Boxes:   []document.PageBox{{Page: 1}, {Page: 1, Box: document.Rect{X: 4}}, {Page: 2}}}}
	list := []component.Detail{{Name: "total", Values: []component.Value{{Value: "13,00", Confidence: new(0.5),
		Evidence: &document.Evidence{Scorer: &document.ScorerVerdict{Confidence: 0.6}}}}}, {Name: "Date"}}
	details := components.ToAPI(queries.FileComponents{Components: component.AttachCandidates(list, offered)}, true)
	content, err := json.Marshal(*details.ComponentDetails)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"candidates":[{"confidence":0.6,"places":[{"boxes":[{`,
		`"reasons":[{"text":"label of total left of it","weight":-1.5}],"value":"12.00"}]`,
		`"scorer":{"confidence":0.6,"rank":0}`, `"page":2`} {
		if n := strings.Count(string(content), want); n != 1 {
			t.Errorf("got %s %d times in %s, want it once", want, n, content)
		}
	}
	overridden := component.AttachCandidates([]component.Detail{{Name: "Total", Overridden: true}}, offered)
	if len(overridden[0].Candidates) != 0 {
		t.Errorf("a component that a person changed offers %+v, want nothing", overridden[0].Candidates)
	}
}

// A row has its cells; a value that is no row does not have the field.
func TestDetailsHaveTheCellsOfRows(t *testing.T) {
	details := components.ToAPI(queries.FileComponents{Components: []component.Detail{{Name: "Lines", Values: []component.Value{
		{Value: "pump | 2", Cells: []component.Cell{
			{Column: "line_text", Value: "pump", OriginalValue: "pump",
				References: []component.Reference{{ID: "e", RuleID: "L.0.0", Type: "line_text", Page: 1}}},
		}},
		{Value: "no row"},
	}}}}, true)
	content, err := json.Marshal((*details.ComponentDetails)[0].ComponentValues)
	if err != nil {
		t.Fatal(err)
	}
	var values []map[string]any
	if err := json.Unmarshal(content, &values); err != nil {
		t.Fatal(err)
	}
	want := []any{map[string]any{"column": "line_text", "value": "pump", "originalValue": "pump",
		"entityReferences": []any{map[string]any{"id": "e", "entityRuleId": "L.0.0", "type": "line_text", "page": 1.}}}}
	if !reflect.DeepEqual(values[0]["cells"], want) {
		t.Errorf("got %v, want %v", values[0]["cells"], want)
	}
	if v, ok := values[1]["cells"]; ok {
		t.Errorf("cells are %v for a value that is no row, want not ok", v)
	}
}
