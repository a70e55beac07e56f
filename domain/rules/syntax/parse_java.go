package syntax

// ParseJava reads the consequences and the bodies of functions of a parsed file
// as Java, and sets Then and Body. The problems are in order of their places in
// the file; a block that has one holds the statements before it.
func ParseJava(f *File) []Problem {
	var problems []Problem
	read := func(code Code, parse func(p *parser) *Block) *Block {
		tokens, found := lexJava(f.Source, code.Pos(), code.End)
		p := &parser{file: f, tokens: tokens, problems: found}
		b := parse(p)
		problems = append(problems, p.problems...)
		return b
	}
	for _, d := range f.Functions {
		d.Body = read(d.Code, (*parser).functionBody)
	}
	for _, r := range f.Rules {
		r.Then = read(r.Code, func(p *parser) *Block { return p.consequence(r.Code) })
	}
	return byPlace(problems)
}

func (p *parser) functionBody() *Block {
	b := &Block{At: p.here()}
	p.guarded(func() { b = p.block() })
	return b
}

func (p *parser) consequence(code Code) *Block {
	b := &Block{At: code.At, End: code.End}
	p.guarded(func() {
		for p.peek().Kind != EOF {
			b.Stmts = append(b.Stmts, p.stmt())
		}
	})
	return b
}
