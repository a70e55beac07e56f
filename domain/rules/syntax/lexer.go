package syntax

import (
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
// comments and strings that are not closed; a string may span lines.
func Lex(src *Source) ([]Token, []Problem) {
	l := &lexer{text: src.Text, newRow: true, multiline: true}
	if strings.HasPrefix(l.text, "\ufeff") {
		l.at = len("\ufeff")
	}
	return l.all()
}

// lexLines is Lex for strings that end on their line, from one offset to another.
func lexLines(src *Source, from, to int) ([]Token, []Problem) {
	l := &lexer{text: src.Text[:to], at: from, newRow: true}
	if from == 0 && strings.HasPrefix(l.text, "\ufeff") {
		l.at = len("\ufeff")
	}
	return l.all()
}

type lexer struct {
	text      string
	at        int
	newRow    bool
	multiline bool // strings may span lines
	tokens    []Token
	problems  []Problem
}

func (l *lexer) all() ([]Token, []Problem) {
	for l.next() {
	}
	l.tokens = append(l.tokens, Token{Kind: EOF, Start: len(l.text), End: len(l.text), FirstOnRow: true})
	return l.tokens, l.problems
}

func (l *lexer) next() bool {
	l.skipBlank()
	if l.at >= len(l.text) {
		return false
	}
	start := l.at
	switch c := l.text[l.at]; {
	case strings.HasPrefix(l.text[l.at:], `"""`):
		l.textBlock()
	case c == '"':
		l.quoted('"', Str)
	case c == '\'':
		l.quoted('\'', Quoted)
	case c >= '0' && c <= '9', c == '.' && l.digitAt(l.at+1):
		l.number()
	default:
		if r, size := utf8.DecodeRuneInString(l.text[l.at:]); isIdentStart(r) {
			l.at += size
			l.identifier()
			l.emit(Ident, start)
			break
		}
		l.operator()
	}
	return true
}

func (l *lexer) emit(kind TokenKind, start int) {
	l.tokens = append(l.tokens, Token{Kind: kind, Text: l.text[start:l.at], Start: start, End: l.at, FirstOnRow: l.newRow})
	l.newRow = false
}

func (l *lexer) problem(at int, message string) {
	l.problems = append(l.problems, Problem{at, message})
}

func (l *lexer) skipBlank() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case rest[0] == '\n':
			l.newRow = true
			l.at++
		case rest[0] == ' ', rest[0] == '\t', rest[0] == '\r', rest[0] == '\f':
			l.at++
		case strings.HasPrefix(rest, "//"):
			if end := strings.IndexByte(rest, '\n'); end >= 0 {
				l.at += end
			} else {
				l.at = len(l.text)
			}
		case strings.HasPrefix(rest, "/*"):
			l.blockComment(rest)
		default:
			r, size := utf8.DecodeRuneInString(rest)
			if !unicode.IsSpace(r) && r != '\ufeff' {
				return
			}
			l.at += size
		}
	}
}

func (l *lexer) blockComment(rest string) {
	end := strings.Index(rest[2:], "*/")
	if end < 0 {
		l.problem(l.at, "comment is not closed")
		l.at = len(l.text)
		return
	}
	if strings.Contains(rest[:end+2], "\n") {
		l.newRow = true
	}
	l.at += end + 4
}

func isIdentStart(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r)
}

func (l *lexer) identifier() {
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if !isIdentStart(r) && !unicode.IsDigit(r) {
			return
		}
		l.at += size
	}
}

// quoted reads a string up to its closing quote. An unclosed one is reported at
// its opening quote and ends with the text, or with the line when strings must.
func (l *lexer) quoted(quote byte, kind TokenKind) {
	start := l.at
	ends := func(i int) bool { return i >= len(l.text) || l.text[i] == '\n' && !l.multiline }
	for l.at++; !ends(l.at); l.at++ {
		switch l.text[l.at] {
		case '\\':
			if !ends(l.at + 1) {
				l.at++
			}
		case quote:
			l.at++
			l.emit(kind, start)
			return
		}
	}
	l.problem(start, "string is not closed")
	l.emit(kind, start)
}

func (l *lexer) textBlock() {
	start := l.at
	for l.at += 3; l.at < len(l.text); l.at++ {
		if l.text[l.at] == '\\' {
			l.at++
		} else if strings.HasPrefix(l.text[l.at:], `"""`) {
			l.at += 3
			l.emit(TextBlock, start)
			return
		}
	}
	l.at = len(l.text)
	l.problem(start, "text block is not closed")
	l.emit(TextBlock, start)
}

func (l *lexer) digitAt(i int) bool {
	return i < len(l.text) && l.text[i] >= '0' && l.text[i] <= '9'
}

// number reads the longest run that can be part of a Java number; its form is
// judged when its value is needed.
func (l *lexer) number() {
	start := l.at
	hex := strings.HasPrefix(l.text[l.at:], "0x") || strings.HasPrefix(l.text[l.at:], "0X")
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case c >= '0' && c <= '9', c == '_', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case c == '.' && !hex && l.digitAt(l.at+1):
		case c == '.' && !hex && !l.identAt(l.at+1) && !strings.HasPrefix(l.text[l.at:], ".."):
		case (c == '+' || c == '-') && !hex && (l.text[l.at-1] == 'e' || l.text[l.at-1] == 'E') && l.digitAt(l.at+1):
		default:
			l.emit(Number, start)
			return
		}
		l.at++
	}
	l.emit(Number, start)
}

func (l *lexer) identAt(i int) bool {
	if i >= len(l.text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(l.text[i:])
	return isIdentStart(r)
}

func (l *lexer) operator() {
	start := l.at
	for _, op := range operators {
		if strings.HasPrefix(l.text[l.at:], op) {
			l.at += len(op)
			l.emit(Op, start)
			return
		}
	}
	r, size := utf8.DecodeRuneInString(l.text[l.at:])
	l.at += size
	if strings.ContainsRune(singleOperators, r) {
		l.emit(Op, start)
		return
	}
	l.emit(Other, start)
}
