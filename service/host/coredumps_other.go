//go:build !unix

package host

import "log/slog"

// DisableCoreDumps does nothing: there are no limits of core dumps here.
func DisableCoreDumps(*slog.Logger) {}
