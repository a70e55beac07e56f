package pdf

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// drawMapped is a page in a font whose map says which character each letter is.
func drawMapped(font, text string, says func(r rune) rune) paper {
	var cmap strings.Builder
	cmap.WriteString("/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange<00><FF>endcodespacerange\n")
	for from := ' '; from <= '~'; from += 50 {
		fmt.Fprintf(&cmap, "%d beginbfchar\n", min(50, '~'-from+1))
		for r := from; r <= min('~', from+49); r++ {
			fmt.Fprintf(&cmap, "<%02X><%04X>\n", r, says(r))
		}
		cmap.WriteString("endbfchar\n")
	}
	cmap.WriteString("endcmap end")
	return paper{content: "BT /F 5 Tf 5 60 Td (" + text + ") Tj ET", streams: map[int][2]string{10: {"", cmap.String()}},
		objects: map[int]string{5: "<</Type/Font/Subtype/Type1/BaseFont/" + font + "/Encoding/WinAnsiEncoding/ToUnicode 10 0 R>>"}}
}

// rotate returns a map that says the letter n places further on.
func rotate(n rune) func(rune) rune {
	return func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+n)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+n)%26
		}
		return r
	}
}

func TestMapsThatLieAreTold(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const text = "Contract value is 5000 EUR payable on the first of May by bank transfer"
	check := func(name string, p paper, lies bool) {
		t.Helper()
		p.objects[5] = strings.Replace(p.objects[5], "/Encoding/WinAnsiEncoding", "", 1) // which would tell the truth
		doc, page := readPaper(t, pool, p, layout.ReadSettings{})
		unread, _ := layout.UnreadOf(&page)
		told := countFindings(layout.BuildTree(&doc).Findings, document.FindingCharactersInDoubt) > 20
		if told != lies || (unread == layout.AllUnread) != lies {
			t.Errorf("%s: told %v, to be recognised %v, want %v; it reads %q", name, told, unread == layout.AllUnread, lies, words(page))
		}
	}
	for _, font := range []string{"Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Italic"} {
		check(font+", as it is", drawMapped(font, text, rotate(0)), false)
		for _, n := range []rune{1, 3, 13, 20, 25} {
			check(fmt.Sprintf("%s, %d places further", font, n), drawMapped(font, text, rotate(n)), true)
		}
		check(font+", from the end", drawMapped(font, text, func(r rune) rune { return rotate(0)(mirror(r)) }), true)
	}
	for seed := range int64(5) {
		perm := rand.New(rand.NewSource(seed)).Perm(26)
		check(fmt.Sprintf("shuffled %d", seed), drawMapped("Helvetica", text, func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return 'a' + rune(perm[r-'a'])
			}
			return r
		}), true)
	}
	check("one width", drawMapped("Courier", text, rotate(0)), false)
	check("few letters", drawMapped("Helvetica", "EUR 5000", rotate(1)), false)
	check("turned", func() paper {
		p := drawMapped("Helvetica", text, rotate(0))
		p.content = "BT /F 5 Tf 0 1 -1 0 50 5 Tm (" + text[:60] + ") Tj ET"
		return p
	}(), false)
}

// mirror returns the letter at the same place from the end of the alphabet.
func mirror(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'z' - (r - 'a')
	case r >= 'A' && r <= 'Z':
		return 'Z' - (r - 'A')
	}
	return r
}

// TestLettersOfOtherWidthAreTold has a map that calls an m a marked i, as rewritten maps of ligatures do.
func TestLettersOfOtherWidthAreTold(t *testing.T) {
	pool := testPool(t, "serve", nil)
	says := func(other rune) func(rune) rune {
		return func(r rune) rune {
			if r == 'M' {
				return other
			}
			return r
		}
	}
	for other, want := range map[rune]int{'\u00fc': 2, '\u00c4': 0, 'M': 0} {
		p := drawMapped("Helvetica", "M a u M A", says(other))
		p.objects[5] = strings.Replace(p.objects[5], "/Encoding/WinAnsiEncoding", "", 1)
		_, page := readPaper(t, pool, p, layout.ReadSettings{})
		if got := countFindings(page.Findings, document.FindingCharactersInDoubt); got != want {
			t.Errorf("an M as %c: %d characters are in doubt, want %d", other, got, want)
		}
	}
}

func TestNamesOfGlyphsCorrectMaps(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const text = "May 5 EUR 2380"
	digits := func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0' + (r-'0'+1)%10
		}
		return r
	}
	differing := func(p paper) paper {
		p.objects[5] = strings.Replace(p.objects[5], "/WinAnsiEncoding",
			"<</BaseEncoding/WinAnsiEncoding/Differences[48/zero/one/two/three/four/five/six/seven/eight/nine 65/A/B/C]>>", 1)
		return p
	}
	merged := drawMapped("Helvetica", text, func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	})
	for _, tt := range []struct {
		name, want string
		paper      paper
		doubts     int
	}{
		{"a map that is right", text, drawMapped("Helvetica", text, rotate(0)), 0},
		{"letters further on", text, drawMapped("Helvetica", text, rotate(1)), 0},
		{"figures further on", text, drawMapped("Helvetica", text, digits), 0},
		{"figures further on, names listed", text, differing(drawMapped("Helvetica", text, digits)), 0},
		{"all figures the same", "May 0 EUR 0000", merged, 5},
	} {
		_, page := readPaper(t, pool, tt.paper, layout.ReadSettings{})
		if got := words(page); got != tt.want || countFindings(page.Findings, document.FindingCharactersInDoubt) != tt.doubts {
			t.Errorf("%s: got %q, %v; want %q and %d doubts", tt.name, got, page.Findings, tt.want, tt.doubts)
		}
	}
}

func TestLettersThatShareABoxWithTheirMarkAreNotInDoubt(t *testing.T) {
	styles := []layout.Style{{Font: "F", Size: 10}}
	for _, tt := range []struct {
		text string
		want int
	}{{"o\u1ECD\u0302", 0}, {"o\u1ECDx", 1}} {
		var glyphs []layout.Glyph
		x := float32(0)
		for i, r := range []rune(tt.text) {
			width := float32(6)
			if i > 0 {
				width = 3 // half of the box of the cluster
			}
			glyphs = append(glyphs, layout.Glyph{Rune: r, Loose: layout.Box{X0: x, X1: x + width, Y1: 10}})
			x += width
		}
		if got := countOthers(glyphs, styles, measureFonts(glyphs, styles)); got != tt.want {
			t.Errorf("%q: got %d letters in doubt, want %d", tt.text, got, tt.want)
		}
	}
}
