//go:build unix

package host

import (
	"log/slog"
	"testing"

	"golang.org/x/sys/unix"
)

func TestTheServiceGivesUpCoreDumps(t *testing.T) {
	DisableCoreDumps(slog.Default())
	var got unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &got); err != nil || got.Cur != 0 {
		t.Errorf("the limit of core dumps is %d, %v, want 0", got.Cur, err)
	}
}
