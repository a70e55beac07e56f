package procs

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// MemoryLimit returns how many bytes of memory this process and those that it starts may take: the least of what its
// control groups, of either version, allow and what the machine has. 0 when none of them can be read.
func MemoryLimit() int64 { return memoryLimitIn("/") }

// memoryLimitIn reads the files of a system that is mounted below a root.
func memoryLimitIn(root string) (limit int64) {
	atMost := func(bytes int64) {
		if bytes > 0 && (limit == 0 || bytes < limit) {
			limit = bytes
		}
	}
	if b, err := os.ReadFile(filepath.Join(root, "proc/meminfo")); err == nil {
		var kib int64
		if n, _ := fmt.Sscanf(string(b), "MemTotal: %d kB", &kib); n == 1 {
			atMost(kib << 10)
		}
	}
	groups, _ := os.ReadFile(filepath.Join(root, "proc/self/cgroup")) // without one the machine is the limit
	for line := range strings.Lines(string(groups)) {
		field := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(field) < 3 {
			continue
		}
		top, file := filepath.Join(root, "sys/fs/cgroup"), "memory.max"
		if field[1] == "memory" {
			top, file = filepath.Join(top, "memory"), "memory.limit_in_bytes"
		} else if field[1] != "" {
			continue
		}
		// A container may see its group as the top, and be told another path.
		for group := filepath.Clean("/" + field[2]); ; group = filepath.Dir(group) {
			if b, err := os.ReadFile(filepath.Join(top, group, file)); err == nil {
				bytes, _ := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64) // 0 for "max"
				atMost(bytes)
			}
			if group == "/" {
				break
			}
		}
	}
	return limit
}
