// Package bundle reads dossier templates from files: a directory, or a zip of one, with
// template.yaml, rule files, date formats, mappings and dictionaries. It reports all
// problems at once, by file, line and column.
package bundle

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/seed-62a36931/docket/domain/template"
)

// The fixed names of files in a bundle.
const (
	fileManifest       = "template.yaml"
	fileEntityRules    = "entity-rules.drl"
	fileComponentRules = "component-rules.drl"
	fileDateFormats    = "date-formats.txt"
	fileReadme         = "README.md"
)

// The folders of a bundle.
const (
	folderMappings     = "mappings/"
	folderReports      = "reports/"
	folderDictionaries = "dictionaries/"
)

// Limits bound what a bundle may hold. Sizes are in bytes.
type Limits struct {
	Packed      int64 // of a zip
	Entries     int   // files and folders
	Unpacked    int64 // of all files that are read
	Entry       int64 // of any one file
	Ratio       int64 // unpacked to packed, beyond FreeRatio
	FreeRatio   int64 // unpacked bytes that no ratio is asked of
	Manifest    int64 // of template.yaml
	Definitions int   // items of each list in template.yaml
	Rules       int64 // of each rule file
	Report      int64 // of each report template
	DateFormats int64
	Mapping     template.MappingLimits
	Dictionary  template.DictionaryLimits
	Problems    int // told at most
}

// DefaultLimits returns the default limits.
func DefaultLimits() Limits {
	return Limits{
		Packed: 200 << 20, Entries: 10_000, Unpacked: 2 << 30, Entry: 512 << 20, Ratio: 100, FreeRatio: 10 << 20,
		Manifest: 8 << 20, Definitions: 10_000, Rules: template.MaxRules, Report: 20 << 20, DateFormats: template.MaxDateFormats,
		Mapping: template.DefaultMappingLimits(), Dictionary: template.DefaultDictionaryLimits(), Problems: 1000,
	}
}

// ReadDir reads the bundle in a directory under the default limits. Errors in its files
// come as BundleErrors, sorted by place; error is for what concerns no single file: a
// directory that cannot be read, or is too large.
func ReadDir(dir string) (template.Bundle, []template.BundleError, error) {
	return DefaultLimits().ReadDir(dir)
}

// ReadDir reads the bundle in a directory. Nothing outside of it is read, whatever its
// symbolic links point to.
func (l Limits) ReadDir(dir string) (template.Bundle, []template.BundleError, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return template.Bundle{}, nil, fmt.Errorf("open the bundle: %w", err)
	}
	defer root.Close()
	return l.ReadFS(root.FS())
}

// ReadFS reads the bundle in the root folder of a file system.
func (l Limits) ReadFS(folder fs.FS) (template.Bundle, []template.BundleError, error) {
	files, err := l.listDir(folder)
	if err != nil {
		return template.Bundle{}, nil, err
	}
	return l.readBundle(files)
}

// ReadZip reads the bundle in a zip of size bytes. An archive that is refused gives a fault
// of kind Invalid or TooLarge.
func (l Limits) ReadZip(r io.ReaderAt, size int64) (template.Bundle, []template.BundleError, error) {
	files, err := l.openZip(r, size)
	if err != nil {
		return template.Bundle{}, nil, err
	}
	return l.readBundle(files)
}

// files is the source of the files of a bundle.
type files interface {
	// fileNames returns the slash-separated paths of all files, sorted.
	fileNames() []string
	// readFile returns a file's bytes, or errTooLarge when it has more than limit.
	readFile(name string, limit int64) ([]byte, error)
}

// readBundle reads a bundle from its files.
func (l Limits) readBundle(from files) (template.Bundle, []template.BundleError, error) {
	r := &reading{
		decoder:  decoder{limits: l, taken: map[string]bool{}},
		from:     from,
		used:     map[string]bool{},
		mappings: map[string]*yaml.Node{},
		paths:    map[string]string{},
		failed:   map[string]bool{},
		ranks:    map[int]string{},
	}
	b, err := r.readAll()
	if err != nil {
		return template.Bundle{}, nil, err
	}
	slices.SortStableFunc(r.problems, func(a, b template.BundleError) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return b, r.problems[:min(len(r.problems), l.Problems)], nil
}
