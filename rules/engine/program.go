// Package engine runs rules: it matches facts against conditions, keeps the
// agenda, and fires consequences in the order that the rule language demands.
//
// Matching is lazy: a rule is matched when it is its turn to fire, with all that has
// changed since the last time. Partial matches are not kept. Each pattern has a
// memory of the facts that pass the constraints on the fact alone, with indexes for
// its comparisons with other patterns: hashes for equalities, intervals for ranges of
// text. The indexes are read in both directions, so that a match with a changed fact
// is found from wherever the fact stands in it (a TREAT network, after Miranker).
//
// A condition such as not or collect rests on facts that are no part of the match, a
// scope. When these change, the indexes lead back to the facts of the match that the
// change can concern, and these count as changed themselves. A scope that looks at
// nothing outside has one outcome for all matches, which is kept.
//
// The files by their subject: program compiles rules, conditions, constraints, scope,
// gather and from their parts; memory, pattern and match find matches; evaluate
// brings those of a rule up to date; agenda and queue choose what fires.
package engine

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// Rule is a compiled rule.
type Rule struct {
	name     string
	at       int // its offset in the file
	index    int
	salience int
	dynamic  bool // its salience is computed for each match
	attrs    syntax.Attributes
	group    string
	branches []*branch
	classes  map[string]bool // fact classes that its conditions look at
	disabled bool
	scopes   [2]int // of a query: the numbers of its scopes, half-open
	// entities says that its conditions or consequence look at the entities of nodes
	entities bool
}

// branch is one way in which a rule can match. The ors in its conditions are
// expanded into several branches.
type branch struct {
	rule   *Rule
	number int
	unit   *compile.Unit
	names  map[string]int      // bindings, for queries and observers
	way    int                 // index of this branch among those of the rule, for observers
	quiet  bool                // changes of what its conditions read do not evaluate it again
	called *calledConsequences // what fires when conditions call it, nil for the rule's own consequence
	params []int               // slots of the parameters of a query
	steps  []step
	outer  []*pattern // over facts that are part of the match, by position
	all    []*pattern // and those inside of other conditions
	many   bool       // several matches may have the same facts
	order  *matchOrder
	// kept are the slots that matches keep: those that consequence and attributes read. every has
	// all those of the conditions, which an observer wants to see
	kept, every []int
	copies      []int // slots of collections of which a consequence gets copies
	fire        func(f *compile.Frame)
	// lambdas tells that what fires makes functions
	lambdas bool
	// salience and enabled are computed for each match; nil when they are constant
	salience, enabled compile.Eval
}

// Program is a compiled rule file.
type Program struct {
	rules    []*Rule
	ranked   []*Rule // those that are enabled, the highest salience first
	patterns []*pattern
	scopes   int
	queries  map[string]*Rule
	registry *host.Registry
	named    map[string]bool // classes that patterns name
	// classReactive are the declared types that are not reactive by property
	classReactive map[string]bool
	Globals       map[string]*host.Type
	Literals      []string // strings that the rules look for in text
	Types         []compile.TypeUse
	Warnings      []syntax.Problem
}

// Compile compiles a parsed file to a program. With problems the program must not be
// run.
func Compile(file *syntax.File, registry *host.Registry) (*Program, []syntax.Problem) {
	return CompileWithGlobals(file, registry, nil)
}

// CompileWithGlobals is Compile with the types of the globals that the file may
// declare, by name, so that the problem for one that is used and not declared says
// so.
func CompileWithGlobals(file *syntax.File, registry *host.Registry, offered map[string]string) (*Program, []syntax.Problem) {
	c := &compile.Compiler{
		Offered:   offered,
		Globals:   map[string]*host.Type{},
		Functions: map[string]*compile.Function{},
		Statics:   map[string]string{},
	}
	guardPart(c, 0, func() { declareNames(c, registry, file) })
	p := &Program{classReactive: classReactiveTypes(file.Declares), registry: c.Registry, Globals: c.Globals, queries: map[string]*Rule{}}
	for _, q := range file.Queries {
		guardPart(c, q.Pos(), func() { p.queries[q.Name] = buildQuery(c, p, q) })
	}
	for _, r := range file.Rules {
		guardPart(c, r.NameAt, func() { p.rules = append(p.rules, buildRules(c, p, file, r)...) })
	}
	if len(c.Problems) == 0 {
		p.shareMemories()
	}
	p.named = map[string]bool{}
	for _, pt := range p.patterns {
		p.named[pt.class] = true
	}
	p.ranked = slices.DeleteFunc(slices.Clone(p.rules), func(r *Rule) bool { return r.disabled })
	slices.SortStableFunc(p.ranked, func(a, b *Rule) int { return cmp.Compare(b.salience, a.salience) })
	p.Literals, p.Types, p.Warnings = c.Literals, c.Types, c.Warnings
	return p, c.Problems
}

// declareNames notes the types, imports, globals and functions of a file.
func declareNames(c *compile.Compiler, registry *host.Registry, file *syntax.File) {
	c.Registry = registry
	c.Registry = registry.WithClasses(declaredClasses(c, registry, file.Declares))
	for _, d := range file.Declares {
		for _, f := range d.Fields {
			c.CheckClasses(f.Type)
		}
	}
	for _, i := range file.Imports {
		addImport(c, i)
	}
	for _, g := range file.Globals {
		c.Globals[g.Name] = c.TypeOf(g.Type)
	}
	c.AddFunctions(file.Functions)
}

