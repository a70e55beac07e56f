// Package engine runs rules: it matches facts against conditions, keeps the
// agenda, and fires consequences in the order that the rule language demands.
package engine

import (
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/check"
	"github.com/seed-62a36931/docket/domain/rules/compile"
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

// A Rule is a compiled rule.
type Rule struct {
	name     string
	at       int // of its name, in the file
	index    int
	salience int
	attrs    syntax.Attributes
	group    string
	branches []*branch
	classes  map[string]bool // fact classes that its conditions look at
	disabled bool
	whole    bool // a branch of it has more than plain patterns
	// entities says that its conditions or consequence look at the entities of nodes
	entities bool
	ranged   map[int]bool // positions of patterns that later ones must overlap
}

// A branch is one way in which a rule can match: or is expanded into several.
type branch struct {
	unit  *compile.Unit
	names map[string]int // bindings, for queries
	// patterns are those of the branch when it has plain ones only, else none
	patterns []*pattern
	step     step
	fire     func(f *compile.Frame)
}

// A Program is a compiled rule file.
type Program struct {
	rules    []*Rule
	patterns []*pattern
	queries  map[string]*Rule
	registry *host.Registry
	Globals  map[string]*host.Type
	Literals []string // strings that the rules look for in text
	Types    []compile.TypeUse
	Warnings []syntax.Problem
}

// Compile turns a parsed file into a program; with problems it must not be run.
func Compile(file *syntax.File, registry *host.Registry) (*Program, []syntax.Problem) {
	return CompileOffering(file, registry, nil)
}

// CompileOffering is Compile with the types of the globals that the file may declare,
// by name, so that one which it uses and does not declare is told as such.
func CompileOffering(file *syntax.File, registry *host.Registry, offered map[string]string) (*Program, []syntax.Problem) {
	c := &compile.Compiler{Offered: offered, Globals: map[string]*host.Type{}, Functions: map[string]*compile.Function{}, Statics: map[string]string{}}
	c.Registry = registry.With(declaredClasses(c, registry, file.Declares))
	for _, i := range file.Imports {
		addImport(c, i)
	}
	for _, g := range file.Globals {
		c.Globals[g.Name] = c.TypeOf(g.Type)
	}
	c.AddFunctions(file.Functions)
	p := &Program{registry: c.Registry, Globals: c.Globals, queries: map[string]*Rule{}}
	for _, q := range file.Queries {
		p.queries[q.Name] = buildQuery(c, p, q)
	}
	for i, r := range file.Rules {
		p.rules = append(p.rules, buildRule(c, p, file, r, i))
	}
	p.Literals, p.Types, p.Warnings = c.Literals, c.Types, c.Warnings
	return p, c.Problems
}

func addImport(c *compile.Compiler, i syntax.Import) {
	if !i.Static {
		if i.Name != "*" && i.Name != "" && c.Registry.Class(i.Name) == nil {
			c.Warnings = append(c.Warnings, syntax.Problem{Offset: i.Pos(), Message: "unknown class " + i.Name + " in an import" + check.Hint(i.Name, c.Registry.Names())})
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

func newRule(name string, index int) *Rule {
	return &Rule{name: name, index: index, classes: map[string]bool{}, ranged: map[int]bool{}}
}

func buildRule(c *compile.Compiler, p *Program, file *syntax.File, r *syntax.Rule, index int) *Rule {
	out := newRule(r.Name, index)
	out.at = r.NameAt
	c.Rule, _, _ = strings.Cut(r.Name, ":")
	c.Rule = strings.TrimSpace(c.Rule)
	out.attrs = r.Attrs
	out.group = groupNamed(r.Attrs.AgendaGroup)
	if r.Attrs.Salience != nil {
		out.salience = constantInt(c, r.Attrs.Salience)
	}
	if l, ok := r.Attrs.Enabled.(*syntax.Literal); ok && l.Value == false {
		out.disabled = true
	}
	b := &builder{c: c, program: p, rule: out}
	before := len(c.Problems)
	c.Conds = inherited(c, file, r)
	for i, conds := range expand(c.Conds) {
		b.branch(conds, r.Then)
		if i == 0 && len(c.Problems) > before {
			break // the other branches would repeat the problems
		}
	}
	return out
}

func constantInt(c *compile.Compiler, e syntax.Expr) int {
	sign := 1
	if n, ok := e.(*syntax.Unary); ok && n.Op == "-" {
		sign, e = -1, n.X
	}
	if l, ok := e.(*syntax.Literal); ok {
		if v, ok := l.Value.(int32); ok {
			return sign * int(v)
		}
	}
	c.Problems = append(c.Problems, syntax.Problem{Offset: e.Pos(), Message: "only a constant salience is supported"})
	return 0
}

// expand distributes or over the rest: the result is a list of conjunctions.
func expand(conds []syntax.Cond) [][]syntax.Cond {
	out := [][]syntax.Cond{nil}
	for _, c := range conds {
		var next [][]syntax.Cond
		for _, head := range out {
			for _, tail := range alternatives(c) {
				next = append(next, append(append([]syntax.Cond{}, head...), tail...))
			}
		}
		out = next
	}
	return out
}

func alternatives(c syntax.Cond) [][]syntax.Cond {
	switch c := c.(type) {
	case *syntax.Or:
		var out [][]syntax.Cond
		for _, sub := range c.Conds {
			out = append(out, alternatives(sub)...)
		}
		return out
	case *syntax.And:
		return expand(c.Conds)
	}
	return [][]syntax.Cond{{c}}
}
