package walls

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"unsafe"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// refusedCalls are the system calls that reach beyond the process and its scratch folder, by what they reach.
var refusedCalls = [][]string{
	{"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease", "kcmp", "pidfd_open", "pidfd_getfd",
		"move_pages", "migrate_pages", "perf_event_open", "lookup_dcookie"}, // memory of others
	{"setpriority", "ioprio_set", "sched_setscheduler", "sched_setparam", "sched_setattr"}, // and their turn
	{"setsid", "setpgid"}, // the group in which it is killed
	{"connect", "socketcall", "recvmmsg", "sendmmsg", "io_uring_setup", "io_uring_enter", "io_uring_register"}, // the network
	{"shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop", "semtimedop", "semctl", "mq_open", "mq_unlink",
		"mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr", "ipc"}, // memory and messages shared by a user's processes
	{"chmod", "fchmodat", "fchmodat2", "chown", "chown32", "lchown", "lchown32", "fchownat", "setxattr", "lsetxattr", "setxattrat",
		"removexattr", "lremovexattr", "removexattrat", "utime", "utimes", "futimesat",
		"file_setattr"}, // files by name: no rule of folders holds here
	{"mount", "umount", "umount2", "mount_setattr", "move_mount", "open_tree", "open_tree_attr", "fsopen", "fsmount", "fsconfig", "fspick",
		"pivot_root", "chroot", "setns", "unshare", "swapon", "swapoff", "quotactl", "quotactl_fd", "name_to_handle_at",
		"open_by_handle_at", "fanotify_init", "fanotify_mark", "sysfs", "statmount", "listmount", "listns"}, // what is mounted where
	{"bpf", "userfaultfd", "keyctl", "add_key", "request_key", "kexec_load", "kexec_file_load", "init_module", "finit_module",
		"delete_module", "create_module", "query_module", "get_kernel_syms", "nfsservctl", "uselib", "acct", "syslog", "reboot",
		"vhangup", "iopl", "ioperm", "modify_ldt", "vm86", "vm86old", "personality", "settimeofday", "stime", "clock_settime", "clock_settime64",
		"adjtimex", "clock_adjtime", "clock_adjtime64", "sethostname", "setdomainname", "_sysctl", "ustat", "afs_syscall",
		"tuxcall", "security", "getpmsg", "putpmsg", "vserver"}, // the kernel and the machine
}

// A condition allows a call when the bits of an argument that the mask names are those of the value.
type condition struct {
	argument    uint32 // counted from 0
	mask, value uint32
	pointer     bool // the upper half counts as well, and must be 0
	not         bool // that of the value is refused instead
}

// callRules says which calls are refused, and which are allowed by their arguments alone.
type callRules struct {
	refused map[string]bool
	when    map[string][]condition // all must hold
}

// refuse refuses calls altogether.
func (c *callRules) refuse(names ...string) {
	for _, n := range names {
		c.refused[n] = true
		delete(c.when, n)
	}
}

// equals holds when an argument, a whole number, is a value.
func equals(argument, value uint32) condition {
	return condition{argument: argument, mask: math.MaxUint32, value: value}
}

