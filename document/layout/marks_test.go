package layout

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

// glyph draws a glyph that takes a width on a baseline.
func (c *canvas) glyph(r rune, x, width, base float32) *canvas {
	p := &c.doc.Pages[len(c.doc.Pages)-1]
	p.Glyphs = append(p.Glyphs, Glyph{Rune: r, Style: regular, Loose: Box{x, base - 2.2, x + width, base + 8.8}, Base: base})
	return c
}

// drawInked draws a glyph whose box is that of its ink.
func (c *canvas) drawInked(r rune, x, width, base, low, high float32) *canvas {
	p := &c.doc.Pages[len(c.doc.Pages)-1]
	p.Glyphs = append(p.Glyphs, Glyph{Rune: r, Style: regular, Loose: Box{x, base + low, x + width, base + high}, Base: base})
	return c
}

// guess adds a space that the reader thinks there is.
func (c *canvas) guess() *canvas {
	p := &c.doc.Pages[len(c.doc.Pages)-1]
	p.Glyphs = append(p.Glyphs, Glyph{Rune: ' ', Style: regular, Generated: true})
	return c
}

func TestMarksGoWithTheirLetters(t *testing.T) {
	c := newCanvas()
	// จำก, drawn as the letters first, and the ring of the vowel back over the first one
	c.glyph('จ', 50, 6, 700).glyph(0x10, 56, 4, 700).glyph('ก', 60, 6, 700).glyph('ำ', 54, 2, 698).guess()
	// ซึ่ง, the tone before the vowel
	c.glyph('ซ', 66, 6, 700).glyph('่', 70, 2, 702).glyph('ึ', 67, 5, 701).glyph('ง', 72, 5, 700)
	// งาน, with a letter of which the font tells nothing
	c.glyph('ง', 77, 5, 700).glyph(0x10, 82, 4, 700).glyph('น', 86, 6, 700)
	if got, want := c.tree(t).Text, "จำกซึ่งงาน"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPiecesInBoxesOfTheirInkStayInTheirLine(t *testing.T) {
	c := newCanvas()
	c.glyph('ا', 90, 5, 700)
	c.drawInked('ل', 86, 4, 700, 0, 8).drawInked('م', 80, 6, 700, -3, 4)
	c.glyph('ر', 75, 5, 700)
	c.drawInked('ل', 68, 7, 700, 0, 8).drawInked('ا', 68, 4, 700, 0, 8) // a ligature: both begin at one place
	c.glyph('ت', 60, 8, 700).drawInked('.', 58, 2, 700, 0, 1)
	if got, want := c.tree(t).Text, "المرلات."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLettersOfAnotherFontThatAreDrawnLaterStayInTheirWord(t *testing.T) {
	c := newCanvas()
	c.text(50, 700, "H").guess().text(60, 700, "p").text(70, 700, "n").guess().text(55, 700, "ợ").guess().text(75, 700, "g")
	if got, want := c.tree(t).Text, "Hợp ng"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWrongHeightsOfFontsDoNotPartLines(t *testing.T) {
	c := newCanvas()
	for i, r := range []rune("공급자는") {
		c.drawInked(r, 50+10*float32(i), 10, 700, -12, 20)
	}
	c.drawInked('.', 90, 3, 700, 0, 2)
	for i, r := range []rune("부담한다") {
		c.drawInked(r, 50+10*float32(i), 10, 688, -12, 20)
	}
	c.drawInked('.', 90, 3, 688, 0, 2)
	if got, want := c.tree(t).Text, "공급자는. 부담한다."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSignsOfFullWidthAreKept(t *testing.T) {
	for drawn, want := range map[string]string{
		"采购方（甲方）应付款；货款：见发票！": "采购方（甲方）应付款；货款：见发票！",
		"１，２３４．００円":          "1,234.00円",
		"ＡＢＣ，ｄ":              "ABC，d",
	} {
		if got := newCanvas().ideographs(50, 700, false, drawn).tree(t).Text; got != want {
			t.Errorf("%q: got %q, want %q", drawn, got, want)
		}
	}
}

func TestSignsOfVerticalTextStayInTheirPlace(t *testing.T) {
	c := newCanvas()
	for col, s := range []string{"乙は机、椅子「お」よび照明器", "具を納入する。甲は代金"} {
		x, y := 500-18*float32(col), float32(700)
		for _, r := range s {
			switch r {
			case '、', '。':
				c.drawInked(r, x+7, 3, y, 6, 9)
			case '「':
				c.drawInked(r, x+2, 8, y, 0, 3)
			case '」':
				c.drawInked(r, x, 8, y, 6, 9)
			default:
				c.drawInked(r, x, 10, y, -1, 9)
			}
			y -= 10
		}
	}
	if got, want := c.tree(t).Text, "乙は机、椅子「お」よび照明器具を納入する。甲は代金"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLettersAndMarksThatShareABoxStayInTheirWord(t *testing.T) {
	for _, letter := range []string{"o\u0308", "e\u0301", "o\u0323\u0302", "A\u030A"} {
		c := newCanvas().glyph('K', 50, 6, 700)
		runes := []rune(letter)
		step := 6 / float32(len(runes))
		for i, r := range runes { // as PDFium shares the box of a cluster with a text of its own
			c.glyph(r, 56+step*float32(i), step, 700)
		}
		c.glyph('l', 62.4, 3, 700).glyph('n', 65.4, 6, 700).glyph('d', 75, 6, 700)
		if got, want := c.tree(t).Text, "K"+norm.NFC.String(letter)+"ln d"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
