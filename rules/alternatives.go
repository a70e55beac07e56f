package rules

import (
	"strings"

	"github.com/seed-62a36931/docket/rules/engine"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// alternatives returns, by the name of the rule, the ways in which rules can match that have
// several.
func (p *Program) alternatives() map[string][]Alternative {
	out := map[string][]Alternative{}
	file := p.syntaxTree()
	for _, r := range file.Rules {
		ways := engine.Alternatives(conditionsOf(file, r))
		if len(ways) < 2 {
			continue
		}
		uses := map[int]int{} // of the condition at an offset
		for _, way := range ways {
			for _, c := range way {
				uses[c.Pos()]++
			}
		}
		for _, way := range ways {
			common := func(c syntax.Cond) bool { return uses[c.Pos()] == len(ways) }
			out[r.Name] = append(out[r.Name], p.alternative(way, common))
		}
	}
	return out
}

// alternative describes one way to match by the conditions that are not common to all.
func (p *Program) alternative(way []syntax.Cond, common func(syntax.Cond) bool) (a Alternative) {
	var texts []string
	for _, c := range way {
		if common(c) {
			continue
		}
		if a.Line == 0 {
			a.Line = p.source.Line(c.Pos())
		}
		texts = append(texts, p.bracketedText(c.Pos()))
	}
	a.Text = shortenText(strings.Join(texts, " "), conditionWidth)
	return a
}

// maxBracketed is the largest number of bytes of a condition that is shown.
const maxBracketed = 8 * conditionWidth

// bracketedText returns the text from an offset to the end of the first pair of brackets behind it.
func (p *Program) bracketedText(offset int) string {
	text := p.source.Text[offset:min(len(p.source.Text), offset+maxBracketed)]
	tokens, _ := syntax.Lex(syntax.NewSource(text))
	depth := 0
	for _, t := range tokens {
		switch t.Text {
		case "(":
			depth++
		case ")":
			if depth--; depth <= 0 {
				return text[:t.End]
			}
		}
	}
	return text
}
