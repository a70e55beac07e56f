package ocr

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// Settings of the network that finds lines.
const (
	finderSide  = 960 // pixels of the longer side of the picture that it sees
	finderStep  = 32  // its sides are multiples of that
	finderInk   = 0.3 // how sure it must be of a pixel
	finderLine  = 0.5 // and of the pixels of a line on average
	finderGrow  = 1.6 // how much larger a line is than what it marks, by area and outline
	finderSmall = 3   // pixels; what it marks is higher and wider
)

// Settings of the network that spells.
const (
	spellerHeight = 48
	spellerWidest = 3200
	spellerAll    = 200_000 // pixels of all lines of a page, one beside the other: about ten seconds of a core
	spellerSure   = 0.5     // how sure it must be of the letters of a line on average
)

// errTooManyLines means that a page has more lines than are read by the networks.
var errTooManyLines = errors.New("more lines than the second recogniser reads")

// readLines returns the words of an upright and straight picture, by the networks.
func (l *lineReader) readLines(ctx context.Context, r raster) ([]word, error) {
	lines, err := l.findLines(r)
	if err != nil {
		return nil, err
	}
	all := 0
	for _, b := range lines {
		all += stripWidth(b)
	}
	if all > spellerAll {
		return nil, errTooManyLines
	}
	var words []word
	for i, b := range lines {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		strip := r.scaleTo(stripWidth(b), spellerHeight, b)
		found, err := l.spellLine(strip, b)
		if err != nil {
			return nil, err
		}
		for _, w := range found {
			w.line = i
			words = append(words, w)
		}
	}
	return words, nil
}

// normalise returns a picture as a network sees it: three equal planes of shades, less a mean and divided
// by a deviation.
func (r raster) normalise(means, deviations [3]float32) []float32 {
	n := r.w * r.h
	out := make([]float32, 3*n)
	for c := range 3 {
		for i, v := range r.px {
			out[c*n+i] = (float32(v)/255 - means[c]) / deviations[c]
		}
	}
	return out
}

// scaleTo returns the part of a picture in a box as a picture of another size.
func (r raster) scaleTo(w, h int, b box) raster {
	fx, fy := b.width()/float64(w), b.height()/float64(h)
	if k := int(min(fx, fy)); k > 1 {
		part := r.cropTo(b)
		kx, ky := float64(k), float64(k)
		return part.reduceBy(k).drawMapped(w, h, scaleMatrix(fx/kx, fy/ky))
	}
	return r.drawMapped(w, h, scaleMatrix(fx, fy).followedBy(shiftMatrix(b.x0, b.y0)))
}

// findLines returns the boxes of lines of text, from top to bottom.
func (l *lineReader) findLines(r raster) ([]box, error) {
	k := min(1.5, finderSide/float64(max(r.w, r.h)))
	side := func(n int) int { return max(int(math.Round(float64(n)*k/finderStep)), 1) * finderStep }
	w, h := side(r.w), side(r.h)
	small := r.scaleTo(w, h, box{0, 0, float64(r.w), float64(r.h)})
	seen := small.normalise([3]float32{0.485, 0.456, 0.406}, [3]float32{0.229, 0.224, 0.225})
	sure, _, err := l.finder.Run(seen, 1, 3, h, w)
	if err != nil {
		return nil, err
	}
	back := scaleMatrix(float64(r.w)/float64(w), float64(r.h)/float64(h))
	var lines []box
	for _, b := range linesIn(sure, w, h) {
		b = b.mapBox(back)
		lines = append(lines, box{max(b.x0, 0), max(b.y0, 0), min(b.x1, float64(r.w)), min(b.y1, float64(r.h))})
	}
	slices.SortStableFunc(lines, func(a, b box) int { return cmp.Compare(a.y0+a.y1, b.y0+b.y1) })
	return lines, nil
}

