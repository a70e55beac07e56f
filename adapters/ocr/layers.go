package ocr

import (
	"context"
	"math"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/internal/share"
)

// Settings of the comparison of the text layers of scans with their pictures.
const (
	sampledPages  = 3    // of a document
	sampleHeight  = 1.3  // inches of a page that are read
	sampleWords   = 8    // it takes to tell
	sampleSure    = 75   // how sure a word must be to speak against the layer, of 100
	sampleAgrees  = 0.8  // share of such words that a good layer has, too
	equalLayer    = 0.95 // share from which the layer is as good as what is recognised
	readableScan  = 75   // how sure recognition must be of a page to be believed against the layer
	mostOfLayer   = 0.75 // of the layer's text that what replaces it must have
	muchOfLayer   = 0.5  // the same when people asked for recognition
	doubtfulScan  = 65   // below which the recognition of a page is in doubt, of 100
	doubtfulWords = 0.5  // share of letter-like ink in words, below which it is in doubt
)

// sampleLayers reads a strip of some pages with a layer of text, and distrusts the layers of the document when
// they disagree with their pictures.
func (r *Recogniser) sampleLayers(ctx context.Context, pdf []byte, doc *layout.Document, by *reader) {
	var layered []int
	for i := range doc.Pages {
		if unread, _ := layout.UnreadOf(&doc.Pages[i]); doc.Pages[i].Layered && unread == layout.NothingUnread {
			layered = append(layered, i)
		}
	}
	if by == nil || len(layered) == 0 {
		return
	}
	agreed, all := 0, 0
	last := -1
	for k := range sampledPages {
		if at := layered[k*(len(layered)-1)/max(sampledPages-1, 1)]; at != last {
			a, n := r.sampleLayer(ctx, pdf, doc, at, by)
			agreed, all, last = agreed+a, all+n, at
		}
	}
	if all >= sampleWords && float64(agreed) < sampleAgrees*float64(all) {
		for _, i := range layered {
			doc.Pages[i].Distrusted = true
		}
	}
}

// sampleLayer reads a strip of a page, and returns how many certain words it has and how many of them the
// layer has, too.
func (r *Recogniser) sampleLayer(ctx context.Context, pdf []byte, doc *layout.Document, index int, by *reader) (agreed, all int) {
	release, err := r.slots.Take(ctx, share.OwnerOf(ctx))
	if err != nil {
		return 0, 0
	}
	defer release()
	page := &doc.Pages[index]
	w, h, px, err := r.pages.RenderGray(ctx, pdf, index+1, pageResolution(page))
	if err != nil {
		return 0, 0
	}
	drawn, toPage := raster{w, h, px}, pageMatrix(page, w, h)
	own := glyphBoxes(page.Glyphs)
	strip := fullestStrip(own, toPage.inverse(), drawn)
	part := drawn.cropTo(strip)
	if part.w == 0 {
		return 0, 0
	}
	limited := *by
	limited.program.budget, limited.work = &budget{left: r.settings.PageTime}, &work{}
	c := prepareCanvas(part, examinePart(part, drawn.w, drawn.h), 0)
	found, err := limited.attemptReading(ctx, c.picture.encodePGM(), c.letters, modePage)
	if err != nil {
		return 0, 0
	}
	p := placer{toPage: c.back.followedBy(shiftMatrix(0, strip.y0)).followedBy(toPage)}
	return p.compareWords(found.words, page.Glyphs)
}

// fullestStrip returns the part of a drawn page, as wide as it, that has most letters.
func fullestStrip(letters []box, toPixels matrix, drawn raster) box {
	height := math.Floor(min(sampleHeight*renderDPI, float64(drawn.h)))
	step := height / 4
	counts := make([]int, int(float64(drawn.h)/step)+1)
	for _, l := range letters {
		at := l.mapBox(toPixels)
		counts[min(max(int((at.y0+at.y1)/2/step), 0), len(counts)-1)]++
	}
	best, most := 0, -1
	for i := 0; i+4 <= len(counts) || i == 0; i++ {
		sum := 0
		for _, n := range counts[i:min(i+4, len(counts))] {
			sum += n
		}
		if sum > most {
			best, most = i, sum
		}
	}
	top := math.Floor(float64(best) * step)
	return box{0, top, float64(drawn.w), top + height}
}

// compareWords returns how many words are certain, and how many of them the glyphs at their places spell, too.
func (p placer) compareWords(words []word, glyphs []layout.Glyph) (agreed, all int) {
	for _, w := range words {
		text := lettersOnly(w.text)
		if w.conf < sampleSure || len([]rune(text)) < 3 {
			continue
		}
		all++
		at := p.uprightBox(w.box)
		reach := max(at.Width(), at.Height()) / float32(len([]rune(w.text))) / 2
		at = layout.Box{X0: at.X0 - reach, Y0: at.Y0 - reach, X1: at.X1 + reach, Y1: at.Y1 + reach}
		if strings.Contains(spellingAt(glyphs, at), text) {
			agreed++
		}
	}
	return agreed, all
}

// spellingAt returns the letters and digits of glyphs whose middle is in a box.
func spellingAt(glyphs []layout.Glyph, at layout.Box) string {
	var b strings.Builder
	for i := range glyphs {
		g := glyphs[i].Loose.Union(glyphs[i].Tight)
		if x, y := (g.X0+g.X1)/2, (g.Y0+g.Y1)/2; x >= at.X0 && x <= at.X1 && y >= at.Y0 && y <= at.Y1 {
			b.WriteRune(glyphs[i].Rune)
		}
	}
	return lettersOnly(b.String())
}

// lettersOnly returns the letters and digits of a text.
func lettersOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// beatsText reports whether what was recognised of a page is better than its own text.
func (t *task) beatsText(page *layout.Page, p placer) bool {
	own := glyphsValue(page.Glyphs)
	if !page.Layered {
		return t.found.value > own
	}
	agreed, all := p.compareWords(t.found.words, page.Glyphs)
	switch {
	case t.asked:
		return t.found.value >= muchOfLayer*own
	case all > 0 && float64(agreed) >= equalLayer*float64(all):
		return false
	case t.found.conf < readableScan:
		return t.found.value > own
	}
	return t.found.value >= mostOfLayer*own
}

// tellDoubt notes that little of a page was recognised with certainty.
func (t *task) tellDoubt(page *layout.Page) {
	if n := len(t.found.words); n > 0 && (t.found.conf < doubtfulScan || t.found.seen < doubtfulWords) {
		page.Findings = append(page.Findings, document.Finding{Kind: document.FindingRecognitionDoubtful, Count: n, Values: true})
	}
}
