package ocr

import (
	"context"
	"regexp"
	"strconv"
	"strings"
)

// The ways in which Tesseract may segment a page (its option --psm).
const (
	modeOrientation = 0
	modePage        = 3
	modeBlock       = 6
	modeSparse      = 11
)

// otherWays are tried when the default segmentation leaves much in doubt: as scattered
// words and as one block of lines, with a local threshold, which finds pale text.
var otherWays = []int{modeSparse, modeBlock}

// maxWords is the number of words of a page that are used.
const maxWords = 20_000

// A reader runs Tesseract on the pictures of one page.
type reader struct {
	program program
	langs   string // codes joined with plus signs
	upright bool   // the data that tells how a page is turned is there
}

// attemptReading reads a picture in one way.
func (r reader) attemptReading(ctx context.Context, picture []byte, letters []box, mode int, more ...string) (reading, error) {
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
func (r reader) completeReading(ctx context.Context, picture raster, letters []box, first reading) reading {
	if first.isGood() {
		return first
	}
	pgm := picture.encodePGM()
	all := []reading{first}
	best := first
	for _, mode := range otherWays {
		next, err := r.attemptReading(ctx, pgm, letters, mode, "-c", "thresholding_method=2")
		if err != nil {
			break
		}
		all = append(all, next)
		if best = combineReadings(all, letters); best.isGood() {
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

// Lines of Tesseract's output about the orientation of a page.
var (
	turnLine = regexp.MustCompile(`(?m)^Rotate: (0|90|180|270)\s*$`)
	sureLine = regexp.MustCompile(`(?m)^Orientation confidence: ([0-9.]+)\s*$`)
)

// detectOrientation returns by how many quarters the picture must be turned clockwise for its
// text to stand upright. known is false for pages with few letters.
func (r reader) detectOrientation(ctx context.Context, picture raster) (quarters int, known bool) {
	if !r.upright {
		return 0, false
	}
	out, err := r.program.runProgram(ctx, picture.encodePGM(), "stdin", "stdout", "--dpi", "300", "--psm", strconv.Itoa(modeOrientation),
		"-l", "osd")
	if err != nil {
		return 0, false
	}
	text := strings.ReplaceAll(string(out), "\r", "")
	turn, sure := turnLine.FindStringSubmatch(text), sureLine.FindStringSubmatch(text)
	if turn == nil || sure == nil {
		return 0, false
	}
	degrees, _ := strconv.Atoi(turn[1])
	conf, err := strconv.ParseFloat(sure[1], 64)
	return degrees / 90, err == nil && conf >= 1
}
