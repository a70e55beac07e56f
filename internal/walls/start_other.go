//go:build !linux

package walls

import (
	"context"
	"errors"
	"os/exec"
)

// Enclose leaves a command as it is: walls are of Linux. When they are demanded, it refuses.
func (p Policy) Enclose(*exec.Cmd) error {
	if p.Demand {
		return noWalls().Missing()
	}
	return nil
}

// Probe reports that no walls stand.
func (p Policy) Probe(context.Context) (Report, error) { return noWalls(), nil }

// Seal reports that no walls stand.
func Seal() Report { return noWalls() }

// noWalls reports every wall as refused.
func noWalls() (r Report) {
	for _, wall := range []string{Files, Truncation, Calls, Network, Namespace, Signals, Privileges, Limits, Processes} {
		r.note(wall, errors.New("this system is no Linux"))
	}
	return r
}

// GroupUse knows nothing here.
func GroupUse(int) (memory int64, processes int) { return 0, 0 }

// DieFirst does nothing here.
func DieFirst() {}
