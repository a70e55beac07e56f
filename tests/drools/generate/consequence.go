package main

import (
	"fmt"
	"strings"
)

// makeConsequence draws what a rule does: it says that it fired, and often changes
// facts.
func (r *rule) makeConsequence(label string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "  out.add(%q", label)
	for _, fact := range r.facts {
		getter := "getId()"
		if fact.class == "L" {
			getter = "getX()"
		}
		fmt.Fprintf(&out, " + \" \" + %s.%s", fact.name, getter)
	}
	for _, shown := range r.shown {
		fmt.Fprintf(&out, " + \";\" + %s", shown)
	}
	out.WriteString(");\n")
	if r.chance(40) {
		return out.String()
	}
	for range 1 + r.number(2) {
		action := r.makeAction()
		fmt.Fprintf(&out, "  %s\n", action)
		if strings.HasPrefix(action, "delete") {
			break // nothing is done to a fact that is gone
		}
	}
	return out.String()
}

// makeAction draws a statement that changes facts.
func (r *rule) makeAction() string {
	switch c := r.number(100); {
	case c < 15:
		return fmt.Sprintf("insert(new L(%d, %q));", r.number(5), r.pick("a", "b", "x"))
	case c < 40:
		return fmt.Sprintf("insertLogical(new L(%d, %q));", r.number(5), r.pick("a", "b"))
	case c < 44:
		return fmt.Sprintf("insert(new M(%d, %d, %q, %s, %dL));",
			100+r.number(50), r.number(5), r.pick("a", "b"), r.pick("true", "false"), r.number(5))
	}
	if len(r.facts) == 0 {
		return fmt.Sprintf("insertLogical(new L(%d, %q));", r.number(5), r.pick("a", "b"))
	}
	fact := r.facts[r.number(len(r.facts))]
	switch {
	case fact.class == "L" || r.chance(20):
		return fmt.Sprintf("delete(%s);", fact.name)
	case r.chance(25):
		return fmt.Sprintf("%s.%s; update(%s);", fact.name, r.makeSetter(fact), fact.name)
	case r.chance(15):
		return fmt.Sprintf("modify(%s) { %s, %s }", fact.name, r.makeSetter(fact), r.makeSetter(fact))
	}
	return fmt.Sprintf("modify(%s) { %s }", fact.name, r.makeSetter(fact))
}

// makeSetter draws the call of a setter: of a constant, or of what was there and one
// more.
func (r *rule) makeSetter(fact variable) string {
	if fact.class == "M" {
		return r.pick("setV(3)", "setK(\"b\")", "setB(!"+fact.name+".isB())", "setL("+fact.name+".getL() + 1)",
			"setV(("+fact.name+".getV() + 1) % 6)", "setB(true)")
	}
	return r.pick("setW(1)", "setW(4)", "setV(("+fact.name+".getV() + 1) % 6)", "setS(\"c\")", "setN(null)", "setN(2)",
		"setD("+fact.name+".getD() + 1)", "setW(("+fact.name+".getW() + 2) % 6)")
}
