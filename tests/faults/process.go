package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A process is a child that can be killed and started again.
type process struct {
	name string
	args []string // the first is the program
	dir  string   // working directory
	env  []string // beside that of this program
	logs string   // file that its output is added to

	memory  *memoryGroup // that it belongs to, nil for none
	restart bool         // it is started again whenever it ends, as what runs a service does

	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
	over  bool          // it is not started again
}

// restartPause is how long a process that is started again stays away.
const restartPause = 100 * time.Millisecond

// start starts it.
func (p *process) start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = false
	return p.startLocked()
}

// startLocked starts it from a thread that stays: the kernel kills the process when its starter
// dies, and takes the thread for the starter.
func (p *process) startLocked() error {
	log, err := os.OpenFile(p.logs, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	fmt.Fprintf(log, "--- started at %s\n", time.Now().UTC().Format(time.RFC3339Nano))
	cmd := exec.CommandContext(context.Background(), p.args[0], p.args[1:]...) // it is ended by signals only
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = p.dir, append(os.Environ(), p.env...), log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		started <- cmd.Start()
		select {}
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start %s: %w", p.name, err)
	}
	ended := make(chan struct{})
	p.cmd, p.ended = cmd, ended
	go func() {
		_ = cmd.Wait() // its log tells why it ended
		close(ended)
		p.startAgain()
	}()
	return p.memory.add(cmd.Process.Pid)
}

// startAgain starts a process that has ended, if that is wanted.
func (p *process) startAgain() {
	if !p.isWatched() {
		return
	}
	time.Sleep(restartPause)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	if err := p.startLocked(); err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
	}
}

// isWatched reports whether it is started again when it ends.
func (p *process) isWatched() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.restart && !p.over
}

// giveUp has it not started again.
func (p *process) giveUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
}

// end ends it at once, for good.
func (p *process) end() error {
	p.giveUp()
	return p.kill()
}

// exitChannel returns a channel that closes when the process ends; nil when it does not run.
func (p *process) exitChannel() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended == nil {
		return nil
	}
	select {
	case <-p.ended:
		return nil
	default:
		return p.ended
	}
}

// sendSignal sends a signal, unless it has ended.
func (p *process) sendSignal(s syscall.Signal) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return nil
	}
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

// kill ends it at once.
func (p *process) kill() error {
	ended := p.exitChannel()
	err := p.sendSignal(syscall.SIGKILL)
	if ended != nil && err == nil {
		<-ended
	}
	return err
}

// stop ends it as an operator would.
func (p *process) stop() error {
	p.giveUp()
	ended := p.exitChannel()
	if ended == nil {
		return nil
	}
	if err := p.sendSignal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-ended:
		return nil
	case <-time.After(40 * time.Second):
		return errors.Join(fmt.Errorf("%s does not stop", p.name), p.sendSignal(syscall.SIGQUIT), p.kill())
	}
}

// processFamily returns a process and all its descendants.
func processFamily(pid int) []int {
	parents := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is sound
	for _, name := range stats {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:])) // the state first, then the parent
		child, err1 := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		parent, err2 := strconv.Atoi(fields[1])
		if errors.Join(err1, err2) == nil {
			parents[parent] = append(parents[parent], child)
		}
	}
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		all = append(all, parents[all[i]]...)
	}
	return all
}

// signalAll sends a signal to a process and all its descendants.
func signalAll(pid int, s syscall.Signal) error {
	var failed error
	for _, one := range processFamily(pid) {
		if err := syscall.Kill(one, s); err != nil && !errors.Is(err, syscall.ESRCH) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
