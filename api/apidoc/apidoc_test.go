package apidoc

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/api"
)

var update = flag.Bool("update", false, "write docs/api.md")

//go:generate go test . -run TestPageIsUpToDate -update

// TestPageIsUpToDate compares docs/api.md with what the contract gives.
func TestPageIsUpToDate(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteOperations(&b, doc); err != nil {
		t.Fatal(err)
	}
	const page = "../../docs/api.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(there, b.Bytes()) {
		t.Error("docs/api.md is not what the contract gives: run make generate")
	}
	for _, op := range []string{"uploadFile", "addComponentOverrides", "createUsageReport", "fetchDownload"} {
		if !bytes.Contains(there, []byte("**"+op+"**")) {
			t.Errorf("%s is missing, want each operation", op)
		}
	}
}

// TestBodiesAreRefusedAlike holds what the head of the page says of operations with a body.
func TestBodiesAreRefusedAlike(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			for _, code := range bodyRefusals {
				if op.RequestBody != nil && takesToken(op) && op.Responses.Value(code) == nil {
					t.Errorf("%s has a body and no %s, want one", op.OperationID, code)
				}
			}
		}
	}
}
