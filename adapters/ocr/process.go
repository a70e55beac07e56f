package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/internal/walls"
)

// errOutput means that a program wrote more than it may.
var errOutput = errors.New("ocr: too much output")

// errMemory means that a program took more memory than it may.
var errMemory = errors.New("ocr: Tesseract takes more memory than it may (--ocr-memory)")

// A program is Tesseract, with the limits of its processes.
type program struct {
	path      string
	data      string  // folder of language files; empty: the program's own
	maxOutput int     // bytes
	budget    *budget // nil: no limit
	walls     walls.Policy
	memoryMiB int
}

// maxProcesses is how many processes and threads Tesseract may have; it works on one thread.
const maxProcesses = 50

// wallsFor are what the program may do, given what is left of its processor time.
func (p program) wallsFor(path, dir string, left time.Duration) walls.Policy {
	const beside = 1 << 30 // address space that is no memory
	w := p.walls
	w.Read, w.Write = append(walls.ProgramFolders(path), w.Read...), append([]string{dir}, w.Write...)
	if p.data != "" {
		w.Read = append(w.Read, p.data)
	}
	w.Memory, w.FileSize, w.Processes = int64(p.memoryMiB)<<20+beside, int64(p.maxOutput), maxProcesses
	w.Seconds = uint64((left + time.Second - 1) / time.Second)
	return w
}

// runProgram starts the program once, in an empty folder and with an empty environment, gives
// it the input and returns its output. When the context ends, the process and all
// processes that it started are killed. The error is errSlow when the budget is used up.
func (p program) runProgram(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	left := p.budget.remaining()
	if left <= 0 {
		return nil, errSlow
	}
	dir, err := os.MkdirTemp("", "docket-ocr-")
	if err != nil {
		return nil, fmt.Errorf("ocr: folder for Tesseract: %w", err)
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Dir = dir
	cmd.Env = []string{"OMP_THREAD_LIMIT=1", "LC_ALL=C.UTF-8", "TMPDIR=" + dir, "HOME=" + dir}
	if p.data != "" {
		cmd.Env = append(cmd.Env, "TESSDATA_PREFIX="+p.data)
	}
	cmd.SysProcAttr = newGroup()
	if err := p.wallsFor(cmd.Path, dir, left).Enclose(cmd); err != nil {
		return nil, fmt.Errorf("ocr: start Tesseract: %w", err)
	}
	cmd.Cancel, cmd.WaitDelay = func() error { return killGroup(cmd.Process) }, 5*time.Second
	cmd.Stdin = bytes.NewReader(input)
	out, complaints := &boundedBuffer{most: p.maxOutput}, &boundedBuffer{most: 4 << 10, cut: true}
	cmd.Stdout, cmd.Stderr = out, complaints
	var tooMuch error
	if err = cmd.Start(); err == nil {
		release := p.watchGroup(cmd.Process, &tooMuch)
		err = cmd.Wait()
		release()
	}
	p.budget.spend(cmd.ProcessState)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && p.budget.remaining() <= 0:
		return nil, errSlow
	case out.over:
		return nil, errOutput
	case tooMuch != nil:
		return nil, tooMuch
	case err != nil:
		return nil, fmt.Errorf("ocr: tesseract: %w: %s", err, strings.TrimSpace(complaints.b.String()))
	}
	return out.b.Bytes(), nil
}

// watchGroup kills a process that takes too much memory with those that it started, or starts too many, and says
// so, until it is released.
func (p program) watchGroup(process *os.Process, tooMuch *error) (release func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for *tooMuch == nil {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			switch memory, processes := walls.GroupUse(process.Pid); {
			case p.memoryMiB > 0 && memory > int64(p.memoryMiB)<<20:
				*tooMuch = fmt.Errorf("%w: %d MiB", errMemory, p.memoryMiB)
			case processes > maxProcesses:
				*tooMuch = fmt.Errorf("ocr: tesseract started more than %d processes", maxProcesses)
			}
		}
		_ = killGroup(process)
	}()
	return func() { close(stop); <-stopped }
}

// A boundedBuffer stores what is written to it, up to a number of bytes. Beyond that it drops
// the rest, or fails, which ends the process that writes.
type boundedBuffer struct {
	b    bytes.Buffer
	most int
	cut  bool
	over bool
}

// Write stores the bytes for which there is room.
func (b *boundedBuffer) Write(p []byte) (int, error) {
	room := b.most - b.b.Len()
	if len(p) <= room {
		return b.b.Write(p)
	}
	b.over = true
	b.b.Write(p[:max(room, 0)])
	if b.cut {
		return len(p), nil
	}
	return 0, errOutput
}
