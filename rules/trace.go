package rules

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/model"
)

// MaxTracedFirings is the largest number of firings that a trace lists; later ones are
// only counted.
const MaxTracedFirings = 100_000

// A Trace reports what each rule did in a run, and why other rules did not fire.
type Trace struct {
	Firings []Firing      // in the order in which they happened: first of entity rules, then of component rules
	Rules   []RuleSummary // one for each rule, in the order of the files
	// UnusedEntities are the entities that a rule made or a dictionary found, and that no
	// rule applied, skipped, ignored or removed. They are not part of the result.
	UnusedEntities []UnusedEntity
}

// An UnusedEntity is an entity that is not part of a result.
type UnusedEntity struct {
	Type, Value string
	Page        int // on which it begins, from 1
}

// A Firing is one match of a rule that fired.
type Firing struct {
	Side   Side
	Number int64 // among the firings of the side, from 1
	Rule   string
	// Consequence is the name of the consequence that the conditions have called, "" for the
	// rule's own
	Consequence string
	Line        int    // of the rule, from 1
	Facts       []Fact // the facts that it matched, from left to right, then other values that it bound
	Changes     []Change
	Took        time.Duration
}

// The kinds of change.
const (
	Inserted  = "insert"
	Updated   = "update"
	Retracted = "retract"
	// Ignored is an update of a fact that the consequence had retracted before.
	Ignored = "update of a retracted fact, ignored"
)

// A Change holds what a consequence did to a fact, by itself or through a service.
type Change struct {
	Kind string
	Fact
}

// A Fact describes an object of the working memory.
type Fact struct {
	Class string
	Text  string // the beginning of its text or value, on one line
	Page  int    // the page on which it begins, from 1; 0 when it has no place
}

// A RuleSummary says what a rule did in a whole run.
type RuleSummary struct {
	Side    Side
	Rule    string
	Line    int
	Firings int64
	Took    time.Duration
	// Evaluations counts how often its conditions were brought up to date, Tried the facts that
	// its patterns were tried on, Steps the statements and expressions of its conditions and
	// consequences: the same in every run over the same input. Matching is the time for
	// conditions, Took that for consequences.
	Evaluations, Tried, Steps int64
	Matching                  time.Duration
	// Alternatives are the ways in which its conditions can hold, of a rule that has several
	// because of an or.
	Alternatives []Alternative
	// Why names the condition that had no match, for a rule that never fired; "" when it
	// is not known.
	Why string
}

// An Alternative is one of several ways in which a rule can match.
type Alternative struct {
	Line    int    // of the first condition that not all alternatives share, from 1
	Text    string // of the conditions that not all alternatives share
	Firings int64
}

// Explain does what Run does and also returns a trace of the run. When a rule fails,
// the trace is complete up to the firing that failed. It takes longer than Run.
func Explain(ctx context.Context, entity, component *Program, in Input) (document.Result, Trace, error) {
	r := &recorder{}
	result, err := runRecorded(ctx, entity, component, in, r)
	return result, r.trace, err
}

// A recorder writes the trace of a run.
type recorder struct {
	trace   Trace
	program *Program
	context *model.Context
	probes  []probe
	counts  map[string]*RuleSummary // of the program's rules, by name
	first   int                     // of trace.Rules that the program's rules have
	current *Firing                 // nil between firings
}

// newSession starts a session that can be queried at its end for the reason why a rule did
// not fire.
func (r *recorder) newSession(ctx context.Context, p *Program, c *model.Context, globals map[string]any, l Limits) *engine.Session {
	r.program, r.context, r.counts, r.first = p, c, map[string]*RuleSummary{}, len(r.trace.Rules)
	list, ways := p.Rules(), p.alternatives()
	for _, rule := range list {
		r.trace.Rules = append(r.trace.Rules, RuleSummary{Side: p.side, Rule: rule.Name, Line: rule.Line,
			Alternatives: ways[rule.Name]})
	}
	for i := range list {
		count := &r.trace.Rules[r.first+i]
		r.counts[count.Rule] = count
	}
	probing, probes := p.programWithProbes()
	r.probes = probes
	s := engine.NewSession(ctx, probing, c, globals, limitsOf(l))
	s.IsolateFailures()
	s.Observe(r)
	c.Memory = recordedMemory{s, r}
	return s
}

// recordedMemory reports the facts that services insert to the recorder.
type recordedMemory struct {
	*engine.Session
	r *recorder
}

// Insert adds a fact and records it.
func (m recordedMemory) Insert(object any, logical bool) {
	m.Session.Insert(object, logical)
	m.r.Inserted(object, logical)
}

// summarise records the work of all rules, and why some did not fire; it is called at the end of a session.
func (r *recorder) summarise(s *engine.Session) {
	if r == nil {
		return
	}
	for name, w := range s.Work() {
		if c := r.counts[name]; c != nil {
			c.Evaluations, c.Tried, c.Steps, c.Matching = w.Evaluations, w.Tried, w.Steps, w.Matching
		}
	}
	for _, p := range r.probes {
		if c := r.counts[p.rule]; c != nil && c.Firings == 0 && c.Why == "" {
			c.Why = p.unmetCondition(s)
		}
	}
	r.current = nil
}

