package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// launchProcess starts a process from a thread that stays: the kernel kills the process when its
// starter dies, and takes the thread for the starter.
func launchProcess(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		started <- cmd.Start()
		select {}
	}()
	return <-started
}

func endProcess(cmd *exec.Cmd) {
	if cmd == nil || cmd.Process == nil {
		return
	}
	_ = cmd.Process.Kill() // nothing of it is kept
	_ = cmd.Wait()
}

// waitUntil waits up to a minute until something is so.
func waitUntil(ctx context.Context, what string, so func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !so() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s does not come up: %w", what, ctx.Err())
		case <-tick.C:
		}
	}
	return nil
}
