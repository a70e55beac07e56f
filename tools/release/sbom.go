package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
)

// makeBOMs writes a bill of materials of each program.
func (r *release) makeBOMs(context.Context) error {
	r.tell("bills of materials")
	for _, b := range r.binaries {
		bom := billOfMaterials(b, r.version, r.parts, r.time)
		err := r.save(b.file(r.version)+".cdx.json", func(w io.Writer) error {
			return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// billOfMaterials lists, in the form of CycloneDX, the modules that are in a program by what
// the go command has written into it, with their licences.
func billOfMaterials(b binary, version string, all inventory, at time.Time) *cdx.BOM {
	licenses := map[string]string{}
	for _, m := range all.modules {
		licenses[m.path] = m.expression()
	}
	main := "pkg:golang/" + b.info.Main.Path + "@v" + version
	bom := cdx.NewBOM()
	// The same program has the same number.
	bom.SerialNumber = "urn:uuid:" + uuid.NewSHA1(uuid.NameSpaceURL, fmt.Appendf(nil, "%s?%s#%x", main, b.target, b.sum())).String()
	bom.Metadata = &cdx.Metadata{
		Timestamp: at.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: main, Type: cdx.ComponentTypeApplication, Name: "docket", Version: version, PackageURL: main, Licenses: licenseOf("Apache-2.0"),
			Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: fmt.Sprintf("%x", b.sum())}},
		},
	}
	var components []cdx.Component
	refs := []string{}
	for _, m := range modulesOf(b) {
		ref := "pkg:golang/" + m.key()
		c := cdx.Component{
			BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: m.path, Version: m.version, PackageURL: ref, Licenses: licenseOf(licenses[m.path]),
		}
		if m.path == bundledIn {
			c.Components = bundledComponents()
		}
		components, refs = append(components, c), append(refs, ref)
	}
	if b.os != "windows" { // where there is no service, there is no console
		for _, s := range all.scripts {
			ref := "pkg:npm/" + strings.ToLower(s.name) + "@" + s.version
			components = append(components, cdx.Component{
				BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: s.name, Version: s.version, PackageURL: ref, Licenses: licenseOf(s.license),
			})
			refs = append(refs, ref)
		}
	}
	bom.Components, bom.Dependencies = &components, &[]cdx.Dependency{{Ref: main, Dependencies: &refs}}
	return bom
}

// modulesOf returns the modules in a program, and the standard library, by path.
func modulesOf(b binary) []module {
	modules := []module{{path: "std", version: b.info.GoVersion[len("go"):]}}
	for _, d := range b.info.Deps {
		modules = append(modules, moduleOf(d))
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return modules
}

// bundledComponents returns what PDFium is built from.
func bundledComponents() *[]cdx.Component {
	var all []cdx.Component
	for _, p := range bundledParts {
		ref := bundledIn + "#" + p.file
		all = append(all, cdx.Component{BOMRef: ref, Type: cdx.ComponentTypeLibrary, Name: p.name, Licenses: licenseOf(p.license)})
	}
	return &all
}

// licenseOf returns licences by their expression; nil for none.
func licenseOf(expression string) *cdx.Licenses {
	if expression == "" {
		return nil
	}
	return &cdx.Licenses{{Expression: expression}}
}
