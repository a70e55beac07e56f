package console

import (
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Limits of the sources.
const (
	longestLine   = 120 // columns
	longestModule = 300 // lines
	mostFields    = 12  // of a class
)

// className, fieldLine and assigned find the classes of a module, the fields that stand in them, and those that their
// methods make.
var (
	className = regexp.MustCompile(`^(?:export )?class (\w+)`)
	fieldLine = regexp.MustCompile(`^  (?:static )?(\w+)(?: = .*)?;(?: //.*)?$|^  (\w+) = [^;]*[{(\[]$`)
	setter    = regexp.MustCompile(`^  set (\w+)\(`)
	assigned  = regexp.MustCompile(`\bthis\.(\w+) (?:[-+?|&]{0,2})= `)
)

// inherited are the fields of elements that are set, but not made.
var inherited = map[string]bool{"scrollTop": true}

// fieldsOf returns the fields of each class of a module, sorted.
func fieldsOf(text string) map[string][]string {
	found, set, in := map[string]map[string]bool{}, map[string]map[string]bool{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := className.FindStringSubmatch(line); m != nil {
			in = m[1]
			found[in], set[in] = map[string]bool{}, map[string]bool{}
		}
		if line == "}" {
			in = ""
		}
		if in == "" {
			continue
		}
		if m := fieldLine.FindStringSubmatch(line); m != nil {
			found[in][m[1]+m[2]] = true
		}
		if m := setter.FindStringSubmatch(line); m != nil {
			set[in][m[1]] = true
		}
		for _, m := range assigned.FindAllStringSubmatch(line, -1) {
			found[in][m[1]] = true
		}
	}
	out := map[string][]string{}
	for class, fields := range found {
		maps.DeleteFunc(fields, func(name string, _ bool) bool { return set[class][name] || inherited[name] })
		out[class] = slices.Sorted(maps.Keys(fields))
	}
	return out
}

func TestSourcesAreShort(t *testing.T) {
	classes := 0
	for name, text := range sources(t) {
		if strings.HasPrefix(name, "lang/") || !strings.HasSuffix(name, ".js") && !strings.HasSuffix(name, ".css") {
			continue
		}
		at := 0
		for line := range strings.Lines(text) {
			at++
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > longestLine {
				t.Errorf("%s:%d has %d columns, want at most %d", name, at, n, longestLine)
			}
		}
		if n := strings.Count(text, "\n"); strings.HasSuffix(name, ".js") && n > longestModule {
			t.Errorf("%s has %d lines, want at most %d", name, n, longestModule)
		}
		for class, fields := range fieldsOf(text) {
			classes++
			if len(fields) > mostFields {
				t.Errorf("%s: %s has %d fields, want at most %d: %q", name, class, len(fields), mostFields, fields)
			}
		}
	}
	if classes < 15 {
		t.Errorf("only %d classes were found, want at least 15", classes)
	}
}

func TestFieldsAreCounted(t *testing.T) {
	got := fieldsOf("class A extends B {\n  /** @type {any} */\n  one = null;\n  two;\n  three = new Map([\n    [1, 2]\n  ]);\n " +
		" path = ''; // of it\n\n" +
		"  run(a) {\n    const b = 1;\n    this.c = b;\n    this.one ??= b;\n    this.given = b === this.c;\n  }\n\n  set " +
		"given(a) {}\n}\n\nexport class D {\n  static x = 1;\n}\n")
	want := map[string][]string{"A": {"c", "one", "path", "three", "two"}, "D": {"x"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// comment, imported and importedLater find what a module imports, at once and later.
var (
	comment       = regexp.MustCompile(`(?s)/\*\*.*?\*/|(?m:^\s*//[^\n]*$)`)
	imported      = regexp.MustCompile(`(?m)^(?:import|export)\b[^'"]*['"](\.[^'"]+)['"];`)
	importedLater = regexp.MustCompile(`\bimport\(['"](\.[^'"]+)['"]\)`)
)

// importsOf returns what a module imports, by the names of the sources; types alone are not imported.
func importsOf(name, text string) (out []string) {
	text = comment.ReplaceAllString(text, "")
	found := append(imported.FindAllStringSubmatch(text, -1), importedLater.FindAllStringSubmatch(text, -1)...)
	for _, m := range found {
		out = append(out, path.Join(path.Dir(name), m[1]))
	}
	return out
}

// circleIn returns modules each of which imports the next, the last of them the first; nil for none.
func circleIn(imports map[string][]string) []string {
	done := map[string]bool{}
	var way []string
	var visit func(name string) []string
	visit = func(name string) []string {
		if i := slices.Index(way, name); i >= 0 {
			return way[i:]
		}
		if done[name] {
			return nil
		}
		way = append(way, name)
		for _, to := range imports[name] {
			if circle := visit(to); circle != nil {
				return circle
			}
		}
		way, done[name] = way[:len(way)-1], true
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		if circle := visit(name); circle != nil {
			return circle
		}
	}
	return nil
}

// TestModulesImportInNoCircle counts what is imported later, too: modules of a circle can be read only together.
func TestModulesImportInNoCircle(t *testing.T) {
	all, edges := map[string][]string{}, 0
	for name, text := range sources(t) {
		if strings.HasSuffix(name, ".js") {
			all[name] = importsOf(name, text)
			edges += len(all[name])
		}
	}
	if circle := circleIn(all); circle != nil {
		t.Errorf("modules import in a circle: %s, want circle = nil", strings.Join(circle, " -> "))
	}
	if len(all["main.js"]) < 15 || edges < 400 {
		t.Errorf("main.js imports %d modules, all %d, want at least 15 and 400", len(all["main.js"]), edges)
	}
}

func TestCirclesAreFound(t *testing.T) {
	text := "// import './x.js';\nimport {a,\n  b} from '../b.js';\nimport './c.js';\n/** @type {import('./d.js').D} */\n" +
		"const later = () => import('./e.js');\nexport * from './f.js';\n"
	if got, want := importsOf("parts/a.js", text), []string{"b.js", "parts/c.js", "parts/f.js", "parts/e.js"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got := circleIn(map[string][]string{"a": {"b", "c"}, "b": {"d"}, "c": {"b", "e"}, "e": {"c"}})
	if want := []string{"c", "e"}; !slices.Equal(got, want) {
		t.Errorf("got the circle %q, want %q", got, want)
	}
	if got := circleIn(map[string][]string{"a": {"b", "c"}, "b": {"c"}}); got != nil {
		t.Errorf("got the circle %q, want none", got)
	}
}
