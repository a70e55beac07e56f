package author

import (
	"context"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/rules"
)

// explainCommand traces a component's values back to the rules and the text that they come
// from.
type explainCommand struct {
	Template  string `required:"" type:"existingdir" placeholder:"DIR" help:"Directory of the dossier template."`
	Component string `required:"" placeholder:"NAME" help:"Name of the component, as the rules write it."`
	Value     string `placeholder:"VALUE" help:"This value only."`
	Case      string `placeholder:"NAME" help:"Of a file of tests, this case only."`
	JSON      bool   `help:"Print JSON."`
	Reading
	File string `arg:"" type:"existingfile" help:"A PDF, an office file or a picture, a document in light text (.md, .txt), or rule tests (.yaml)."`
}

// Help returns the text below the usage line of --help.
func (explainCommand) Help() string {
	return `Tells of each value the rule that made it with its line, and of each entity behind it the rule,
the reason, the page, the boxes (PDF points, origin in the lower left corner of the unrotated
page), the headline above it and the text around it. Of a component that was not made, it tells
which rules could have made it, and what they lacked; then the exit code is 1.

Examples:
  docket rules explain --template templates/invoice offer.pdf --component Invoice_Date
  docket rules explain --template my-template my-template/tests/orders.yaml --case "a real one" --component Total
  docket rules explain --template my-template offer.pdf --component Total --value 12.50 --json`
}

// explained holds the origins of a component's values in one document.
type explained struct {
	Filename  string           `json:"filename"`
	Component string           `json:"component"`
	Values    []explainedValue `json:"values"`
	Missing   *missing         `json:"missing,omitempty"`
}

type explainedValue struct {
	Value       string            `json:"value"`
	Description string            `json:"valueDescription"`
	Rule        rulePlace         `json:"componentRule"`
	Entities    []explainedEntity `json:"entities"`
	// Others holds, for a value that comes from no entity, the rules that could have made
	// the component and never fired.
	Others []missingRule `json:"otherRules,omitempty"`
}

