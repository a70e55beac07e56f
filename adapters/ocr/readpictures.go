package ocr

import (
	"context"
	"slices"

	"github.com/seed-62a36931/docket/document/layout"
)

// Limits of the recognition of pictures beside text.
const (
	mostPictures  = 60 // of a document that are recognised
	pictureMargin = 16 // pixels around a picture that is read
	wordSure      = 60 // how sure a word of a picture must be, of 100
	pictureSure   = 60 // and all its words on average
	leastWordly   = 4  // letters of all words together
)

// A pictureText is what was read in a picture.
type pictureText struct {
	skip   bool // it is left unread, or read as another one is
	like   *pictureText
	box    layout.Box
	words  []word
	toPage matrix // from pixels of the words to points of the page
}

// limitPictures decides which pictures are read: of those that show the same the first one, and of all
// no more than mostPictures.
func (r *Recogniser) limitPictures(doc *layout.Document, tasks []*task) {
	type shown struct {
		key      pictureKey
		rotation int
	}
	first, left := map[shown]*pictureText{}, mostPictures
	for _, t := range tasks {
		for i := range t.pictures {
			page := &doc.Pages[t.page]
			w, p := page.Writings[i], &t.pictures[i]
			p.box = w.Box
			key := shown{sizedKey(w.Content, w.Box), page.Rotation}
			if same := first[key]; w.Content != 0 && same != nil {
				p.skip, p.like = true, same
				continue
			}
			if left == 0 {
				p.skip = true
				continue
			}
			left--
			page.Writings[i].Tried = true
			if w.Content != 0 {
				first[key] = p
			}
		}
	}
}

// recognisePictures reads the pictures of a page that has text of its own.
func (r *Recogniser) recognisePictures(ctx context.Context, pdf []byte, doc *layout.Document, t *task, by *reader) {
	wanted := func(p pictureText) bool { return !p.skip }
	if by == nil || !slices.ContainsFunc(t.pictures, wanted) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, hangTime)
	defer cancel()
	page := &doc.Pages[t.page]
	w, h, px, err := r.pages.RenderGray(ctx, pdf, t.page+1, pageResolution(page))
	if err != nil {
		t.fault = err
		return
	}
	drawn, toPage := raster{w, h, px}, pageMatrix(page, w, h)
	limited := *by
	limited.program.budget, limited.work = &budget{left: r.settings.PageTime}, &work{}
	for i := range t.pictures {
		if p := &t.pictures[i]; !p.skip {
			p.readFrom(ctx, limited, drawn, toPage)
		}
	}
}

// readFrom reads a picture of a drawn page; of one in which little is certain it keeps nothing.
func (p *pictureText) readFrom(ctx context.Context, by reader, drawn raster, toPage matrix) {
	at := pointsBox(p.box).mapBox(toPage.inverse())
	part := drawn.cropTo(at)
	if part.w == 0 {
		return
	}
	corner := shiftMatrix(float64(max(int(at.x0), 0)-pictureMargin), float64(max(int(at.y0), 0)-pictureMargin))
	part = part.frame(pictureMargin)
	found, err := by.readPicture(ctx, part, examinePart(part, drawn.w, drawn.h))
	if err != nil {
		return
	}
	words := slices.DeleteFunc(found.words, func(w word) bool { return w.conf < wordSure || !isPlausible(w.text) })
	letters, sure := 0.0, 0.0
	for _, w := range words {
		n := float64(len([]rune(w.text)))
		letters, sure = letters+n, sure+n*w.conf
	}
	if letters < leastWordly || sure < pictureSure*letters {
		return
	}
	p.words, p.toPage = words, found.back.followedBy(corner).followedBy(toPage)
}

// frame returns the picture with a margin in the shade that most of its edge has.
func (r raster) frame(margin int) raster {
	var count [256]int
	for x := range r.w {
		count[r.px[x]]++
		count[r.px[(r.h-1)*r.w+x]]++
	}
	for y := range r.h {
		count[r.px[y*r.w]]++
		count[r.px[y*r.w+r.w-1]]++
	}
	shade := 0
	for v, n := range count {
		if n > count[shade] {
			shade = v
		}
	}
	out := newRaster(r.w+2*margin, r.h+2*margin)
	for i := range out.px {
		out.px[i] = byte(shade)
	}
	for y := range r.h {
		copy(out.pixelRow(y + margin)[margin:], r.pixelRow(y))
	}
	return out
}

// repeatPictures gives pictures that show the same as another one its words.
func repeatPictures(doc *layout.Document, tasks []*task) {
	for _, t := range tasks {
		for i := range t.pictures {
			p := &t.pictures[i]
			if p.like == nil {
				continue
			}
			doc.Pages[t.page].Writings[i].Tried = true
			shift := shiftMatrix(float64(p.box.X0-p.like.box.X0), float64(p.box.Y0-p.like.box.Y0))
			p.words, p.toPage = p.like.words, p.like.toPage.followedBy(shift)
		}
	}
}

// addPictures adds the words of pictures to the page, and reports whether there are any that it does not have.
func (t *task) addPictures(doc *layout.Document, styles map[layout.Style]int32) (used bool) {
	page := &doc.Pages[t.page]
	own := len(page.Glyphs)
	for i, text := range t.pictures {
		if len(text.words) == 0 {
			continue
		}
		p := placer{toPage: text.toPage, styles: styles, doc: doc}
		words := p.dropKnownWords(text.words, page.Glyphs)
		if len(words) == 0 {
			continue
		}
		page.Glyphs = append(page.Glyphs, p.placeGlyphs(typesetOf(words))...)
		page.Writings[i].Words = len(words)
	}
	page.Added = len(page.Glyphs) - own
	return page.Added > 0
}
