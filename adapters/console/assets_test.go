package console

import (
	"compress/gzip"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sources returns our own assets by name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(assetFiles, "assets", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "assets/vendor/") {
			return err
		}
		b, err := assetFiles.ReadFile(name)
		out[strings.TrimPrefix(name, "assets/")] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSourcesHoldNothingForbidden(t *testing.T) {
	forbidden := regexp.MustCompile(`innerHTML|unsafeHTML|insertAdjacentHTML|\beval\(|new Function|\sstyle=|document\.write|outerHTML`)
	address := regexp.MustCompile(`https?://[^\s'"]+`)
	for name, text := range sources(t) {
		if found := forbidden.FindString(text); found != "" {
			t.Errorf("%s holds %q", name, found)
		}
		for _, found := range address.FindAllString(text, -1) {
			if found != "http://www.w3.org/2000/svg" {
				t.Errorf("%s names another host: %s", name, found)
			}
		}
		if strings.HasSuffix(name, ".js") && !strings.HasPrefix(text, "// @ts-check\n") {
			t.Errorf("%s does not begin with // @ts-check", name)
		}
	}
}

// TestTemplatesHoldNoWords looks at what stands between tags in templates: words belong into lang.
func TestTemplatesHoldNoWords(t *testing.T) {
	hole := regexp.MustCompile(`\$\{[^{}]*\}`)
	between := regexp.MustCompile(`>([^<>]*)<`)
	attribute := regexp.MustCompile(`(?:aria-label|title|placeholder|alt)="([^"$]*)"`)
	word := regexp.MustCompile(`[A-Za-z]{2,}`)
	for name, text := range sources(t) {
		if !strings.HasSuffix(name, ".js") || strings.HasPrefix(name, "lang/") {
			continue
		}
		for _, tpl := range templatesIn(text) {
			for hole.MatchString(tpl) {
				tpl = hole.ReplaceAllString(tpl, "")
			}
			for _, found := range append(between.FindAllStringSubmatch(">"+tpl+"<", -1), attribute.FindAllStringSubmatch(tpl, -1)...) {
				if w := word.FindString(found[1]); w != "" && !slices.Contains(allowedWords, strings.TrimSpace(found[1])) {
					t.Errorf("%s: %q stands in a template", name, strings.TrimSpace(found[1]))
				}
			}
		}
	}
}

// allowedWords are the same in every language.
var allowedWords = []string{"Docket", "English", "Deutsch"}

// templatesIn returns the templates of a module, each without the templates in it.
func templatesIn(text string) (out []string) {
	type open struct {
		template bool
		from     strings.Builder
		braces   int
	}
	var stack []*open
	for i := 0; i < len(text); i++ {
		top := (*open)(nil)
		if len(stack) > 0 {
			top = stack[len(stack)-1]
		}
		switch {
		case top != nil && top.template && text[i] == '`':
			out = append(out, top.from.String())
			stack = stack[:len(stack)-1]
		case top != nil && top.template && strings.HasPrefix(text[i:], "${"):
			stack = append(stack, &open{})
			i++
		case top != nil && top.template:
			top.from.WriteByte(text[i])
		case text[i] == '`' && (strings.HasSuffix(text[:i], "html") || strings.HasSuffix(text[:i], "svg")):
			stack = append(stack, &open{template: true})
		case text[i] == '`': // a text, not a template
			end := strings.IndexByte(text[i+1:], '`')
			i += max(end, 0) + 1
		case top != nil && text[i] == '{':
			top.braces++
		case top != nil && text[i] == '}' && top.braces > 0:
			top.braces--
		case top != nil && text[i] == '}':
			stack = stack[:len(stack)-1]
		}
	}
	return out
}

func TestLanguagesHaveTheSameKeys(t *testing.T) {
	all := sources(t)
	line := regexp.MustCompile(`(?m)^  '([^']+)': (.*),$`)
	placeholder := regexp.MustCompile(`\{\w+\}`)
	read := func(name string) map[string]string {
		out := map[string]string{}
		var last string
		for _, m := range line.FindAllStringSubmatch(all[name], -1) {
			if m[1] <= last {
				t.Errorf("%s: %q does not stand in order", name, m[1])
			}
			last = m[1]
			holes := placeholder.FindAllString(m[2], -1)
			slices.Sort(holes)
			out[m[1]] = strings.Join(slices.Compact(holes), " ")
		}
		if n := strings.Count(all[name], "\n") - 3; len(out) != n {
			t.Errorf("%s: %d keys in %d lines", name, len(out), n)
		}
		return out
	}
	first, more := read("lang/en.js"), read("lang/en-more.js")
	en, de := maps.Clone(more), read("lang/de-more.js")
	maps.Copy(en, first)
	maps.Copy(de, read("lang/de.js"))
	if len(en) != len(first)+len(more) {
		t.Error("lang/en-more.js repeats words of lang/en.js")
	}
	for key, holes := range en {
		if other, ok := de[key]; !ok || other != holes {
			t.Errorf("%q: en has {%s}, de has {%s} (%t)", key, holes, other, ok)
		}
	}
	for key := range de {
		if _, ok := en[key]; !ok {
			t.Errorf("%q stands in de alone", key)
		}
	}
	used := regexp.MustCompile(`\bt\('([^']+)'[,)]`)
	a, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	atFirst := map[string]bool{}
	a.collectImports("main.js", atFirst)
	a.collectImports("screens/review.js", atFirst)
	for name, text := range all {
		for _, m := range used.FindAllStringSubmatch(text, -1) {
			if _, ok := en[m[1]]; !ok {
				t.Errorf("%s says %q, which no language has", name, m[1])
			} else if _, ok := first[m[1]]; !ok && atFirst[name] {
				t.Errorf("%s says %q, which the review does not load at first", name, m[1])
			}
		}
	}
}

func TestBudgets(t *testing.T) {
	lines := map[string]int{}
	for name, text := range sources(t) {
		lines[path.Ext(name)] += strings.Count(text, "\n")
	}
	if lines[".js"] > 6500 || lines[".css"] > 900 {
		t.Errorf("got %v lines; JavaScript may have 6,500 and CSS 900", lines)
	}
}

func TestServing(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.signIn("/console/"), 302)
	a := b.send("GET", "/console/")
	index := b.want(a, 200)
	if policy := a.Header.Get("Content-Security-Policy"); a.Header.Get("Cache-Control") != "no-store" || !strings.Contains(policy, "require-trusted-types-for 'script'; trusted-types lit-html") {
		t.Errorf("headers are %v", a.Header)
	}
	for _, name := range []string{"X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"} {
		if a.Header.Get(name) == "" {
			t.Errorf("there is no %s", name)
		}
	}
	links := regexp.MustCompile(`(?:href|src)="([^"]+)"`).FindAllStringSubmatch(index, -1)
	if !strings.Contains(index, "/screens/home.js") || !strings.Contains(index, "/vendor/lit.js") || strings.Contains(index, "{{") {
		t.Errorf("the page does not load its screen at once:\n%s", index)
	}
	for _, link := range links {
		if strings.HasPrefix(link[1], "#") {
			continue
		}
		a := b.send("GET", link[1], "Accept-Encoding", "gzip")
		if a.StatusCode != 200 || a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %d %v", link[1], a.StatusCode, a.Header)
		}
		if a.Header.Get("Content-Encoding") == "gzip" {
			z, err := gzip.NewReader(a.Body)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, z); err != nil {
				t.Error(err)
			}
		}
	}
	b.want(b.send("GET", assetPath+"0000/main.js"), 404)
	b.want(b.send("POST", "/console/"), 405)
	if a := b.send("GET", "/", "Accept", "text/html,*/*"); a.StatusCode != 302 || a.Header.Get("Location") != Path {
		t.Errorf("the root: %d %s", a.StatusCode, a.Header.Get("Location"))
	}
	if body := b.want(b.send("GET", "/", "Accept", "application/json"), 200); body != "GET /" {
		t.Errorf("programs are led to %s", body)
	}
	if body := b.want(b.send("GET", AboutPath), 200); body != "GET /" {
		t.Errorf("the page about the service is %s", body)
	}
}

func TestAssetsAreSmall(t *testing.T) {
	a, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range a.routes {
		total := len(a.files["console.css"].zipped) + len(a.files["lang/de.js"].zipped) // the longest words; screens but the review load others too
		for _, m := range regexp.MustCompile(a.digest+`/([^"]+)`).FindAllStringSubmatch(r.links, -1) {
			total += len(a.files[m[1]].zipped)
		}
		if r.pattern[1] == "review" {
			total += len(a.files["parts/tools.js"].zipped) + len(a.files["icon.svg"].zipped) // follow at once
			total += len(a.files["parts/empty.js"].zipped)                                   // of a file without values
		}
		if total > 40_000 {
			t.Errorf("%s loads %d bytes, want at most 40,000", strings.Join(r.pattern, "/"), total)
		}
	}
	w := httptest.NewRecorder()
	a.serveAsset(w, httptest.NewRequest(http.MethodGet, assetPath+a.digest+"/main.js", nil))
	if w.Code != 200 || w.Header().Get("Content-Encoding") != "" || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("without gzip: %d %v", w.Code, w.Header())
	}
}
