package author

import (
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// An editor is the client of a language server that runs as a process.
type editor struct {
	t         *testing.T
	conn      *jsonrpc2.Conn
	process   *exec.Cmd
	published chan publishedDiagnostics
}

type publishedDiagnostics struct {
	URI         string
	Version     int
	Diagnostics []struct {
		Severity int
		Message  string
		Range    struct{ Start, End place }
	}
}

type place struct{ Line, Character int }

// pipes joins both streams of a process.
type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipes) Close() error { return p.WriteCloser.Close() }

// startEditor starts a language server and initializes it.
func startEditor(t *testing.T) *editor {
	t.Helper()
	e := &editor{t: t, process: docket(t.Context(), "rules", "lsp"), published: make(chan publishedDiagnostics, 100)}
	in, err := e.process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.process.Start(); err != nil {
		t.Fatal(err)
	}
	handler := jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
		var p publishedDiagnostics
		if r.Method == "textDocument/publishDiagnostics" && json.Unmarshal(*r.Params, &p) == nil {
			e.published <- p
		}
		return nil, nil
	})
	stream := jsonrpc2.NewBufferedStream(pipes{out, in}, jsonrpc2.VSCodeObjectCodec{})
	e.conn = jsonrpc2.NewConn(t.Context(), stream, handler)
	var answer struct {
		Capabilities struct {
			HoverProvider, DefinitionProvider, DocumentFormattingProvider bool
		}
	}
	e.call("initialize", map[string]any{"capabilities": map[string]any{}}, &answer)
	if c := answer.Capabilities; !c.HoverProvider || !c.DefinitionProvider || !c.DocumentFormattingProvider {
		t.Errorf("got %+v, want all capabilities", c)
	}
	e.notify("initialized", map[string]any{})
	return e
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	if err := e.conn.Call(e.t.Context(), method, params, result); err != nil {
		e.t.Fatalf("%s: %v, want no error", method, err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(e.t.Context(), method, params); err != nil {
		e.t.Fatalf("%s: %v, want no error", method, err)
	}
}

// open opens a file and returns what is published about it.
func (e *editor) open(uri, text string) publishedDiagnostics {
	e.t.Helper()
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 1, "text": text}})
	return e.next()
}

func (e *editor) next() publishedDiagnostics {
	e.t.Helper()
	select {
	case p := <-e.published:
		return p
	case <-time.After(5 * time.Minute):
		e.t.Fatal("no diagnostics are published")
		return publishedDiagnostics{}
	}
}

// at returns the parameters of a request about the first place of a text in a file.
func at(uri, file, text string) map[string]any {
	before := file[:strings.Index(file, text)+1]
	line := strings.Count(before, "\n")
	return map[string]any{"textDocument": map[string]any{"uri": uri},
		"position": map[string]any{"line": line, "character": len(before) - strings.LastIndexByte(before, '\n') - 1}}
}

// stop ends the server, which must end well.
func (e *editor) stop() {
	e.t.Helper()
	e.call("shutdown", nil, nil)
	e.notify("exit", nil)
	if err := e.process.Wait(); err != nil {
		e.t.Errorf("the server ended with %v, want no error", err)
	}
}

const editedFile = "file:///rules/my%20entity-rules.drl"

const editedRules = `package drools

global EntityCreationService entityCreationService

declare Mark
    text : String
end

rule "A.0.0: ü marks"
when
    $section: Section(hasTables())
    $mark: Mark(text != null)
then
    $section.getHeadline();
    insert(new Mark("x"));
    retract($mark);
end

query "getFileAttributes"
    $attribute: FileAttribute()
end
`

