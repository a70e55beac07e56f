package author

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/rules"
)

// runCommand runs rules over documents and shows what they find, and how.
type runCommand struct {
	Template string   `type:"existingdir" placeholder:"DIR" help:"Directory of the dossier template."`
	Facts    string   `type:"existingfile" placeholder:"FILE" help:"Run a rule file without a document over the facts of this JSON file."`
	Trace    bool     `help:"Add every firing in order, and for each rule how often it fired, how long it took, or why it never fired."`
	Rule     []string `placeholder:"NAME" help:"Trace these rules only, by name or identifier; can be repeated."`
	Profile  bool     `help:"Add the work of each rule, most first: facts tried, steps taken, and time."`
	Case     string   `placeholder:"NAME" help:"Of a file of tests, this case only."`
	JSON     bool     `help:"Print JSON."`
	Reading
	Files []string `arg:"" type:"existingfile" help:"PDF and office files, documents in light text (.md, .txt), or rule tests (.yaml); with --facts one rule file."`
}

// Help returns the text below the usage line of --help.
func (runCommand) Help() string {
	return `Prints the entities that the rules marked, each with its rule, and the components that they
built. With --trace, each firing follows with the facts that it matched and what it inserted,
updated and retracted. A file that cannot be analysed has an error instead; then the exit code
is 1.

With --facts, FILE is a rule file that declares the types of its facts, and no template or document
is needed. The facts are a list of JSON, each an object with its type as the only key:
[{"Order": {"customer": "Ann", "amount": 250}}]. Fields that are missing have their defaults, dates
are texts such as "2026-11-25", and globals are lists, sets or maps that rules fill.

Documents can also be written in a few lines of text, as in rule tests: docket rules test --help.

Examples:
  docket rules run --template templates/invoice templates/invoice/samples/1-classic.pdf
  docket rules run --template my-template --trace offer.pdf | less
  docket rules run --template my-template --profile offer.pdf
  docket rules run --template my-template --rule Order.0.0 offer.pdf
  docket rules run --facts orders.json discounts.drl
  docket rules run --template my-template --json draft.md | jq '.files[0].entities'`
}

// ranFile is the result of a run of rules over one document.
type ranFile struct {
	Filename   string         `json:"filename"`
	Pages      int            `json:"numberOfPages"`
	Entities   []ranEntity    `json:"entities"`
	Components []ranComponent `json:"components"`
	Firings    []ranFiring    `json:"firings,omitempty"`
	Rules      []ranRule      `json:"rules,omitempty"`
	// Failures are the rules that failed; what the others found stands.
	Failures []document.RuleFailure `json:"ruleFailures,omitempty"`
	Error    string                 `json:"error,omitempty"`
}

type ranEntity struct {
	ID        string             `json:"id"`
	Type      string             `json:"type"`
	Value     string             `json:"value"`
	State     string             `json:"state"`
	RuleID    string             `json:"entityRuleId"`
	Reason    string             `json:"reason"`
	Page      int                `json:"page"`
	Positions []document.PageBox `json:"positions"`
}

type ranComponent struct {
	Name        string   `json:"name"`
	Value       string   `json:"value"`
	RuleID      string   `json:"componentRuleId"`
	Description string   `json:"valueDescription"`
	References  []string `json:"entityReferences"`
}

type ranFact struct {
	Change string `json:"change,omitempty"` // insert, update, retract; "" for what was matched
	Class  string `json:"class"`
	Text   string `json:"text"`
	Page   int    `json:"page,omitempty"`
}

