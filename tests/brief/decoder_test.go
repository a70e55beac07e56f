package brief

import (
	"strings"
	"testing"
)

// TestDecodeStrict requires that the decoder finds what is absent or of another type: all other tests rely on it.
func TestDecodeStrict(t *testing.T) {
	type record struct {
		ID    identifier           `json:"id"`
		Since *dateTime            `json:"since"`
		Count int64                `json:"count"`
		Types set[packageFileType] `json:"types"`
		More  []string             `json:"more" presence:"optional"`
	}
	const id = `"id":"7bbe38aa-c6f3-400d-9cfa-cb8695656f51"`
	for _, test := range []struct{ name, body, problem string }{
		{"complete", `{` + id + `,"since":"2026-01-02T03:04:05.6+01:00","count":1,"types":["PREVIEW","ORIGINAL"],"another":1}`, ""},
		{"null where it may be", `{` + id + `,"since":null,"count":1,"types":[],"more":["a"]}`, ""},
		{"absent", `{` + id + `,"count":1,"types":[]}`, "$.since: absent"},
		{"spelled otherwise", `{` + id + `,"Since":null,"count":1,"types":[]}`, "$.since: absent"},
		{"null where it may not be", `{` + id + `,"since":null,"count":null,"types":[]}`, "$.count: got null"},
		{"null for an array", `{` + id + `,"since":null,"count":1,"types":null}`, "$.types: got null"},
		{"text for a number", `{` + id + `,"since":null,"count":"1","types":[]}`, "$.count: got string"},
		{"fraction", `{` + id + `,"since":null,"count":1.5,"types":[]}`, "$.count: got number 1.5"},
		{"no uuid", `{"id":"7","since":null,"count":1,"types":[]}`, "is not a uuid"},
		{"no date-time", `{` + id + `,"since":"2026-01-02","count":1,"types":[]}`, "cannot parse"},
		{"unknown value", `{` + id + `,"since":null,"count":1,"types":["preview"]}`, "neither ORIGINAL nor PREVIEW"},
		{"item twice", `{` + id + `,"since":null,"count":1,"types":["PREVIEW","PREVIEW"]}`, "occurs twice"},
		{"another item", `{` + id + `,"since":null,"count":1,"types":[],"more":[1]}`, "$.more[0]: got number 1"},
		{"two values", `{` + id + `,"since":null,"count":1,"types":[]} {}`, "more than one JSON value"},
		{"array", `[]`, "$: got array"},
	} {
		var got record
		err := decodeStrict([]byte(test.body), &got)
		if test.problem == "" && err != nil || test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)) {
			t.Errorf("%s: got error %v, want %q", test.name, err, test.problem)
		}
	}
}
