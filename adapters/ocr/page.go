package ocr

import (
	"context"
	"slices"
)

// A finding is the text of one picture.
type finding struct {
	reading
	back matrix // from the pixels of the words' boxes to those of the rendered page
	note string // for people: why it may not be the text of the page; else empty
}

// readPicture reads a rendered page, whichever way it is turned. It returns an error when
// there is no result.
func (r reader) readPicture(ctx context.Context, rendered raster, l look) (finding, error) {
	if l.scene {
		return r.readScene(ctx, rendered, l)
	}
	var c canvas
	if l.sideways {
		c = prepareCanvas(rendered, l, 1)
		if o := r.detectOrientation(ctx, c); o.known && o.quarters == 2 {
			c = c.turnAgain(2)
		}
	} else {
		c = prepareCanvas(rendered, l, 0)
	}
	first, err := r.attemptReading(ctx, c.picture.encodePGM(), c.letters, modePage)
	if err != nil {
		return finding{}, err
	}
	if first.isLost() && len(l.letters) >= fewLetters {
		o := r.detectOrientation(ctx, c)
		if o.quarters == 0 && o.known && r.isForeign(o.script) {
			return finding{first, c.back, noteOfScript(o.script)}, nil
		}
		c, first = r.tryOtherTurns(ctx, c, first, o)
	}
	whole, back := r.completeReading(ctx, c, first)
	return finding{whole, back, ""}, nil
}

// readScene looks for writing in a photo or drawing: one attempt, of which only words count that are
// as sure as those of a page. Other attempts would take dots and edges for letters.
func (r reader) readScene(ctx context.Context, rendered raster, l look) (finding, error) {
	c := prepareCanvas(rendered, l, 0)
	first, err := r.attemptReading(ctx, c.picture.encodePGM(), c.letters, modePage)
	if err != nil {
		return finding{}, err
	}
	first.words = slices.DeleteFunc(first.words, func(w word) bool { return w.conf < sceneConfidence || !isPlausible(w.text) })
	return finding{judgeWords(first.words, c.letters), c.back, ""}, nil
}

// sceneConfidence is how sure a word in a photo or drawing must be, of 100.
const sceneConfidence = 60

// fewLetters are too few to determine which way up they are.
const fewLetters = 12

// tryOtherTurns tries other ways up for a page that could not be recognised: the one that its
// letters suggest, or when that is not clear, all.
func (r reader) tryOtherTurns(ctx context.Context, c canvas, first reading, o orientation) (canvas, reading) {
	ways := []int{2, 1, 3}
	if o.known {
		ways = []int{o.quarters}
	}
	best, kept := first, c
	for _, q := range ways {
		if q == 0 || !o.known && !r.work.hasRoom(c) {
			continue
		}
		turned := c.turnAgain(q)
		next, err := r.attemptReading(ctx, turned.picture.encodePGM(), turned.letters, modePage)
		if err != nil {
			break
		}
		if next.value > 1.3*best.value || best.uprise > 0.5 && next.uprise <= 0.5 && next.value > 0.8*best.value {
			best, kept = next, turned
		}
		if !best.isLost() {
			break
		}
	}
	return kept, best
}
