package pdf

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/tetratelabs/wazero/api"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// Offsets in the scratch buffer: a tight box of four doubles, a matrix of six floats,
// font flags, and a font name behind them.
const (
	atTight  = 0
	atMatrix = 48
	atFlags  = 72
	atName   = 80
	nameSize = 1024
)

// Bits of the flags of a font descriptor (ISO 32000-1, table 123).
const (
	flagFixed  = 1 << 0
	flagItalic = 1 << 6
	flagBold   = 1 << 18
)

// A glyphReader reads the glyphs of one page. It holds the functions that are
// called for each character, because looking them up by name dominates otherwise.
type glyphReader struct {
	in             *instance
	unicode, tight api.Function
	generated      api.Function
	font, fontSize api.Function
	matrix, fill   api.Function
	faces          map[uint64]face
	styles         *shared
	sight          *sight
	lastObject     uint64
	spans          map[uint64]glyphSpan                // of the text objects that were entered
	skipped        func(font string, code rune) []rune // the characters of a code that PDFium does not know
	lastStyle      int32
	lastTag        int32
	block          []byte // records of glyphs, see loopModule
	runes          []byte // UTF-16 of the page, two bytes a glyph; nil when that does not match
}

// newGlyphReader prepares a reader that registers styles in the table.
func newGlyphReader(in *instance, styles *shared, s *sight) *glyphReader {
	return &glyphReader{
		in: in, styles: styles, sight: s,
		unicode:   in.lookUp("FPDFText_GetUnicode"),
		tight:     in.lookUp("FPDFText_GetCharBox"),
		generated: in.lookUp("FPDFText_IsGenerated"),
		font:      in.lookUp("FPDFTextObj_GetFont"),
		fontSize:  in.lookUp("FPDFText_GetFontSize"),
		matrix:    in.lookUp("FPDFText_GetMatrix"),
		fill:      in.lookUp("FPDFText_GetFillColor"),
		faces:     map[uint64]face{},
		spans:     map[uint64]glyphSpan{},
	}
}

// readGlyphs adds the glyphs of a text page that count as its text to the page, moved so that
// the frame's corner is the origin. It reads at most limit glyphs. Before it judges what the characters are, it has
// them corrected.
func (r *glyphReader) readGlyphs(text uint64, fr frame, limit int, p *layout.Page, correct func()) {
	n := max(min(r.in.callInt("FPDFText_CountChars", text), limit), 0)
	p.Glyphs = make([]layout.Glyph, 0, n)
	r.lastObject = math.MaxUint64
	r.runes = r.in.utf16Of(text, n)
	why := hidden // the glyph before
	var out leftOut
	for i := range n {
		if i%glyphBlock == 0 {
			r.block = r.in.glyphRecords(text, i, min(n-i, glyphBlock), r.block)
		}
		record := r.block[i%glyphBlock*glyphRecord:]
		g, ok := r.readGlyph(text, i, fr, record)
		if !ok {
			continue
		}
		if !isFinite(g.Tight) || !isFinite(g.Loose) {
			out.add(hidden, g.Rune) // nowhere near a page
			continue
		}
		r.enterObject(text, uint64(i), uint64(u32(record[16:])))
		if !g.Generated || i == 0 {
			why = r.sight.judge(g.Loose)
		}
		if why != counted {
			if !g.Generated {
				out.add(why, g.Rune)
			}
			continue
		}
		if !g.Generated && r.sight.isSuspicious(boxOfGlyph(g)) {
			r.sight.suspects = append(r.sight.suspects, suspect{len(p.Glyphs), r.lastObject, r.sight.object.mode == modeClip})
		}
		g.Style, g.Tag = r.lastStyle, r.lastTag
		g.Base = baseOf(record[atOrigin:], fr, &r.styles.styles[g.Style], g.Loose)
		p.Unmapped += r.addGlyph(p, g, u32(record[atUnmapped:]) == 1)
		if g.Rune != ' ' {
			r.spans[r.lastObject] = r.spans[r.lastObject].extendTo(len(p.Glyphs))
		}
	}
	if n := r.countUnread(); n > 0 {
		p.Findings = append(p.Findings, document.Finding{Kind: document.FindingUnknownCharacters, Count: n, Values: true})
	}
	widenSpans(r, p, fr)
	r.sight.dropUnpainted(p, fr, &out)
	correct()
	p.Glyphs = slices.DeleteFunc(p.Glyphs, func(g layout.Glyph) bool { return g.Rune == noCharacter })
	p.Findings = append(p.Findings, out.findings()...)
	var widths map[string]*fontWidths
	if r.sight.layered == 0 { // letters of a layer are stretched over those of the picture
		widths = measureFonts(p.Glyphs, r.styles.styles)
	}
	p.Unmapped = min(p.Unmapped+countImplausible(p.Glyphs, r.styles.styles, widths), len(p.Glyphs))
	if n := countOthers(p.Glyphs, r.styles.styles, widths); n > 0 {
		p.Findings = append(p.Findings, document.Finding{Kind: document.FindingCharactersInDoubt, Count: n, Values: true})
	}
}

