package procs_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/procs"
)

func TestUsageGrowsWithWork(t *testing.T) {
	before, err := procs.Of(os.Getpid())
	if err != nil || before.Memory < 1<<20 {
		t.Fatalf("%+v, %v", before, err)
	}
	for began := time.Now(); time.Since(began) < 50*time.Millisecond; {
		continue
	}
	after, err := procs.Of(os.Getpid())
	if used := after.CPU - before.CPU; err != nil || used < 5*time.Millisecond || used > 2*time.Second {
		t.Errorf("%v of work, %v", used, err)
	}
}

// What a child's child uses counts for the one who began it all.
func TestUsageOfDescendants(t *testing.T) {
	cmd := exec.Command("sh", "-c", `exec 3<&0; sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; read wait <&3' & wait; echo over; read wait`)
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
	children, err := procs.Children(os.Getpid())
	if err != nil || !slices.Contains(children, cmd.Process.Pid) {
		t.Errorf("children %v, %v, want %d", children, err, cmd.Process.Pid)
	}
	said := bufio.NewScanner(out)
	if !said.Scan() {
		t.Fatal("the child says nothing")
	}
	own, err := procs.Children(cmd.Process.Pid)
	if err != nil || len(own) != 1 {
		t.Fatalf("children of the child %v, %v", own, err)
	}
	all, err := procs.Of(cmd.Process.Pid)
	if err != nil || all.CPU < 10*time.Millisecond {
		t.Errorf("%+v, %v", all, err)
	}
	_, _ = fmt.Fprintln(in)
	if !said.Scan() || said.Text() != "over" {
		t.Fatalf("the child's child does not end: %q", said.Text())
	}
	if still, err := procs.Of(cmd.Process.Pid); err != nil || still.CPU < all.CPU-20*time.Millisecond {
		t.Errorf("of a child that has ended: %+v, %v, before %+v", still, err, all)
	}
	_ = in.Close()
	_ = cmd.Wait()
	if gone, err := procs.Of(cmd.Process.Pid); err != nil || gone.CPU != 0 {
		t.Errorf("of a process that has ended: %+v, %v", gone, err)
	}
}
