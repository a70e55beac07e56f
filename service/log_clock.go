package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// clockTolerance is by how much a log may be ahead of the clock before that is told: clocks of machines differ.
const clockTolerance = 30 * time.Second

// A logClock watches whether the log is ahead of the clock: the times of events never decrease, so they stand still then,
// until the clock has come to the last one.
type logClock struct {
	log    es.Store
	logger *slog.Logger
	now    func() time.Time

	ahead atomic.Int64 // nanoseconds, 0 where the log is not ahead
	last  time.Time    // of the last event that was read, at head
	head  es.Position
	told  bool
}

// look compares the last event with the clock. One task calls it.
func (c *logClock) look(ctx context.Context) error {
	head, err := c.log.Head(ctx)
	if err != nil || head == 0 {
		return err
	}
	if head != c.head {
		e, err := c.log.At(ctx, head)
		if errors.Is(err, es.ErrNoEvent) { // of a system stream
			return nil
		}
		if err != nil {
			return err
		}
		c.last, c.head = e.Time, head
	}
	ahead := c.last.Sub(c.now())
	if ahead <= clockTolerance {
		ahead = 0
	}
	c.ahead.Store(int64(ahead))
	if told := ahead > 0; told != c.told {
		c.told = told
		if told {
			c.logger.WarnContext(ctx, "the log is ahead of the clock", "error", c.warning())
		} else {
			c.logger.InfoContext(ctx, "the clock has come to the end of the log: times of events go on")
		}
	}
	return nil
}

// warning says how far the log is ahead and what to do, "" where it is not.
func (c *logClock) warning() string {
	ahead := time.Duration(c.ahead.Load())
	if ahead == 0 {
		return ""
	}
	return fmt.Sprintf("the last event of the log is %s ahead of the clock: until then new events have its time, and terms in the "+
		"trash and of packages end later or sooner than they say. Set the clock of this machine right; if it is right, the clock was "+
		"ahead when the event was written, and times go on by themselves", ahead.Round(time.Second))
}
