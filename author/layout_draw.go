package author

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// layoutColors holds the colour of each type of node in drawings.
var layoutColors = map[document.Kind]color.NRGBA{
	document.KindSuperSection: {0x78, 0x78, 0x78, 0xff},
	document.KindSection:      {0xa8, 0xa8, 0xa8, 0xff},
	document.KindHeadline:     {0xd0, 0x21, 0x21, 0xff},
	document.KindParagraph:    {0x1f, 0x6f, 0xd0, 0xff},
	document.KindTable:        {0x0a, 0x8a, 0x3c, 0xff},
	document.KindTableCell:    {0x6d, 0xc4, 0x8c, 0xff},
	document.KindHeader:       {0x8a, 0x4b, 0xc8, 0xff},
	document.KindFooter:       {0x8a, 0x4b, 0xc8, 0xff},
	document.KindImage:        {0xd0, 0x8a, 0x00, 0xff},
}

// layoutOther is the colour of all other types.
var layoutOther = color.NRGBA{0x00, 0x8b, 0x8b, 0xff}

// drawPages writes an image of each page of the record to the directory of --png. It prints
// the names of the files unless --json prints the record.
func (x layoutCommand) drawPages(ctx context.Context, streams terminal.Streams, in *Reader, file string, l document.Outline) error {
	if err := os.MkdirAll(x.PNG, 0o777); err != nil {
		return err
	}
	content, err := in.readPDF(ctx, file)
	if err != nil {
		return err
	}
	for _, p := range l.Pages {
		data, err := in.pool.Render(ctx, content, p.Number, x.DPI)
		if err != nil {
			return fmt.Errorf("page %d: %w", p.Number, err)
		}
		if data, err = drawBoxes(data, p, l.Nodes); err != nil {
			return fmt.Errorf("page %d: %w", p.Number, err)
		}
		name := filepath.Join(x.PNG, fmt.Sprintf("page-%d.png", p.Number))
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return err
		}
		if !x.JSON {
			fmt.Fprintln(streams.Out, ShortenPath(name))
		}
	}
	return nil
}

// drawBoxes returns the PNG image of a page with the boxes of the nodes drawn over it.
func drawBoxes(data []byte, p document.OutlinePage, nodes []document.OutlineNode) ([]byte, error) {
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	img := image.NewRGBA(picture.Bounds())
	draw.Draw(img, img.Bounds(), picture, picture.Bounds().Min, draw.Src)
	o := &boxDrawer{img: img, page: p}
	o.drawNodes(nodes)
	for _, l := range o.labels {
		o.drawLabel(l)
	}
	var out bytes.Buffer
	err = png.Encode(&out, img)
	return out.Bytes(), err
}

// A boxDrawer draws the boxes of one page. It collects the labels, which are drawn last so
// that no box covers them.
type boxDrawer struct {
	img    *image.RGBA
	page   document.OutlinePage
	labels []boxLabel
}

type boxLabel struct {
	at    image.Rectangle
	text  string
	color color.NRGBA
}

// drawNodes draws the boxes that nodes and the nodes below them have on the page.
func (o *boxDrawer) drawNodes(nodes []document.OutlineNode) {
	for _, n := range nodes {
		boxes := n.Boxes
		if len(boxes) == 0 && n.Box != nil {
			boxes = []document.PageBox{{Page: n.Page, Box: *n.Box}}
		}
		for _, b := range boxes {
			if b.Page == o.page.Number {
				o.drawNode(n, b.Box)
			}
		}
		o.drawCells(n.Cells)
		o.drawNodes(n.Children)
	}
}

// drawNode draws one box of a node. A node that only holds others gets a thin frame slightly
// outside of its box; any other gets a frame, a shade unless it is a table, and a label
// with its number and type.
func (o *boxDrawer) drawNode(n document.OutlineNode, box document.Rect) {
	c, ok := layoutColors[n.Type]
	if !ok {
		c = layoutOther
	}
	r := o.toPixels(box)
	if n.Order == 0 {
		o.drawFrame(r.Inset(-3), c, 1)
		return
	}
	if n.Type != document.KindTable {
		o.shadeRect(r, c, 0x28)
	}
	o.drawFrame(r, c, 2)
	text := fmt.Sprintf("%d %s", n.Order, shortName(n))
	o.labels = append(o.labels, boxLabel{r, text, c})
}

