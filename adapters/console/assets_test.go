package console

import (
	"cmp"
	"compress/gzip"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/candidates/trees"
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
			t.Errorf("%s holds %q, want nothing", name, found)
		}
		for _, found := range address.FindAllString(text, -1) {
			if found != "http://www.w3.org/2000/svg" {
				t.Errorf("%s names another host: %s, want %q", name, found, "http://www.w3.org/2000/svg")
			}
		}
		if strings.HasSuffix(name, ".js") && !strings.HasPrefix(text, "// @ts-check\n") {
			t.Errorf("%s does not begin with // @ts-check, want that as its first line", name)
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
					t.Errorf("%s: %q stands in a template, want words from the language files",
						name, strings.TrimSpace(found[1]))
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
				t.Errorf("%s: %q does not stand in order, want more than %v", name, m[1], last)
			}
			last = m[1]
			holes := placeholder.FindAllString(m[2], -1)
			slices.Sort(holes)
			out[m[1]] = strings.Join(slices.Compact(holes), " ")
		}
		if n := strings.Count(all[name], "\n") - 3; len(out) != n {
			t.Errorf("%s: %d keys in %d lines, want one key a line", name, len(out), n)
		}
		return out
	}
	en, de := read("lang/en.js"), read("lang/de.js")
	for key, holes := range en {
		if other, ok := de[key]; !ok || other != holes {
			t.Errorf("%q: en has {%s}, de has {%s} (%t), want the same holes in both", key, holes, other, ok)
		}
	}
	for key := range de {
		if _, ok := en[key]; !ok {
			t.Errorf("%q stands in de alone, want every key in both languages", key)
		}
	}
	for _, code := range trees.ReasonCodes() {
		if _, ok := en["reason."+code]; !ok {
			t.Errorf("the reason %s has no words, want some", code)
		}
	}
	for _, concept := range trees.ReasonConcepts() {
		if _, ok := en["concept."+concept]; !ok {
			t.Errorf("labels of %s have no words, want some", concept)
		}
	}
	used := regexp.MustCompile(`\bt\('([^']+)'[,)]`)
	for name, text := range all {
		for _, m := range used.FindAllStringSubmatch(text, -1) {
			if _, ok := en[m[1]]; !ok {
				t.Errorf("%s says %q, which no language has, want a key of the language files", name, m[1])
			}
		}
	}
}

func TestServing(t *testing.T) {
	b := newBench(t, "https://docket.example")
	b.want(b.signIn("/console/"), 302)
	a := b.send("GET", "/console/")
	index := b.want(a, 200)
	if policy := a.Header.Get("Content-Security-Policy"); a.Header.Get("Cache-Control") != "no-store" ||
		!strings.Contains(policy, "require-trusted-types-for 'script'; trusted-types lit-html") {
		t.Errorf("headers are %v, want Cache-Control no-store and a policy of trusted types", a.Header)
	}
	for _, name := range []string{"X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"} {
		if a.Header.Get(name) == "" {
			t.Errorf(`there is no %s, want other than ""`, name)
		}
	}
	links := regexp.MustCompile(`(?:href|src)="([^"]+)"`).FindAllStringSubmatch(index, -1)
	if !regexp.MustCompile(`modulepreload" href="/console/a/parts/home-\w{8}\.js"`).MatchString(index) || strings.Contains(index, "{{") {
		t.Errorf("the page does not load its screen at once, want a modulepreload of the part home:\n%s", index)
	}
	for _, link := range links {
		if strings.HasPrefix(link[1], "#") {
			continue
		}
		a := b.send("GET", link[1], "Accept-Encoding", "gzip")
		if a.StatusCode != 200 || a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf(`%s: %d %v, want a.StatusCode = 200 and a.Header.Get("Cache-Control") = public, max-age=31536000, `+
				`immutable`, link[1], a.StatusCode, a.Header)
		}
		if wanted := path.Base(link[1]) + ".map"; strings.HasSuffix(link[1], ".js") && a.Header.Get("SourceMap") != wanted {
			t.Errorf("%s has the map %q, want %s", link[1], a.Header.Get("SourceMap"), wanted)
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
	b.want(b.send("GET", assetPath+"main.js"), 404)
	if a := b.send("GET", links[len(links)-1][1]); a.Header.Get("Content-Encoding") != "" || b.want(a, 200) == "" {
		t.Errorf(`without gzip: %v, want a.Header.Get("Content-Encoding") = "" and b.want(a, 200) other than ""`, a.Header)
	}
	b.want(b.send("POST", "/console/"), 405)
	if a := b.send("GET", "/", "Accept", "text/html,*/*"); a.StatusCode != 302 || a.Header.Get("Location") != Path {
		t.Errorf(`the root: %d %s, want a.StatusCode = 302 and a.Header.Get("Location") = Path`, a.StatusCode, a.Header.Get("Location"))
	}
	if body := b.want(b.send("GET", "/", "Accept", "application/json"), 200); body != "GET /" {
		t.Errorf("programs are led to %s, want %q", body, "GET /")
	}
	if body := b.want(b.send("GET", AboutPath), 200); body != "GET /" {
		t.Errorf("the page about the service is %s, want %q", body, "GET /")
	}
}

// wordBytes returns how many bytes the words are that a screen draws first in a language.
func wordBytes(t *testing.T, a *assets, language, screen string) (n int) {
	t.Helper()
	for _, pattern := range []string{language, language + "-" + screen} {
		found := 0
		for name, file := range a.files {
			if ok, err := path.Match("parts/"+pattern+"-????????.js", name); ok && err == nil {
				found = len(file.zipped)
			}
		}
		if n += found; found == 0 {
			t.Errorf("there are no words of %s, want other than 0", pattern)
		}
	}
	return n
}

func TestAssetsAreSmall(t *testing.T) {
	a, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`"` + assetPath + `([^"]+)"`)
	for _, r := range a.routes {
		loaded := map[string]bool{}
		for _, m := range links.FindAllStringSubmatch(
			a.indexFor(Path+strings.TrimPrefix(strings.ReplaceAll(strings.Join(r.pattern, "/"), ":", ""), "/")), -1) {
			loaded[m[1]] = true
		}
		total := max(wordBytes(t, a, "de", r.screen), wordBytes(t, a, "en", r.screen))
		for name := range loaded {
			total += cmp.Or(len(a.files[name].zipped), len(a.files[name].body))
		}
		const most = 40_000
		if t.Logf("%s: %d bytes in %d files", r.screen, total, len(loaded)); total > most || len(loaded) < 4 {
			t.Errorf("%s loads %d bytes in %d files, want at most %d", r.screen, total, len(loaded), most)
		}
	}
}
