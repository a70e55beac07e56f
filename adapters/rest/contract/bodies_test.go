package contract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

// Whatever is sent as a body, what is refused is refused as invalid and names no
// internals, and what is accepted can be bound.
func FuzzBody(f *testing.F) {
	f.Add(`{"name":"n","memberIds":[],"dueDate":null}`)
	f.Add(`{"name":{"a":[1e999]}}`)
	f.Add("{\"name\":\"\\ud800\x00\"}")
	contract, err := Load()
	if err != nil {
		f.Fatal(err)
	}
	schema, formats := contract.Find("POST", "/api/dossier-templates/{dossierTemplateId}/dossiers").Body, TextFormats()
	f.Fuzz(func(t *testing.T, text string) {
		value, err := DecodeJSON([]byte(text))
		if err != nil {
			return
		}
		if err := schema.VisitJSON(value, formats...); err != nil {
			if fault := fieldFault(schema, err); domain.KindOf(fault) != domain.Invalid || strings.Contains(fault.Error(), "json") {
				t.Errorf("%q: %v, want domain.KindOf(fault) = Invalid and it without json", text, fault)
			}
			return
		}
		var body struct{ Name string }
		if err := json.Unmarshal([]byte(text), &body); err != nil {
			t.Errorf("%q passes and cannot be bound: %v, want no error", text, err)
		}
	})
}
