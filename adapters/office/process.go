package office

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/internal/walls"
)

// A process is one run of LibreOffice over some files, in a folder of its own.
type process struct {
	cmd       *exec.Cmd
	program   string
	args      []string
	walls     walls.Policy
	dir       string
	restarted int
	said      bytes.Buffer // what it wrote, cut
	mu        sync.Mutex
}

// Write keeps the beginning of the process's output.
func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said.Write(b[:min(len(b), max(0, 64<<10-p.said.Len()))])
	return len(b), nil
}

func (p *process) writtenOutput() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

// startProcess starts LibreOffice over the files in dir/in, for PDFs in dir/out. The caller
// must have locked its thread: the process dies with it.
func startProcess(o Options, program, dir string, names []string) (*process, error) {
	if err := writeProfile(filepath.Join(dir, "profile")); err != nil {
		return nil, err
	}
	for _, sub := range []string{"out", "tmp", "home"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return nil, err
		}
	}
	p := &process{dir: dir, program: withoutStarter(program)}
	p.args = []string{
		"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--norestore", "--nolockcheck", "--nodefault",
		"--nologo", "--nofirststartwizard", "--convert-to", "pdf", "--outdir", filepath.Join(dir, "out"),
	}
	for _, n := range names {
		p.args = append(p.args, filepath.Join(dir, "in", n))
	}
	p.walls = wallsFor(o, p.program, dir, len(names))
	return p, p.start()
}

// start starts LibreOffice.
func (p *process) start() error {
	p.cmd = exec.Command(p.program, p.args...) //nolint:noctx // it is killed as a group
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = filepath.Join(p.dir, "tmp"), processEnvironment(p.dir), p, p
	p.cmd.WaitDelay = 5 * time.Second
	p.cmd.SysProcAttr = dyingGroup()
	err := p.walls.Enclose(p.cmd)
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("start LibreOffice: %w", err)
	}
	return nil
}

// The program that does the work. The one that people call starts it, and starts it again when it asks for that
// after it has set up a profile; to watch it, it needs sockets in a folder that all share.
const (
	worker       = "soffice.bin"
	startAgain   = 81 // the code with which it ends then
	maxRestarted = 2
)

// withoutStarter returns the program that does the work, or the one that was named where it is not beside that.
func withoutStarter(program string) string {
	if real, err := filepath.EvalSymlinks(program); err == nil {
		beside := filepath.Join(filepath.Dir(real), worker)
		if path, err := exec.LookPath(beside); err == nil {
			return path
		}
	}
	return program
}

// startedAgain starts a process again that has ended to be, and reports whether it did.
func (p *process) startedAgain(ended error) (bool, error) {
	var exit *exec.ExitError
	if !errors.As(ended, &exit) || exit.ExitCode() != startAgain || p.restarted >= maxRestarted {
		return false, nil
	}
	p.restarted++
	return true, p.start()
}

// maxProcesses is how many processes and threads LibreOffice may have; it needs less than twenty.
const maxProcesses = 200

// wallsFor are what LibreOffice may do over some files.
func wallsFor(o Options, program, dir string, files int) walls.Policy {
	const beside = 2 << 30 // address space that is no memory: programs, fonts, stacks
	w := o.Walls
	w.Read = append(walls.ProgramFolders(program), w.Read...)
	w.Write, w.Sockets = append([]string{dir}, w.Write...), true
	if filepath.Base(program) != worker {
		w.Shared = []string{"/tmp", "/var/tmp"}
	}
	w.Memory, w.FileSize = int64(o.MemoryMiB)<<20+beside, max(o.MaxPDF, 64<<20)
	w.Seconds, w.Processes = (uint64(o.Timeout.Seconds())+1)*uint64(files)*2, maxProcesses
	return w
}

// processEnvironment returns all variables that the process gets. LibreOffice takes a large block of memory again
// and again, and the C library keeps it instead of giving it back and having each of its pages made anew, which was
// more than half of the processor time of a conversion. The socket by which others of its kind would find it is made
// in the folder in which it starts.
func processEnvironment(dir string) []string {
	nowhere := "http://127.0.0.1:9"
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home"), "TMPDIR=" + filepath.Join(dir, "tmp"),
		"OSL_SOCKET_PATH=.",
		"XDG_CACHE_HOME=" + filepath.Join(dir, "home"), "XDG_CONFIG_HOME=" + filepath.Join(dir, "home"), "LANG=C.UTF-8", "LC_ALL=C.UTF-8",
		"MALLOC_MMAP_THRESHOLD_=1073741824", "MALLOC_TRIM_THRESHOLD_=1073741824",
		"SAL_USE_VCLPLUGIN=svp", "http_proxy=" + nowhere, "https_proxy=" + nowhere, "HTTP_PROXY=" + nowhere, "HTTPS_PROXY=" + nowhere,
		"ALL_PROXY=" + nowhere, "no_proxy="}
}

// killGroup kills the process with all processes that it started.
func (p *process) killGroup() { _ = killGroup(p.cmd.Process) }

// reapGroup reaps the process and what is left of its group.
func (p *process) reapGroup() error {
	err := p.cmd.Wait()
	p.killGroup()
	return err
}
