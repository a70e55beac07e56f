package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// fakeClock starts PostgreSQL anew with a clock that a file sets, where the library is
// installed that does that. It works by the C library: programs in Go read the clock
// without it, so the clocks of Docket's own processes cannot be moved.
func (c *cluster) fakeClock(ctx context.Context) error {
	found, _ := filepath.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1") // the pattern is sound
	if len(found) == 0 {
		return nil
	}
	c.clock = filepath.Join(filepath.Dir(c.postgres.Socket()), "clock") // PostgreSQL runs under another account
	if err := c.moveClock(0); err != nil {
		return err
	}
	for _, v := range []string{"LD_PRELOAD=" + found[0], "FAKETIME_TIMESTAMP_FILE=" + c.clock, "FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1", "FAKETIME_DONT_RESET=1"} {
		c.postgres.Setenv(v)
	}
	return c.postgres.Restart(ctx)
}

// moveClock puts PostgreSQL's clock ahead of the real one, or behind it.
func (c *cluster) moveClock(by time.Duration) error {
	next := c.clock + ".next"
	if err := os.WriteFile(next, fmt.Appendf(nil, "%+.3f\n", by.Seconds()), 0o644); err != nil { //nolint:gosec // another account reads it
		return err
	}
	return os.Rename(next, c.clock)
}
