package terminal

import (
	"fmt"
	"io"
	"time"
)

// progressEvery is the time between two reports of a long command.
const progressEvery = 2 * time.Second

// A Progress prints now and then how far a long command is.
type Progress struct {
	out  io.Writer
	last time.Time
	now  func() time.Time
}

// NewProgress returns a Progress that prints its first line two seconds from now at the
// earliest.
func NewProgress(out io.Writer) *Progress {
	return &Progress{out: out, last: time.Now(), now: time.Now}
}

// Report prints a line unless one was printed in the last two seconds.
func (p *Progress) Report(format string, args ...any) {
	if now := p.now(); now.Sub(p.last) >= progressEvery {
		p.last = now
		p.Note(format, args...)
	}
}

// Note prints a line at once.
func (p *Progress) Note(format string, args ...any) {
	_, _ = fmt.Fprintf(p.out, "docket: "+format+"\n", args...)
}
