package operate_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
)

func TestOpenapiPrintsTheContract(t *testing.T) {
	printed := func(args ...string) string {
		var out, failures bytes.Buffer
		if code := servicetest.RunCommand(t.Context(), append([]string{"openapi"}, args...),
			terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &failures}); code != 0 {
			t.Fatalf("%v: %d %s, want 0", args, code, failures.String())
		}
		return out.String()
	}
	if printed() != string(api.Document()) {
		t.Error("the contract is printed otherwise than it is")
	}
	var doc struct {
		OpenAPI string
		Paths   map[string]any
	}
	if err := json.Unmarshal([]byte(printed("--format", "json")), &doc); err != nil || doc.OpenAPI != "3.0.3" || len(doc.Paths) < 20 {
		t.Errorf("as JSON: %q, %d paths, %v, want doc.OpenAPI = 3.0.3, len(doc.Paths) at least 20 and no error", doc.OpenAPI,
			len(doc.Paths), err)
	}
	var out, failures bytes.Buffer
	if code := servicetest.RunCommand(t.Context(), []string{"openapi", "--format", "xml"},
		terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &failures}); code != 2 {
		t.Errorf("another format ends with %d, want 2", code)
	}
}
