package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// operators, longest first. A closing angle bracket is always a token of its
// own, because it also closes type arguments; the parser joins shifts.
var operators = []string{
	"...", "<<=",
	"->", "::", "++", "--", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", "!.", ":=",
}

const singleOperators = "(){}[];,.@=<>!~?:+-*/&|^%#"

// Lex splits a source into tokens. The last token is EOF. The problems are
// comments and strings that are not closed, escapes that no string may have, and
// characters that may stand in strings and comments only. Strings may span lines.
func Lex(src *Source) ([]Token, []Problem) {
	l := &lexer{text: src.Text, newRow: true, multiline: true}
	return l.lexAll()
}

// lexLines does what Lex does, but strings must end on their line.
func lexLines(src *Source) ([]Token, []Problem) {
	l := &lexer{text: src.Text, newRow: true}
	return l.lexAll()
}

// lexJava does what Lex does for the Java code between two offsets.
func lexJava(src *Source, from, to int) ([]Token, []Problem) {
	l := &lexer{text: src.Text[:to], at: from, newRow: true, java: true}
	return l.lexAll()
}

// MaxTokens is how many tokens of a file are read: what a check does beyond that grows with them,
// whatever they are. A file of 5 MiB as people write them has fewer.
const MaxTokens = 1_000_000

type lexer struct {
	text      string
	at        int
	newRow    bool
	multiline bool // strings may span lines
	java      bool // numbers are those of Java
	tokens    []Token
	problems  []Problem
}

func (l *lexer) lexAll() ([]Token, []Problem) {
	if l.at == 0 && strings.HasPrefix(l.text, "\ufeff") {
		l.at = len("\ufeff")
	}
	l.tokens = make([]Token, 0, (len(l.text)-l.at)/4+8)
	for l.lexNext() {
		if len(l.tokens) >= MaxTokens {
			l.problems = append(l.problems, Problem{l.at, fmt.Sprintf("the file has more than %d words and signs", MaxTokens)})
			break
		}
	}
	l.tokens = append(l.tokens, Token{Kind: EOF, Start: len(l.text), End: len(l.text), FirstOnRow: true})
	return l.tokens, l.problems
}

func (l *lexer) lexNext() bool {
	l.skipBlank()
	if l.at >= len(l.text) {
		return false
	}
	start := l.at
	switch c := l.text[l.at]; {
	case strings.HasPrefix(l.text[l.at:], `"""`):
		l.textBlock()
	case c == '"':
		l.lexString('"', Str)
	case c == '\'':
		l.lexString('\'', Quoted)
	case c >= '0' && c <= '9', c == '.' && l.digitAt(l.at+1):
		l.lexNumber()
	case l.identAt(l.at):
		l.lexIdentifier()
		l.emitToken(wordKind(l.text[start:l.at]), start)
	case c == '`':
		l.lexBackticks()
	default:
		l.lexOperator()
	}
	return true
}

func (l *lexer) emitToken(kind TokenKind, start int) {
	l.tokens = append(l.tokens, Token{Kind: kind, Text: l.text[start:l.at], Start: start, End: l.at, FirstOnRow: l.newRow})
	l.newRow = false
}

func (l *lexer) addProblem(at int, format string, args ...any) {
	if len(l.problems) < maxProblems {
		l.problems = append(l.problems, Problem{at, fmt.Sprintf(format, args...)})
	}
}

func (l *lexer) skipBlank() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case rest[0] == '\n', rest[0] == '\r':
			l.newRow = true
			l.at++
		case rest[0] == ' ', rest[0] == '\t', rest[0] == '\f':
			l.at++
		case strings.HasPrefix(rest, "//"):
			l.at += len(rest) - len(strings.TrimLeftFunc(rest, isInRow))
		case strings.HasPrefix(rest, "/*"):
			l.blockComment(rest)
		default:
			return
		}
	}
}

// isInRow reports whether a character does not end a line.
func isInRow(r rune) bool { return r != '\r' && r != '\n' }

func (l *lexer) blockComment(rest string) {
	end := strings.Index(rest[2:], "*/")
	if end < 0 {
		l.addProblem(l.at, "comment is not closed")
		l.at = len(l.text)
		return
	}
	if strings.ContainsAny(rest[:end+2], "\r\n") {
		l.newRow = true
	}
	l.at += end + 4
}

func wordKind(word string) TokenKind {
	if word == "true" || word == "false" || word == "null" {
		return Constant
	}
	return Ident
}

func isIdentStart(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || r > 127 && unicode.In(r, unicode.Sc, unicode.Pc, unicode.Nl)
}

func isIdentPart(r rune) bool {
	return isIdentStart(r) || unicode.IsDigit(r) || r > 127 && unicode.In(r, unicode.Mn, unicode.Mc)
}

func (l *lexer) identAt(i int) bool {
	if i >= len(l.text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(l.text[i:])
	return isIdentStart(r)
}

func (l *lexer) lexIdentifier() {
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if !isIdentPart(r) {
			return
		}
		l.at += size
	}
}

// lexBackticks reads an identifier between backticks.
func (l *lexer) lexBackticks() {
	start := l.at
	l.at++
	if l.identAt(l.at) {
		l.lexIdentifier()
		if strings.HasPrefix(l.text[l.at:], "`") {
			l.at++
			l.emitToken(Ident, start)
			last := &l.tokens[len(l.tokens)-1]
			last.Text = strings.Trim(last.Text, "`")
			return
		}
	}
	l.at = start
	l.lexOperator()
}

func (l *lexer) lexOperator() {
	start := l.at
	if rest := l.text[l.at:]; len(rest) > 1 && strings.IndexByte("=>:+-&|<.", rest[1]) >= 0 {
		for _, op := range operators {
			if strings.HasPrefix(rest, op) {
				l.at += len(op)
				l.emitToken(Op, start)
				return
			}
		}
	}
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	l.at += size
	if strings.ContainsRune(singleOperators, r) {
		l.emitToken(Op, start)
		return
	}
	if r != '\\' {
		l.addProblem(start, "%s may only stand in strings and comments", describeCharacter(r, l.text[start:l.at]))
	}
	l.emitToken(Other, start)
}

// describeCharacter returns a printable description of a character for messages.
func describeCharacter(r rune, bytes string) string {
	switch {
	case r == utf8.RuneError && len(bytes) == 1:
		return fmt.Sprintf("the byte 0x%02x", bytes)
	case r == 0:
		return "a NUL byte"
	case unicode.IsGraphic(r) && !unicode.IsSpace(r):
		return "the character '" + string(r) + "'"
	}
	return fmt.Sprintf("the character U+%04X", r)
}
