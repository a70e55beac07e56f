package host

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

// fileMemory returns the KiB of this process that are pages of files, also of those on a disk in memory.
func fileMemory(t *testing.T) (kib int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	counted := false
	for line := range strings.Lines(string(status)) {
		name, rest, _ := strings.Cut(line, ":")
		if name != "RssFile" && name != "RssShmem" {
			continue
		}
		var part int
		if _, err := fmt.Sscan(rest, &part); err != nil {
			t.Fatal(err)
		}
		kib, counted = kib+part, true
	}
	if !counted {
		t.Skip("this kernel does not count pages of files")
	}
	return kib
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
