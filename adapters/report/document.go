package report

import (
	"archive/zip"
	"bytes"
	"fmt"
	"path"
	"regexp"

	"github.com/beevik/etree"

	"github.com/seed-62a36931/docket/processes/report"
)

// filledParts matches the parts of a docx in which placeholders work.
var filledParts = regexp.MustCompile(`^word/(document|header[0-9]*|footer[0-9]*)\.xml$`)

// fillDocument fills a docx: body, headers and footers. Other parts are copied
// unchanged.
func fillDocument(template []byte, s report.Scope) ([]byte, error) {
	all, err := unpackParts(template)
	if err != nil {
		return nil, err
	}
	media := &media{}
	written := map[string][]byte{}
	for _, p := range all {
		if !filledParts.MatchString(p.Name) {
			continue
		}
		story := &story{media: media, part: p.Name}
		if written[p.Name], err = story.fillStory(p.content, s); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		if err := story.addRelationships(all, written); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	if err := media.declareTypes(all, written); err != nil {
		return nil, err
	}
	return packParts(all, written)
}

// packParts writes the parts in their order, followed by new ones.
func packParts(all parts, written map[string][]byte) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range all {
		content, changed := written[p.Name]
		if !changed {
			if err := z.Copy(p.File); err != nil {
				return nil, err
			}
			continue
		}
		if err := packPart(z, zip.FileHeader{Name: p.Name, Modified: p.Modified}, content); err != nil {
			return nil, err
		}
	}
	for _, name := range sortedKeys(written) {
		if all.findPart(name) == nil {
			if err := packPart(z, zip.FileHeader{Name: name}, written[name]); err != nil {
				return nil, err
			}
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func packPart(z *zip.Writer, h zip.FileHeader, content []byte) error {
	h.Method = zip.Deflate
	w, err := z.CreateHeader(&h)
	if err == nil {
		_, err = w.Write(content)
	}
	return err
}

// A story is one part with text: the body, a header or a footer.
type story struct {
	*media
	part     string
	pictures []string // targets of new relationships, in order
	drawn    int
}

func (st *story) fillStory(content []byte, s report.Scope) ([]byte, error) {
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(content); err != nil {
		return nil, err
	}
	if doc.Root() == nil {
		return nil, fmt.Errorf("it is empty")
	}
	st.drawn = len(doc.FindElements("//docPr"))
	st.fillElement(doc.Root(), s)
	return doc.WriteToBytes()
}

// fillElement fills everything below an element: rows of tables are repeated, paragraphs
// filled.
func (st *story) fillElement(e *etree.Element, s report.Scope) {
	for _, child := range e.ChildElements() {
		if isWord(child, "tr") {
			st.fillTableRow(child, s)
			continue
		}
		if isWord(child, "p") {
			st.fillParagraph(child, s)
		}
		rows := isWord(child, "tbl") && hasRows(child)
		st.fillElement(child, s)
		if rows && !hasRows(child) {
			dropTable(child)
		}
	}
}

// isWord reports whether an element is one of WordprocessingML with this local name.
func isWord(e *etree.Element, local string) bool { return e.Space == "w" && e.Tag == local }

// hasRows reports whether a table has rows, also in content controls.
func hasRows(table *etree.Element) (found bool) {
	walkElements(table, func(e *etree.Element) bool {
		found = found || isWord(e, "tr")
		return !found
	})
	return found
}

// walkElements visits the elements below e; it skips those below an element for which visit
// returns false.
func walkElements(e *etree.Element, visit func(*etree.Element) bool) {
	for _, child := range e.ChildElements() {
		if visit(child) {
			walkElements(child, visit)
		}
	}
}

// dropTable removes a table that has no rows left. Word needs a paragraph in its
// place.
func dropTable(table *etree.Element) {
	parent, at := table.Parent(), table.Index()
	parent.RemoveChildAt(at)
	p := etree.NewElement("w:p")
	parent.InsertChildAt(at, p)
}

// fillTableRow fills a row of a table, repeated when it holds a placeholder of a list.
func (st *story) fillTableRow(tr *etree.Element, s report.Scope) {
	scopes, list := s.Repeat(namesIn(tr))
	if !list {
		st.fillElement(tr, s)
		return
	}
	parent, at := tr.Parent(), tr.Index()
	parent.RemoveChildAt(at)
	for i, one := range scopes {
		row := tr.Copy()
		if i > 0 {
			dropIdentity(row)
		}
		parent.InsertChildAt(at+i, row)
		st.fillElement(row, one)
	}
}

// namesIn returns the placeholders in the paragraphs of a row, except in tables inside
// it, whose rows may be repeated themselves.
func namesIn(tr *etree.Element) []string {
	var out []string
	walkElements(tr, func(e *etree.Element) bool {
		if isWord(e, "p") {
			out = append(out, report.PlaceholderNames(textOf(e))...)
		}
		return !isWord(e, "tbl")
	})
	return out
}

// dropIdentity drops the ids that may occur only once in a document.
func dropIdentity(row *etree.Element) {
	var gone []*etree.Element
	row.RemoveAttr("w14:paraId")
	walkElements(row, func(e *etree.Element) bool {
		e.RemoveAttr("w14:paraId")
		if isWord(e, "bookmarkStart") || isWord(e, "bookmarkEnd") {
			gone = append(gone, e)
		}
		return true
	})
	for _, e := range gone {
		e.Parent().RemoveChild(e)
	}
}

// relsOf returns the name of the part that holds the relationships of another.
func relsOf(part string) string {
	return path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
}
