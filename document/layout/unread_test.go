package layout

import (
	"strings"
	"testing"
)

// typePage returns a page of 600 by 800 points with lines of text, ten points apart from
// the given height downwards.
func typePage(top float32, text string) *Page {
	p := &Page{Width: 600, Height: 800}
	for i, line := range strings.Split(text, "\n") {
		for j, r := range line {
			x, y := 50+5*float32(j), top-10*float32(i)
			p.Glyphs = append(p.Glyphs, Glyph{Rune: r, Loose: Box{x, y, x + 5, y + 9}})
		}
		p.Glyphs = append(p.Glyphs, Glyph{Rune: ' ', Generated: true})
	}
	return p
}

// scanPage puts an image on a page.
func scanPage(p *Page, b Box) *Page {
	p.Images = append(p.Images, Picture{Box: b})
	return p
}

// prose returns a paragraph of forty lines.
func prose() string {
	return strings.TrimSpace(strings.Repeat("This agreement is made between the parties named below.\n", 40))
}

// shiftText returns a text as a font shows it whose characters are off by some places.
func shiftText(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' {
			return r - 29
		}
		return r
	}, s)
}

// layer returns a scan with an invisible text over it.
func layer(text string) *Page {
	p := scanPage(typePage(700, text), Box{0, 0, 600, 800})
	p.Layered = true
	return p
}

func distrustPage(p *Page) *Page {
	p.Distrusted = true
	return p
}

func TestUnreadPages(t *testing.T) {
	whole := Box{0, 0, 600, 800}
	unmapped := typePage(700, prose())
	unmapped.Unmapped = len(unmapped.Glyphs) / 2
	for _, c := range []struct {
		name string
		page *Page
		want Unread
		area Box
	}{
		{"text", typePage(700, prose()), NothingUnread, Box{}},
		{"nothing", &Page{Width: 600, Height: 800}, AllUnread, whole},
		{"spaces only", typePage(700, "     "), AllUnread, whole},
		{"a scan", scanPage(&Page{Width: 600, Height: 800}, whole), AllUnread, whole},
		{"a scan in strips", scanPage(scanPage(typePage(790, "Page 1"), Box{0, 0, 600, 400}), Box{0, 400, 600, 800}), ImageUnread, whole},
		{"a scan with a fax line", scanPage(typePage(780, "FAX 2024-05-31 10:15 Page 3 of 17"), whole), ImageUnread, whole},
		{"a scan with its layer", scanPage(typePage(700, prose()), whole), NothingUnread, Box{}},
		{"a letterhead over a scan", scanPage(typePage(790, prose()[:400]), Box{0, 0, 600, 640}), ImageUnread, Box{0, 0, 600, 640}},
		{"text beside a logo", scanPage(typePage(600, "Dear Madam"), Box{0, 700, 200, 800}), NothingUnread, Box{}},
		{"unmapped glyphs", unmapped, AllUnread, whole},
		{"private characters", typePage(700, strings.Repeat("\uE001\uE002\uE003 ", 20)), AllUnread, whole},
		{"shifted characters", typePage(700, shiftText(prose())), Doubtful, whole},
		{"a nonsense layer", scanPage(typePage(700, strings.Repeat("lll|ii f~~tr ,rnm- ||'lf\n", 40)), whole), Doubtful, whole},
		{"a misspelt layer", layer(strings.Repeat("Tota1 due wlthin 14 days p1ease nurNber of lnvoice\n", 20)), Doubtful, whole},
		{"a layer of part numbers", layer(strings.Repeat("AX-4471b 12mm M8x40 PowerPoint McDonald pH7 iPhone\n", 4) + prose()),
			NothingUnread, Box{}},
		{"a short layer", layer("Invoice number NH-5521"), Doubtful, whole},
		{"a layer that people do not want", distrustPage(layer(prose())), Doubtful, whole},
		{"numbers", typePage(700, strings.Repeat("12.50 1,000.00 ABC-1 X9 2024\n", 40)), NothingUnread, Box{}},
		{"Greek", typePage(700, strings.Repeat("συμφωνία μεταξύ των μερών\n", 20)), NothingUnread, Box{}},
		{"few odd words", typePage(700, "XKCD QWRT BGHZ"), NothingUnread, Box{}},
	} {
		got, area := UnreadOf(c.page)
		if got != c.want || area != c.area {
			t.Errorf("%s: %d %v, want %d %v", c.name, got, area, c.want, c.area)
		}
	}
}