// rulePlace locates a rule in a template. A rule that is in no file has only an ID.
type rulePlace struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`
}

type explainedEntity struct {
	ID         string             `json:"id"`
	Type       string             `json:"type"`
	Value      string             `json:"value"`
	Rule       rulePlace          `json:"entityRule"`
	Reason     string             `json:"reason"`
	Page       int                `json:"page"`
	Positions  []document.PageBox `json:"positions"`
	Section    string             `json:"section"`
	TextBefore string             `json:"textBefore"`
	TextAfter  string             `json:"textAfter"`
	Dictionary bool               `json:"dictionary"`
}

// missing explains why there is no such component, or no such value of it.
type missing struct {
	Existing   []string      `json:"existing"` // names of components, or values of this one
	DidYouMean string        `json:"didYouMean,omitempty"`
	Rules      []missingRule `json:"rules"`
	Error      string        `json:"error,omitempty"` // of a rule that failed
}

type missingRule struct {
	rulePlace
	Firings int64  `json:"firings"`
	Why     string `json:"neverFiredBecause"`
	// Before are the entity rules that make what this rule looks for.
	Before []missingRule `json:"entityRules,omitempty"`
	// Unapplied are the entities that it looks for which exist, but are not applied.
	Unapplied []ranEntity `json:"notApplied,omitempty"`
}

// Run explains the component for each document in the file.
func (x explainCommand) Run(ctx context.Context, streams terminal.Streams) error {
	x.Template = ShortenPath(x.Template)
	set, err := CompileTemplate(streams, x.Template)
	if err != nil {
		return err
	}
	in := x.NewReader(set.Settings())
	defer in.Close()
	found, err := in.readSubjects(ctx, x.Template, x.File, x.Case)
	if err != nil {
		return err
	}
	out, absent := []explained{}, false
	for _, s := range found {
		e := x.explainDocument(ctx, set, s)
		out, absent = append(out, e), absent || e.Missing != nil
	}
	if x.JSON {
		err = terminal.PrintJSON(streams.Out, struct {
			Files []explained `json:"files"`
		}{out})
	} else {
		err = printExplained(streams.Out, out, x)
	}
	if err == nil && absent {
		return terminal.ErrReported
	}
	return err
}

// explainDocument runs the rules over one document and returns the origins of the component, or why
// it is missing.
func (x explainCommand) explainDocument(ctx context.Context, set *analysis.RuleSet, s subject) explained {
	entity, component := set.Programs()
	at := ruleIndex(entity, component)
	out := explained{Filename: s.name, Component: x.Component, Values: []explainedValue{}}
	r, trace, err := set.Explain(ctx, s.tree, s.attributes...)
	could := possibleRules(x.Component, entity, component, r, trace)
	var names, values []string
	for _, c := range r.Components {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
		if c.Name != x.Component {
			continue
		}
		values = append(values, c.Value)
		if x.Value == "" || c.Value == x.Value {
			out.Values = append(out.Values, x.explainValue(c, r, at).withOtherRules(could))
		}
	}
	if len(out.Values) > 0 {
		return out
	}
	out.Missing = &missing{Existing: names, DidYouMean: nearestName(x.Component, names), Rules: could}
	if len(values) > 0 {
		out.Missing.Existing, out.Missing.DidYouMean = values, nearestName(x.Value, values)
	}
	if err != nil {
		out.Missing.Error = DescribeError(err)
	}
	out.Missing.Existing = append([]string{}, out.Missing.Existing...)
	return out
}

// possibleRules returns the component rules that mention a component, with how they ran, each
// with the entity rules that could make the entities it looks for.
func possibleRules(name string, entity, component *rules.Program, r document.Result, trace rules.Trace) []missingRule {
	out := []missingRule{}
	for _, t := range component.RulesMentioning(name) {
		m := tracedRule(t, trace)
		for _, asked := range component.ConditionStrings(t.Name) {
			for _, before := range entity.RulesMentioning(asked) {
				m.Before = append(m.Before, tracedRule(before, trace))
			}
			m.Unapplied = append(m.Unapplied, unappliedEntities(asked, r, trace.UnusedEntities)...)
		}
		out = append(out, m)
	}
	return out
}

// unappliedEntities returns the entities of a type if none of them is applied, because component
// rules see applied entities only. Entities that no rule touched have no state.
func unappliedEntities(name string, r document.Result, loose []rules.UnusedEntity) (out []ranEntity) {
	for _, e := range foundOf(r).Entities {
		switch {
		case e.Type != name:
		case e.State == document.StateApplied:
			return nil
		default:
			out = append(out, e)
		}
	}
	for _, e := range loose {
		if e.Type == name {
			out = append(out, ranEntity{Type: e.Type, Value: e.Value, Page: e.Page, Positions: []document.PageBox{}})
		}
	}
	return out
}

// withOtherRules returns the value; if it comes from no entity, the other rules that could have made
// it and did not fire are added.
func (v explainedValue) withOtherRules(could []missingRule) explainedValue {
	for _, m := range could {
		if len(v.Entities) == 0 && m.Firings == 0 && m.Name != v.Rule.Name {
			v.Others = append(v.Others, m)
		}
	}
	return v
}

// tracedRule returns a rule with its place, and how it ran.
func tracedRule(t rules.Rule, trace rules.Trace) missingRule {
	m := missingRule{rulePlace: placeOf(t)}
	for _, c := range trace.Rules {
		if c.Side == t.Side && c.Rule == t.Name {
			m.Firings, m.Why = c.Firings, c.Why
		}
	}
	return m
}

// explainValue returns the record of a value with its rule and the entities that it refers to.
func (x explainCommand) explainValue(c document.Component, r document.Result, at places) explainedValue {
	out := explainedValue{
		Value:       c.Value,
		Description: c.Description,
		Rule:        at.findRule(rules.ComponentRules, c.RuleID),
		Entities:    []explainedEntity{},
	}
	for _, id := range c.References {
		i := slices.IndexFunc(r.Entities, func(e document.Entity) bool { return e.ID == id })
		if i < 0 {
			continue
		}
		e := r.Entities[i]
		out.Entities = append(out.Entities,
			explainedEntity{e.ID, e.Type, e.Value, at.findRule(rules.EntityRules, e.RuleID), e.Reason, e.FirstPage(), e.Boxes,
				e.Section, e.TextBefore, e.TextAfter, e.Dictionary})
	}
	return out
}

type ruleKey struct {
	side rules.Side
	id   string
}

// places holds the rules of a template by side and identifier.
type places map[ruleKey]rulePlace

func ruleIndex(programs ...*rules.Program) places {
	out := places{}
	for _, p := range programs {
		for _, r := range p.Rules() {
			out[ruleKey{r.Side, r.ID}] = placeOf(r)
		}
	}
	return out
}

// findRule returns the place of a rule, one with only the id if the template has no such rule.
func (p places) findRule(side rules.Side, id string) rulePlace {
	if at, ok := p[ruleKey{side, id}]; ok {
		return at
	}
	return rulePlace{ID: id}
}

func placeOf(r rules.Rule) rulePlace {
	return rulePlace{r.ID, r.Name, ruleFileOf(r.Side), r.Line}
}

// nearestName returns the name in a list that was probably meant, "" if none is similar.
func nearestName(name string, list []string) string {
	best, least := "", max(2, len(name)/3)+1
	for _, other := range list {
		if d := editDistance(strings.ToLower(name), strings.ToLower(other)); d < least {
			best, least = other, d
		}
	}
	return best
}

// editDistance returns the Levenshtein distance of two words, in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
