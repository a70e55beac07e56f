//go:build !unix

package office

import (
	"os"
	"syscall"
)

// newGroup asks for nothing: there are no groups of processes here.
func newGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// killGroup kills a process alone.
func killGroup(p *os.Process) error { return p.Kill() }
