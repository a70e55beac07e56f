package office

import (
	"bytes"
	"strconv"
	"strings"
)

// Symbol fonts draw their own signs for the codes of other characters. A reader wants the sign, not the code: a
// ticked box is U+2611 or U+2612 in whatever font. So the common ones become characters.

// symbolFonts are the signs of the fonts by their codes, from 0x20.
var symbolFonts = map[string]map[byte]rune{
	"wingdings": wingdings, "wingdings 2": wingdings2, "wingdings 3": wingdings3, "webdings": webdings, "symbol": symbols,
}

var wingdings = map[byte]rune{
	' ': ' ', '!': '✏', '"': '✂', '#': '✁', '(': '☎', ')': '✆', '*': '✉', '6': '⌛', '?': '✍', 'A': '✌', 'C': '👍', 'D': '👎',
	'E': '☜', 'F': '☞',
	'G': '☝', 'H': '☟', 'J': '☺', 'K': '😐', 'L': '☹', 'M': '💣', 'N': '☠', 'O': '⚐', 'Q': '✈', 'R': '☼', 'S': '💧', 'T': '❄', 'U': '✝',
	'V': '✞', 'X': '✠', 'Y': '✡', 'Z': '☪', '[': '☯', ']': '☸', 'l': '●', 'm': '❍', 'n': '■', 'o': '□', 'p': '◻', 'q': '❑',
	'r': '❒', 's': '⬧',
	't': '⧫', 'u': '◆', 'v': '❖', 'w': '⬥', 'x': '⌧', 'y': '⍓', 'z': '⌘', '{': '❀', '|': '✿', '}': '❝', '~': '❞',
	0x80: '⓪', 0x81: '①', 0x82: '②', 0x83: '③', 0x84: '④', 0x85: '⑤', 0x86: '⑥', 0x87: '⑦', 0x88: '⑧', 0x89: '⑨', 0x8a: '⑩',
	0x8b: '⓿', 0x8c: '❶',
	0x8d: '❷', 0x8e: '❸', 0x8f: '❹', 0x90: '❺', 0x91: '❻', 0x92: '❼', 0x93: '❽', 0x94: '❾', 0x95: '❿', 0x9e: '·', 0x9f: '•',
	0xa0: '▪', 0xa1: '○', 0xa4: '◉',
	0xa5: '◎', 0xa7: '▪', 0xa8: '☐', 0xaa: '✦', 0xab: '★', 0xac: '✶', 0xad: '✴', 0xae: '✹', 0xaf: '✵', 0xb1: '⌖', 0xb6: '✰',
	0xd5: '⌫', 0xd6: '⌦', 0xd8: '➢',
	0xdf: '←', 0xe0: '→', 0xe1: '↑', 0xe2: '↓', 0xe3: '↖', 0xe4: '↗', 0xe5: '↙', 0xe6: '↘', 0xe7: '←', 0xe8: '➔', 0xe9: '↑',
	0xea: '↓', 0xef: '⇦', 0xf0: '⇨',
	0xf1: '⇧', 0xf2: '⇩', 0xf3: '⬄', 0xfb: '✗', 0xfc: '✓', 0xfd: '☒', 0xfe: '☑',
}

var wingdings2 = map[byte]rune{
	' ': ' ', 'O': '✗', 'P': '✓', 'Q': '☒', 'R': '☑', 'S': '☒', 'T': '☒', 'U': '⊗', 'V': '⊗', 'j': '⓪', 'k': '①', 'l': '②',
	'm': '③', 'n': '④', 'o': '⑤', 'p': '⑥',
	'q': '⑦', 'r': '⑧', 's': '⑨', 't': '⑩', 0x96: '•', 0x97: '●', 0x98: '⬤', 0x99: '○', 0x9a: '○', 0x9e: '⊙', 0xa0: '▪',
	0xa1: '■', 0xa2: '■', 0xa3: '☐',
	0xae: '◆', 0xaf: '◇', 0xeb: '★',
}

var wingdings3 = map[byte]rune{
	' ': ' ', 'f': '←', 'g': '→', 'h': '↑', 'i': '↓', 'j': '↖', 'k': '↗', 'l': '↙', 'm': '↘', 'n': '↔', 'o': '↕', 'p': '▲',
	'q': '▼', 'r': '△', 's': '▽', 't': '◀',
	'u': '▶', 'v': '◁', 'w': '▷', 0x7d: '▶', 0x82: '▲', 0x83: '▼', 0x84: '◀', 0x85: '▶',
}

var webdings = map[byte]rune{
	' ': ' ', '3': '◀', '4': '▶', '5': '▲', '6': '▼', 'a': '✓', 'c': '☐', 'g': '■', 'n': '●', 'r': '✗', 0x9f: '🖂', 0xfc: '✉',
	'i': 'ℹ', '=': '•',
}

// symbols are those of the font Symbol that differ from ASCII.
var symbols = func() map[byte]rune {
	out := map[byte]rune{}
	for i, r := range []rune(` !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼`) {
		out[byte(0x20+i)] = r
	}
	for i, r := range []rune(`€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑`) {
		out[byte(0xa0+i)] = r
	}
	for code, r := range map[byte]rune{0xf1: '〉', 0xf2: '∫'} {
		out[code] = r
	}
	return out
}()

// fontOf returns the signs of a font, nil when it is no symbol font.
func fontOf(name string) map[byte]rune { return symbolFonts[strings.ToLower(strings.TrimSpace(name))] }

