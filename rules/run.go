package rules

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/model"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// An Attribute is an attribute of the file; rules see it as a FileAttribute.
type Attribute struct{ ID, Label, Value string }

// A Definition is an entity definition with the terms of its dictionary.
type Definition = model.Definition

// A Mapping is a component mapping: named columns and rows.
type Mapping = model.Mapping

// Limits bound a run; zero values mean the defaults of the engine, and no limit of
// time but that of the context.
type Limits struct {
	Firings  int64         // of each of the two sessions
	Steps    int64         // of one consequence
	Memory   int64         // bytes of the values that rules make in a session, roughly; 0: 256 MiB
	Duration time.Duration // of the whole run
}

// Input is what rules run over.
type Input struct {
	Tree        *document.Tree
	Attributes  []Attribute
	Definitions []Definition
	Mappings    []Mapping
	DateFormats []string
	Locale      string // language of the document's months, such as "de"; English is always read
	Limits      Limits
}

// A RuleError is a failure of a rule: an exception, or a limit that it reached.
type RuleError struct {
	Rule string
	Line int // 1-based, in the rule file
	Msg  string
	Side Side // whose file it is
	// Function is the function of the file that the line stands in, "" for none.
	Function string
}

// Error names the rule and its line.
func (e *RuleError) Error() string { return fmt.Sprintf("rule %q, line %d: %s", e.Rule, e.Line, e.Msg) }

// localDictionaryGroup is the agenda group whose entity rules run first.
const localDictionaryGroup = "LOCAL_DICTIONARY_ADDS"

// Run runs the entity rules over the document, then the component rules over the
// applied entities. A failure of a rule is a *RuleError.
func Run(ctx context.Context, entity, component *Program, in Input) (document.Result, error) {
	return run(ctx, entity, component, in, nil)
}

// run is Run with somebody who watches, or nil.
func run(ctx context.Context, entity, component *Program, in Input, r *recorder) (document.Result, error) {
	if in.Limits.Duration > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, in.Limits.Duration)
		defer cancel()
	}
	c := model.NewContext(in.Tree)
	c.Literals, c.Locale = entity.literals, in.Locale
	c.DateFormats, c.Mappings, c.Definitions = in.DateFormats, in.Mappings, in.Definitions
	attributes, err := runEntities(ctx, entity, c, in, r)
	r.loose(c)
	if err != nil {
		return document.Result{}, err
	}
	if err := runComponents(ctx, component, c, in, attributes, r); err != nil {
		return document.Result{}, err
	}
	return document.Result{Entities: entitiesOf(c), Components: componentsOf(c)}, nil
}

func limitsOf(l Limits) engine.Limits {
	return engine.Limits{Firings: l.Firings, Steps: l.Steps, Memory: l.Memory}
}

// session begins a session of a program, under the eyes of the recorder if there
// is one.
func session(ctx context.Context, p *Program, c *model.Context, globals map[string]any, l Limits, r *recorder) *engine.Session {
	if r != nil {
		return r.session(ctx, p, c, globals, l)
	}
	s := engine.NewSession(ctx, p.program, c, globals, limitsOf(l))
	c.Memory = s
	return s
}

func runEntities(ctx context.Context, p *Program, c *model.Context, in Input, r *recorder) ([]any, error) {
	globals := map[string]any{"entityCreationService": model.EntityCreation{}, "dictionary": model.NewDictionary(in.Definitions),
		"manualChangesApplicationService": model.ManualChanges{}}
	if len(c.Nodes) > 0 {
		globals["document"] = c.Nodes[0]
	}
	s := session(ctx, p, c, globals, in.Limits, r)
	for _, a := range in.Attributes {
		s.Insert(&model.FileAttribute{ID: a.ID, Label: a.Label, Value: a.Value}, false)
	}
	for _, page := range c.Pages {
		s.Insert(page, false)
	}
	for _, n := range c.Nodes {
		s.Insert(n, false)
	}
	c.SearchDictionaries()
	err := s.Run(localDictionaryGroup)
	r.ended(s)
	if err != nil {
		return nil, located(p, err)
	}
	found, err := asked(s, "getFileAttributes", "FileAttribute")
	if err != nil {
		return nil, located(p, err)
	}
	return found, nil
}

