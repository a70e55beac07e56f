package pdf

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// Flags of annotations and of fields (ISO 32000-1, tables 165, 221, 226, 228 and 230).
const (
	annotationHidden = 1 << 1
	annotationNoView = 1 << 5

	fieldMultiline  = 1 << 12
	fieldPassword   = 1 << 13
	fieldPushButton = 1 << 16
)

// Limits of drawing values of fields.
const (
	maxFieldDepth  = 32      // fields in fields
	maxAnnotations = 10_000  // of a page
	maxFieldText   = 100_000 // bytes of a value
	fieldMargin    = 2       // points between the border of a field and its text
	fieldLeading   = 1.15    // distance of lines by the size of letters
	fieldAscent    = 0.93    // of the size, as in Helvetica
	fieldDescent   = 0.21
	largestAuto    = 12 // points of letters whose size is left to viewers
	smallestAuto   = 4
	tickMark       = "\u2611"
)

// A fieldText is what an annotation without an appearance shows: lines of Helvetica in a box.
type fieldText struct {
	box   layout.Box // in user space
	turn  int        // degrees counter-clockwise
	size  float32
	color uint32
	align int // 0 left, 1 centred, 2 right
	lines []string
	high  bool // the first line stands at the upper edge and not in the middle
	tick  bool // it shows that a box is ticked
	text  string
	old   bool // the file brings an appearance, in place of which viewers make a new one
	drawn bool // the file draws it by lines or pictures
}

// textOfAnnotation returns what a viewer would draw for an annotation that brings no appearance; nil for nothing.
func (s *objectStore) textOfAnnotation(a syntax.Dict) *fieldText {
	r := s.List(a.Get("Rect"))
	if len(r) != 4 {
		return nil
	}
	var at [4]float32
	for i := range at {
		at[i] = float32(s.Number(r[i], 0))
	}
	f := &fieldText{box: layout.Box{X0: min(at[0], at[2]), Y0: min(at[1], at[3]), X1: max(at[0], at[2]), Y1: max(at[1], at[3])}}
	if !isFinite(f.box) || f.box.Empty() {
		return nil
	}
	text := ""
	switch s.Name(a.Get("Subtype")) {
	case "FreeText":
		text, f.high = cmp.Or(s.Text(a.Get("Contents")), richText(s.valueText(a.Get("RC")))), true
	case "Widget":
		flags := int(s.Number(s.findInherited(a, "Ff"), 0))
		f.turn = (int(s.Number(s.Dict(a.Get("MK")).Get("R"), 0))%360 + 360) % 360 / 90 * 90
		switch s.Name(s.findInherited(a, "FT")) {
		case "Tx":
			text, f.high = s.valueText(s.findInherited(a, "V")), flags&fieldMultiline != 0
			if flags&fieldPassword != 0 {
				text = strings.Repeat("*", len([]rune(text)))
			}
		case "Ch":
			text = s.choiceText(a)
			f.high = strings.Contains(text, "\n")
		case "Btn":
			if f.tick = flags&fieldPushButton == 0 && s.isTicked(a); flags&fieldPushButton != 0 {
				text = s.Text(s.Dict(a.Get("MK")).Get("CA"))
			}
		}
	}
	text = strings.TrimRight(text[:min(len(text), maxFieldText)], " \t\r\n")
	if f.tick {
		text = tickMark
	}
	if strings.TrimSpace(text) == "" {
		return nil
	}
	f.align = int(s.Number(s.findInherited(a, "Q"), s.Number(s.Dict(s.Catalog().Get("AcroForm")).Get("Q"), 0)))
	s.readAppearance(f, a)
	f.text = text
	f.breakLines(text)
	return f
}

// findInherited returns an entry of a field, its own or that of a field around it.
func (s *objectStore) findInherited(d syntax.Dict, key syntax.Name) any {
	for range maxFieldDepth {
		if v := d.Get(key); v != nil || d.Get("Parent") == nil {
			return v
		}
		d = s.Dict(d.Get("Parent"))
	}
	return nil
}

