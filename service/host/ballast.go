package host

import (
	"os"
	"runtime"
	"runtime/debug"
)

// ballastSize is the size of the ballast in bytes: the heap looks larger by so much.
const ballastSize = 16 << 20

// smallMemory is the memory in bytes below which none is spent to save time.
const smallMemory = 1 << 30

// HoldBallast keeps memory that nobody touches, so that it takes none: the heap is
// collected each time it has doubled, so while little is in use it grows by some
// megabytes more. A service without large documents would collect several times a second
// otherwise, and requests would help with it. GOGC, where it is set, says what is wanted. Where the memory
// is small, the heap is kept to half of it instead, unless GOMEMLIMIT says otherwise.
func HoldBallast(memory int64) (release func()) {
	if memory > 0 && memory < smallMemory && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memory / 2)
		return func() {}
	}
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	ballast := make([]byte, ballastSize)
	return func() { runtime.KeepAlive(ballast) }
}
