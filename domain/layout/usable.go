package layout

import "unicode"

// Version counts changes of the layout that can change trees; files that were laid
// out by another version are laid out anew when people ask for another analysis.
const Version = 1

// Few characters over a picture of the page are a stamp or a fax line, and the text
// is in the picture.
const (
	stampChars   = 40  // at most so many characters
	stampPicture = 0.6 // over a picture of this part of the page
	mostUnmapped = 0.3 // with more glyphs of unknown character the text is unusable
)

// DueForRecognition lists the pages, from 1, whose text cannot be taken from the
// file and may be recognised from a rendering: pages of garbage fonts, pictures
// of pages, and pages of pictures alone. Empty pages are not among them.
func DueForRecognition(doc *Document) (pages []int) {
	for i := range doc.Pages {
		if doc.Pages[i].unusable() {
			pages = append(pages, i+1)
		}
	}
	return pages
}

// HasText says whether any page has text that can be used as it is.
func HasText(doc *Document) bool {
	for i := range doc.Pages {
		if chars, garbage := doc.Pages[i].chars(); chars > 0 && !tooMany(garbage, chars) {
			return true
		}
	}
	return false
}

func (p *Page) unusable() bool {
	chars, garbage := p.chars()
	switch {
	case tooMany(garbage, chars):
		return true
	case chars == 0:
		return len(p.Images) > 0
	}
	return chars <= stampChars && p.pictured() >= stampPicture
}

func tooMany(garbage, chars int) bool {
	return float64(garbage) > mostUnmapped*float64(garbage+chars)
}

// chars counts drawn characters that mean something, and those that do not.
func (p *Page) chars() (chars, garbage int) {
	for _, g := range p.Glyphs {
		switch {
		case g.Generated || unicode.IsSpace(g.Rune):
		case g.Rune == unicode.ReplacementChar || unicode.IsControl(g.Rune) || unicode.Is(unicode.Co, g.Rune):
			garbage++
		default:
			chars++
		}
	}
	unmapped := min(p.Unmapped, chars)
	return chars - max(0, unmapped-garbage), max(garbage, unmapped)
}

// pictured is the part of the page that its largest picture covers, 0 to 1.
func (p *Page) pictured() float64 {
	whole := p.Width * p.Height
	if whole <= 0 {
		return 0
	}
	most := 0.0
	for _, b := range p.Images {
		w := min(float64(b.X1), p.Width) - max(float64(b.X0), 0)
		h := min(float64(b.Y1), p.Height) - max(float64(b.Y0), 0)
		if w > 0 && h > 0 {
			most = max(most, w*h/whole)
		}
	}
	return most
}
