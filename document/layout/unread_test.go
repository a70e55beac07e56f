package layout

import (
	"strings"
	"testing"
)

// typed returns a page of 600 by 800 points with lines of text, ten points apart from
// the given height downwards.
func typed(top float32, text string) *Page {
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

// scanned puts an image on a page.
func scanned(p *Page, b Box) *Page {
	p.Images = append(p.Images, Picture{Box: b})
	return p
}

// prose returns a paragraph of forty lines.
func prose() string {
	return strings.TrimSpace(strings.Repeat("This agreement is made between the parties named below.\n", 40))
}

// shifted returns a text as a font shows it whose characters are off by some places.
func shifted(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' {
			return r - 29
		}
		return r
	}, s)
}

func TestUnreadPages(t *testing.T) {
	whole := Box{0, 0, 600, 800}
	unmapped := typed(700, prose())
	unmapped.Unmapped = len(unmapped.Glyphs) / 2
	for _, c := range []struct {
		name string
		page *Page
		want Unread
		area Box
	}{
		{"text", typed(700, prose()), NothingUnread, Box{}},
		{"nothing", &Page{Width: 600, Height: 800}, AllUnread, whole},
		{"spaces only", typed(700, "     "), AllUnread, whole},
		{"a scan", scanned(&Page{Width: 600, Height: 800}, whole), AllUnread, whole},
		{"a scan in strips", scanned(scanned(typed(790, "Page 1"), Box{0, 0, 600, 400}), Box{0, 400, 600, 800}), ImageUnread, whole},
		{"a scan with a fax line", scanned(typed(780, "FAX 2024-05-31 10:15 Page 3 of 17"), whole), ImageUnread, whole},
		{"a scan with its layer", scanned(typed(700, prose()), whole), NothingUnread, Box{}},
		{"a letterhead over a scan", scanned(typed(790, prose()[:400]), Box{0, 0, 600, 640}), ImageUnread, Box{0, 0, 600, 640}},
		{"text beside a logo", scanned(typed(600, "Dear Madam"), Box{0, 700, 200, 800}), NothingUnread, Box{}},
		{"unmapped glyphs", unmapped, AllUnread, whole},
		{"private characters", typed(700, strings.Repeat("\uE001\uE002\uE003 ", 20)), AllUnread, whole},
		{"shifted characters", typed(700, shifted(prose())), Doubtful, whole},
		{"a nonsense layer", scanned(typed(700, strings.Repeat("lll|ii f~~tr ,rnm- ||'lf\n", 40)), whole), Doubtful, whole},
		{"numbers", typed(700, strings.Repeat("12.50 1,000.00 ABC-1 X9 2024\n", 40)), NothingUnread, Box{}},
		{"Greek", typed(700, strings.Repeat("συμφωνία μεταξύ των μερών\n", 20)), NothingUnread, Box{}},
		{"few odd words", typed(700, "XKCD QWRT BGHZ"), NothingUnread, Box{}},
	} {
		got, area := UnreadOf(c.page)
		if got != c.want || area != c.area {
			t.Errorf("%s: %d %v, want %d %v", c.name, got, area, c.want, c.area)
		}
	}
}
