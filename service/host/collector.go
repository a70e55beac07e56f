package host

import (
	"os"
	"runtime/debug"
)

// smallMemory is the memory in bytes below which none is spent to save time.
const smallMemory = 1 << 30

// heapGrowth is how much the heap of a service grows before it is collected, in percent of what is in use: with the usual 100
// a service without large documents collects several times a second, and requests help with it.
const heapGrowth = 150

// TuneCollector sets when the heap of a service is collected, for a memory in bytes, 0: unknown. Where it is small, the heap
// is kept to half of it. GOGC and GOMEMLIMIT, where they are set, say what is wanted.
func TuneCollector(memory int64) {
	if memory > 0 && memory < smallMemory && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memory / 2)
		return
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
}