// guardPart compiles a part of a file, which begins at an offset. A panic is a defect of the
// compiler: it becomes a problem at the expression that it came from, so that it neither reaches
// the caller nor hides what is wrong in other parts.
func guardPart(c *compile.Compiler, at int, part func()) {
	defer func() {
		if r := recover(); r != nil {
			c.ReportProblem(c.At, "internal error: %v", r)
		}
	}()
	c.At = at
	part()
}

func addImport(c *compile.Compiler, i syntax.Import) {
	if !i.Static {
		if i.Name != "*" && i.Name != "" && c.Registry.Class(i.Name) == nil {
			c.Warnings = append(c.Warnings, syntax.Problem{
				Offset:  i.Pos(),
				Message: "unknown class " + i.Name + " in an import" + check.SuggestName(i.Name, c.Registry.ClassNames()),
			})
		}
		return
	}
	path := strings.TrimSuffix(i.Path, ".*")
	if i.Name == "*" {
		class := path[strings.LastIndexByte(path, '.')+1:]
		c.Statics["*"+class] = class
		c.Statics[" "+class] = class
		return
	}
	owner := strings.TrimSuffix(path, "."+i.Name)
	c.Statics[i.Name] = owner[strings.LastIndexByte(owner, '.')+1:]
}

func newRule(name string, at, index int) *Rule {
	return &Rule{name: name, at: at, index: index, classes: map[string]bool{}}
}

// buildRules compiles a rule: to one, or to one for each consequence that its conditions call and
// one for its own.
func buildRules(c *compile.Compiler, p *Program, file *syntax.File, r *syntax.Rule) []*Rule {
	c.Rule, _, _ = strings.Cut(r.Name, ":")
	c.Rule = strings.TrimSpace(c.Rule)
	c.Conds = inheritedConds(c, file, r)
	if tooManyBranches(c, r.NameAt, c.Conds) {
		return []*Rule{newRuleOf(r, len(p.rules))}
	}
	ways := expandConds(c.Conds)
	if slices.ContainsFunc(ways, callsConsequence) {
		return buildParts(c, p, file, r, ways)
	}
	out := newRuleOf(r, len(p.rules))
	before := len(c.Problems)
	var shared []syntax.Cond
	for i, conds := range ways {
		b := &builder{c: c, program: p, rule: out}
		b.buildBranch(conds, shared, nil)
		shared = conds
		b.compileAttributes(r.Attrs)
		b.compileConsequence(r.Then)
		out.entities = out.entities || b.u.ReadsEntities()
		if i == 0 && len(c.Problems) > before {
			break // the other branches would repeat the problems
		}
	}
	return []*Rule{out}
}

// compileConsequence compiles the consequence of the branch, nil for none.
func (b *builder) compileConsequence(then *syntax.Block) {
	if then != nil {
		b.keepSlots(b.trackSlots(func() { b.branch.fire = b.u.CompileConsequence(then) }))
		b.branch.lambdas = hasLambdas(then)
	}
}

// keepSlots has the matches of the branch keep what code about them uses, as far as it is of the
// conditions.
func (b *builder) keepSlots(uses map[int]bool) {
	for slot := range uses {
		if slot > 0 && slot <= len(b.branch.every) && !slices.Contains(b.branch.kept, slot) {
			b.branch.kept = append(b.branch.kept, slot)
		}
	}
	slices.Sort(b.branch.kept)
}

// hasLambdas reports whether code makes functions, which may outlive it with its variables.
func hasLambdas(code *syntax.Block) (found bool) {
	if code == nil {
		return false
	}
	syntax.Inspect(code, func(node any) bool {
		switch node.(type) {
		case *syntax.Lambda, *syntax.MethodRef:
			found = true
		}
		return !found
	})
	return found
}

// newRuleOf returns a rule without branches.
func newRuleOf(r *syntax.Rule, index int) *Rule {
	out := newRule(r.Name, r.NameAt, index)
	out.attrs, out.group = r.Attrs, canonicalGroup(r.Attrs.AgendaGroup)
	return out
}

// compileAttributes compiles the attributes that may read bindings of a match.
func (b *builder) compileAttributes(attrs syntax.Attributes) {
	if attrs.Salience != nil {
		x, constant := b.compileAttribute(attrs.Salience)
		if v, ok := constant.(int32); ok {
			b.rule.salience = int(v)
		} else {
			b.branch.salience, b.rule.dynamic = x, true
		}
	}
	if attrs.Enabled != nil {
		x, constant := b.compileAttribute(attrs.Enabled)
		if v, ok := constant.(bool); ok {
			b.rule.disabled = !v
		} else {
			b.branch.enabled = x
		}
	}
}

// compileAttribute compiles the expression of an attribute. constant is its value when it
// reads no binding and no global, else nil.
func (b *builder) compileAttribute(e syntax.Expr) (x compile.Eval, constant any) {
	var t *host.Type
	uses := b.trackSlots(func() { x, t = b.u.CompileCondition(e) })
	b.keepSlots(uses)
	if len(uses) == 0 && isConstant(e) {
		defer func() {
			if r := recover(); r != nil {
				b.reportProblem(e.Pos(), "the attribute cannot be worked out: %v", r)
			}
		}()
		return x, x(&compile.Frame{Slots: make([]any, b.u.Size()), RT: &compile.Runtime{}})
	}
	if t != nil && t.Name == "String" {
		b.reportProblem(e.Pos(), "the attribute is a string")
	}
	return x, nil
}

// isConstant reports whether an expression consists of literals and operators only.
func isConstant(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return true
	case *syntax.Unary:
		return isConstant(e.X)
	case *syntax.Binary:
		return isConstant(e.X) && isConstant(e.Y)
	}
	return false
}
