//go:build unix

package host

import (
	"log/slog"

	"golang.org/x/sys/unix"
)

// DisableCoreDumps gives up core dumps of this process and of its children: their memory
// holds plain text and keys.
func DisableCoreDumps(logger *slog.Logger) {
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}); err != nil {
		logger.Warn("core dumps could not be switched off; they would hold plain text and keys", "error", err)
	}
}
