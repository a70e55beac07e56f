package walls

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// The helper takes over before the rest of the program is set up: in each program that encloses another, also in
// those of tests, and before any code that reads its arguments.
func init() {
	if len(os.Args) == 0 || os.Args[0] != helperName {
		return
	}
	if len(os.Args) > 1 { // without, it shows that it could be started
		if err := runHelper(os.Args[1], os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(helperFailed)
		}
	}
	os.Exit(0)
}

// runHelper raises the walls of a policy and becomes the program, whose path comes first; without one it writes
// a report.
func runHelper(policy string, program []string) error {
	var p Policy
	if err := json.Unmarshal([]byte(policy), &p); err != nil {
		return fmt.Errorf("walls: %w", err)
	}
	DieFirst()
	var r Report
	raiseAll(p, &r)
	if len(program) == 0 {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	if p.Demand {
		if err := r.Missing(); err != nil {
			return fmt.Errorf("walls: %w", err)
		}
	}
	// What is left to do needs no memory beyond what the limits leave.
	if err := setLimits(p); err != nil && p.Demand {
		return fmt.Errorf("walls: %w: %w", ErrMissing, err)
	}
	err := syscall.Exec(program[0], program[1:], os.Environ())
	return fmt.Errorf("walls: start %s: %w", program[0], err)
}

// raiseAll raises all walls but the limits around this thread, which becomes the program. It runs while packages
// are initialised, which is on the main thread.
func raiseAll(p Policy, r *Report) {
	_, _, failed := unix.RawSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)
	privileges := dropCapabilities()
	if failed != 0 {
		privileges = errors.Join(failed, privileges)
	}
	r.note(Privileges, privileges)
	raiseRules(r, p.rules)
	signals := r.Refused[Signals] == ""
	err := refuseCalls(callsOf(p, signals), 0)
	r.note(Calls, err)
	r.note(Network, err)
	if !signals && err == nil { // the calls themselves are refused
		delete(r.Refused, Signals)
		r.note(Signals, nil)
	}
	r.note(Limits, nil) // every system has them
}

// dropCapabilities gives up what root may do, so that a process of root is one of its user alone.
func dropCapabilities() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil && err != unix.EINVAL {
		return err
	}
	var none [2]unix.CapUserData
	return unix.Capset(&header, &none[0])
}

// setLimits bounds what the process and those that it starts use up. What no limit was given for is not bounded.
func setLimits(p Policy) error {
	var wrong error
	processes := uint64(0)
	if p.Counted {
		processes = uint64(max(p.Processes, 0))
	}
	for _, l := range []struct {
		what int
		most uint64
	}{
		{unix.RLIMIT_CPU, p.Seconds}, {unix.RLIMIT_FSIZE, uint64(max(p.FileSize, 0))},
		{unix.RLIMIT_NPROC, processes}, {unix.RLIMIT_AS, uint64(max(p.Memory, 0))},
	} {
		if l.most > 0 {
			wrong = errors.Join(wrong, lowerLimit(l.what, l.most))
		}
	}
	return errors.Join(wrong, lowerLimit(unix.RLIMIT_CORE, 0))
}

// lowerLimit sets a limit unless there is a tighter one.
func lowerLimit(what int, most uint64) error {
	var now unix.Rlimit
	if err := unix.Getrlimit(what, &now); err != nil {
		return err
	}
	most = min(most, now.Max)
	return unix.Setrlimit(what, &unix.Rlimit{Cur: min(most, now.Cur), Max: most})
}
