package rules

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// BenchmarkRulesInvoice runs the example invoice rules over one document of n pages'
// worth of sections, each with a line amount table.
func BenchmarkRulesInvoice(b *testing.B) {
	for _, sections := range []int{1, 20, 100} {
		b.Run(fmt.Sprint(sections), func(b *testing.B) {
			tree := newTree()
			for i := range sections {
				tree.section(fmt.Sprint("Invoice ", i)).paragraph(fmt.Sprint("Invoice No.: A-", i),
					"Invoice date: 03.04.2024").paragraph("Total 120 EUR").
					table([]string{"Item", "Amount"}, []string{"Paper", "1.000,50"}, []string{"Ink", "19,50"})
			}
			in := Input{Tree: tree.tree(), DateFormats: []string{"dd.MM.yyyy"}}
			entity, component := program(b, EntityRules, "invoice-entity-rules.drl"),
				program(b, ComponentRules, "invoice-component-rules.drl")
			for b.Loop() {
				if _, err := Run(context.Background(), entity, component, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func program(b *testing.B, side Side, name string) *Program {
	b.Helper()
	src, err := os.ReadFile("testdata/" + name)
	if err != nil {
		b.Fatal(err)
	}
	p, problems := compileProblems(side, src)
	if p == nil {
		b.Fatal(problems)
	}
	return p
}
