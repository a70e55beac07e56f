package procs_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/procs"
)

func TestUsageGrowsWithWork(t *testing.T) {
	before, err := procs.CPU(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	// It works until that shows, however little of the machine is left for it.
	began, used := time.Now(), time.Duration(0)
	for used < 5*time.Millisecond && time.Since(began) < 2*time.Minute {
		after, err := procs.CPU(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		used = after - before
	}
	if cores := time.Duration(runtime.NumCPU()); used < 5*time.Millisecond || used > cores*(time.Since(began)+time.Second) {
		t.Errorf("%v of work in %v, want 5 ms at least, and no more than the processors give",
			used, time.Since(began))
	}
}

// What a child's child uses counts for the one who began it all.
func TestUsageOfDescendants(t *testing.T) {
	cmd := exec.Command("sh", "-c",
		`exec 3<&0; sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; read wait <&3' & wait; echo over; read wait`)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	children, err := procs.ChildrenOf(os.Getpid())
	if err != nil || !slices.Contains(children, cmd.Process.Pid) {
		t.Errorf("children %v, %v, want %d", children, err, cmd.Process.Pid)
	}
	said := bufio.NewScanner(out)
	if !said.Scan() {
		t.Fatal("the child says nothing")
	}
	own, err := procs.ChildrenOf(cmd.Process.Pid)
	if err != nil || len(own) != 1 {
		t.Fatalf("children of the child %v, %v, want no error and len(own) = 1", own, err)
	}
	all, err := procs.CPU(cmd.Process.Pid)
	if err != nil || all < 10*time.Millisecond {
		t.Errorf("%v, %v, want no error and all at least %v", all, err, 10*time.Millisecond)
	}
	_, _ = fmt.Fprintln(in)
	if !said.Scan() || said.Text() != "over" {
		t.Fatalf("the child's child does not end: %q, want said.Scan() and said.Text() = over", said.Text())
	}
	if still, err := procs.CPU(cmd.Process.Pid); err != nil || still < all-20*time.Millisecond {
		t.Errorf("of a child that has ended: %v, %v, before %v, want no less", still, err, all)
	}
	_ = in.Close()
	_ = cmd.Wait()
	if gone, err := procs.CPU(cmd.Process.Pid); err != nil || gone != 0 {
		t.Errorf("of a process that has ended: %v, %v, want no error and gone = 0", gone, err)
	}
}

func TestMemoryGrows(t *testing.T) {
	debug.FreeOSMemory() // what another test has left would be used again
	before, err := procs.MemoryOf(os.Getpid())
	if err != nil || before < 1<<20 {
		t.Fatalf("%d bytes, %v, want no error and before at least %v", before, err, 1<<20)
	}
	block := make([]byte, 64<<20)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	after, err := procs.MemoryOf(os.Getpid())
	if more := after - before; err != nil || more < 60<<20 || more > 200<<20 {
		t.Errorf("%d bytes more for %d, %v, want 60 to 200 MiB", more, len(block), err)
	}
	runtime.KeepAlive(block)
}

func TestResidentMemoryGrowsAndCountsChildren(t *testing.T) {
	debug.FreeOSMemory() // what another test has left would be used again
	before, err := procs.ResidentOf(os.Getpid())
	if err != nil || before < 1<<20 {
		t.Fatalf("got %d bytes, %v, want at least a MiB", before, err)
	}
	block := make([]byte, 64<<20)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	after, err := procs.ResidentOf(os.Getpid())
	if more := after - before; err != nil || more < 60<<20 || more > 200<<20 {
		t.Errorf("got %d bytes more for %d, %v, want 60 to 200 MiB", more, len(block), err)
	}
	runtime.KeepAlive(block)
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	child, err1 := procs.ResidentOf(cmd.Process.Pid)
	both, err2 := procs.ResidentOf(os.Getpid())
	if err1 != nil || err2 != nil || child == 0 || both < after+child-(16<<20) && both < child {
		t.Errorf("got %d bytes of the child and %d of both (%v, %v), want both to hold the child", child, both, err1, err2)
	}
	_ = in.Close()
	_ = cmd.Wait()
	if gone, err := procs.ResidentOf(cmd.Process.Pid); err != nil || gone != 0 {
		t.Errorf("got %d bytes of a process that has ended, %v, want 0", gone, err)
	}
}
