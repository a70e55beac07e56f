package main

import (
	"math/rand/v2"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// words are tokens that mutants get from outside of their program.
var words = []string{
	"rule", "when", "then", "end", "not", "exists", "forall", "from", "collect", "accumulate", "eval", "or", "and", "in",
	"matches", "contains", "memberOf", "(", ")", "[", "]", "{", "}", ",", ";", ":", ":=", "==", "!=", "&&", "||", "!", ".",
	"?", "#", "@", "/", "-", "+", "*", "$x", "this", "null", "true", "1", "1.5", "\"s\"", "'c'", "salience", "no-loop",
	"query", "declare", "function", "global", "import", "extends", "over", "entry-point", "instanceof", "List", "N",
}

// mutate returns a program with one to three of its tokens taken out, doubled, exchanged with
// others or replaced. Strings and what stands between tokens stay as they are.
func mutate(drl string, r *rand.Rand) string {
	tokens, _ := syntax.Lex(syntax.NewSource(drl))
	var parts []string // what stands before a token, and the token, in turn
	at := 0
	for _, t := range tokens {
		parts = append(parts, drl[at:t.Start], drl[t.Start:t.End])
		at = t.End
	}
	for range 1 + r.IntN(3) {
		i, j := 2*r.IntN(len(parts)/2)+1, 2*r.IntN(len(parts)/2)+1
		switch r.IntN(5) {
		case 0:
			parts[i] = ""
		case 1:
			parts[i] += " " + parts[i]
		case 2:
			parts[i], parts[j] = parts[j], parts[i]
		case 3:
			parts[i] = words[r.IntN(len(words))]
		default:
			parts[i] += " " + words[r.IntN(len(words))]
		}
	}
	return strings.Join(parts, "")
}
