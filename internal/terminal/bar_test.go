package terminal

import (
	"bytes"
	"testing"
	"time"
)

// TestBar draws on a terminal, and prints lines elsewhere.
func TestBar(t *testing.T) {
	for _, row := range []struct {
		terminal bool
		total    int64
		want     string
	}{
		{true, 4 << 20, "\r\033[Ka.pdf  [############............]  2.0 MiB of 4.0 MiB, 50 %  1.0 MiB/s\r\033[K"},
		{true, 0, "\r\033[Ka.pdf  2.0 MiB  1.0 MiB/s\r\033[K"},
		{false, 4 << 20, "docket: a.pdf: 2.0 MiB of 4.0 MiB, 50 %\n"},
	} {
		var out bytes.Buffer
		now := time.Unix(1000, 0)
		b := NewBar(&out, "a.pdf", row.total)
		b.terminal, b.now, b.started, b.drawn = row.terminal, func() time.Time { return now }, now, now
		b.Advance(1 << 20) // a moment ago it was drawn
		now = now.Add(2 * time.Second)
		b.Advance(2 << 20)
		b.Clear()
		if out.String() != row.want {
			t.Errorf("drawn %q, want %q", out.String(), row.want)
		}
	}
}
