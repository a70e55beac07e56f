package scope

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/domain/template"
)

func TestTemplatesAreReadAnewWhenTheyChange(t *testing.T) {
	read := NewTemplateCache()
	for round := range 3 {
		for i := range 2 * mostTemplatesRead {
			want := template.Record{ID: fmt.Sprint(i), Workspace: "demo", Version: uint64(round/2 + 1)}
			doc, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			got, err := read.readRecord(template.StreamOf(want.Workspace, want.ID), doc)
			if err != nil || got.ID != want.ID || got.Version != want.Version {
				t.Errorf("round %d: %s version %d, %v, want %s version %d", round, got.ID, got.Version, err, want.ID, want.Version)
			}
			for j := range doc {
				doc[j] = 'x' // the caller's again
			}
		}
	}
	if len(read.latest) > mostTemplatesRead {
		t.Errorf("%d templates are kept, want at most %v", len(read.latest), mostTemplatesRead)
	}
	if _, err := read.readRecord("template-demo-1", []byte("{")); err == nil {
		t.Error("half a document is a template")
	}
}
