//go:build !linux

package regex

import "time"

// threadTime returns the time by the clock: the processor time of a thread is not known here.
func threadTime() time.Duration { return time.Since(processStart) }
