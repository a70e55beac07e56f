package lsp

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules"
)

// frame returns a message with its header.
func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func entitySide(string, []byte) rules.Side { return rules.EntityRules }

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`

// serve returns what the server answers to an input, and how it ends.
func serve(t *testing.T, input string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := Serve(t.Context(), strings.NewReader(input), &out, entitySide)
	return out.String(), err
}

func TestBrokenMessagesAreAnsweredAndOthersGoOn(t *testing.T) {
	for _, x := range []struct{ name, body, want string }{
		{"no JSON", `{"jsonrpc":`, `"id":null,"error":{"code":-32700,"message":"the message is not JSON`},
		{"no version", `{"id":7,"method":"x"}`, `"id":7,"error":{"code":-32600,`},
		{"no method", `{"jsonrpc":"2.0"}`, `"id":null,"error":{"code":-32600,`},
		{"notification that is unknown", `{"jsonrpc":"2.0","method":"x/y"}`,
			`"method":"window/logMessage","params":{"message":"x/y: there is no method`},
		{"change of a file that is not open", `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"a"}}}`,
			`the file \"a\" is not open`},
	} {
		out, err := serve(t, frame(initialize)+frame(x.body)+frame(`{"jsonrpc":"2.0","id":"s","method":"shutdown"}`)+
			frame(`{"jsonrpc":"2.0","method":"exit"}`))
		if err != nil || !strings.Contains(strings.ReplaceAll(out, `\\\"`, `\"`), x.want) ||
			!strings.Contains(out, `"id":"s","result":null`) {
			t.Errorf("%s: got %v and\n%s\nwant %s", x.name, err, out, x.want)
		}
	}
}

func TestBrokenConnectionsEndWithAnError(t *testing.T) {
	for _, x := range []struct{ name, input, want string }{
		{"no length", "X: y\r\n\r\n{}", "no Content-Length"},
		{"no number", "Content-Length: ten\r\n\r\n{}", `Content-Length is "ten"`},
		{"too long", "Content-Length: 99999999999\r\n\r\n", "want a number of bytes up to"},
		{"long header", strings.Repeat("a", 10000), "more than 8192 bytes"},
		{"cut in the body", "Content-Length: 10\r\n\r\n{", "ends inside of a message"},
		{"cut in the header", "Content-Len", "ends inside of a header"},
		{"no shutdown", frame(initialize) + frame(`{"jsonrpc":"2.0","method":"exit"}`), "exit without shutdown"},
		{"no end", frame(initialize), "EOF"},
	} {
		if _, err := serve(t, x.input); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %s", x.name, err, x.want)
		}
	}
	if out, _ := serve(t, frame(`{"jsonrpc":"2.0","id":1,"method":"shutdown"}`)); !strings.Contains(out, "-32002") {
		t.Errorf("got %s before initialize, want a refusal", out)
	}
}

func TestOfSeveralChangesInARowTheLastCounts(t *testing.T) {
	open := func(method, text string) string {
		return frame(
			fmt.Sprintf(
				`{"jsonrpc":"2.0","method":"textDocument/%s","params":{"textDocument":{"uri":"a","text":%q},"contentChanges":[{"text":%q}]}}`,
				method, text, text))
	}
	out, _ := serve(t, frame(initialize)+open("didOpen", "rule")+open("didChange", "rul")+open("didChange", ""))
	if n := strings.Count(out, "publishDiagnostics"); n != 1 || !strings.Contains(out, "the file is empty") {
		t.Errorf("got %d diagnostics in\n%s\nwant those of the last change", n, out)
	}
}

func TestPositionsCountUnitsOfUTF16(t *testing.T) {
	const text = "a\U0001F600b\nüc"
	starts := lineStarts(text)
	for offset, want := range map[int]position{0: {0, 0}, 5: {0, 3}, 6: {0, 4}, 7: {1, 0}, 9: {1, 1}, 10: {1, 2}} {
		if got := positionOf(text, starts, offset); got != want {
			t.Errorf("offset %d: got %v, want %v", offset, got, want)
		}
		if got := offsetOf(text, want); got != offset {
			t.Errorf("position %v: got %d, want %d", want, got, offset)
		}
	}
	if got := offsetOf(text, position{9, 0}); got != len(text) {
		t.Errorf("got %d behind the end, want %d", got, len(text))
	}
}

// FuzzServe holds the server to its promise: whatever an editor sends, it answers or ends with
// an error.
func FuzzServe(f *testing.F) {
	f.Add(frame(initialize) +
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a","text":"rule A when $x: `+
			`Section() then $x. end"}}}`) +
		frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/completion","params":{"textDocument":{"uri":"a"},"position":{"line":0,"character":32}}}`))
	f.Add("Content-Length: 2\n\n{}")
	f.Fuzz(func(t *testing.T, input string) {
		if err := Serve(t.Context(), strings.NewReader(input), io.Discard, entitySide); err == nil && !strings.Contains(input, "exit") &&
			!strings.Contains(input, "shutdown") {
			t.Error("the connection ended well without shutdown")
		}
	})
}

// FuzzQuestions asks for everything at each place of a file.
func FuzzQuestions(f *testing.F) {
	f.Add("global EntityCreationService e\nrule \"A\" when $x : Section($h : headline, hasTables()) then $x.getHeadline().y; e.f(); end")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		x := rules.Inspect(rules.EntityRules, []byte(text))
		for at := range len(text) + 1 {
			x.Describe(at)
			x.Suggest(at)
			if start, end, ok := x.Definition(at); ok && (start < 0 || end > len(text) || start > end) {
				t.Errorf("got %d to %d, want a place in the file", start, end)
			}
		}
	})
}

// BenchmarkDiagnostics publishes those of a file of 500 rules: an editor must have them
// within 200 ms.
func BenchmarkDiagnostics(b *testing.B) {
	var text strings.Builder
	text.WriteString("global EntityCreationService entityCreationService\n")
	for i := range 500 {
		fmt.Fprintf(&text, `rule "A.%d.0: rule"
when
    $s: Section(containsString("a%d"), $h: headline)
    not TextEntity(type == "t%d", occursInNode($s))
then
    entityCreationService.byString("a%d", "t%d", EntityType.ENTITY, $s).forEach(e -> e.apply("A.%d.0", "found", "n-a"));
end
`, i, i, i, i, i, i)
	}
	s := &server{out: io.Discard, in: bufio.NewReader(strings.NewReader("")), sideOf: entitySide}
	d := document{URI: "a", Text: text.String()}
	if found := s.diagnose(d); len(found) > 1 {
		b.Fatalf("got %v, want sound rules", found)
	}
	for b.Loop() {
		s.diagnose(d)
	}
}
