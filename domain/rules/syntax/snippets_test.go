package syntax

import (
	"fmt"
	"hash/crc32"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestSnippetsAreReadAsOnRecord compares what becomes of each line of the record with
// the lines behind it: the problems, the tree with the places of all nodes, as a sum, and
// what is printed of it. In "then" the code is a consequence, in "when" conditions, in
// "file" a file, with ¶ for the ends of lines. Of a line that begins with "less" or "more"
// each word is left out in turn, or a closing parenthesis is put before it, for the
// messages. DOCKET_GOLDEN=new writes the record anew; read the difference before you keep it.
func TestSnippetsAreReadAsOnRecord(t *testing.T) {
	const path = "testdata/snippets.txt"
	record, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(record)) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || line[0] == '\t' {
			continue
		}
		fmt.Fprintln(&out, line)
		switch kind, code, _ := strings.Cut(line, " "); kind {
		case "#":
		case "less", "more":
			out.WriteString(spoilt(kind, code))
		default:
			text := snippet(kind, code)
			problems, tree := readAs(text)
			fmt.Fprintf(&out, "%s\t%s\n", problems, tree)
		}
	}
	if os.Getenv("DOCKET_GOLDEN") == "new" {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, want := strings.Split(out.String(), "\n"), strings.Split(string(record), "\n")
	of := ""
	for i := range want {
		if !strings.HasPrefix(want[i], "\t") {
			of = want[i]
		}
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%s\ngot  %s\nwant %s", of, append(got, "nothing")[min(i, len(got))], want[i])
		}
	}
}

// snippet is the file of a line.
func snippet(kind, code string) string {
	switch code = strings.ReplaceAll(code, "¶", "\n"); kind {
	case "then":
		return "rule A when then\n" + code + "\nend"
	case "when":
		return "rule A when\n" + code + "\nthen end"
	}
	return code
}

// readAs is the problems of a file, a line each, and its tree and what is printed of it.
func readAs(text string) (problems, tree string) {
	file, found := Parse(NewSource(text))
	found = append(found, ParseJava(file)...)
	for _, p := range append(found, file.Warnings...) {
		line, column := file.Source.Position(p.Offset)
		problems += fmt.Sprintf("\t%d:%d %s\n", line, column, strings.ReplaceAll(p.Message, "\n", "¶"))
	}
	var b strings.Builder
	(&outline{source: file.Source, out: &b}).value("", reflect.ValueOf(file), 0)
	tree = fmt.Sprintf("%d nodes %08x", strings.Count(b.String(), "\n"), crc32.ChecksumIEEE([]byte(b.String())))
	if len(found) == 0 {
		tree += " " + strings.Join(strings.Fields(Print(file)), " ")
	}
	return problems, tree
}

// spoilt is the first problem of a line without each of its words, or with a parenthesis
// before it.
func spoilt(how, line string) string {
	kind, code, _ := strings.Cut(line, " ")
	words, _ := Lex(NewSource(code))
	var b strings.Builder
	for i, w := range words {
		if w.Start >= len(code) {
			break
		}
		end := w.Start + len(w.Text)
		if i+1 < len(words) {
			end = words[i+1].Start
		}
		with := code[:w.Start] + code[end:]
		if how == "more" {
			with = code[:w.Start] + " ) " + code[w.Start:]
		}
		problems, tree := readAs(snippet(kind, with))
		fmt.Fprintf(&b, "\t%d %s: %s, %s\n", i, w.Text, strings.TrimSpace(strings.ReplaceAll(problems, "\n\t", "; ")), tree)
	}
	return b.String()
}

// TestPrintedSnippetsHaveTheSameTree reads what is printed of all that is right again.
func TestPrintedSnippetsHaveTheSameTree(t *testing.T) {
	record, err := os.ReadFile("testdata/snippets.txt")
	if err != nil {
		t.Fatal(err)
	}
	printed := 0
	for line := range strings.Lines(string(record)) {
		kind, code, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if kind != "then" && kind != "when" && kind != "file" {
			continue
		}
		f, wrong := Parse(NewSource(snippet(kind, code)))
		if wrong = append(wrong, ParseJava(f)...); len(wrong) > 0 {
			continue
		}
		printed++
		again, wrong := Parse(NewSource(Print(f)))
		if wrong = append(wrong, ParseJava(again)...); len(wrong) > 0 || treeText(again.Source, again) != treeText(f.Source, f) {
			t.Errorf("%s is printed as %s: %v", line, Print(f), wrong)
		}
	}
	if printed < 1000 {
		t.Errorf("only %d snippets are right", printed)
	}
}