// valueText returns the text of a value, which may be a string or a stream.
func (s *objectStore) valueText(v any) string {
	if text := s.Text(v); text != "" {
		return text
	}
	if data, err := s.Decode(v, maxFieldText); err == nil {
		return syntax.DecodeText(data)
	}
	return string(s.Name(v))
}

// choiceText returns what a choice shows: the chosen options as people see them, one a line.
func (s *objectStore) choiceText(a syntax.Dict) string {
	options := s.List(s.findInherited(a, "Opt"))
	shown := func(value string) string {
		for _, o := range options {
			if pair := s.List(o); len(pair) == 2 && s.Text(pair[0]) == value {
				return s.Text(pair[1])
			}
		}
		return value
	}
	v := s.findInherited(a, "V")
	values := s.List(v)
	if values == nil {
		return shown(s.valueText(v))
	}
	var out []string
	for _, v := range values {
		out = append(out, shown(s.Text(v)))
	}
	return strings.Join(out, "\n")
}

// isTicked reports whether a check box or radio button is on.
func (s *objectStore) isTicked(a syntax.Dict) bool {
	if state := s.Name(a.Get("AS")); state != "" {
		return state != "Off"
	}
	on := s.Name(s.findInherited(a, "V"))
	if on == "" || on == "Off" {
		return false
	}
	states := s.Dict(s.Dict(a.Get("AP")).Get("N"))
	return states == nil || states.Get(on) != nil
}

// readAppearance reads the size and the colour of letters from a default appearance, such as "/Helv 12 Tf 0 g".
func (s *objectStore) readAppearance(f *fieldText, a syntax.Dict) {
	raw, ok := syntax.TextOf(s.Resolve(s.findInherited(a, "DA")))
	if !ok {
		raw, _ = syntax.TextOf(s.Resolve(s.Dict(s.Catalog().Get("AcroForm")).Get("DA")))
	}
	var numbers []float64
	for _, word := range bytes.Fields(raw) {
		n := len(numbers)
		switch string(word) {
		case "Tf":
			if n > 0 {
				f.size = float32(numbers[n-1])
			}
		case "g":
			if n > 0 {
				f.color = 0x010101 * byteOf(numbers[n-1])
			}
		case "rg":
			if n > 2 {
				f.color = byteOf(numbers[n-3])<<16 | byteOf(numbers[n-2])<<8 | byteOf(numbers[n-1])
			}
		case "k":
			if n > 3 {
				k := 1 - numbers[n-1]
				f.color = byteOf((1-numbers[n-4])*k)<<16 | byteOf((1-numbers[n-3])*k)<<8 | byteOf((1-numbers[n-2])*k)
			}
		}
		if v, err := strconv.ParseFloat(string(word), 32); err == nil {
			numbers = append(numbers, v)
		} else {
			numbers = numbers[:0]
		}
	}
}

// byteOf returns a share of full intensity as a byte.
func byteOf(share float64) uint32 { return uint32(min(max(share, 0), 1)*255 + .5) }

// breakLines breaks a text into lines that fit the box, in letters of a size that fits where it is left to viewers.
func (f *fieldText) breakLines(text string) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", " ").Replace(text)
	wide, high := f.extent()
	if !(f.size > 0 && f.size < 1000) {
		f.size = largestAuto
		if !f.high {
			f.size = min(largestAuto, max(smallestAuto, high/(fieldAscent+fieldDescent)))
		}
		for f.size > smallestAuto && !f.fits(text, wide, high) {
			f.size--
		}
	}
	f.lines = f.wrap(text, wide)
}

// extent returns how wide and high the text may be.
func (f *fieldText) extent() (wide, high float32) {
	wide, high = f.box.Width(), f.box.Height()
	if f.turn%180 == 90 {
		wide, high = high, wide
	}
	return wide - 2*fieldMargin, high
}

// fits reports whether a text in letters of the size keeps inside of the box.
func (f *fieldText) fits(text string, wide, high float32) bool {
	lines := f.wrap(text, wide)
	for _, l := range lines {
		if f.widthOf(l) > wide {
			return false
		}
	}
	return float32(len(lines))*fieldLeading*f.size <= high+fieldLeading
}

