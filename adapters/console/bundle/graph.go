package bundle

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// A graph tells what modules import.
type graph struct {
	needs map[string][]string // what a module imports at once, by its name
	later []string            // modules that are imported dynamically, sorted
}

// readGraph finds the imports of entries, and of all that they import.
func readGraph(sources fs.FS, entries ...string) (graph, error) {
	options := settings(sources, extras{})
	options.EntryPoints = entries
	options.Metafile, options.Splitting, options.Format = true, true, api.FormatESModule
	built := api.Build(options)
	if err := joinMessages(built.Errors, built.Warnings); err != nil {
		return graph{}, err
	}
	var meta struct {
		Inputs map[string]struct {
			Imports []struct{ Path, Kind string }
		}
	}
	if err := json.Unmarshal([]byte(built.Metafile), &meta); err != nil {
		return graph{}, err
	}
	g := graph{needs: map[string][]string{}}
	for name, in := range meta.Inputs {
		for _, i := range in.Imports {
			switch to := sourceName(i.Path); i.Kind {
			case "import-statement":
				g.needs[sourceName(name)] = append(g.needs[sourceName(name)], to)
			case "dynamic-import":
				g.later = append(g.later, to)
			}
		}
	}
	slices.Sort(g.later)
	g.later = slices.Compact(g.later)
	return g, nil
}

func sourceName(p string) string { return strings.TrimPrefix(p, namespace+":") }

// closure returns the scripts that a module needs before it runs, without itself, sorted.
func (g graph) closure(of string) (out []string) {
	seen := map[string]bool{of: true}
	for open := []string{of}; len(open) > 0; open = open[1:] {
		for _, name := range g.needs[open[0]] {
			if !seen[name] && path.Ext(name) == ".js" {
				seen[name] = true
				out = append(out, name)
				open = append(open, name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// groups returns what each module that is imported dynamically is to import besides, so that what is
// always there together becomes one file: what main needs, and what the same screens need. Much that is
// small costs more than the same at once: names of imports, and what compression knows of the rest.
func (g graph) groups(main string, screens []string) map[string][]string {
	base := g.closure(main)
	users := map[string]string{} // the screens that need a module
	for _, screen := range screens {
		for _, name := range g.closure(screen) {
			if !slices.Contains(base, name) {
				users[name] += " " + screen
			}
		}
	}
	of := map[string][]string{}
	for name, by := range users {
		of[by] = append(of[by], name)
	}
	out := map[string][]string{}
	for _, name := range g.later { // words are among them: they import nothing
		with := map[string]bool{}
		for _, needed := range g.closure(name) {
			for _, m := range of[users[needed]] {
				with[m] = true
			}
		}
		out[name] = slices.Clone(base)
		for m := range with {
			if m != name {
				out[name] = append(out[name], m)
			}
		}
		slices.Sort(out[name])
	}
	return out
}
