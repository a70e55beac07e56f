//go:build !linux

package pdf

import (
	"time"

	"github.com/seed-62a36931/docket/internal/walls"
)

// processorTime is not available here; the limit of the whole job must do.
func processorTime(int) (time.Duration, bool) { return 0, false }

// confineProcess does nothing here: the guest's own limits must do, unless walls are demanded.
func confineProcess(_ int, demand bool) error {
	if demand {
		return walls.Seal().Missing()
	}
	return nil
}

// lockFolder does nothing here: processes that start at the same time each compile.
func lockFolder(string, time.Duration) (release func()) { return func() {} }
