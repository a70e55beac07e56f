package layout

import (
	"regexp"

	"github.com/seed-62a36931/docket/document"
)

// What an image is taken for, see document.Image.
const (
	imageLogo      = "LOGO"
	imageFormula   = "FORMULA"
	imageSignature = "SIGNATURE"
	imageGraphic   = "GRAPHIC"
	imageOther     = "OTHER"
)

// Sizes of images, as shares of the page, and distances in points.
const (
	logoShare    = 0.06 // at most, of the page's area
	logoTop      = 0.2  // of the page's height, where letterheads are
	graphicShare = 0.04 // at least, of the page's area
	signReach    = 45   // to the line that says whose signature it is
	samePlace    = 3    // between images of several pages
)

var (
	signWords     = regexp.MustCompile(`(?i)(\bsign(ature|ed)\b|^by:|\bname:|\btitle:|unterschrift|unterzeichn|signatur|_{5,})`)
	figureCaption = regexp.MustCompile(`(?i)^(figure|fig\.|chart|graph|diagram|map|abbildung|abb\.|grafik|schaubild)\s*[\dA-Z]`)
	formulaNumber = regexp.MustCompile(`^\(\d{1,3}(\.\d{1,3})*[a-z]?\)$`)
)

// mostImages is from how many images on a page none of them is looked at.
const mostImages = 100

// An imagePlace is a box in steps of a few points.
type imagePlace [4]int

func placeOf(b Box) imagePlace {
	step := func(v float32) int { return int(v/samePlace + 0.5) }
	return imagePlace{step(b.X0), step(b.Y0), step(b.X1), step(b.Y1)}
}

// imageTypes classifies the images of each page.
func imageTypes(pages []*sheet) [][]string {
	places := map[imagePlace]int{}
	for _, s := range pages {
		own := map[imagePlace]bool{}
		for _, p := range s.images {
			if at := placeOf(p.Box); !own[at] {
				own[at] = true
				places[at]++
			}
		}
	}
	out := make([][]string, len(pages))
	for i, s := range pages {
		for _, p := range s.images {
			kind := imageOther
			if len(s.images) <= mostImages {
				kind = s.imageType(p.Box, places[placeOf(p.Box)] > 1)
			}
			out[i] = append(out[i], kind)
		}
	}
	return out
}

// imageType classifies an image; repeated means that other pages have it at the same
// place.
func (s *sheet) imageType(b Box, repeated bool) string {
	share := b.Width() * b.Height() / max(s.width*s.height, 1)
	switch {
	case share > mostOfPage && s.scanned:
		return document.ImageOCR
	case share < logoShare && repeated, share < logoShare && s.number == 1 && b.Y0 > (1-logoTop)*s.height:
		return imageLogo
	case s.isSigned(b):
		return imageSignature
	case s.isFormula(b):
		return imageFormula
	case share > graphicShare && s.hasCaption(b):
		return imageGraphic
	}
	return imageOther
}

// isSigned reports whether an image has the size of a signature and stands at a line for
// one.
func (s *sheet) isSigned(b Box) bool {
	w, h := b.Width(), b.Height()
	if h < 12 || h > 110 || w < 40 || w > 300 || w < h {
		return false
	}
	return s.anyLine(func(l Box, text string) bool {
		return signWords.MatchString(text) && l.overlapY(b) > -signReach && l.overlapX(b) > -signReach
	})
}

// isFormula reports whether an image is set as a formula: low, with its number at
// the right.
func (s *sheet) isFormula(b Box) bool {
	if b.Height() > 90 {
		return false
	}
	return s.anyLine(func(l Box, text string) bool {
		return formulaNumber.MatchString(text) && l.X0 > b.X1 && l.overlapY(b) > 0.5*l.Height()
	})
}

// hasCaption reports whether the caption of a figure stands right above or below an
// image.
func (s *sheet) hasCaption(b Box) bool {
	return s.anyLine(func(l Box, text string) bool {
		return figureCaption.MatchString(text) && l.overlapX(b) > 0 && l.overlapY(b) > -30
	})
}

// anyLine reports whether a test holds for a line of the page, given its box on the
// page.
func (s *sheet) anyLine(test func(Box, string) bool) bool {
	for _, v := range s.views {
		for _, r := range v.rows {
			for _, l := range r {
				at := v.turn.toPage(l.box)
				b := Box{float32(at.X), float32(at.Y), float32(at.X + at.Width), float32(at.Y + at.Height)}
				if test(b, l.text) {
					return true
				}
			}
		}
	}
	return false
}

// withImages puts the images of a page where they stand among its items: in front of
// the first one that begins below them in their column.
func (s *sheet) withImages(items []*item, types []string) []*item {
	for i, p := range s.images {
		it := &item{kind: document.KindImage, page: s.number, image: p.Box, imageType: types[i], transparent: p.Transparent}
		at := len(items)
		for k, o := range items {
			if len(s.images) > mostImages {
				break
			}
			if o.turn == 0 && o.kind != document.KindImage && o.top() < p.Y1-0.3*p.Height() && o.boundingBox().overlapX(p.Box) > 0 {
				at = k
				break
			}
		}
		items = append(items[:at:at], append([]*item{it}, items[at:]...)...)
	}
	return items
}

// boundingBox returns the box around an item.
func (it *item) boundingBox() Box {
	if it.table != nil {
		return it.table.box
	}
	var b Box
	for _, l := range it.lines {
		b = b.Union(l.box)
	}
	return b
}

func (it *item) top() float32 { return it.boundingBox().Y1 }
