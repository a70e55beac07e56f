package syntax

// ParseJava reads the consequences and the bodies of functions of a parsed file
// as Java, and sets Then and Body. The problems are in order of their places in
// the file; a block that has one holds the statements before it.
func ParseJava(f *File) []Problem {
	var problems []Problem
	read := func(code Code, what string, parse func(p *parser) *Block) *Block {
		tokens, found := lexJava(f.Source, code.Pos(), code.End)
		tokens[len(tokens)-1].Text = "the end of the " + what // for messages
		p := &parser{file: f, tokens: tokens, problems: found}
		b := parse(p)
		problems = append(problems, p.problems...)
		return b
	}
	for _, d := range f.Functions {
		d.Body = read(d.Code, "function", (*parser).functionBody)
	}
	for _, r := range f.Rules {
		r.Then = read(r.Code, "consequence", func(p *parser) *Block { return p.parseConsequence(r.Code) })
	}
	return byPlace(problems)
}

func (p *parser) functionBody() *Block {
	b := &Block{At: p.currentPos()}
	last := len(p.tokens) - 2
	if p.closingIndex(p.at) == last {
		b.End = p.tokens[last].Start
		p.at++
		p.parseStatements(b, last)
		return b
	}
	p.runGuarded(func() { b = p.parseBlock() })
	return b
}

func (p *parser) parseConsequence(code Code) *Block {
	b := &Block{At: code.At, End: code.End}
	p.parseStatements(b, len(p.tokens)-1)
	return b
}

// parseStatements reads statements up to the token with index stop. After a defect it
// continues after the statement, as far as its end can be found.
func (p *parser) parseStatements(b *Block, stop int) {
	for p.at < stop {
		start, broken := p.at, len(p.problems)
		p.runGuarded(func() { b.Stmts = append(b.Stmts, p.parseStmt()) })
		if len(p.problems) > broken {
			p.at = p.statementEnd(start, p.failed, stop)
		}
	}
}

// statementEnd returns the index of the token after the statement that begins at start and has
// a defect at broken: the token after the semicolon or the braces that end it.
func (p *parser) statementEnd(start, broken, stop int) int {
	for i := start; i < stop; i++ {
		t := p.tokens[i]
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			if c := p.closingIndex(i); c < stop {
				i = c
			}
			if t.is("{") && i >= broken && i+1 < stop && p.tokens[i+1].FirstOnRow && p.tokens[i+1].Kind == Ident &&
				!continues[p.tokens[i+1].Text] {
				return i + 1
			}
		case t.is(";") && i >= broken:
			return i + 1
		}
	}
	return stop
}

// continues holds the words that continue a statement after a block.
var continues = map[string]bool{"else": true, "catch": true, "finally": true, "while": true}
