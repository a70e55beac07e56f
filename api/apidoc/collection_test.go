package apidoc

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/api"
)

//go:generate go test . -run TestCollectionIsUpToDate -update

const collectionFile = "../../clients/docket.postman_collection.json"

// TestCollectionIsUpToDate compares the collection of requests with the contract: it has each operation once.
func TestCollectionIsUpToDate(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := WriteCollection(&want, doc); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(collectionFile, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadFile(collectionFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(there, want.Bytes()) {
		t.Errorf("%s is not what the contract gives: run make generate", collectionFile)
	}
	var c collection
	if err := json.Unmarshal(there, &c); err != nil {
		t.Fatal(err)
	}
	got, operations := 0, 0
	for _, f := range c.Item[1:] { // after that of signing in
		got += len(f.Item)
	}
	for _, item := range doc.Paths.Map() {
		operations += len(item.Operations())
	}
	if got != operations {
		t.Errorf("the collection has %d requests, want %d, one for each operation", got, operations)
	}
}