// linesIn returns the boxes of lines in a picture of w by h pixels of how sure it is that each is one of a
// line's middle.
func linesIn(sure []float32, w, h int) []box {
	var runs []run
	for y := range h {
		row, start := sure[y*w:(y+1)*w], -1
		for x := 0; x <= w; x++ {
			inside := x < w && row[x] > finderInk
			if inside && start < 0 {
				start = x
			} else if !inside && start >= 0 {
				runs = append(runs, run{y, start, x, 0})
				start = -1
			}
		}
	}
	marks := marksOf(runs)
	sums := make([]float64, len(marks))
	for _, r := range runs {
		for _, v := range sure[r.y*w+r.x0 : r.y*w+r.x1] {
			sums[r.label] += float64(v)
		}
	}
	var out []box
	for i, m := range marks {
		if min(m.w(), m.h()) < finderSmall || sums[i] < finderLine*float64(m.area) {
			continue
		}
		mw, mh := float64(m.w()), float64(m.h())
		more := mw * mh * finderGrow / (2 * (mw + mh))
		out = append(out, box{float64(m.x0) - more, float64(m.y0) - more, float64(m.x1) + more, float64(m.y1) + more})
	}
	return out
}

// stripWidth returns the width of a line's picture as the speller sees it.
func stripWidth(b box) int {
	w := int(math.Ceil(spellerHeight * b.width() / b.height()))
	return min(max(w, spellerHeight/3), spellerWidest)
}

// A spelled is a letter of a line.
type spelled struct {
	text string
	sure float64
	at   float64 // of its middle, in columns of the output
}

// spellLine returns the words of a line, which the strip shows, with their places in the box.
func (l *lineReader) spellLine(strip raster, b box) ([]word, error) {
	half := [3]float32{0.5, 0.5, 0.5}
	shares, shape, err := l.speller.Run(strip.normalise(half, half), 1, 3, strip.h, strip.w)
	if err != nil {
		return nil, err
	}
	columns := shape[1]
	letters := l.lettersOf(shares, columns)
	sum := 0.0
	for _, s := range letters {
		sum += s.sure
	}
	if sum < spellerSure*float64(len(letters)) {
		return nil, nil
	}
	return standWords(wordsOf(letters, b, b.width()/float64(columns))), nil
}

// lettersOf returns the letters of an output: in each column the likeliest one, where it is another one
// than in the column before.
func (l *lineReader) lettersOf(shares []float32, columns int) []spelled {
	var out []spelled
	n, last := len(l.letters), 0
	for c := range columns {
		row := shares[c*n : (c+1)*n]
		best := 0
		for i, v := range row {
			if v > row[best] {
				best = i
			}
		}
		if best != 0 && best != last {
			out = append(out, spelled{l.letters[best], float64(row[best]), float64(c) + 0.5})
		} else if best != 0 {
			out[len(out)-1].at += 0.5
		}
		last = best
	}
	return out
}

// wordsOf joins letters to words. Columns have a width in pixels of the picture.
func wordsOf(letters []spelled, b box, column float64) []word {
	var words []word
	advance := advanceOf(letters)
	for i := 0; i < len(letters); {
		end := i
		for end < len(letters) && letters[end].text != " " {
			end++
		}
		if end > i {
			from, to := letters[i].at-advance/2, letters[end-1].at+advance/2
			if i > 0 {
				from = max(from, letters[i-1].at)
			}
			if end < len(letters) {
				to = min(to, letters[end].at)
			}
			w := word{box: box{max(b.x0+from*column, b.x0), b.y0, min(b.x0+to*column, b.x1), b.y1}}
			for _, s := range letters[i:end] {
				w.text += s.text
				w.conf += 100 * s.sure / float64(end-i)
			}
			words = append(words, w)
		}
		i = end + 1
	}
	return words
}

// advanceOf returns the usual distance of two letters, in columns.
func advanceOf(letters []spelled) float64 {
	var all []float64
	for i := 1; i < len(letters); i++ {
		if letters[i].text != " " && letters[i-1].text != " " {
			all = append(all, letters[i].at-letters[i-1].at)
		}
	}
	if len(all) == 0 {
		return 2
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// Shares of the height of a line's box that lie above and below its letters.
const (
	aboveLetters = 0.15
	belowLetters = 0.22
)

// standWords shrinks the boxes of a line's words to where their letters are in type of one size on one
// baseline.
func standWords(words []word) []word {
	text := ""
	for _, w := range words {
		text += w.text
	}
	lineUp, lineDown := letterReach(text)
	for i := range words {
		w := &words[i]
		size := w.box.height() * (1 - aboveLetters - belowLetters) / (lineUp + lineDown)
		base := w.box.y1 - belowLetters*w.box.height() - lineDown*size
		up, down := letterReach(w.text)
		w.box.y0, w.box.y1 = base-up*size, base+down*size
	}
	return words
}
