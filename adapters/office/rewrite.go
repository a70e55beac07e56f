package office

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"
)

// cleanPackage returns the package that LibreOffice gets: the same parts, without those that
// run or are fetched and without links to elsewhere. Every part is unpacked once, so
// broken or too large ones are found here.
func cleanPackage(name string, content []byte, l Limits) ([]byte, error) {
	p, err := openPack(name, content, l)
	if err != nil {
		return nil, err
	}
	if err := p.readShared(); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range p.reader.File {
		if f.Mode().IsDir() {
			continue
		}
		if err := p.copyPart(w, f); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// readShared reads what the worksheets of a workbook share, nothing in other packages.
func (p *pack) readShared() error {
	shared := map[string][]byte{"xl/sharedStrings.xml": nil, "xl/styles.xml": nil}
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
		shared[f.Name] = text
	}
	p.workbook = readWorkbook(shared["xl/sharedStrings.xml"], shared["xl/styles.xml"])
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
		return nil
	}
	text, isXML := asText(b)
	if !isXML {
		return w.Copy(f)
	}
	if err := checkXML(text, p.limits.Depth); err != nil {
		return err
	}
	changed := text
	var err error
	switch dir, base := path.Split(f.Name); {
	case strings.HasSuffix(base, ".rels"):
		if changed, err = keepInside(text); err != nil {
			return err
		}
	case p.kind == kinds[".docx"]:
		accepted := 0
		changed, accepted = acceptRevisions(text)
		p.accepted += accepted
	case dir == "xl/worksheets/":
		changed = fitSheet(p.workbook.widenColumns(text))
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
