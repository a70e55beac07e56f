package ocr

import "context"

// A finding is the text of one picture.
type finding struct {
	reading
	back matrix // from the pixels of the words' boxes to those of the rendered page
}

// readPicture reads a rendered page, whichever way it is turned. It returns an error when
// there is no result.
func (r reader) readPicture(ctx context.Context, rendered raster, l look) (finding, error) {
	var c canvas
	if l.sideways {
		c = prepareCanvas(rendered, l, 1)
		if q, known := r.detectOrientation(ctx, c.picture); known && q == 2 {
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
		c, first = r.tryOtherTurns(ctx, c, first)
	}
	return finding{r.completeReading(ctx, c.picture, c.letters, first), c.back}, nil
}

// fewLetters are too few to determine which way up they are.
const fewLetters = 12

// tryOtherTurns tries other ways up for a page that could not be recognised: the one that its
// letters suggest, or when that is not clear, all.
func (r reader) tryOtherTurns(ctx context.Context, c canvas, first reading) (canvas, reading) {
	ways := []int{2, 1, 3}
	if q, known := r.detectOrientation(ctx, c.picture); known {
		ways = []int{q}
	}
	best, kept := first, c
	for _, q := range ways {
		if q == 0 {
			continue
		}
		turned := c.turnAgain(q)
		next, err := r.attemptReading(ctx, turned.picture.encodePGM(), turned.letters, modePage)
		if err != nil {
			break
		}
		if next.value > 1.3*best.value {
			best, kept = next, turned
		}
		if !best.isLost() {
			break
		}
	}
	return kept, best
}
