// Package check holds what is demanded of a rule file beyond its syntax and its
// types: the form of rule names, and what rules must not reach.
package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/seed-62a36931/docket/domain/rules/syntax"
)

var ruleName = regexp.MustCompile(`^([A-Za-z0-9_]+\.\d+\.\d+)(?::\s*(.*))?$`)

// Names checks that every rule is named Group.Unit.Number, with an optional name
// behind a colon, and that no identifier is used twice.
func Names(f *syntax.File) []syntax.Problem {
	var out []syntax.Problem
	first := map[string]int{}
	for _, r := range f.Rules {
		m := ruleName.FindStringSubmatch(strings.TrimSpace(r.Name))
		if m == nil {
			out = append(out, syntax.Problem{Offset: r.NameAt, Message: fmt.Sprintf("rule name %q must be Group.Unit.Number, with an optional ': name'", r.Name)})
			continue
		}
		if line, used := first[m[1]]; used {
			out = append(out, syntax.Problem{Offset: r.NameAt, Message: fmt.Sprintf("rule identifier %s is used already at line %d", m[1], line)})
			continue
		}
		first[m[1]] = f.Source.Line(r.NameAt)
	}
	return out
}

// forbidden are sequences of tokens that open a way out of the rules.
var forbidden = [][]string{
	{"System", "."}, {"Runtime"}, {"ProcessBuilder"}, {"Process"}, {"Thread"}, {"ClassLoader"}, {"Class", ".", "forName"}, {".", "getClass", "("},
	{"java", ".", "lang", ".", "reflect"}, {"java", ".", "io"}, {"java", ".", "nio"}, {"java", ".", "net"}, {"javax", ".", "script"}, {"sun", "."}, {"Unsafe"},
	{"kcontext", ".", "getKieRuntime"}, {"org", ".", "springframework"},
}

// Forbidden reports what rules must not use, compared by tokens: never inside of
// strings or comments.
func Forbidden(src *syntax.Source) []syntax.Problem {
	tokens, _ := syntax.Lex(src)
	var out []syntax.Problem
	for i := range tokens {
		for _, sequence := range forbidden {
			if starts(tokens[i:], sequence) && !(i > 0 && tokens[i-1].Text == "." && sequence[0] != ".") {
				out = append(out, syntax.Problem{Offset: tokens[i].Start, Message: strings.Join(sequence, "") + " is blacklisted: rules must not use it"})
				break
			}
		}
	}
	return out
}

func starts(tokens []syntax.Token, sequence []string) bool {
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
