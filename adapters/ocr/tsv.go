package ocr

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A word is a run of characters that Tesseract has read.
type word struct {
	text string
	box  box     // around the ink, in pixels of the picture that was read
	conf float64 // 0 to 100
	line int     // words of one line have the same number, lines are numbered as they are read
}

// maxWord is the length in bytes of the longest word that is used.
const maxWord = 512

// parseTSV reads at most limit words from Tesseract's table. Lines of any other form
// are skipped: losing a word is better than losing a page.
func parseTSV(table []byte, limit int) []word {
	var out []word
	line, last := -1, [4]string{}
	for len(table) > 0 && len(out) < limit {
		var row []byte
		row, table, _ = bytes.Cut(table, []byte{'\n'})
		f := strings.SplitN(strings.TrimSuffix(string(row), "\r"), "\t", 12)
		if len(f) != 12 || f[0] != "5" {
			continue
		}
		w, ok := wordOf(f)
		if !ok {
			continue
		}
		if at := [4]string(f[1:5]); line < 0 || at != last {
			line, last = line+1, at
		}
		w.line = line
		out = append(out, w)
	}
	return out
}

// wordOf reads the position, confidence and text of a word: columns 7 to 12.
func wordOf(f []string) (word, bool) {
	const far = 1 << 20 // pixels; no picture is so large
	var at [4]float64
	for i := range at {
		n, err := strconv.Atoi(f[6+i])
		if err != nil || n < 0 || n > far {
			return word{}, false
		}
		at[i] = float64(n)
	}
	conf, err := strconv.ParseFloat(f[10], 64)
	if err != nil || !(conf >= 0 && conf <= 100) {
		return word{}, false
	}
	text := strings.TrimSpace(f[11])
	if text == "" || len(text) > maxWord || !utf8.ValidString(text) || at[2] == 0 || at[3] == 0 {
		return word{}, false
	}
	text = strings.Map(keepPrintable, text)
	w := word{text: text, conf: conf, box: box{at[0], at[1], at[0] + at[2], at[1] + at[3]}}
	return w, text != ""
}

// keepPrintable drops control characters.
func keepPrintable(r rune) rune {
	if r < ' ' || r == 0x7F || r == utf8.RuneError {
		return -1
	}
	return r
}
