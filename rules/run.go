package rules

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/candidates"
	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/model"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// An Attribute is a named value that belongs to the document; rules see it as a
// FileAttribute.
type Attribute struct{ ID, Label, Value string }

// A Definition defines a type of entity, with the terms of its dictionary.
type Definition = model.Definition

// A Mapping is a table that component rules look values up in: named columns, and rows
// with a value for each column.
type Mapping = model.Mapping

// Limits bound a run. A field that is zero has its default. A run that reaches a limit
// ends with a *RuleError.
type Limits struct {
	Firings  int64         // of the rules of each file; default 2,000,000
	Steps    int64         // statements and expressions that one consequence evaluates; default 50,000,000
	Memory   int64         // bytes of the values that the rules of a file make, roughly; default 256 MiB
	Duration time.Duration // of the whole run; default none, only the context ends it
}

// Input holds what rules run over. Only Tree is required. Run changes nothing in it, so
// it may be shared by runs at the same time.
type Input struct {
	Tree        *document.Tree
	Attributes  []Attribute
	Definitions []Definition // types of entities; terms of their dictionaries are marked before the rules run
	Mappings    []Mapping
	DateFormats []string           // patterns of Java's DateTimeFormatter, tried in this order, see ParseDateFormats
	Candidates  []Candidate        // what may be an entity, beside what dictionaries have
	Layouts     candidates.Memory  // what people approved in files of the template, for facts of the class InvoiceCandidate
	Search      *candidates.Search // of Tree, where somebody else asks for candidates, too; nil: the rules search themselves
	Locale      string             // language of the document's months, such as "de", besides English; "": all that are known
	Limits      Limits
}

// A RuleError is the failure of a rule: an exception that it threw, or a limit that it
// reached. Run returns it as a pointer.
type RuleError struct {
	Rule    string // its whole name, as written; "" when no rule can be blamed
	Line    int    // in the rule file, from 1
	Message string
	Side    Side // of the rule file
	// Function is the name of the function of the file that the line is in, "" when it
	// is in a rule.
	Function string
	// EndedRun means that the time of the run was over in this rule: others did not come to
	// their end.
	EndedRun bool
}

// Error returns the name of the rule, its line and what went wrong.
func (e *RuleError) Error() string {
	return fmt.Sprintf("rule %q, line %d: %s", e.Rule, e.Line, e.Message)
}

// localDictionaryGroup is the agenda group whose entity rules run first.
const localDictionaryGroup = "LOCAL_DICTIONARY_ADDS"

// Run runs entity rules over a document, then component rules over the entities that
// they applied, and returns the entities and components. A program that is nil has no
// rules. A rule that fails or reaches a limit is taken out; Result.Failures names it, and
// what the others find stands. If they find no component, the error is the first failure,
// as a *RuleError, and the result is empty; so it is when the context ends during a rule.
func Run(ctx context.Context, entity, component *Program, in Input) (document.Result, error) {
	return runRecorded(ctx, entity, component, in, nil)
}

// runRecorded does what Run does and reports to the recorder unless it is nil.
func runRecorded(ctx context.Context, entity, component *Program, in Input, r *recorder) (result document.Result, err error) {
	defer recoverRun(&err)
	limited, cancel := limitTime(ctx, in.Limits.Duration)
	defer cancel()
	c := model.NewContext(in.Tree)
	c.Locale, c.Layouts, c.Search = in.Locale, in.Layouts, in.Search
	c.DateFormats, c.Mappings, c.Definitions = in.DateFormats, in.Mappings, in.Definitions
	attributes := attributesOf(in)
	var failures []*RuleError
	if entity != nil {
		found, failed, err := runEntities(limited, entity, c, in, attributes, r)
		r.recordUnused(c)
		if failed, err = admitTimeout(ctx, failed, err); err != nil {
			return document.Result{}, err
		}
		attributes, failures = found, failed
	}
	if component != nil {
		if limited.Err() != nil { // what the entity rules have found is worth a little more
			limited, cancel = limitTime(ctx, max(in.Limits.Duration/4, time.Millisecond))
			defer cancel()
		}
		failed, err := runComponents(limited, component, c, in, attributes, r)
		if failed, err = admitTimeout(ctx, failed, err); err != nil {
			return document.Result{}, err
		}
		failures = append(failures, failed...)
	}
	if len(failures) > 0 && len(c.Components) == 0 {
		return document.Result{}, failures[0]
	}
	components := componentsOf(c, newJudge(entity, c))
	return document.Result{Entities: entitiesOf(c), Components: components, Candidates: offersOf(c.Offered, components),
		Failures: failuresOf(failures)}, nil
}

