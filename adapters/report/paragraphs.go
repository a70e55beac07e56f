package report

import (
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"github.com/seed-62a36931/docket/processes/report"
)

// textsIn returns the w:t elements of a paragraph, in order; those of text boxes inside
// it belong to paragraphs of their own.
func textsIn(p *etree.Element) []*etree.Element {
	var out []*etree.Element
	walkElements(p, func(e *etree.Element) bool {
		if isWord(e, "t") {
			out = append(out, e)
		}
		return !isWord(e, "p") && !isWord(e, "txbxContent")
	})
	return out
}

// textOf returns the text of a paragraph.
func textOf(p *etree.Element) string {
	var b strings.Builder
	for _, t := range textsIn(p) {
		b.WriteString(t.Text())
	}
	return b.String()
}

// fillParagraph fills the placeholders of a paragraph, also those that are split over runs.
func (st *story) fillParagraph(p *etree.Element, s report.Scope) {
	all := textsIn(p)
	runs := make([]string, len(all))
	for i, t := range all {
		runs[i] = t.Text()
	}
	filled, changed := fillRuns(s, runs)
	if !changed {
		return
	}
	for i, t := range all {
		st.writeSegments(t, filled[i])
	}
}

// writeSegments puts segments in place of a w:t: text with its breaks and tabs, pictures.
func (st *story) writeSegments(t *etree.Element, segments []segment) {
	parent, at := t.Parent(), t.Index()
	parent.RemoveChildAt(at)
	add := func(e *etree.Element) {
		parent.InsertChildAt(at, e)
		at++
	}
	for _, seg := range segments {
		if seg.picture != nil {
			if drawing := st.newDrawing(seg.picture); drawing != nil {
				add(drawing)
			}
			continue
		}
		for i, line := range strings.Split(strings.ReplaceAll(seg.text, "\r\n", "\n"), "\n") {
			if i > 0 {
				add(etree.NewElement("w:br"))
			}
			for j, cell := range strings.Split(line, "\t") {
				if j > 0 {
					add(etree.NewElement("w:tab"))
				}
				if cell != "" {
					add(textElement(cell))
				}
			}
		}
	}
}

func textElement(text string) *etree.Element {
	t := etree.NewElement("w:t")
	t.CreateAttr("xml:space", "preserve")
	t.SetText(text)
	return t
}

// The largest picture, in pixels of 1/96 inch; smaller ones keep their size.
const (
	drawingWidth  = 480
	drawingHeight = 240
	emuPerPixel   = 9525
)

// newDrawing returns the element that shows a picture in a run; nil unless it is a PNG or
// JPEG.
func (st *story) newDrawing(content []byte) *etree.Element {
	cfg, format, ok := pictureOf(content)
	if !ok {
		return nil
	}
	scale := min(1, drawingWidth/float64(cfg.Width), drawingHeight/float64(cfg.Height))
	width, height := int(float64(cfg.Width)*scale)*emuPerPixel, int(float64(cfg.Height)*scale)*emuPerPixel
	id := st.keepPicture(content, format)
	st.drawn++
	number := strconv.Itoa(st.drawn)
	d := etree.NewElement("w:drawing")
	in := addChild(d, "wp:inline", "xmlns:wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing")
	addChild(in, "wp:extent", "cx", strconv.Itoa(max(width, emuPerPixel)), "cy", strconv.Itoa(max(height, emuPerPixel)))
	addChild(in, "wp:docPr", "id", number, "name", "Picture "+number)
	g := addChild(in, "a:graphic", "xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main")
	data := addChild(g, "a:graphicData", "uri", "http://schemas.openxmlformats.org/drawingml/2006/picture")
	pic := addChild(data, "pic:pic", "xmlns:pic", "http://schemas.openxmlformats.org/drawingml/2006/picture")
	named := addChild(pic, "pic:nvPicPr")
	addChild(named, "pic:cNvPr", "id", number, "name", "Picture "+number)
	addChild(named, "pic:cNvPicPr")
	fill := addChild(pic, "pic:blipFill")
	addChild(fill, "a:blip", "xmlns:r", relationships, "r:embed", id)
	addChild(addChild(fill, "a:stretch"), "a:fillRect")
	shape := addChild(pic, "pic:spPr")
	form := addChild(shape, "a:xfrm")
	addChild(form, "a:off", "x", "0", "y", "0")
	addChild(form, "a:ext", "cx", strconv.Itoa(max(width, emuPerPixel)), "cy", strconv.Itoa(max(height, emuPerPixel)))
	addChild(addChild(shape, "a:prstGeom", "prst", "rect"), "a:avLst")
	return d
}

// addChild adds an element with attributes, given as names and values.
func addChild(parent *etree.Element, tag string, attributes ...string) *etree.Element {
	e := parent.CreateElement(tag)
	for i := 0; i+1 < len(attributes); i += 2 {
		e.CreateAttr(attributes[i], attributes[i+1])
	}
	return e
}
