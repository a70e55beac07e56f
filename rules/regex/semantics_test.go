package regex

import (
	"strings"
	"testing"
)

// markMatches is a text with its matches in brackets, and behind each the groups that took
// part, in braces.
func markMatches(t *testing.T, p *Pattern, text string) string {
	t.Helper()
	all, err := p.FindAll(text)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	last := 0
	for _, m := range all {
		from, to := m.Groups[0][0], m.Groups[0][1]
		b.WriteString(text[last:from] + "[" + text[from:to] + "]")
		for _, g := range m.Groups[1:] {
			if g[0] < 0 {
				b.WriteString("{-}")
				continue
			}
			b.WriteString("{" + text[g[0]:g[1]] + "}")
		}
		last = to
	}
	return b.String() + text[last:]
}

// semantics are expressions with texts and the matches that Java finds in them.
var semantics = []struct {
	flags               int
	pattern, text, want string
}{
	// empty matches begin where the last match ended
	{0, `a*`, "aab", "[aa][]b[]"}, {0, `a*?`, "aa", "[]a[]a[]"}, {0, `x*`, "", "[]"}, {0, `a*|b`, "ab", "[a][]b[]"},
	{0, `\b|a`, "a b", "[]a[] []b[]"},
	// the end, also before a last line break
	{0, `a$`, "a\na\n", "a\n[a]\n"}, {0, `a$`, "a\r\n", "[a]\r\n"}, {0, `a$`, "a\n\n", "a\n\n"}, {0, `$`, "a\r\n", "a[]\r\n[]"},
	{0, `a\Z`, "a\u2028", "[a]\u2028"},
	{0, `a\z`, "a\n", "a\n"}, {0, `a\z`, "ba", "b[a]"}, {0, `a$`, "ab", "ab"}, {UnixLines, `a$`, "a\r\n", "a\r\n"},
	{UnixLines, `a$`, "a\n", "[a]\n"},
	{Multiline, `a$`, "a\na\r\na\ra", "[a]\n[a]\r\n[a]\r[a]"}, {Multiline, `^a`, "a\na\r\na\ra", "[a]\n[a]\r\n[a]\r[a]"},
	{Multiline, `^`, "a\n", "[]a\n"}, {Multiline, `^`, "", ""},
	{0, `^a`, "a\na", "[a]\na"}, {Multiline, `^b|a$`, "a\nb", "[a]\n[b]"}, {Multiline | UnixLines, `a$`, "a\ra\n", "a\r[a]\n"},
	{Multiline | UnixLines, `^a`, "b\ra\na", "b\ra\n[a]"},
	{0, `(?m)^b$`, "a\nb\nc", "a\n[b]\nc"}, {0, `(?m:^)b|^b`, "b\nb", "[b]\n[b]"},
	// the dot
	{0, `.+`, "a\rb\u0085c\u2028d\u2029e\nf", "[a]\r[b]\u0085[c]\u2028[d]\u2029[e]\n[f]"}, {DotAll, `.+`, "a\r\nb", "[a\r\nb]"},
	{0, `(?s).+`, "a\n", "[a\n]"}, {0, `(?s:.).`, "\na\nb", "[\na][\nb]"}, {UnixLines, `.+`, "a\r\nb", "[a\r]\n[b]"},
	// line breaks and white space
	{0, `\R`, "\r\n\n\r\u000b\f\u0085\u2028", "[\r\n][\n][\r][\u000b][\f][\u0085][\u2028]"}, {0, `\R{2}`, "a\r\n", "a\r\n"},
	{0, `\R+x`, "\r\n\nx", "[\r\n\nx]"}, {0, `\R\n`, "\r\n", "[\r\n]"},
	{0, `\h+`, "a \t\u00a0\u2003b", "a[ \t\u00a0\u2003]b"}, {0, `\H+`, "\u00a0ab", "\u00a0[ab]"},
	{0, `\v+`, "a\n\u000bb", "a[\n\u000b]b"}, {0, `\V`, "\na", "\n[a]"}, {0, `\s+`, "a\u00a0 \u000bb", "a\u00a0[ \u000b]b"},
	{0, `[^\S ]`, " \t", " [\t]"},
	// ASCII classes and those of Unicode
	{0, `\w+`, "aä_1", "[a]ä[_1]"}, {0, `\d+`, "1٣", "[1]٣"}, {UnicodeClasses, `\w+`, "aä_1-", "[aä_1]-"},
	{0, `(?U)\d+`, "1٣", "[1٣]"}, {0, `\W`, "aä", "a[ä]"}, {0, `\D`, "1a", "1[a]"}, {UnicodeClasses, `\s`, "\u00a0", "[\u00a0]"},
	{0, `\p{Lower}+`, "aäA", "[a]äA"}, {0, `\p{Ll}+`, "aäA", "[aä]A"}, {0, `\p{IsAlphabetic}+`, "aä1ß", "[aä]1[ß]"},
	{0, `\P{L}+`, "a1-b", "a[1-]b"}, {0, `\pL`, "1a", "1[a]"}, {0, `\p{javaUpperCase}`, "aÄ", "a[Ä]"},
	{0, `\p{Punct}+`, "a.$b", "a[.$]b"}, {0, `\p{Sc}`, "5 €", "5 [€]"}, {0, `\p{IsGreek}|\p{InCyrillic}`, "aαж", "a[α][ж]"},
	{0, `\p{gc=Lu}\p{sc=Latin}`, "Ab", "[Ab]"}, {0, `\p{IsWhite_Space}`, "a\u00a0", "a[\u00a0]"},
	{UnicodeClasses, `\p{Lower}`, "äA", "[ä]A"},
	{0, `\p{XDigit}+`, "xBEEF", "x[BEEF]"}, {0, `\p{ASCII}`, "äb", "ä[b]"}, {0, `\p{IsPunctuation}`, "a-", "a[-]"},
	{0, `\p{blk=BasicLatin}`, "äb", "ä[b]"}, {0, `\p{LC}`, "1a", "1[a]"},
	// character classes
	{0, `[a-z&&[^b]]+`, "abc", "[a]b[c]"}, {0, `[a-z&&[def]]`, "ad", "a[d]"}, {0, `[a-z&&def]`, "ad", "a[d]"},
	{0, `[^a[b]]`, "abc", "ab[c]"}, {0, `[a-c[x-z]]+`, "axm", "[ax]m"}, {0, `[^a-c&&[b-d]]`, "abcd", "[a]bc[d]"},
	{0, `[]a]`, "]a", "[]][a]"}, {0, `[a^]`, "^", "[^]"}, {0, `[a-]`, "-", "[-]"}, {0, `[-a]`, "-", "[-]"},
	{0, `[\d-x]`, "-x1", "[-][x][1]"}, {0, `[\]\[]`, "[]", "[[][]]"}, {0, `[\Qa-c\E]`, "b-", "b[-]"},
	{0, `[\w&&[^\d_]]+`, "a1_b", "[a]1_[b]"},
	{0, `[\p{L}&&[^\p{Lu}]]+`, "aBc", "[a]B[c]"}, {0, `[a&&b]`, "ab", "ab"}, {0, `[\x41-\x43]`, "B", "[B]"}, {0, `[^\n]`, "\na", "\n[a]"},
	// case
	{0, `(?i)ab`, "AB aB", "[AB] [aB]"}, {0, `(?i)ä`, "Ä", "Ä"}, {0, `(?iu)ä`, "Ä", "[Ä]"}, {CaseInsensitive, `ß`, "ẞ", "ẞ"},
	{CaseInsensitive | UnicodeCase, `k`, "\u212a", "[\u212a]"}, {CaseInsensitive, `k`, "K\u212a", "[K]\u212a"},
	{CaseInsensitive, `[^a]`, "Ab", "A[b]"}, {CaseInsensitive, `[a-c]+`, "aBx", "[aB]x"},
	{CaseInsensitive, `\p{Lower}`, "A", "[A]"}, {CaseInsensitive, `\p{Lu}`, "a", "[a]"},
	{0, `a(?i)b|c(?-i)d`, "aB CD Cd", "[aB] CD [Cd]"}, {0, `(?i:a)b`, "Ab AB", "[Ab] AB"},
	{0, `(?i)(a)\1`, "aA", "[aA]{a}"},
	// words
	{0, `\bMann\b`, "Mann Männer Manné", "[Mann] Männer Manné"}, {0, `\bGr`, "ßGr Gr", "ßGr [Gr]"},
	{0, `\B.`, "äb c", "ä[b] c"}, {0, `\b\w`, "a-b_c", "[a]-[b]_c"}, {0, `a\b`, "a\u0301", "a\u0301"}, {0, `\b{2}a`, "a", "[a]"},
	// quantifiers
	{0, `a++a`, "aaa", "aaa"}, {0, `a?+a`, "a", "a"}, {0, `(?:ab)*+a`, "abab", "abab"}, {0, `a{2}`, "aaaaa", "[aa][aa]a"},
	{0, `a{2,}`, "aaa a", "[aaa] a"}, {0, `a{1,2}?`, "aa", "[a][a]"}, {0, `(?>a|ab)c`, "abc", "abc"}, {0, `a{0}b`, "ab", "a[b]"},
	{0, `.*+b`, "ab", "ab"}, {0, `(a|b)*`, "ab", "[ab]{b}[]{-}"}, {0, `(?:(a)|b)*`, "ab", "[ab]{a}[]{-}"},
	// quotation and escapes
	{0, `\Qa.b\E+`, "a.bb", "[a.bb]"}, {0, `\Qa*`, "aa*", "a[a*]"}, {0, `\Q\Ea`, "a", "[a]"},
	{0, `\x41\u0042\x{43}\0104`, "ABCD", "[ABCD]"}, {0, `\t\cI\e`, "\t\t\x1b", "[\t\t\x1b]"}, {0, `\uD83D\uDE00`, "😀", "[😀]"},
	{0, `\.\-\/\ä`, ".-/ä", "[.-/ä]"},
	{Literal, `a.b`, "axb a.b", "axb [a.b]"}, {Literal | CaseInsensitive, `a.`, "A.", "[A.]"}, {0, `}]`, "}]", "[}]]"},
	// comments
	{Comments, "a b # c\nd", "abd", "[abd]"}, {0, `(?x) a [b c] \ `, "ac ", "[ac ]"}, {Comments, `a +`, "aa", "[aa]"},
	// groups, references and looking around
	{0, `(?<y>\d)(x)`, "1x", "[1x]{1}{x}"}, {0, `(?<y>a)(b)\k<y>\2`, "abab", "[abab]{a}{b}"},
	{0, `(\w)\1`, "abba", "a[bb]{b}a"}, {0, `(a)\11`, "aa1", "[aa1]{a}"}, {0, `(a)?b`, "b", "[b]{-}"}, {0, `(?=(a))a`, "a", "[a]{a}"},
	{0, `(?<=\$)\d+`, "$12 3", "$[12] 3"}, {0, `(?<!\d)\d(?!\d)`, "1 23", "[1] 23"}, {0, `\Ga`, "aaba", "[a][a]ba"},
	{0, `(?<=ä)b`, "äb", "ä[b]"}, {0, `((a)(b))`, "ab", "[ab]{ab}{a}{b}"},
}

func TestMatchesAreThoseOfJava(t *testing.T) {
	for _, tt := range semantics {
		p, err := Compile(tt.pattern, tt.flags)
		if err != nil {
			t.Errorf("%s: %v, want no error", tt.pattern, err)
			continue
		}
		if got := markMatches(t, p, tt.text); got != tt.want {
			t.Errorf("%s (flags %d) in %q: got %q, want %q", tt.pattern, tt.flags, tt.text, got, tt.want)
		}
	}
}
