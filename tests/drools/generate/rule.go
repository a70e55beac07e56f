package main

import (
	"fmt"
	"slices"
	"strings"
)

// rule is a rule in the making, with what its consequence may use.
type rule struct {
	*generator
	next    int
	facts   []variable // patterns bound as a whole
	numbers []string   // bindings that hold numbers
	texts   []string   // bindings that hold text
	shown   []string   // what the line of output shows
}

// variable is a bound pattern.
type variable struct {
	name, class string
}

// name makes a new variable.
func (r *rule) name() string {
	r.next++
	return fmt.Sprintf("$x%d", r.next)
}

// makeRule draws a rule.
func (g *generator) makeRule(i int) string {
	r := &rule{generator: g}
	var conditions, consequences []string
	for range 1 + g.number(3) {
		conditions = append(conditions, r.makeCondition())
		if g.named && g.chance(50) {
			calls, called := r.makeCalls(i, len(consequences))
			conditions[len(conditions)-1] += calls
			consequences = append(consequences, called...)
		}
	}
	return fmt.Sprintf("rule \"R%d\" %s\nwhen\n  %s\nthen\n%s%send\n", i, g.attributes(),
		strings.Join(conditions, "\n  "), r.makeConsequence(fmt.Sprint("R", i)), strings.Join(consequences, ""))
}

// makeCondition draws a condition; most are patterns.
func (r *rule) makeCondition() string {
	switch c := r.number(100); {
	case c < 52:
		return r.makePattern(true)
	case c < 62:
		return "not " + r.makePattern(false)
	case c < 68:
		return "exists " + r.makePattern(false)
	case c < 72:
		return fmt.Sprintf("not (%s and %s)", r.makePattern(false), r.makePattern(false))
	case c < 76:
		return r.makeForall()
	case c < 80:
		return fmt.Sprintf("(%s or not %s)", r.makePattern(false), r.makePattern(false))
	case c < 88:
		return r.makeAccumulate()
	case c < 92:
		return r.makeCollect()
	case c < 96:
		return r.makeFrom()
	default:
		return r.makeEval()
	}
}

// makePattern draws a pattern; a bound one may be used by what follows.
func (r *rule) makePattern(bound bool) string {
	class := r.pick("N", "N", "N", "M", "M", "L")
	var parts []string
	var numbers, texts []string
	if bound && r.chance(50) {
		name, field := r.name(), r.field(class)
		parts = append(parts, name+" : "+field)
		switch kind(class, field) {
		case "number":
			numbers = append(numbers, name)
		case "text":
			texts = append(texts, name)
		}
		r.shown = append(r.shown, name)
	}
	for range r.number(3) {
		parts = append(parts, r.makeConstraint(class))
	}
	r.numbers, r.texts = append(r.numbers, numbers...), append(r.texts, texts...)
	text := fmt.Sprintf("%s(%s)", class, strings.Join(parts, ", "))
	if !bound {
		return text
	}
	name := r.name()
	r.facts = append(r.facts, variable{name, class})
	return name + " : " + text
}

// field draws a field of a class.
func (r *rule) field(class string) string {
	switch class {
	case "N":
		return r.pick("id", "v", "w", "s", "n", "d")
	case "M":
		return r.pick("id", "v", "k", "b", "l")
	}
	return r.pick("x", "t")
}

// kind is the type of a field: "number", "text", or "other".
func kind(class, field string) string {
	switch {
	case slices.Contains([]string{"s", "k", "t"}, field):
		return "text"
	case field == "b", field == "n", field == "d":
		return "other" // may be null, or is compared with int in ways of its own
	}
	return "number"
}

// makeConstraint draws a constraint on a field of the class.
func (r *rule) makeConstraint(class string) string {
	field := r.field(class)
	switch kind(class, field) {
	case "text":
		if len(r.texts) > 0 && r.chance(30) {
			return field + " " + r.pick("==", "!=") + " " + r.texts[r.number(len(r.texts))]
		}
		return field + r.pick(` == "a"`, ` != "c"`, ` == null`, ` matches "a.*"`, ` not matches "[ab]+"`, ` in ("a", "b")`, ` > "a"`)
	case "number":
		return r.makeNumberConstraint(class, field)
	}
	switch field {
	case "b":
		return r.pick("b", "!b", "b == true", "b != true")
	case "n":
		return "n" + r.pick(" == null", " != null", " > 1", " == 2", " < 3")
	}
	return "d" + r.pick(" > 1", " < 3", " == 2.5", " >= 1.0")
}