// wrap breaks a text where it says so and, of several lines, where a word does not fit.
func (f *fieldText) wrap(text string, wide float32) (out []string) {
	for _, line := range strings.Split(text, "\n") {
		now := ""
		for _, word := range strings.Fields(line) {
			if next := now + " " + word; now == "" {
				now = word
			} else if f.high && f.widthOf(next) > wide {
				out, now = append(out, now), word
			} else {
				now = next
			}
		}
		out = append(out, now)
	}
	return out
}

// helvetica holds the widths of the characters from blank to tilde in Helvetica, of 1000 units.
var helvetica = [...]uint16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556,
	278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,
	611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
	556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// runeWidth returns the width of a character by the size of letters.
func runeWidth(r rune) float32 {
	switch {
	case r >= ' ' && r <= '~':
		return float32(helvetica[r-' ']) / 1000
	case r >= 0x1100:
		return 1
	}
	return 0.556
}

// widthOf returns the width of a line in points.
func (f *fieldText) widthOf(line string) (w float32) {
	for _, r := range line {
		w += runeWidth(r) * f.size
	}
	return w
}

// place calls a function for each line with the left end of its baseline, in the box turned upright.
func (f *fieldText) place(do func(line string, x, y float32)) {
	wide, high := f.extent()
	y := high - fieldMargin - fieldAscent*f.size
	if !f.high {
		y = (high-f.size*(fieldAscent+fieldDescent))/2 + fieldDescent*f.size
	}
	for _, line := range f.lines {
		x := float32(fieldMargin)
		if room := wide - f.widthOf(line); room > 0 {
			x += room * float32(min(max(f.align, 0), 2)) / 2
		}
		do(line, x, y)
		y -= fieldLeading * f.size
	}
}

// toPage maps a point of the box turned upright to user space.
func (f *fieldText) toPage(x, y float32) (float32, float32) {
	switch f.turn {
	case 90:
		return f.box.X1 - y, f.box.Y0 + x
	case 180:
		return f.box.X1 - x, f.box.Y1 - y
	case 270:
		return f.box.X0 + y, f.box.Y1 - x
	}
	return f.box.X0 + x, f.box.Y0 + y
}

// addGlyphs adds the glyphs of the text to a page.
func (f *fieldText) addGlyphs(p *layout.Page, fr frame, styles *shared) {
	style := styles.addStyle(layout.Style{Font: "Helvetica", Size: f.size, Weight: 400, Angle: f.turn, Direction: f.turn, Color: f.color})
	f.place(func(line string, x, y float32) {
		x -= runeWidth(' ') * f.size
		for _, r := range " " + line { // the blank parts it from a label right before it
			w := runeWidth(r) * f.size
			x0, y0 := f.toPage(x, y-fieldDescent*f.size)
			x1, y1 := f.toPage(x+w, y+fieldAscent*f.size)
			p.Glyphs = append(p.Glyphs, layout.Glyph{Rune: r, Style: style, Loose: fr.toFrame(x0, y0, x1, y1)})
			x += w
		}
	})
}

// drawOn adds the text to the content of a loaded page, which is not written to the file.
func (f *fieldText) drawOn(in *instance, doc, page uint64) {
	if f.tick {
		f.drawTick(in, page)
		return
	}
	font := in.put([]byte("Helvetica\x00"))
	defer in.free(font)
	f.place(func(line string, x, y float32) {
		o := in.call("FPDFPageObj_NewTextObj", doc, uint64(font), uint64(math.Float32bits(f.size)))
		if o == 0 || line == "" {
			return
		}
		text := in.put(wideText(line))
		in.call("FPDFText_SetText", o, uint64(text))
		in.free(text)
		in.call("FPDFPageObj_SetFillColor", o, uint64(f.color>>16&255), uint64(f.color>>8&255), uint64(f.color&255), 255)
		x, y = f.toPage(x, y)
		c, s := [4]float32{1, 0, -1, 0}[f.turn/90], [4]float32{0, 1, 0, -1}[f.turn/90]
		in.call("FPDFPageObj_SetMatrix", o, uint64(in.putFloats(c, s, -s, c, x, y)))
		in.call("FPDFPage_InsertObject", page, o)
	})
}

