// Package templates holds the ready dossier templates, so that the program can import and copy
// them wherever it runs, without a checkout of its sources.
package templates

import (
	"embed"
	"io/fs"
)

//go:embed contract invoice media-order receipt toxicology demo
var ready embed.FS

// Names returns the names of the ready templates, which are those of their folders, in order.
func Names() []string { return []string{"contract", "invoice", "media-order", "receipt", "toxicology"} }

// Ready returns the folder of the ready template of a name that Names returns: its rules,
// dictionaries, reports and tests, its README.md, and documents to try in samples/ where it has
// some. The files are those of the build.
func Ready(name string) fs.FS { return folderOf(name) }

// Invoice returns the folder of the invoice template, which the demo uses.
func Invoice() fs.FS { return Ready("invoice") }

// DemoPapers returns documents of a demo that are no invoices; one of them is damaged.
func DemoPapers() fs.FS { return folderOf("demo") }

func folderOf(name string) fs.FS {
	folder, err := fs.Sub(ready, name)
	if err != nil {
		panic(err) // the names are constant and valid
	}
	return folder
}
