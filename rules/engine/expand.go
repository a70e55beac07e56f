package engine

import (
	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// maxBranches limits the branches of a rule. Each of them costs as much as a rule of
// its own.
const maxBranches = 1024

// tooManyBranches reports conditions whose ors multiply to more than maxBranches
// branches. It returns whether they do.
func tooManyBranches(c *compile.Compiler, at int, conds []syntax.Cond) bool {
	if countBranches(conds) <= maxBranches {
		return false
	}
	c.ReportProblem(at, "its ors make more than %d combinations: split it, or test more in one pattern by ||", maxBranches)
	return true
}

// countBranches returns how many branches expandConds would return. It stops counting
// beyond maxBranches.
func countBranches(conds []syntax.Cond) int {
	n := 1
	for _, c := range conds {
		ways := 0
		switch c := c.(type) {
		case *syntax.Or:
			for _, sub := range c.Conds {
				ways += countBranches([]syntax.Cond{sub})
			}
		case *syntax.And:
			ways = countBranches(c.Conds)
		case *syntax.Calls:
			ways = countBranches([]syntax.Cond{c.Cond})
		default:
			ways = 1
		}
		n = min(n*ways, maxBranches+1)
	}
	return n
}

// expandConds distributes or over the other conditions and returns a list of
// conjunctions. Calls of named consequences stand behind their conditions.
func expandConds(conds []syntax.Cond) [][]syntax.Cond {
	out := [][]syntax.Cond{nil}
	for _, c := range conds {
		tails := expandCond(c)
		if len(tails) == 1 {
			for i := range out {
				out[i] = append(out[i], tails[0]...)
			}
			continue
		}
		var next [][]syntax.Cond
		for _, head := range out {
			for _, tail := range tails {
				next = append(next, append(append([]syntax.Cond{}, head...), tail...))
			}
		}
		out = next
	}
	return out
}

// expandCond returns the conjunctions to which one condition expands.
func expandCond(c syntax.Cond) [][]syntax.Cond {
	switch c := c.(type) {
	case *syntax.Or:
		var out [][]syntax.Cond
		for _, sub := range c.Conds {
			out = append(out, expandCond(sub)...)
		}
		return out
	case *syntax.And:
		return expandConds(c.Conds)
	case *syntax.Calls:
		out := expandCond(c.Cond)
		for i := range out {
			for k := range c.Actions {
				out[i] = append(out[i], &c.Actions[k])
			}
		}
		return out
	}
	return [][]syntax.Cond{{c}}
}
