package rules

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/model"
)

// A Record is a fact of a declared type: its type, and the values of its fields by name. Values
// are those of JSON; whole numbers may also be int, int32, int64 or json.Number. A field of a
// declared type has a map of fields; dates are texts as their class reads them.
type Record struct {
	Type   string         `json:"type"`
	Fields map[string]any `json:"fields,omitempty"`
	// Text is the text of a fact that is no object of a declared type.
	Text string `json:"text,omitempty"`
}

// FactInput holds what rules without a document run over.
type FactInput struct {
	Facts []Record // in the order in which they are inserted
	// Globals are the values of globals by name: lists, sets and maps. Those that are missing
	// are empty.
	Globals map[string]any
	Limits  Limits
}

// FactResult holds the outcome of a run without a document.
type FactResult struct {
	Facts    []Record                    // the working memory at the end, in the order of insertion
	Globals  map[string]any              // by name, with what the rules have put into them
	Queries  map[string][]map[string]any // the rows of each query without parameters, by the names of its bindings
	Firings  int64
	Failures []*RuleError // of rules that were taken out
}

// RunFacts runs a program of the side FactRules over facts of declared types. A rule that fails
// or reaches a limit is taken out, and what the others do stands. The error tells of a fact or
// global that does not fit its declaration, or of the end of the context.
func RunFacts(ctx context.Context, p *Program, in FactInput) (FactResult, error) {
	return runFacts(ctx, p, in, nil)
}

// ExplainFacts does what RunFacts does and also returns a trace of the run.
func ExplainFacts(ctx context.Context, p *Program, in FactInput) (FactResult, Trace, error) {
	r := &recorder{}
	result, err := runFacts(ctx, p, in, r)
	return result, r.trace, err
}

func runFacts(ctx context.Context, p *Program, in FactInput, r *recorder) (result FactResult, err error) {
	defer recoverRun(&err)
	if p.side != FactRules {
		return FactResult{}, errors.New("the program is not compiled as FactRules")
	}
	limited, cancel := limitTime(ctx, in.Limits.Duration)
	defer cancel()
	globals := map[string]any{}
	s := newSession(limited, p, model.NewContext(&document.Tree{}), globals, in.Limits, r)
	for name := range in.Globals {
		if p.program.Globals[name] == nil {
			return FactResult{}, fmt.Errorf("there is no global %s", name)
		}
	}
	for name, t := range p.program.Globals {
		v, err := s.NewGlobal(t, in.Globals[name])
		if err != nil {
			return FactResult{}, fmt.Errorf("global %s: %w", name, err)
		}
		globals[name] = v
	}
	for i, f := range in.Facts {
		object, err := s.NewDeclared(f.Type, f.Fields)
		if err != nil {
			return FactResult{}, fmt.Errorf("fact %d: %w", i+1, err)
		}
		s.Insert(object, false)
	}
	failed, err := admitTimeout(ctx, nil, locateError(p, s.Run()))
	r.summarise(s)
	if err != nil {
		return FactResult{}, err
	}
	return factResult(p, s, globals, failed)
}

// factResult returns the outcome of a session that has ended.
func factResult(p *Program, s *engine.Session, globals map[string]any, failed []*RuleError) (FactResult, error) {
	out := FactResult{Facts: []Record{}, Globals: map[string]any{}, Queries: map[string][]map[string]any{}, Firings: s.Firings()}
	for _, o := range s.Facts() {
		out.Facts = append(out.Facts, recordOf(o))
	}
	for name, v := range globals {
		out.Globals[name] = exportValue(v, 0)
	}
	for _, q := range p.syntaxTree().Queries {
		if len(q.Params) > 0 {
			continue
		}
		rows, err := s.RunQuery(q.Name)
		if err != nil {
			return out, locateError(p, err)
		}
		out.Queries[q.Name] = []map[string]any{}
		for _, row := range rows {
			shown := map[string]any{}
			for name, v := range row {
				shown[name] = exportValue(v, 0)
			}
			out.Queries[q.Name] = append(out.Queries[q.Name], shown)
		}
	}
	out.Failures = append(locateFailures(p, s), failed...)
	return out, nil
}

// recordOf returns a fact as a record.
func recordOf(o any) Record {
	d, ok := o.(*engine.Declared)
	if !ok {
		return Record{Type: host.ClassNameOf(o), Text: textOf(o)}
	}
	return Record{Type: d.ClassName(), Fields: exportFields(d, 0)}
}

func exportFields(d *engine.Declared, depth int) map[string]any {
	out := map[string]any{}
	names, values := d.Fields()
	for i, name := range names {
		out[name] = exportValue(values[i], depth)
	}
	return out
}

// maxExported is how deep objects inside of objects are exported; deeper ones are texts.
const maxExported = 20

// exportValue returns a value of the rules as one of JSON: null, booleans, int64, float64, texts,
// lists and maps. What JSON has no form for, such as dates, is a text.
func exportValue(v any, depth int) any {
	switch x := v.(type) {
	case nil, bool, string, int64, float64:
		return x
	case int32:
		return int64(x)
	case float32:
		return float64(x)
	}
	if depth == maxExported {
		return textOf(v)
	}
	switch x := v.(type) {
	case *engine.Declared:
		return exportFields(x, depth+1)
	case *host.Map:
		out := map[string]any{}
		for _, k := range x.Keys() {
			value, _ := x.Get(k)
			out[textOf(k)] = exportValue(value, depth+1)
		}
		return out
	}
	if items, many := host.ItemsOf(v); many {
		out := make([]any, len(items))
		for i, item := range items {
			out[i] = exportValue(item, depth+1)
		}
		return out
	}
	return textOf(v)
}
