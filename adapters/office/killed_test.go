package office

import (
	"bytes"
	"os"
	"path/filepath"
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
