package leasetest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/processes"
)

// How the children of RunProcesses know what they are.
const (
	roleName  = "DOCKET_TEST_LEASE_ROLE"
	dirName   = "DOCKET_TEST_LEASE_DIR"
	whereName = "DOCKET_TEST_LEASE_WHERE"
)

// RunProcesses lets processes compete for one lease and kills one that holds it.
// The test that calls it is run again in each child, where open is given the same
// where (a path, connection settings) as here. Leases go by the machine's clock.
func RunProcesses(t *testing.T, where string, open func(t testing.TB, where string) processes.Leases) {
	switch os.Getenv(roleName) {
	case "compete":
		competeInside(t, open(t, os.Getenv(whereName)), os.Getenv(dirName))
	case "hold":
		holdForEver(t, open(t, os.Getenv(whereName)))
	default:
		t.Run("one process at a time works", func(t *testing.T) { testOneProcess(t, where) })
		t.Run("the lease of a killed process ends", func(t *testing.T) { testKill(t, where, open(t, where)) })
	}
}

// IsChild reports whether this process was started by RunProcesses, and must not
// prepare anything.
func IsChild() bool { return os.Getenv(roleName) != "" }

// startChild runs the calling test in another process.
func startChild(t *testing.T, role, dir, where string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+name+"$")
	child.Env = append(os.Environ(), roleName+"="+role, dirName+"="+dir, whereName+"="+where)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return child, bufio.NewScanner(out)
}

// turns is how often a child works before it ends.
const turns = 30

// testOneProcess starts three children that work turn by turn; each of them makes a
// file while it works, which fails if another one's is there.
func testOneProcess(t *testing.T, where string) {
	dir := t.TempDir()
	var outputs []string
	var children []*exec.Cmd
	var scans []*bufio.Scanner
	for range 3 {
		child, lines := startChild(t, "compete", dir, where)
		children, scans = append(children, child), append(scans, lines)
	}
	for i, child := range children {
		for scans[i].Scan() {
			outputs = append(outputs, scans[i].Text())
		}
		if err := child.Wait(); err != nil {
			t.Errorf("child %d: %v\n%s", i, err, strings.Join(outputs, "\n"))
		}
	}
	worked, err := os.ReadFile(filepath.Join(dir, "worked"))
	if n := strings.Count(string(worked), "\n"); err != nil || n != 3*turns {
		t.Errorf("%d turns of %d, %v", n, 3*turns, err)
	}
}

func competeInside(t *testing.T, l processes.Leases, dir string) {
	me := uuid.New()
	for done := 0; done < turns; {
		f, err := l.Take(t.Context(), "shared", me, time.Minute)
		if errors.Is(err, processes.ErrLeaseHeld) {
			continue
		}
		if err == nil {
			err = workAlone(dir, me)
		}
		if err == nil {
			err = l.Release(t.Context(), f)
		}
		if err != nil {
			t.Fatal(err)
		}
		done++
	}
}

// workAlone fails when another process works in the same folder at the same time.
func workAlone(dir string, me uuid.UUID) error {
	inside := filepath.Join(dir, "inside")
	f, err := os.OpenFile(inside, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("two processes hold the lease: %w", err)
	}
	log, err := os.OpenFile(filepath.Join(dir, "worked"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = io.WriteString(log, me.String()+"\n")
		err = errors.Join(err, log.Close())
	}
	return errors.Join(err, f.Close(), os.Remove(inside))
}

// holdForEver takes a lease, prints until when it holds, and waits to be killed.
func holdForEver(t *testing.T, l processes.Leases) {
	f, err := l.Take(t.Context(), "held", uuid.New(), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("until %d\n", f.Until.UnixMicro())
	<-context.Background().Done()
}

func testKill(t *testing.T, where string, l processes.Leases) {
	child, lines := startChild(t, "hold", t.TempDir(), where)
	var until time.Time
	for until.IsZero() && lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "until "); ok {
			micros, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			until = time.UnixMicro(micros)
		}
	}
	if until.IsZero() {
		t.Fatal("the child took no lease")
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	me := uuid.New()
	deadline := time.Now().Add(5 * time.Minute)
	for {
		_, err := l.Take(t.Context(), "held", me, time.Second)
		if err == nil {
			break
		}
		if !errors.Is(err, processes.ErrLeaseHeld) || time.Now().After(deadline) {
			t.Fatalf("not free at %v, held until %v: %v", time.Now(), until, err)
		}
	}
	if now := time.Now(); now.Before(until) {
		t.Fatalf("free at %v, held until %v", now, until)
	}
}