// addGlyph adds a glyph to the page, one for each of its characters where PDFium did not find them in the font's map.
// It returns how many glyphs are not known.
func (r *glyphReader) addGlyph(p *layout.Page, g layout.Glyph, unknown bool) int {
	if unknown && r.skipped != nil {
		if chars := r.skipped(r.styles.styles[g.Style].Font, g.Rune); len(chars) > 0 {
			for _, g.Rune = range chars {
				p.Glyphs = append(p.Glyphs, g)
			}
			return 0
		}
	}
	p.Glyphs = append(p.Glyphs, g)
	if unknown || isUnmapped(g.Rune) {
		return 1
	}
	return 0
}

// countUnread counts the text objects that have no glyphs because nothing is known of their characters: those
// whose font is not part of the file and writes downward, so that they are tall without being wide.
func (r *glyphReader) countUnread() int {
	const thin = 0.01 // points; the reader leaves such objects out
	n, p := 0, uint64(r.in.scratch)
	for o := range r.sight.objs.texts {
		if _, entered := r.spans[o]; entered || r.in.callInt("FPDFFont_GetIsEmbedded", r.in.invoke(r.font, o)) != 0 ||
			r.in.call("FPDFPageObj_GetBounds", o, p, p+4, p+8, p+12) == 0 {
			continue
		}
		var at [4]float32 // left, bottom, right, top
		r.in.readFloats(r.in.scratch, at[:])
		if at[2]-at[0] < thin && at[3]-at[1] >= 1 {
			n++
		}
	}
	return n
}

// enterObject switches to the text object of glyph i. Characters that PDFium inserted belong
// to no object and keep the style before them.
func (r *glyphReader) enterObject(text, i, object uint64) {
	if object == r.lastObject || object == 0 && r.lastObject != math.MaxUint64 {
		return
	}
	r.lastObject = object
	if _, again := r.spans[object]; !again {
		r.spans[object] = glyphSpan{}
	}
	style, alpha := r.readStyle(text, i, object)
	r.lastStyle, r.lastTag = style, 0
	r.sight.enterObject(object, alpha, r.styles.styles[style].Color, r.styles.styles[style].Size)
	if o := r.sight.object; o != nil {
		r.lastTag = o.tag
	}
}

// utf16Of reads the characters of a text page in one call. The call leaves out glyphs
// without a character; then, and with characters of four bytes, the result cannot be
// used.
func (in *instance) utf16Of(text uint64, n int) []byte {
	if n <= 0 {
		return nil
	}
	p := in.alloc(2*n + 2)
	defer in.free(p)
	if in.callInt("FPDFText_GetText", text, 0, uint64(n), uint64(p)) != n+1 {
		return nil
	}
	out := bytes.Clone(in.viewMemory(p, 2*n))
	for i := 1; i < len(out); i += 2 {
		if out[i]&0xF8 == 0xD8 { // half of a pair
			return nil
		}
	}
	return out
}

