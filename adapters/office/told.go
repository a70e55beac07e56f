package office

import (
	"bytes"
	"path"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// tellLeftOut notes what a part holds that does not come into the pages: notes of people who discuss the document,
// slides and text that are hidden, files inside of the file.
func (p *pack) tellLeftOut(name string, text []byte) {
	dir, base := path.Split(name)
	count := func(tags ...string) int {
		n := 0
		for _, tag := range tags {
			for _, end := range []string{" ", ">", "\n", "\r"} {
				n += bytes.Count(text, []byte("<"+tag+end))
			}
		}
		return n
	}
	switch {
	case dir == "word/" && base == "comments.xml":
		p.tell(document.FindingAnnotationsLeftOut, name, count("w:comment"), false)
	case dir == "xl/" && strings.HasPrefix(base, "comments"), dir == "xl/comments/":
		p.tell(document.FindingAnnotationsLeftOut, name, count("comment", "x:comment"), false)
	case dir == "ppt/comments/":
		p.tell(document.FindingAnnotationsLeftOut, name, count("p:cm", "p188:cm"), false)
	case dir == "ppt/notesSlides/":
		if bytes.Contains(text, []byte(`type="body"`)) {
			_, after, _ := bytes.Cut(text, []byte(`type="body"`))
			for t, ok := nextTag(after, 0); ok && t.name != "p:sp"; t, ok = nextTag(after, t.end) {
				if t.name == "a:t" && !t.closing && len(contentOf(after, t)) > 0 {
					p.tell(document.FindingAnnotationsLeftOut, name, 1, false)
					break
				}
			}
		}
	case dir == "ppt/slides/":
		if t, ok := nextTag(text, 0); ok {
			open := string(text[t.begin:t.end])
			if _, _, set := attributeRange(open, "show"); set && !isOn(attributeOf(open, "show")) {
				p.tell(document.FindingHiddenPartsLeftOut, name, 1, false)
			}
		}
	case p.kind == kinds[".docx"] && dir == "word/" && base != "styles.xml" && bytes.Contains(text, []byte("<w:vanish")):
		p.tell(document.FindingHiddenTextLeftOut, name, countHidden(text), true)
	}
}

// countHidden returns how many characters of a part of a document are hidden.
func countHidden(text []byte) int {
	n, hidden, mark := 0, false, false
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		switch {
		case t.name == "w:pPr":
			mark = !t.closing && !t.empty
		case t.name == "w:r":
			hidden = false
		case t.name == "w:vanish" && !t.closing && !mark:
			_, _, set := attributeRange(string(text[t.begin:t.end]), "w:val")
			hidden = !set || isOn(attributeOf(string(text[t.begin:t.end]), "w:val"))
		case t.name == "w:t" && !t.closing && hidden:
			n += len([]rune(plainText(contentOf(text, t))))
		}
	}
	return n
}

// readChartLinks notes the files that hold the data of a chart.
func (p *pack) readChartLinks(name string, text []byte) {
	if !strings.Contains(name, "/charts/") {
		return
	}
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		if target := attributeOf(string(text[t.begin:t.end]), "Target"); target != "" {
			p.chartData[path.Base(target)] = true
		}
	}
}

// tellEmbedded notes the files and objects inside of the package that are not the data of its charts.
func (p *pack) tellEmbedded() {
	for _, f := range p.reader.File {
		dir, base := path.Split(f.Name)
		if path.Base(dir) == "embeddings" && base != "" && !p.chartData[base] && !strings.HasPrefix(dir, "_rels") {
			p.tell(document.FindingEmbeddedLeftOut, f.Name, 1, true)
		}
	}
}

// settleCodes returns a sheet in whose headers and footers no code stands for the day, the time or the place of the
// file: what the file tells of them takes their place.
func (p *pack) settleCodes(place string, text []byte) []byte {
	begin, _ := findTag(text, "headerFooter")
	if begin < 0 {
		return text
	}
	day, hour := "", ""
	if at := p.workbook.saved; !at.IsZero() {
		day, hour = at.Format("2006-01-02"), at.Format("15:04")
	}
	unstored := 0
	var edits []edit
	for t, ok := nextTag(text, begin); ok; t, ok = nextTag(text, t.end) {
		switch t.name {
		case "headerFooter":
			if t.closing {
				p.tell(document.FindingNoStoredResult, place, unstored, false)
				return applyEdits(text, edits)
			}
		case "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
			if t.closing || t.empty {
				continue
			}
			content := contentOf(text, t)
			s := plainText(content)
			settled := pageCodes(s, map[byte]string{'D': day, 'T': hour, 'F': "", 'Z': ""}, &unstored)
			if settled != s {
				edits = append(edits, edit{t.end, t.end + len(content), escapeText(settled)})
			}
		}
	}
	return applyEdits(text, edits)
}

// pageCodes returns a header with texts in the place of codes, and counts those without one.
func pageCodes(s string, texts map[byte]string, missing *int) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '&' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if text, ok := texts[s[i]]; ok {
			if text == "" && s[i] != 'Z' { // the folder, which stands before the name
				*missing++
			}
			b.WriteString(strings.ReplaceAll(text, "&", "&&"))
			continue
		}
		b.WriteByte('&')
		b.WriteByte(s[i])
		if s[i] == '"' { // the name of a font
			if end := strings.IndexByte(s[i+1:], '"'); end >= 0 {
				b.WriteString(s[i+1 : i+2+end])
				i += end + 1
			}
		}
	}
	return b.String()
}
