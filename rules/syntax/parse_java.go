package syntax

// ParseJava reads the consequences, the bodies of functions and the code of accumulations of a
// parsed file as Java, and sets Then and Body and the parts of InlineCode. The problems are in
// order of their places in the file; a block that has one holds the statements before it.
func ParseJava(f *File) []Problem {
	j := &javaReader{file: f}
	for _, d := range f.Functions {
		j.read(d.Code, "function", func(p *parser) { d.Body = p.functionBody() })
	}
	for _, q := range f.Queries {
		j.readConditions(q.Conds)
	}
	for _, r := range f.Rules {
		j.readConditions(r.Conds)
		r.Then = j.readBlock(r.Code, "consequence")
		for i, c := range r.Named {
			r.Named[i].Then = j.readBlock(c.Code, "consequence")
		}
	}
	return byPlace(j.problems)
}

// javaReader reads the Java code of a file.
type javaReader struct {
	file     *File
	problems []Problem
}

// read reads code by parse. what names it in messages.
func (j *javaReader) read(code Code, what string, parse func(p *parser)) {
	tokens, found := lexJava(j.file.Source, code.Pos(), code.End)
	tokens[len(tokens)-1].Text = "the end of the " + what
	p := &parser{file: j.file, tokens: tokens, problems: found}
	parse(p)
	j.problems = append(j.problems, p.problems...)
}

// readBlock reads code that is statements.
func (j *javaReader) readBlock(code Code, what string) (b *Block) {
	j.read(code, what, func(p *parser) { b = p.parseConsequence(code) })
	return b
}

// readConditions reads the code of the accumulations in conditions.
func (j *javaReader) readConditions(conds []Cond) {
	for _, c := range conds {
		Inspect(c, func(node any) bool {
			if code, ok := node.(*InlineCode); ok {
				j.readInline(code)
			}
			return true
		})
	}
}

// readInline reads the parts of an accumulation that is written out.
func (j *javaReader) readInline(c *InlineCode) {
	c.InitBody, c.ActionBody = j.readBlock(c.Init, "init"), j.readBlock(c.Action, "action")
	if c.Reverse != nil {
		c.ReverseBody = j.readBlock(*c.Reverse, "reverse")
	}
	j.read(c.Result, "result", func(p *parser) {
		p.runGuarded(func() {
			value := p.parseExpr()
			p.accept(";")
			if p.peek().Kind != EOF {
				p.failUnexpected("the end of the result")
			}
			c.Value = value
		})
	})
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
