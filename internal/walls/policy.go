// Package walls starts programs that read strangers' files behind walls of the kernel: what such a program
// may read, write, call and use up is named, and all else is refused.
package walls

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// ErrMissing means that walls are demanded which this system does not give.
var ErrMissing = errors.New("the system refuses walls that are demanded (--require-walls)")

// A Policy says what a process behind walls may do.
type Policy struct {
	Read    []string // files and folders that it may read and run, besides the programs and fonts of the system
	Write   []string // folders that it may write
	Secrets []string // files and folders that it may not read wherever they lie, except in those that it may write
	Sockets bool     // it may listen on local sockets in what it may write; it never connects to any
	Shared  []string // folders, shared with others, in which it makes its sockets all the same, and may remove files

	Memory    int64  // bytes of address space
	FileSize  int64  // bytes of a file that it writes
	Seconds   uint64 // of processor time
	Processes int    // processes and threads at a time
	Demand    bool   // it starts behind all walls or not at all

	Counted bool // set by Enclose: the kernel counts its processes apart from others of the user
}

// The walls that a system may give.
const (
	Files      = "files"            // nothing is readable but what is named, and nothing is writable but that
	Truncation = "truncation"       // nor are files outside cut off
	Calls      = "systemCalls"      // no tracing, mounting, loading of code into the kernel, changing of others' files
	Network    = "network"          // no sockets but local ones of its own
	Namespace  = "networkNamespace" // no network interfaces to reach
	Signals    = "signals"          // none to processes outside
	Privileges = "privileges"       // none by programs that give them, none kept
	Limits     = "limits"           // of memory, processor time and sizes of files
	Processes  = "processes"        // no more than it may have
)

// A Report tells which walls stand, and why the others do not.
type Report struct {
	Stand   []string          `json:"stand"`
	Refused map[string]string `json:"refused,omitempty"`
}

// note adds a wall that was tried.
func (r *Report) note(wall string, err error) {
	if err == nil {
		r.Stand = append(r.Stand, wall)
		return
	}
	if r.Refused == nil {
		r.Refused = map[string]string{}
	}
	r.Refused[wall] = err.Error()
}

// Missing returns ErrMissing with the walls that are refused, or nil. A namespace for the network is none of
// them where the network is refused without one, and who starts a program counts its processes where the kernel
// does not.
func (r Report) Missing() error {
	var missing []string
	for _, wall := range slices.Sorted(maps.Keys(r.Refused)) {
		if wall != Processes && (wall != Namespace || r.Refused[Network] != "") {
			missing = append(missing, wall+" ("+r.Refused[wall]+")")
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrMissing, strings.Join(missing, ", "))
}

// ProgramFolders returns the folders that an installed program is made of: its own, or that around it where
// programs lie beside libraries and data.
func ProgramFolders(path string) []string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil
	}
	folder := filepath.Dir(real)
	if around := filepath.Dir(folder); filepath.Base(folder) == "program" && around != "/" {
		return []string{around}
	}
	return []string{folder}
}
