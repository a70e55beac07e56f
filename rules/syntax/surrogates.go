package syntax

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Strings of rules are UTF-8, and a half of a pair of surrogates that stands alone, as
// Java's strings may have it, is written as UTF-8 would write its number. Other programs
// cannot read such a string: ReplaceHalves makes it valid UTF-8.

const half = 0xED // the first byte of a half, and of other characters from U+D000 on

// AppendUnit adds a UTF-16 unit that is no half of a pair, or a half that stands alone.
func AppendUnit(b []byte, unit uint16) []byte {
	if utf16.IsSurrogate(rune(unit)) {
		return append(b, half, 0x80|byte(unit>>6)&0x3F, 0x80|byte(unit)&0x3F)
	}
	return utf8.AppendRune(b, rune(unit))
}

// LoneUnit returns the half of a pair at the beginning of a string, or 0 when there is
// none. It takes three bytes.
func LoneUnit(s string) uint16 {
	if len(s) < 3 || s[0] != half || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0
	}
	return 0xD000 | uint16(s[1]&0x3F)<<6 | uint16(s[2]&0x3F)
}

// JoinHalves returns a string in which two halves next to each other are joined to one
// character.
func JoinHalves(s string) string {
	return replaceEachHalf(s, func(b *strings.Builder, first, second uint16) int {
		if r := utf16.DecodeRune(rune(first), rune(second)); r != utf8.RuneError {
			b.WriteRune(r)
			return 6
		}
		b.Write(AppendUnit(nil, first))
		return 3
	})
}

// ReplaceHalves returns a string with U+FFFD in place of each single half.
func ReplaceHalves(s string) string {
	return replaceEachHalf(s, func(b *strings.Builder, _, _ uint16) int {
		b.WriteRune(utf8.RuneError)
		return 3
	})
}

// replaceEachHalf replaces each half. It calls replace with the half and the one after it,
// or 0; replace returns how many bytes it has used.
func replaceEachHalf(s string, replace func(b *strings.Builder, first, second uint16) int) string {
	at := strings.IndexByte(s, half)
	if at < 0 {
		return s
	}
	var b strings.Builder
	from := 0
	for ; at < len(s); at++ {
		if unit := LoneUnit(s[at:]); unit != 0 {
			b.WriteString(s[from:at])
			from = at + replace(&b, unit, LoneUnit(s[at+3:]))
			at = from - 1
		}
	}
	if from == 0 {
		return s
	}
	return b.String() + s[from:]
}
