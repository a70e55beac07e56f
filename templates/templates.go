// Package templates holds the ready dossier templates, so that the program can import
// them wherever it runs, without a checkout of its sources.
package templates

import (
	"embed"
	"io/fs"
)

//go:embed invoice demo
var ready embed.FS

// DemoPapers returns documents of a demo that are no invoices; one of them is damaged.
func DemoPapers() fs.FS { return folderOf("demo") }

// Invoice returns the folder of the invoice template: its rules, its reports, and in
// samples/ invoices to try it on. The files are those of the build.
func Invoice() fs.FS {
	return folderOf("invoice")
}

func folderOf(name string) fs.FS {
	folder, err := fs.Sub(ready, name)
	if err != nil {
		panic(err) // the names are constant and valid
	}
	return folder
}
