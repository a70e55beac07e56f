package syntax

import (
	"regexp"
	"strings"
)

// conditionNumber is the longest number or length of time of a condition: what
// follows it at once is another token.
var conditionNumber = regexp.MustCompilePOSIX(`^(0[xX][0-9a-fA-F]+[lLI]?` +
	`|[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?[fFdDB]?|\.[0-9]+([eE][-+]?[0-9]+)?[fFdDB]?` +
	`|[0-9]+([eE][-+]?[0-9]+)?[fFdDB]?|[0-9]+[lLI]` +
	`|([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+(ms)?)?)`)

// numberLimit is the largest number of bytes in a number of a condition.
const numberLimit = 400

func (l *lexer) lexNumber() {
	start := l.at
	if l.java {
		l.javaNumber()
	} else {
		l.at += len(conditionNumber.FindString(l.text[l.at:min(len(l.text), l.at+numberLimit)]))
	}
	l.emitToken(Number, start)
}

// javaNumber reads the longest run that can be part of a Java number; its form is checked
// when its value is needed.
func (l *lexer) javaNumber() {
	hex := strings.HasPrefix(l.text[l.at:], "0x") || strings.HasPrefix(l.text[l.at:], "0X")
	for ; l.at < len(l.text); l.at++ {
		c := l.text[l.at]
		switch {
		case c >= '0' && c <= '9', c == '_', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case c == '.' && !hex && l.digitAt(l.at+1):
		case c == '.' && !hex && l.floatsAt(l.at+1):
		case c == '.' && !hex && !l.identAt(l.at+1) && !strings.HasPrefix(l.text[l.at:], ".."):
		case (c == '+' || c == '-') && !hex && (l.text[l.at-1] == 'e' || l.text[l.at-1] == 'E') && l.digitAt(l.at+1):
		default:
			return
		}
	}
}

// floatsAt reports whether a suffix or an exponent at i makes the number before it a
// floating-point number.
func (l *lexer) floatsAt(i int) bool {
	if i >= len(l.text) {
		return false
	}
	switch l.text[i] {
	case 'f', 'F', 'd', 'D':
		return !l.identAt(i+1) && !l.digitAt(i+1)
	case 'e', 'E':
		return l.digitAt(i+1) || i+1 < len(l.text) && strings.IndexByte("+-", l.text[i+1]) >= 0 && l.digitAt(i+2)
	}
	return false
}

func (l *lexer) digitAt(i int) bool {
	return i < len(l.text) && l.text[i] >= '0' && l.text[i] <= '9'
}
