package bundle

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func sourcesOf(files ...string) fstest.MapFS {
	out := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		out[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return out
}

func TestSplit(t *testing.T) {
	sources := sourcesOf(
		"main.js", "import {name} from './parts/name.js';\nexport const later = () => import('./screens/one.js');\nconsole.log(name);\n",
		"parts/name.js", "// a comment\nexport const name = `\n    kept`;\n",
		"screens/one.js", "import rules from '../one.css';\nimport {name} from '../parts/name.js';\nconsole.log(name, rules);\n",
		"one.css", "a {\n  color: red;\n}\n",
		"all.css", "/* a comment */\nb {\n  color: blue;\n}\n")
	out, err := Split(sources, nil, "main.js", "all.css")
	if err != nil {
		t.Fatal(err)
	}
	main, errMain := out.Entry("main.js")
	one, errOne := out.Entry("screens/one.js")
	sheet, errSheet := out.Entry("all.css")
	if errMain != nil || errOne != nil || errSheet != nil {
		t.Fatal(errMain, errOne, errSheet)
	}
	if got := string(out.Files[sheet]); !strings.HasPrefix(got, "b{color:#00f}\n") {
		t.Errorf("the style sheet is %q, want %q at its beginning", got, "b{color:#00f}\n")
	}
	if got := string(out.Files[one]); !strings.Contains(got, `a{color:red}`) {
		t.Errorf("the module does not bring its styles: %s, want %q in it", got, `a{color:red}`)
	}
	needed := out.WithImports(main, one)
	if len(needed) != 3 || !slices.Contains(needed, main) || !slices.Contains(needed, one) {
		t.Errorf("%s and %s need %q, want len(needed) = 3, needed with %v and needed with %v", main, one, needed, main, one)
	}
	if alone := out.WithImports(main); len(alone) != 2 {
		t.Errorf("%s alone needs %q, want 2", main, alone)
	}
	for name, text := range out.Files {
		if strings.HasSuffix(name, ".js") && (out.Files[name+".map"] == nil || strings.Contains(string(text), "comment")) {
			t.Errorf("%s has no map, or more than browsers need: %s, want a map, and no comments", name, text)
		}
	}
	if _, err := out.Entry("parts/name.js"); err == nil {
		t.Error("what two modules share is an entry")
	}
}

func TestNamesFollowContent(t *testing.T) {
	nameOf := func(text string) string {
		out, err := Split(sourcesOf("main.js", "import {name} from './name.js';\nconsole.log(name);\n", "name.js", text), nil, "main.js")
		if err != nil {
			t.Fatal(err)
		}
		name, err := out.Entry("main.js")
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	if a, b, c := nameOf("export const name = 1;"), nameOf("export const name = 2;"), nameOf("export const name = 1;"); a == b || a != c {
		t.Errorf("names are %s, %s, %s, want a other than %v and a = %v", a, b, c, b, c)
	}
}

// TestWordsComeInParts splits words by who names them: what the first entry needs, what a screen does, and the rest.
func TestWordsComeInParts(t *testing.T) {
	const words = "export default {\n  'a.main': 'A',\n  'a.one': 'B',\n  'a.two': 'C',\n  'state.x': 'D',\n  'state.y': 'E',\n};\n"
	sources := sourcesOf(
		"main.js", "import('./lang/en.js?first');\nimport('./lang/en.js?rest');\nimport('./screens/one.js');\nconsole.log('a.main');\n",
		"screens/one.js", "import {say} from '../say.js';\nconsole.log('a.one', say);\nimport('../later.js');\n",
		"say.js", "export const say = (x) => 'state.' + x;\n",
		"later.js", "console.log('a.two');\n", "lang/en.js", words)
	out, err := Split(sources, []string{"screens/one.js"}, "main.js")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"en-????????.js": "A", "en-one-????????.js": "BDE", "en-rest-????????.js": "BCDE"} {
		got := ""
		for file, text := range out.Files {
			if ok, _ := path.Match("parts/"+name, file); ok {
				for _, m := range regexp.MustCompile(`:"([A-E])"`).FindAllStringSubmatch(string(text), -1) {
					got += m[1]
				}
				if first := name == "en-????????.js"; first != strings.Contains(string(text), `import("./en-one-`) {
					t.Errorf("%s loads the words of a screen: %t, want %t", file, !first, first)
				}
			}
		}
		if got != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
}

func TestScript(t *testing.T) {
	script, err := Script(sourcesOf("parts/name.js", "export const name = 'Ada';"),
		"import {name} from './parts/name.js';\nexport default name;\n", "answer")
	if err != nil || !strings.Contains(script, "var answer = (() => {") || !strings.Contains(script, `"Ada"`) {
		t.Errorf(`%v: %s, want script with var answer = (() => {, script with "Ada" and no error`, err, script)
	}
}

func TestWrongSources(t *testing.T) {
	for text, want := range map[string]string{
		"import './away.js';":            `main.js imports "./away.js", which is no source`,
		"import '/etc/hostname';":        `"/etc/hostname", which is no source`,
		"import {a} from './b.js'; a();": `main.js:1: No matching export in "console:b.js" for import "a"`,
		"const a = ;":                    "main.js:1: Unexpected",
		"import x from './bad.css';":     "bad.css:1: Expected",
	} {
		_, err := Split(sourcesOf("main.js", text, "b.js", "export const b = 1;", "bad.css", "a { color: red"), nil, "main.js")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
