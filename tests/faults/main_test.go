package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/tests/faults/powercut"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && partsOfACluster[os.Args[1]] != nil { // the cluster starts this binary as its broker, or its disk
		os.Exit(partsOfACluster[os.Args[1]](os.Args[2:]))
	}
	os.Exit(m.Run())
}

// TestAClusterSurvives a few faults; make faults has the long form.
func TestAClusterSurvives(t *testing.T) {
	if _, err := pgtest.FindPrograms(); errors.Is(err, pgtest.ErrNoServer) {
		t.Fatal(err)
	}
	binary := buildDocket(t)
	for name, s := range map[string]options{
		"PostgreSQL":   {seed: 3, only: []string{"kill-worker", "kill-projector"}},
		"EventStoreDB": {seed: 5, only: []string{"kill-eventstore", "kill-api"}, eventStore: true},
	} {
		t.Run(name, func(t *testing.T) {
			s.docket, s.rounds, s.rate, s.served = binary, 2, 6, 5*time.Minute // far: other tests run beside
			s.folder = makeFolder(t)
			if os.Getenv("DOCKET_TEST_FULL") != "" {
				s.rounds, s.only = 8, nil
			}
			s, err := prepareRun(t.Context(), s, t.Output())
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
			defer cancel()
			if err := run(ctx, s, t.Output()); err != nil {
				t.Error(err)
			}
		})
	}
}

// buildDocket builds the program.
func buildDocket(t *testing.T) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "docket")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", binary, "../../cmd/docket").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s, want no error", err, out)
	}
	return binary
}

// TestPowerCuts cuts the power of the disk that everything is on, of either engine: what was acknowledged is there, the
// log is what the tree over it says, and all work ends. Full runs cut it twenty times, by all kinds.
func TestPowerCuts(t *testing.T) {
	if err := powercut.CanMount(); err != nil {
		t.Skip(err)
	}
	binary := buildDocket(t)
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			s := options{docket: binary, alone: engine, power: true, seed: 4, rounds: 1, rate: 6, served: 5 * time.Minute, folder: makeFolder(t)}
			if os.Getenv("DOCKET_TEST_FULL") != "" {
				s.rounds = 20
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
			defer cancel()
			if err := run(ctx, s, t.Output()); errors.Is(err, powercut.ErrCannotMount) {
				t.Skip(err)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// makeFolder makes the folder of a run, in which the compiled code of PDFium is that of all tests: each process
// compiles it for seconds where there is none. What failed leaves the folder.
func makeFolder(t *testing.T) (folder string) {
	t.Helper()
	compiled := filepath.Join(os.TempDir(), fmt.Sprintf("docket-test-pdf-%d", os.Getuid()))
	folder, err := os.MkdirTemp("", "faults")
	if err = errors.Join(err, os.MkdirAll(compiled, 0o700)); err == nil {
		err = os.Symlink(compiled, filepath.Join(folder, "pdf"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestMemoryThatGrowsIsToldBySoaks judges what processes took.
func TestMemoryThatGrowsIsToldBySoaks(t *testing.T) {
	for _, c := range []struct {
		series []float64
		grown  bool
	}{
		{[]float64{200, 230, 204}, false}, {[]float64{200, 202, 205}, false}, {[]float64{200, 202, 206}, true},
	} {
		if err := judgeGrowth("worker-1", c.series); (err != nil) != c.grown {
			t.Errorf("%v: got %v, want an error: %v", c.series, err, c.grown)
		}
	}
	if mib, err := memoryOf(os.Getpid()); runtime.GOOS == "linux" && (err != nil || mib < 1) {
		t.Errorf("got %.1f MiB, %v of this process, want its memory", mib, err)
	}
}

// TestMemoryIsRead of what people write.
func TestMemoryIsRead(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "260MiB": 260 << 20, "2GiB": 2 << 30, "1000": 1000, "260MB": -1, "MiB": -1, "x": -1} {
		if got, err := parseMemory(text); got != want && err == nil || (err != nil) != (want < 0) {
			t.Errorf("%s: got %d, %v, want %d", text, got, err, want)
		}
	}
}

// TestAWatchedProcessIsStartedAgain until it is ended for good.
func TestAWatchedProcessIsStartedAgain(t *testing.T) {
	p := process{name: "sleep", args: []string{"sleep", "1000"}, logs: filepath.Join(t.TempDir(), "log"), restart: true}
	if err := p.start(); err != nil {
		t.Fatal(err)
	}
	first := p.pid()
	if err := p.kill(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); p.pid() == first || p.exitChannel() == nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("got no process a minute after the first was killed, want another")
		}
	}
	if err := p.end(); err != nil {
		t.Fatal(err)
	}
	if p.isWatched() || p.exitChannel() != nil {
		t.Error("got a process that runs or comes again, want none")
	}
}