func TestEditorsGetDiagnosticsOfEachChange(t *testing.T) {
	e := startEditor(t)
	if p := e.open(editedFile, editedRules); len(p.Diagnostics) != 0 || p.URI != editedFile {
		t.Fatalf("got %+v, want nothing", p)
	}
	wrong := strings.Replace(editedRules, "hasTables()", "hasTable()", 1)
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": editedFile, "version": 2},
		"contentChanges": []any{map[string]any{"text": wrong}}})
	p := e.next()
	if len(p.Diagnostics) != 1 || p.Version != 2 {
		t.Fatalf("got %+v, want one error", p)
	}
	d := p.Diagnostics[0]
	if d.Severity != 1 || !strings.Contains(d.Message, "did you mean hasTables?") || d.Range.Start != (place{10, 22}) ||
		d.Range.End != (place{10, 30}) {
		t.Errorf("got %+v, want the error at hasTable", d)
	}
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": editedFile}})
	if p := e.next(); len(p.Diagnostics) != 0 {
		t.Errorf("got %+v after the end, want nothing", p)
	}
	e.stop()
}

func TestEditorsAreHelpedAtAPlace(t *testing.T) {
	e := startEditor(t)
	e.open(editedFile, editedRules)
	var hover struct{ Contents struct{ Kind, Value string } }
	e.call("textDocument/hover", at(editedFile, editedRules, "hasTables"), &hover)
	if hover.Contents.Kind != "markdown" || !strings.Contains(hover.Contents.Value, "hasTables() boolean") {
		t.Errorf("got %+v, want what the handbook says", hover)
	}
	for _, x := range []struct {
		text string
		line int
	}{{"$section.getHeadline", 10}, {"Mark(text", 4}, {"entityCreationService", 2}, {"retract($mark", -1}} {
		var found *struct{ Range struct{ Start place } }
		e.call("textDocument/definition", at(editedFile, editedRules, x.text), &found)
		switch {
		case x.line < 0 && found != nil, x.line >= 0 && (found == nil || found.Range.Start.Line != x.line):
			t.Errorf("definition of %s: got %+v, want line %d", x.text, found, x.line)
		}
	}
	for text, want := range map[string]string{"getHeadline();": "getHeadline", "hasTables": "treeId",
		"retract($mark": "$section", "insert(new": "Mark"} {
		var items []struct{ Label, Detail string }
		e.call("textDocument/completion", at(editedFile, editedRules, text), &items)
		labels := map[string]bool{}
		for _, i := range items {
			labels[i.Label] = true
		}
		if !labels[want] {
			t.Errorf("completion at %s: got %d labels without %s", text, len(items), want)
		}
	}
	e.stop()
}

func TestEditorsFormatFiles(t *testing.T) {
	e := startEditor(t)
	const uri = "file:///x/component-rules.drl"
	e.open(uri, untidyRules)
	var edits []struct {
		NewText string
		Range   struct{ Start, End place }
	}
	params := map[string]any{"textDocument": map[string]any{"uri": uri}, "options": map[string]any{"tabSize": 4}}
	e.call("textDocument/formatting", params, &edits)
	if len(edits) != 1 || edits[0].NewText != tidyRules || edits[0].Range.End != (place{2, 0}) {
		t.Errorf("got %+v, want the formatted file", edits)
	}
	e.stop()
}

func TestEditorsGetClearErrors(t *testing.T) {
	e := startEditor(t)
	e.open(editedFile, "rule A when Foo(\n")
	for _, x := range []struct {
		method string
		params any
		code   int64
		want   string
	}{
		{"textDocument/rename", map[string]any{}, -32601, "there is no method textDocument/rename"},
		{"textDocument/hover", at("file:///other.drl", "x", "x"), -32602, `the file "file:///other.drl" is not open`},
		{"textDocument/hover", []int{1}, -32602, "textDocument/hover: "},
		{"textDocument/formatting", at(editedFile, "x", "x"), -32600, "the file is not well formed: line 2: "},
	} {
		err := e.conn.Call(t.Context(), x.method, x.params, nil)
		refused, ok := err.(*jsonrpc2.Error)
		if !ok || refused.Code != x.code || !strings.Contains(refused.Message, x.want) {
			t.Errorf("%s: got %v, want %d %s", x.method, err, x.code, x.want)
		}
	}
	e.stop()
}
