package main

import "fmt"

// makeCalls draws calls of named consequences behind the conditions so far, and these consequences,
// which see what is bound there. known is how many the rule has already.
func (r *rule) makeCalls(i, known int) (calls string, consequences []string) {
	call := func(verb string) string {
		name := fmt.Sprint("c", known+len(consequences))
		at := *r
		consequences = append(consequences, fmt.Sprintf("then[%s]\n%s", name, at.makeConsequence(fmt.Sprintf("R%d[%s]", i, name))))
		return verb + "[" + name + "]"
	}
	if r.chance(40) || len(r.facts)+len(r.numbers) == 0 {
		return " " + call("do"), consequences
	}
	calls = fmt.Sprintf(" if (%s) %s", r.makeTest(), call(r.pick("do", "do", "break")))
	if r.chance(40) {
		calls += fmt.Sprintf(" else if (%s) %s", r.makeTest(), call(r.pick("do", "break")))
	}
	if r.chance(40) {
		calls += " else " + call(r.pick("do", "do", "break"))
	}
	return calls, consequences
}

// makeTest draws a test of what is bound, in Java.
func (r *rule) makeTest() string {
	if len(r.numbers) > 0 && (len(r.facts) == 0 || r.chance(50)) {
		return r.numbers[r.number(len(r.numbers))] + r.pick(" > 1", " < 3", " == 2", " % 2 == 0")
	}
	fact := r.facts[r.number(len(r.facts))]
	if fact.class == "L" {
		return fact.name + ".getX() > 1"
	}
	return fact.name + r.pick(".getV() > 1", ".getV() < 3", ".getId() % 2 == 0", ".getV() == 2")
}
