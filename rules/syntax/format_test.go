package syntax

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
)

// formatOnce formats a file and fails unless that keeps its meaning and a second time changes
// nothing. It returns "" for a file that is not well formed.
func formatOnce(t *testing.T, text string) string {
	t.Helper()
	src := NewSource(text)
	before, broken := Parse(src)
	once, problems := Format(src)
	if len(broken) > 0 {
		if len(problems) == 0 {
			t.Fatalf("a file with problems is formatted: %v, want some problems", broken[0])
		}
		return ""
	}
	if len(problems) > 0 {
		t.Fatalf("not formatted: %v\n%s, want none", problems, text)
	}
	formatted := NewSource(once)
	after, problems := Parse(formatted)
	if len(problems) > 0 {
		t.Fatalf("the result has problems: %v\n%s, want none", problems, once)
	}
	if want, got := meaningOf(before), meaningOf(after); want != got {
		t.Fatalf("the result means something else:\n%s\n%s\ngot  %s\nwant %s", text, once, got, want)
	}
	twice, problems := Format(formatted)
	if len(problems) > 0 || twice != once {
		t.Fatalf("formatting twice is not the same, problems %v:\n%s, want len(problems) = 0 and twice = %v",
			problems, firstDifference(once, twice), once)
	}
	return once
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return "different numbers of lines"
}

// meaningOf returns the trees of a file and of its Java without places. Java that is broken
// counts as its tokens.
func meaningOf(f *File) string {
	var b strings.Builder
	sound := len(ParseJava(f)) == 0
	code := func(c Code, body *Block) {
		if sound && body != nil {
			b.WriteString(looseTree(f.Source, body.Stmts))
			return
		}
		b.WriteString(codeTokens(f.Source, c))
	}
	plain := *f
	plain.Rules, plain.Functions = nil, nil
	for _, x := range f.Functions {
		code(x.Code, x.Body)
		bare := *x
		bare.Code = Code{}
		plain.Functions = append(plain.Functions, &bare)
	}
	for _, r := range f.Rules {
		code(r.Code, r.Then)
		bare := *r
		bare.Code, bare.Named = Code{}, nil
		for _, c := range r.Named {
			b.WriteString(c.Name)
			code(c.Code, nil)
		}
		plain.Rules = append(plain.Rules, &bare)
	}
	return b.String() + looseTree(f.Source, &plain)
}

// looseTree writes a tree as treeText does, with the tokens of code in place of its text.
func looseTree(src *Source, tree any) string {
	d := &dumper{src: src, code: codeTokens}
	d.value(reflect.ValueOf(tree))
	return d.b.String()
}

// codeTokens returns the tokens of code as a text.
func codeTokens(src *Source, c Code) string {
	var b strings.Builder
	tokens, _ := lexJava(src, c.Pos(), c.End)
	for _, t := range tokens[:len(tokens)-1] {
		b.WriteString(t.Text + " ")
	}
	return b.String()
}

// programsOf returns the rule files of all folders that the tests know, and of the
// corpora that DOCKET_CORPORA names.
func programsOf(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	corpora := filepath.Join(os.Getenv("DOCKET_CORPORA"), "rules")
	for _, pattern := range []string{"testdata/trees/*.drl", "../testdata/*.drl", "../reference/example/*.drl", "../../templates/*/*.drl",
		filepath.Join(corpora, "speed", "*.drl")} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = string(text)
		}
	}
	for _, name := range []string{"random", "minimal"} {
		addTraces(t, filepath.Join(corpora, name+".jsonl"), out)
	}
	return out
}

func addTraces(t *testing.T, path string, out map[string]string) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var one struct{ Name, DRL string }
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		out[path+":"+one.Name] = one.DRL
	}
}

func TestFormattingKeepsMeaning(t *testing.T) {
	programs := programsOf(t)
	if len(programs) < 15 {
		t.Fatalf("got %d programs, want those of the repository at least", len(programs))
	}
	for name, text := range programs {
		t.Run(filepath.Base(name), func(t *testing.T) { formatOnce(t, text) })
	}
}

// TestLayoutIsThatOnRecord shows what formatting does with each part of a file.
// DOCKET_GOLDEN=new writes the result anew; read the difference before you keep it.
func TestLayoutIsThatOnRecord(t *testing.T) {
	text, err := os.ReadFile("testdata/format/before.drl")
	if err != nil {
		t.Fatal(err)
	}
	record.CompareFile(t, "testdata/format/after.drl", formatOnce(t, string(text)))
}

func TestFormattingKeepsLineEndsOfWindows(t *testing.T) {
	got := formatOnce(t, "rule A when\r\nFoo() // c\r\n/* a\r\n * b */\r\nthen end\r\n")
	want := "rule A\r\n    when\r\n        Foo() // c\r\n        /* a\r\n         * b */\r\n    then\r\n    end\r\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
