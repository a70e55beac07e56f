package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// code holds the packages under test as source, and all that they import as types.
type code struct {
	set      *token.FileSet
	packages []*unit
	imports  types.Importer
}

// A unit is a package that mutants are made of.
type unit struct {
	path, name, dir string
	files           []*source
	info            *types.Info // of the files as they are
}

// A source is a file of a unit. All places are byte offsets.
type source struct {
	path string
	text []byte
	tree *ast.File
	set  *token.FileSet
}

// listed is a package as the Go tool lists it.
type listed struct {
	ImportPath, Name, Dir, Export      string
	DepOnly, Standard                  bool
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// list returns the packages that the Go tool lists.
func list(ctx context.Context, dir string, arguments ...string) ([]listed, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list"}, arguments...)...)
	cmd.Dir = dir
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, failure.String())
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("read what go list says: %w", err)
		}
		all = append(all, p)
	}
}

// load reads the packages of the patterns, main packages left out.
func load(ctx context.Context, dir string, patterns []string) (*code, error) {
	arguments := append([]string{"-export", "-deps", "-json=ImportPath,Name,Dir,Export,DepOnly,Standard,GoFiles"}, switchImports...)
	all, err := list(ctx, dir, append(arguments, patterns...)...)
	if err != nil {
		return nil, err
	}
	c := &code{set: token.NewFileSet()}
	exports := map[string]string{}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
		if p.DepOnly || p.Standard || p.Name == "main" {
			continue
		}
		u := &unit{path: p.ImportPath, name: p.Name, dir: p.Dir}
		for _, name := range p.GoFiles {
			s, err := c.read(filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			u.files = append(u.files, s)
		}
		c.packages = append(c.packages, u)
	}
	c.imports = importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, u := range c.packages {
		if err := c.understand(u); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *code) read(path string) (*source, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read code: %w", err)
	}
	tree, err := parser.ParseFile(c.set, path, text, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("parse code: %w", err)
	}
	return &source{path: path, text: text, tree: tree, set: c.set}, nil
}

// offset returns the byte offset of a position in the text.
func (s *source) offset(p token.Pos) int { return s.set.Position(p).Offset }

// compiles reports whether the mutant compiles. When only its form behind a switch
// does not, it is marked to be built by itself.
func (c *code) compiles(m *mutant) bool {
	if !c.check(m, m.text()) {
		return false
	}
	if m.within != nil && !c.check(m, apply(m.file.text, []edit{m.switched()})) {
		m.within = nil
	}
	return true
}

// check reports whether the package compiles with another text of the mutant's file.
func (c *code) check(m *mutant, text []byte) bool {
	set := c.set
	tree, err := parser.ParseFile(set, m.file.path, text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	help, err := parser.ParseFile(set, "switch.go", switchFile(m.unit.name), parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	files := []*ast.File{tree, help}
	for _, s := range m.unit.files {
		if s != m.file {
			files = append(files, s.tree)
		}
	}
	_, err = (&types.Config{Importer: c.imports}).Check(m.unit.path, set, files, nil)
	return err == nil
}

// short returns a path relative to the working directory, if it is below it.
func short(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(here, path); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return path
}
