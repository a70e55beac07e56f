package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// A ruleProgram is a program of rules and the facts that it runs over, a line each.
type ruleProgram struct{ Name, DRL, Data string }

// speedPrograms are the programs of the corpora that time the ways to find matches, and the file
// of facts of each; "" for those that are only compiled.
var speedPrograms = [][2]string{
	{"c50", ""}, {"c500", ""}, {"join_eq", "d10000"}, {"join3", "d10000"}, {"join_range", "d3000"}, {"not_eq", "d10000"},
	{"not_toggle", "t1000"}, {"acc_corr", "d10000"}, {"acc_upd", "d10000"}, {"acc_corr_upd", "d3000"}, {"acc_group", "g4000"},
	{"collect_corr", "d10000"}, {"tms", "d1000"},
}

// rulePrograms returns the programs of the corpora, or four small ones without them.
func (c *comparison) rulePrograms() (out []ruleProgram, err error) {
	folder := filepath.Join(c.corpora, "rules", "speed")
	if _, missing := os.Stat(folder); c.corpora == "" || missing != nil {
		return ownPrograms(c.scale(4000)), nil //nolint:nilerr // the corpora need not be there
	}
	for _, p := range speedPrograms {
		drl, err := os.ReadFile(filepath.Join(folder, p[0]+".drl"))
		if err != nil {
			return nil, err
		}
		var data []byte
		if p[1] != "" {
			if data, err = os.ReadFile(filepath.Join(folder, p[1]+".data")); err != nil {
				return nil, err
			}
		}
		out = append(out, ruleProgram{p[0], string(drl), string(data)})
	}
	return out, nil
}

// ownHead begins each of our own programs.
const ownHead = `package p
global java.util.List out;
declare A id : int k : int v : int done : boolean end
declare B id : int k : int v : int end
`

// ownPrograms return a join by equality, one by a range, a negation, and a sum that is updated,
// over n facts of each of two types.
func ownPrograms(n int) []ruleProgram {
	random := rand.New(rand.NewPCG(1, 1))
	var facts strings.Builder
	for i := range n {
		fmt.Fprintf(&facts, "A|%d|%d|%d|false\nB|%d|%d|%d\n", i, i%(n/10+1), random.IntN(n), i, random.IntN(n/5+1), random.IntN(n))
	}
	rule := func(name, rules string) ruleProgram { return ruleProgram{name, ownHead + rules, facts.String()} }
	return []ruleProgram{
		rule("equality", `rule "R" when $a : A($k : k) $b : B(k == $k, v > 10) then out.add($b.getId()); end`),
		rule("range", `rule "R" when $a : A($v : v) $b : B(v > $v, v < $v + 3) then out.add($b.getId()); end`),
		rule("negation", `rule "R" when $a : A($k : k) not B(k == $k) then out.add($a.getId()); end`),
		rule("sum", `rule "S" salience 10 when accumulate(A(done, $v : v); $s : sum($v), $c : count($v)) then out.add($c); end
rule "M" when $a : A(done == false) then modify($a) { setDone(true) } end`),
	}
}
