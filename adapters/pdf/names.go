package pdf

import (
	"bytes"
	"math"
	"regexp"
	"slices"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// Limits of comparing what a font says of its characters.
const (
	maxMapBytes   = 1 << 20 // of a map to characters
	systematic    = 3       // so many contradictions are no slip
	maxFontsAsked = 500     // of a page
)

// A correction tells which characters the glyphs of a font are, where its map says others than its encoding.
type correction struct {
	truth map[rune]rune // by what the map says
	doubt map[rune]bool // what the map says of several, or too seldom to be sure
}

// correctNames puts the characters that a font's encoding names in the place of those that its map to characters
// says, where the two contradict each other: what is drawn follows the encoding. It counts those in doubt.
func (r *pageReader) correctNames(index int, p *layout.Page) {
	if !r.f.lookUp() || len(p.Glyphs) == 0 {
		return
	}
	corrections := r.f.correctionsOf(index)
	if len(corrections) == 0 {
		return
	}
	doubts := 0
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		c := corrections[r.sh.styles[g.Style].Font]
		switch {
		case c == nil || g.Generated:
		case c.doubt[g.Rune]:
			doubts++
		default:
			if truth, ok := c.truth[g.Rune]; ok {
				g.Rune = truth
			}
		}
	}
	if doubts > 0 {
		p.Findings = append(p.Findings, document.Finding{Kind: document.FindingCharactersInDoubt, Count: doubts, Values: true})
	}
}

// correctionsOf returns the corrections of the fonts of a page by their name.
func (f *pdfFile) correctionsOf(index int) map[string]*correction {
	page := f.pageDict(index)
	if page == nil {
		return nil
	}
	var out map[string]*correction
	names := map[string]int{}
	for _, v := range f.store.fontsOf(page) {
		font := f.store.Dict(v)
		if font.Get("ToUnicode") == nil || f.store.Name(font.Get("Subtype")) == "Type0" {
			continue
		}
		name := bareName(string(f.store.Name(font.Get("BaseFont"))))
		names[name]++
		c := f.correctionOf(v, font)
		if c == nil {
			continue
		}
		if out == nil {
			out = map[string]*correction{}
		}
		out[name] = c
	}
	for name, c := range out {
		if names[name] > 1 { // which of them a glyph is of is not known
			for said := range c.truth {
				c.doubt[said] = true
			}
		}
	}
	return out
}

// fontsOf returns the fonts of a page and of the forms on it.
func (s *objectStore) fontsOf(page syntax.Dict) (fonts []any) {
	seen := map[syntax.Ref]bool{}
	var add func(resources syntax.Dict, depth int)
	add = func(resources syntax.Dict, depth int) {
		for _, kind := range []syntax.Name{"Font", "XObject"} {
			for _, e := range s.Dict(resources.Get(kind)) {
				ref, isRef := e.Value.(syntax.Ref)
				if isRef && seen[ref] || len(seen) >= maxFontsAsked || len(fonts) >= maxFontsAsked {
					continue
				}
				if isRef {
					seen[ref] = true
				}
				if kind == "Font" {
					fonts = append(fonts, e.Value)
				} else if form := s.Dict(e.Value); depth < maxFormDepth && s.Name(form.Get("Subtype")) == "Form" {
					add(s.Dict(form.Get("Resources")), depth+1)
				}
			}
		}
	}
	add(s.Dict(page.Get("Resources")), 0)
	return fonts
}

// correctionOf returns the correction of a font, nil when its map and its encoding agree.
func (f *pdfFile) correctionOf(v any, font syntax.Dict) *correction {
	ref, isRef := v.(syntax.Ref)
	if c, known := f.corrections[int(ref)]; isRef && known {
		return c
	}
	c := f.store.compareNames(font)
	if isRef {
		if f.corrections == nil {
			f.corrections = map[int]*correction{}
		}
		f.corrections[int(ref)] = c
	}
	return c
}

// compareNames compares the map of a font to characters with its encoding, for letters and figures.
func (s *objectStore) compareNames(font syntax.Dict) *correction {
	named, certain := s.namedCodes(font)
	if len(named) == 0 {
		return nil
	}
	text, err := s.Decode(font.Get("ToUnicode"), maxMapBytes)
	if err != nil {
		return nil
	}
	c := &correction{truth: map[rune]rune{}, doubt: map[rune]bool{}}
	other := 0
	for code, chars := range codesOf(text, 255) {
		is, ok := named[code]
		if !ok || len(chars) != 1 {
			continue
		}
		said := chars[0]
		if before, twice := c.truth[said]; twice && before != is {
			c.doubt[said] = true
		}
		c.truth[said] = is
		if is != said {
			other++
		}
	}
	if other == 0 {
		return nil
	}
	if !certain && other < systematic {
		for said, is := range c.truth {
			if said != is {
				c.doubt[said] = true
			}
		}
	}
	return c
}

// figureNames are the names of glyphs of figures.
var figureNames = map[syntax.Name]rune{"zero": '0', "one": '1', "two": '2', "three": '3', "four": '4', "five": '5',
	"six": '6', "seven": '7',
	"eight": '8', "nine": '9'}

