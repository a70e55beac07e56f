// Command generate writes the sample invoices and the report templates of the
// invoice template into its folder, and the other documents of the demo into
// theirs; both are given as arguments.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/templates/internal/reports"
	"github.com/seed-62a36931/docket/templates/internal/samples"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: generate TEMPLATE DEMO")
		os.Exit(2)
	}
	for i, inv := range samples.All[:5] {
		l := samples.Layouts[i]
		name := filepath.Join(os.Args[1], "samples", fmt.Sprintf("%d-%s.pdf", i+1, l.Name))
		if err := os.WriteFile(name, l.Draw(inv), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	for name, draw := range samples.EInvoices {
		if err := os.WriteFile(filepath.Join(os.Args[1], "samples", "e-invoices", name), draw(), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	for _, p := range samples.Papers {
		if err := os.WriteFile(filepath.Join(os.Args[2], p.Name), p.Draw(), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	scan, err := samples.DrawScan()
	if err == nil {
		err = os.WriteFile(filepath.Join(os.Args[2], samples.ScanName), scan, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for name, draw := range reports.All {
		content, err := draw()
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Args[1], "reports", name), content, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
