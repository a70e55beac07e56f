package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The limits of a test of a mutant: so many times as long as without it (and some
// time more), and so much virtual memory in KiB.
const (
	timesAsLong = 4
	memory      = 6 << 20
)

// A bench runs tests on mutants.
type bench struct {
	dir     string // where the Go tool runs
	work    string // a folder for overlays and test binaries
	workers int
	skip    string        // tests that do not run
	more    time.Duration // what a test may take beyond timesAsLong
	suites  []*suite
}

// A suite is the tests of one package.
type suite struct {
	path, dir, binary string
	takes             time.Duration
	reached           map[int]bool // mutants that it comes to
}

func newBench(ctx context.Context, o options) (*bench, error) {
	all, err := list(ctx, o.dir, append([]string{"-json=ImportPath,Dir,TestGoFiles,XTestGoFiles"}, o.tests...)...)
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return nil, fmt.Errorf("make a folder for test binaries: %w", err)
	}
	b := &bench{dir: o.dir, work: work, workers: o.workers, more: o.more, skip: o.skip}
	for i, p := range all {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			b.suites = append(b.suites, &suite{path: p.ImportPath, dir: p.Dir, binary: filepath.Join(work, fmt.Sprint(i, ".test")),
				reached: map[int]bool{}})
		}
	}
	return b, nil
}

func (b *bench) close() { _ = os.RemoveAll(b.work) }

// try runs the tests on all mutants: on those in functions with the binaries that
// hold them all, on the others with binaries of their own.
// Those that live are shown as they are found.
func (b *bench) try(ctx context.Context, drawn []*mutant, show func(*mutant)) error {
	overlay, err := b.overlayAll(drawn)
	if err != nil {
		return err
	}
	for _, s := range b.suites {
		if err := b.build(ctx, overlay, s.path, s.binary); err != nil {
			return err
		}
		if err := b.measure(ctx, s); err != nil {
			return err
		}
	}
	var turn sync.Mutex
	return b.each(drawn, func(m *mutant) error {
		if err := b.one(ctx, m); err != nil {
			return err
		}
		turn.Lock()
		defer turn.Unlock()
		if m.tried = true; !m.caught {
			show(m)
		}
		return nil
	})
}

// one runs the tests on one mutant until some notice.
func (b *bench) one(ctx context.Context, m *mutant) (err error) {
	if m.within == nil {
		return b.alone(ctx, m)
	}
	for _, s := range b.order(m) {
		if m.caught, err = b.fails(ctx, s, s.binary, m.id); m.caught || err != nil {
			return err
		}
	}
	return nil
}

