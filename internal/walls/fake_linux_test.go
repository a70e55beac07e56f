package walls

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A target is what a fake converter that was taken over reaches for.
type target struct {
	Key, Data, Scratch string // the master key, the data folder, its own folder
	Control            string // the socket of the service
	Abstract           string // another one, without a file
	TCP, UDP           string // addresses at which something listens
	Service            int    // the process that started it
	Setuid             string // a program of root's that runs as root; "" where none can be made
	Processes          int    // how many it may have
	Memory             int64  // and how much memory
}

// tries are what the fake converter does: each returns nil when it was let.
var tries = []struct {
	name string
	do   func(target) error
}{
	{"read the master key", func(t target) error { return second(os.ReadFile(t.Key)) }},
	{"read the data folder", func(t target) error { return second(os.ReadFile(filepath.Join(t.Data, "events.db"))) }},
	{"list the data folder", func(t target) error { return second(os.ReadDir(t.Data)) }},
	{"write beside the scratch folder", func(t target) error { return os.WriteFile(filepath.Join(t.Data, "new"), nil, 0o600) }},
	{"cut off a file of the service", func(t target) error { return os.Truncate(filepath.Join(t.Data, "events.db"), 3) }},
	{"let others read the master key", func(t target) error { return os.Chmod(t.Key, 0o644) }},
	{"open a TCP connection", func(t target) error { return dial("tcp", t.TCP) }},
	{"listen for TCP connections", func(target) error { return listen("tcp", "127.0.0.1:0") }},
	{"send a datagram, as to a name server", func(t target) error { return dial("udp", t.UDP) }},
	{"connect to the socket of the service", func(t target) error { return dial("unix", t.Control) }},
	{"connect to a socket without a file", func(t target) error { return dial("unix", t.Abstract) }},
	{"listen on a socket outside", func(t target) error { return listen("unix", filepath.Join(t.Data, "mine.sock")) }},
	{"signal the service", func(t target) error { return unix.Kill(t.Service, unix.SIGCONT) }},
	{"trace the service", traceService},
	{"read the memory of the service", readMemory},
	{"read the environment of the service", func(t target) error { return second(os.ReadFile(fmt.Sprintf("/proc/%d/environ", t.Service))) }},
	{"read the command line of the service", func(t target) error { return second(os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", t.Service))) }},
	{"lower the limits of the service", func(t target) error {
		var now unix.Rlimit
		if err := unix.Prlimit(t.Service, unix.RLIMIT_NOFILE, nil, &now); err != nil {
			return err
		}
		return unix.Prlimit(t.Service, unix.RLIMIT_NOFILE, &now, nil)
	}},
	{"leave its group of processes", leaveGroup},
	{"start more processes than it may", startMany},
	{"take more memory than it may", func(t target) error {
		taken, err := unix.Mmap(-1, 0, int(t.Memory), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return err
		}
		return unix.Munmap(taken)
	}},
	{"become root by a program of root's", becomeRoot},
	{"make a namespace of its own", func(target) error {
		c := exec.Command("/usr/bin/true")
		c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}
		return c.Run()
	}},
	{"set up an io_uring", func(target) error {
		var parameters [120]byte
		fd, _, failed := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&parameters)), 0)
		if failed != 0 {
			return failed
		}
		return unix.Close(int(fd))
	}},
}

// allowed are what a converter needs.
var allowed = []struct {
	name string
	do   func(target) error
}{
	{"write in the scratch folder", func(t target) error {
		old, moved := filepath.Join(t.Scratch, "a"), filepath.Join(t.Scratch, "sub", "b")
		return errors.Join(os.WriteFile(old, []byte("a"), 0o600), os.Mkdir(filepath.Dir(moved), 0o700), os.Rename(old, moved),
			second(os.ReadFile(moved)), os.Truncate(moved, 0), os.Remove(moved))
	}},
	{"start a program of the system", func(target) error { return exec.Command("/usr/bin/true").Run() }},
	{"read libraries", func(target) error { return second(os.ReadDir("/usr/lib")) }},
	{"signal itself", func(target) error { return unix.Kill(os.Getpid(), unix.SIGCONT) }},
	{"listen in the scratch folder", func(t target) error { return listen("unix", filepath.Join(t.Scratch, "own.sock")) }},
}

func second[T any](_ T, err error) error { return err }

// dial connects, and sends a byte, which for datagrams is what tells.
func dial(network, address string) error {
	c, err := net.DialTimeout(network, address, 10*time.Second)
	if err != nil {
		return err
	}
	_, err = c.Write([]byte{0})
	return errors.Join(err, c.Close())
}

func listen(network, address string) error {
	l, err := net.Listen(network, address)
	if err != nil {
		return err
	}
	return l.Close()
}

// traceService traces a process that does nothing else.
func traceService(t target) error {
	if err := unix.PtraceSeize(t.Service); err != nil {
		return err
	}
	return nil // it goes on when this process ends
}

// readMemory reads where the kernel says that memory of the service is, by either way.
func readMemory(t target) error {
	b := make([]byte, 1)
	local := unix.Iovec{Base: &b[0], Len: 1}
	remote := unix.RemoteIovec{Base: uintptr(unsafe.Pointer(&errSkipped)), Len: 1} // it is the same program
	_, byCall := unix.ProcessVMReadv(t.Service, []unix.Iovec{local}, []unix.RemoteIovec{remote}, 0)
	f, byFile := os.Open(fmt.Sprintf("/proc/%d/mem", t.Service))
	if byFile == nil {
		f.Close()
		return nil
	}
	if errors.Is(byCall, unix.EFAULT) { // it was let look, at a place where nothing is
		return nil
	}
	return errors.Join(byCall, byFile)
}

func leaveGroup(target) error {
	c := exec.Command("/usr/bin/true")
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return c.Run()
}

// startMany starts twice as many processes as there may be.
func startMany(t target) error {
	var running []*exec.Cmd
	defer func() {
		for _, c := range running {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
	}()
	for range 2 * t.Processes {
		c := exec.Command("/usr/bin/sleep", "600")
		if err := c.Start(); err != nil {
			return err
		}
		running = append(running, c)
	}
	return nil
}

// becomeRoot runs a program that tells as whom it runs.
func becomeRoot(t target) error {
	if t.Setuid == "" {
		return errSkipped
	}
	said, err := exec.Command(t.Setuid, "-u").Output()
	if err == nil && string(bytes.TrimSpace(said)) != "0" {
		err = fmt.Errorf("it runs as %s", bytes.TrimSpace(said))
	}
	return err
}

// errSkipped means that something could not be tried.
var errSkipped = errors.New("skipped")

// runFake does what the environment tells it to try, and writes to its scratch folder how it went.
func runFake(reached string) error {
	var t target
	if err := json.Unmarshal([]byte(reached), &t); err != nil {
		return err
	}
	out := map[string]string{}
	for _, list := range [][]struct {
		name string
		do   func(target) error
	}{tries, allowed} {
		for _, try := range list {
			out[try.name] = ""
			if err := try.do(t); err != nil {
				out[try.name] = err.Error()
			}
		}
	}
	for _, v := range os.Environ() {
		out["environment "+v] = ""
	}
	out["processes "+strconv.Itoa(os.Getpid())] = ""
	return json.NewEncoder(os.Stdout).Encode(out)
}