// recordUnused records the entities that no rule acted on.
func (r *recorder) recordUnused(c *model.Context) {
	if r == nil {
		return
	}
	for _, e := range sortedEntities(c) {
		if e.WinningRule() == nil {
			r.trace.UnusedEntities = append(r.trace.UnusedEntities, UnusedEntity{e.Type, e.Text(), c.Tree.FirstPage(e.Span)})
		}
	}
}

// FiringBegins implements engine.Observer.
func (r *recorder) FiringBegins(f engine.Firing) {
	r.current = &Firing{Side: r.program.side, Number: f.Number, Rule: f.Rule, Consequence: f.Consequence}
	if c := r.counts[f.Rule]; c != nil {
		r.current.Line = c.Line
	}
	if len(r.trace.Firings) < MaxTracedFirings {
		for _, o := range f.Facts {
			r.current.Facts = append(r.current.Facts, r.describeFact(o))
		}
		r.recordBindings(f)
	}
}

// maxItems is the largest number of items of a collection that a trace shows.
const maxItems = 10

// recordBindings records what a match binds apart from its facts: values, and the items of
// collections.
func (r *recorder) recordBindings(f engine.Firing) {
	for _, name := range slices.Sorted(maps.Keys(f.Bindings)) {
		v := f.Bindings[name]
		if isFact(f.Facts, v) {
			continue
		}
		items, many := host.ItemsOf(v)
		if !many {
			value := r.describeFact(v)
			value.Text = shortenText(name+" = "+value.Text, factWidth)
			r.current.Facts = append(r.current.Facts, value)
			continue
		}
		for _, item := range items[:min(len(items), maxItems)] {
			r.current.Facts = append(r.current.Facts, r.describeFact(item))
		}
	}
}

// isFact reports whether a value is one of the facts themselves.
func isFact(facts []any, v any) bool {
	_, object := v.(host.Object)
	return object && slices.Contains(facts, v)
}

// FiringEnds implements engine.Observer.
func (r *recorder) FiringEnds(f engine.Firing, took time.Duration) {
	r.current.Took = took
	if c := r.counts[f.Rule]; c != nil {
		c.Firings, c.Took = c.Firings+1, c.Took+took
		if f.Branch < len(c.Alternatives) {
			c.Alternatives[f.Branch].Firings++
		}
	}
	if len(r.trace.Firings) < MaxTracedFirings {
		r.trace.Firings = append(r.trace.Firings, *r.current)
	}
	r.current = nil
}

// Inserted implements engine.ChangeObserver.
func (r *recorder) Inserted(object any, _ bool) { r.recordChange(Inserted, object) }

// Updated implements engine.ChangeObserver.
func (r *recorder) Updated(object any) { r.recordChange(Updated, object) }

// Ignored implements engine.ChangeObserver.
func (r *recorder) Ignored(object any) { r.recordChange(Ignored, object) }

// Retracted implements engine.ChangeObserver.
func (r *recorder) Retracted(object any) { r.recordChange(Retracted, object) }

func (r *recorder) recordChange(kind string, object any) {
	if r.current != nil && len(r.trace.Firings) < MaxTracedFirings {
		r.current.Changes = append(r.current.Changes, Change{kind, r.describeFact(object)})
	}
}

// The longest texts of facts and of conditions in a trace, in characters.
const (
	factWidth      = 60
	conditionWidth = 160
)

// textOf returns the text of a value, or its class when the text has no end.
func textOf(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = host.ClassNameOf(v)
		}
	}()
	return host.ToString(v)
}

// describeFact describes an object for the trace.
func (r *recorder) describeFact(o any) Fact {
	f := Fact{Class: host.ClassNameOf(o)}
	tree := r.context.Tree
	switch o := o.(type) {
	case *model.Node:
		start, end := o.Range()
		f.Text, f.Page = tree.Text[start:end], tree.FirstPage(document.Span{Start: start, End: end})
	case *model.TextEntity:
		f.Text, f.Page = o.Type+" = "+o.Text(), tree.FirstPage(o.Span)
	case *model.Entity:
		f.Text, f.Page = o.Source.Type+" = "+o.Source.Text(), tree.FirstPage(o.Source.Span)
	case *model.Component:
		f.Text = o.Name + " = " + o.Value
	case *model.FileAttribute:
		f.Text = o.Label + " = " + o.Value
	case *model.Page:
		f.Page = slices.Index(r.context.Pages, o) + 1
	default:
		f.Text = textOf(o)
	}
	f.Text = shortenText(f.Text, factWidth)
	return f
}

// shortenText returns the beginning of a text on one line, at most width characters.
func shortenText(s string, width int) string {
	if len(s) > 8*width {
		s = strings.ToValidUTF8(s[:8*width], "")
	}
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > width {
		s = string([]rune(s)[:width-1]) + "…"
	}
	return s
}
