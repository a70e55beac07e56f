package office

import (
	"bytes"
	"encoding/xml"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/seed-62a36931/docket/document"
)

// A document may hold other files as parts of its text, which a program takes in on opening it: texts, pages of
// HTML, other documents. Their words and tables become content of the document; of other formats it is told.

// readChunks finds the files that the document holds as parts of its text, by their relationships.
func (p *pack) readChunks(links []byte) {
	p.chunks = map[string]string{}
	for t, ok := nextTag(links, 0); ok; t, ok = nextTag(links, t.end) {
		s := string(links[t.begin:t.end])
		if t.closing || path.Base(attributeOf(s, "Type")) != "aFChunk" || strings.EqualFold(attributeOf(s, "TargetMode"), "External") {
			continue
		}
		target := attributeOf(s, "Target")
		if !strings.HasPrefix(target, "/") {
			target = "word/" + target
		}
		p.chunks[attributeOf(s, "Id")] = path.Clean(strings.TrimPrefix(target, "/"))
	}
}

// takeInChunks returns the main part of a document with the content of such files in their place.
func (p *pack) takeInChunks(text []byte) ([]byte, error) {
	if !bytes.Contains(text, []byte("<w:altChunk")) {
		return text, nil
	}
	var edits []edit
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		if t.name != "w:altChunk" || t.closing {
			continue
		}
		end := elementEnd(text, t)
		part := p.chunks[linkOf(string(text[t.begin:t.end]))]
		content, read, err := p.readChunk(part)
		if err != nil {
			return nil, err
		}
		if !read {
			p.tell(document.FindingEmbeddedLeftOut, part, 1, true)
		}
		edits = append(edits, edit{t.begin, end, content})
		t.end = end
	}
	return applyEdits(text, edits), nil
}

// readChunk returns the content of a file as markup of a document; read is false for a format that is not read.
func (p *pack) readChunk(name string) (content string, read bool, err error) {
	for _, f := range p.reader.File {
		if f.Name != name {
			continue
		}
		b, known := p.unpacked[f]
		if !known {
			if b, err = p.unpackPart(f); err != nil {
				return "", false, err
			}
			p.unpacked[f] = b
		}
		switch strings.ToLower(path.Ext(name)) {
		case ".htm", ".html", ".xhtml":
			return readHTML(decodeText(b)), true, nil
		case ".txt":
			return readLines(decodeText(b)), true, nil
		case ".docx", ".docm", ".dotx", ".dotm":
			return p.readInner(b)
		}
		return "", false, nil
	}
	return "", false, nil
}

// decodeText returns a text in UTF-8, whatever of the usual encodings it is in.
func decodeText(b []byte) string {
	if bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff")) {
		b, _ = asText(b)
	}
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(b) {
		if decoded, err := charmap.Windows1252.NewDecoder().Bytes(b); err == nil {
			b = decoded
		}
	}
	return string(b)
}

// A chunkWriter writes paragraphs and tables as markup of a document.
type chunkWriter struct {
	out, line strings.Builder
	tables    int // open ones
	cell      bool
	rows      int // of the outermost table
	cells     int // of the row
}

// tableStart begins a table with rules, so that its cells are told apart.
const tableStart = `<w:tbl><w:tblPr><w:tblBorders><w:top w:val="single" w:sz="4"/><w:left w:val="single" w:sz="4"/>` +
	`<w:bottom w:val="single" w:sz="4"/><w:right w:val="single" w:sz="4"/>` +
	`<w:insideH w:val="single" w:sz="4"/><w:insideV w:val="single" w:sz="4"/></w:tblBorders></w:tblPr>`

// endParagraph writes the line as a paragraph; an empty one only if it must.
func (c *chunkWriter) endParagraph(must bool) {
	s := strings.TrimSpace(c.line.String())
	c.line.Reset()
	if s == "" && !must {
		return
	}
	c.out.WriteString("<w:p>")
	if s != "" {
		c.out.WriteString(`<w:r><w:t xml:space="preserve">` + escapeText(s) + `</w:t></w:r>`)
	}
	c.out.WriteString("</w:p>")
}

// beginCell begins a cell of the outermost table, and a row where none is open.
func (c *chunkWriter) beginCell() {
	if c.tables != 1 {
		return
	}
	c.endCell()
	if c.cells == 0 {
		if c.rows == 0 {
			c.out.WriteString(tableStart)
		}
		c.out.WriteString("<w:tr>")
		c.rows++
	}
	c.line.Reset()
	c.out.WriteString("<w:tc>")
	c.cell = true
	c.cells++
}

