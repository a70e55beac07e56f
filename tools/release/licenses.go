package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// accepted are the licences that libraries may have: all allow to hand the binary on under
// Apache-2.0 when their texts come with it.
var accepted = []string{
	"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT", "MIT-0", "Unlicense", "Zlib",
}

// readByHand are files that the classifier cannot judge, read by people: the licences in them
// that concern the binaries, which need not be among the accepted ones.
var readByHand = map[string][]string{
	"kernel.org/pub/linux/libs/security/libcap/psx/License": {"BSD-3-Clause"},        // or GPL-2.0, by choice
	"modernc.org/libc/LICENSE-3RD-PARTY.md":                 {"BSD-3-Clause", "MIT"}, // Go, go-netdb; musl, nixpkgs
	"modernc.org/memory/LICENSE-LOGO":                       {},                      // the origin of a picture
	// It lists the whole graph of modules; MPL-2.0 is there for one that is compiled into nothing.
	"modernc.org/sqlite/LICENSE-3RD-PARTY.md": {"BSD-3-Clause", "MIT"},
	"modernc.org/sqlite/LICENSE-SQLITE":       {"blessing"}, // public domain
}

// bundled are licences of what is inside modules without its licence being there: PDFium,
// compiled to WebAssembly, and the libraries that are compiled into it.
//
//go:embed bundled/*.txt
var bundled embed.FS

// bundledParts are the parts of PDFium.
var bundledParts = []struct{ name, file, license string }{
	{"PDFium", "pdfium", "BSD-3-Clause AND Apache-2.0"},
	{"Abseil", "abseil", "Apache-2.0"},
	{"Anti-Grain Geometry 2.3", "agg23", "LicenseRef-AGG-2.3"},
	{"Dragonbox", "dragonbox", "BSL-1.0"},
	{"Emscripten", "emscripten", "MIT"},
	{"fast_float", "fast_float", "MIT"},
	{"FreeType", "freetype", "FTL"},
	{"HarfBuzz", "harfbuzz", "MIT-Modern-Variant"},
	{"Highway", "highway", "Apache-2.0"},
	{"ICU", "icu", "Unicode-3.0"},
	{"Little CMS", "lcms", "MIT"},
	{"libjpeg-turbo", "libjpeg_turbo", "IJG AND BSD-3-Clause AND Zlib"},
	{"OpenJPEG", "libopenjpeg", "BSD-2-Clause"},
	{"libpng", "libpng", "libpng-2.0"},
	{"LibTIFF", "libtiff", "libtiff"},
	{"LLVM libc++, libc++abi and compiler-rt", "llvm", "Apache-2.0 WITH LLVM-exception"},
	{"musl", "musl", "MIT"},
	{"simdutf", "simdutf", "MIT"},
	{"zlib", "zlib", "Zlib"},
}

// bundledIn is the module that PDFium is in.
const bundledIn = "github.com/klippa-app/go-pdfium"

// A licensedModule is a module with the texts of its licences.
type licensedModule struct {
	module
	licenses []string // by SPDX, sorted
	texts    []licenseText
}

// expression returns the licences of the module in one line.
func (m licensedModule) expression() string { return strings.Join(m.licenses, " AND ") }

// A licenseText is a file of a licence, named below its module.
type licenseText struct {
	name string
	text []byte
}

// licenseFile matches names of files that hold licences or what they want to be handed on.
var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|copyright|unlicense|notice|patents)([.-].*)?$`)

// noLicense matches those among them that hold no licence of their own.
var noLicense = regexp.MustCompile(`(?i)^(notice|patents)([.-].*)?$`)

// licenseModules finds the licences of modules. It fails for a module without one, and for
// one that is not accepted, and names all of them.
func licenseModules(modules []module) ([]licensedModule, error) {
	var all []licensedModule
	var faults []string
	for _, m := range modules {
		l, err := licenseModule(m)
		if err != nil {
			faults = append(faults, err.Error())
		}
		all = append(all, l)
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("licences:\n  %s", strings.Join(faults, "\n  "))
	}
	return all, nil
}

// licenseModule reads the licences in the folders of a module's packages, and in the folders
// above them.
func licenseModule(m module) (licensedModule, error) {
	l := licensedModule{module: m}
	folders := map[string]bool{}
	for _, dir := range append([]string{m.dir}, m.packages...) {
		for ; strings.HasPrefix(dir, m.dir) && !folders[dir]; dir = filepath.Dir(dir) {
			folders[dir] = true
			if err := l.readFolder(dir); err != nil {
				return l, err
			}
		}
	}
	slices.SortFunc(l.texts, func(a, b licenseText) int { return cmp.Compare(a.name, b.name) })
	slices.Sort(l.licenses)
	l.licenses = slices.Compact(l.licenses)
	if len(l.licenses) == 0 {
		return l, fmt.Errorf("%s has no licence", m.key())
	}
	return l, nil
}

// readFolder adds the licences in one folder.
func (m *licensedModule) readFolder(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDir() || !licenseFile.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		name, err := filepath.Rel(m.dir, filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		m.texts = append(m.texts, licenseText{filepath.ToSlash(name), bytes.TrimSpace(text)})
		if noLicense.MatchString(f.Name()) {
			continue
		}
		ids, err := classify(m.path+"/"+filepath.ToSlash(name), text)
		if err != nil {
			return err
		}
		m.licenses = append(m.licenses, ids...)
	}
	return nil
}

// classify returns the licences in the text of a file. Text that is mostly something else,
// and a licence that is not accepted, are errors.
func classify(name string, text []byte) ([]string, error) {
	if known, ok := readByHand[name]; ok {
		return known, nil
	}
	found := licensecheck.Scan(text)
	var ids []string
	for _, match := range found.Match {
		if match.IsURL {
			continue
		}
		if !slices.Contains(accepted, match.ID) {
			return nil, fmt.Errorf("%s is under %s, which is not accepted (tools/release/licenses.go)", name, match.ID)
		}
		ids = append(ids, match.ID)
	}
	if len(ids) == 0 || found.Percent < 75 {
		return nil, fmt.Errorf("%s: only %.0f %% of it is a known licence (tools/release/licenses.go)", name, found.Percent)
	}
	return ids, nil
}

// collectLicenses finds the licences of everything in the binaries, and wants NOTICE to
// name them.
func (r *release) collectLicenses(ctx context.Context) error {
	r.tell("licences")
	modules, err := r.listModules(ctx, targets)
	if err != nil {
		return err
	}
	if err := checkModules(modules, r.binaries); err != nil {
		return err
	}
	if r.parts, err = r.takeInventory(modules); err != nil {
		return err
	}
	notice, err := os.ReadFile(filepath.Join(r.root, "NOTICE"))
	if err != nil || !bytes.Equal(notice, noticeText(r.parts)) {
		return fmt.Errorf("NOTICE is not what the binaries contain (%w): make notice writes it anew", cmp.Or(err, errDiffers))
	}
	r.texts, err = thirdPartyText(r.parts)
	r.tell("  %d modules, %d libraries in PDFium, scripts of the console: %d", len(r.parts.modules), len(bundledParts), len(r.parts.scripts))
	return err
}
