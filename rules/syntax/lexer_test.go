package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// tokensOf writes tokens with the first letter of their kind and their text, those that
// are first on their row behind a bar, and the problems behind them.
func tokensOf(tokens []Token, problems []Problem) string {
	kinds := map[TokenKind]string{EOF: "E", Ident: "I", Number: "N", Str: "S", Quoted: "Q", TextBlock: "T", Constant: "C",
		Op: "O", Other: "X"}
	var out []string
	for _, t := range tokens {
		row := ""
		if t.FirstOnRow {
			row = "|"
		}
		out = append(out, row+kinds[t.Kind]+t.Text)
	}
	for _, p := range problems {
		out = append(out, fmt.Sprint(p.Offset, ":", p.Message))
	}
	return strings.Join(out, " ")
}

// TestTextFallsIntoTokens lexes each text as conditions, as conditions whose strings end
// on their line, and as Java; a way that has no result of its own gives that of conditions.
func TestTextFallsIntoTokens(t *testing.T) {
	for _, tt := range []struct{ text, conditions, lines, java string }{
		{"", "|E", "", ""},
		{"a", "|Ia |E", "", ""},
		{"\ufeffa b", "|Ia Ib |E", "", ""},
		{" a\n\tb\r c\f d", "|Ia |Ib |Ic Id |E", "", ""},
		{"a // b\nc //d", "|Ia |Ic |E", "", ""},
		{"a //\nc", "|Ia |Ic |E", "", ""},
		{"a // b\rc", "|Ia |Ic |E", "", ""},
		{"a /* b */ c /*\n*/ d /**/ e /***/ f /*/*/ g", "|Ia Ic |Id Ie If Ig |E", "", ""},
		{"a /*\n b */ c /*x\r*/ d", "|Ia |Ic |Id |E", "", ""},
		{"a /* b", "|Ia |E 2:comment is not closed", "", ""},
		{"a /*/ b", "|Ia |E 2:comment is not closed", "", ""},
		{"a /*", "|Ia |E 2:comment is not closed", "", ""},
		{"true false null nul True", "|Ctrue Cfalse Cnull Inul ITrue |E", "", ""},
		{"_a $b ä1 €c a\u0301 1a", "|I_a I$b Iä1 I€c Ia\u0301 N1 Ia |E", "", "|I_a I$b Iä1 I€c Ia\u0301 N1a |E"},
		{"Ⅷ a_b a\u0661 a\u203f", "|IⅧ Ia_b Ia\u0661 Ia\u203f |E", "", ""},
		{"`end` `1 ` `a", "|Iend X` N1 X` X` Ia |E 6:the character '`' may only stand in strings and comments 9:the character " +
			"'`' may only stand in strings and comments 11:the character '`' may only stand in strings and comments", "", ""},
		{"`a b`", "|X` Ia Ib X` |E 0:the character '`' may only stand in strings and comments 4:the character '`' may only " +
			"stand in strings and comments", "", ""},
		{"...<<=->::++--&&||==!=<=>=+=-=*=/=%=&=|=^=<<!.:=",
			"|O... O<<= O-> O:: O++ O-- O&& O|| O== O!= O<= O>= O+= O-= O*= O/= O%= O&= O|= O^= O<< O!. O:= |E", "", ""},
		{"(){}[];,.@=", "|O( O) O{ O} O[ O] O; O, O. O@ O= |E", "", ""},
		{"< > ! ~ ? : + - * / & | ^ % #", "|O< O> O! O~ O? O: O+ O- O* O/ O& O| O^ O% O# |E", "", ""},
		{">>= >>> -->", "|O> O>= O> O> O> O-- O> |E", "", ""},
		{".. .", "|O. O. O. |E", "", ""},
		{"a\\b", "|Ia X\\ Ib |E", "", ""},
		{"a\x00", "|Ia X\x00 |E 1:a NUL byte may only stand in strings and comments", "", ""},
		{"\xff", "|X\xff |E 0:the byte 0xff may only stand in strings and comments", "", ""},
		{"\ufffd \u200b \u00a0 …", "|X\ufffd X\u200b X\u00a0 X… |E 0:the character '\ufffd' may only stand in strings and " +
			"comments 4:the character U+200B may only stand in strings and comments 8:the character U+00A0 may only stand in " +
			"strings and comments 11:the character '…' may only stand in strings and comments", "", ""},

		{`"a" 'b' "" ''`, `|S"a" Q'b' S"" Q'' |E`, "", ""},
		{`"a'b" 'a"b'`, `|S"a'b" Q'a"b' |E`, "", ""},
		{`"a\"b" '\''`, `|S"a\"b" Q'\'' |E`, "", ""},
		{`"a\\" b`, `|S"a\\" Ib |E`, "", ""},
		{"\"a\nb\" c", "|S\"a\nb\" Ic |E", "|S\"a |Ib S\" c |E 0:string is not closed 4:string is not closed",
			"|S\"a |Ib S\" c |E 0:string is not closed 4:string is not closed"},
		{"\"a\\\nb\"", "|S\"a\\\nb\" |E 2:illegal escape character \\\n",
			"|S\"a\\ |Ib S\" |E 0:string is not closed 5:string is not closed",
			"|S\"a\\ |Ib S\" |E 0:string is not closed 5:string is not closed"},
		{`"a`, `|S"a |E 0:string is not closed`, "", ""},
		{`"`, `|S" |E 0:string is not closed`, "", ""},
		{`"a\`, `|S"a\ |E 0:string is not closed`, "", ""},
		{`"\`, `|S"\ |E 0:string is not closed`, "", ""},
		{`"\"`, `|S"\" |E 0:string is not closed`, "", ""},
		{`"\8" "\9"`, `|S"\8" S"\9" |E 1:illegal escape character \8 6:illegal escape character \9`, "", ""},
		{`"\0\7\d\." "\!" "\i"`, `|S"\0\7\d\." S"\!" S"\i" |E 12:illegal escape character \! 17:illegal escape character \i`, "", ""},
		{`"\u0041" "\uuu00fF" "\u004" "\u00g0" "\u"`,
			`|S"\u0041" S"\uuu00fF" S"\u004" S"\u00g0" S"\u" |E 21:illegal unicode escape 29:illegal unicode escape 38:illegal ` +
				`unicode escape`, "", ""},
		{`"\u0041`, `|S"\u0041 |E 0:string is not closed`, "", ""},
		{`"""a"b""c\""" d""" e`, `|T"""a"b""c\""" d""" Ie |E`, "", ""},
		{"\"\"\"\na\n\"\"\"\nb", "|T\"\"\"\na\n\"\"\" |Ib |E", "", ""},
		{`""""""a`, `|T"""""" Ia |E`, "", ""},
		{`"""a""`, `|T"""a"" |E 0:text block is not closed`, "", ""},
		{`"""a\`, `|T"""a\ |E 0:text block is not closed`, "", ""},
		{`"""`, `|T""" |E 0:text block is not closed`, "", ""},

		{"12 1.5 .5 5. 1e3 1E-3 1e+3", "|N12 N1.5 N.5 N5. N1e3 N1E-3 N1e+3 |E", "", ""},
		{"0x1F 0XfL 7L 7l 8I 9B 1.5B 2f 2F 2d 2D", "|N0x1F N0XfL N7L N7l N8I N9B N1.5B N2f N2F N2d N2D |E", "", ""},
		{"1d2h3m4s5ms 5m 10s 3h", "|N1d2h3m4s5ms N5m N10s N3h |E", "", ""},
		{"1_000 0b11", "|N1 I_000 N0 Ib11 |E", "", "|N1_000 N0b11 |E"},
		{"1.e3 1.e+3 1.E-3 1.e+x", "|N1.e3 N1.e+3 N1.E-3 N1. Ie O+ Ix |E", "", "|N1.e3 N1.e+3 N1.E-3 N1 O. Ie O+ Ix |E"},
		{"1.e 1..2", "|N1. Ie N1. N.2 |E", "", "|N1 O. Ie N1 O. N.2 |E"},
		{"1.max(2) 1. 2", "|N1. Imax O( N2 O) N1. N2 |E", "", "|N1 O. Imax O( N2 O) N1. N2 |E"},
		{"1+2 1-2 1e+ 1e-x", "|N1 O+ N2 N1 O- N2 N1 Ie O+ N1 Ie O- Ix |E", "", "|N1 O+ N2 N1 O- N2 N1e O+ N1e O- Ix |E"},
		{"0xe+1 0XE-1 0x1.5", "|N0xe O+ N1 N0XE O- N1 N0x1 N.5 |E", "", ""},
		{"1e5+2 1.5.6", "|N1e5 O+ N2 N1.5 N.6 |E", "", "|N1e5 O+ N2 N1.5.6 |E"},
		{"09 90 1z 1Z 1a 1A 1:", "|N09 N90 N1 Iz N1 IZ N1 Ia N1 IA N1 O: |E", "", "|N09 N90 N1z N1Z N1a N1A N1 O: |E"},
		{".5.x .a", "|N.5 O. Ix O. Ia |E", "", "|N.5 O. Ix O. Ia |E"},
		{"1. ", "|N1. |E", "", ""},
		{"5", "|N5 |E", "", ""}, {"5.", "|N5. |E", "", ""}, {".", "|O. |E", "", ""},
	} {
		src := NewSource(tt.text)
		for _, way := range []struct {
			name, want string
			lex        func() ([]Token, []Problem)
		}{
			{"conditions", tt.conditions, func() ([]Token, []Problem) { return Lex(src) }},
			{"lines", tt.lines, func() ([]Token, []Problem) { return lexLines(src) }},
			{"java", tt.java, func() ([]Token, []Problem) { return lexJava(src, 0, len(tt.text)) }},
		} {
			want := way.want
			if want == "" {
				want = tt.conditions
			}
			tokens, problems := way.lex()
			if got := tokensOf(tokens, problems); got != want {
				t.Errorf("%q as %s:\ngot  %s\nwant %s", tt.text, way.name, got, want)
			}
			at := 0
			for _, token := range tokens {
				if token.Start < at || token.End < token.Start || !strings.Contains(tt.text[token.Start:token.End], token.Text) {
					t.Errorf("%q as %s: token %q from %d to %d, want token.Start at least %v, token.End at least %v and it with "+
						"%v", tt.text, way.name, token.Text, token.Start, token.End, at, token.Start, token.Text)
				}
				at = token.End
			}
		}
	}
}

func TestJavaIsLexedBetweenItsEnds(t *testing.T) {
	src := NewSource("a then\"b\" 1.x end")
	tokens, problems := lexJava(src, 6, 12)
	if got := tokensOf(tokens, problems); got != `|S"b" N1. |E` {
		t.Error(got)
	}
	if last := tokens[len(tokens)-1]; last.Start != 12 || last.End != 12 {
		t.Error(last)
	}
}

func TestLongNumbersAreCut(t *testing.T) {
	tokens, _ := Lex(NewSource(strings.Repeat("1", 401)))
	if len(tokens) != 3 || len(tokens[0].Text) != 400 || len(tokens[1].Text) != 1 {
		t.Error(len(tokens), len(tokens[0].Text))
	}
}

func TestWordsAreQuotedInMessages(t *testing.T) {
	for _, tt := range []struct {
		token Token
		want  string
	}{
		{Token{Kind: Ident, Text: "a"}, "'a'"}, {Token{Kind: Ident, Text: strings.Repeat("a", 40)}, "'" + strings.Repeat("a", 40) + "'"},
		{Token{Kind: EOF}, "end of file"}, {Token{Kind: EOF, Text: "the end of the function"}, "the end of the function"},
		{Token{Kind: Ident, Text: strings.Repeat("a", 41)}, strings.Repeat("a", 40) + "…"},
	} {
		if got := tt.token.describe(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
