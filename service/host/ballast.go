package host

import (
	"os"
	"runtime"
)

// ballastSize is the size of the ballast in bytes: the heap looks larger by so much.
const ballastSize = 16 << 20

// HoldBallast keeps memory that nobody touches, so that it takes none: the heap is
// collected each time it has doubled, so while little is in use it grows by some
// megabytes more. A service without large documents would collect several times a second
// otherwise, and requests would help with it. GOGC, where it is set, says what is wanted.
func HoldBallast() (release func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	ballast := make([]byte, ballastSize)
	return func() { runtime.KeepAlive(ballast) }
}
