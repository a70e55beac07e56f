// Command generate writes the samples and the report templates of the ready templates, and the
// documents of the demo, into the folder of templates that is given.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/templates/internal/reports"
	"github.com/seed-62a36931/docket/templates/internal/samples"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate TEMPLATES")
		os.Exit(2)
	}
	if err := generate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// generate writes all files below the folder of templates, in folders that it makes.
func generate(root string) error {
	drawn := map[string]func() ([]byte, error){"demo/" + samples.ScanName: samples.DrawScan}
	keep := func(path string, draw func() []byte) {
		drawn[path] = func() ([]byte, error) { return draw(), nil }
	}
	for i, inv := range samples.All[:5] {
		l := samples.Layouts[i]
		keep(fmt.Sprintf("invoice/samples/%d-%s.pdf", i+1, l.Name), func() []byte { return l.Draw(inv) })
	}
	for name, draw := range samples.EInvoices {
		keep("invoice/samples/e-invoices/"+name, draw)
	}
	for _, p := range samples.Papers {
		keep("demo/"+p.Name, p.Draw)
	}
	for _, d := range samples.Others {
		drawn[d.Path] = d.Draw
	}
	for path, draw := range reports.All {
		drawn[path] = draw
	}
	for path, draw := range drawn {
		name := filepath.Join(root, filepath.FromSlash(path))
		content, err := draw()
		if err == nil {
			err = os.MkdirAll(filepath.Dir(name), 0o755)
		}
		if err == nil {
			err = os.WriteFile(name, content, 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}
