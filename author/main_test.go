package author

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// asBinary makes the test binary be a program with the commands of this package.
const asBinary = "DOCKET_TEST_AS_BINARY"

func TestMain(m *testing.M) {
	switch {
	case slices.Equal(os.Args[1:], []string{"worker", "pdf"}):
		if err := pdf.ServeWorker(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case os.Getenv(asBinary) != "":
		os.Exit(run(context.Background(), os.Args[1:], terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	if err := os.Chdir(".."); err != nil { // templates are named from the root
		panic(err)
	}
	os.Exit(m.Run())
}

// run runs one command line and returns the exit code.
func run(ctx context.Context, args []string, streams terminal.Streams) int {
	return terminal.RunCommandLine(ctx, new(Commands), args, streams, kong.Name("docket"))
}

// docket is a command line as a process of its own.
func docket(ctx context.Context, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), asBinary+"=1")
	return cmd
}

// pdfCache is shared by all tests: compiling PDFium takes seconds.
func pdfCache(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("docket-test-pdf-%d", os.Getuid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// ownCache is a cache without documents and values, which has the compiled code of PDFium from the shared one.
func ownCache(t testing.TB) string {
	t.Helper()
	compiled, err := filepath.Glob(filepath.Join(pdfCache(t), "wazero-*"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, folder := range compiled {
		if err := os.Symlink(folder, filepath.Join(dir, filepath.Base(folder))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
