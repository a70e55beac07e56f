package main

import (
	"fmt"
	"io"
	"time"
)

// progressEvery is how often a long command says how far it is.
const progressEvery = 2 * time.Second

// progress tells now and then how far a long command is.
type progress struct {
	out  io.Writer
	last time.Time
	now  func() time.Time
}

func newProgress(out io.Writer) *progress {
	return &progress{out: out, last: time.Now(), now: time.Now}
}

// say prints a line unless one was printed a moment ago.
func (p *progress) say(format string, args ...any) {
	if now := p.now(); now.Sub(p.last) >= progressEvery {
		p.last = now
		p.note(format, args...)
	}
}

// note prints a line at once.
func (p *progress) note(format string, args ...any) {
	_, _ = fmt.Fprintf(p.out, "docket: "+format+"\n", args...)
}

// bytesText is a number of bytes for people.
func bytesText(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	value, i := float64(n)/unit, 0
	for ; value >= unit && i < 4; i++ {
		value /= unit
	}
	return fmt.Sprintf("%.1f %ciB", value, "KMGTP"[i])
}
