// Package bundle makes what browsers load of the web console from its sources, with esbuild, in
// memory: modules are joined, split where screens share them, minified, and named by their content.
//
// The sources are ordinary ES modules and style sheets in a file system; nothing is written to
// disk, and nothing but the program itself is needed.
package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// asText marks a style sheet that a module imports: what it gets is the text of its rules.
const asText = "?text"

// indentation is left out of templates: what is between their tags is drawn the same with one blank. Lines
// of the sources stay where they are.
var indentation = regexp.MustCompile(`\n[ \t]+`)

// loaders are those of the kinds of sources.
var loaders = map[string]api.Loader{".js": api.LoaderJS, ".css": api.LoaderCSS, ".json": api.LoaderJSON, ".svg": api.LoaderCopy}

// namespace is where the sources are for esbuild: no file of the machine is ever read.
const namespace = "console"

// An Output holds the files that browsers load.
type Output struct {
	Files   map[string][]byte // by name, such as screens/home-5UCZ2KZP.js; source maps too
	entries map[string]string // the output of each source that is loaded by itself, by name
	imports map[string][]string
}

// Split bundles entries, sources by name, and all that they import. A module that is imported
// dynamically becomes a file of its own, and so does what several of them share: what the first entry
// needs is one file, and what the same of the screens need, modules that are imported dynamically and
// drawn first. Words, which are imported with ?first and ?rest, are split by what the
// first entry and each screen name.
func Split(sources fs.FS, screens []string, entries ...string) (*Output, error) {
	g, err := readGraph(sources, entries...)
	if err != nil {
		return nil, err
	}
	split, err := readWordSplit(sources, g, entries[0], screens)
	if err != nil {
		return nil, err
	}
	options := settings(sources, extras{with: g.groups(entries[0], screens), words: split})
	options.EntryPoints = entries
	options.Splitting, options.Metafile = true, true
	options.Format = api.FormatESModule
	options.Sourcemap = api.SourceMapExternal // what serves a file names its map
	options.MinifyWhitespace, options.MinifyIdentifiers, options.MinifySyntax = true, true, true
	options.EntryNames, options.ChunkNames = "[dir]/[name]-[hash]", "parts/[name]-[hash]"
	built := api.Build(options)
	if err := joinMessages(built.Errors, built.Warnings); err != nil {
		return nil, err
	}
	out := &Output{Files: map[string][]byte{}, entries: map[string]string{}, imports: map[string][]string{}}
	for _, f := range built.OutputFiles {
		out.Files[outputName(f.Path)] = f.Contents
	}
	return out, out.readImports(built.Metafile)
}

// Script bundles a module that is given as text, with all that it imports of the sources, into one
// classic script, as tests evaluate it. What the module exports is what the global name holds.
func Script(sources fs.FS, module, global string) (string, error) {
	options := settings(sources, extras{})
	options.Stdin = &api.StdinOptions{Contents: module, ResolveDir: "/", Sourcefile: "test.js"}
	options.Format, options.GlobalName = api.FormatIIFE, global
	built := api.Build(options)
	if err := joinMessages(built.Errors, built.Warnings); err != nil {
		return "", err
	}
	return string(built.OutputFiles[0].Contents), nil
}

// extras are what a build knows of its sources before.
type extras struct {
	with  map[string][]string // imports of a module that its source does not name
	words *wordSplit          // nil for all words at once
}

// settings are those of every build.
func settings(sources fs.FS, more extras) api.BuildOptions {
	return api.BuildOptions{
		Bundle: true, Write: false, Outdir: "/", LogLevel: api.LogLevelSilent, Target: api.ESNext, Charset: api.CharsetUTF8,
		LegalComments: api.LegalCommentsNone, AbsWorkingDir: "/", Tsconfig: "", TsconfigRaw: "{}",
		Loader:  map[string]api.Loader{".svg": api.LoaderCopy},
		Plugins: []api.Plugin{{Name: namespace, Setup: func(b api.PluginBuild) { serveSources(b, sources, more) }}},
	}
}

// serveSources lets esbuild read modules from the sources alone.
func serveSources(b api.PluginBuild, sources fs.FS, more extras) {
	b.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		name := path.Clean(a.Path)
		if a.Namespace == namespace && strings.HasPrefix(a.Path, ".") {
			name = path.Join(path.Dir(a.Importer), a.Path)
		}
		w, isWords := wordsOf(name)
		if _, err := fs.Stat(sources, w.source); err != nil {
			return api.OnResolveResult{}, fmt.Errorf("%s imports %q, which is no source", a.Importer, a.Path)
		}
		out := api.OnResolveResult{Path: name, Namespace: namespace}
		if isWords {
			out.Path, out.PluginData = w.module(), w
		}
		if a.Kind == api.ResolveJSImportStatement && path.Ext(name) == ".css" {
			out.Suffix = asText
		}
		return out, nil
	})
	b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		w, isWords := a.PluginData.(words)
		if !isWords {
			w.source = a.Path
		}
		text, err := fs.ReadFile(sources, w.source)
		if err != nil {
			return api.OnLoadResult{}, err
		}
		contents, loader := string(text), loaders[path.Ext(a.Path)]
		switch {
		case isWords:
			contents = more.words.contents(w, contents)
		case path.Ext(a.Path) == ".js":
			contents = indentation.ReplaceAllString(contents, "\n")
			for _, name := range more.with[a.Path] {
				contents += fmt.Sprintf("\nimport %q;", name)
			}
		case a.Suffix == asText:
			contents, err = minifyStyles(a.Path, contents)
			loader = api.LoaderText
		}
		return api.OnLoadResult{Contents: &contents, Loader: loader}, err
	})
}

func minifyStyles(name, text string) (string, error) {
	out := api.Transform(text, api.TransformOptions{Loader: api.LoaderCSS, Sourcefile: name, Target: api.ESNext, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifySyntax: true})
	return string(out.Code), joinMessages(out.Errors, out.Warnings)
}

// joinMessages returns what is wrong with sources; nil for nothing.
func joinMessages(messages ...[]api.Message) error {
	var out []error
	for _, m := range slices.Concat(messages...) {
		at := ""
		if m.Location != nil {
			at = fmt.Sprintf("%s:%d: ", strings.TrimPrefix(m.Location.File, namespace+":"), m.Location.Line)
		}
		out = append(out, errors.New(at+m.Text))
	}
	return errors.Join(out...)
}

func outputName(p string) string { return strings.TrimPrefix(p, "/") }

// readImports notes which output a source became, and what each output imports at once.
func (o *Output) readImports(metafile string) error {
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string
			Imports    []struct {
				Path, Kind string
				External   bool
			}
		}
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return err
	}
	for name, out := range meta.Outputs {
		name = outputName(name)
		if out.EntryPoint != "" {
			o.entries[strings.TrimPrefix(out.EntryPoint, namespace+":")] = name
		}
		for _, i := range out.Imports {
			if i.Kind == "import-statement" {
				o.imports[name] = append(o.imports[name], outputName(i.Path))
			}
		}
	}
	return nil
}

// Entry returns the file that a source became; an error for a source that is not loaded by itself.
func (o *Output) Entry(source string) (string, error) {
	name, ok := o.entries[source]
	if !ok {
		return "", fmt.Errorf("%s is not loaded by itself", source)
	}
	return name, nil
}

// WithImports returns files with those that they need before they run, sorted.
func (o *Output) WithImports(files ...string) (out []string) {
	seen := map[string]bool{}
	for len(files) > 0 {
		name := files[0]
		files = files[1:]
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
			files = append(files, o.imports[name]...)
		}
	}
	slices.Sort(out)
	return out
}