// recoverRun makes a panic that no rule is to blame for the error of a run. It is deferred.
func recoverRun(err *error) {
	if r := recover(); r != nil {
		*err = &RuleError{Line: 1, Message: fmt.Sprint("internal error: ", r)}
	}
}

// limitTime returns a context that ends after a duration; 0 is no limit.
func limitTime(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}

// admitTimeout makes the end of the time of the rules one more failure. An error that the
// caller's context has caused, or that is no failure of a rule, stays an error.
func admitTimeout(ctx context.Context, failed []*RuleError, err error) ([]*RuleError, error) {
	var e *RuleError
	if err == nil || ctx.Err() != nil || !errors.As(err, &e) {
		return failed, err
	}
	e.EndedRun = true
	return append(failed, e), nil
}

// failuresOf returns the rules that failed as they stand in a result.
func failuresOf(failures []*RuleError) (out []document.RuleFailure) {
	for _, f := range failures {
		file := "ENTITY"
		if f.Side == ComponentRules {
			file = "COMPONENT"
		}
		out = append(out, document.RuleFailure{Rule: f.Rule, File: file, Line: f.Line, Message: f.Message,
			Function: f.Function, EndedRun: f.EndedRun})
	}
	return out
}

func limitsOf(l Limits) engine.Limits {
	return engine.Limits{Firings: l.Firings, Steps: l.Steps, Memory: l.Memory}
}

// newSession starts a session of a program. It is observed by the recorder unless that is
// nil.
func newSession(ctx context.Context, p *Program, c *model.Context, globals map[string]any, l Limits, r *recorder) *engine.Session {
	if r != nil {
		return r.newSession(ctx, p, c, globals, l)
	}
	s := engine.NewSession(ctx, p.program, c, globals, limitsOf(l))
	s.IsolateFailures()
	c.Memory = s
	return s
}

// attributesOf returns the attributes of the input as facts.
func attributesOf(in Input) []any {
	facts := make([]any, len(in.Attributes))
	for i, a := range in.Attributes {
		facts[i] = &model.FileAttribute{ID: a.ID, Label: a.Label, Value: a.Value}
	}
	return facts
}

// runEntities runs the entity rules and returns the attributes for the component rules, and
// the rules that failed.
func runEntities(ctx context.Context, p *Program, c *model.Context, in Input, attributes []any,
	r *recorder) (found []any, failed []*RuleError, err error) {
	c.Literals = p.literals()
	globals := map[string]any{"entityCreationService": model.EntityCreation{}, "dictionary": model.NewDictionary(in.Definitions),
		"manualChangesApplicationService": model.ManualChanges{}}
	if len(c.Nodes) > 0 {
		globals["document"] = c.Nodes[0]
	}
	s := newSession(ctx, p, c, globals, in.Limits, r)
	for _, a := range attributes {
		s.Insert(a, false)
	}
	for _, page := range c.Pages {
		s.Insert(page, false)
	}
	for _, n := range c.Nodes {
		s.Insert(n, false)
	}
	insertDocumentFacts(s, p, c)
	c.SearchDictionaries()
	for _, candidate := range in.Candidates {
		c.AddCandidate(candidate.Span, candidate.Type)
	}
	err = s.Run(localDictionaryGroup)
	r.summarise(s)
	if err != nil {
		return attributes, locateFailures(p, s), locateError(p, err)
	}
	if found, err = queryFacts(s, "getFileAttributes", "FileAttribute"); err != nil {
		return attributes, locateFailures(p, s), locateError(p, err)
	}
	return found, locateFailures(p, s), nil
}

// AsksForCandidates reports whether the rules want facts of the class InvoiceCandidate.
func (p *Program) AsksForCandidates() bool {
	return strings.Contains(p.source.Text, model.CandidateClass)
}

// insertDocumentFacts inserts what both sessions know of a document beside its text.
func insertDocumentFacts(s *engine.Session, p *Program, c *model.Context) {
	facts := slices.Concat(c.EInvoiceFacts(), c.FindingFacts())
	if p.AsksForCandidates() {
		facts = append(facts, c.CandidateFacts()...)
	}
	for _, fact := range facts {
		s.Insert(fact, false)
	}
}

