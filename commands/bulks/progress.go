package bulks

import (
	"log/slog"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/commands/unzip"
)

// progressEvery is the interval at which the progress of a long upload is logged.
const progressEvery = 2 * time.Second

// progressLogger returns a function that logs the progress of a long operation, at most once
// per progressEvery; it is safe for concurrent use.
func (c *Commands) progressLogger(dossierID, what string) func(done, of int) {
	var mu sync.Mutex
	last := c.Now()
	return func(done, of int) {
		mu.Lock()
		defer mu.Unlock()
		if now := c.Now(); c.Logger != nil && now.Sub(last) >= progressEvery {
			last = now
			c.Logger.Info(what, slog.String("dossier", dossierID), slog.Int("done", done), slog.Int("of", of))
		}
	}
}

// archiveLimits returns the limits of zips, the default ones if none are set.
func (c *Commands) archiveLimits() unzip.Limits {
	if c.Archive == (unzip.Limits{}) {
		return unzip.DefaultLimits()
	}
	return c.Archive
}
