package regex

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/rules/literal"
)

// A Needle is a set of strings, Any, one of which every match of an expression contains.
// They are compared ignoring case when Fold is set.
type Needle struct {
	Any  []string
	Fold bool
}

// Needle returns the strings one of which every match contains, or nil when none of at
// least shortest characters are known.
func (p *Pattern) Needle() *Needle { return p.analysis().needle }

// An analysis holds what is known about the matches of an expression.
type analysis struct {
	needle *Needle
	finder *needleFinder
	reach  *reach // the characters that matches are made of, nil when they look beyond
}

const (
	shortest = 3 // characters of a needle that is worth looking for
	widest   = 8 // alternatives of a needle
)

func lazyAnalysis(expression string) func() analysis {
	return sync.OnceValue(func() analysis { return analyseExpression(expression) })
}

// analyseExpression returns what every match of an expression contains and of which characters it
// consists. Look-around only restricts the matches.
func analyseExpression(expression string) analysis {
	var out analysis
	tree, err := goTree(simplifyBody(expression, false))
	if err != nil {
		return out
	}
	n := needleOf(tree)
	if len(n.Any) == 0 {
		return out
	}
	out.needle, out.finder = &n, newNeedleFinder(n)
	if tree, err = goTree(simplifyBody(expression, true)); err == nil {
		if r := (&reach{}); !r.addExpression(tree) {
			out.reach = r
		}
	}
	return out
}

func goTree(source string) (*syntax.Regexp, error) {
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return tree.Simplify(), nil
}

// simplifyBody removes from an expression what only the backtracking matcher supports: atomic
// groups become groups, and back references are dropped. Look-around is dropped too or,
// with keep, becomes a group so that its characters are known.
func simplifyBody(body string, keep bool) string {
	var out strings.Builder
	for at := 0; at < len(body); {
		next := at + 1
		switch rest := body[at:]; {
		case body[at] == '\\':
			next = at + len(escaped.FindString(rest))
			switch {
			case strings.HasPrefix(rest, `\u`) && next == at+6:
				out.WriteString(`\x{` + rest[2:6] + "}")
			case !backReference.MatchString(body[at:next]):
				out.WriteString(body[at:next])
			}
		case body[at] == '[':
			next = closingOffset(body, at)
			out.WriteString(fourDigits.ReplaceAllString(body[at:next], `\x{$1}`))
		case body[at] == '(' && around.MatchString(rest) && !keep && !strings.HasPrefix(rest, "(?>"):
			next = closingOffset(body, at)
		case body[at] == '(' && around.MatchString(rest):
			next = at + len(around.FindString(rest))
			out.WriteString("(?:")
		default:
			out.WriteByte(body[at])
		}
		at = max(next, at+1)
	}
	return out.String()
}

var (
	fourDigits    = regexp.MustCompile(`\\u([0-9A-Fa-f]{4})`)
	escaped       = regexp.MustCompile(`^\\(u[0-9A-Fa-f]{4}|k<\w+>|[1-9][0-9]*|(?s:.)|$)`)
	backReference = regexp.MustCompile(`^\\([1-9]|k<)`)
	around        = regexp.MustCompile(`^\(\?(<=|<!|=|!|>)`)
)

// closingOffset returns the offset after the bracket or parenthesis that closes the one at an
// offset.
func closingOffset(body string, at int) int {
	depth, class := 0, -1
	for i := at; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\\':
			i++
		case class >= 0 && (c != ']' || strings.Trim(body[class+1:i], "^") == ""):
		case class >= 0:
			if class = -1; depth == 0 {
				return i + 1
			}
		case c == '[':
			class = i
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(body)
}

