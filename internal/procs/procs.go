// Package procs measures what processes of this machine have used: the time of
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

// CPU returns the time of processors, user and system, that processes and all that they
// have started have used, what has ended meanwhile included. Errors: of reading.
func CPU(pids ...int) (time.Duration, error) {
	n, err := sumOver(pids, func(pid int) (int64, error) {
		ran, err1 := ownTime(pid)
		ended, err2 := reapedTime(pid)
		return int64(ran + ended), errors.Join(err1, err2)
	})
	return time.Duration(n), err
}

// MemoryOf returns the memory of processes and their descendants in bytes; pages that
// several share count for each in part. Errors: of reading.
func MemoryOf(pids ...int) (int64, error) {
	return sumOver(pids, ownMemory)
}

// sumOver adds up a value over processes and their descendants.
func sumOver(pids []int, of func(pid int) (int64, error)) (int64, error) {
	all := int64(0)
	for _, pid := range pids {
		n, err := of(pid)
		if err != nil {
			return 0, err
		}
		children, err := ChildrenOf(pid)
		if err != nil {
			return 0, err
		}
		below, err := sumOver(children, of)
		if err != nil {
			return 0, err
		}
		all += n + below
	}
	return all, nil
}

// ChildrenOf returns the processes that a process has started itself.
func ChildrenOf(pid int) ([]int, error) {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil, err
	}
	var out []int
	for _, list := range lists {
		text, err := readProc(list)
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

// ownTime returns the CPU time of a process without its children. It adds up the
// threads, whose times are in nanoseconds where that of the process is in hundredths
// of a second.
func ownTime(pid int) (all time.Duration, err error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return 0, err
	}
	for _, thread := range threads {
		text, err := readProc(thread)
		if err != nil {
			return 0, err
		}
		if before, _, ok := strings.Cut(text, " "); ok {
			n, err := strconv.ParseInt(before, 10, 64)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", thread, err)
			}
			all += time.Duration(n)
		}
	}
	return all, nil
}

// ownMemory returns the proportional set size of a process without its children.
func ownMemory(pid int) (int64, error) {
	text, err := readProc(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(text) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "Pss: %d kB", &kib); n == 1 {
			return kib << 10, nil
		}
	}
	return 0, nil
}

// tick is the unit of times in stat, the same on all machines that Go runs on.
const tick = 10 * time.Millisecond

// reapedTime returns the time of children that have ended and were waited for.
func reapedTime(pid int) (time.Duration, error) {
	stat, err := readProc(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:]) // a name may hold blanks
	if err != nil || len(fields) < 15 {
		return 0, err
	}
	user, err1 := strconv.ParseInt(fields[13], 10, 64)
	system, err2 := strconv.ParseInt(fields[14], 10, 64)
	return time.Duration(user+system) * tick, errors.Join(err1, err2)
}

// readProc returns the contents of a file of /proc, "" when its process or thread has
// ended.
func readProc(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ESRCH) {
		return "", err
	}
	return string(b), nil
}

// ResidentOf returns the resident memory of processes and their descendants in bytes; a page that
// several share counts for each in full. It costs much less than MemoryOf, so that it can be read
// many times a second. Errors: of reading.
func ResidentOf(pids ...int) (int64, error) {
	return sumOver(pids, func(pid int) (int64, error) {
		text, err := readProc(fmt.Sprintf("/proc/%d/statm", pid))
		fields := strings.Fields(text)
		if err != nil || len(fields) < 2 {
			return 0, err
		}
		pages, err := strconv.ParseInt(fields[1], 10, 64)
		return pages * int64(os.Getpagesize()), err
	})
}
