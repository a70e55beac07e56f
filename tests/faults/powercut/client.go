package powercut

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// ErrCannotMount says that this machine does not let this process mount by FUSE.
var ErrCannotMount = errors.New("no file system can be mounted by FUSE")

// A Disk is a mounted one, served by a process of its own.
type Disk struct {
	cmd     *exec.Cmd
	orders  io.WriteCloser
	answers *bufio.Reader
}

// Mount starts a process, which is to call Serve, and returns when the disk is mounted. Errors: ErrCannotMount.
func Mount(program ...string) (*Disk, error) {
	if err := CanMount(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCannotMount, err)
	}
	d := &Disk{cmd: exec.CommandContext(context.Background(), program[0], program[1:]...)} // it ends with its orders
	var errOut strings.Builder
	d.cmd.Stderr = &errOut
	var err, failed error
	d.orders, err = d.cmd.StdinPipe()
	answers, pipe := d.cmd.StdoutPipe()
	if err = errors.Join(err, pipe); err == nil {
		err = d.cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	d.answers = bufio.NewReader(answers)
	if _, failed = d.readAnswer(); failed != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w: %s", ErrCannotMount, failed, &errOut), d.Close())
	}
	return d, nil
}

func (d *Disk) readAnswer() (string, error) {
	line, err := d.answers.ReadString('\n')
	line = strings.TrimSpace(line)
	if err == nil && strings.HasPrefix(line, "error: ") {
		err = errors.New(line)
	}
	return line, err
}

func (d *Disk) order(format string, args ...any) (string, error) {
	if _, err := fmt.Fprintf(d.orders, format+"\n", args...); err != nil {
		return "", err
	}
	return d.readAnswer()
}

// SyncAll has the disk keep everything that is on it.
func (d *Disk) SyncAll() error {
	_, err := d.order("sync")
	return err
}

// CutPower cuts the power: from now on whoever reads, writes or syncs gets an error. They are to be killed.
func (d *Disk) CutPower() error {
	_, err := d.order("off")
	return err
}

// RestorePower mounts what a kind of cut has left, when nobody uses the folder any more, and says what was lost.
func (d *Disk) RestorePower(kind Kind, seed uint64) (string, error) {
	return d.order("on %s %d", kind, seed)
}

// Close unmounts it; what it holds is gone.
func (d *Disk) Close() error { return errors.Join(d.orders.Close(), d.cmd.Wait()) }
