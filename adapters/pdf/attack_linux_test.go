package pdf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// targetOfAttack names, in the environment of a reader that was taken over, what it reaches for.
const targetOfAttack = "DOCKET_PDF_TEST_TARGET"

// A target is what a reader of PDFs that was taken over reaches for.
type target struct {
	Key, Folder, Socket, TCP, UDP string
	Service                       int // the process that started it
	Walls                         bool
}

// attacks are what it does: each returns nil when it was let.
var attacks = []struct {
	name string
	do   func(target) error
}{
	{"read the master key", func(t target) error { return second(os.ReadFile(t.Key)) }},
	{"list the data folder", func(t target) error { return second(os.ReadDir(t.Folder)) }},
	{"write a file", func(t target) error { return os.WriteFile(filepath.Join(t.Folder, "new"), []byte("a"), 0o600) }},
	{"cut off a file", func(t target) error { return os.Truncate(filepath.Join(t.Folder, "events.db"), 1) }},
	{"remove a file", func(t target) error { return os.Remove(filepath.Join(t.Folder, "removed")) }},
	{"let others read the master key", func(t target) error { return os.Chmod(t.Key, 0o644) }},
	{"open a TCP connection", func(t target) error { return dial("tcp", t.TCP) }},
	{"send a datagram", func(t target) error { return dial("udp", t.UDP) }},
	{"connect to the socket of the service", func(t target) error { return dial("unix", t.Socket) }},
	{"listen", func(target) error {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err == nil {
			err = l.Close()
		}
		return err
	}},
	{"signal the service", func(t target) error { return unix.Kill(t.Service, unix.SIGCONT) }},
	{"trace the service", func(t target) error { return unix.PtraceSeize(t.Service) }},
	{"read the environment of the service", func(t target) error { return second(os.ReadFile(fmt.Sprintf("/proc/%d/environ", t.Service))) }},
	{"look at the limits of the service", func(t target) error {
		var now unix.Rlimit
		return unix.Prlimit(t.Service, unix.RLIMIT_NOFILE, nil, &now)
	}},
	{"start a program", func(target) error { return exec.Command("/usr/bin/true").Run() }},
	{"make a namespace of its own", func(target) error { return unix.Unshare(unix.CLONE_NEWNET) }},
}

func second[T any](_ T, err error) error { return err }

// dial connects, and sends a byte, which for datagrams is what tells.
func dial(network, address string) error {
	c, err := net.Dial(network, address)
	if err != nil {
		return err
	}
	return second(c.Write([]byte{0}))
}

func init() { workers["attack"] = attack }

// attack does what a reader that was taken over would, and tells how each try went.
func attack() error {
	var t target
	err := json.Unmarshal([]byte(os.Getenv(targetOfAttack)), &t)
	if err == nil && t.Walls {
		err = confineProcess(256, false)
	}
	if err != nil {
		return err
	}
	out := map[string]string{}
	for _, a := range attacks {
		if err := a.do(t); err != nil {
			out[a.name] = err.Error()
		}
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// TestAReaderThatWasTakenOverGetsNothing has a reader of PDFs reach for what is not its own, without walls, so that each try is one,
// and behind those that it raises before the first document.
func TestAReaderThatWasTakenOverGetsNothing(t *testing.T) {
	free, walled := attackFrom(t, false), attackFrom(t, true)
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			if got := free[a.name]; got != "" {
				t.Skipf("it cannot be tried here: without walls it ends with %q", got)
			}
			if got := walled[a.name]; got == "" {
				t.Error("got that it was let, want a refusal")
			}
		})
	}
}

// attackFrom starts a reader that does nothing but attack, and returns how each try failed.
func attackFrom(t *testing.T, walls bool) (failed map[string]string) {
	t.Helper()
	folder := t.TempDir()
	aim := target{Key: filepath.Join(folder, "master.key"), Folder: folder, Socket: filepath.Join(folder, "control.sock"), Walls: walls}
	for _, name := range []string{aim.Key, filepath.Join(folder, "events.db"), filepath.Join(folder, "removed")} {
		if err := os.WriteFile(name, []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	aim.TCP = listenOn(t, "tcp", "127.0.0.1:0")
	listenOn(t, "unix", aim.Socket)
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { udp.Close() })
	aim.UDP = udp.LocalAddr().String()
	service := exec.CommandContext(t.Context(), "/usr/bin/sleep", "600") // a process of its own, since it is traced
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = service.Process.Kill(); _ = service.Wait() })
	aim.Service = service.Process.Pid
	told, err := json.Marshal(aim)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	reader := exec.CommandContext(t.Context(), self)
	reader.Env = []string{asWorker + "=attack", targetOfAttack + "=" + string(told)}
	var faults bytes.Buffer
	reader.Stderr, reader.SysProcAttr = &faults, &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := reader.Output()
	if err == nil {
		err = json.Unmarshal(out, &failed)
	}
	if err != nil {
		t.Fatalf("walls %v: got %s, %v, want how each try went\n%s", walls, out, err, &faults)
	}
	return failed
}

// listenOn listens until the test ends.
func listenOn(t *testing.T, network, address string) string {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}
