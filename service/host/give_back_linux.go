package host

import (
	"bufio"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/sys/unix"
)

// GiveBackStart gives memory back to the system that only a start needs: garbage of the heap, and pages of the
// executable, which come back from the system's cache when they are needed.
func GiveBackStart() {
	debug.FreeOSMemory()
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer maps.Close()
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	var pages mapping
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		line := lines.Text()
		if m, ok := readMapping(line); ok {
			m.own = strings.HasSuffix(line, " "+self)
			pages = m
		} else if changed, ok := strings.CutPrefix(line, "Anonymous:"); ok && pages.own && strings.Fields(changed)[0] == "0" {
			pages.drop()
		}
	}
}

// A mapping is an area of addresses.
type mapping struct {
	from, to uintptr
	rights   string
	own      bool // of the executable
}

// readMapping reads the line by which an area begins.
func readMapping(line string) (m mapping, ok bool) {
	n, err := fmt.Sscanf(line, "%x-%x %s", &m.from, &m.to, &m.rights)
	return m, n == 3 && err == nil
}

// drop forgets the pages of an area that nobody may write and nobody has changed: the file has them.
func (m mapping) drop() {
	if strings.Contains(m.rights, "w") {
		return
	}
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.from, m.to-m.from, unix.MADV_DONTNEED) // where it fails, they stay
}
