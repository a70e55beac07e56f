package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"

	"github.com/seed-62a36931/docket/rules"
)

// A server answers one editor.
type server struct {
	in     *bufio.Reader
	out    io.Writer
	sideOf func(path string, src []byte) rules.Side
	// files are those that the editor has open, by URI, and pending are those of them whose
	// diagnostics are to be published, in the order of their changes.
	files              map[string]document
	pending            []string
	initialized, ended bool
}

// Serve answers an editor until it says exit or its connection ends. sideOf tells of which kind
// the rules of a file are. The error is nil after exit, when shutdown came before it.
func Serve(ctx context.Context, in io.Reader, out io.Writer, sideOf func(path string, src []byte) rules.Side) error {
	s := &server{in: bufio.NewReader(in), out: out, sideOf: sideOf, files: map[string]document{}}
	for ctx.Err() == nil {
		if err := s.publishWhenIdle(); err != nil {
			return err
		}
		m, err := readMessage(s.in)
		var broken *responseError
		switch {
		case errors.As(err, &broken):
			if err := s.refuse(m.ID, broken); err != nil {
				return err
			}
			continue
		case errors.Is(err, io.EOF) && s.ended:
			return nil
		case err != nil:
			return err
		case m.Method == "exit" && !s.ended:
			return errors.New("the editor said exit without shutdown")
		case m.Method == "exit":
			return nil
		}
		if err := s.answer(m); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// refuse sends an error; the ID of a request that could not be read is null.
func (s *server) refuse(id json.RawMessage, e *responseError) error {
	if id == nil {
		id = json.RawMessage("null")
	}
	return writeMessage(s.out, message{ID: id, Error: e})
}

// answer handles one message. Responses of the editor need none, and of notifications that are
// wrong the editor is told in its log.
func (s *server) answer(m message) error {
	if m.Method == "" {
		return nil
	}
	result, err := s.handle(m)
	var refused *responseError
	switch {
	case err == nil && m.ID == nil:
		return nil
	case err == nil:
		if result == nil {
			result = json.RawMessage("null")
		}
		return writeMessage(s.out, message{ID: m.ID, Result: result})
	case !errors.As(err, &refused):
		refused = &responseError{codeInternal, err.Error()}
	}
	if m.ID == nil {
		if len(m.Method) > 2 && m.Method[:2] == "$/" {
			return nil // may be ignored
		}
		text, _ := json.Marshal(map[string]any{"type": severityError, "message": m.Method + ": " + refused.Message})
		return writeMessage(s.out, message{Method: "window/logMessage", Params: text})
	}
	return s.refuse(m.ID, refused)
}

// handle does what a message asks for and returns the result. A panic is the error of this
// message only.
func (s *server) handle(m message) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, fmt.Errorf("internal error: %v", r)
		}
	}()
	switch {
	case m.Method == "initialize":
		s.initialized = true
		return capabilities(), nil
	case !s.initialized:
		return nil, &responseError{codeNotInitialized, "the first request must be initialize"}
	case s.ended:
		return nil, &responseError{codeInvalidRequest, "after shutdown only exit may follow"}
	case m.Method == "initialized":
		return nil, nil
	case m.Method == "shutdown":
		s.ended = true
		return nil, nil
	}
	do := s.methods()[m.Method]
	if do == nil {
		return nil, &responseError{codeMethodNotFound, "there is no method " + m.Method}
	}
	var p documentParams
	if err := json.Unmarshal(m.Params, &p); err != nil {
		return nil, &responseError{codeInvalidParams, m.Method + ": " + err.Error()}
	}
	return do(p)
}

func capabilities() any {
	return map[string]any{
		"serverInfo": map[string]any{"name": "docket rules lsp"},
		"capabilities": map[string]any{
			"textDocumentSync":           map[string]any{"openClose": true, "change": 1},
			"completionProvider":         map[string]any{"triggerCharacters": []string{"."}},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"documentFormattingProvider": true,
		},
	}
}

// methods returns what the server does for files, by the name of the method.
func (s *server) methods() map[string]func(documentParams) (any, error) {
	return map[string]func(documentParams) (any, error){
		"textDocument/didOpen":    s.open,
		"textDocument/didChange":  s.change,
		"textDocument/didClose":   s.close,
		"textDocument/didSave":    func(documentParams) (any, error) { return nil, nil },
		"textDocument/completion": s.complete,
		"textDocument/hover":      s.hover,
		"textDocument/definition": s.define,
		"textDocument/formatting": s.format,
	}
}

// fileOf returns the file that a request is about.
func (s *server) fileOf(p documentParams) (document, error) {
	d, open := s.files[p.TextDocument.URI]
	if !open {
		return d, &responseError{codeInvalidParams, fmt.Sprintf("the file %q is not open", p.TextDocument.URI)}
	}
	return d, nil
}

