package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// starts are handed to a thread that stays: the kernel kills a process when its starter dies, and
// takes the thread for the starter.
var starts = sync.OnceValue(func() chan<- func() {
	in := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range in {
			start()
		}
	}()
	return in
})

// launchProcess starts a process in a group of its own, which ends with this program.
func launchProcess(cmd *exec.Cmd) error {
	cmd.Env = cleanEnvironment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	cmd.Cancel = func() error { return killGroup(cmd) }
	cmd.WaitDelay = 10 * time.Second
	started := make(chan error)
	starts() <- func() { started <- cmd.Start() }
	return <-started
}

// killGroup ends a process and all that it has started.
func killGroup(cmd *exec.Cmd) error {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

// endProcess kills a process and waits for its end; nothing of it is kept.
func endProcess(cmd *exec.Cmd) {
	if cmd == nil || cmd.Process == nil {
		return
	}
	_ = killGroup(cmd)
	_ = cmd.Wait()
}

// cleanEnvironment returns the environment without the settings of Docket, which would hold for
// both builds, or for one that knows them.
func cleanEnvironment() (out []string) {
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "DOCKET_") {
			out = append(out, v)
		}
	}
	return out
}

// runProgram runs a program to its end and returns what it prints and the processor time of it and
// of all that it has waited for. A non-zero exit code is an error with the last lines of what it
// wrote to standard error; output and time are returned with it.
func runProgram(ctx context.Context, folder, input, program string, args ...string) (output []byte, cpu time.Duration, err error) {
	cmd := exec.CommandContext(ctx, program, args...)
	var out, problems bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = folder, strings.NewReader(input), &out, &problems
	if err := launchProcess(cmd); err != nil {
		return nil, 0, err
	}
	err = cmd.Wait()
	if err != nil {
		err = fmt.Errorf("%s %s: %w: %s", filepath.Base(program), firstWords(args), err, lastLines(problems.String()))
	}
	return out.Bytes(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), err
}

// firstWords returns the first arguments of a command, without long lists of files.
func firstWords(args []string) string {
	if len(args) > 3 {
		return strings.Join(args[:3], " ") + " …"
	}
	return strings.Join(args, " ")
}

// lastLines returns the end of what a program has written, in one line.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-12):], "; ")
}

// waitUntil waits up to some time until something is so. The error is that of so, of the context,
// or tells that the time is over.
func waitUntil(ctx context.Context, what string, patience, every time.Duration, so func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		done, err := so()
		if err != nil || done {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, ctx.Err())
		case <-tick.C:
		}
	}
}
