// Package check verifies what a rule file must fulfil beyond its syntax and its types,
// such as the form of rule names and what rules must not use.
package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

var ruleName = regexp.MustCompile(`^([A-Za-z0-9_]+\.\d+\.\d+)(?::\s*(.*))?$`)

// CheckRuleNames checks that every rule is named Group.Unit.Number, with an optional name
// after a colon, and that no identifier is used twice.
func CheckRuleNames(f *syntax.File) []syntax.Problem {
	var out []syntax.Problem
	first := map[string]int{}
	for _, r := range f.Rules {
		m := ruleName.FindStringSubmatch(strings.TrimSpace(r.Name))
		if m == nil {
			out = append(out, syntax.Problem{
				Offset:  r.NameAt,
				Message: "the name must begin with Group.Unit.Number, such as \"Invoice.1.0: Name\"",
			})
			continue
		}
		if line, used := first[m[1]]; used {
			out = append(out, syntax.Problem{
				Offset:  r.NameAt,
				Message: fmt.Sprintf("the identifier %s is used already, in line %d", m[1], line),
			})
			continue
		}
		first[m[1]] = f.Source.Line(r.NameAt)
	}
	return out
}

// RuleIdentifier returns the identifier that the name of a rule begins with, such as "Invoice.1.0", or
// the whole name when it has none.
func RuleIdentifier(name string) string {
	if m := ruleName.FindStringSubmatch(strings.TrimSpace(name)); m != nil {
		return m[1]
	}
	return name
}

// CheckUniqueNames checks that no two rules have one name.
func CheckUniqueNames(f *syntax.File) (out []syntax.Problem) {
	first := map[string]int{}
	for _, r := range f.Rules {
		if line, used := first[r.Name]; used {
			out = append(out, syntax.Problem{Offset: r.NameAt, Message: fmt.Sprintf("the name %s is used already, in line %d", r.Name, line)})
			continue
		}
		first[r.Name] = f.Source.Line(r.NameAt)
	}
	return out
}

// visitBlock visits the nodes of a block, outer nodes before the nodes in them. A nil
// block has no nodes.
func visitBlock(b *syntax.Block, visit func(node any)) {
	if b != nil {
		syntax.Inspect(b, func(node any) bool { visit(node); return true })
	}
}

// visitExpressions visits the nodes of expressions in the same way.
func visitExpressions(list []syntax.Expr, visit func(node any)) {
	for _, e := range list {
		syntax.Inspect(e, func(node any) bool { visit(node); return true })
	}
}
