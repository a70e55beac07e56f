//go:build !linux

package ocr

import "time"

// limitProcessor does nothing here: the time of a page is checked after each of its processes.
func limitProcessor(int, time.Duration) {}