// readSymbols returns a text in a symbol font with the characters of its signs. Without all, only codes of the
// private area are changed.
func readSymbols(s string, font map[byte]rune, all bool) string {
	return strings.Map(func(r rune) rune {
		code := r
		if r >= 0xf020 && r <= 0xf0ff {
			code = r - 0xf000
		} else if !all || r > 0xff {
			return r
		}
		if sign, ok := font[byte(code)]; ok {
			return sign
		}
		return r
	}, s)
}

// nameSymbols returns a part of a document with the signs of symbol fonts as characters.
func nameSymbols(text []byte) []byte {
	lower := bytes.ToLower(text)
	if !bytes.Contains(lower, []byte("dings")) && !bytes.Contains(lower, []byte(`"symbol"`)) {
		return text
	}
	r := symbolReader{text: text}
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		r.readTag(t)
	}
	return applyEdits(text, r.edits)
}

// A symbolReader finds signs of symbol fonts in a part of a document.
type symbolReader struct {
	text  []byte
	edits []edit
	font  map[byte]rune // of the run
	level tag           // text of a level of numbers
}

func (r *symbolReader) readTag(t tag) {
	if t.closing {
		if t.name == "w:r" || t.name == "w:lvl" {
			r.font, r.level = nil, tag{}
		}
		return
	}
	open := string(r.text[t.begin:t.end])
	switch t.name {
	case "w:r":
		r.font = nil
	case "w:lvlText":
		r.level = t
	case "w:rFonts":
		r.readFonts(t, open)
	case "w:sym":
		code, err := strconv.ParseUint(attributeOf(open, "w:char"), 16, 16)
		if font := fontOf(attributeOf(open, "w:font")); err == nil && font != nil && t.empty {
			if sign, ok := font[byte(code)]; ok && (code < 0x100 || code >= 0xf000) {
				r.edits = append(r.edits, edit{t.begin, t.end, `<w:t xml:space="preserve">` + escapeText(string(sign)) + `</w:t>`})
			}
		}
	case "w:t":
		if r.font == nil || t.empty {
			return
		}
		content := contentOf(r.text, t)
		if s := plainText(content); readSymbols(s, r.font, true) != s {
			r.edits = append(r.edits, edit{t.end, t.end + len(content), escapeText(readSymbols(s, r.font, true))})
		}
	}
}

// readFonts takes the fonts of a run, or of the numbers of a list.
func (r *symbolReader) readFonts(t tag, open string) {
	font := fontOf(attributeOf(open, "w:ascii"))
	if font == nil {
		return
	}
	if r.level.end == 0 {
		r.font = font
		r.edits = append(r.edits, edit{from: t.begin, to: elementEnd(r.text, t)})
		return
	}
	level := string(r.text[r.level.begin:r.level.end])
	from, to, ok := attributeRange(level, "w:val")
	if !ok {
		return
	}
	if s := plainText([]byte(level[from:to])); readSymbols(s, font, true) != s && !strings.Contains(s, "%") {
		r.edits = append(r.edits, edit{r.level.begin + from, r.level.begin + to, escapeText(readSymbols(s, font, true))},
			edit{from: t.begin, to: elementEnd(r.text, t)})
	}
}

// nameSlideSymbols returns a part of a presentation with the signs of symbol fonts as characters.
func nameSlideSymbols(text []byte) []byte {
	if !bytes.Contains(bytes.ToLower(text), []byte("dings")) && !bytes.Contains(text, []byte(`"Symbol"`)) {
		return text
	}
	var edits []edit
	var font, bullets map[byte]rune
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		open := string(text[t.begin:t.end])
		switch {
		case t.closing && (t.name == "a:r" || t.name == "a:fld"):
			font = nil
		case t.closing:
			if t.name == "a:pPr" || strings.HasPrefix(t.name, "a:lvl") {
				bullets = nil
			}
		case t.name == "a:latin" || t.name == "a:sym":
			if named := fontOf(attributeOf(open, "typeface")); named != nil {
				font = named
			}
		case t.name == "a:buFont":
			if bullets = fontOf(attributeOf(open, "typeface")); bullets != nil {
				edits = append(edits, edit{from: t.begin, to: elementEnd(text, t)})
			}
		case t.name == "a:buChar" && bullets != nil:
			if from, to, ok := attributeRange(open, "char"); ok {
				edits = append(edits, edit{t.begin + from, t.begin + to, escapeText(readSymbols(plainText([]byte(open[from:to])), bullets, true))})
			}
		case t.name == "a:t" && font != nil && !t.empty:
			content := contentOf(text, t)
			if s := plainText(content); readSymbols(s, font, false) != s {
				edits = append(edits, edit{t.end, t.end + len(content), escapeText(readSymbols(s, font, false))})
			}
		}
	}
	return applyEdits(text, edits)
}

// partNotes returns the text of a document with a blank before each mark of a note, so that the mark does not join the
// word or figure before it.
func partNotes(text []byte) []byte {
	var edits []edit
	for _, kind := range []string{"<w:footnoteReference", "<w:endnoteReference"} {
		for at := 0; ; {
			i := bytes.Index(text[at:], []byte(kind))
			if i < 0 {
				break
			}
			at += i
			edits = append(edits, edit{at, at, `<w:t xml:space="preserve"> </w:t>`})
			at += len(kind)
		}
	}
	return applyEdits(text, edits)
}
