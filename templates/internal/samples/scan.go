package samples

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	xdraw "golang.org/x/image/draw"
)

// ScanName is the name of the file of the demo that is a picture of a page.
const ScanName = "scanned-invoice.png"

// The scan is a slip of paper, laid on the glass a little askew.
const (
	scanDPI    = 150
	scanWidth  = 700
	scanHeight = 900
	scanTurn   = 0.006 // radians
	paperGray  = 242
)

// A scanLine is a line of a scan: size in points, distance from the left and the top in pixels.
type scanLine struct {
	size float64
	x, y int
	bold bool
	text string
}

var scanLines = []scanLine{
	{15, 60, 100, true, "Harbour Print Ltd."}, {9, 60, 135, false, "12 Fish Street, Poole, BH15 1AA"},
	{17, 60, 235, true, "Invoice"}, {10, 60, 290, false, "Invoice No.: HP-1187"}, {10, 60, 325, false, "Invoice Date: 5 April 2024"},
	{10, 60, 395, false, "Bill to: Northgate Tools Ltd."},
	{10, 60, 480, false, "500 labels, 60 x 40 mm"}, {10, 530, 480, false, "84.00"},
	{10, 60, 515, false, "2 rolls of tape"}, {10, 530, 515, false, "11.50"},
	{10, 60, 590, false, "Net"}, {10, 530, 590, false, "95.50"}, {10, 60, 625, false, "VAT 20%"}, {10, 530, 625, false, "19.10"},
	{11, 60, 670, true, "Total GBP"}, {11, 520, 670, true, "114.60"},
	{9, 60, 790, false, "Please pay within 14 days."},
}

// DrawScan returns a small picture of an invoice, as a scanner makes it: askew, and without any text but what can be seen.
func DrawScan() ([]byte, error) { return drawScan(scanLines, 635) }

// drawScan draws lines of text and, at a distance from the top, one across the slip.
func drawScan(lines []scanLine, across int) ([]byte, error) {
	sheet := image.NewGray(image.Rect(0, 0, scanWidth, scanHeight))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.Gray{paperGray}), image.Point{}, draw.Src)
	for _, l := range lines {
		face, err := openFace(l.bold, l.size)
		if err != nil {
			return nil, err
		}
		d := font.Drawer{Dst: sheet, Src: image.NewUniform(color.Gray{40}), Face: face, Dot: fixed.P(l.x, l.y)}
		d.DrawString(l.text)
	}
	for y := range 3 {
		for x := 60; x < scanWidth-60; x++ {
			sheet.SetGray(x, across+y, color.Gray{90})
		}
	}
	turned := image.NewGray(sheet.Bounds())
	draw.Draw(turned, turned.Bounds(), image.NewUniform(color.Gray{paperGray}), image.Point{}, draw.Src)
	sin, cos := math.Sincos(scanTurn)
	xdraw.BiLinear.Transform(turned, [6]float64{cos, -sin, 4, sin, cos, -2}, sheet, sheet.Bounds(), draw.Over, nil)
	return encodeScan(turned)
}

func openFace(bold bool, size float64) (font.Face, error) {
	ttf := goregular.TTF
	if bold {
		ttf = gobold.TTF
	}
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: scanDPI, Hinting: font.HintingFull})
}

// encodeScan stores a picture in 16 greys, which is enough to read it.
func encodeScan(of *image.Gray) ([]byte, error) {
	greys := make(color.Palette, 16)
	for i := range greys {
		greys[i] = color.Gray{uint8(i * 17)}
	}
	small := image.NewPaletted(of.Bounds(), greys)
	for i, p := range of.Pix {
		small.Pix[i] = (p + 8) / 17
	}
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, small)
	return b.Bytes(), err
}
