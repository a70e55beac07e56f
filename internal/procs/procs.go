// Package procs tells what processes of this machine have used: the time of
// processors, and memory. It reads /proc (see proc(5)), so it works on Linux only.
package procs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Usage is what a process and all that it has started use.
type Usage struct {
	CPU    time.Duration // of user and system
	Memory int64         // resident, in bytes; what they share counts for each
}

// Of sums up processes and their descendants. Errors: of reading, unless a process
// ended meanwhile.
func Of(pids ...int) (Usage, error) {
	var sum Usage
	for _, pid := range pids {
		u, err := one(pid)
		if err != nil {
			return Usage{}, err
		}
		children, err := Children(pid)
		if err != nil {
			return Usage{}, err
		}
		below, err := Of(children...)
		if err != nil {
			return Usage{}, err
		}
		sum.CPU += u.CPU + below.CPU
		sum.Memory += u.Memory + below.Memory
	}
	return sum, nil
}

// Children are the processes that a process has started itself.
func Children(pid int) ([]int, error) {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil, err
	}
	var out []int
	for _, list := range lists {
		text, err := read(list)
		if err != nil {
			return nil, err
		}
		for field := range strings.FieldsSeq(text) {
			child, err := strconv.Atoi(field)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", list, err)
			}
			out = append(out, child)
		}
	}
	return out, nil
}

// one is what a process uses without its children: its threads' time is told in
// nanoseconds where that of the process is told in hundredths of a second.
func one(pid int) (u Usage, err error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return u, err
	}
	for _, thread := range threads {
		ran, err := field(thread, 0)
		if err != nil {
			return u, err
		}
		u.CPU += time.Duration(ran)
	}
	ended, err := reaped(pid)
	if err != nil {
		return u, err
	}
	u.CPU += ended
	pages, err := field(fmt.Sprintf("/proc/%d/statm", pid), 1)
	u.Memory = pages * int64(os.Getpagesize())
	return u, err
}

// tick is the unit of times in stat, the same on all machines that Go runs on.
const tick = 10 * time.Millisecond

// reaped is the time of children that have ended and were waited for.
func reaped(pid int) (time.Duration, error) {
	stat, err := read(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // a name may hold blanks
	if err != nil || len(fields) < 15 {
		return 0, err
	}
	user, err1 := strconv.ParseInt(fields[13], 10, 64)
	system, err2 := strconv.ParseInt(fields[14], 10, 64)
	return time.Duration(user+system) * tick, errors.Join(err1, err2)
}

// field is a number of a file of numbers, 0 when the file is gone.
func field(path string, n int) (int64, error) {
	text, err := read(path)
	fields := strings.Fields(text)
	if err != nil || len(fields) <= n {
		return 0, err
	}
	return strconv.ParseInt(fields[n], 10, 64)
}

// read gives a file of /proc, "" when its process or thread has ended.
func read(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ESRCH) {
		return "", err
	}
	return string(b), nil
}
