//go:build !linux

package pdf

import "time"

// processorTime is not available here; the limit of the whole job must do.
func processorTime(int) (time.Duration, bool) { return 0, false }

// confineProcess does nothing here: the guest's own limits must do.
func confineProcess(int) error { return nil }
