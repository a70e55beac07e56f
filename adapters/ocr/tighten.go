package ocr

// bandHeight is the height in pixels of the bands in which boxes are looked up.
const bandHeight = 64

// A shelf finds boxes by the height of their middle.
type shelf map[int][]box

// newShelf returns a shelf with the boxes.
func newShelf(boxes []box) shelf {
	s := shelf{}
	for _, b := range boxes {
		band := int((b.y0+b.y1)/2) / bandHeight
		s[band] = append(s[band], b)
	}
	return s
}

// tightenWords shrinks the boxes of words to their ink. Tesseract often gives all words of
// a line the height of the line and the gap below it, which says nothing about their
// position. Boxes only shrink, and never below the size that letters need.
func tightenWords(words []word, letters []box) []word {
	ink := newShelf(letters)
	for i := range words {
		w := &words[i]
		top, bottom, found := w.box.y1, w.box.y0, 0
		for band := int(w.box.y0) / bandHeight; band <= int(w.box.y1)/bandHeight; band++ {
			for _, l := range ink[band] {
				if w.box.containsPoint((l.x0+l.x1)/2, (l.y0+l.y1)/2) {
					top, bottom, found = min(top, l.y0), max(bottom, l.y1), found+1
				}
			}
		}
		top, bottom = max(top, w.box.y0), min(bottom, w.box.y1)
		if enough := len([]rune(w.text)) <= 2*found; enough && bottom-top >= 0.45*w.box.height() {
			w.box.y0, w.box.y1 = top, bottom
		}
	}
	return words
}
