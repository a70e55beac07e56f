package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A bar shows how far a transfer is: drawn anew in its line on a terminal, a line now
// and then elsewhere.
type bar struct {
	out      io.Writer
	what     string
	all      int64 // bytes; 0 while not known
	terminal bool
	now      func() time.Time
	begun    time.Time
	drawn    time.Time
	have     int64
	first    int64 // bytes that were there at the beginning
}

// Times between two drawings.
const (
	drawEvery = 100 * time.Millisecond
	barWidth  = 24
)

func newBar(out io.Writer, what string, all int64) *bar {
	b := &bar{out: out, what: what, all: all, terminal: isTerminal(out), now: time.Now}
	b.begun = b.now()
	b.drawn = b.begun
	return b
}

// at notes how many bytes have gone.
func (b *bar) at(have int64) {
	b.have = have
	every := progressEvery
	if b.terminal {
		every = drawEvery
	}
	if now := b.now(); now.Sub(b.drawn) >= every {
		b.drawn = now
		b.draw()
	}
}

func (b *bar) draw() {
	if !b.terminal {
		_, _ = fmt.Fprintf(b.out, "docket: %s: %s\n", b.what, b.amount())
		return
	}
	_, _ = fmt.Fprintf(b.out, "\r\033[K%s  %s%s  %s/s", b.what, b.picture(), b.amount(), bytesText(b.rate()))
}

func (b *bar) amount() string {
	if b.all <= 0 {
		return bytesText(b.have)
	}
	return fmt.Sprintf("%s of %s, %d %%", bytesText(b.have), bytesText(b.all), 100*b.have/b.all)
}

// picture is the bar itself, nothing while the whole is not known.
func (b *bar) picture() string {
	if b.all <= 0 {
		return ""
	}
	full := int(min(barWidth, barWidth*b.have/b.all))
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", barWidth-full) + "]  "
}

// rate is bytes a second.
func (b *bar) rate() int64 {
	if d := b.now().Sub(b.begun).Seconds(); d > 0 {
		return int64(float64(b.have-b.first) / d)
	}
	return 0
}

// end leaves the line for what follows.
func (b *bar) end() {
	if b.terminal {
		_, _ = fmt.Fprint(b.out, "\r\033[K")
	}
}

// state shows a word that changes, such as the status of a file.
func (b *bar) state(word string) {
	if b.terminal {
		_, _ = fmt.Fprintf(b.out, "\r\033[K%s  %s", b.what, strings.ToLower(word))
	}
}
