package pdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestOneProcessCompiles holds the lock of a cache: a process that wants compiled code waits for it, but not for ever.
func TestOneProcessCompiles(t *testing.T) {
	dir := t.TempDir()
	compiled, err := filepath.Glob(filepath.Join(cacheDir(t), "wazero-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range compiled { // what is compiled here need not be compiled for this test
		if err := os.Symlink(folder, filepath.Join(dir, filepath.Base(folder))); err != nil {
			t.Fatal(err)
		}
	}
	release := lockFolder(dir, time.Minute)
	ready := make(chan error, 1)
	go func() {
		_, err := newMachine(context.Background(), dir, 256)
		ready <- err
	}()
	for !isAwaited(t, filepath.Join(dir, "lock")) {
		select {
		case err := <-ready:
			t.Fatalf("there is a machine while another process compiles (error %v), want none before the folder is free", err)
		case <-time.After(time.Millisecond):
		}
	}
	lockFolder(dir, time.Millisecond)() // does not wait for ever
	release()
	if err := <-ready; err != nil {
		t.Fatalf("the machine after that: %v, want no error", err)
	}
}

// isAwaited reports whether somebody waits for the lock of a file.
func isAwaited(t *testing.T, file string) bool {
	t.Helper()
	info, err1 := os.Stat(file)
	locks, err2 := os.ReadFile("/proc/locks")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	inode := fmt.Sprintf(":%d ", info.Sys().(*syscall.Stat_t).Ino)
	for line := range strings.Lines(string(locks)) {
		if strings.Contains(line, "-> FLOCK") && strings.Contains(line, inode) {
			return true
		}
	}
	return false
}
