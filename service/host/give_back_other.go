//go:build !linux

package host

import "runtime/debug"

// GiveBackStart gives garbage of the heap back to the system.
func GiveBackStart() { debug.FreeOSMemory() }
