package pdf

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

func TestGuestsSeeNoFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "there.pdf")
	if err := os.WriteFile(name, testPage(), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := newMachine(context.Background(), cacheDir(t), 256)
	if err != nil {
		t.Fatal(err)
	}
	in, err := m.newInstance(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	for _, path := range []string{name, "/proc/self/environ", "/etc/passwd", strings.TrimPrefix(name, "/")} {
		p := in.put(append([]byte(path), 0))
		if doc := in.call("FPDF_LoadDocument", uint64(p), 0); doc != 0 {
			t.Errorf("the guest opened %s, want doc = 0", path)
		}
		const noFile = 2 // of FPDF_GetLastError
		if code := in.call("FPDF_GetLastError"); code != noFile {
			t.Errorf("%s: error %d, want %d: the guest got further than opening", path, code, noFile)
		}
		in.free(p)
	}
}

func TestWorkersAreConfined(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are set on Linux only")
	}
	t.Setenv("DOCKET_SECRET_OF_A_TEST", "x")
	pool := testPool(t, "serve", nil)
	if _, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{}); err != nil {
		t.Fatal(err)
	}
	c := <-pool.slots
	pool.slots <- c
	read := func(what string) string {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", c.cmd.Process.Pid, what))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if env := read("environ"); strings.Contains(env, "DOCKET_SECRET") || strings.Contains(env, "PATH=") {
		t.Errorf("the worker's environment is %q, want no %q in env and no %q in env", env, "DOCKET_SECRET", "PATH=")
	}
	for _, state := range []string{"NoNewPrivs:\t1\n", "Seccomp:\t2\n"} {
		if got := read("status"); !strings.Contains(got, state) {
			t.Errorf("got the state %s, want %q", got, state)
		}
	}
	limits := map[string]string{}
	for line := range strings.Lines(read("limits")) {
		if len(line) > 46 {
			limits[strings.TrimSpace(line[:26])] = strings.TrimSpace(line[26:46])
		}
	}
	for what, want := range map[string]string{"Max file size": "0", "Max core file size": "0", "Max open files": "32"} {
		if limits[what] != want {
			t.Errorf("%s is %q, want %q", what, limits[what], want)
		}
	}
	if space := limits["Max address space"]; space == "unlimited" || space == "" {
		t.Errorf(`the address space is %q, want space other than unlimited and space other than ""`, space)
	}
}

// BenchmarkFirstPage is the time from a pool without workers to the first page, with
// compiled code in the cache.
func BenchmarkFirstPage(b *testing.B) {
	for b.Loop() {
		pool := testPool(b, "serve", nil)
		if _, err := pool.Read(context.Background(), testPage(), layout.ReadSettings{}); err != nil {
			b.Fatal(err)
		}
		if err := pool.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
