package rules

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func load(t *testing.T, side Side, name string) *Program {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	p, problems := compileProblems(side, src)
	for _, problem := range problems {
		t.Errorf("%s:%d:%d: %s", name, problem.Line, problem.Column, problem.Message)
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

func TestExampleInvoiceGivesItsComponents(t *testing.T) {
	tree := newTree().section("Invoice 7").
		paragraph("Invoice No.: inv-2024-017", "Invoice date: 03.04.2024").
		paragraph("Total 120 EUR").
		table([]string{"Item", "Amount"}, []string{"Paper", "1.000,50"}, []string{"Ink", "19,50"}).tree()
	result, err := Run(context.Background(), load(t, EntityRules, "invoice-entity-rules.drl"),
		load(t, ComponentRules, "invoice-component-rules.drl"),
		Input{Tree: tree, Attributes: []Attribute{{Label: "Document Type", Value: "Invoice"}}, DateFormats: []string{"dd.MM.yyyy"}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range result.Components {
		got[c.Name] += c.Value + ";"
	}
	want := map[string]string{"Invoice_Number": "INV-2024-017;", "Invoice_Date": "2024-04-03;", "Currency": "EUR;",
		"Line_Total": "1020.00;", "Document_Kind": "INVOICE;"}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s: got %q, want %q", name, got[name], value)
		}
	}
	if t.Failed() {
		t.Logf("%+v", result)
	}
}
