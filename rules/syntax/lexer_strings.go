package syntax

import "strings"

// lexString reads a string up to its closing quote. An unclosed one is reported at
// its opening quote and ends with the text, or with the line when strings must.
func (l *lexer) lexString(quote byte, kind TokenKind) {
	start := l.at
	ends := func(i int) bool { return i >= len(l.text) || l.text[i] == '\n' && !l.multiline }
	for l.at++; !ends(l.at); l.at++ {
		switch l.text[l.at] {
		case '\\':
			l.checkEscape()
			if !ends(l.at + 1) {
				l.at++
			}
		case quote:
			l.at++
			l.emitToken(kind, start)
			return
		}
	}
	l.addProblem(start, "string is not closed")
	l.emitToken(kind, start)
}

// escapes holds the characters that may follow a backslash, besides u and octal digits:
// those of Java, and those of regular expressions.
const escapes = `bBtnfr"'\.oxaecdDsSwWpAGZzQE*[]()$^{}?+-&|`

// checkEscape checks the escape sequence after a backslash.
func (l *lexer) checkEscape() {
	if l.at+1 >= len(l.text) {
		return
	}
	c := l.text[l.at+1]
	switch {
	case strings.IndexByte(escapes, c) >= 0, c >= '0' && c <= '7', c == '\n' && !l.multiline:
	case c == 'u':
		if digits := strings.TrimLeft(l.text[l.at+1:min(len(l.text), l.at+16)], "u"); !hexDigits(digits) {
			l.addProblem(l.at, "illegal unicode escape")
		}
	default:
		l.addProblem(l.at, "illegal escape character \\%c", c)
	}
}

func hexDigits(s string) bool {
	if len(s) < 4 {
		return false
	}
	for _, c := range []byte(s[:4]) {
		if strings.IndexByte("0123456789abcdefABCDEF", c) < 0 {
			return false
		}
	}
	return true
}

func (l *lexer) textBlock() {
	start := l.at
	for l.at += 3; l.at < len(l.text); l.at++ {
		if l.text[l.at] == '\\' {
			l.at++
		} else if strings.HasPrefix(l.text[l.at:], `"""`) {
			l.at += 3
			l.emitToken(TextBlock, start)
			return
		}
	}
	l.at = len(l.text)
	l.addProblem(start, "text block is not closed")
	l.emitToken(TextBlock, start)
}
