package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// fakeClock restarts PostgreSQL with a clock that a file sets, where the library for that
// is installed.
func (c *cluster) fakeClock(ctx context.Context) error {
	found, _ := filepath.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1") // the pattern is sound
	if len(found) == 0 {
		return nil
	}
	c.clock = filepath.Join(filepath.Dir(c.postgres.SocketPath()), "clock") // PostgreSQL runs under another account
	if err := c.moveClock(0); err != nil {
		return err
	}
	for _, v := range []string{
		"LD_PRELOAD=" + found[0], "FAKETIME_TIMESTAMP_FILE=" + c.clock, "FAKETIME_NO_CACHE=1",
		"FAKETIME_DONT_FAKE_MONOTONIC=1", "FAKETIME_DONT_RESET=1",
	} {
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

// clockFault is the fault that needs a binary of its own.
const clockFault = "clock-docket"

// jumps are the offsets of clocks; farAway, those of processes whose clock decides nothing
// permanent.
var (
	jumps   = []time.Duration{-5 * time.Second, 5 * time.Second, 10 * time.Second}
	farAway = append([]time.Duration{-10 * time.Minute, 10 * time.Minute}, jumps...)
)

func (c *cluster) jumpClock(_ context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
	by := pickRandom(r, jumps)
	return fmt.Sprintf("PostgreSQL's clock off by %s", by), func(context.Context) error { return c.moveClock(0) }, c.moveClock(by)
}

// jumpNode changes the clock of one process, or of two by different times.
func (c *cluster) jumpNode(_ context.Context, r *rand.Rand) (string, func(context.Context) error, error) {
	what, failed := "clocks off:", error(nil)
	var off []*node
	for _, i := range r.Perm(len(c.nodes))[:1+r.IntN(2)] {
		n := c.nodes[i]
		by := pickRandom(r, farAway)
		if strings.Contains(n.role, "retention") { // it would take bytes that were just stored for leftovers
			by = pickRandom(r, jumps)
		}
		what, off, failed = fmt.Sprintf("%s %s by %s", what, n.name, by), append(off, n), errors.Join(failed, moveTime(n.clock, by))
	}
	return what, func(context.Context) error {
		var failed error
		for _, n := range off {
			failed = errors.Join(failed, moveTime(n.clock, 0))
		}
		return failed
	}, failed
}
