package console

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"github.com/klauspost/compress/gzip"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/adapters/console/bundle"
)

//go:embed assets
var assetFiles embed.FS

// assetPath is where assets are served: by names that tell their content, so that they can be kept for ever.
const assetPath = "/console/a/"

// licences is the one asset that is served as it stands in the sources: nothing refers to it.
const licences = "vendor/LICENSES"

// entries are the sources that the page names.
var entries = []string{"main.js", "console.css", "icon.svg"}

// assets holds the files that browsers load, ready to be sent.
type assets struct {
	files  map[string]asset
	index  string // with {{preload}} for the links of a screen
	routes []route
}

type asset struct {
	kind         string // content type
	body, zipped []byte // zipped is nil where it saves nothing
}

// A route is an address of the console, as routes.json names it, with the files that its screen needs.
type route struct {
	pattern []string // segments; those that begin with a colon stand for any
	screen  string
	needs   []string
}

// loadAssets bundles the sources, compresses what that gives, and finds out what each screen loads: once
// for the process, when a browser asks first. It takes about 50 ms.
var loadAssets = sync.OnceValues(func() (*assets, error) {
	sources, err := fs.Sub(assetFiles, "assets")
	if err != nil {
		return nil, err
	}
	return newAssets(sources)
})

func newAssets(sources fs.FS) (*assets, error) {
	routes, err := readRoutes(sources)
	if err != nil {
		return nil, err
	}
	var screens []string
	for _, r := range routes {
		screens = append(screens, screenSource(r[1]))
	}
	slices.Sort(screens)
	built, err := bundle.Split(sources, slices.Compact(screens), entries...)
	if err != nil {
		return nil, err
	}
	if built.Files[licences], err = fs.ReadFile(sources, licences); err != nil {
		return nil, err
	}
	a := &assets{files: map[string]asset{}}
	for name, body := range built.Files {
		if a.files[name], err = newAsset(name, body); err != nil {
			return nil, err
		}
	}
	page, err := fs.ReadFile(sources, "index.html")
	if err != nil {
		return nil, err
	}
	a.index = string(page)
	for _, source := range entries {
		name, err := built.Entry(source)
		if err != nil {
			return nil, err
		}
		a.index = strings.ReplaceAll(a.index, "{{"+source+"}}", assetPath+name)
	}
	return a, a.addRoutes(routes, built)
}

// readRoutes reads which screen stands at which address: addresses and names of screens.
func readRoutes(sources fs.FS) (out [][2]string, err error) {
	text, err := fs.ReadFile(sources, "routes.json")
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(text, &out)
}

func screenSource(name string) string { return "screens/" + name + ".js" }

// addRoutes finds what each screen loads.
func (a *assets) addRoutes(routes [][2]string, built *bundle.Output) error {
	main, err := built.Entry("main.js")
	if err != nil {
		return err
	}
	for _, r := range routes {
		screen, err := built.Entry(screenSource(r[1]))
		if err != nil {
			return err
		}
		a.routes = append(a.routes, route{strings.Split(r[0], "/"), r[1], built.WithImports(main, screen)})
	}
	return nil
}

func newAsset(name string, body []byte) (asset, error) {
	kind := mime.TypeByExtension(path.Ext(name))
	switch {
	case path.Ext(name) == ".map":
		kind = "application/json"
	case kind == "":
		kind = "text/plain; charset=utf-8"
	}
	var zipped bytes.Buffer
	z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err != nil {
		return asset{}, err
	}
	if _, err := z.Write(body); err != nil {
		return asset{}, err
	}
	if err := z.Close(); err != nil {
		return asset{}, err
	}
	out := asset{kind: kind, body: body}
	if zipped.Len() < len(body) {
		out.zipped = zipped.Bytes()
	}
	return out, nil
}

// indexFor returns the page for an address, with links to the modules of its screen.
func (a *assets) indexFor(address string) string {
	segments := strings.Split(strings.TrimPrefix(address, strings.TrimSuffix(Path, "/")), "/")
	var links strings.Builder
	if i := slices.IndexFunc(a.routes, func(r route) bool { return r.matches(segments) }); i >= 0 {
		for _, name := range a.routes[i].needs {
			fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s%s\">\n", assetPath, name)
		}
	}
	return strings.Replace(a.index, "{{preload}}", links.String(), 1)
}

func (r route) matches(segments []string) bool {
	return slices.EqualFunc(r.pattern, segments, func(want, got string) bool {
		return strings.HasPrefix(want, ":") && got != "" || want == got
	})
}

// serveAsset answers with an asset of this build.
func serveAsset(w http.ResponseWriter, r *http.Request) error {
	a, err := loadAssets()
	if err != nil {
		return err
	}
	name := strings.TrimPrefix(r.URL.Path, assetPath)
	found, ok := a.files[name]
	if !ok {
		http.Error(w, "Not found", http.StatusNotFound)
		return nil
	}
	h := w.Header()
	h.Set("Content-Type", found.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	if _, ok := a.files[name+".map"]; ok {
		h.Set("SourceMap", path.Base(name)+".map")
	}
	body := found.body
	if found.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = found.zipped
	}
	_, _ = w.Write(body) // the browser may be gone; there is nobody to tell
	return nil
}
