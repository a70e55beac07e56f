package ocr

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// A Capability describes the installed Tesseract.
type Capability struct {
	Installed bool
	Version   string   // for example 5.3.0; empty when not installed
	Languages []string // codes in alphabetical order, without the data for orientation
	Upright   bool     // the data that tells how a page is turned is there
	Lines     bool     // the models of the second recogniser are there
}

// String returns a sentence for the log.
func (c Capability) String() string {
	switch {
	case !c.Installed:
		return "OCR is not installed"
	case len(c.Languages) == 0:
		return "Tesseract " + c.Version + " without languages"
	}
	return "Tesseract " + c.Version + ": " + strings.Join(c.Languages, ", ") + c.second("; ")
}

// second returns the name of the second recogniser behind a separator, or "".
func (c Capability) second(separator string) string {
	if c.Lines {
		return separator + modelsName
	}
	return ""
}

// method counts changes of this package that can change results.
const method = 4

// Version identifies everything that results depend on, apart from the picture and the
// template's languages; "" when Tesseract is not installed, or does not answer.
func (r *Recogniser) Version() string {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	able, err := r.Capability(ctx)
	if err != nil {
		r.settings.Logger.Warn("Tesseract does not answer", "cause", err)
		return ""
	}
	if !able.Installed {
		return ""
	}
	return fmt.Sprintf("%s; %d", able, method)
}

// askTime is the time limit for the program's version and languages.
const askTime = 30 * time.Second

// inspectProgram asks the program for its version and languages.
func (p program) inspectProgram(ctx context.Context) (Capability, error) {
	version, err := p.runProgram(ctx, nil, "--version")
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return Capability{}, nil
	}
	if err != nil {
		return Capability{}, fmt.Errorf("ask Tesseract for its version: %w", err)
	}
	langs, err := p.runProgram(ctx, nil, "--list-langs")
	if err != nil {
		return Capability{}, fmt.Errorf("ask Tesseract for its languages: %w", err)
	}
	c := Capability{Installed: true, Version: versionIn(string(version))}
	c.Languages, c.Upright = languagesIn(string(langs))
	return c, nil
}

// versionIn returns the version in the program's output.
func versionIn(said string) string {
	first, _, _ := strings.Cut(said, "\n")
	_, v, ok := strings.Cut(strings.TrimSpace(first), " ")
	if !ok {
		return "of unknown version"
	}
	return strings.TrimPrefix(v, "v")
}

// languagesIn reads the program's list, whose first line is a heading. It skips data
// for scripts and equations.
func languagesIn(list string) (langs []string, upright bool) {
	for i, l := range strings.Split(list, "\n") {
		l = strings.TrimSpace(l)
		switch {
		case i == 0 || l == "" || l == "equ" || !isCode(l):
		case l == "osd":
			upright = true
		default:
			langs = append(langs, l)
		}
	}
	slices.Sort(langs)
	return slices.Compact(langs), upright
}

// isCode reports whether a text has the form of a language code, such as eng, chi_sim
// or script/Latin. Only such texts reach the command line.
func isCode(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789_/-", r)) {
			return false
		}
	}
	return s != "" && len(s) <= 64
}