// newCallRules are those of every policy. Where the kernel does not bound signals, a process may send them to
// itself alone.
func newCallRules(signals bool) *callRules {
	const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID |
		unix.CLONE_NEWNET | unix.CLONE_NEWCGROUP
	c := &callRules{refused: map[string]bool{}, when: map[string][]condition{
		"clone":             {{argument: 0, mask: namespaces}},
		"prlimit64":         {equals(0, 0)}, // its own limits, which it can only lower
		"sched_setaffinity": {equals(0, 0)},
		"socketpair":        {equals(0, unix.AF_UNIX)},
		"utimensat":         {{argument: 1, mask: math.MaxUint32, pointer: true}}, // times of a file that is open
	}}
	for _, names := range refusedCalls {
		c.refuse(names...)
	}
	if !signals {
		self := equals(0, uint32(os.Getpid()))
		c.when["kill"], c.when["tgkill"] = []condition{self}, []condition{self}
		c.refuse("tkill", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
	}
	return c
}

// callsOf are the rules of a policy.
func callsOf(p Policy, signals bool) *callRules {
	c := newCallRules(signals)
	if !p.Sockets {
		c.refuse("socket", "bind", "listen", "accept", "accept4")
		return c
	}
	const kinds = 0xf // of sockets; the bits above are flags
	c.when["socket"] = []condition{equals(0, unix.AF_UNIX), {argument: 1, mask: kinds, value: unix.SOCK_STREAM}}
	if len(p.Shared) > 0 {
		return c
	}
	// LibreOffice makes its socket in the folder that all share, unless it finds that it may not write there.
	const write = 2
	c.when["access"] = []condition{{argument: 1, mask: math.MaxUint32, value: write, not: true}}
	c.when["faccessat"] = []condition{{argument: 2, mask: math.MaxUint32, value: write, not: true}}
	return c
}

// sealedCalls are the rules of a process that needs nothing any more but its memory and the files that it has
// open.
func sealedCalls(signals bool) *callRules {
	c := newCallRules(signals)
	c.refuse("execve", "execveat", "fork", "vfork", "socket", "socketpair", "bind", "listen", "accept", "accept4", "open", "openat",
		"openat2", "creat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat",
		"symlink", "symlinkat", "mknod", "mknodat", "truncate", "memfd_create", "memfd_secret")
	c.when["clone"] = append(c.when["clone"], condition{mask: unix.CLONE_THREAD, value: unix.CLONE_THREAD}) // threads alone
	return c
}

// program translates the rules. A call is allowed when it is known here and not refused: what a newer kernel
// adds is not there.
func (c *callRules) program() ([]bpf.RawInstruction, error) {
	machine, err := arch.GetInfo("")
	if err != nil {
		return nil, fmt.Errorf("system calls: %w", err)
	}
	var allowed, refused []string
	for _, name := range slices.Sorted(maps.Keys(machine.SyscallNames)) {
		switch {
		case c.refused[name]:
			refused = append(refused, name)
		case name != "clone3" && c.when[name] == nil: // the flags of clone3 cannot be looked at; without it programs take clone
			allowed = append(allowed, name)
		}
	}
	p := seccomp.Policy{DefaultAction: seccomp.ActionErrno, Syscalls: []seccomp.SyscallGroup{
		{Action: seccomp.ActionAllow, Names: allowed}, {Action: seccomp.ActionErrno, Names: refused}}}
	byName, err := p.Assemble()
	if err != nil {
		return nil, fmt.Errorf("system calls: %w", err)
	}
	// Programs ask for calls that an older kernel lacks, and do without them only when told that they are not there.
	byName[len(byName)-1] = bpf.RetConstant{Val: uint32(seccomp.ActionErrno) | uint32(unix.ENOSYS)}
	return bpf.Assemble(append(c.byArguments(machine), byName...))
}

// Where the kernel shows a filter the call: its number, the architecture and the arguments.
const (
	atNumber    = 0
	atMachine   = 4
	atArguments = 16
)

// byArguments decides about the calls that have conditions, and leaves the others to what follows.
func (c *callRules) byArguments(machine *arch.Info) []bpf.Instruction {
	var out []bpf.Instruction
	for _, name := range slices.Sorted(maps.Keys(c.when)) {
		number, known := machine.SyscallNames[name]
		if !known {
			continue
		}
		var checks []bpf.Instruction
		for _, w := range c.when[name] {
			test := bpf.JumpEqual
			if w.not {
				test = bpf.JumpNotEqual
			}
			at := atArguments + 8*w.argument // little-endian on all machines that this is built for
			checks = append(checks, bpf.LoadAbsolute{Off: at, Size: 4}, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: w.mask},
				bpf.JumpIf{Cond: test, Val: w.value, SkipTrue: 1}, bpf.RetConstant{Val: refusal})
			if w.pointer {
				checks = append(checks, bpf.LoadAbsolute{Off: at + 4, Size: 4},
					bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipTrue: 1}, bpf.RetConstant{Val: refusal})
			}
		}
		checks = append(checks, bpf.RetConstant{Val: uint32(seccomp.ActionAllow)})
		out = append(out, bpf.LoadAbsolute{Off: atNumber, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(number), SkipTrue: uint8(len(checks))})
		out = append(out, checks...)
	}
	return append([]bpf.Instruction{bpf.LoadAbsolute{Off: atMachine, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(machine.ID), SkipTrue: 1}, bpf.Jump{Skip: uint32(len(out))}}, out...)
}

// refusal is what a refused call is told.
const refusal = uint32(seccomp.ActionErrno) | uint32(unix.EPERM)

// refuseCalls sets the rules for this thread, and those that it starts.
func refuseCalls(c *callRules, flags uintptr) error {
	raw, err := c.program()
	if err != nil {
		return err
	}
	filter := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		filter[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	set := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, failed := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&set)))
	if failed != 0 {
		return fmt.Errorf("the kernel refuses filters of system calls: %w", failed)
	}
	return nil
}