// drawCells draws the cells of a table; header cells are shaded.
func (o *boxDrawer) drawCells(cells []document.OutlineCell) {
	c := layoutColors[document.KindTableCell]
	for _, cell := range cells {
		if cell.Box == nil || cell.Page != o.page.Number {
			continue
		}
		r := o.toPixels(*cell.Box)
		if cell.Header {
			o.shadeRect(r, c, 0x50)
		}
		o.drawFrame(r, c, 1)
	}
}

// toPixels converts a box of the unrotated page to pixels of the image, which shows the page
// with its rotation.
func (o *boxDrawer) toPixels(b document.Rect) image.Rectangle {
	x0, y0, x1, y1 := shareOfPage(o.page.Width, o.page.Height, o.page.Rotation, b)
	size := o.img.Bounds().Size()
	w, h := float64(size.X), float64(size.Y)
	return image.Rect(int(x0*w), int(y0*h), int(x1*w+.5), int(y1*h+.5))
}

// shareOfPage returns where a box of the unrotated page stands on the page as it is shown: left, top, right
// and bottom, 0 to 1 from the upper left corner. Width and height are those of the unrotated page.
func shareOfPage(width, height float64, rotation int, b document.Rect) (x0, y0, x1, y1 float64) {
	left, right := b.X/width, (b.X+b.Width)/width
	low, high := b.Y/height, (b.Y+b.Height)/height
	switch rotation {
	case 90:
		return low, left, high, right
	case 180:
		return 1 - right, low, 1 - left, high
	case 270:
		return 1 - high, 1 - right, 1 - low, 1 - left
	}
	return left, 1 - high, right, 1 - low
}

// drawFrame draws the edges of a rectangle, thick pixels wide, inside of it.
func (o *boxDrawer) drawFrame(r image.Rectangle, c color.NRGBA, thick int) {
	for _, edge := range []image.Rectangle{
		image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+thick), image.Rect(r.Min.X, r.Max.Y-thick, r.Max.X, r.Max.Y),
		image.Rect(r.Min.X, r.Min.Y, r.Min.X+thick, r.Max.Y), image.Rect(r.Max.X-thick, r.Min.Y, r.Max.X, r.Max.Y),
	} {
		draw.Draw(o.img, edge, image.NewUniform(c), image.Point{}, draw.Over)
	}
}

// shadeRect fills a rectangle with a translucent colour, so that the page stays readable.
func (o *boxDrawer) shadeRect(r image.Rectangle, c color.NRGBA, alpha uint8) {
	c.A = alpha
	draw.Draw(o.img, r, image.NewUniform(c), image.Point{}, draw.Over)
}

// shortName returns the type of a node for its label, shortened for the two most common
// types: P for a paragraph, H1 for a headline of level 1.
func shortName(n document.OutlineNode) string {
	switch n.Type {
	case document.KindParagraph:
		return "P"
	case document.KindHeadline:
		return fmt.Sprintf("H%d", n.Level)
	}
	return string(n.Type)
}

// drawLabel writes a label in white on its colour to the left of the box, or above the box
// where the page has no room to the left.
func (o *boxDrawer) drawLabel(l boxLabel) {
	face := basicfont.Face7x13
	width := font.MeasureString(face, l.text).Ceil() + 4
	at := image.Pt(l.at.Min.X-width, max(0, l.at.Min.Y))
	if at.X < 0 {
		at = image.Pt(max(0, min(l.at.Min.X, o.img.Bounds().Max.X-width)), max(0, l.at.Min.Y-face.Height+1))
	}
	o.shadeRect(image.Rectangle{at, at.Add(image.Pt(width, face.Height-1))}, l.color, 0xd8)
	d := font.Drawer{Dst: o.img, Src: image.White, Face: face, Dot: fixed.P(at.X+2, at.Y+face.Ascent-1)}
	d.DrawString(l.text)
}
