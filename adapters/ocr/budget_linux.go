package ocr

import (
	"time"

	"golang.org/x/sys/unix"
)

// limitProcessor has the system end a process that uses more processor time than it may, to the
// next second. What a process that has ended is told is lost.
func limitProcessor(pid int, most time.Duration) {
	seconds := uint64((most + time.Second - 1) / time.Second)
	_ = unix.Prlimit(pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: seconds, Max: seconds}, nil)
}
