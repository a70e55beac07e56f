package author

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// askingTemplate finds the number behind a label, and has a model name the reader.
func askingTemplate(t *testing.T) string {
	t.Helper()
	return writeFiles(t, map[string]string{
		"template.yaml": "format: 1\nname: Letters\nentities:\n  - {displayName: Order number}\n  - {displayName: Reader}\n" +
			"components:\n  - {technicalName: Order_Number, displayName: Number}\n  - {technicalName: Reader, displayName: Reader}\n",
		"entity-rules.drl": `package drools
global EntityCreationService entityCreationService
declare Letter
    @model("Who the letter is for.")
    reader: String
end
rule "O.0.0: number" when $d: Document() then
    entityCreationService.valueOf(List.of("contract #"), "(\\d+)", "order_number", EntityType.ENTITY, $d).limit(1).forEach(e -> e.apply("O.0.0", "label"));
end
rule "O.1.0: reader" when $e: TextEntity(type() == "reader", isFromModel()) then $e.apply("O.1.0", "model"); end
query "getFileAttributes" $a: FileAttribute() end
`,
		"component-rules.drl": `package drools
global ComponentCreationService componentCreationService
rule "O.0.0: number" when $e: Entity(type == "order_number") then
    componentCreationService.create("O.0.0", "Order_Number", $e.getValue(), "", $e);
end
rule "O.1.0: reader" when $e: Entity(type == "reader") then componentCreationService.create("O.1.0", "Reader", $e.getValue(), "", $e); end
query "getComponents" $c: Component() end
`,
	})
}

// A server of a model is asked with --model-url alone; one that fails is told beside the values of the rules.
func TestExtractAsksAModelWhereOneIsNamed(t *testing.T) {
	var asked atomic.Int32
	answers := map[string]func(w http.ResponseWriter){
		"/good": func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"{\"reader\":\"Harbor Media Group\"}"}}]}`)
		},
		"/bad": func(w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) },
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		answers[r.URL.Path](w)
	}))
	defer server.Close()
	const file = "templates/media-order/samples/1-contract.pdf"
	template := askingTemplate(t)
	for _, row := range []struct {
		path, reader, problem string
	}{{"", "", ""}, {"/good", "Harbor Media Group", ""}, {"/bad", "", "The model was not used: it answered 502"}} {
		args := []string{"extract", "--template", template, file, "--cache", pdfCache(t)}
		if row.path != "" {
			args = append(args, "--model-url", server.URL+row.path, "--model", "small")
		}
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, terminal.Streams{Out: &out, Err: &errs}); code != 0 {
			t.Fatalf("%s: exit code %d: %s, want 0", row.path, code, errs.String())
		}
		var got struct{ Files []extracted }
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		f := got.Files[0]
		if strings.Join(f.Components["Order_Number"], "|") != "4711203" || strings.Join(f.Components["Reader"], "|") != row.reader {
			t.Errorf("%q: got %v, want order number 4711203 and the reader %q", row.path, f.Components, row.reader)
		}
		if (len(f.ModelCalls) > 0) != (row.path != "") || (len(f.Failures) > 0) != (row.problem != "") ||
			row.problem != "" && f.Failures[0].Message != row.problem {
			t.Errorf("%q: calls %+v, failures %+v, want calls: %v, problem %q",
				row.path, f.ModelCalls, f.Failures, row.path != "", row.problem)
		}
	}
	if asked.Load() != 2 {
		t.Errorf("the server was asked %d times, want 2", asked.Load())
	}
	var out, errs bytes.Buffer
	args := []string{"extract", "--template", template, file, "--model-url", "http://models.example/v1"}
	if code := run(t.Context(), args, terminal.Streams{Out: &out, Err: &errs}); code != 2 || !strings.Contains(errs.String(), "--model-url") {
		t.Errorf("an address that cannot be: exit code %d, %s, want code = 2 and errs.String() with --model-url", code, errs.String())
	}
}
