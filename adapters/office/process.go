package office

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// A process is one run of LibreOffice over some files, in a folder of its own.
type process struct {
	cmd  *exec.Cmd
	dir  string
	said bytes.Buffer // what it wrote, cut
	mu   sync.Mutex
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
	args := []string{
		"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--norestore", "--nolockcheck", "--nodefault",
		"--nologo", "--nofirststartwizard", "--convert-to", "pdf", "--outdir", filepath.Join(dir, "out"),
	}
	for _, n := range names {
		args = append(args, filepath.Join(dir, "in", n))
	}
	p := &process{dir: dir, cmd: exec.Command(program, args...)} //nolint:noctx // it is killed as a group
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = filepath.Join(dir, "tmp"), processEnvironment(dir), p, p
	p.cmd.WaitDelay = 5 * time.Second
	p.cmd.SysProcAttr = newIsolation()
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start LibreOffice: %w", err)
	}
	return p, p.limitProcess(o, len(names))
}

// processEnvironment returns all variables that the process gets. LibreOffice takes a large block of memory again
// and again, and the C library keeps it instead of giving it back and having each of its pages made anew, which was
// more than half of the processor time of a conversion.
func processEnvironment(dir string) []string {
	nowhere := "http://127.0.0.1:9"
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home"), "TMPDIR=" + filepath.Join(dir, "tmp"),
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