// drawTick draws a tick into the box.
func (f *fieldText) drawTick(in *instance, page uint64) {
	b := f.box
	point := func(x, y float32) (uint64, uint64) {
		return uint64(math.Float32bits(b.X0 + x*b.Width())), uint64(math.Float32bits(b.Y0 + y*b.Height()))
	}
	x, y := point(.2, .5)
	o := in.call("FPDFPageObj_CreateNewPath", x, y)
	x, y = point(.4, .25)
	in.call("FPDFPath_LineTo", o, x, y)
	x, y = point(.8, .8)
	in.call("FPDFPath_LineTo", o, x, y)
	in.call("FPDFPageObj_SetStrokeColor", o, uint64(f.color>>16&255), uint64(f.color>>8&255), uint64(f.color&255), 255)
	in.call("FPDFPageObj_SetStrokeWidth", o, uint64(math.Float32bits(max(1, b.Height()/10))))
	in.call("FPDFPath_SetDrawMode", o, 0, 1)
	in.call("FPDFPage_InsertObject", page, o)
}

// bareTexts returns what viewers draw for the annotations of a loaded page that bring no appearance with text.
// Those that are hidden are not among them.
func (f *pdfFile) bareTexts(page uint64, index int) (out []*fieldText) {
	f.in.eachAnnotation(page, func(i, kind int, a uint64) (remove bool) {
		if kind != annotationWidget && kind != annotationFreeText {
			return false
		}
		d := f.annotationDict(index, i)
		if d == nil || f.isHiddenNote(d) {
			return false
		}
		text := f.store.textOfAnnotation(d)
		if text == nil {
			return false
		}
		if text.old = (annotation{f.in, a}).showsText(); text.tick {
			text.drawn, text.old = annotation{f.in, a}.hasAppearance(), false
			if text.drawn && showsLetters(f.in, a, "FPDFAnnot_GetObjectCount", "FPDFAnnot_GetObject", 0) {
				return false
			}
		}
		if !text.old || kind == annotationWidget && f.lookUp() && f.store.viewersDrawFields() {
			out = append(out, text)
		}
		return false
	})
	return out
}

// viewersDrawFields reports whether the file asks viewers to make appearances of all fields.
func (s *objectStore) viewersDrawFields() bool {
	return s.IsTrue(s.Dict(s.Catalog().Get("AcroForm")).Get("NeedAppearances"))
}

// replaceOld takes the glyphs of an old appearance out of a page when they do not show the value, and reports
// whether the value is to be added.
func (f *fieldText) replaceOld(p *layout.Page, fr frame) bool {
	box := fr.toFrame(f.box.X0, f.box.Y0, f.box.X1, f.box.Y1)
	inside := func(g layout.Glyph) bool {
		b := boxOfGlyph(g)
		x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
		return x >= box.X0 && x <= box.X1 && y >= box.Y0 && y <= box.Y1
	}
	shown := map[rune]int{}
	for _, g := range p.Glyphs {
		if inside(g) {
			shown[unicode.ToLower(g.Rune)]++
		}
	}
	lacks := false
	for _, r := range f.text {
		if r = unicode.ToLower(r); unicode.IsLetter(r) || unicode.IsDigit(r) {
			shown[r]--
			lacks = lacks || shown[r] < 0
		}
	}
	if lacks {
		var out leftOut
		p.Glyphs = slices.DeleteFunc(p.Glyphs, func(g layout.Glyph) bool {
			if !inside(g) {
				return false
			}
			out.add(hidden, g.Rune)
			return true
		})
		p.Findings = append(p.Findings, out.findings()...)
	}
	return lacks
}

// eachAnnotation calls a function for the annotations of a page from the last to the first, with their index and
// kind, and removes those for which it returns true.
func (in *instance) eachAnnotation(page uint64, do func(i, kind int, a uint64) (remove bool)) {
	for i := min(in.callInt("FPDFPage_GetAnnotCount", page), maxAnnotations) - 1; i >= 0; i-- {
		a := in.call("FPDFPage_GetAnnot", page, uint64(i))
		if a == 0 {
			continue
		}
		remove := do(i, in.callInt("FPDFAnnot_GetSubtype", a), a)
		in.call("FPDFPage_CloseAnnot", a)
		if remove {
			in.call("FPDFPage_RemoveAnnot", page, uint64(i))
		}
	}
}

