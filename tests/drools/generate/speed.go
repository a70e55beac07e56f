package main

import (
	"fmt"
	"strings"
)

// speedHead declares the types of the programs for timing.
const speedHead = `package t
import java.util.List;
global java.util.List out;
declare A id : int k : int v : int done : boolean end
declare B id : int k : int v : int end
declare G k : int end
`

// speedPrograms returns programs for timing, each about one way to find matches, with facts:
// pairs of A and B in groups of ten, and the groups.
func speedPrograms() []program {
	pairs := func(n int) string {
		var lines strings.Builder
		for i := range n {
			fmt.Fprintf(&lines, "A|%d|%d|%d|false\nB|%d|%d|%d\n", i, i/10, i*7919%n, i, i/10, i*104729%n)
		}
		for k := range n / 10 {
			fmt.Fprintf(&lines, "G|%d\n", k)
		}
		return lines.String()
	}
	var tens strings.Builder // ten groups
	for i := range 4000 {
		fmt.Fprintf(&tens, "A|%d|%d|%d|false\n", i, i%10, i)
	}
	for k := range 10 {
		fmt.Fprintf(&tens, "G|%d\n", k)
	}
	done := `rule "done" when $a : A(done == false) then modify($a) { setDone(true) } end` + "\n"
	out := []program{
		{"equality", speedHead + `rule "R" when $a : A($k : k) $b : B(k == $k, v > 10) then out.add($b.getId()); end`, pairs(5000)},
		{"three", speedHead + `rule "R" when $a : A($v : v) $b : B(v == $v, $k : k) $c : A(k == $k, id != $a.id)` + "\n" +
			`then out.add($c.getId()); end`, pairs(5000)},
		{"range", speedHead + `rule "R" when $a : A($v : v) $b : B(v > $v, v < $v + 3) then out.add($b.getId()); end`, pairs(3000)},
		{"not", speedHead + `rule "R" when $a : A($v : v) not B(k == $v) then out.add($a.getId()); end`, pairs(5000)},
		{"sum", speedHead + `rule "R" when accumulate(A(done, $v : v); $s : sum($v), $c : count($v)) then out.add($s); end` + "\n" +
			strings.Replace(done, `"done"`, `"done" salience -5`, 1), pairs(3000)},
		{"sum by group", speedHead + `rule "R" salience 10 when $g : G($k : k)` + "\n" +
			`accumulate(A(k == $k, done, $v : v); $s : sum($v), $c : count($v)) then out.add($s); end` +
			"\n" + done, tens.String()},
		{"conclusions", speedHead + `rule "R" when $a : A($k : id, done == false) then insertLogical(new G($k + 1000000)); end` + "\n" +
			`rule "S" salience -5 when $a : A(done == false, $k : id) G(k == $k + 1000000) then modify($a) { setDone(true) } end`, pairs(1000)},
		{"dinner of 64", dinnerRules, dinnerFacts(64)},
		{"300 cubes", cubeRules, cubeFacts(300)},
	}
	for _, n := range []int{1000, 10_000} {
		out = append(out, growingPrograms(n, pairs(n/2))...)
	}
	return out
}

// growingPrograms returns programs over so many facts, whose times with 1,000 and with 10,000 are
// compared.
func growingPrograms(n int, facts string) []program {
	name := func(what string) string { return fmt.Sprintf("%s @%d", what, n) }
	return []program{
		{name("not"), speedHead + `rule "R" when $a : A($k : k) not B(k == $k) then out.add($a.getId()); end`, facts},
		{name("by key"), speedHead + `rule "R" when $g : G($k : k) accumulate(A(k == $k, $v : v); $s : sum($v), $c : count($v); $c > 0)` + "\n" +
			`then out.add($s); end`, facts},
		{name("collect"), speedHead + `rule "R" when $g : G($k : k) $l : List(size > 1) from collect(A(k == $k))` + "\n" +
			`then out.add($l.size()); end`, facts},
	}
}
