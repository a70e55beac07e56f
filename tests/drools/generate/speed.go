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
	return []program{
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
}
