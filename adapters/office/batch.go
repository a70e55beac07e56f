package office

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/internal/walls"
)

// A request is a file that waits for its PDF.
type request struct {
	name    string // extension only: what people call the file stays here
	content []byte // the cleaned package
	gone    <-chan struct{}
	done    chan<- outcome // takes one without waiting

	owner      string  // whose turn it is with it
	characters float64 // that are set on its pages, about
	alone      bool    // it shares no process: it had no PDF at the end of a batch
	tried      bool    // LibreOffice has failed on it, or beside it
}

type outcome struct {
	pdf []byte
	err error
}

// isAbandoned reports whether nobody waits for the PDF any more.
func (r request) isAbandoned() bool {
	select {
	case <-r.gone:
		return true
	default:
		return false
	}
}

// convertAll makes the PDFs of a batch. Files that have none at its end wait again and go alone, so that a bad or slow one costs
// neither those beside it nor those of other owners more than one turn. One that LibreOffice crashes on is tried once more, and
// one that takes too long for a lane goes on in the next one.
func (c *Converter) convertAll(l *lane, batch []request) {
	pdfs, cause := c.runBatch(batch, l.limit)
	tooSlow := errors.Is(cause, ErrTooSlow)
	goesOn := tooSlow && l.next != nil
	for i, r := range batch {
		switch pdf, ok := pdfs[i]; {
		case ok:
			l.queue.noteEnd(r.owner, false)
			r.done <- outcome{pdf: pdf}
		case goesOn: // the first: files are converted in their order
			goesOn, r.tried = false, false
			l.queue.noteEnd(r.owner, true)
			l.next.queue.add(r)
		case r.tried || len(batch) == 1 && !errors.Is(cause, errDied):
			r.done <- outcome{err: failureOf(cause)}
		default:
			r.alone, r.tried = true, !tooSlow
			l.queue.add(r)
		}
	}
}

// errDied means that LibreOffice ended by a signal or with an error.
var errDied = errors.New("LibreOffice died")

// failureOf returns the error that people see for a file that failed alone.
func failureOf(cause error) error {
	switch {
	case cause == nil:
		return ErrFailed
	case errors.Is(cause, errDied):
		return fmt.Errorf("%w: %w", ErrFailed, cause)
	}
	return cause
}

// runBatch runs LibreOffice once and returns the PDFs that it made, by their place in the
// batch. An error tells why it ended early.
func (c *Converter) runBatch(batch []request, limit time.Duration) (pdfs map[int][]byte, err error) {
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
	program, err := c.findProgram()
	if err != nil {
		return nil, err
	}
	p, err := startProcess(c.opts, program, dir, names)
	if err != nil {
		return nil, err
	}
	cause := c.watchProcess(p, batch, limit)
	return c.collectPDFs(dir, len(batch)), cause
}

// watchProcess waits for the end of a process, and kills it when no file is finished within the limit,
// memory runs out, or nobody waits any more.
func (c *Converter) watchProcess(p *process, batch []request, limit time.Duration) error {
	ended := make(chan error, 1)
	go func() { ended <- p.reapGroup() }()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for ready, since := 0, time.Now(); ; {
		select {
		case err := <-ended:
			if again, failed := p.startedAgain(err); failed != nil {
				return failed
			} else if again {
				go func() { ended <- p.reapGroup() }()
				continue
			}
			if err != nil && !strings.Contains(p.writtenOutput(), "source file could not be loaded") {
				return fmt.Errorf("%w: %w: %s", errDied, err, lastLine(p.writtenOutput()))
			}
			return nil
		case <-tick.C:
		}
		if n := countPDFs(p.dir); n != ready {
			ready, since = n, time.Now()
		}
		if cause := c.endReason(p, batch, time.Since(since) > limit); cause != nil {
			p.killGroup()
			return errors.Join(cause, <-ended)
		}
	}
}

// endReason returns the reason to kill a process now, or nil.
func (c *Converter) endReason(p *process, batch []request, late bool) error {
	memory, processes := walls.GroupUse(p.cmd.Process.Pid)
	switch {
	case late:
		return ErrTooSlow
	case memory > int64(c.opts.MemoryMiB)<<20:
		return ErrMemory
	case processes > maxProcesses:
		return fmt.Errorf("%w: it started more than %d processes", errDied, maxProcesses)
	}
	for _, r := range batch {
		if !r.isAbandoned() {
			return nil
		}
	}
	return errDied
}

// countPDFs returns how many PDFs a process has begun.
func countPDFs(dir string) int {
	made, err := os.ReadDir(filepath.Join(dir, "out"))
	if err != nil {
		return 0
	}
	return len(made)
}

// collectPDFs reads the PDFs that are complete.
func (c *Converter) collectPDFs(dir string, n int) map[int][]byte {
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
