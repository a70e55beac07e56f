package pdf

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/seed-62a36931/docket/domain"
)

// A child is a running worker process, seen from its parent.
type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	log   *tail
	jobs  int
	used  time.Time // when the last one ended
	ended sync.Once
	taken bool // it was killed by somebody else; known when it has ended
}

// startChild starts a worker and waits until it has passed its self-test.
func startChild(ctx context.Context, o Options) (*child, error) {
	// It outlives the call that starts it.
	c := &child{cmd: exec.Command(o.Command[0], o.Command[1:]...), log: &tail{}} //nolint:noctx
	c.cmd.Env, c.cmd.Stderr = append([]string{}, o.Env...), c.log
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("pdf: worker: %w", err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("pdf: worker: %w", err)
	}
	c.out = bufio.NewReaderSize(out, 256<<10)
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("pdf: worker: %w", err)
	}
	if err := c.sendSettings(ctx, o); err != nil {
		return nil, fmt.Errorf("pdf: worker does not start: %w", c.withLog(err))
	}
	return c, nil
}

// sendSettings sends the settings and waits for the worker to be ready.
func (c *child) sendSettings(ctx context.Context, o Options) error {
	defer c.killWhen(ctx)()
	if err := writeJSON(c.in, frameSettings, settings{CacheDir: o.CacheDir, MemoryMiB: o.MemoryMiB,
		Demand: o.DemandWalls, Lean: o.Lean}); err != nil {
		return err
	}
	kind, data, err := readFrame(c.out)
	switch {
	case err != nil:
		return errors.Join(err, ctx.Err())
	case kind == frameEnd && len(data) > 0:
		return errors.New(string(data[1:]))
	case kind != frameReady:
		return errFrame
	}
	return nil
}

// runJob runs one job and passes each frame but the last to each. reply is the document's
// error; err means that the worker cannot be used again.
func (c *child) runJob(ctx context.Context, j job, pdf []byte, each func(byte, []byte) error) (reply, err error) {
	defer c.killWhen(ctx)()
	if err := writeJSON(c.in, frameJob, j); err != nil {
		return nil, c.withLog(err)
	}
	if err := writeFrame(c.in, frameBytes, pdf); err != nil {
		return nil, c.withLog(err)
	}
	for {
		kind, data, err := readFrame(c.out)
		if err != nil {
			return nil, c.withLog(err)
		}
		if kind == frameEnd {
			return replyOf(data)
		}
		if err := each(kind, data); err != nil {
			return nil, err
		}
	}
}

// replyOf decodes the final frame of a job.
func replyOf(data []byte) (reply, err error) {
	if len(data) == 0 {
		return nil, errFrame
	}
	code, msg := outcome(data[0]), string(data[1:])
	switch code {
	case outcomeDone:
		return nil, nil
	case outcomeTrapped:
		return fmt.Errorf("%w: %w%s", ErrUnreadable, errTrapped, strings.TrimPrefix(msg, errTrapped.Error())), nil
	}
	fault, ok := outcomes[code]
	if !ok {
		return nil, fmt.Errorf("pdf: worker: %s", msg)
	}
	if msg == fault.Error() || msg == "" {
		return fault, nil
	}
	return fmt.Errorf("%w: %s", fault, msg), nil
}

// killWhen kills the process as soon as the context ends, until the returned
// function is called.
func (c *child) killWhen(ctx context.Context) (release func()) {
	stop := context.AfterFunc(ctx, func() { _ = c.cmd.Process.Kill() })
	return func() { stop() }
}

// withLog adds the end of the worker's log to an error, and that somebody else killed it.
func (c *child) withLog(err error) error {
	c.awaitEnd(endPatience)
	if c.taken {
		err = fmt.Errorf("%w: %w", domain.ErrToolKilled, err)
	}
	return fmt.Errorf("pdf: worker ended: %w: %s", err, c.log)
}

// endPatience is how long a worker that closed its output may take to end by itself.
const endPatience = 5 * time.Second

// stopProcess ends the process and waits for it.
func (c *child) stopProcess() { c.awaitEnd(0) }

// awaitEnd waits for the process to end by itself, and kills it when that takes too long.
func (c *child) awaitEnd(patience time.Duration) {
	c.ended.Do(func() {
		c.in.Close()
		kill := time.AfterFunc(patience, func() { _ = c.cmd.Process.Kill() }) // it may have ended by itself
		_ = c.cmd.Wait()                                                      // its state tells how it ended
		status, _ := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
		c.taken = kill.Stop() && status.Signaled() && status.Signal() == syscall.SIGKILL
	})
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	data []byte
}

// Write accepts everything and keeps the end.
func (t *tail) Write(p []byte) (int, error) {
	const most = 4 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if len(t.data) > most {
		t.data = bytes.Clone(t.data[len(t.data)-most:])
	}
	return len(p), nil
}

// String returns the end of what was written.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.data)
}
