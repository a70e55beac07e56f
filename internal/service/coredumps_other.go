//go:build !unix

package service

import "log/slog"

// disableCoreDumps does nothing: there are no limits of core dumps here.
func disableCoreDumps(*slog.Logger) {}