func runComponents(ctx context.Context, p *Program, c *model.Context, in Input, attributes []any, r *recorder) error {
	globals := map[string]any{"componentCreationService": model.ComponentCreation{}, "componentMappingService": model.ComponentMappings{}}
	s := session(ctx, p, c, globals, in.Limits, r)
	for _, a := range attributes {
		s.Insert(a, false)
	}
	for _, e := range sorted(c) {
		if e.State() == document.StateApplied {
			s.Insert(&model.Entity{Source: e, ID: e.ID()}, false)
		}
	}
	err := s.Run()
	r.ended(s)
	if err != nil {
		return located(p, err)
	}
	c.Components = c.Components[:0]
	found, err := asked(s, "getComponents", "Component")
	if err != nil {
		return located(p, err)
	}
	for _, o := range found {
		c.Components = append(c.Components, o.(*model.Component))
	}
	return nil
}

// asked is the facts of a class that a query binds, each once, in the order of
// its matches; all of them when the file has no such query.
func asked(s *engine.Session, query, class string) ([]any, error) {
	if !s.HasQuery(query) {
		return s.Objects(class), nil
	}
	rows, err := s.Query(query)
	out, seen := []any{}, map[any]bool{}
	for _, row := range rows {
		for _, name := range slices.Sorted(maps.Keys(row)) {
			v := row[name]
			if host.ClassNameOf(v) == class && !seen[v] {
				out, seen[v] = append(out, v), true
			}
		}
	}
	return out, err
}

func located(p *Program, err error) error {
	var e *engine.RuleError
	if errors.As(err, &e) {
		return &RuleError{e.Rule, p.source.Line(e.Offset), syntax.Printable(e.Msg), p.side, p.functionAt(e.Offset)}
	}
	return err
}

// functionAt is the name of the function that an offset is in, "" for none.
func (p *Program) functionAt(offset int) string {
	for _, f := range p.parsed().Functions {
		if f.Code.Pos() <= offset && offset < f.Code.End {
			return f.Name
		}
	}
	return ""
}

func sorted(c *model.Context) []*model.TextEntity {
	list := append([]*model.TextEntity{}, c.Entities...)
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		return a.End < b.End
	})
	return list
}

// entitiesOf is the entities that a rule has acted on, by position.
func entitiesOf(c *model.Context) []document.Entity {
	out := []document.Entity{}
	for _, e := range sorted(c) {
		w := e.Winner()
		if w == nil {
			continue
		}
		out = append(out, document.Entity{
			ID: e.ID(), Type: e.Type, Kind: e.Kind.Name, State: w.State, Value: e.Text(), RuleID: w.RuleID, Reason: w.Reason, LegalBasis: w.LegalBasis,
			TextBefore: e.Before(), TextAfter: e.After(), Section: e.Headline(), Dictionary: e.Engine == "DICTIONARY", Boxes: c.Tree.Boxes(e.Span), Span: e.Span,
		})
	}
	return out
}

// componentsOf is the components: values of one name by the position of their first
// reference, names in the order of their first component.
func componentsOf(c *model.Context) []document.Component {
	names, first := map[string]int{}, map[*model.Component]int{}
	for i, item := range c.Components {
		if _, seen := names[item.Name]; !seen {
			names[item.Name] = i
		}
		first[item] = len(c.Tree.Text) + i
		for _, r := range item.References.Items {
			first[item] = min(first[item], r.(*model.Entity).Source.Start)
		}
	}
	list := append([]*model.Component{}, c.Components...)
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.Name != b.Name {
			return names[a.Name] < names[b.Name]
		}
		return first[a] < first[b]
	})
	out := []document.Component{}
	for _, item := range list {
		out = append(out, document.Component{Name: item.Name, Value: item.Value, RuleID: item.RuleID, Description: item.Description, References: references(item.References)})
	}
	return out
}

func references(list *host.List) []string {
	entities := append([]any{}, list.Items...)
	sort.SliceStable(entities, func(i, j int) bool {
		return entities[i].(*model.Entity).Source.Start < entities[j].(*model.Entity).Source.Start
	})
	out := []string{}
	for _, e := range entities {
		out = append(out, e.(*model.Entity).ID)
	}
	return out
}
