package syntax

import "strings"

// closing ends a condition before a word: its from would take the word for its own.
func closing(c Cond) string {
	if openFrom(c) {
		return "; "
	}
	return ""
}

func openFrom(c Cond) bool {
	pt, ok := c.(*Pattern)
	if !ok {
		return false
	}
	_, open := pt.From.(*FromExpr)
	return open
}

// element writes a condition that another one may follow. A from takes what
// stands behind it for its own, so it is closed off.
func (p *filePrinter) element(c Cond) string {
	if openFrom(c) {
		return "(" + p.cond(c) + ")"
	}
	return p.cond(c)
}

func (p *filePrinter) cond(c Cond) string {
	switch c := c.(type) {
	case *Pattern:
		return labelText(c.Bind, c.Unify) + p.pattern(c)
	case *PathPattern:
		return labelText(c.Bind, c.Unify) + p.printPath(c.Path)
	case *And:
		return p.joinConditions("and", c.Conds, c.Annotations)
	case *Or:
		if bind, unify, ok := sameBinding(c); ok {
			return p.boundOr(c, labelText(bind, unify))
		}
		return p.joinConditions("or", c.Conds, c.Annotations)
	case *Not:
		return "not " + p.printQuantified(c.Cond)
	case *Exists:
		return "exists " + p.printQuantified(c.Cond)
	case *Forall:
		var list []string
		for _, sub := range c.Conds {
			list = append(list, p.cond(sub))
		}
		return "forall( " + strings.Join(list, ", ") + " )"
	case *Eval:
		return "eval(" + p.printExpr(c.X, ternaryLevel) + ")"
	case *AccumulatePattern:
		return p.accumulatePattern(c)
	case *Calls:
		return p.calls(c)
	}
	return ""
}

func (p *filePrinter) pattern(c *Pattern) string {
	out := c.Type.String() + "("
	if c.Query {
		out = "?" + out
	}
	if len(c.Positional) > 0 {
		out += p.printConstraints(c.Positional) + ";"
		if len(c.Constraints) > 0 {
			out += " "
		}
	}
	out += p.printConstraints(c.Constraints) + ")" + annotations(c.Annotations)
	if c.Over != nil {
		out += " over " + c.Over.Label + ":" + c.Over.Name + "(" + p.printList(c.Over.Args, ternaryLevel) + ")"
	}
	if c.From != nil {
		out += " from " + p.source(c.From)
	}
	return out
}

// joinConditions writes conditions between and or or, with parentheses.
func (p *filePrinter) joinConditions(word string, list []Cond, notes []Annotation) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, p.element(c))
	}
	if len(list) < 2 {
		return "((" + word + annotations(notes) + " " + strings.Join(parts, " ") + "))"
	}
	parts[1] = strings.TrimSpace(annotations(notes) + " " + parts[1])
	return "(" + strings.Join(parts, " "+word+" ") + ")"
}

// sameBinding reports whether the alternatives are patterns with one binding.
func sameBinding(c *Or) (bind string, unify, ok bool) {
	if len(c.Conds) < 2 || len(c.Annotations) > 0 {
		return "", false, false
	}
	for i, sub := range c.Conds {
		pt, isPattern := sub.(*Pattern)
		if !isPattern || pt.Bind == "" || i > 0 && (pt.Bind != bind || pt.Unify != unify) {
			return "", false, false
		}
		bind, unify = pt.Bind, pt.Unify
	}
	return bind, unify, true
}

func (p *filePrinter) boundOr(c *Or, label string) string {
	var parts []string
	for _, sub := range c.Conds {
		parts = append(parts, p.pattern(sub.(*Pattern)))
	}
	return label + "(" + strings.Join(parts, " or ") + ")"
}

// printQuantified writes what stands behind not and exists.
func (p *filePrinter) printQuantified(c Cond) string {
	switch c.(type) {
	case *Pattern, *PathPattern, *And, *Or, *Eval:
		return p.element(c)
	}
	return "(" + p.cond(c) + ")"
}

func (p *filePrinter) source(s FromSource) string {
	switch s := s.(type) {
	case *FromExpr:
		return p.printExpr(s.X, orLevel)
	case *FromEntryPoint:
		return "entry-point " + quoteString(s.Name)
	case *FromWindow:
		return "window " + s.Name
	case *Collect:
		if s.Path != nil {
			return "collect( " + p.cond(s.Path) + " )"
		}
		return "collect( " + p.cond(s.Pattern) + " )"
	case *Accumulate:
		if s.Inline != nil {
			return "accumulate( " + p.element(s.Source) + ", " + p.inlineCode(s.Inline) + " )"
		}
		return "accumulate( " + p.element(s.Source) + ", " + p.functions(s.Functions) + " )"
	}
	return ""
}

func (p *filePrinter) inlineCode(c *InlineCode) string {
	out := "init(" + p.code(c.Init) + "), action(" + p.code(c.Action) + "), "
	if c.Reverse != nil {
		out += "reverse(" + p.code(*c.Reverse) + "), "
	}
	return out + "result(" + p.code(c.Result) + ")"
}

func (p *filePrinter) functions(list []AccFunction) string {
	var out []string
	for _, f := range list {
		out = append(out, labelText(f.Bind, f.Unify)+f.Name+"("+p.printList(f.Args, ternaryLevel)+")")
	}
	return strings.Join(out, ", ")
}

func (p *filePrinter) accumulatePattern(c *AccumulatePattern) string {
	out := "accumulate( " + p.element(c.Accumulate.Source) + "; "
	if c.Key != nil {
		out = "groupby( " + p.element(c.Accumulate.Source) + "; " + labelText(c.Key.Bind, c.Key.Unify) +
			p.printExpr(c.Key.X, ternaryLevel) + "; "
	}
	out += p.functions(c.Accumulate.Functions)
	if len(c.Constraints) > 0 {
		out += "; " + p.printConstraints(c.Constraints)
	}
	return out + " )"
}

func (p *filePrinter) calls(c *Calls) string {
	parts := []string{p.element(c.Cond)}
	if _, calls := c.Cond.(*Calls); calls {
		parts[0] = "(" + parts[0] + ")"
	}
	for i := range c.Actions {
		parts = append(parts, p.action(&c.Actions[i]))
	}
	return strings.Join(parts, " ")
}

func (p *filePrinter) action(a *Action) string {
	out := "do[" + a.Name + "]"
	if a.Break {
		out = "break[" + a.Name + "]"
	}
	if a.If == nil {
		return out
	}
	out = "if (" + p.printExpr(a.If, ternaryLevel) + ") " + out
	if a.Else != nil {
		out += " else " + p.action(a.Else)
	}
	return out
}