// makeNumberConstraint draws a constraint on a field that holds a number.
func (r *rule) makeNumberConstraint(class, field string) string {
	switch c := r.number(100); {
	case c < 35 && len(r.numbers) > 0:
		return fmt.Sprintf("%s %s %s", field, r.pick("==", "!=", "<", ">", "<=", ">="), r.numbers[r.number(len(r.numbers))])
	case c < 45 && len(r.facts) > 0:
		other := r.facts[r.number(len(r.facts))]
		if other.class == class {
			return "this != " + other.name
		}
		if other.class != "L" {
			return fmt.Sprintf("%s == %s.v", field, other.name)
		}
	case c < 55:
		return fmt.Sprintf("%s in (%d, %d)", field, r.number(5), r.number(5))
	case c < 60:
		return fmt.Sprintf("(%s == %d || %s == %d)", field, r.number(5), field, r.number(5))
	case c < 65 && class != "M":
		return fmt.Sprintf("%s(%s)%s", "twice", field, r.pick(" > 3", " <= 6", " == 4"))
	case c < 70 && class == "N":
		return "odd(" + field + ")"
	}
	return fmt.Sprintf("%s %s %d", field, r.pick("==", "!=", "<", ">", "<=", ">="), r.number(5))
}

// makeForall draws a forall of a class.
func (r *rule) makeForall() string {
	class, name := r.pick("N", "M"), r.name()
	return fmt.Sprintf("forall(%s : %s(%s) %s(this == %s, %s))", name, class, r.makeConstraint(class), class, name, r.makeConstraint(class))
}

// makeAccumulate draws an accumulate in one of its two forms.
func (r *rule) makeAccumulate() string {
	class := r.pick("N", "M")
	of, result := r.name(), r.name()
	source := fmt.Sprintf("%s(%s : %s", class, of, r.pick("id", "v"))
	if r.chance(60) {
		source += ", " + r.makeConstraint(class)
	}
	source += ")"
	function := r.pick("count", "sum", "min", "max", "average")
	r.shown = append(r.shown, result)
	if r.chance(30) {
		return fmt.Sprintf("%s : Number(%s) from accumulate(%s, %s(%s))",
			result, r.pick("", "intValue > 2", "intValue < 4"), source, function, of)
	}
	second := ""
	if r.chance(25) {
		more := r.name()
		second = fmt.Sprintf(", %s : collectSet(%s)", more, of)
		r.shown = append(r.shown, more+".size()")
	}
	constraint := ""
	if r.chance(25) && function != "average" && function != "min" && function != "max" {
		constraint = fmt.Sprintf("; %s > %d", result, r.number(4))
	}
	return fmt.Sprintf("accumulate(%s; %s : %s(%s)%s%s)", source, result, function, of, second, constraint)
}

// makeCollect draws a collect.
func (r *rule) makeCollect() string {
	class, result := r.pick("N", "M", "L"), r.name()
	r.shown = append(r.shown, result+".size()")
	return fmt.Sprintf("%s : List(%s) from collect(%s(%s))", result, r.pick("", "size > 0", "size < 3"), class, r.makeConstraint(class))
}

// makeFrom draws a pattern over a list.
func (r *rule) makeFrom() string {
	name := r.name()
	r.numbers, r.shown = append(r.numbers, name), append(r.shown, name)
	return fmt.Sprintf("%s : Integer() from Arrays.asList(%d, %d)", name, r.number(5), r.number(5))
}

// makeEval draws an eval over a number that is bound, or a pattern when there is none.
func (r *rule) makeEval() string {
	if len(r.numbers) == 0 {
		return r.makePattern(true)
	}
	return fmt.Sprintf("eval(%s %s)", r.numbers[r.number(len(r.numbers))], r.pick("% 2 == 0", "> 1", "+ 1 < 5"))
}
