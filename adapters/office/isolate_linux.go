package office

import "syscall"

// dyingGroup puts a process into a group of its own, which ends with the thread that started it.
func dyingGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
