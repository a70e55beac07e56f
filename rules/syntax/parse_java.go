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
		r.Then = read(r.Code, "consequence", func(p *parser) *Block { return p.consequence(r.Code) })
	}
	return byPlace(problems)
}

func (p *parser) functionBody() *Block {
	b := &Block{At: p.here()}
	last := len(p.tokens) - 2
	if p.closes(p.at) == last {
		b.End = p.tokens[last].Start
		p.at++
		p.statements(b, last)
		return b
	}
	p.guarded(func() { b = p.block() })
	return b
}

func (p *parser) consequence(code Code) *Block {
	b := &Block{At: code.At, End: code.End}
	p.statements(b, len(p.tokens)-1)
	return b
}

// statements reads statements up to the token with index stop. After a defect it
// continues after the statement, as far as its end can be found.
func (p *parser) statements(b *Block, stop int) {
	for p.at < stop {
		start, broken := p.at, len(p.problems)
		p.guarded(func() { b.Stmts = append(b.Stmts, p.stmt()) })
		if len(p.problems) > broken {
			p.at = p.behind(start, p.failed, stop)
		}
	}
}

// behind returns the index of the token after the statement that begins at start and has
// a defect at broken: the token after the semicolon or the braces that end it.
func (p *parser) behind(start, broken, stop int) int {
	for i := start; i < stop; i++ {
		t := p.tokens[i]
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			if c := p.closes(i); c < stop {
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
