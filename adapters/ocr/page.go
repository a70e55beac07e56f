package ocr

import "context"

// A finding is the text of one picture.
type finding struct {
	reading
	back matrix // from the pixels of the words' boxes to those of the rendered page
}

// picture reads a rendered page, whichever way it is turned. It returns an error when
// there is no result.
func (r reader) picture(ctx context.Context, rendered raster, l look) (finding, error) {
	var c canvas
	if l.sideways {
		c = prepare(rendered, l, 1)
		if q, known := r.orientation(ctx, c.picture); known && q == 2 {
			c = c.turnedAgain(2)
		}
	} else {
		c = prepare(rendered, l, 0)
	}
	first, err := r.attempt(ctx, c.picture.pgm(), c.letters, modePage)
	if err != nil {
		return finding{}, err
	}
	if first.lost() && len(l.letters) >= fewLetters {
		c, first = r.upended(ctx, c, first)
	}
	return finding{r.read(ctx, c.picture, c.letters, first), c.back}, nil
}

// fewLetters are too few to determine which way up they are.
const fewLetters = 12

// upended tries other ways up for a page that could not be recognised: the one that its
// letters suggest, or when that is not clear, all.
func (r reader) upended(ctx context.Context, c canvas, first reading) (canvas, reading) {
	ways := []int{2, 1, 3}
	if q, known := r.orientation(ctx, c.picture); known {
		ways = []int{q}
	}
	best, kept := first, c
	for _, q := range ways {
		if q == 0 {
			continue
		}
		turned := c.turnedAgain(q)
		next, err := r.attempt(ctx, turned.picture.pgm(), turned.letters, modePage)
		if err != nil {
			break
		}
		if next.value > 1.3*best.value {
			best, kept = next, turned
		}
		if !best.lost() {
			break
		}
	}
	return kept, best
}
