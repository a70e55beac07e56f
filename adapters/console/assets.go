package console

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed assets
var assetFiles embed.FS

// assetPath is where assets are served: below a digest of all of them, so that they can be
// kept for ever.
const assetPath = "/console/a/"

// assets holds the files that browsers load, ready to be sent.
type assets struct {
	digest string
	files  map[string]asset
	index  string // with %s for the links of a screen
	routes []route
}

type asset struct {
	kind         string // content type
	body, zipped []byte // zipped is nil where it saves nothing
}

// A route is an address of the console, as main.js names it, with the modules of its screen.
type route struct {
	pattern []string // segments; those that begin with a colon stand for any
	links   string
}

// routeLine is how main.js names a screen: ['/dossiers/:id', './screens/dossier.js'].
var routeLine = regexp.MustCompile(`\['(/[^']*)', '\./(screens/[^']+\.js)'`)

// importLine is a static import of a module.
var importLine = regexp.MustCompile(`(?m)^(?:import|export) [^'"]*from '(\.[^']+)';|^import '(\.[^']+)';`)

// leftOut matches the parts of modules that browsers have no use for: lines of comments, indentation, types and
// comments behind code. It is a sixth of what a screen loads.
var leftOut = regexp.MustCompile("(?m)^[ \t]*(?://.*\n|/\\*\\*(?:[^*\n]|\\*[^/\n])*(?:\\*/)?\n|\\*/?(?: .*)?\n)?|" +
	"/\\*\\* @[^*]*\\*/ ?|[ \t]+// [^'\"`\n]*$")

// leftOutOfStyles matches the same of style sheets, and blanks around the signs that it keeps.
var leftOutOfStyles = regexp.MustCompile(`(?m)^[ \t]+|^/\*.*\*/\n| *([{}]) *|([:;,]) `)

// loadAssets reads the embedded files, compresses them, and finds out what each screen loads.
func loadAssets() (*assets, error) {
	a := &assets{files: map[string]asset{}}
	sum := sha256.New()
	err := fs.WalkDir(assetFiles, "assets", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := assetFiles.ReadFile(name)
		if err != nil {
			return err
		}
		switch own := !strings.Contains(name, "/vendor/"); {
		case own && path.Ext(name) == ".js":
			body = leftOut.ReplaceAll(body, nil)
		case own && path.Ext(name) == ".css":
			body = leftOutOfStyles.ReplaceAll(body, []byte("$1$2"))
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n", name, len(body)) // a hash takes everything
		_, _ = sum.Write(body)
		a.files[strings.TrimPrefix(name, "assets/")], err = newAsset(name, body)
		return err
	})
	if err != nil {
		return nil, err
	}
	a.digest = hex.EncodeToString(sum.Sum(nil))[:20]
	a.index = strings.ReplaceAll(string(a.files["index.html"].body), "{{base}}", assetPath+a.digest+"/")
	for _, found := range routeLine.FindAllStringSubmatch(string(a.files["main.js"].body), -1) {
		a.routes = append(a.routes, route{strings.Split(found[1], "/"), a.linksOf(found[2])})
	}
	return a, nil
}

func newAsset(name string, body []byte) (asset, error) {
	kind := mime.TypeByExtension(path.Ext(name))
	if kind == "" {
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

// linksOf returns links that let a browser load a screen and all that it imports at once.
func (a *assets) linksOf(screen string) string {
	seen := map[string]bool{}
	a.collectImports("main.js", seen)
	a.collectImports(screen, seen)
	var names []string
	for name := range seen {
		names = append(names, name)
	}
	slices.Sort(names)
	var out strings.Builder
	for _, name := range names {
		fmt.Fprintf(&out, "<link rel=\"modulepreload\" href=\"%s%s/%s\">\n", assetPath, a.digest, name)
	}
	return out.String()
}

func (a *assets) collectImports(name string, seen map[string]bool) {
	if seen[name] {
		return
	}
	seen[name] = true
	for _, found := range importLine.FindAllStringSubmatch(string(a.files[name].body), -1) {
		a.collectImports(path.Join(path.Dir(name), found[1]+found[2]), seen)
	}
}

// indexFor returns the page for an address, with links to the modules of its screen.
func (a *assets) indexFor(address string) string {
	segments := strings.Split(strings.TrimPrefix(address, strings.TrimSuffix(Path, "/")), "/")
	for _, r := range a.routes {
		if r.matches(segments) {
			return strings.Replace(a.index, "{{preload}}", r.links, 1)
		}
	}
	return strings.Replace(a.index, "{{preload}}", "", 1)
}

func (r route) matches(segments []string) bool {
	return slices.EqualFunc(r.pattern, segments, func(want, got string) bool {
		return strings.HasPrefix(want, ":") && got != "" || want == got
	})
}

// serveAsset answers with an asset of this build.
func (a *assets) serveAsset(w http.ResponseWriter, r *http.Request) {
	digest, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, assetPath), "/")
	found, ok := a.files[name]
	if !ok || digest != a.digest || !isRead(r) {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", found.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	body := found.body
	if found.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = found.zipped
	}
	_, _ = w.Write(body) // the browser may be gone; there is nobody to tell
}
