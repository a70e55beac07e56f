package regex

import (
	"syscall"
	"time"
)

// threadTime returns the processor time of the calling thread.
func threadTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_THREAD, &u) != nil {
		return time.Since(processStart)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
