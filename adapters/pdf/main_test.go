package pdf

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// asWorker is set in the environment of the worker processes of the tests: the
// test binary then serves as worker.
const asWorker = "DOCKET_PDF_TEST_WORKER"

// workers are ways in which it serves until its input ends.
var workers = map[string]func() error{"serve": func() error { return ServeWorker(os.Stdin, os.Stdout) }}

func TestMain(m *testing.M) {
	if serve := workers[os.Getenv(asWorker)]; serve != nil {
		if err := serve(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	switch os.Getenv(asWorker) {
	case "hang": // greets, then never answers
		os.Stdout.Write([]byte{frameReady, 0, 0, 0, 0})
		for {
			time.Sleep(time.Hour) // a bare select is told as a deadlock
		}
	case "killed":
		os.Stdout.Write([]byte{frameReady, 0, 0, 0, 0})
		_, _, _ = readFrame(os.Stdin) // the settings
		_, _, _ = readFrame(os.Stdin) // the job
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		for {
			time.Sleep(time.Hour)
		}
	case "crash":
		os.Stdout.Write([]byte{frameReady, 0, 0, 0, 0})
		_, _, _ = readFrame(os.Stdin)
		os.Exit(3)
	}
	os.Exit(m.Run())
}

// testPool starts a pool whose workers are this test binary.
func testPool(tb testing.TB, mode string, change func(*Options)) *Pool {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	o := Options{
		Command: []string{self}, Env: []string{asWorker + "=" + mode},
		CacheDir: cacheDir(tb), Workers: 1, Timeout: 10 * time.Minute, // on the clock, the start of a worker included: far
	}
	if change != nil {
		change(&o)
	}
	p, err := NewPool(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { p.Close() })
	return p
}

// cacheDir is shared by the tests and kept between runs: compiling takes seconds.
func cacheDir(tb testing.TB) string {
	base, err := os.UserCacheDir()
	if err != nil {
		return tb.TempDir()
	}
	return filepath.Join(base, "docket-pdf-test")
}
