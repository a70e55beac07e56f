package office

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// A cleanedPackage is what LibreOffice gets of a package, and how much work it is.
type cleanedPackage struct {
	content    []byte
	findings   []document.Finding
	characters float64 // that are set on the pages, about
}

// markupShare is how many bytes of a text document stand for a character that is set.
const markupShare = 8

// weighPackage returns the package that LibreOffice gets: the same parts, without those that
// run or are fetched and without links to elsewhere, and how much work it is. Every part is
// unpacked once, so broken or too large ones are found here. Errors: ErrTooLong, too.
func weighPackage(name string, content []byte, l Limits) (cleaned cleanedPackage, err error) {
	p, err := openPack(name, content, l)
	if err != nil {
		return cleaned, err
	}
	if err := p.readShared(); err != nil {
		return cleaned, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range p.inOrder() {
		if err := p.copyPart(w, f); err != nil {
			return cleaned, err
		}
		if p.characters > float64(p.limits.Characters) {
			return cleaned, ErrTooLong
		}
	}
	if err := w.Close(); err != nil {
		return cleaned, err
	}
	p.tellEmbedded()
	if p.accepted > 0 {
		p.findings = append(p.findings, document.Finding{Kind: document.FindingRevisionsAccepted, Count: p.accepted, Values: true})
	}
	return cleanedPackage{out.Bytes(), p.findings, p.characters}, nil
}

// inOrder returns the parts in the order in which they are read: the text of a document comes first, because it tells
// which notes are its own, and the formats of cells last, because the cells decide what is added to them.
func (p *pack) inOrder() []*zip.File {
	var first, out, last []*zip.File
	for _, f := range p.reader.File {
		switch {
		case f.Mode().IsDir():
		case f.Name == "word/document.xml":
			first = append(first, f)
		case f.Name == stylesPart && p.kind == kinds[".xlsx"]:
			last = append(last, f)
		default:
			out = append(out, f)
		}
	}
	return append(append(first, out...), last...)
}

// The parts that others refer to.
const (
	stylesPart     = "xl/styles.xml"
	textsPart      = "xl/sharedStrings.xml"
	workbookPart   = "xl/workbook.xml"
	sheetLinksPart = "xl/_rels/workbook.xml.rels"
	docLinksPart   = "word/_rels/document.xml.rels"
	propertiesPart = "docProps/core.xml"
	programPart    = "docProps/app.xml"
)

// readShared reads the parts that the others refer to.
func (p *pack) readShared() error {
	shared := map[string][]byte{
		stylesPart: nil, textsPart: nil, workbookPart: nil, sheetLinksPart: nil, docLinksPart: nil, propertiesPart: nil,
		programPart: nil,
	}
	for _, f := range p.reader.File {
		if _, ok := shared[f.Name]; !ok {
			continue
		}
		b, err := p.unpackPart(f)
		if err != nil {
			return err
		}
		p.unpacked[f] = b
		text, isXML := asText(b)
		if !isXML {
			continue
		}
		if err := checkXML(text, p.limits.Depth); err != nil {
			return err
		}
		shared[f.Name] = usePrefix(text, sheetNamespaces, "")
	}
	p.workbook = *readWorkbook(shared[textsPart], shared[stylesPart])
	p.workbook.saved = savedAt(shared[propertiesPart])
	p.workbook.language = cmp.Or(languageOf(shared[propertiesPart]), groupLanguage(shared[programPart]))
	if p.kind == kinds[".docx"] {
		p.readChunks(shared[docLinksPart])
	}
	if p.kind == kinds[".xlsx"] {
		p.workbook.readSheets(shared[workbookPart], shared[sheetLinksPart])
		p.tellHiddenSheets()
	}
	return nil
}

// copyPart copies a part, unchanged or cleaned.
func (p *pack) copyPart(w *zip.Writer, f *zip.File) error {
	b, known := p.unpacked[f]
	if !known {
		var err error
		if b, err = p.unpackPart(f); err != nil {
			return err
		}
	}
	delete(p.unpacked, f)
	if isActive(f.Name) {
		if dir, base := path.Split(strings.ToLower(f.Name)); strings.HasSuffix(dir, "/activex/") && path.Ext(base) == ".xml" {
			p.tell(document.FindingEmbeddedLeftOut, f.Name, 1, true)
		}
		return nil
	}
	text, isXML := asText(b)
	if !isXML {
		return w.Copy(f)
	}
	if err := checkXML(text, p.limits.Depth); err != nil {
		return err
	}
	if p.kind != kinds[".xlsx"] {
		p.characters += float64(len(text)) / markupShare
	}
	changed, err := p.changePart(f.Name, text)
	if err != nil {
		return err
	}
	if len(changed) == len(text) && (len(text) == 0 || &changed[0] == &text[0]) {
		return w.Copy(f)
	}
	part, err := w.Create(f.Name)
	if err == nil {
		_, err = part.Write(changed)
	}
	return err
}

// changePart returns a part as LibreOffice gets it.
func (p *pack) changePart(name string, text []byte) ([]byte, error) {
	p.tellLeftOut(name, text)
	dir, base := path.Split(name)
	switch {
	case strings.HasSuffix(base, ".rels"):
		p.readChartLinks(name, text)
		return keepInside(text)
	case p.kind == kinds[".docx"]:
		return p.changeDocument(name, text)
	case p.kind == kinds[".pptx"]:
		return nameSlideSymbols(placeShapes(p.keepSlideDates(name, text))), nil
	case name == workbookPart:
		return p.workbook.openWorkbook(usePrefix(text, sheetNamespaces, "")), nil
	case name == stylesPart:
		return p.workbook.writeStyles(usePrefix(text, sheetNamespaces, "")), nil
	case dir == "xl/worksheets/":
		return p.changeSheet(name, usePrefix(text, sheetNamespaces, "")), nil
	}
	return text, nil
}

// changeDocument returns a part of a document as it reads with its changes accepted and its fields as they were
// stored, with formulas and symbols as text.
func (p *pack) changeDocument(name string, text []byte) ([]byte, error) {
	if !strings.HasPrefix(name, "word/") {
		text, accepted := acceptRevisions(text)
		p.accepted += accepted
		return text, nil
	}
	text, accepted := acceptRevisions(usePrefix(text, wordNamespaces, "w"))
	p.accepted += accepted
	text = p.keepFieldResults(name, text)
	switch name {
	case "word/styles.xml", "word/fontTable.xml", "word/settings.xml":
		return text, nil
	case "word/document.xml":
		var err error
		if text, err = p.takeInChunks(partNotes(text)); err != nil {
			return nil, err
		}
	}
	return nameSymbols(writeFormulas(text)), nil
}

// changeSheet returns a worksheet whose cells are read in full.
func (p *pack) changeSheet(name string, text []byte) []byte {
	title := p.workbook.nameOf(name)
	hidden := p.workbook.sheets[name].hidden
	if hidden {
		return p.keepCellResults("", text)
	}
	text = p.settleCodes(title, text)
	text = p.keepCellResults(title, text)
	text, used := p.workbook.fitCells(text)
	p.characters += used.characters
	p.tell(document.FindingHiddenPartsLeftOut, title, used.hiddenRows+used.hiddenCols, true)
	return fitSheet(text, used, p.workbook.isNamed(name))
}

// isActive reports whether a part can run.
func isActive(name string) bool {
	lower := strings.ToLower(name)
	base := path.Base(lower)
	return strings.HasPrefix(base, "vbaproject") || strings.HasPrefix(base, "vbadata") || strings.Contains(lower, "/activex/") ||
		strings.HasPrefix(base, "attachedtoolbars") || strings.HasPrefix(lower, "xl/macrosheets/")
}

// relationships is the XML of a part of relationships.
type relationships struct {
	XMLName xml.Name       `xml:"http://schemas.openxmlformats.org/package/2006/relationships Relationships"`
	All     []relationship `xml:"Relationship"`
}

type relationship struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
	Mode   string `xml:"TargetMode,attr,omitempty"`
}

