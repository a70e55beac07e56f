package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// clockVariable names the file that moves a program's time of day.
const clockVariable = "FAULTS_CLOCK"

// movedTime goes into package time of Go's standard library.
//
//go:embed movedtime.go.txt
var movedTime []byte

// What package time is changed by.
var (
	readsTime = []byte("\tsec, nsec, mono := runtimeNow()\n")
	movesTime = []byte("\tsec, nsec = move(sec, nsec)\n")
)

// errOtherNow reports that Go's clock must be examined again before it can be moved.
var errOtherNow = errors.New("time.Now of this version of Go is not what it was in 1.26")

// buildMovable builds a program whose time of day a file moves, as an administrator or a
// time server moves that of a machine: timers, deadlines and measured durations are
// unaffected. The only difference from the released program is time.Now of Go's library;
// libraries in C are not affected. pkg is resolved from dir; scratch is a folder that is
// missing or empty, with its absolute path.
func buildMovable(ctx context.Context, dir, pkg, scratch, binary string) error {
	ask := exec.CommandContext(ctx, cmp.Or(os.Getenv("GO"), "go"), "env", "GOROOT") //nolint:gosec // as make says
	ask.Dir = dir                                                                   // whose go.mod may ask for another version
	out, err := ask.Output()
	if err != nil {
		return fmt.Errorf("find Go: %w", err)
	}
	// By a name of our own: Go refuses to change files in the cache of modules, where it
	// keeps versions of itself that it has fetched.
	root := filepath.Join(scratch, "go")
	if err := errors.Join(os.MkdirAll(scratch, 0o700), os.Symlink(strings.TrimSpace(string(out)), root)); err != nil {
		return err
	}
	library := filepath.Join(root, "src", "time")
	source, err := os.ReadFile(filepath.Join(library, "time.go")) //nolint:gosec // Go's own
	if err != nil {
		return err
	}
	if bytes.Count(source, readsTime) != 1 {
		return errOtherNow
	}
	source = bytes.Replace(source, readsTime, append(bytes.Clone(readsTime), movesTime...), 1)
	changed, added, list := filepath.Join(scratch, "time.go"), filepath.Join(scratch, "moved.go"), filepath.Join(scratch, "overlay.json")
	overlay, err := json.Marshal(map[string]any{
		"Replace": map[string]string{filepath.Join(library, "time.go"): changed, filepath.Join(library, "moved.go"): added},
	})
	err = errors.Join(err, os.WriteFile(changed, source, 0o600), os.WriteFile(added, movedTime, 0o600), os.WriteFile(list, overlay, 0o600))
	if err != nil {
		return err
	}
	build := exec.CommandContext( //nolint:gosec // our own arguments
		ctx, filepath.Join(root, "bin", "go"), "build", "-trimpath", "-overlay", list, "-o", binary, pkg,
	)
	build.Dir, build.Env = dir, append(os.Environ(), "GOROOT="+root, "GOTOOLCHAIN=local")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s with a clock that a file moves: %w: %s", pkg, err, out)
	}
	return nil
}

// moveTime writes the file that moves a program's time of day.
func moveTime(name string, by time.Duration) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(binary.NativeEndian.AppendUint64(nil, uint64(by)), 0) // programs have it mapped: never cut it
	return errors.Join(err, f.Close())
}
