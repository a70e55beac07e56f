//go:build !linux

package office

import "syscall"

// limitProcess limits nothing here: the time of a conversion and the size of its result are
// looked at by the caller.
func (p *process) limitProcess(Options, int) error { return nil }

// memoryUse is not known here.
func (p *process) memoryUse() int64 { return 0 }

// newIsolation puts the process into a group of its own, where there are such. It shares the
// network: dead proxies must do.
func newIsolation() *syscall.SysProcAttr { return newGroup() }
