package pdf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/seed-62a36931/docket/internal/walls"
)

// processorTime returns the processor time that a process has used.
func processorTime(pid int) (time.Duration, bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	// The second field, the name, may hold anything but ends with the last bracket.
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	const user, system = 11, 12 // counted from the third field
	if len(fields) <= system {
		return 0, false
	}
	var ticks int64
	for _, f := range fields[user : system+1] {
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0, false
		}
		ticks += n
	}
	const tick = 10 * time.Millisecond // USER_HZ, the same on all machines
	return time.Duration(ticks) * tick, true
}

// confineProcess drops the rights that a worker does not need once it is ready: it can open
// and write no more files, start no processes, reach and signal nobody, leaves no core dump, and its memory is
// limited. Where walls are demanded it fails unless all stand.
func confineProcess(memoryMiB int, demand bool) error {
	const room = 3 << 30 // addresses that Go and the compiled code take
	for _, l := range []struct {
		what  int
		value uint64
	}{
		{syscall.RLIMIT_CORE, 0},
		{syscall.RLIMIT_FSIZE, 0},
		{syscall.RLIMIT_NOFILE, 32},
		{syscall.RLIMIT_AS, uint64(memoryMiB)<<20*2 + room},
	} {
		limit := syscall.Rlimit{Cur: l.value, Max: l.value}
		var now syscall.Rlimit
		if err := syscall.Getrlimit(l.what, &now); err != nil {
			return fmt.Errorf("pdf: limits of the worker: %w", err)
		}
		if now.Max < limit.Max { // it is tighter already
			limit = syscall.Rlimit{Cur: min(now.Cur, now.Max), Max: now.Max}
		}
		if err := syscall.Setrlimit(l.what, &limit); err != nil {
			return fmt.Errorf("pdf: limits of the worker: %w", err)
		}
	}
	if err := walls.Seal().Missing(); err != nil && demand {
		return fmt.Errorf("pdf: worker: %w", err)
	}
	return nil
}

// lockFolder waits until no other process of this system holds the lock of a folder, at most so long: one that was
// stopped may hold it for ever. release lets the next one have it.
func lockFolder(dir string, most time.Duration) (release func()) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return func() {} // the cache itself tells what is wrong with the folder
	}
	taken := make(chan struct{})
	go func(fd int) {
		_ = syscall.Flock(fd, syscall.LOCK_EX)
		close(taken)
	}(int(f.Fd()))
	select {
	case <-taken:
	case <-time.After(most):
	}
	return func() { _ = f.Close() }
}
