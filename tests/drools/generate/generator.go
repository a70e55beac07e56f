package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// head declares what all programs have.
const head = `package t
import java.util.List;
import java.util.Arrays;
global java.util.List out;
declare N
  id : int
  v : int
  w : int
  s : String
  n : Integer
  d : double
end
declare M
  id : int
  v : int
  k : String
  b : boolean
  l : long
end
declare L
  x : int @key
  t : String @key
end
function int twice(int x) { return 2 * x; }
function boolean odd(int x) { return x % 2 != 0; }
`

// generator draws programs.
type generator struct {
	random *rand.Rand
	named  bool // rules have named consequences
}

// chance reports true in percent of the calls.
func (g *generator) chance(percent int) bool {
	return g.random.IntN(100) < percent
}

// pick draws one of the texts.
func (g *generator) pick(texts ...string) string {
	return texts[g.random.IntN(len(texts))]
}

// number draws a number below the bound.
func (g *generator) number(bound int) int {
	return g.random.IntN(bound)
}

// makeProgram draws a program.
func (g *generator) makeProgram() string {
	var drl strings.Builder
	drl.WriteString(head)
	for i := range 2 + g.number(4) {
		drl.WriteString(g.makeRule(i))
	}
	if g.chance(30) {
		r := &rule{generator: g}
		fmt.Fprintf(&drl, "query q\n  %s\nend\n", r.makePattern(true))
	}
	return drl.String()
}

// makeFacts draws the facts, each id once.
func (g *generator) makeFacts() string {
	var lines []string
	for i := range 1 + g.number(6) {
		lines = append(lines, fmt.Sprintf("N|%d|%d|%d|%s|%s|%s", i, g.number(5), g.number(5),
			g.pick("a", "b", "c", "ab", "null"), g.pick("1", "2", "3", "null"), g.pick("0.5", "1.0", "2.5", "3.25")))
	}
	for i := range g.number(5) {
		lines = append(lines, fmt.Sprintf("M|%d|%d|%s|%s|%d", 20+i, g.number(5), g.pick("a", "b", "ab", "null"),
			g.pick("true", "false"), g.number(5)))
	}
	for range g.number(3) {
		lines = append(lines, fmt.Sprintf("L|%d|%s", g.number(6), g.pick("a", "b")))
	}
	g.random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return strings.Join(lines, "\n") + "\n"
}

// attributes draws what stands behind the name of a rule.
func (g *generator) attributes() string {
	var out []string
	if g.chance(40) {
		out = append(out, "salience "+g.pick("1", "5", "10", "20", "-5"))
	}
	if g.chance(20) {
		out = append(out, "no-loop")
	}
	if g.chance(10) {
		out = append(out, "lock-on-active")
	}
	if g.chance(10) {
		out = append(out, `agenda-group "`+g.pick("g0", "g1")+`"`)
		if g.chance(60) {
			out = append(out, "auto-focus")
		}
	}
	if g.chance(8) {
		out = append(out, `activation-group "ag"`)
	}
	return strings.Join(out, " ")
}
