package office

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// TestAfterAKilledLibreOffice kills the process at work and wants the file converted
// all the same.
func TestAfterAKilledLibreOffice(t *testing.T) {
	c := newConverter(t, Options{})
	done := make(chan error, 1)
	go func() {
		pdf, _, err := c.Convert(t.Context(), "a.docx", docx().pack(t))
		if err == nil && !bytes.HasPrefix(pdf, []byte("%PDF-")) {
			err = ErrFailed
		}
		done <- err
	}()
	await(t, func() bool {
		pid := processIn(c.opts.Dir)
		return pid > 0 && syscall.Kill(pid, syscall.SIGKILL) == nil
	})
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// processIn finds a LibreOffice that works in a folder; 0 for none.
func processIn(dir string) int {
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return 0
	}
	for _, name := range names {
		line, err := os.ReadFile(name)
		if err == nil && bytes.Contains(line, []byte("soffice.bin")) && bytes.Contains(line, []byte(dir)) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
				return pid
			}
		}
	}
	return 0
}

// TestMemoryIsThatOfAllThatAProcessStarted measures a group of processes of which a child holds 50 MB.
func TestMemoryIsThatOfAllThatAProcessStarted(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is measured on Linux only")
	}
	p := &process{cmd: exec.Command("sh", "-c", "(head -c 50000000 /dev/zero; sleep 600) | tail")}
	p.cmd.SysProcAttr = newGroup()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.reapGroup() })
	t.Cleanup(p.killGroup)
	await(t, func() bool { return p.memoryUse() >= 50_000_000 })
	if got := p.memoryUse(); got > 100_000_000 {
		t.Errorf("got %d bytes, want the 50,000,000 of the group and a little more", got)
	}
}
