package walls

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Variables that make this binary a fake converter, or a service that starts one.
const (
	asFake    = "WALLS_TEST_FAKE"
	asService = "WALLS_TEST_SERVICE"
)

func TestMain(m *testing.M) {
	var err error
	switch {
	case os.Getenv(asFake) != "":
		err = runFake(os.Getenv(asFake))
	case os.Getenv(asService) != "":
		err = runService(os.Getenv(asService))
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// An order is what a service is to do.
type order struct {
	Folder, Setuid string
	Walls          bool
	Sockets        bool
}

const (
	fewProcesses = 64
	fakeMemory   = 4 << 30
)

// runService does what the service does: it has a key and data, listens, and starts a converter.
func runService(told string) error {
	var o order
	if err := json.Unmarshal([]byte(told), &o); err != nil {
		return err
	}
	t := target{Key: filepath.Join(o.Folder, "master.key"), Data: filepath.Join(o.Folder, "data"), Scratch: filepath.Join(o.Folder, "scratch"),
		Control: filepath.Join(o.Folder, "data", "control.sock"), Abstract: fmt.Sprintf("@walls-test-%d", os.Getpid()), Setuid: o.Setuid,
		Service: os.Getpid(), Processes: fewProcesses, Memory: fakeMemory}
	for _, dir := range []string{t.Data, t.Scratch} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	for _, file := range []string{t.Key, filepath.Join(t.Data, "events.db")} {
		if err := os.WriteFile(file, []byte("a secret"), 0o600); err != nil {
			return err
		}
	}
	for network, at := range map[string]*string{"tcp": &t.TCP, "unix": &t.Control, "unix ": &t.Abstract} {
		if *at == "" {
			*at = "127.0.0.1:0"
		}
		l, err := net.Listen(strings.TrimSpace(network), *at)
		if err != nil {
			return err
		}
		defer l.Close()
		*at = l.Addr().String()
	}
	u, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer u.Close()
	t.UDP = u.LocalAddr().String()
	return startFake(o, t)
}

// startFake starts the converter.
func startFake(o order, t target) error {
	reached, err := json.Marshal(t)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.Command(self)
	c.Env, c.Stdout, c.Stderr, c.Dir = []string{asFake + "=" + string(reached)}, os.Stdout, os.Stderr, t.Scratch
	if o.Walls {
		p := Policy{Read: []string{filepath.Dir(self)}, Write: []string{t.Scratch}, Secrets: []string{t.Key, t.Data}, Sockets: o.Sockets,
			Memory: fakeMemory, FileSize: 1 << 20, Seconds: 60, Processes: fewProcesses}
		if err := p.Enclose(c); err != nil {
			return err
		}
	}
	return c.Run()
}

// answersOf has a service start a fake converter, not as root where the test is: root is exempt from some
// limits, and every program of the system is its own.
func answersOf(t *testing.T, o order) map[string]string {
	t.Helper()
	folder, err := os.MkdirTemp("/tmp", "walls-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	binary := filepath.Join(folder, "program", "walls.test")
	o.Folder = filepath.Join(folder, "home")
	for _, dir := range []string{filepath.Dir(binary), o.Folder} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, self, binary, 0o755)
	told := func() string { b, _ := json.Marshal(o); return string(b) }
	c := exec.CommandContext(t.Context(), binary)
	if os.Getuid() == 0 {
		const nobody = 65534
		o.Setuid = filepath.Join(filepath.Dir(binary), "id")
		copyFile(t, "/usr/bin/id", o.Setuid, 0o4755)
		if err := errorsOf(os.Chmod(folder, 0o755), os.Chown(o.Folder, nobody, nobody)); err != nil {
			t.Fatal(err)
		}
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	c.Env = []string{asService + "=" + told(), "DOCKET_MASTER_KEY=a secret"}
	var complaints bytes.Buffer
	c.Stderr = &complaints
	said, err := c.Output()
	if err != nil {
		t.Fatalf("got %v: %s, want the answers of the fake converter", err, &complaints)
	}
	var out map[string]string
	if err := json.Unmarshal(said, &out); err != nil {
		t.Fatalf("got %v in %q, want the answers of the fake converter", err, said)
	}
	return out
}

func errorsOf(all ...error) error {
	return all[max(0, slices.IndexFunc(all, func(err error) bool { return err != nil }))]
}

func copyFile(t *testing.T, from, to string, mode os.FileMode) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := errorsOf(out.Close(), unix.Chmod(to, uint32(mode))); err != nil {
		t.Fatal(err)
	}
}

// TestAConverterThatWasTakenOverGetsNothing has a fake converter reach for what a taken-over one would, without
// walls, so that each try is one, and behind them.
func TestAConverterThatWasTakenOverGetsNothing(t *testing.T) {
	report, err := Policy{}.Probe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("walls: %+v", report)
	free, walled, local := answersOf(t, order{}), answersOf(t, order{Walls: true}), answersOf(t, order{Walls: true, Sockets: true})
	for _, try := range tries {
		t.Run(try.name, func(t *testing.T) {
			if got := free[try.name]; got != "" {
				t.Skipf("it cannot be tried here: without walls it ends with %q", got)
			}
			for kind, got := range map[string]string{"without sockets": walled[try.name], "with sockets": local[try.name]} {
				if got == "" {
					t.Errorf("%s: got that it was let, want a refusal; walls: %+v", kind, report)
				}
				t.Log(kind, "refused:", got)
			}
		})
	}
	for _, need := range allowed {
		if got := local[need.name]; got != "" {
			t.Errorf("%s: got %q, want that it is let", need.name, got)
		}
	}
	for name := range walled {
		if strings.HasPrefix(name, "environment ") && !strings.Contains(name, asFake) {
			t.Errorf("got %s in the converter, want nothing of the service's", name)
		}
	}
}

// TestDemandedWallsKeepAProgramFromStarting asks for a wall that does not stand.
func TestDemandedWallsKeepAProgramFromStarting(t *testing.T) {
	r := Report{Stand: []string{Files}, Refused: map[string]string{Signals: "an old kernel", Namespace: "no right"}}
	got := fmt.Sprint(r.Missing())
	if !strings.Contains(got, "signals (an old kernel)") || strings.Contains(got, Namespace) {
		t.Errorf("got %q, want the refused wall with its reason, without the namespace that others make up for", got)
	}
	if err := (Report{Stand: []string{Files}}).Missing(); err != nil {
		t.Errorf("got %v where all walls stand, want none", err)
	}
}

// TestDemandedWallsAreRaised starts a program with walls that are demanded: it runs where all stand, and does not
// where one is missing.
func TestDemandedWallsAreRaised(t *testing.T) {
	p := Policy{Write: []string{t.TempDir()}, Seconds: 10, Demand: true}
	report, err := p.Probe(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "echo", "running")
	if err := p.Enclose(c); err != nil {
		t.Fatal(err)
	}
	said, err := c.CombinedOutput()
	if missing := report.Missing(); missing == nil && (err != nil || string(said) != "running\n") {
		t.Errorf("got %q, %v where all walls stand, want that it runs", said, err)
	} else if missing != nil && (err == nil || !strings.Contains(string(said), ErrMissing.Error())) {
		t.Errorf("got %q, %v without %v, want a refusal that says so", said, err, missing)
	}
}

// TestSecretsAreCutOutOfWhatMayBeRead puts a key into a folder that may be read.
func TestSecretsAreCutOutOfWhatMayBeRead(t *testing.T) {
	root := realPath(t.TempDir())
	for _, name := range []string{"program/a", "program/sub/b", "program/sub/key", "other/c"} {
		path := filepath.Join(root, name)
		if err := errorsOf(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	got := withoutSecrets(root, []string{filepath.Join(root, "program/sub/key")})
	want := []string{filepath.Join(root, "other"), filepath.Join(root, "program/a"), filepath.Join(root, "program/sub/b")}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestUseIsThatOfAllThatAProcessStarted measures a group of processes of which one holds 50 MB.
func TestUseIsThatOfAllThatAProcessStarted(t *testing.T) {
	c := exec.Command("sh", "-c", "(head -c 50000000 /dev/zero; sleep 600) | tail")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Wait() })
	t.Cleanup(func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) })
	memory, processes := GroupUse(c.Process.Pid)
	for deadline := time.Now().Add(time.Minute); memory < 50_000_000 && time.Now().Before(deadline); {
		memory, processes = GroupUse(c.Process.Pid)
	}
	if memory < 50_000_000 || memory > 100_000_000 || processes < 3 {
		t.Errorf("got %d bytes in %d processes, want the 50,000,000 of the group and a little more, in 3 or 4", memory, processes)
	}
}

// TestAnEmptyNetworkReachesNobody starts a program in a network of its own, without any other wall.
func TestAnEmptyNetworkReachesNobody(t *testing.T) {
	if networks() == netShared {
		t.Skip("this system lets nobody make networks")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	reach := func(apart bool) error {
		c := exec.CommandContext(t.Context(), "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/"+port)
		if apart {
			c.SysProcAttr = withoutNetwork(networks())
		}
		return c.Run()
	}
	if err := reach(false); err != nil {
		t.Fatalf("got %v without walls, want no error", err)
	}
	if reach(true) == nil {
		t.Error("got that it reaches the machine, want that it does not")
	}
}

// TestAMissingProgramIsNamedAtOnce encloses what is not there.
func TestAMissingProgramIsNamedAtOnce(t *testing.T) {
	for _, c := range []*exec.Cmd{exec.Command("no-such-program-here"), exec.Command(filepath.Join(t.TempDir(), "none"))} {
		if err := (Policy{}).Enclose(c); !errors.Is(err, exec.ErrNotFound) && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v, want that there is no such program", err)
		}
	}
}
