package ocr

import (
	"context"
	"strings"
	"time"
)

// An Engine is a Recogniser that names itself in results by program and languages alone.
type Engine struct{ *Recogniser }

// Version returns the program with its languages, or "" unless there is a language to
// read.
func (e Engine) Version() string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	able, err := e.Capability(ctx)
	if err != nil || !able.Installed || len(able.Languages) == 0 {
		return ""
	}
	return "Tesseract " + able.Version + " " + strings.Join(able.Languages, ",") + able.second(" + ")
}
