package javalib

import (
	"unicode"

	"github.com/seed-62a36931/docket/rules/host"
)

// characterMethod returns a method of Character that takes a char or a code point.
func characterMethod(signature string, body func(r rune) any) *host.Method {
	return pureMethod(signature, func(_ any, a []any) any {
		switch c := a[0].(type) {
		case host.Char:
			return body(rune(c))
		case int32:
			return body(c)
		}
		host.Throw("ClassCastException", "not a char")
		return nil
	})
}

// caseMethod returns a method of Character whose result has the type of its argument, a char
// or a code point.
func caseMethod(signature string, body func(r rune) rune) *host.Method {
	return pureMethod(signature, func(_ any, a []any) any {
		if c, ok := a[0].(int32); ok {
			return body(c)
		}
		c, ok := a[0].(host.Char)
		if !ok {
			host.Throw("ClassCastException", "not a char")
		}
		return host.Char(body(rune(c)))
	})
}

// digitValue returns the value of a decimal digit of any script, or -1 for other
// characters.
func digitValue(r rune) int32 {
	if !unicode.Is(unicode.Nd, r) {
		return -1
	}
	first := r
	for unicode.Is(unicode.Nd, first-1) {
		first--
	}
	return (r - first) % 10 // digits of several alphabets may be adjacent
}

// isWhitespace implements Character.isWhitespace: no-break spaces are not white space.
func isWhitespace(r rune) bool {
	return r >= '\t' && r <= '\r' || r >= 0x1c && r <= 0x20 || r > 0x7f && unicode.Is(unicode.Z, r) && r != 0xa0 && r != 0x2007 &&
		r != 0x202f
}

func isAlphabetic(r rune) bool {
	return unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Other_Alphabetic, r)
}

func numericValue(_ any, a []any) any {
	n, _ := toLong(a[0])
	r := rune(n)
	if v := digitValue(r); v >= 0 {
		return v
	}
	switch {
	case r >= 'a' && r <= 'z':
		return r - 'a' + 10
	case r >= 'A' && r <= 'Z':
		return r - 'A' + 10
	}
	return int32(-1)
}

var characterClasses = []*host.Class{{Name: "Character", Supers: []string{"Comparable"}, Statics: []*host.Method{
	characterMethod("isDigit(?) boolean", func(r rune) any { return unicode.IsDigit(r) }),
	characterMethod("isLetter(?) boolean", func(r rune) any { return unicode.IsLetter(r) }),
	characterMethod("isLetterOrDigit(?) boolean", func(r rune) any { return unicode.IsLetter(r) || unicode.IsDigit(r) }),
	characterMethod("isAlphabetic(?) boolean", func(r rune) any { return isAlphabetic(r) }),
	characterMethod("isUpperCase(?) boolean", func(r rune) any { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }),
	characterMethod("isLowerCase(?) boolean", func(r rune) any { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }),
	characterMethod("isWhitespace(?) boolean", func(r rune) any { return isWhitespace(r) }),
	characterMethod("isSpaceChar(?) boolean", func(r rune) any { return unicode.Is(unicode.Z, r) }),
	caseMethod("toUpperCase(?) ?", unicode.ToUpper), caseMethod("toLowerCase(?) ?", unicode.ToLower),
	pureMethod("getNumericValue(?) int", numericValue),
	pureMethod("toString(?) String", func(_ any, a []any) any { return searchText(a[0]) }),
	pureMethod("valueOf(char) Character", returnArgument), pureMethod("hashCode(char) int", hashCodeOf),
	pureMethod("compare(char, char) int", func(_ any, a []any) any { return int32(a[0].(host.Char)) - int32(a[1].(host.Char)) }),
}, Methods: []*host.Method{
	pureMethod("charValue() char", func(this any, _ []any) any { return this }),
	pureMethod("compareTo(Character) int", func(this any, a []any) any { return int32(this.(host.Char)) - int32(a[0].(host.Char)) }),
}}}
