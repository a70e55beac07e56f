package regex

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// A search that waits for the processor is tried again with more time; one that used its time is not.
func TestSearchesWaitForTheProcessor(t *testing.T) {
	slow := errors.New("match timeout")
	for _, c := range []struct {
		name   string
		spends []time.Duration // processor time of each try
		ends   int             // the try that succeeds, 0 for none
		limits []time.Duration
	}{
		{"at once", []time.Duration{time.Millisecond}, 1, []time.Duration{MatchTimeout}},
		{"uses its time", []time.Duration{MatchTimeout}, 0, []time.Duration{MatchTimeout}},
		{"starved once", []time.Duration{MatchTimeout / 10, MatchTimeout / 2}, 2, []time.Duration{MatchTimeout, 2 * MatchTimeout}},
		{"starved, then uses its time", []time.Duration{0, MatchTimeout / 4, MatchTimeout}, 0,
			[]time.Duration{MatchTimeout, 2 * MatchTimeout, 4 * MatchTimeout}},
		{"starved for ever", make([]time.Duration, 20), 0, []time.Duration{MatchTimeout, 2 * MatchTimeout, 4 * MatchTimeout,
			8 * MatchTimeout, 16 * MatchTimeout, 32 * MatchTimeout, 64 * MatchTimeout}},
	} {
		var limits []time.Duration
		start := func() stopwatch {
			return func() time.Duration { return c.spends[len(limits)-1] }
		}
		err := tryPatiently(start, func(limit time.Duration, _ stopwatch) error {
			if limits = append(limits, limit); len(limits) == c.ends {
				return nil
			}
			return slow
		})
		if (err == nil) != (c.ends > 0) || !slices.Equal(limits, c.limits) {
			t.Errorf("%s: %v after %v, want %v", c.name, err, limits, c.limits)
		}
	}
}

// The stopwatch of a thread goes on while it works.
func TestStopwatchCountsWork(t *testing.T) {
	spent := startStopwatch()
	n := 0
	for deadline := time.Now().Add(time.Minute); spent() < 20*time.Millisecond; n++ {
		if time.Now().After(deadline) {
			t.Fatalf("a minute of work counts as %v", spent())
		}
	}
	if n == 0 {
		t.Error("no work was counted")
	}
}
