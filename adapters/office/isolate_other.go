//go:build !linux

package office

import "syscall"

// dyingGroup puts a process into a group of its own, where there are such.
func dyingGroup() *syscall.SysProcAttr { return newGroup() }
