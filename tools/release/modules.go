package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// A module is one of others that the binaries are made of. The standard library is one too,
// with the path "std".
type module struct {
	path, version string
	dir           string   // of the module, here
	packages      []string // folders of packages that are in a binary, below dir
}

// key returns the module with its version.
func (m module) key() string { return m.path + "@" + m.version }

// goPackage holds what go list prints for a package.
type goPackage struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
		Replace            *struct{ Path, Version string }
	}
}

// listModules returns the modules of which packages are in the binaries of any target,
// sorted by path, the standard library last.
func (r *release) listModules(ctx context.Context, of []target) ([]module, error) {
	all := map[string]*module{}
	for _, t := range of {
		if err := r.addModules(ctx, t, all); err != nil {
			return nil, err
		}
	}
	std, err := r.standardLibrary(ctx)
	if err != nil {
		return nil, err
	}
	var sorted []module
	for _, path := range slices.Sorted(maps.Keys(all)) {
		m := all[path]
		slices.Sort(m.packages)
		m.packages = slices.Compact(m.packages)
		sorted = append(sorted, *m)
	}
	return append(sorted, std), nil
}

// addModules adds the modules of one target.
func (r *release) addModules(ctx context.Context, t target, to map[string]*module) error {
	out, err := r.output(ctx, t.environment(), r.goCommand, "list", "-deps", "-json=Dir,Standard,Module", "./cmd/docket")
	if err != nil {
		return err
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("go list: %w", err)
		case p.Standard || p.Module == nil || p.Module.Main:
			continue
		}
		found := module{path: p.Module.Path, version: p.Module.Version, dir: p.Module.Dir}
		if p.Module.Replace != nil {
			found.version = p.Module.Replace.Version
		}
		known := to[found.path]
		if known == nil {
			known = &found
			to[found.path] = known
		}
		known.packages = append(known.packages, p.Dir)
	}
}

// standardLibrary returns the standard library, whose licence is that of Go.
func (r *release) standardLibrary(ctx context.Context) (module, error) {
	out, err := r.output(ctx, nil, r.goCommand, "env", "GOROOT", "GOVERSION")
	root, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return module{path: "std", version: strings.TrimPrefix(version, "go"), dir: root, packages: []string{filepath.Join(root, "src")}}, err
}

// checkModules wants the modules of go list to be just those that the binary names.
func checkModules(modules []module, binaries []binary) error {
	listed, built := map[string]bool{}, map[string]bool{}
	for _, m := range modules {
		listed[m.key()] = m.path != "std"
	}
	for _, b := range binaries {
		for _, d := range b.info.Deps {
			key := moduleOf(d).key()
			built[key] = true
			if !listed[key] {
				return fmt.Errorf("%s holds %s, which go list does not name", b.target, key)
			}
		}
	}
	for key, wanted := range listed {
		if wanted && !built[key] {
			return fmt.Errorf("go list names %s, which no binary holds", key)
		}
	}
	return nil
}

// moduleOf returns the module of a dependency as a binary names it.
func moduleOf(d *debug.Module) module {
	m := module{path: d.Path, version: d.Version}
	if d.Replace != nil {
		m.version = d.Replace.Version
	}
	return m
}
