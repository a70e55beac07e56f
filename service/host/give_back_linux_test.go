package host

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

// fileMemory returns the KiB of this process that are pages of files.
func fileMemory(t *testing.T) (kib int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "RssFile:"); ok {
			if _, err := fmt.Sscan(rest, &kib); err != nil {
				t.Fatal(err)
			}
			return kib
		}
	}
	t.Skip("this kernel does not count pages of files")
	return 0
}

// TestWhatOnlyAStartNeedsIsGivenBack has the executable in memory, as after a start, and gives it back.
func TestWhatOnlyAStartNeedsIsGivenBack(t *testing.T) {
	runtime.Callers(0, make([]uintptr, 100))
	before := fileMemory(t)
	GiveBackStart()
	if after := fileMemory(t); after >= before {
		t.Errorf("got %d KiB of files in memory, and %d before, want less", after, before)
	} else {
		t.Logf("%d KiB, and %d before", after, before)
	}
}
