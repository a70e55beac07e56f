package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A memoryGroup is a limit of memory for processes and all their children, as a container has one: who goes beyond
// it is killed. It is a control group, or, where none can be made, somebody who looks again and again.
type memoryGroup struct {
	folder string // of the control group, "" without one
	stop   func() // ends who looks, nil with a control group
}

// groupFiles are the files that set the limit, by the folder below which control groups of a version are.
var groupFiles = map[string][]string{
	"/sys/fs/cgroup":        {"memory.max", "memory.swap.max"},
	"/sys/fs/cgroup/memory": {"memory.limit_in_bytes"},
}

// makeMemoryGroup makes a limit of so many bytes, nil for none. what says how it is kept.
func makeMemoryGroup(limit int64) (g *memoryGroup, what string) {
	if limit == 0 {
		return nil, ""
	}
	for root, files := range groupFiles {
		folder := filepath.Join(root, "docket-faults-"+strconv.Itoa(os.Getpid()))
		if os.Mkdir(folder, 0o755) != nil { //nolint:gosec // the kernel decides who may enter
			continue
		}
		_ = os.WriteFile(filepath.Join(root, "cgroup.subtree_control"), []byte("+memory"), 0o600) // of version 2
		if _, err := os.Stat(filepath.Join(folder, "cgroup.procs")); err == nil && writeLimits(folder, files, limit) == nil {
			return &memoryGroup{folder: folder}, "by the control group " + folder
		}
		_ = os.Remove(folder)
	}
	ctx, stop := context.WithCancel(context.Background())
	go killLargest(ctx, os.Getpid(), limit)
	return &memoryGroup{stop: stop}, "by looking every 20 ms, since no control group can be made"
}

// writeLimits sets the first of the files to the limit, and those of swap to nothing.
func writeLimits(folder string, files []string, limit int64) error {
	for i, name := range files {
		if i > 0 {
			limit = 0
		}
		err := os.WriteFile(filepath.Join(folder, name), strconv.AppendInt(nil, limit, 10), 0o600)
		if err != nil && (i == 0 || !errors.Is(err, os.ErrNotExist)) {
			return err
		}
	}
	return nil
}

// add puts a process under the limit.
func (g *memoryGroup) add(pid int) error {
	if g == nil || g.folder == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(g.folder, "cgroup.procs"), strconv.AppendInt(nil, int64(pid), 10), 0o600)
}

// killedCount returns how many processes the kernel has killed for the limit, -1 where nobody counts them.
func (g *memoryGroup) killedCount() int {
	for _, name := range []string{"memory.events", "memory.oom_control"} {
		b, err := os.ReadFile(filepath.Join(g.folder, name))
		for line := range bytes.Lines(b) {
			if f := strings.Fields(string(line)); err == nil && len(f) == 2 && f[0] == "oom_kill" {
				n, _ := strconv.Atoi(f[1]) // the kernel writes numbers
				return n
			}
		}
	}
	return -1
}

// close removes the limit, when its processes have ended.
func (g *memoryGroup) close() {
	if g == nil {
		return
	}
	if g.stop != nil {
		g.stop()
		return
	}
	_ = os.Remove(g.folder) // the kernel refuses while one is left, and says so nowhere else
}

// killLargest kills the largest descendant of a process named docket again and again while all of them take more than
// the limit.
func killLargest(ctx context.Context, pid int, limit int64) {
	for ctx.Err() == nil {
		sum, most, largest := int64(0), int64(0), 0
		for _, one := range processFamily(pid)[1:] {
			if name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", one)); !bytes.HasPrefix(name, []byte("docket")) {
				continue
			}
			kib, _ := statusOf(one, "RssAnon:") // it may have ended
			if sum += int64(kib) << 10; int64(kib)<<10 > most {
				most, largest = int64(kib)<<10, one
			}
		}
		if sum > limit {
			_ = syscall.Kill(largest, syscall.SIGKILL) // it may have ended
		}
		sleepFor(ctx, 20*time.Millisecond)
	}
}

// parseMemory reads a number of bytes that may end with MiB or GiB.
func parseMemory(s string) (int64, error) {
	number, unit := strings.TrimRight(s, "GMiB"), int64(1)
	switch s[len(number):] {
	case "MiB":
		unit = 1 << 20
	case "GiB":
		unit = 1 << 30
	case "":
	default:
		return 0, fmt.Errorf("%q is no number of bytes, MiB or GiB", s)
	}
	n, err := strconv.ParseInt(number, 10, 64)
	return n * unit, err
}

// densePDF draws pages full of text, which take memory to read.
func densePDF(pages int) []byte {
	var b bytes.Buffer
	var at []int
	object := func(format string, args ...any) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n", len(at))
		fmt.Fprintf(&b, format, args...)
		b.WriteString("\nendobj\n")
	}
	var kids, text strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*i)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), pages)
	object("<</Type/Font/Subtype/Type1/BaseFont/Courier>>")
	for i := range pages {
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>", 5+2*i)
		text.Reset()
		text.WriteString("BT /F 6 Tf 7 TL 30 810 Td\n")
		for line := range 110 {
			fmt.Fprintf(&text, "(page %d line %d: %s) Tj T*\n", i, line, strings.Repeat("some words of a long report ", 4))
		}
		text.WriteString("ET")
		object("<</Length %d>>stream\n%s\nendstream", text.Len(), text.String())
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return b.Bytes()
}
