package syntax

// spacing decides where spaces stand between the pieces of a line.
type spacing struct {
	ternaries []int // depths of the brackets in which a ? waits for its colon
	binary    bool  // the last piece is an operator between two operands
}

// lineBegins is called for the first piece of each line, with the number of brackets around it.
func (s *spacing) lineBegins(p piece, depth int) {
	s.binary = p.isAny(arithmetic)
	n := len(s.ternaries)
	switch {
	case p.mark.restart:
		s.ternaries = nil
	case p.is("?"):
		s.ternaries = append(s.ternaries, depth)
	case p.is(":") && n > 0 && s.ternaries[n-1] == depth:
		s.ternaries = s.ternaries[:n-1]
	}
}

var (
	arithmetic  = words("+ - * / % & | ^")
	comparisons = words("== != <= >= && || = := += -= *= /= %= &= |= ^= <<= ->")
	angles      = words("< > <= >= <<")
	javaWords   = words("if for while switch catch synchronized return throw yield assert case else do try new in instanceof")
	noOperands  = words("return throw yield assert case else do in and or not exists from over instanceof matches contains memberOf")
)

// hasSpace reports whether a space stands before the piece with index i, which does not begin
// a line; depth is the number of brackets around it.
func (s *spacing) hasSpace(list []piece, i, depth int) bool {
	a, b := list[i-1], list[i]
	if b.mark.restart {
		s.ternaries, s.binary = nil, false
	}
	space := s.wanted(list, i, depth)
	s.binary = s.binary && b.isAny(arithmetic)
	if !space && b.spaced && !canTouch(a, b) {
		return true
	}
	return space
}

// wanted returns what hasSpace does, without regard to texts that would grow together.
func (s *spacing) wanted(list []piece, i, depth int) bool {
	a, b := list[i-1], list[i]
	after := s.binary
	s.binary = false
	switch {
	case a.isComment() || b.isComment():
		return b.spaced || a.kind == lineComment
	case b.is(";") || b.is(",") || b.is(")") || b.is("]") || a.is("(") || a.is("["):
		return false
	case a.is(";") || a.is(","):
		return true
	case a.is(">") && (b.is(">") || b.is(">=")):
		return b.spaced // shifts of Java must touch
	case a.isAny(comparisons) || b.isAny(comparisons):
		return true
	case a.is(":") || b.is(":"):
		return s.aroundColon(list, i, depth)
	case b.is("?") && isOperand(a) && (b.region == codeRegion || b.spaced):
		s.ternaries = append(s.ternaries, depth)
		return true
	case a.is("?") && len(s.ternaries) > 0 && s.ternaries[len(s.ternaries)-1] == depth && b.region == codeRegion:
		return true
	case a.isAny(arithmetic) && after, isComparison(list, i), isComparison(list, i-1):
		return true
	case b.isAny(arithmetic) && b.region != headRegion:
		s.binary = spacesAround(list, i)
		return s.binary || b.spaced
	}
	return besideBrackets(a, b)
}

// isComparison reports whether the piece with index i is a < or > that compares, and cannot be
// the bracket of a type: a constant stands beside it, or a call before it.
func isComparison(list []piece, i int) bool {
	if i < 1 || i+1 >= len(list) || !list[i].is("<") && !list[i].is(">") {
		return false
	}
	a, b := list[i-1], list[i+1]
	switch {
	case a.isAny(angles) || b.isAny(angles):
		return false
	case b.kind == Number || b.kind == Str || b.kind == Quoted:
		return true
	}
	return a.kind == Number || a.is(")") || a.is("]")
}

// besideBrackets returns whether a space stands between pieces of which neither is an operator
// that always has spaces around it.
func besideBrackets(a, b piece) bool {
	switch {
	case b.is("(") && b.region == codeRegion && a.kind == Ident:
		return a.isAny(javaWords)
	case b.is("{") && (a.is(")") || a.kind == Ident):
		return true
	case (b.is(".") || b.is("!.") || b.is("::")) && isOperand(a), (a.is(".") || a.is("!.") || a.is("::")) && b.kind == Ident:
		return false
	case a.is("!"):
		return false
	}
	return b.spaced
}

// aroundColon returns whether a space stands beside a colon: not before that of a label, a
// binding or a field.
func (s *spacing) aroundColon(list []piece, i, depth int) bool {
	a, b := list[i-1], list[i]
	if i > 1 && list[i-2].is("over") || i > 2 && list[i-3].is("over") {
		return b.spaced // over window:time(30s)
	}
	if a.is(":") {
		return true
	}
	if n := len(s.ternaries); n > 0 && s.ternaries[n-1] == depth {
		s.ternaries = s.ternaries[:n-1]
		return true
	}
	return b.region == codeRegion && !isLabel(list, i)
}

// isLabel reports whether the colon with index i ends a label of a switch.
func isLabel(list []piece, i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch p := list[j]; {
		case isCaseLabel(p):
			return true
		case p.is(";"), p.is("{"), p.is("}"), p.is(":"):
			return false
		}
	}
	return false
}

// isOperand reports whether an operator behind a piece is one between two operands.
func isOperand(p piece) bool {
	switch p.kind {
	case Ident:
		return !noOperands[p.text]
	case Number, Str, Quoted, TextBlock, Constant:
		return true
	}
	return p.is(")") || p.is("]") || p.is("}")
}

// spacesAround reports whether spaces stand around the arithmetic operator with index i. Paths
// and words with hyphens have none, signs none behind them.
func spacesAround(list []piece, i int) bool {
	a, b := list[i-1], list[i]
	if !isOperand(a) || i+1 == len(list) {
		return false
	}
	tight := !list[i+1].spaced
	switch {
	case b.is("/"), b.spaced && tight, a.is(")") && tight, a.is("entry") && tight:
		return b.spaced && !tight
	}
	return true
}

// canTouch reports whether two pieces stay two when nothing stands between them.
func canTouch(a, b piece) bool {
	for _, java := range []bool{false, true} {
		l := &lexer{text: a.text + b.text, newRow: true, multiline: true, java: java}
		tokens, _ := l.lexAll()
		if len(tokens) != 3 || l.text[tokens[0].Start:tokens[0].End] != a.text {
			return false
		}
	}
	return true
}