// namedCodes returns which letters and figures the encoding of a font names. It is certain for fonts that are not in
// the file: they are drawn by their encoding. Of those in the file only names that the encoding lists count.
func (s *objectStore) namedCodes(font syntax.Dict) (named map[int]rune, certain bool) {
	descriptor := s.Dict(font.Get("FontDescriptor"))
	inFile := syntax.FirstOfKeys(descriptor, "FontFile", "FontFile2", "FontFile3") != nil || s.Name(font.Get("Subtype")) == "Type3"
	encoding := s.Resolve(font.Get("Encoding"))
	base, differences := syntax.Name(""), syntax.Array(nil)
	switch e := encoding.(type) {
	case syntax.Name:
		base = e
	case syntax.Dict:
		base, differences = s.Name(e.Get("BaseEncoding")), s.List(e.Get("Differences"))
	}
	named = map[int]rune{}
	if !inFile && (base == "WinAnsiEncoding" || base == "MacRomanEncoding" || base == "StandardEncoding") {
		for r := '0'; r <= 'z'; r++ {
			if isLetterOrFigure(r) {
				named[int(r)] = r
			}
		}
	}
	code := 0
	for _, v := range differences {
		if n, ok := syntax.IntOf(s.Resolve(v)); ok {
			code = n
			continue
		}
		name := s.Name(v)
		delete(named, code)
		if r, ok := figureNames[name]; ok {
			named[code] = r
		} else if len(name) == 1 && isLetterOrFigure(rune(name[0])) {
			named[code] = rune(name[0])
		}
		code++
	}
	return named, !inFile
}

// isLetterOrFigure reports whether a character is one of ASCII.
func isLetterOrFigure(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}

// codesOf returns the characters of a map to characters by code, of codes up to the highest one.
func codesOf(text []byte, highest int) map[int][]rune {
	out := map[int][]rune{}
	eachPart(text, "beginbfchar", "endbfchar", func(r *syntax.ValueReader) bool {
		code, err := r.ReadValue()
		target, err2 := r.ReadValue()
		if err != nil || err2 != nil {
			return false
		}
		putRange(out, highest, code, code, target)
		return true
	})
	eachPart(text, "beginbfrange", "endbfrange", func(r *syntax.ValueReader) bool {
		first, err := r.ReadValue()
		last, err2 := r.ReadValue()
		target, err3 := r.ReadValue()
		if err != nil || err2 != nil || err3 != nil {
			return false
		}
		putRange(out, highest, first, last, target)
		return true
	})
	return out
}

// oddDigits finds codes that lack their leading zero.
var oddDigits = regexp.MustCompile(`<((?:[0-9A-Fa-f]{2})*[0-9A-Fa-f])>`)

// eachPart calls a function in the parts of a map between two words until it returns false. How many entries a part
// says that it has does not count, and the last may have no end.
func eachPart(text []byte, begin, end string, read func(*syntax.ValueReader) bool) {
	for {
		at := bytes.Index(text, []byte(begin))
		if at < 0 {
			return
		}
		text = text[at+len(begin):]
		n := bytes.Index(text, []byte(end))
		if n < 0 {
			n = len(text)
		}
		for r := syntax.NewValueReader(oddDigits.ReplaceAll(text[:n], []byte("<0$1>"))); read(r); {
			// the next entry
		}
		text = text[n:]
	}
}

// putRange notes the characters of codes: those of a list, or one after the other from the target on.
func putRange(out map[int][]rune, highest int, from, to, target any) {
	first, last := codeOf(from), codeOf(to)
	if first < 0 || last > highest {
		return
	}
	list, isList := target.(syntax.Array)
	raw, _ := syntax.TextOf(target)
	if len(raw) == 1 {
		raw = []byte{0, raw[0]}
	}
	for code := first; code <= last; code++ {
		next := bytes.Clone(raw)
		switch {
		case isList && code-first < len(list):
			next, _ = syntax.TextOf(list[code-first])
		case !isList && len(raw) >= 2:
			low := int(next[len(next)-1]) + code - first
			next[len(next)-1] = byte(low)
			next[len(next)-2] += byte(low >> 8)
		default:
			continue
		}
		if said := []rune(syntax.DecodeText(append([]byte{0xFE, 0xFF}, next...))); len(said) > 0 {
			out[code] = said
		}
	}
}

// skippedCharacters returns the characters of a code that PDFium found in no map: it skips parts of a map that have
// more or fewer entries than they say. nil when the map does not have them either.
func (r *pageReader) skippedCharacters(index int, font string, code rune) []rune {
	if r.mapsOf != index+1 {
		r.maps, r.mapsOf = r.f.readMaps(index), index+1
	}
	chars := r.maps[font][int(code)]
	for _, c := range chars {
		if isUnmapped(c) {
			return nil
		}
	}
	return chars
}

// readMaps returns what the maps to characters of the fonts of a page say, by the name of the font. Codes of which
// two fonts of one name say different things are left out.
func (f *pdfFile) readMaps(index int) map[string]map[int][]rune {
	page := f.pageDict(index)
	if page == nil {
		return nil
	}
	out := map[string]map[int][]rune{}
	for _, v := range f.store.fontsOf(page) {
		font := f.store.Dict(v)
		name := bareName(string(f.store.Name(font.Get("BaseFont"))))
		text, err := f.store.Decode(font.Get("ToUnicode"), maxMapBytes)
		if err != nil {
			continue
		}
		codes := codesOf(text, math.MaxUint16)
		for code, before := range out[name] {
			if chars, known := codes[code]; !known {
				codes[code] = before
			} else if !slices.Equal(chars, before) {
				codes[code] = nil
			}
		}
		out[name] = codes
	}
	return out
}

// codeOf returns a code of one or two bytes, -1 for anything else.
func codeOf(v any) int {
	raw, ok := syntax.TextOf(v)
	if !ok || len(raw) == 0 || len(raw) > 2 {
		return -1
	}
	n := 0
	for _, c := range raw {
		n = n<<8 | int(c)
	}
	return n
}
