package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// A target is a system that binaries are made for.
type target struct{ os, arch string }

// targets are all of them.
var targets = []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}}

// String returns a name such as linux/amd64.
func (t target) String() string { return t.os + "/" + t.arch }

// file returns the beginning of the names of files for the target.
func (t target) file(version string) string { return "docket_" + version + "_" + t.os + "_" + t.arch }

// program returns the name of the program.
func (t target) program() string {
	if t.os == "windows" {
		return "docket.exe"
	}
	return "docket"
}

// environment returns the variables of the go command: nothing that the caller's own
// environment says about builds may change the bytes.
func (t target) environment() []string {
	return []string{
		"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off",
		"GOFIPS140=off",
	}
}

// A binary is the program for a target.
type binary struct {
	target
	content []byte
	info    *debug.BuildInfo
}

// sum returns the SHA-256 of the program.
func (b binary) sum() [sha256.Size]byte { return sha256.Sum256(b.content) }

// buildBinaries builds the program for all targets.
func (r *release) buildBinaries(ctx context.Context) error {
	work, err := os.MkdirTemp("", "docket-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, t := range targets {
		path := filepath.Join(work, t.file(r.version))
		began := time.Now()
		r.tell("building for %s", t)
		if err := r.build(ctx, t, path); err != nil {
			return fmt.Errorf("build for %s: %w", t, err)
		}
		b := binary{target: t}
		if b.content, err = os.ReadFile(path); err != nil {
			return err
		}
		if b.info, err = buildinfo.ReadFile(path); err != nil {
			return err
		}
		r.tell("  %.1f MB in %s", float64(len(b.content))/1e6, time.Since(began).Round(time.Second))
		if err := r.tryBinary(ctx, b, path); err != nil {
			return err
		}
		r.binaries = append(r.binaries, b)
	}
	return nil
}

// build builds the program for a target. Version, commit and date are stamped as by make
// build; what the go command would find out by itself is left out, because it depends on
// the checkout.
func (r *release) build(ctx context.Context, t target, path string) error {
	stamp := fmt.Sprintf("-s -w -X main.version=%s -X main.commit=%s -X main.date=%s", r.version, r.commit, r.time.Format(time.DateOnly))
	cmd := exec.CommandContext(ctx, r.goCommand, "build", "-v", "-trimpath", "-buildvcs=false", "-ldflags", stamp, "-o", path, "./cmd/docket")
	cmd.Dir, cmd.Env = r.root, append(os.Environ(), t.environment()...)
	told, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	complaints := r.tellProgress(told)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w\n%s", err, complaints)
	}
	return nil
}

// tellProgress counts the packages that go build -v names, and tells how many there were
// every ten seconds. It returns all other lines.
func (r *release) tellProgress(output io.Reader) string {
	var others strings.Builder
	compiled, told := 0, time.Now()
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if line := lines.Text(); strings.ContainsAny(line, " :#") {
			others.WriteString(line + "\n")
			continue
		}
		compiled++
		if time.Since(told) > 10*time.Second {
			r.tell("  %d packages compiled", compiled)
			told = time.Now()
		}
	}
	return others.String()
}

// tryBinary runs the program where this machine can, and wants it to say what it is.
func (r *release) tryBinary(ctx context.Context, b binary, path string) error {
	if b.os != runtime.GOOS || b.arch != runtime.GOARCH {
		return nil
	}
	out, err := exec.CommandContext(ctx, path, "version").Output()
	want := fmt.Sprintf("docket %s (commit %s, %s)\n", r.version, r.commit, r.time.Format(time.DateOnly))
	if err != nil || string(out) != want {
		return fmt.Errorf("docket version: got %q, %v, want %q", out, err, want)
	}
	return nil
}
