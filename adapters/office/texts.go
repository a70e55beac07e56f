package office

import (
	"bytes"
	"context"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// ReadTexts returns the texts of a file that its pages show, each with its place: paragraphs, notes and text boxes of
// a document, cells of the sheets that are not hidden, texts of slides. Headers and footers are not among them, because
// a document may hold some that no page has. Errors about the file are those of this package.
func (c *Converter) ReadTexts(ctx context.Context, name string, content []byte) ([]document.PlacedText, error) {
	cleaned, err := c.cleanFile(ctx, name, content)
	if err != nil {
		return nil, err
	}
	p, err := openPack(name, cleaned.content, c.opts.Limits)
	if err != nil {
		return nil, err
	}
	if err := p.readShared(); err != nil {
		return nil, err
	}
	var out []document.PlacedText
	for _, f := range p.inOrder() {
		if !p.isShown(f.Name) {
			continue
		}
		b, known := p.unpacked[f]
		if !known {
			if b, err = p.unpackPart(f); err != nil {
				return nil, err
			}
		}
		text, isXML := asText(b)
		if !isXML {
			continue
		}
		if err := checkXML(text, p.limits.Depth); err != nil {
			return nil, err
		}
		switch p.kind {
		case kinds[".docx"]:
			out = append(out, p.readParagraphs(f.Name, text)...)
		case kinds[".pptx"]:
			out = append(out, readSlide(f.Name, text)...)
		case kinds[".xlsx"]:
			out = append(out, p.readSheet(f.Name, usePrefix(text, sheetNamespaces, ""))...)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return out, nil
}

// isShown reports whether a part holds texts of pages.
func (p *pack) isShown(name string) bool {
	switch dir, base := path.Split(name); p.kind {
	case kinds[".docx"]:
		return name == "word/document.xml" || name == "word/footnotes.xml" || name == "word/endnotes.xml"
	case kinds[".pptx"]:
		return dir == "ppt/slides/" && strings.HasSuffix(base, ".xml")
	case kinds[".xlsx"]:
		s, ok := p.workbook.sheets[name]
		return ok && !s.hidden && dir == "xl/worksheets/"
	}
	return false
}

// A paragraphReader collects the texts of a part of a document.
type paragraphReader struct {
	place  string
	text   []byte
	out    []document.PlacedText
	lines  []strings.Builder // of the open paragraphs
	fields []*field          // that are open
	hidden bool              // the run is
	mark   bool              // the properties are those of a paragraph
	notes  map[string]bool   // to which the document refers, by kind and number
}

// readParagraphs returns the texts of the paragraphs of a part of a document; of its notes those that it refers to,
// after it was read itself.
func (p *pack) readParagraphs(place string, text []byte) []document.PlacedText {
	if p.notes == nil {
		p.notes = map[string]bool{}
	}
	r := paragraphReader{place: place, text: text, lines: make([]strings.Builder, 1), notes: p.notes}
	for t, ok := nextTag(text, 0); ok; {
		t, ok = nextTag(text, r.readTag(t))
	}
	return r.out
}

// readTag takes the next tag and returns the index to go on from.
func (r *paragraphReader) readTag(t tag) int {
	line := &r.lines[len(r.lines)-1]
	switch t.name {
	case "mc:Fallback", "w:del", "w:moveFrom":
		if !t.closing {
			return elementEnd(r.text, t)
		}
	case "w:footnoteReference", "w:endnoteReference":
		r.notes[strings.TrimSuffix(t.name, "Reference")+attributeOf(string(r.text[t.begin:t.end]), "w:id")] = true
	case "w:footnote", "w:endnote":
		if !t.closing && !r.notes[t.name+attributeOf(string(r.text[t.begin:t.end]), "w:id")] {
			return elementEnd(r.text, t)
		}
	case "w:p":
		switch {
		case t.closing && len(r.lines) > 1:
			if s := line.String(); strings.TrimSpace(s) != "" {
				r.out = append(r.out, document.PlacedText{Place: r.place, Text: s})
			}
			r.lines = r.lines[:len(r.lines)-1]
		case !t.closing && !t.empty:
			r.lines = append(r.lines, strings.Builder{})
		}
	case "w:pPr":
		r.mark = !t.closing && !t.empty
	case "w:r":
		r.hidden = false
	case "w:vanish", "w:specVanish":
		if !t.closing && !r.mark {
			value := attributeOf(string(r.text[t.begin:t.end]), "w:val")
			r.hidden = value == "" || isOn(value)
		}
	case "w:tab", "w:br", "w:cr":
		line.WriteByte(' ')
	case "w:fldChar":
		r.readMark(attributeOf(string(r.text[t.begin:t.end]), "w:fldCharType"))
	case "w:instrText":
		if n := len(r.fields); n > 0 && !t.closing {
			r.fields[n-1].code.WriteString(plainText(contentOf(r.text, t)))
		}
	case "w:fldSimple":
		if t.closing {
			r.readMark("end")
		} else if !t.empty {
			r.readMark("begin")
			r.fields[len(r.fields)-1].code.WriteString(attributeOf(string(r.text[t.begin:t.end]), "w:instr"))
		}
	case "w:t":
		if !t.closing && !t.empty && !r.hidden && !r.isCounted() {
			line.WriteString(plainText(contentOf(r.text, t)))
		}
	}
	return t.end
}

func (r *paragraphReader) readMark(kind string) {
	switch {
	case kind == "begin":
		r.fields = append(r.fields, &field{})
	case kind == "end" && len(r.fields) > 0:
		r.fields = r.fields[:len(r.fields)-1]
	}
}

// isCounted reports whether the text is the result of a field that LibreOffice computes.
func (r *paragraphReader) isCounted() bool {
	for _, f := range r.fields {
		if name := f.name(); name != "HYPERLINK" && name != "TOC" {
			return true
		}
	}
	return false
}

// readSlide returns the texts of the paragraphs of a slide; none of one that is hidden.
func readSlide(place string, text []byte) (out []document.PlacedText) {
	var line strings.Builder
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		switch t.name {
		case "p:sld":
			if show := attributeOf(string(text[t.begin:t.end]), "show"); show != "" && !isOn(show) {
				return nil
			}
		case "mc:Fallback", "a:fld":
			if !t.closing {
				t.end = elementEnd(text, t)
			}
		case "a:br", "a:tab":
			line.WriteByte(' ')
		case "a:t":
			if !t.closing && !t.empty {
				line.WriteString(plainText(contentOf(text, t)))
			}
		case "a:p":
			if s := line.String(); t.closing && strings.TrimSpace(s) != "" {
				out = append(out, document.PlacedText{Place: place, Text: s})
			}
			line.Reset()
		}
	}
	return out
}

// readSheet returns the texts of the cells of a sheet that are shown, and its whole numbers.
func (p *pack) readSheet(part string, text []byte) (out []document.PlacedText) {
	w := &p.workbook
	if p.texts == nil {
		p.texts = readStrings(p.textsOf())
	}
	data, open := findTag(text, "sheetData")
	if data < 0 {
		return nil
	}
	kept, _, _ := readColumns(text[:data])
	widthOf := widthsOf(kept, stockWidth)
	name, col, hidden := w.nameOf(part), 0, false
	for t, ok := nextTag(text, open+1); ok && t.name != "sheetData"; t, ok = nextTag(text, t.end) {
		tag := string(text[t.begin:t.end])
		switch {
		case t.name == "row" && !t.closing:
			height, err := strconv.ParseFloat(attributeOf(tag, "ht"), 64)
			value := attributeOf(tag, "hidden")
			hidden, col = value != "" && isOn(value) || err == nil && height == 0, 0
		case t.name == "c" && !t.closing:
			col++
			at := attributeOf(tag, "r")
			if in, _, err := columnsOf(at); err == nil {
				col = in
			}
			end := elementEnd(text, t)
			if !hidden && widthOf(col) > 0 && !t.empty {
				if s := w.shownText(tag, bytes.TrimSuffix(text[t.end:end], []byte("</c>")), p.texts); s != "" {
					out = append(out, document.PlacedText{Place: name + "!" + at, Text: s})
				}
			}
			t.end = end
		}
	}
	return out
}

// wholeNumber matches numbers that look the same in all cells without a format.
var wholeNumber = regexp.MustCompile(`^-?[0-9]{2,10}$`)

// shownText returns what a cell surely shows, "" when that depends on its format.
func (w *workbook) shownText(tag string, body []byte, texts []string) string {
	cell, ok := readValue(body)
	if !ok {
		return ""
	}
	format, _ := strconv.Atoi(attributeOf(tag, "s"))
	look := w.look(format)
	if strings.Contains(look.code, ";;") { // which may show nothing
		return ""
	}
	switch attributeOf(tag, "t") {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(cell.Value)); err == nil && i >= 0 && i < len(texts) {
			return texts[i]
		}
	case "inlineStr":
		return cell.Inline.text()
	case "str":
		return cell.Value
	case "", "n":
		if format < len(w.looks) && look.isGeneral() && wholeNumber.MatchString(cell.Value) {
			return cell.Value
		}
	}
	return ""
}

// textsOf returns the part of the shared texts.
func (p *pack) textsOf() []byte {
	for _, f := range p.reader.File {
		if f.Name == textsPart {
			text, _ := asText(p.unpacked[f])
			return usePrefix(text, sheetNamespaces, "")
		}
	}
	return nil
}