type ranFiring struct {
	Number int64  `json:"number"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Rule   string `json:"rule"`
	// Consequence is that which the conditions have called, left out for the rule's own
	Consequence string    `json:"consequence,omitempty"`
	Micros      int64     `json:"micros"`
	Facts       []ranFact `json:"facts"`
	Changes     []ranFact `json:"changes"`
}

type ranRule struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Rule    string `json:"rule"`
	Firings int64  `json:"firings"`
	Micros  int64  `json:"micros"`
	Why     string `json:"neverFiredBecause,omitempty"`
	// Evaluations, Tried and Steps count the work of the rule; MatchMicros is the time of its
	// conditions, Micros that of its consequences.
	Evaluations int64 `json:"evaluations"`
	Tried       int64 `json:"factsTried"`
	Steps       int64 `json:"steps"`
	MatchMicros int64 `json:"matchMicros"`
}

// Run runs the rules over all documents and prints the results.
func (x runCommand) Run(ctx context.Context, streams terminal.Streams) error {
	x.Trace = x.Trace || len(x.Rule) > 0
	switch {
	case x.Facts != "" && x.Template != "":
		return terminal.ReportMisuse(streams, "--facts and --template can't be used together")
	case x.Facts != "":
		return x.runFacts(ctx, streams)
	case x.Template == "":
		return terminal.ReportMisuse(streams, "missing flags: --template=DIR, or --facts=FILE for rules without a document")
	}
	x.Template = ShortenPath(x.Template)
	set, err := CompileTemplate(streams, x.Template)
	if err != nil {
		return err
	}
	entity, component := set.Programs()
	if err := x.checkRules(streams, entity, component); err != nil {
		return err
	}
	in := x.NewReader(set.Settings())
	defer in.Close()
	out, failed := []ranFile{}, false
	for _, name := range x.Files {
		found, unread := in.readSubjects(ctx, x.Template, name, x.Case)
		if unread != nil {
			found = []subject{{name: name}}
		}
		for _, s := range found {
			f := ranFile{Filename: s.name, Pages: s.pages, Entities: []ranEntity{}, Components: []ranComponent{}}
			err := unread
			if err == nil {
				err = x.runDocument(ctx, set, s, &f)
			}
			if err != nil {
				fmt.Fprintf(streams.Err, "docket: %s: %v\n", s.name, err)
				f.Error, failed = DescribeError(err), true
			}
			for _, r := range f.Failures {
				fmt.Fprintf(streams.Err, "docket: %s: %s\n", s.name, describeFailure(r))
			}
			out = append(out, f)
		}
	}
	if err := x.printRanFiles(streams, out); err != nil || failed {
		return errors.Join(err, terminal.ErrReported)
	}
	return nil
}

func (x runCommand) printRanFiles(streams terminal.Streams, out []ranFile) error {
	if !x.JSON {
		return printRuns(streams.Out, out, x.Trace, x.Profile)
	}
	return terminal.PrintJSON(streams.Out, struct {
		Files []ranFile `json:"files"`
	}{out})
}

// runDocument runs the rules over one document and fills in f. After an error f holds the results
// and the trace up to it.
func (x runCommand) runDocument(ctx context.Context, set *analysis.RuleSet, s subject, f *ranFile) error {
	var result document.Result
	var trace rules.Trace
	var err error
	if x.Trace || x.Profile {
		result, trace, err = set.Explain(ctx, s.tree, s.attributes...)
	} else {
		result, err = set.Run(ctx, s.tree, s.attributes...)
	}
	found := foundOf(result)
	f.Entities, f.Components, f.Failures = found.Entities, found.Components, result.Failures
	x.addTrace(f, trace)
	return err
}

// addTrace adds what was asked for of a trace.
func (x runCommand) addTrace(f *ranFile, trace rules.Trace) {
	for _, g := range trace.Firings {
		if x.Trace && x.isWanted(g.Rule) {
			f.Firings = append(f.Firings, firingOf(g))
		}
	}
	for _, r := range trace.Rules {
		if x.isWanted(r.Rule) {
			f.Rules = append(f.Rules, ranRule{ruleFileOf(r.Side), r.Line, r.Rule, r.Firings, r.Took.Microseconds(), r.Why,
				r.Evaluations, r.Tried, r.Steps, r.Matching.Microseconds()})
		}
	}
}

// isWanted reports whether a rule is to be traced.
func (x runCommand) isWanted(name string) bool {
	return len(x.Rule) == 0 || slices.ContainsFunc(x.Rule, func(wanted string) bool { return isRuleNamed(name, wanted) })
}

// isRuleNamed reports whether a rule has a name, or the identifier before its colon.
func isRuleNamed(name, wanted string) bool {
	id, _, _ := strings.Cut(name, ":")
	return name == wanted || strings.TrimSpace(id) == wanted
}

// checkRules reports rules that are to be traced and do not exist.
func (x runCommand) checkRules(streams terminal.Streams, programs ...*rules.Program) error {
	var ids []string
	for _, p := range programs {
		for _, r := range p.Rules() {
			ids = append(ids, r.ID)
		}
	}
	for _, wanted := range x.Rule {
		if slices.ContainsFunc(programs, func(p *rules.Program) bool {
			return slices.ContainsFunc(p.Rules(), func(r rules.Rule) bool { return isRuleNamed(r.Name, wanted) })
		}) {
			continue
		}
		meant := ""
		if near := nearestName(wanted, ids); near != "" {
			meant = ", did you mean " + near + "?"
		}
		return terminal.ReportMisuse(streams, "there is no rule %s%s", wanted, meant)
	}
	return nil
}

// describeFailure returns a sentence that names a rule that failed, its place and the cause.
func describeFailure(r document.RuleFailure) string {
	file := entityRulesFile
	if r.File == "COMPONENT" {
		file = componentRuleFile
	}
	return fmt.Sprintf("Rule %s failed in line %d of %s: %s", r.Rule, r.Line, file, r.Message)
}

// foundOf returns the entities and components of a result.
func foundOf(r document.Result) ranFile {
	f := ranFile{Entities: []ranEntity{}, Components: []ranComponent{}}
	for _, e := range r.Entities {
		f.Entities = append(f.Entities, ranEntity{e.ID, e.Type, e.Value, e.State, e.RuleID, e.Reason, e.FirstPage(), e.Boxes})
	}
	for _, c := range r.Components {
		f.Components = append(f.Components, ranComponent{c.Name, c.Value, c.RuleID, c.Description, c.References})
	}
	return f
}

func firingOf(g rules.Firing) ranFiring {
	out := ranFiring{
		Number:      g.Number,
		File:        ruleFileOf(g.Side),
		Line:        g.Line,
		Rule:        g.Rule,
		Consequence: g.Consequence,
		Micros:      g.Took.Microseconds(),
		Facts:       []ranFact{},
		Changes:     []ranFact{},
	}
	for _, f := range g.Facts {
		out.Facts = append(out.Facts, ranFact{"", f.Class, f.Text, f.Page})
	}
	for _, c := range g.Changes {
		out.Changes = append(out.Changes, ranFact{c.Kind, c.Class, c.Text, c.Page})
	}
	return out
}

// ruleFileOf returns the name of the file that holds the rules of a side.
func ruleFileOf(side rules.Side) string {
	if side == rules.ComponentRules {
		return componentRuleFile
	}
	return entityRulesFile
}