// readGlyph reads a single glyph without its style. Its record begins with the loose box:
// left, top, right, bottom.
func (r *glyphReader) readGlyph(text uint64, index int, fr frame, record []byte) (g layout.Glyph, ok bool) {
	base, i := uint64(r.in.scratch), uint64(index)
	if r.runes != nil {
		g.Rune = rune(binary.LittleEndian.Uint16(r.runes[2*index:]))
	} else {
		g.Rune = rune(uint32(r.in.invoke(r.unicode, text, i)))
	}
	if utf16.IsSurrogate(g.Rune) {
		whole := utf16.DecodeRune(g.Rune, rune(uint32(r.in.invoke(r.unicode, text, i+1))))
		if whole == unicode.ReplacementChar && i > 0 &&
			utf16.DecodeRune(rune(uint32(r.in.invoke(r.unicode, text, i-1))), g.Rune) != unicode.ReplacementChar {
			return g, false // the second half of a pair
		}
		g.Rune = whole
	}
	if g.Rune == 0x02 || g.Rune == 0xFFFE {
		g.Rune = '-' // PDFium marks hyphens at line ends, in one way or the other
	}
	if g.Rune == '\r' || g.Rune == '\n' {
		return g, false // line ends are PDFium's guess; ours come from the geometry
	}
	g.Loose = fr.toFrame(f32(record), f32(record[12:]), f32(record[8:]), f32(record[4:]))
	if g.Loose.Empty() || g.Loose.Height() > 8*g.Loose.Width() {
		// The font's metrics are in doubt; asking for every glyph would cost a fifth of
		// the time.
		r.in.invoke(r.tight, text, i, base+atTight, base+atTight+8, base+atTight+16, base+atTight+24)
		b := r.in.viewMemory(r.in.scratch+atTight, 32) // left, right, bottom, top
		g.Tight = fr.toFrame(f64(b), f64(b[16:]), f64(b[8:]), f64(b[24:]))
	}
	if g.Rune == ' ' {
		g.Generated = int32(r.in.invoke(r.generated, text, i)) == 1
	}
	return g, true
}

// baseOf returns the baseline of a glyph from its origin, see layout.Glyph; 0 for one that cannot be.
func baseOf(origin []byte, fr frame, s *layout.Style, loose layout.Box) float32 {
	x, y := float32(f64(origin))-fr.x0, float32(f64(origin[8:]))-fr.y0
	low, high := loose.Y0, loose.Y1
	base := y
	switch s.Angle {
	case 90:
		base, low, high = -x, -loose.X1, -loose.X0
	case 180:
		base, low, high = -y, -loose.Y1, -loose.Y0
	case 270:
		base, low, high = x, loose.X0, loose.X1
	}
	if base < low-s.Size || base > high+s.Size || base != base {
		return 0
	}
	return base
}

// A face holds the properties that all text objects of a font share.
type face struct {
	name          string
	weight        int
	italic, fixed bool
}

// readStyle reads how the text object of a glyph is drawn and registers that style; alpha
// is the opacity of its fill.
func (r *glyphReader) readStyle(text, i, object uint64) (id int32, alpha uint32) {
	in, base := r.in, uint64(r.in.scratch)
	size := float32(math.Float64frombits(in.invoke(r.fontSize, text, i)))
	m := [6]float32{1, 0, 0, 1, 0, 0}
	if in.invoke(r.matrix, text, i, base+atMatrix) != 0 {
		in.readFloats(in.scratch+atMatrix, m[:])
	}
	if size < 0 { // turned upside down by its size, and perhaps back by its matrix
		size, m = -size, [6]float32{-m[0], -m[1], -m[2], -m[3], m[4], m[5]}
	}
	if scale := float32(math.Hypot(float64(m[2]), float64(m[3]))); scale > 0 {
		size *= scale
	}
	f := r.faceOf(text, i, object)
	color, alpha := r.fillColor(text, i)
	return r.styles.addStyle(layout.Style{
		Font: f.name, Size: size, Weight: f.weight, Italic: f.italic, Fixed: f.fixed,
		Angle: quarterTurn(m[0], m[1]), Direction: directionOf(m[0], m[1]), Color: color,
	}), alpha
}

