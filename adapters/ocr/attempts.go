package ocr

import (
	"context"
	"strconv"
)

// The ways in which Tesseract may segment a page (its option --psm).
const (
	modeOrientation = 0
	modePage        = 3
	modeBlock       = 6
	modeSparse      = 11
)

// A way is one of those in which a picture is read.
type way struct {
	mode    int
	options []string
}

// otherWays are tried on the smoothed picture when much of the first reading is in doubt: by the default
// segmentation again, which then reads dotted and enlarged letters, and as scattered words with a local
// threshold, which finds pale text.
var otherWays = []way{{modePage, nil}, {modeSparse, []string{"-c", "thresholding_method=2"}}}

// maxWords is the number of words of a page that are used.
const maxWords = 20_000

// A reader runs Tesseract on the pictures of one page.
type reader struct {
	program program
	langs   string // codes joined with plus signs
	upright bool   // the data that tells how a page is turned is there
	work    *work  // at the page; nil: not counted
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

// completeReading completes the first reading of an upright page: when much of it is doubtful the
// page is read in other ways too, and the best reading is completed by the others. When
// the time is over, it returns what has been found until then.
func (r reader) completeReading(ctx context.Context, c canvas, first reading) reading {
	if first.isGood() {
		return first
	}
	pgm := c.picture.smoothOut().encodePGM()
	all := []reading{first}
	best := first
	for _, w := range otherWays {
		if !r.work.hasRoom(c) {
			break
		}
		next, err := r.attemptReading(ctx, pgm, c.letters, w.mode, w.options...)
		if err != nil {
			break
		}
		all = append(all, next)
		if best = combineReadings(all, c.letters); best.isGood() {
			break
		}
	}
	return best
}

// combineReadings returns the reading with the highest value, with the words of the others
// where it has none.
func combineReadings(all []reading, letters []box) reading {
	best := 0
	for i, r := range all {
		if r.value > 1.03*all[best].value {
			best = i
		}
	}
	words := all[best].words
	for i, r := range all {
		if i != best {
			words = joinWords(words, r.words)
		}
	}
	return judgeWords(words, letters)
}
