package layout

import "slices"

// Sizes in points from which a picture may hold lines of letters, and how many of a page are looked at.
const (
	leastTextWidth  = 80
	leastTextHeight = 14
	mostStrips      = 400
	stripGap        = 1
	manyLetters     = 20 // from which a picture is hardly a logo
)

// HasTextAt reports whether one of the first n glyphs of a page that are seen has its middle in a box.
func (p *Page) HasTextAt(b Box, n int) bool {
	for i := range p.Glyphs[:n] {
		at := p.Glyphs[i].Loose.Union(p.Glyphs[i].Tight)
		if !isBlank(p.Glyphs[i].Rune) && b.containsPoint((at.X0+at.X1)/2, (at.Y0+at.Y1)/2) {
			return true
		}
	}
	return false
}

// MayHoldText reports whether a picture has the size of a few words.
func MayHoldText(b Box) bool {
	long, short := max(b.Width(), b.Height()), min(b.Width(), b.Height())
	return long >= leastTextWidth && short >= leastTextHeight
}

// PicturesBesideText returns the pictures that may hold text which a page does not have: those of a
// page with usable text of its own, of the size of a few words. Strips that lie edge to edge are one
// picture, with the content of none. Of the scan with a layer of text over it, the scan is none of them.
func PicturesBesideText(p *Page) []Picture {
	if unread, _ := UnreadOf(p); unread != NothingUnread || p.Layered || p.Recognised {
		return nil
	}
	page := Box{0, 0, float32(p.Width), float32(p.Height)}
	var out []Picture
	for _, m := range joinStrips(p.Images) {
		m.Box = Box{max(m.X0, page.X0), max(m.Y0, page.Y0), min(m.X1, page.X1), min(m.Y1, page.Y1)}
		same := func(o Picture) bool { return o.Box == m.Box }
		if !m.Empty() && MayHoldText(m.Box) && !slices.ContainsFunc(out, same) {
			out = append(out, m)
		}
	}
	return out
}

// joinStrips returns the pictures, those joined that lie edge to edge and are equally wide or high, as
// programs cut large ones.
func joinStrips(all []Picture) []Picture {
	out := slices.Clone(all[:min(len(all), mostStrips)])
	for joined := true; joined; {
		joined = false
		for i := 0; i < len(out); i++ {
			for k := len(out) - 1; k > i; k-- {
				if continuesStrip(out[i].Box, out[k].Box) {
					out[i] = Picture{Box: out[i].Union(out[k].Box), Transparent: out[i].Transparent && out[k].Transparent}
					out = slices.Delete(out, k, k+1)
					joined = true
				}
			}
		}
	}
	return out
}

// continuesStrip reports whether two boxes lie edge to edge and are equally wide, or equally high.
func continuesStrip(a, b Box) bool {
	near := func(x, y float32) bool { return x-y <= stripGap && y-x <= stripGap }
	return near(a.X0, b.X0) && near(a.X1, b.X1) && (near(a.Y0, b.Y1) || near(a.Y1, b.Y0)) ||
		near(a.Y0, b.Y0) && near(a.Y1, b.Y1) && (near(a.X0, b.X1) || near(a.X1, b.X0))
}