func (c *chunkWriter) endCell() {
	if c.cell && c.tables == 1 {
		c.endParagraph(true)
		c.out.WriteString("</w:tc>")
		c.cell = false
	}
}

func (c *chunkWriter) endRow() {
	if c.endCell(); c.cells > 0 && c.tables == 1 {
		c.out.WriteString("</w:tr>")
		c.cells = 0
	}
}

func (c *chunkWriter) beginTable() {
	c.endParagraph(false)
	c.tables++
}

func (c *chunkWriter) endTable() {
	if c.tables == 1 {
		c.endRow()
		c.line.Reset()
		if c.rows > 0 {
			c.out.WriteString("</w:tbl><w:p/>")
		}
		c.rows = 0
	} else {
		c.endParagraph(false)
	}
	c.tables = max(0, c.tables-1)
}

// readLines returns the lines of a text as paragraphs.
func readLines(s string) string {
	var c chunkWriter
	for line := range strings.Lines(s) {
		c.line.WriteString(strings.TrimRight(line, "\r\n"))
		c.endParagraph(false)
	}
	return c.out.String()
}

// blocks are the elements of HTML that begin and end a line.
var blocks = map[string]bool{
	"p": true, "div": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "li": true, "br": true, "hr": true,
	"dt": true, "dd": true, "pre": true, "blockquote": true, "section": true,
}

// readHTML returns the words and tables of a page of HTML.
func readHTML(s string) string {
	d := xml.NewDecoder(strings.NewReader(s))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var c chunkWriter
	hidden := 0
	for {
		token, err := d.Token()
		if err != nil { // at the end, or in what is no markup any more
			break
		}
		switch t := token.(type) {
		case xml.CharData:
			if hidden == 0 {
				c.line.WriteString(strings.Join(strings.FieldsFunc(" "+string(t)+" ", isBreak), " "))
			}
		case xml.StartElement:
			switch strings.ToLower(t.Name.Local) {
			case "script", "style", "title":
				hidden++
			case "table":
				c.beginTable()
			case "td", "th":
				c.beginCell()
			default:
				if blocks[strings.ToLower(t.Name.Local)] {
					c.endParagraph(false)
				}
			}
		case xml.EndElement:
			switch strings.ToLower(t.Name.Local) {
			case "script", "style", "title":
				hidden--
			case "table":
				c.endTable()
			case "td", "th":
				c.endCell()
			case "tr":
				c.endRow()
			default:
				if blocks[strings.ToLower(t.Name.Local)] {
					c.endParagraph(false)
				}
			}
		}
	}
	for c.tables > 0 {
		c.endTable()
	}
	c.endParagraph(false)
	return c.out.String()
}

func isBreak(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }

// readInner returns the words and tables of a document inside of the document.
func (p *pack) readInner(content []byte) (string, bool, error) {
	inner, err := openPack("inner.docx", content, p.limits)
	if err != nil {
		return "", false, nil //nolint:nilerr // it is told as left out
	}
	inner.total = p.total
	for _, f := range inner.reader.File {
		if f.Name != "word/document.xml" {
			continue
		}
		b, err := inner.unpackPart(f)
		p.total = inner.total
		if err != nil {
			return "", false, err
		}
		text, isXML := asText(b)
		if !isXML {
			return "", false, nil
		}
		if err := checkXML(text, p.limits.Depth); err != nil {
			return "", false, err
		}
		text, _ = acceptRevisions(usePrefix(text, wordNamespaces, "w"))
		return readBody(p.keepFieldResults(docLinksPart, text)), true, nil
	}
	return "", false, nil
}

// readBody returns the words and tables of a document as plain markup.
func readBody(text []byte) string {
	var c chunkWriter
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		switch {
		case t.name == "w:t" && !t.closing:
			c.line.WriteString(plainText(contentOf(text, t)))
		case t.name == "w:tab" && !t.closing, t.name == "w:br" && !t.closing:
			c.line.WriteString(" ")
		case t.name == "mc:Fallback" && !t.closing:
			t.end = elementEnd(text, t)
		case t.name == "w:tbl" && !t.closing:
			c.beginTable()
		case t.name == "w:tc" && !t.closing:
			c.beginCell()
		case t.name == "w:tc":
			c.endCell()
		case t.name == "w:tr" && t.closing:
			c.endRow()
		case t.name == "w:tbl":
			c.endTable()
		case t.name == "w:p" && t.closing && c.tables == 0:
			c.endParagraph(false)
		case t.name == "w:p" && t.closing:
			c.line.WriteString(" ")
		}
	}
	return c.out.String()
}
