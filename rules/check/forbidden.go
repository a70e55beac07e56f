package check

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// forbidden lists the sequences of tokens by which rules could reach outside.
var forbidden = [][]string{
	{"System", "."}, {"Runtime"}, {"ProcessBuilder"}, {"Process"}, {"Thread"}, {"ClassLoader"},
	{"Class", ".", "forName"}, {".", "getClass", "("},
	{"java", ".", "lang", ".", "reflect"}, {"java", ".", "io"}, {"java", ".", "nio"}, {"java", ".", "net"},
	{"javax", ".", "script"}, {"sun", "."}, {"Unsafe"},
	{"kcontext", ".", "getKieRuntime"}, {"org", ".", "springframework"},
}

// forbiddenBy holds the sequences by their first tokens.
var forbiddenBy = func() map[string][][]string {
	out := map[string][][]string{}
	for _, sequence := range forbidden {
		out[sequence[0]] = append(out[sequence[0]], sequence)
	}
	return out
}()

// Bans holds the places of a file where rules use something forbidden.
type Bans struct {
	Problems []syntax.Problem
	spans    [][2]int
}

// FindForbidden reports what rules must not use, in the tokens of a file. It never reports
// anything inside strings or comments.
func FindForbidden(tokens []syntax.Token) *Bans {
	b := &Bans{}
	for i := range tokens {
		for _, sequence := range forbiddenBy[tokens[i].Text] {
			if hasPrefix(tokens[i:], sequence) && !(sequence[0] != "." && isMember(tokens, i)) {
				b.addBan(tokens, i, sequence)
				break
			}
		}
	}
	return b
}

// addBan reports a forbidden sequence of tokens that begins at i.
func (b *Bans) addBan(tokens []syntax.Token, i int, sequence []string) {
	at := tokens[i]
	if at.Text == "." {
		at = tokens[i+1]
	}
	last := i
	for tokens[last+1].Kind == syntax.Ident || tokens[last+1].Text == "." || tokens[last+1].Text == "*" {
		last++
	}
	name := strings.Trim(strings.Join(sequence, ""), ".(")
	b.Problems = append(b.Problems, syntax.Problem{
		Offset:  at.Start,
		Message: name + " is blacklisted: rules must not reach out of the document",
	})
	b.spans = append(b.spans, [2]int{tokens[i].Start, tokens[last].End})
}

// OutsideBans returns the problems outside all banned names: further problems with such a
// name are not worth reporting.
func (b *Bans) OutsideBans(problems []syntax.Problem) []syntax.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p syntax.Problem) bool {
		return slices.ContainsFunc(b.spans, func(s [2]int) bool { return s[0] <= p.Offset && p.Offset <= s[1] })
	})
}

// isMember reports whether a name follows a dot and therefore is no class, unless
// the package of the language precedes the dot.
func isMember(tokens []syntax.Token, i int) bool {
	return i > 0 && tokens[i-1].Text == "." && !(i > 1 && tokens[i-2].Text == "lang")
}

// hasPrefix reports whether tokens begin with a sequence.
func hasPrefix(tokens []syntax.Token, sequence []string) bool {
	if len(tokens) < len(sequence) {
		return false
	}
	for i, s := range sequence {
		if t := tokens[i]; t.Text != s || t.Kind != syntax.Ident && t.Kind != syntax.Op {
			return false
		}
	}
	return true
}