// annotationDict returns the dictionary of an annotation of a page, nil when it is not found.
func (f *pdfFile) annotationDict(index, annotation int) syntax.Dict {
	if f.notes == nil || f.notesOf != index {
		f.notesOf, f.notes = index, syntax.Array{}
		if page := f.pageDict(index); page != nil {
			f.notes = append(f.notes, f.store.List(page.Get("Annots"))...)
		}
	}
	if annotation >= len(f.notes) {
		return nil
	}
	return f.store.Dict(f.notes[annotation])
}

// isHiddenNote reports whether viewers do not show an annotation: for its flags, or for the layer that it belongs to.
func (f *pdfFile) isHiddenNote(annotation syntax.Dict) bool {
	flags := int(f.store.Number(annotation.Get("F"), 0))
	return flags&(annotationHidden|annotationNoView) != 0 ||
		f.layers != nil && annotation.Get("OC") != nil && f.layers.isHidden(annotation.Get("OC"))
}

// A noteCount counts what of the annotations of a page is left out.
type noteCount struct {
	notes  int  // which stand on no page
	hidden int  // characters of those that are hidden
	lost   bool // those that show text could not be made content of the page
}

// findings returns what tells of it.
func (n noteCount) findings() (out []document.Finding) {
	if n.notes > 0 {
		out = append(out, document.Finding{Kind: document.FindingAnnotationsLeftOut, Count: n.notes})
	}
	if n.lost {
		out = append(out, document.Finding{Kind: document.FindingAnnotationsLeftOut, Count: 1, Values: true})
	}
	if n.hidden > 0 {
		out = append(out, document.Finding{Kind: document.FindingHiddenTextLeftOut, Count: n.hidden})
	}
	return out
}

// prepareAnnotations reports whether the page has annotations that show text. It removes those from this copy that
// do not belong to its text: notes, those that viewers hide, and watermarks that are not wanted.
func (r *pageReader) prepareAnnotations(page uint64, index int) (flatten bool, out noteCount) {
	in := r.in
	out.notes = max(0, in.callInt("FPDFPage_GetAnnotCount", page)-maxAnnotations)
	in.eachAnnotation(page, func(i, kind int, a uint64) (remove bool) {
		if kind == annotationWatermark && r.set.RemoveWatermark {
			return true
		}
		if kind == annotationLink {
			return false
		}
		var d syntax.Dict
		if flags := in.callInt("FPDFAnnot_GetFlags", a); flags&(annotationHidden|annotationNoView) != 0 || (annotation{in, a}).hasKey("OC") {
			d = r.f.annotationDict(index, i)
		}
		if d != nil && !r.set.KeepHiddenText && r.f.isHiddenNote(d) {
			if t := r.f.store.contentOf(d); isShownKind[kind] {
				out.hidden += t
			}
			return true
		}
		switch {
		case isShownKind[kind]:
			flatten = true
			if kind == annotationStamp && !(annotation{in, a}).hasAppearance() {
				out.notes++
			}
		case kind == annotationText || kind == annotationAttachment:
			remove = true
			fallthrough
		default:
			if kind != annotationPopup && (annotation{in, a}).saysSomething() {
				out.notes++
			}
			flatten = flatten || !remove && (annotation{in, a}).hasKey("AP") && (annotation{in, a}).showsText()
		}
		return remove || kind == annotationPopup
	})
	return flatten, out
}

// contentOf counts the characters of an annotation, blanks aside.
func (s *objectStore) contentOf(a syntax.Dict) (n int) {
	text := s.Text(a.Get("Contents"))
	if s.Name(a.Get("Subtype")) == "Widget" {
		text = ""
		if kind := s.Name(s.findInherited(a, "FT")); kind == "Tx" || kind == "Ch" {
			text = s.valueText(s.findInherited(a, "V"))
		}
	}
	for _, r := range text {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}
