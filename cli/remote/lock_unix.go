//go:build unix

package remote

import (
	"os"
	"syscall"
)

// lockFile locks a file until it is closed, and waits while another process has it locked.
func lockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }
