package ocr

import (
	"context"
	"errors"
	"strconv"
)

// The ways in which Tesseract may segment a page (its option --psm).
const (
	modeOrientation = 0
	modePage        = 3
	modeSparse      = 11
)

// A way is one of those in which a picture is read.
type way struct {
	mode    int
	smooth  int // how many times the picture is smoothed
	options []string
}

// otherWays are tried when much of the first reading is in doubt: by the default segmentation of a picture
// smoothed twice, in which dotted and enlarged letters are whole, and as scattered words with a local
// threshold, which finds pale text.
var otherWays = []way{{modePage, 2, nil}, {modeSparse, 1, []string{"-c", "thresholding_method=2"}}}

// maxWords is the number of words of a page that are used.
const maxWords = 20_000

// A reader runs Tesseract on the pictures of one page.
type reader struct {
	program program
	langs   string  // codes joined with plus signs
	upright bool    // the data that tells how a page is turned is there
	lines   *models // of the second recogniser; nil: it is not used
	work    *work   // at the page; nil: not counted
}

// attemptReading reads a picture in one way.
func (r reader) attemptReading(ctx context.Context, picture []byte, letters []box, mode int, more ...string) (reading, error) {
	r.work.countRun()
	args := []string{"stdin", "stdout", "--dpi", "300", "--psm", strconv.Itoa(mode), "-l", r.langs}
	table, err := r.program.runProgram(ctx, picture, append(append(args, more...), "tsv")...)
	if err != nil {
		return reading{}, err
	}
	return judgeWords(tightenWords(dropWorthless(parseTSV(table, maxWords)), letters), letters), nil
}

// completeReading reads an upright page again when there is doubt of its first reading: by the second
// recogniser, where it is there, else in other ways. Its matrix leads to the rendered page, as what lies
// beyond the letters is not read again.
func (r reader) completeReading(ctx context.Context, whole canvas, first reading) (reading, matrix) {
	if first.isGood() && (r.lines == nil || first.conf >= surelyGood) {
		return first, whole.back
	}
	c := whole.cropToLetters()
	second, ok := r.readSecond(ctx, c)
	switch {
	case ok && first.value > muchBetter*second.value, !ok && first.isGood():
		return first, whole.back
	case ok:
		first = first.mapBoxes(whole.back.followedBy(c.back.inverse()), c.letters)
		return judgeWords(fillWords(second.words, first.words), c.letters), c.back
	}
	return r.tryOtherWays(ctx, whole, c, first)
}

// surelyGood is how sure Tesseract must be of most characters for the second recogniser not to be asked.
const surelyGood = 92

// tryOtherWays reads a page in other ways, and completes the best reading by the others; the first one
// counts where it is much better than they are. When the time is over, it returns what has been found
// until then.
func (r reader) tryOtherWays(ctx context.Context, whole, c canvas, first reading) (reading, matrix) {
	var all []reading
	best := first
	for _, w := range otherWays {
		if !r.work.hasRoom(c) {
			break
		}
		picture := c.picture
		for range w.smooth {
			picture = picture.smoothOut()
		}
		next, err := r.attemptReading(ctx, picture.encodePGM(), c.letters, w.mode, w.options...)
		if err != nil {
			break
		}
		all = append(all, next)
		if best = combineReadings(all, c.letters); best.isGood() {
			break
		}
	}
	if len(all) == 0 || first.value > muchBetter*best.value {
		return first, whole.back
	}
	all = append(all, first.mapBoxes(whole.back.followedBy(c.back.inverse()), c.letters))
	return combineReadings(all, c.letters), c.back
}

// muchBetter is the multiple of the value of the preferred reading that another one must reach to count
// instead.
const muchBetter = 1.2

// combineReadings returns the first reading, or one that is much better, with the words of the others
// where it has none. Where most of the readings agree on another text of a word, that text counts.
func combineReadings(all []reading, letters []box) reading {
	best := 0
	for i, r := range all {
		if r.value > muchBetter*all[best].value {
			best = i
		}
	}
	words := all[best].words
	for i, r := range all {
		if i != best {
			words = joinWords(words, r.words)
		}
	}
	return judgeWords(voteTexts(words, all), letters)
}

// readSecond reads a picture by the second recogniser, where it is there and knows the languages.
func (r reader) readSecond(ctx context.Context, c canvas) (reading, bool) {
	if r.lines == nil {
		return reading{}, false
	}
	by, err := r.lines.open()
	if err != nil {
		return reading{}, false
	}
	words, err := by.readLines(ctx, c.picture)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, errTooManyLines) {
			r.lines.log.Warn("the second recogniser could not read a page", "cause", err)
		}
		return reading{}, false
	}
	return judgeWords(tightenWords(words, c.letters), c.letters), true
}
