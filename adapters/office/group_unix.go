//go:build unix

package office

import (
	"os"
	"syscall"
)

// newGroup puts a process into a group of its own.
func newGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} } //nolint:unused // of systems without isolation

// killGroup kills a process that was started in a group of its own, and all processes that
// it started.
func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
