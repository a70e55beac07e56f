package main

import (
	"bytes"
	"runtime/debug"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func sampleBinary() binary {
	return binary{target: target{"linux", "amd64"}, content: []byte("program"), info: &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "github.com/seed-62a36931/docket", Version: "(devel)"},
		Deps: []*debug.Module{
			{Path: "github.com/google/uuid", Version: "v1.6.0"},
			{Path: "example.com/replaced", Version: "v1.0.0", Replace: &debug.Module{Path: "example.com/replaced", Version: "v1.0.1"}},
			{Path: bundledIn, Version: "v1.19.8"},
		},
	}}
}

func TestBillOfMaterials(t *testing.T) {
	all := inventory{
		modules: []licensedModule{{module: module{path: "github.com/google/uuid"}, licenses: []string{"BSD-3-Clause"}}},
		scripts: []script{{file: "lit.js", name: "Lit", version: "3.3.3", license: "BSD-3-Clause"}},
	}
	encode := func() []byte {
		var b bytes.Buffer
		if err := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).Encode(billOfMaterials(sampleBinary(), "0.2.0", all, at)); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	content := encode()
	if !bytes.Equal(content, encode()) {
		t.Error("a second one has other bytes")
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(bytes.NewReader(content), cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if got := bom.Metadata.Component.PackageURL; got != "pkg:golang/github.com/seed-62a36931/docket@v0.2.0" {
		t.Errorf("the program is %s, want %q", got, "pkg:golang/github.com/seed-62a36931/docket@v0.2.0")
	}
	wanted := map[string]string{
		"pkg:golang/std@1.26.8": "", "pkg:golang/github.com/google/uuid@v1.6.0": "BSD-3-Clause",
		"pkg:golang/example.com/replaced@v1.0.1": "", "pkg:golang/" + bundledIn + "@v1.19.8": "", "pkg:npm/lit@3.3.3": "BSD-3-Clause",
	}
	for _, c := range *bom.Components {
		want, ok := wanted[c.PackageURL]
		if delete(wanted, c.PackageURL); !ok {
			t.Errorf("%s is not in the binary", c.PackageURL)
		}
		if want != "" && (c.Licenses == nil || (*c.Licenses)[0].Expression != want) {
			t.Errorf("%s: licences %v, want %s", c.PackageURL, c.Licenses, want)
		}
		if parts := c.Components; c.Name == bundledIn && (parts == nil || len(*parts) != len(bundledParts)) {
			t.Errorf("PDFium has the parts %v", parts)
		}
	}
	if len(wanted) > 0 || len(*(*bom.Dependencies)[0].Dependencies) != 5 {
		t.Errorf("missing: %v; dependencies: %v, want nothing missing and 5", wanted, *bom.Dependencies)
	}
}

func TestCheckModules(t *testing.T) {
	b := sampleBinary()
	all := []module{
		{path: "github.com/google/uuid", version: "v1.6.0"}, {path: "example.com/replaced", version: "v1.0.1"},
		{path: bundledIn, version: "v1.19.8"}, {path: "std", version: "1.26.8"},
	}
	if err := checkModules(all, []binary{b}); err != nil {
		t.Error(err)
	}
	if err := checkModules(all[1:], []binary{b}); err == nil {
		t.Error("a module of the binary that is not listed is not noticed")
	}
	if err := checkModules(append(all, module{path: "example.com/other", version: "v1.0.0"}), []binary{b}); err == nil {
		t.Error("a listed module that no binary holds is not noticed")
	}
}
