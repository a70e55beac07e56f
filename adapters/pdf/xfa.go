package pdf

import (
	"bytes"
	"encoding/xml"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/adapters/pdf/syntax"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// Limits of reading the data of a form that viewers draw.
const (
	maxFormBytes  = 20 << 20
	maxFormNest   = 100
	maxFormLines  = 2000
	maxFormValue  = 5000 // bytes; what is longer is a picture
	fewerIsNoText = 40   // characters of a page that count as no text
	formMargin    = 50   // points
	formSize      = 10
)

// waiting are words of pages that stand in for a form until a viewer has drawn it, in small letters without blanks.
var waiting = []string{"pleasewait", "bittewarten", "veuillezpatienter", "espere", "attendere", "ogenblikgeduld",
	"evengeduld", "aguarde", "vänta", "venttal", "ventevenligst", "odota", "proszęczekać", "čekejte", "お待ち", "请稍候", "adobereader"}

// readDynamicForm tells of a form whose pages viewers alone draw (XFA), and puts its data in the place of the page
// that stands in for it.
func (r *pageReader) readDynamicForm(p *layout.Page, fr frame) {
	if !r.f.lookUp() {
		return
	}
	s := r.f.store
	form := s.Dict(s.Catalog().Get("AcroForm"))
	parts := form.Get("XFA")
	if parts == nil || string(plainOf(s.Resolve(parts))) == "null" {
		return
	}
	standsIn := isWaiting(p.Glyphs)
	if !s.IsTrue(s.Catalog().Get("NeedsRendering")) && !(len(s.List(form.Get("Fields"))) == 0 && (standsIn || len(p.Glyphs) == 0)) {
		return // its pages are there
	}
	p.Findings = append(p.Findings, document.Finding{Kind: document.FindingDynamicForm, Count: 1, Values: true})
	if lines := formData(s.formXML(parts)); len(lines) > 0 && standsIn {
		p.Glyphs = nil
		p.Unmapped = 0
		writeLines(p, fr, r.sh, lines)
	}
}

// plainOf returns a number, string, boolean or null as written, nil for anything else.
func plainOf(v any) syntax.Plain {
	p, _ := v.(syntax.Plain)
	return p
}

// isWaiting reports whether the glyphs of a page are those of one that stands in for a form.
func isWaiting(glyphs []layout.Glyph) bool {
	var text strings.Builder
	for _, g := range glyphs {
		if !unicode.IsSpace(g.Rune) {
			text.WriteRune(unicode.ToLower(g.Rune))
		}
	}
	return text.Len() < fewerIsNoText || placeOfFirst(text.String(), waiting) >= 0
}

// formXML returns the XML of a form, which may be one stream or several.
func (s *objectStore) formXML(parts any) []byte {
	list := s.List(parts)
	if list == nil {
		data, _ := s.Decode(parts, maxFormBytes)
		return data
	}
	var all []byte
	for _, v := range list {
		if _, isText := syntax.TextOf(v); isText {
			continue
		}
		if data, err := s.Decode(v, maxFormBytes-len(all)); err == nil {
			all = append(all, data...)
		}
	}
	return all
}

// formData returns the data of a form as lines of names and values.
func formData(text []byte) []string {
	in := xml.NewDecoder(bytes.NewReader(text))
	in.Strict = false
	var r formReader
	for len(r.lines) < maxFormLines {
		token, err := in.Token()
		if err != nil || !r.take(token) {
			break
		}
	}
	return r.lines
}

// A formReader collects the data of a form.
type formReader struct {
	lines  []string
	open   []*formElement // from the root to the present one
	inData int            // how many are open up to the one that holds the data; 0: none is
	rich   int            // open elements of a text with looks
}

type formElement struct {
	name   string
	text   strings.Builder
	parent bool // it has elements below it
}

// take takes the next token of the XML; false ends the reading, of what is no form.
func (r *formReader) take(token xml.Token) bool {
	switch t := token.(type) {
	case xml.StartElement:
		return r.begin(t)
	case xml.CharData:
		if r.inData > 0 && len(r.open) > r.inData {
			if now := r.open[len(r.open)-1]; now.text.Len() <= maxFormValue {
				now.text.Write(t)
			}
		}
	case xml.EndElement:
		return r.end()
	}
	return true
}

func (r *formReader) begin(t xml.StartElement) bool {
	if len(r.open) >= maxFormNest {
		return false
	}
	if r.inData == 0 && t.Name.Local == "data" && len(r.open) > 0 && r.open[len(r.open)-1].name == "datasets" {
		r.inData = len(r.open) + 1
	}
	if r.rich > 0 || r.inData > 0 && strings.HasSuffix(t.Name.Space, "/xhtml") { // letters of a text with looks
		r.rich++
		return true
	}
	if len(r.open) > 0 {
		r.open[len(r.open)-1].parent = true
	}
	r.open = append(r.open, &formElement{name: t.Name.Local})
	return true
}

func (r *formReader) end() bool {
	if r.rich > 0 {
		r.rich--
		return true
	}
	if len(r.open) == 0 {
		return false
	}
	now := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	if len(r.open) < r.inData {
		r.inData = 0
	}
	value := strings.Join(strings.Fields(now.text.String()), " ")
	if r.inData > 0 && !now.parent && value != "" && len(value) <= maxFormValue {
		r.lines = append(r.lines, now.name+": "+value)
	}
	return true
}

// writeLines writes lines of text to a page, in letters so small that all fit.
func writeLines(p *layout.Page, fr frame, styles *shared, lines []string) {
	f := fieldText{size: formSize, high: true}
	f.box = layout.Box{X0: fr.x0 + formMargin, Y0: fr.y0 + formMargin,
		X1: fr.x0 + max(fr.width-formMargin, 2*formMargin), Y1: fr.y0 + fr.height - formMargin}
	text := strings.Join(lines, "\n")
	wide, high := f.extent()
	for f.lines = f.wrap(text, wide); f.size > 1 && float32(len(f.lines))*fieldLeading*f.size > high; f.lines = f.wrap(text, wide) {
		f.size *= 0.9
	}
	f.addGlyphs(p, fr, styles)
}
