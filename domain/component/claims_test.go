package component

import (
	"reflect"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
)

func TestFalseClaimsAreThoseThatDifferFromTheExtraction(t *testing.T) {
	found := GroupByComponent(document.Result{
		Entities:   []document.Entity{entity("a", "number", 1), entity("b", "number", 2)},
		Components: []document.Component{component("Invoice_Number", "17", "a", "b"), component("Total", "9")},
	})
	type refs = []file.Reference
	rightly := refs{{ID: "a", RuleID: "", Type: "number", Page: 1}, {ID: "b"}}
	for _, c := range []struct {
		name  string
		value file.Value
		want  []Claim
	}{
		{"nothing", file.Value{Value: "18"}, nil},
		{"what was extracted", file.Value{Original: text("17"), RuleID: text("C.17"), References: &rightly}, nil},
		{"another description", file.Value{Description: text("own")}, nil},
		{"another value", file.Value{Original: text("18"), RuleID: text("C.17")}, []Claim{{OriginalValue: text("18")}}},
		{"no value", file.Value{Original: text("")}, []Claim{{OriginalValue: text("")}}},
		{"another rule", file.Value{RuleID: text("C.18")}, []Claim{{RuleID: text("C.18")}}},
		{"no references", file.Value{References: &refs{}}, []Claim{{References: &refs{}}}},
		{"another order", file.Value{References: &refs{{ID: "b"}, {ID: "a"}}}, []Claim{{References: &refs{{ID: "b"}, {ID: "a"}}}}},
		{"another page", file.Value{References: &refs{{ID: "a", Page: 3}, {ID: "b"}}},
			[]Claim{{References: &refs{{ID: "a", Page: 3}, {ID: "b"}}}}},
		{"another type", file.Value{References: &refs{{ID: "a", Type: "x"}, {ID: "b"}}},
			[]Claim{{References: &refs{{ID: "a", Type: "x"}, {ID: "b"}}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := FindFalseClaims(file.Override{Name: "invoice number", Values: []file.Value{c.value}}, found)
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestFalseClaimsWhereNothingWasExtracted(t *testing.T) {
	values := []file.Value{{Original: text(""), RuleID: text(""), References: &[]file.Reference{}}, {Value: "x", Original: text("x")}}
	want := []Claim{{Index: 1, OriginalValue: text("x")}}
	if got := FindFalseClaims(file.Override{Name: "Added", Values: values}, nil); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
