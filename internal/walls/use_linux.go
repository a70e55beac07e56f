package walls

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// GroupUse returns the memory in bytes and the number of processes of a group. Of other processes, which may be
// many, it asks nothing but their group.
func GroupUse(group int) (memory int64, processes int) {
	all, err := os.Open("/proc")
	if err != nil {
		return 0, 0
	}
	defer all.Close()
	names, err := all.Readdirnames(-1)
	if err != nil {
		return 0, 0
	}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue // no process
		}
		if of, err := syscall.Getpgid(pid); err != nil || of != group {
			continue // another one, or it has ended
		}
		processes++
		sizes, _ := os.ReadFile(filepath.Join("/proc", name, "statm"))
		if f := strings.Fields(string(sizes)); len(f) > 1 { // all, and of these in memory, in pages
			if pages, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				memory += pages * int64(os.Getpagesize())
			}
		}
	}
	return memory, processes
}
