package syntax

import (
	"fmt"
	"hash/crc32"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/record"
)

// TestSnippetsAreReadAsOnRecord compares what becomes of each line of the record with
// the lines behind it: the problems, the tree with the places of all nodes, as a sum, and
// what is printed of it. In "then" the code is a consequence, in "when" conditions, in
// "file" a file, with ¶ for the ends of lines. Of a line that begins with "less" or "more"
// each word is left out in turn, or a closing parenthesis is put before it, for the
// messages. DOCKET_GOLDEN=new writes the record anew; read the difference before you keep it.
func TestSnippetsAreReadAsOnRecord(t *testing.T) {
	record.HoldEach(t, "testdata/snippets.txt", func(line string) string {
		kind, code, _ := strings.Cut(line, " ")
		if kind == "less" || kind == "more" {
			return spoilt(kind, code)
		}
		problems, tree := readAs(snippet(kind, code))
		return problems + "\t" + tree + "\n"
	})
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
	printed := 0
	for _, row := range record.ReadRows(t, "testdata/snippets.txt") {
		kind, code, _ := strings.Cut(row, " ")
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
			t.Errorf("%s is printed as %s: %v", row, Print(f), wrong)
		}
	}
	if printed < 1000 {
		t.Errorf("only %d snippets are right, want at least 1000", printed)
	}
}
