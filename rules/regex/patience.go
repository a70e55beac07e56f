package regex

import (
	"runtime"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// longestPatience bounds the time of one match by the clock, however little of it the match was given.
const longestPatience = 2 * time.Minute

// processStart is where times by the clock are counted from.
var processStart = time.Now()

// A stopwatch returns the processor time of a thread since it was started.
type stopwatch func() time.Duration

// startStopwatch starts a stopwatch for the thread that it is called on.
func startStopwatch() stopwatch {
	began := threadTime()
	return func() time.Duration { return threadTime() - began }
}

// backtrack calls find with a form of the pattern for the backtracking matcher. That matcher's limit is a time
// by the clock, so on a busy machine a match may reach it that had little of the processor: then find is called
// again, with a form that has twice the time.
func (p *Pattern) backtrack(i int, find func(re *regexp2.Regexp, spent stopwatch) error) error {
	re, err := p.backtrackingForm(i)
	if err != nil {
		return err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return tryPatiently(startStopwatch, func(limit time.Duration, spent stopwatch) error {
		if limit > MatchTimeout {
			if re, err = regexp2.Compile(p.sourceText(i, true)); err != nil {
				return err
			}
			re.MatchTimeout = limit
		}
		return find(re, spent)
	})
}

// tryPatiently calls a search with a limit of time by the clock. Where it fails without having had the processor
// for MatchTimeout, it is called again with twice the limit.
func tryPatiently(start func() stopwatch, search func(limit time.Duration, spent stopwatch) error) error {
	for limit := MatchTimeout; ; limit *= 2 {
		spent := start()
		err := search(limit, spent)
		if err == nil || spent() >= MatchTimeout*9/10 || limit >= longestPatience {
			return err
		}
	}
}
