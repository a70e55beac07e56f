package procs

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTheLeastLimitOfMemoryCounts(t *testing.T) {
	const memory = "proc/meminfo"
	for name, test := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing":   {nil, 0},
		"a machine": {map[string]string{memory: "MemTotal:       1024 kB\nMemFree: 1 kB\n"}, 1 << 20},
		"a group of version 2": {map[string]string{memory: "MemTotal: 1024 kB\n", "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "2000\n"}, 2000},
		"a container of version 2": {map[string]string{memory: "MemTotal: 1024 kB\n", "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "3000\n"}, 3000},
		"a group of version 1": {map[string]string{"proc/self/cgroup": "5:devices:/x\n4:memory:/a\n0::/\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "4000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":   "9223372036854771712\n"}, 4000},
		"a container of version 1": {map[string]string{"proc/self/cgroup": "4:memory:/docker/0123\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "5000\n"}, 5000},
		"a group larger than the machine": {map[string]string{memory: "MemTotal: 1 kB\n", "proc/self/cgroup": "0::/a\n",
			"sys/fs/cgroup/a/memory.max": "2000\n"}, 1024},
		"what is no limit": {map[string]string{memory: "MemTotal: 1 kB\n", "proc/self/cgroup": "0::/a\nbroken\n",
			"sys/fs/cgroup/a/memory.max": "much\n"}, 1024},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for file, text := range test.files {
				path := filepath.Join(root, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := memoryLimitIn(root); got != test.want {
				t.Errorf("got %d bytes, want %d", got, test.want)
			}
		})
	}
}