// faceOf returns the font of a glyph. The fonts of a page are not moved while it is open,
// so each is read once.
func (r *glyphReader) faceOf(text, i, object uint64) face {
	font := uint64(0)
	if object != 0 {
		font = r.in.invoke(r.font, object)
	}
	f, ok := r.faces[font]
	if !ok || font == 0 {
		f = r.readFace(text, i)
		r.faces[font] = f
	}
	return f
}

// readFace reads all properties of the font of a glyph.
func (r *glyphReader) readFace(text, i uint64) face {
	in, base := r.in, uint64(r.in.scratch)
	weight := in.callInt("FPDFText_GetFontWeight", text, i)
	n := int(in.call("FPDFText_GetFontInfo", text, i, base+atName, nameSize, base+atFlags))
	name := ""
	if n > 1 && n <= nameSize {
		name = string(in.viewMemory(in.scratch+atName, n-1))
	}
	flags := u32(in.viewMemory(in.scratch+atFlags, 4))
	if n == 0 {
		flags = 0 // generated characters have no font
	}
	return face{bareName(name), weightOf(weight, flags, name), flags&flagItalic != 0, flags&flagFixed != 0}
}

// fillColor returns the color of the fill and its opacity; black when the file sets a
// pattern.
func (r *glyphReader) fillColor(text, i uint64) (rgb, alpha uint32) {
	p := uint64(r.in.scratch)
	if r.in.invoke(r.fill, text, i, p, p+4, p+8, p+12) == 0 {
		return 0, 255
	}
	b := r.in.viewMemory(r.in.scratch, 16)
	return u32(b)&255<<16 | u32(b[4:])&255<<8 | u32(b[8:])&255, u32(b[12:]) & 255
}

// bareName cuts off the six-letter prefix of an embedded subset.
func bareName(name string) string {
	if len(name) > 7 && name[6] == '+' && strings.ToUpper(name[:6]) == name[:6] {
		return name[7:]
	}
	return name
}

// weightOf determines the weight: producers often name the font "Bold" and leave the
// descriptor at its default.
func weightOf(weight int, flags uint32, name string) int {
	lower := strings.ToLower(name)
	for _, mark := range []string{"bold", "black", "heavy", "demi"} {
		if strings.Contains(lower, mark) {
			return max(weight, 700)
		}
	}
	if flags&flagBold != 0 {
		return max(weight, 700)
	}
	return max(weight, 0)
}

// quarterTurn rounds the direction of a matrix's first column to quarter turns.
func quarterTurn(a, b float32) int {
	turns := math.Round(math.Atan2(float64(b), float64(a)) / (math.Pi / 2))
	if math.IsNaN(turns) {
		return 0
	}
	return ((int(turns)%4 + 4) % 4) * 90
}

// directionOf returns the direction of a matrix's first column in whole degrees.
func directionOf(a, b float32) int {
	degrees := math.Round(math.Atan2(float64(b), float64(a)) * 180 / math.Pi)
	if math.IsNaN(degrees) {
		return 0
	}
	return (int(degrees) + 360) % 360
}

// toFrame orders the coordinates of a box and moves it into the frame.
func (fr frame) toFrame(x0, y0, x1, y1 float32) layout.Box {
	return layout.Box{
		X0: min(x0, x1) - fr.x0, Y0: min(y0, y1) - fr.y0,
		X1: max(x0, x1) - fr.x0, Y1: max(y0, y1) - fr.y0,
	}
}

// isFinite reports whether all coordinates are finite numbers of a sensible size.
func isFinite(b layout.Box) bool {
	const far = 1e6
	return b.X0 > -far && b.Y0 > -far && b.X1 < far && b.Y1 < far
}
