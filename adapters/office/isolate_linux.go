package office

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// limitProcess bounds address space, processor time and the size of files of the process and
// of all processes that it starts.
func (p *process) limitProcess(o Options, files int) error {
	const beside = 2 << 30 // address space that is no memory: programs, fonts, stacks
	seconds := uint64(o.Timeout.Seconds()) + 1
	for what, most := range map[int]uint64{
		unix.RLIMIT_AS:    uint64(o.MemoryMiB)<<20 + beside,
		unix.RLIMIT_CPU:   seconds * uint64(files) * 2,
		unix.RLIMIT_FSIZE: uint64(max(o.MaxPDF, 64<<20)),
		unix.RLIMIT_CORE:  0,
	} {
		if err := unix.Prlimit(p.cmd.Process.Pid, what, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil && err != unix.ESRCH {
			p.killGroup()
			return fmt.Errorf("limit LibreOffice: %w", err)
		}
	}
	return nil
}

// memoryUse returns the memory of the process and of all processes that it started, in
// bytes. Of the others, which may be many, it asks nothing but their group.
func (p *process) memoryUse() (sum int64) {
	processes, err := os.Open("/proc")
	if err != nil {
		return 0
	}
	defer processes.Close()
	names, err := processes.Readdirnames(-1)
	if err != nil {
		return 0
	}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue // no process
		}
		if group, err := syscall.Getpgid(pid); err != nil || group != p.cmd.Process.Pid {
			continue // another one, or it has ended
		}
		sizes, _ := os.ReadFile(filepath.Join("/proc", name, "statm"))
		if f := strings.Fields(string(sizes)); len(f) > 1 { // all, and of these in memory, in pages
			if pages, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				sum += pages * int64(os.Getpagesize())
			}
		}
	}
	return sum
}

// newIsolation puts the process into a group of its own, and where the system allows it
// into an empty network of its own.
func newIsolation() *syscall.SysProcAttr {
	a := withoutNetwork(networks())
	a.Setpgid, a.Pdeathsig = true, syscall.SIGKILL
	return a
}

// The ways in which a process can be cut off from the network.
const (
	netShared = iota // it cannot: dead proxies must do
	netRoot          // we may make networks
	netUser          // we may as the root of a user namespace
)

// networks finds out once how processes can be cut off from the network.
var networks = sync.OnceValue(func() int {
	for _, way := range []int{netRoot, netUser} {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		c := exec.CommandContext(ctx, "true")
		c.SysProcAttr = withoutNetwork(way)
		err := c.Run()
		cancel()
		if err == nil {
			return way
		}
	}
	return netShared
})

// withoutNetwork requests an empty network.
func withoutNetwork(way int) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{}
	switch way {
	case netRoot:
		a.Cloneflags = syscall.CLONE_NEWNET
	case netUser:
		a.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return a
}
