package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// asProgram makes the test binary be the program itself.
const asProgram = "DOCKET_TEST_AS_BINARY"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" || slices.Equal(os.Args[1:], []string{"worker", "pdf"}) {
		main()
	}
	if err := os.Chdir("../.."); err != nil { // templates are named from the root
		panic(err)
	}
	os.Exit(m.Run())
}

// startScore is a command line of the program as a process of its own.
func startScore(ctx context.Context, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
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