// each calls do for every mutant, several at a time.
func (b *bench) each(drawn []*mutant, do func(*mutant) error) error {
	var wait sync.WaitGroup
	var failed atomic.Bool
	errs := make([]error, len(drawn))
	slots := make(chan bool, max(1, b.workers))
	for i, m := range drawn {
		slots <- true
		if failed.Load() {
			break
		}
		wait.Go(func() {
			defer func() { <-slots }()
			if errs[i] = do(m); errs[i] != nil {
				failed.Store(true)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// order returns the tests that reach a mutant, the quick ones first.
func (b *bench) order(m *mutant) []*suite {
	var out []*suite
	for _, s := range b.suites {
		if m.within == nil || s.reached[m.id] {
			out = append(out, s)
		}
	}
	m.reached = len(out) > 0
	slices.SortStableFunc(out, func(a, c *suite) int { return cmp.Compare(a.takes, c.takes) })
	return out
}

// overlayAll puts every mutant behind its switch.
func (b *bench) overlayAll(drawn []*mutant) (string, error) {
	files, edits, texts := map[string][]byte{}, map[*source][]edit{}, map[*source]*unit{}
	for _, m := range drawn {
		if m.within != nil {
			edits[m.file], texts[m.file] = append(edits[m.file], m.switched()), m.unit
		}
	}
	for s, all := range edits {
		files[s.path] = apply(s.text, all)
		files[filepath.Join(texts[s].dir, "mutation_switch.go")] = []byte(switchFile(texts[s].name))
	}
	return b.overlay("all", files)
}

// overlay writes files and the overlay that the Go tool reads them by.
func (b *bench) overlay(name string, files map[string][]byte) (string, error) {
	replace := map[string]string{}
	for path, text := range files {
		to := filepath.Join(b.work, fmt.Sprintf("%s-%d.go", name, len(replace)))
		if err := os.WriteFile(to, text, 0o600); err != nil {
			return "", fmt.Errorf("write changed code: %w", err)
		}
		replace[path] = to
	}
	to := filepath.Join(b.work, name+".json")
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		err = os.WriteFile(to, text, 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("write the overlay: %w", err)
	}
	return to, nil
}

func (b *bench) build(ctx context.Context, overlay, path, binary string) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, path)
	cmd.Dir = b.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() == nil && place.Match(out) {
			err = errCompile
		}
		return fmt.Errorf("build the tests of %s: %w\n%s", path, err, out)
	}
	return nil
}

// errCompile is of code that the compiler refuses, place what it begins a line with then.
var (
	errCompile = errors.New("it does not compile")
	place      = regexp.MustCompile(`(?m)^\S+\.go:[0-9]+:[0-9]+: `)
)

// alone builds the tests of one mutant by itself. Those that do not compile with it, as
// they did without, have noticed.
func (b *bench) alone(ctx context.Context, m *mutant) error {
	name := fmt.Sprint("alone", m.id)
	overlay, err := b.overlay(name, map[string][]byte{m.file.path: m.text()})
	if err != nil {
		return err
	}
	binary := filepath.Join(b.work, name+".test")
	defer func() { _ = os.Remove(binary) }()
	for _, s := range b.order(m) {
		err := b.build(ctx, overlay, s.path, binary)
		if m.caught = errors.Is(err, errCompile); m.caught {
			return nil
		}
		if err != nil {
			return err
		}
		if m.caught, err = b.fails(ctx, s, binary, 0); m.caught || err != nil {
			return err
		}
	}
	return nil
}

// measure runs the tests without any mutant, which they must pass, and sees which
// mutants they come to.
func (b *bench) measure(ctx context.Context, s *suite) error {
	trace := s.binary + ".trace"
	cmd := b.command(ctx, s, s.binary)
	cmd.Env = append(os.Environ(), traceVariable+"="+trace)
	begin := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the tests of %s fail as they are: %w\n%s", s.path, err, out)
	}
	s.takes = time.Since(begin)
	text, err := os.ReadFile(trace)
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("read what tests come to: %w", err)
	}
	for id := range strings.FieldsSeq(string(text)) {
		n, _ := strconv.Atoi(id)
		s.reached[n] = true
	}
	return nil
}

// fails runs the tests with a mutant and reports whether they fail.
func (b *bench) fails(ctx context.Context, s *suite, binary string, id int) (bool, error) {
	limited, stop := context.WithTimeout(ctx, timesAsLong*s.takes+b.more)
	defer stop()
	cmd := b.command(limited, s, binary)
	cmd.Env = append(os.Environ(), fmt.Sprint(switchVariable, "=", id))
	err := cmd.Run()
	return err != nil, ctx.Err()
}

// command runs a test binary in the folder of its package, with little memory
// where the shell can see to it.
func (b *bench) command(ctx context.Context, s *suite, binary string) *exec.Cmd {
	limit := fmt.Sprintf("ulimit -v %d 2>/dev/null; exec \"$0\" \"$@\"", memory)
	cmd := exec.CommandContext(ctx, "sh", "-c", limit, binary, "-test.failfast", "-test.timeout=0", "-test.skip="+b.skip)
	cmd.Dir, cmd.WaitDelay = s.dir, time.Second
	return cmd
}
