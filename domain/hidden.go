package domain

import (
	"strings"
	"unicode"
)

// hiddenRunes are characters that nobody sees and that make a name look like another one:
// those that change the direction of text (Bidi_Control of the Unicode Character Database,
// and what UTS 39 and Unicode TR 36 warn of), those without width, the fillers of Hangul,
// which look like a blank, and the tags, in which whole texts can hide.
var hiddenRunes = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00AD, Hi: 0x00AD, Stride: 1}, // soft hyphen
		{Lo: 0x034F, Hi: 0x034F, Stride: 1}, // combining grapheme joiner
		{Lo: 0x061C, Hi: 0x061C, Stride: 1}, // Arabic letter mark
		{Lo: 0x115F, Hi: 0x1160, Stride: 1}, // Hangul fillers
		{Lo: 0x180E, Hi: 0x180E, Stride: 1}, // Mongolian vowel separator
		{Lo: 0x200B, Hi: 0x200B, Stride: 1}, // zero width space
		{Lo: 0x200E, Hi: 0x200F, Stride: 1}, // marks of direction
		{Lo: 0x2028, Hi: 0x202E, Stride: 1}, // separators of lines; embeddings and overrides of direction
		{Lo: 0x2060, Hi: 0x206F, Stride: 1}, // word joiner, invisible operators, isolates of direction, deprecated controls
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, // Hangul filler
		{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}, // zero width no-break space, byte order mark
		{Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1}, // halfwidth Hangul filler
		{Lo: 0xFFF9, Hi: 0xFFFB, Stride: 1}, // annotations between lines
	},
	R32:         []unicode.Range32{{Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1}}, // tags
	LatinOffset: 1,
}

// joiners are the zero width joiner and non-joiner. Persian, the scripts of India and
// emoji need them; between letters of Latin, Greek and Cyrillic they can only hide.
const joiners = "\u200C\u200D"

// CheckVisible returns a fault of kind Invalid, which names the field and the character, for
// a name with a character that nobody sees or that changes the direction of text. It is for
// names that begin: one that is stored stays as it is.
func CheckVisible(field, name string) error {
	if r, found := findHidden(name); found {
		return Refuse(BadCharacters,
			"%s must not contain invisible characters and those that change the direction of text: %U", field, r).At(field)
	}
	return nil
}

// CheckVisibleChange is CheckVisible for a name that takes the place of another one: a name
// that stays as it was is never refused.
func CheckVisibleChange(field, name, was string) error {
	if name == was {
		return nil
	}
	return CheckVisible(field, name)
}

// IsHidden reports whether a character is one that CheckVisible refuses wherever it stands.
func IsHidden(r rune) bool { return unicode.Is(hiddenRunes, r) }

// findHidden returns the first character of a text that must not be in a name.
func findHidden(s string) (rune, bool) {
	before := rune(0)
	for _, r := range s {
		if IsHidden(r) || strings.ContainsRune(joiners, r) && !takesJoiner(before) {
			return r, true
		}
		before = r
	}
	return 0, false
}

// takesJoiner reports whether a joiner may follow a character: letters and signs of scripts
// that join, and emoji with what changes their color or form.
func takesJoiner(r rune) bool {
	switch {
	case unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic):
		return false
	case unicode.In(r, unicode.L, unicode.M, unicode.So, unicode.Sk):
		return true
	}
	return false
}
