//go:build linux

package blobs_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
)

// limited names the folder of a test process whose files may be 1 MiB at most.
const limited = "DOCKET_TEST_LIMITED_FOLDER"

// A limit of the size of files stands for a full disk where none can be mounted.
func TestAFullDiskKeepsNothing(t *testing.T) {
	if root := os.Getenv(limited); root != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 1 << 20, Max: 1 << 20}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		fillUp(t, root)
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestAFullDiskKeepsNothing$", "-test.v")
	child.Env = append(os.Environ(), limited+"="+t.TempDir())
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s, want no error", err, out)
	}
}

func TestAFullFileSystemKeepsNothing(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("none", root, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("mounting a small file system needs root: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(root, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	fillUp(t, root)
}

// fillUp puts more than root has room for, and then something that fits.
func fillUp(t *testing.T, root string) {
	d := openDisk(t, filepath.Join(root, "blobs"), new(blobstest.Keys))
	_, _, err := d.Put(t.Context(), "demo", bytes.NewReader(make([]byte, 4<<20)))
	if !errors.Is(err, blobs.ErrFull) {
		t.Errorf("4 MiB into 1 MiB: %v, want %v", err, blobs.ErrFull)
	}
	if left := files(t, root); len(left) != 0 {
		t.Errorf("left behind: %v, want 0", left)
	}
	ref := put(t, d, "demo", make([]byte, 100_000))
	if _, err := readBack(t, d, ref); err != nil {
		t.Errorf("after room was made: %v, want no error", err)
	}
}

// A put takes memory for a few chunks, however long the content is.
func TestPutsAreStreamed(t *testing.T) {
	d := openDisk(t, t.TempDir(), new(blobstest.Keys))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const size = 64 << 20
	ref, _, err := d.Put(t.Context(), "demo", io.LimitReader(zeros{}, size))
	runtime.ReadMemStats(&after)
	if err != nil || ref.Size != size {
		t.Fatalf("put %d bytes: %v, want no error and ref.Size = %v", ref.Size, err, size)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
		t.Errorf("putting %d bytes allocated %d, want at most %v", size, used, 2<<20)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