// needleOf returns the best needle of a simplified expression, which has no counted
// repetitions.
func needleOf(re *syntax.Regexp) Needle {
	switch re.Op {
	case syntax.OpLiteral:
		if len(re.Rune) >= shortest && !slices.Contains(re.Rune, '\n') {
			return Needle{[]string{string(re.Rune)}, re.Flags&syntax.FoldCase != 0}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return needleOf(re.Sub[0])
	case syntax.OpConcat:
		var best Needle
		for _, sub := range re.Sub {
			if n := needleOf(sub); n.isBetter(best) {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		var all Needle
		for _, sub := range re.Sub {
			n := needleOf(sub)
			if len(n.Any) == 0 || len(all.Any)+len(n.Any) > widest {
				return Needle{}
			}
			all.Any, all.Fold = append(all.Any, n.Any...), all.Fold || n.Fold
		}
		return all
	}
	return Needle{}
}

// isBetter reports whether a needle is rarer than another: longer, or with fewer
// alternatives.
func (n Needle) isBetter(o Needle) bool {
	worth := func(n Needle) int {
		least := 0
		for i, s := range n.Any {
			if c := utf8.RuneCountInString(s); i == 0 || c < least {
				least = c
			}
		}
		return 2*least - len(n.Any)
	}
	return len(n.Any) > 0 && (len(o.Any) == 0 || worth(n) > worth(o))
}

// A needleFinder finds the strings of a needle in a text.
type needleFinder struct {
	fold   bool
	words  [][]rune            // folded where fold is set
	starts [utf8.RuneSelf]bool // the characters of ASCII that a word begins with
	beyond bool                // a word may begin with another character
}

func newNeedleFinder(n Needle) *needleFinder {
	f := &needleFinder{fold: n.Fold}
	for _, s := range n.Any {
		word := []rune(s)
		if n.Fold {
			word = literal.FoldString(s)
		}
		f.words = append(f.words, word)
		for c := rune(0); c < utf8.RuneSelf; c++ {
			f.starts[c] = f.starts[c] || f.foldRune(c) == word[0]
		}
		f.beyond = f.beyond || n.Fold || word[0] >= utf8.RuneSelf // K and ſ fold to letters of ASCII
	}
	return f
}

func (f *needleFinder) foldRune(r rune) rune {
	if f.fold {
		return literal.FoldRune(r)
	}
	return r
}

// findIn returns the places of the words in a text, from left to right.
func (f *needleFinder) findIn(text string) (places [][2]int) {
	for at := 0; at < len(text); at++ {
		c := text[at]
		if c < utf8.RuneSelf && !f.starts[c] || c >= utf8.RuneSelf && (!f.beyond || !utf8.RuneStart(c)) {
			continue
		}
		for _, word := range f.words {
			if end := f.prefixOf(text[at:], word); end >= 0 {
				places = append(places, [2]int{at, at + end})
			}
		}
	}
	return places
}

// prefixOf returns the length in bytes of the prefix of a text that is a word, -1 when there is none.
func (f *needleFinder) prefixOf(text string, word []rune) (end int) {
	for _, want := range word {
		if end == len(text) {
			return -1
		}
		r, size := utf8.DecodeRuneInString(text[end:])
		if f.foldRune(r) != want {
			return -1
		}
		end += size
	}
	return end
}

// A reach holds the characters that matches consist of.
type reach struct {
	ascii  [utf8.RuneSelf]bool
	others []rune // ranges, in pairs
}

// addExpression adds the characters of an expression; bound reports that the expression depends on
// the ends of the text or of lines.
func (r *reach) addExpression(re *syntax.Regexp) (bound bool) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			r.addRange(c, c)
			for f := unicode.SimpleFold(c); f != c && re.Flags&syntax.FoldCase != 0; f = unicode.SimpleFold(f) {
				r.addRange(f, f)
			}
		}
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			r.addRange(re.Rune[i], re.Rune[i+1])
		}
	case syntax.OpAnyChar:
		r.addRange(0, unicode.MaxRune)
	case syntax.OpAnyCharNotNL:
		r.addRange(0, '\n'-1)
		r.addRange('\n'+1, unicode.MaxRune)
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText:
		bound = true
	}
	for _, sub := range re.Sub {
		bound = r.addExpression(sub) || bound
	}
	return bound
}

func (r *reach) addRange(from, to rune) {
	for c := from; c <= min(to, utf8.RuneSelf-1); c++ {
		r.ascii[c] = true
	}
	if to >= utf8.RuneSelf {
		r.others = append(r.others, max(from, utf8.RuneSelf), to)
	}
}

func (r *reach) hasRune(c rune) bool {
	if c < utf8.RuneSelf {
		return r.ascii[c]
	}
	for i := 0; i < len(r.others); i += 2 {
		if r.others[i] <= c && c <= r.others[i+1] {
			return true
		}
	}
	return false
}

// matchWindow returns the longest piece of the text around a place, not before least, that a
// match could consist of, extended by one character on each side for boundaries.
func (r *reach) matchWindow(text string, place [2]int, least int) (from, to, end int) {
	from, to = place[0], place[1]
	for from > least {
		c, size := utf8.DecodeLastRuneInString(text[least:from])
		from -= size
		if !r.hasRune(c) {
			break
		}
	}
	for end = to; to < len(text); {
		c, size := utf8.DecodeRuneInString(text[to:])
		to += size
		if !r.hasRune(c) {
			break
		}
		end = to
	}
	return from, to, end
}

// FindNear finds the matches in a text in which the places of the needle are known, from
// left to right; it reads only the text around them. It calls visit for each match, with
// offsets in the whole text, until visit returns false.
func (p *Pattern) FindNear(text string, places [][2]int, visit func(m Match) bool) error {
	if len(places) == 0 {
		return nil
	}
	reach := p.analysis().reach
	if reach == nil {
		return p.findIn(text, 0, visit)
	}
	done := 0
	for _, place := range places {
		if place[0] < done {
			continue
		}
		from, to, end := reach.matchWindow(text, place, done)
		done = end
		stop := false
		err := p.findIn(text[from:to], from, func(m Match) bool { stop = !visit(m); return !stop })
		if err != nil || stop {
			return err
		}
	}
	return nil
}

// findIn visits the matches in a piece of text that begins at an offset.
func (p *Pattern) findIn(piece string, offset int, visit func(m Match) bool) error {
	all, err := p.findLimited(piece, 0, -1)
	for _, m := range all {
		for i := range m.Groups {
			if m.Groups[i] != noPlace {
				m.Groups[i][0] += offset
				m.Groups[i][1] += offset
			}
		}
		if !visit(m) {
			break
		}
	}
	return err
}
