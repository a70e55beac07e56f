package ocr

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Lines of Tesseract's output about the orientation of a page.
var (
	turnLine       = regexp.MustCompile(`(?m)^Rotate: (0|90|180|270)\s*$`)
	sureLine       = regexp.MustCompile(`(?m)^Orientation confidence: ([0-9.]+)\s*$`)
	scriptLine     = regexp.MustCompile(`(?m)^Script: ([A-Za-z]+)\s*$`)
	sureScriptLine = regexp.MustCompile(`(?m)^Script confidence: ([0-9.]+)\s*$`)
)

// An orientation holds how the letters of a picture stand, and of which script they are.
type orientation struct {
	quarters int    // clockwise turns after which they stand upright
	known    bool   // false for pages with few letters
	script   string // as Tesseract names it, such as Han; empty when in doubt
}

// detectOrientation returns how the letters of a picture stand.
func (r reader) detectOrientation(ctx context.Context, c canvas) orientation {
	if !r.upright {
		return orientation{}
	}
	out, err := r.program.runProgram(ctx, c.picture.encodePGM(), "stdin", "stdout", "--dpi", "300", "--psm", strconv.Itoa(modeOrientation),
		"-l", "osd")
	if err != nil {
		return orientation{}
	}
	return parseOrientation(string(out))
}

// parseOrientation reads Tesseract's output about the orientation of a page.
func parseOrientation(out string) (o orientation) {
	text := strings.ReplaceAll(out, "\r", "")
	if turn := turnLine.FindStringSubmatch(text); turn != nil && isSure(sureLine.FindStringSubmatch(text)) {
		degrees, _ := strconv.Atoi(turn[1])
		o.quarters, o.known = degrees/90, true
	}
	if script := scriptLine.FindStringSubmatch(text); script != nil && isSure(sureScriptLine.FindStringSubmatch(text)) {
		o.script = script[1]
	}
	return o
}

// isSure reports whether a line tells a confidence of at least 1.
func isSure(found []string) bool {
	if found == nil {
		return false
	}
	conf, err := strconv.ParseFloat(found[1], 64)
	return err == nil && conf >= 1
}

// scriptsOf holds the languages of scripts that have none in common with Latin, by Tesseract's names.
var scriptsOf = map[string][]string{
	"Han":        {"chi_sim", "chi_tra", "chi_sim_vert", "chi_tra_vert", "jpn", "jpn_vert", "kor", "kor_vert"},
	"Japanese":   {"jpn", "jpn_vert"},
	"Hiragana":   {"jpn", "jpn_vert"},
	"Katakana":   {"jpn", "jpn_vert"},
	"Korean":     {"kor", "kor_vert"},
	"Hangul":     {"kor", "kor_vert"},
	"Arabic":     {"ara", "fas", "kur", "pus", "snd", "uig", "urd"},
	"Hebrew":     {"heb", "yid"},
	"Devanagari": {"hin", "mar", "nep", "san"},
	"Thai":       {"tha"},
	"Armenian":   {"hye"},
	"Georgian":   {"kat", "kat_old"},
	"Bengali":    {"asm", "ben"},
	"Tamil":      {"tam"},
	"Telugu":     {"tel"},
}

// isForeign reports whether none of the languages that are read is written in a script. Only scripts
// that share hardly a letter with Latin are told, and only when the languages are all known.
func (r reader) isForeign(script string) bool {
	in, known := scriptsOf[script]
	if !known {
		return false
	}
	for _, lang := range strings.Split(r.langs, "+") {
		if slices.Contains(in, lang) || strings.Contains(lang, "/") {
			return false
		}
	}
	return true
}

// noteOfScript says that a page is of a script that is not read.
func noteOfScript(script string) string {
	return "The text of the page seems to be of a script (" + script + ") that none of the languages to recognise is written in"
}
