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
)

// errOutput means that a program wrote more than it may.
var errOutput = errors.New("ocr: too much output")

// A program is Tesseract, with the limits of its processes.
type program struct {
	path      string
	data      string  // folder of language files; empty: the program's own
	maxOutput int     // bytes
	budget    *budget // nil: no limit
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
	cmd.Cancel, cmd.WaitDelay = func() error { return killGroup(cmd.Process) }, 5*time.Second
	cmd.Stdin = bytes.NewReader(input)
	out, complaints := &boundedBuffer{most: p.maxOutput}, &boundedBuffer{most: 4 << 10, cut: true}
	cmd.Stdout, cmd.Stderr = out, complaints
	if err = cmd.Start(); err == nil {
		limitProcessor(cmd.Process.Pid, left)
		err = cmd.Wait()
	}
	p.budget.spend(cmd.ProcessState)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && p.budget.remaining() <= 0:
		return nil, errSlow
	case out.over:
		return nil, errOutput
	case err != nil:
		return nil, fmt.Errorf("ocr: tesseract: %w: %s", err, strings.TrimSpace(complaints.b.String()))
	}
	return out.b.Bytes(), nil
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