// runComponents runs the component rules and returns those that failed. What they have made
// stands beside an error, too.
func runComponents(ctx context.Context, p *Program, c *model.Context, in Input, attributes []any, r *recorder) ([]*RuleError, error) {
	globals := map[string]any{
		"componentCreationService": model.ComponentCreation{}, "componentMappingService": model.ComponentMappings{},
	}
	s := newSession(ctx, p, c, globals, in.Limits, r)
	for _, a := range attributes {
		s.Insert(a, false)
	}
	insertDocumentFacts(s, p, c)
	for _, e := range sortedEntities(c) {
		if e.State() == document.StateApplied {
			s.Insert(&model.Entity{Source: e, ID: e.ID()}, false)
		}
	}
	err := s.Run()
	r.summarise(s)
	found := s.FactsOfClass("Component")
	if err == nil {
		var wanted []any
		if wanted, err = queryFacts(s, "getComponents", "Component"); err == nil {
			found = wanted
		}
	}
	c.Components = c.Components[:0]
	for _, o := range found {
		c.Components = append(c.Components, o.(*model.Component))
	}
	return locateFailures(p, s), locateError(p, err)
}

// queryFacts returns the facts of a class that a query binds, each once, in the order of the
// matches. When the file has no such query, it returns all facts of the class.
func queryFacts(s *engine.Session, query, class string) ([]any, error) {
	if !s.HasQuery(query) {
		return s.FactsOfClass(class), nil
	}
	rows, err := s.RunQuery(query)
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

func locateError(p *Program, err error) error {
	var e *engine.RuleError
	if errors.As(err, &e) {
		return p.locateRuleError(e)
	}
	return err
}

// locateRuleError returns the failure of a rule with its place in the file.
func (p *Program) locateRuleError(e *engine.RuleError) *RuleError {
	return &RuleError{
		Rule: e.Rule, Line: p.source.Line(e.Offset), Message: syntax.ReplaceHalves(e.Msg),
		Side: p.side, Function: p.functionAt(e.Offset),
	}
}

// locateFailures returns the rules of a session that failed.
func locateFailures(p *Program, s *engine.Session) (out []*RuleError) {
	for _, e := range s.Failures() {
		out = append(out, p.locateRuleError(e))
	}
	return out
}

// functionAt returns the name of the function that contains an offset, or "".
func (p *Program) functionAt(offset int) string {
	for _, f := range p.syntaxTree().Functions {
		if f.Code.Pos() <= offset && offset < f.Code.End {
			return f.Name
		}
	}
	return ""
}

func sortedEntities(c *model.Context) []*model.TextEntity {
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

// entitiesOf returns the entities that a rule has acted on, by position.
func entitiesOf(c *model.Context) []document.Entity {
	out := []document.Entity{}
	uncertain := c.Tree.UncertainSpans()
	for _, e := range sortedEntities(c) {
		w := e.WinningRule()
		if w == nil {
			continue
		}
		out = append(out, document.Entity{
			ID: e.ID(), Type: e.Type, Kind: e.Kind.Name, State: w.State, Value: e.Text(),
			RuleID: w.RuleID, Reason: w.Reason, LegalBasis: w.LegalBasis, TextBefore: e.TextBefore(), TextAfter: e.TextAfter(),
			Section:    e.Headline(),
			Dictionary: e.Engine == "DICTIONARY", Uncertain: slices.ContainsFunc(uncertain, e.Intersects),
			Boxes: c.Tree.BoxesOf(e.Span), Span: e.Span,
		})
	}
	return out
}

// componentsOf returns the components: values of one name by the position of their first
// reference, names in the order of their first component.
func componentsOf(c *model.Context, j *judge) []document.Component {
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
		value := document.Component{Name: item.Name, Value: item.Value, RuleID: item.RuleID, Description: item.Description,
			References: referenceIDs(item.References), Cells: cellsOf(item), OtherSources: item.OtherSources}
		j.assess(&value, item)
		weighSources(&value)
		out = append(out, value)
	}
	return out
}

// sureFrom is the confidence from which on a value needs no other ones beside it.
const sureFrom = 0.9

// offersOf returns the candidates of those components that have no value, or one that is not sure.
func offersOf(offered []document.Candidate, components []document.Component) []document.Candidate {
	sure := map[string]bool{}
	for _, c := range components {
		sure[c.Name] = sure[c.Name] || c.Confidence != nil && *c.Confidence >= sureFrom
	}
	return slices.DeleteFunc(offered, func(c document.Candidate) bool { return sure[c.Component] })
}

// cellsOf returns the cells of a row; nil for other values.
func cellsOf(item *model.Component) (out []document.RowCell) {
	for _, c := range item.Cells {
		out = append(out, document.RowCell{Column: c.Column, Value: c.Value, References: referenceIDs(c.References)})
	}
	return out
}

func referenceIDs(list *host.List) []string {
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
