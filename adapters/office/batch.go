package office

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A request is a file that waits for its PDF.
type request struct {
	name    string // extension only: what people call the file stays here
	content []byte // the cleaned package
	gone    <-chan struct{}
	done    chan<- outcome
}

type outcome struct {
	pdf []byte
	err error
}

// left reports whether nobody waits for the PDF any more.
func (r request) left() bool {
	select {
	case <-r.gone:
		return true
	default:
		return false
	}
}

// convertAll makes the PDFs of a batch. When LibreOffice crashes, each file that has no
// PDF yet is tried once more by itself, so that one bad file fails alone.
func (c *Converter) convertAll(batch []request) {
	pdfs, cause := c.run(batch)
	for i, r := range batch {
		switch pdf, ok := pdfs[i]; {
		case ok:
			r.done <- outcome{pdf: pdf}
		case len(batch) == 1 && !errors.Is(cause, errDied):
			r.done <- outcome{err: settled(cause)}
		case !r.left():
			r.done <- c.alone(r)
		}
	}
}

// alone converts one file by itself.
func (c *Converter) alone(r request) outcome {
	pdfs, cause := c.run([]request{r})
	if pdf, ok := pdfs[0]; ok {
		return outcome{pdf: pdf}
	}
	return outcome{err: settled(cause)}
}

// errDied means that LibreOffice ended by a signal or with an error.
var errDied = errors.New("LibreOffice died")

// settled returns the error that people see for a file that failed alone.
func settled(cause error) error {
	switch {
	case cause == nil:
		return ErrFailed
	case errors.Is(cause, errDied):
		return fmt.Errorf("%w: %w", ErrFailed, cause)
	}
	return cause
}

// run runs LibreOffice once and returns the PDFs that it made, by their place in the
// batch. An error tells why it ended early.
func (c *Converter) run(batch []request) (pdfs map[int][]byte, err error) {
	dir, err := os.MkdirTemp(c.opts.Dir, "docket-office-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	names := make([]string, len(batch))
	if err := os.Mkdir(filepath.Join(dir, "in"), 0o700); err != nil {
		return nil, err
	}
	for i, r := range batch {
		names[i] = fmt.Sprintf("%04d%s", i, r.name)
		if err := os.WriteFile(filepath.Join(dir, "in", names[i]), r.content, 0o600); err != nil {
			return nil, err
		}
	}
	program, err := c.program()
	if err != nil {
		return nil, err
	}
	p, err := start(c.opts, program, dir, names)
	if err != nil {
		return nil, err
	}
	cause := c.watch(p, batch)
	return c.collect(dir, len(batch)), cause
}

// watch waits for the end of a process, and kills it when no file is finished in time,
// memory runs out, or nobody waits any more.
func (c *Converter) watch(p *process, batch []request) error {
	ended := make(chan error, 1)
	go func() { ended <- p.ended() }()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for ready, since := 0, time.Now(); ; {
		select {
		case err := <-ended:
			if err != nil && !strings.Contains(p.output(), "source file could not be loaded") {
				return fmt.Errorf("%w: %w: %s", errDied, err, lastLine(p.output()))
			}
			return nil
		case <-tick.C:
		}
		if n := count(p.dir); n != ready {
			ready, since = n, time.Now()
		}
		if cause := c.over(p, batch, since); cause != nil {
			p.kill()
			return errors.Join(cause, <-ended)
		}
	}
}

// over returns the reason to kill a process now, or nil.
func (c *Converter) over(p *process, batch []request, since time.Time) error {
	switch {
	case time.Since(since) > c.opts.Timeout:
		return ErrTooSlow
	case p.memory() > int64(c.opts.MemoryMiB)<<20:
		return ErrMemory
	}
	for _, r := range batch {
		if !r.left() {
			return nil
		}
	}
	return errDied
}

// count returns how many PDFs a process has begun.
func count(dir string) int {
	made, err := os.ReadDir(filepath.Join(dir, "out"))
	if err != nil {
		return 0
	}
	return len(made)
}

// collect reads the PDFs that are complete.
func (c *Converter) collect(dir string, n int) map[int][]byte {
	out := map[int][]byte{}
	for i := range n {
		name := filepath.Join(dir, "out", fmt.Sprintf("%04d.pdf", i))
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > c.opts.MaxPDF {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil || !bytes.HasPrefix(b, []byte("%PDF-")) || !bytes.Contains(b[max(0, len(b)-1024):], []byte("%%EOF")) {
			continue
		}
		out[i] = b
	}
	return out
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}
