package walls

import (
	"fmt"
	"runtime"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// Seal raises walls around this process, all its threads, once it has opened all that it needs: it can open no
// more files, start no processes, reach no network and signal nobody. It reports the walls that stand.
func Seal() Report {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var r Report
	var privileges error
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		privileges = fmt.Errorf("the kernel lets programs give privileges: %w", err)
	}
	r.note(Privileges, privileges) // with the rules below it holds for all threads
	var rules Report
	raiseRules(&rules, func(int) []landlock.Rule { return nil })
	err := refuseCalls(sealedCalls(rules.Refused[Signals] == ""), unix.SECCOMP_FILTER_FLAG_TSYNC)
	for _, wall := range []string{Files, Truncation, Signals} { // either kind of rules is enough
		if err == nil {
			r.note(wall, nil)
		} else if cause := rules.Refused[wall]; cause != "" {
			r.note(wall, fmt.Errorf("%s; %w", cause, err))
		} else {
			r.note(wall, nil)
		}
	}
	r.note(Calls, err)
	r.note(Network, err)
	return r
}