// dropped are the types of relationships, by the last part of their names, that
// lead to macros, data sources and foreign documents to be taken in.
var dropped = map[string]bool{
	"vbaProject": true, "wordVbaData": true, "attachedToolbars": true, "keyMapCustomizations": true, "control": true,
	"activeXControlBinary": true, "aFChunk": true, "subDocument": true, "frame": true, "connections": true, "queryTable": true,
	"xlMacrosheet": true, "xlIntlMacrosheet": true, "attachedTemplate": true, "mailMergeSource": true, "mailMergeHeaderSource": true,
}

// isOutward reports whether a relationship leads out of the package.
func (r relationship) isOutward() bool {
	return strings.EqualFold(r.Mode, "External") || strings.Contains(r.Target, ":") ||
		strings.HasPrefix(r.Target, `\`) || strings.HasPrefix(r.Target, "//")
}

// keepInside drops the relationships that lead out of the package or to parts that can run.
// Hyperlinks stay: nobody follows them while converting.
func keepInside(text []byte) ([]byte, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	var in, out relationships
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	for _, r := range in.All {
		kind := path.Base(r.Type)
		if !dropped[kind] && (kind == "hyperlink" || !r.isOutward()) {
			out.All = append(out.All, r)
		}
	}
	if len(in.All) == len(out.All) {
		return text, nil
	}
	b, err := xml.Marshal(out)
	return append([]byte(xml.Header), b...), err
}
