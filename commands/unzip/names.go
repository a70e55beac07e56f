package unzip

import (
	"archive/zip"
	"encoding/binary"
	"hash/crc32"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A charset is a way in which programs write names into zips without telling so.
type charset struct {
	name string
	of   encoding.Encoding
	// bonus returns what a character of several bytes speaks for the charset, by its first byte.
	bonus func(lead byte) int
}

// charsets are those that names are tried in. The first of equally likely ones counts: code page 437 is the
// default of the format.
var charsets = []charset{
	{"code page 437", charmap.CodePage437, nil},
	{"code page 850", charmap.CodePage850, nil},
	{"Windows-1252", charmap.Windows1252, nil},
	{"code page 866", charmap.CodePage866, nil},
	{"Windows-1251", charmap.Windows1251, nil},
	{"GBK", simplifiedchinese.GBK, within(0xB0, 0xD7)},
	{"Shift-JIS", japanese.ShiftJIS, within(0x82, 0x97)},
	{"EUC-KR", korean.EUCKR, within(0xB0, 0xC8)},
	{"Big5", traditionalchinese.Big5, within(0xA4, 0xC6)},
}

// within returns what speaks for characters whose first byte is among those of the common ones.
func within(from, to byte) func(byte) int {
	return func(lead byte) int {
		if lead >= from && lead <= to {
			return 6
		}
		return -3
	}
}

// extraName is the number of the field that holds a name in UTF-8.
const extraName = 0x7075

// nameEntries returns the names of entries, and the charset that those of which the archive does not tell it
// were read by, "" where that is no question.
func nameEntries(files []*zip.File) (names []string, guessed string) {
	names = make([]string, len(files))
	var unknown []int
	for i, f := range files {
		told, ok := toldName(f)
		if names[i] = told; !ok {
			unknown = append(unknown, i)
		}
	}
	valid := 0
	for _, i := range unknown {
		if utf8.ValidString(files[i].Name) {
			names[i], valid = files[i].Name, valid+1
		}
	}
	if valid == len(unknown) {
		return names, ""
	}
	var raw []string
	for _, i := range unknown {
		if !utf8.ValidString(files[i].Name) {
			raw = append(raw, files[i].Name)
		}
	}
	best := likeliest(raw)
	for _, i := range unknown {
		if !utf8.ValidString(files[i].Name) {
			names[i], _ = best.of.NewDecoder().String(files[i].Name) // what cannot be read is U+FFFD
		}
	}
	return names, best.name
}

// toldName returns the name of an entry when the archive says how it is written, or it is plain ASCII.
func toldName(f *zip.File) (string, bool) {
	const utf8Flag = 0x800
	if name, ok := unicodeName(f); ok {
		return name, true
	}
	for i := range len(f.Name) {
		if f.Name[i] >= utf8.RuneSelf {
			return f.Name, f.Flags&utf8Flag != 0 && utf8.ValidString(f.Name)
		}
	}
	return f.Name, true
}

// unicodeName returns the name that the field for it tells, unless another program has renamed the entry since.
func unicodeName(f *zip.File) (string, bool) {
	const head, fixed = 4, 5
	for extra := f.Extra; len(extra) >= head; {
		kind, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[head:]; size > len(extra) {
			return "", false
		}
		field := extra[:size]
		if extra = extra[size:]; kind != extraName || size <= fixed || field[0] != 1 {
			continue
		}
		name := string(field[fixed:])
		return name, binary.LittleEndian.Uint32(field[1:]) == crc32.ChecksumIEEE([]byte(f.Name)) && utf8.ValidString(name)
	}
	return "", false
}

// likeliest returns the charset in which names look most like those that people give.
func likeliest(names []string) charset {
	best, most := charsets[0], 0
	for i, c := range charsets {
		sum := 0
		for _, n := range names {
			sum += c.rate(n)
		}
		if i == 0 || sum > most {
			best, most = c, sum
		}
	}
	return best
}

// rate returns how much a name looks like one that people give, read in the charset.
func (c charset) rate(name string) (sum int) {
	decoder := c.of.NewDecoder()
	before := rune(0)
	for i := 0; i < len(name); {
		size := 1
		if c.bonus != nil && name[i] >= utf8.RuneSelf && i+1 < len(name) {
			size = 2
		}
		text, err := decoder.String(name[i : i+size])
		r, n := utf8.DecodeRuneInString(text)
		if size == 2 && n < len(text) { // a character of one byte, and another
			size = 1
			text, err = decoder.String(name[i : i+size])
			r, _ = utf8.DecodeRuneInString(text)
		}
		switch {
		case name[i] < utf8.RuneSelf:
		case err != nil || r == utf8.RuneError || unicode.IsControl(r):
			sum -= 20
		case size == 2:
			sum += c.bonus(name[i])
			if unicode.Is(unicode.Latin, before) {
				sum -= 5 // few words are of both
			}
			if unicode.In(r, unicode.Hiragana, unicode.Katakana) || unicode.Is(unicode.Hangul, r) {
				sum++
			}
		default:
			sum += rateRune(r, before)
		}
		before, i = r, i+size
	}
	return sum
}

// rateRune returns what a character beyond ASCII of one byte speaks for a reading, after another one.
func rateRune(r, before rune) int {
	switch {
	case unicode.Is(unicode.Cyrillic, r) && unicode.Is(unicode.Latin, before),
		unicode.Is(unicode.Latin, r) && unicode.Is(unicode.Cyrillic, before):
		return -3
	case unicode.IsUpper(r) && unicode.IsLower(before):
		return -2
	case unicode.Is(unicode.Latin, r) && unicode.Is(unicode.Latin, before) && before >= utf8.RuneSelf:
		return -1 // words have few letters with accents side by side
	case unicode.Is(unicode.Lm, r), r == 'ª', r == 'º':
		return -3
	case unicode.Is(unicode.Cyrillic, r):
		return 2
	case unicode.Is(unicode.Latin, r) && r <= unicode.MaxLatin1 && r >= 0xC0:
		return 3
	case unicode.Is(unicode.Latin, r):
		return 1
	case r == '€', r == '§', r == '°', r == '–', r == '—', r == '’', r == '£':
		return 1
	}
	return -3
}
