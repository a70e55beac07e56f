package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestVersionInCode(t *testing.T) {
	got, err := versionInCode(filepath.Join("..", ".."))
	if err != nil || !semver.MatchString(got) {
		t.Errorf("got %q, %v, want semver.MatchString(got) and no error", got, err)
	}
	if _, err := versionInCode(t.TempDir()); err == nil {
		t.Error("a folder without the code has a version")
	}
}

func TestVersionsThatAreRefused(t *testing.T) {
	for _, version := range []string{"1", "1.2", "1.2.x", "1.2.3 ", "1.2.3-", "1.2.3_4", "latest"} {
		r := release{root: filepath.Join("..", ".."), version: version, log: io.Discard}
		if err := r.describeCommit(t.Context()); err == nil || !strings.Contains(err.Error(), "is no version") {
			t.Errorf("%q: %v, want an error and err.Error() with is no version", version, err)
		}
	}
}

func TestChecksums(t *testing.T) {
	r := release{dir: t.TempDir(), log: io.Discard}
	for _, name := range []string{"b", "a"} {
		if err := r.save(name, func(w io.Writer) error { _, err := io.WriteString(w, name); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.makeChecksums(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(r.dir, "SHA256SUMS"))
	const want = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a\n" +
		"3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b\n"
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestProgressOfABuild(t *testing.T) {
	r := release{log: io.Discard}
	said := r.tellProgress(strings.NewReader("errors\nexample.com/x/y\n# example.com/x\n./a.go:1:2: undefined: z\n"))
	if want := "# example.com/x\n./a.go:1:2: undefined: z\n"; said != want {
		t.Errorf("got %q, want %q", said, want)
	}
}

func TestZip(t *testing.T) {
	var b bytes.Buffer
	entries := withFolders([]entry{{name: "bin/docket.exe", mode: 0o755, content: []byte("program")}})
	if err := writeZip(&b, "docket/", entries, at); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || len(z.File) != 1 || z.File[0].Name != "docket/bin/docket.exe" || !z.File[0].Modified.Equal(at) {
		t.Errorf("%+v, %v, want len(z.File) = 1, z.File[0].Name = docket/bin/docket.exe, z.File[0].Modified.Equal(at) and no "+
			"error", z.File, err)
	}
}

// TestWholeRelease makes two releases, which must be the same, and uses the first. It takes
// minutes, and more when nothing is compiled yet for other systems.
func TestWholeRelease(t *testing.T) {
	if os.Getenv("DOCKET_TEST_FULL") == "" {
		t.Skip("a whole release is made when DOCKET_TEST_FULL is set")
	}
	first, second := filepath.Join(t.TempDir(), "dist"), filepath.Join(t.TempDir(), "dist")
	for _, dir := range []string{first, second} {
		r := release{goCommand: goCommand(), version: "9.8.7-rc.1", log: os.Stderr}
		if err := run(t.Context(), r, filepath.Join("..", ".."), dir, false); err != nil {
			t.Fatal(err)
		}
	}
	sums, again := read(t, first, "SHA256SUMS"), read(t, second, "SHA256SUMS")
	if !bytes.Equal(sums, again) {
		t.Errorf("the second release differs:\n%s\nand\n%s, want the same bytes", sums, again)
	}
	for _, name := range []string{
		"docket_9.8.7-rc.1_linux_amd64.tar.gz", "docket_9.8.7-rc.1_linux_arm64.tar.gz", "docket_9.8.7-rc.1_darwin_amd64.tar.gz",
		"docket_9.8.7-rc.1_darwin_arm64.tar.gz", "docket_9.8.7-rc.1_windows_amd64.zip", "docket_9.8.7~rc.1_amd64.deb",
		"docket_9.8.7~rc.1_arm64.deb", "docket_9.8.7-rc.1_image_amd64.tar", "docket_9.8.7-rc.1_image_arm64.tar",
		"docket_9.8.7-rc.1_windows_amd64.cdx.json", "THIRD_PARTY_LICENSES.txt",
	} {
		if !bytes.Contains(sums, []byte("  "+name+"\n")) {
			t.Errorf("there is no %s", name)
		}
	}
	name := target{runtime.GOOS, runtime.GOARCH}.file("9.8.7-rc.1")
	headers, files := untar(t, read(t, first, name+".tar.gz"))
	for _, file := range []string{"LICENSE", "NOTICE", "README.md", "THIRD_PARTY_LICENSES.txt"} {
		if headers[name+"/"+file] == nil {
			t.Errorf("the archive has no %s", file)
		}
	}
	program := filepath.Join(t.TempDir(), "docket")
	if err := os.WriteFile(program, []byte(files[name+"/docket"]), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	uploadToDemo(t, program)
}

// uploadToDemo serves a demo with a program, in an empty folder, and uploads a file to it
// with the same program.
func uploadToDemo(t *testing.T, program string) {
	t.Helper()
	dir, config := t.TempDir(), t.TempDir()
	server := "http://" + freeAddress(t)
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	demo := exec.CommandContext(ctx, program, "serve", "--demo", "--public-url", server,
		"--listen", strings.TrimPrefix(server, "http://"), "--admin-listen", "")
	demo.Dir, demo.Cancel = dir, func() error { return demo.Process.Signal(os.Interrupt) }
	out, err := demo.StdoutPipe()
	if err == nil {
		err = demo.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		told.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "A tour") {
			break
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	defer func() {
		stop()
		_ = demo.Wait() // it was interrupted
	}()
	docket := func(input string, args ...string) string {
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Stdin, cmd.Env = strings.NewReader(input), append(os.Environ(), "DOCKET_CONFIG_DIR="+config)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("docket %s: %v\n%s\nthe demo:\n%s, want no error", args[0], err, out, told.String())
		}
		return string(out)
	}
	docket("Docket-demo-1\n", "login", server, "--password", "--username", "demo", "--client-secret", "docket-demo-secret")
	docket("", "dossiers", "--create", "Mine")
	sample, err := filepath.Abs(filepath.Join("..", "..", "templates", "invoice", "samples", "1-classic.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	docket("", "upload", "--dossier", "Mine", sample)
	if got := docket("", "components", "--dossier", "Mine", "--wait", "1-classic.pdf"); !strings.Contains(got, "NT-2024-0117") {
		t.Errorf("the components:\n%s, want %q in it", got, "NT-2024-0117")
	}
}

// freeAddress returns an address on which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprint(l.Addr())
}

// goCommand returns the go command that make names, else the one at hand.
func goCommand() string { return cmp.Or(os.Getenv("GO"), "go") }
