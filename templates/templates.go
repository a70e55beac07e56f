// Package templates holds the ready dossier templates, so that the program can import
// them wherever it runs, without a checkout of its sources.
package templates

import (
	"embed"
	"io/fs"
)

//go:embed invoice
var ready embed.FS

// Invoice returns the folder of the invoice template: its rules, its reports, and in
// samples/ invoices to try it on. The files are those of the build.
func Invoice() fs.FS {
	folder, err := fs.Sub(ready, "invoice")
	if err != nil {
		panic(err) // the name is constant and valid
	}
	return folder
}