func (s *server) open(p documentParams) (any, error) {
	if p.TextDocument.URI == "" {
		return nil, &responseError{codeInvalidParams, "the file has no URI"}
	}
	s.store(p.TextDocument)
	return nil, nil
}

func (s *server) change(p documentParams) (any, error) {
	d, err := s.fileOf(p)
	if err != nil {
		return nil, err
	}
	for _, c := range p.ContentChanges {
		if c.Range != nil {
			return nil, &responseError{codeInvalidParams, "changes must be whole texts"}
		}
		d.Text = c.Text
	}
	d.Version = p.TextDocument.Version
	s.store(d)
	return nil, nil
}

// store keeps a file, whose diagnostics are to be published.
func (s *server) store(d document) {
	s.files[d.URI] = d
	if !slices.Contains(s.pending, d.URI) {
		s.pending = append(s.pending, d.URI)
	}
}

// close forgets a file, and takes its diagnostics out of the editor.
func (s *server) close(p documentParams) (any, error) {
	d, err := s.fileOf(p)
	if err != nil {
		return nil, err
	}
	delete(s.files, d.URI)
	return nil, s.publish(publishParams{URI: d.URI, Version: d.Version, Diagnostics: []diagnostic{}})
}

// publishWhenIdle publishes the diagnostics of changed files, unless more of what the editor has
// sent waits to be read: of several changes in a row the last one counts.
func (s *server) publishWhenIdle() error {
	if s.in.Buffered() > 0 {
		return nil
	}
	for _, uri := range s.pending {
		d, open := s.files[uri]
		if !open {
			continue
		}
		if err := s.publish(publishParams{URI: uri, Version: d.Version, Diagnostics: s.diagnose(d)}); err != nil {
			return err
		}
	}
	s.pending = nil
	return nil
}

func (s *server) publish(p publishParams) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return writeMessage(s.out, message{Method: "textDocument/publishDiagnostics", Params: text})
}

// side returns the kind of the rules of a file.
func (s *server) side(d document) rules.Side {
	path := d.URI
	if u, err := url.Parse(d.URI); err == nil {
		path = u.Path
	}
	return s.sideOf(path, []byte(d.Text))
}

// diagnose returns the errors and warnings of a file.
func (s *server) diagnose(d document) []diagnostic {
	report := rules.Check(s.side(d), []byte(d.Text))
	starts := lineStarts(d.Text)
	out := []diagnostic{}
	add := func(severity int, list []rules.Problem) {
		for _, p := range list {
			out = append(out, diagnostic{spanAt(d.Text, starts, p.Line, p.Column), severity, "docket", p.Message})
		}
	}
	add(severityError, report.Errors)
	add(severityWarning, report.Warnings)
	return out
}

// kinds are the kinds of completion items for those of suggestions.
var kinds = map[rules.SuggestionKind]int{rules.KeywordName: 14, rules.ClassName: 7, rules.PropertyName: 10, rules.MethodName: 2,
	rules.VariableName: 6, rules.FunctionName: 3, rules.ConstantName: 21}

func (s *server) complete(p documentParams) (any, error) {
	d, err := s.fileOf(p)
	if err != nil {
		return nil, err
	}
	out := []completionItem{}
	for _, x := range rules.Inspect(s.side(d), []byte(d.Text)).Suggest(offsetOf(d.Text, p.Position)) {
		out = append(out, completionItem{x.Name, kinds[x.Kind], x.Detail})
	}
	return out, nil
}

func (s *server) hover(p documentParams) (any, error) {
	d, err := s.fileOf(p)
	if err != nil {
		return nil, err
	}
	text := rules.Inspect(s.side(d), []byte(d.Text)).Describe(offsetOf(d.Text, p.Position))
	if text == "" {
		return nil, nil
	}
	return hover{markup{"markdown", text}}, nil
}

func (s *server) define(p documentParams) (any, error) {
	d, err := s.fileOf(p)
	if err != nil {
		return nil, err
	}
	start, end, found := rules.Inspect(s.side(d), []byte(d.Text)).Definition(offsetOf(d.Text, p.Position))
	if !found {
		return nil, nil
	}
	starts := lineStarts(d.Text)
	return location{d.URI, span{positionOf(d.Text, starts, start), positionOf(d.Text, starts, end)}}, nil
}

// format returns the edit that formats a file, none for one that is formatted.
func (s *server) format(p documentParams) (any, error) {
	d, err := s.fileOf(p)
	if err != nil {
		return nil, err
	}
	out, problems := rules.Format([]byte(d.Text))
	if len(problems) > 0 {
		return nil, &responseError{codeInvalidRequest,
			fmt.Sprintf("the file is not well formed: line %d: %s", problems[0].Line, problems[0].Message)}
	}
	if string(out) == d.Text {
		return []textEdit{}, nil
	}
	starts := lineStarts(d.Text)
	return []textEdit{{span{End: positionOf(d.Text, starts, len(d.Text))}, string(out)}}, nil
}
