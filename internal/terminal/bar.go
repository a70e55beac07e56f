package terminal

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// A Bar shows how far a transfer is: on a terminal in one line that is drawn again and
// again, elsewhere as a line every two seconds.
type Bar struct {
	out      io.Writer
	title    string
	total    int64 // bytes; 0 while it is not known
	terminal bool
	now      func() time.Time
	started  time.Time
	drawn    time.Time
	have     int64
	first    int64 // bytes that were there at the beginning
}

// Times between two drawings.
const (
	drawEvery = 100 * time.Millisecond
	barWidth  = 24
)

// NewBar returns a bar for a transfer of so many bytes; a total of 0 is not known.
func NewBar(out io.Writer, title string, total int64) *Bar {
	b := &Bar{out: out, title: title, total: total, terminal: IsTerminal(out), now: time.Now}
	b.started = b.now()
	b.drawn = b.started
	return b
}

// SetTitle changes what the bar says before the amount.
func (b *Bar) SetTitle(title string) { b.title = title }

// Resume shows the progress of a transfer that began with a part of its bytes present. The
// bytes of the first call count for the amount and not for the speed.
func (b *Bar) Resume(have, total int64) {
	if b.have == 0 {
		b.first = have
	}
	b.total = total
	b.Advance(have)
}

// Advance shows how many bytes have been transferred.
func (b *Bar) Advance(have int64) {
	b.have = have
	every := progressEvery
	if b.terminal {
		every = drawEvery
	}
	if now := b.now(); now.Sub(b.drawn) >= every {
		b.drawn = now
		b.drawLine()
	}
}

func (b *Bar) drawLine() {
	if !b.terminal {
		_, _ = fmt.Fprintf(b.out, "docket: %s: %s\n", b.title, b.formatAmount())
		return
	}
	_, _ = fmt.Fprintf(b.out, "\r\033[K%s  %s%s  %s/s", b.title, b.formatBar(), b.formatAmount(), FormatBytes(b.bytesPerSecond()))
}

func (b *Bar) formatAmount() string {
	if b.total <= 0 {
		return FormatBytes(b.have)
	}
	return fmt.Sprintf("%s of %s, %d %%", FormatBytes(b.have), FormatBytes(b.total), 100*b.have/b.total)
}

// formatBar returns the bar itself, "" while the total is not known.
func (b *Bar) formatBar() string {
	if b.total <= 0 {
		return ""
	}
	full := int(min(barWidth, barWidth*b.have/b.total))
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", barWidth-full) + "]  "
}

// bytesPerSecond returns the speed in bytes per second.
func (b *Bar) bytesPerSecond() int64 {
	if d := b.now().Sub(b.started).Seconds(); d > 0 {
		return int64(float64(b.have-b.first) / d)
	}
	return 0
}

// ShowState shows a word that changes, such as the status of a file; on a terminal only.
func (b *Bar) ShowState(word string) {
	if b.terminal {
		_, _ = fmt.Fprintf(b.out, "\r\033[K%s  %s", b.title, strings.ToLower(word))
	}
}

// Clear removes the bar, so that its line is free for what follows.
func (b *Bar) Clear() {
	if b.terminal {
		_, _ = fmt.Fprint(b.out, "\r\033[K")
	}
}
