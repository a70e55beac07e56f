package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A release holds what is released, and how it is made.
type release struct {
	root      string // of the repository
	goCommand string
	version   string
	commit    string    // the first 12 digits
	time      time.Time // of the commit; of everything in archives
	log       io.Writer

	dir      string // the folder that is filled
	binaries []binary
	parts    inventory // of all programs
	texts    []byte    // THIRD_PARTY_LICENSES.txt
}

// makeAll makes the release in a folder beside out, and puts it there when it is complete.
func (r *release) makeAll(ctx context.Context, out string) (err error) {
	if err := r.describeCommit(ctx); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil { //nolint:gosec // everybody may read it
		return err
	}
	if r.dir, err = os.MkdirTemp(filepath.Dir(out), ".release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.dir)
	r.tell("docket %s of commit %s, with %s", r.version, r.commit, runtime.Version())
	for _, step := range []func(context.Context) error{
		r.buildBinaries, r.collectLicenses, r.makeArchives, r.makePackages, r.makeImages, r.makeBOMs, r.makeChecksums,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := errors.Join(os.RemoveAll(out), os.Chmod(r.dir, 0o755)); err != nil { //nolint:gosec // everybody may read it
		return err
	}
	if err := os.Rename(r.dir, out); err != nil {
		return err
	}
	r.tell("%s is complete", out)
	return nil
}

// tell says what is being done.
func (r *release) tell(format string, args ...any) {
	_, _ = fmt.Fprintf(r.log, "release: "+format+"\n", args...)
}

// semver matches the versions that are accepted.
var semver = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$`)

// describeCommit finds out version, commit and time, as far as they are not given.
func (r *release) describeCommit(ctx context.Context) error {
	if r.version == "" {
		var err error
		if r.version, err = versionInCode(r.root); err != nil {
			return err
		}
	}
	r.version = strings.TrimPrefix(r.version, "v")
	if !semver.MatchString(r.version) {
		return fmt.Errorf("%q is no version such as 0.2.0 or 0.2.0-rc.1", r.version)
	}
	out, err := r.output(ctx, nil, "git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return err
	}
	commit, seconds, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || len(commit) < 12 {
		return fmt.Errorf("git log says %q", out)
	}
	r.commit, r.time = commit[:12], time.Unix(unix, 0).UTC()
	out, err = r.output(ctx, nil, "git", "status", "--porcelain")
	if err == nil && len(out) > 0 {
		r.tell("WARNING: the tree differs from commit %s, which the binaries will name: not to be published", r.commit)
	}
	return err
}

// versionInCode returns the version that the code of the command has.
func versionInCode(root string) (string, error) {
	code, err := os.ReadFile(filepath.Join(root, "cmd", "docket", "main.go"))
	if err != nil {
		return "", err
	}
	found := regexp.MustCompile(`(?m)^var version = "([^"]+)"$`).FindSubmatch(code)
	if found == nil {
		return "", errors.New("cmd/docket/main.go has no line: var version = \"…\"")
	}
	return string(found[1]), nil
}

// output runs a program in the repository, with variables beside those of this process, and
// returns what it prints.
func (r *release) output(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = r.root, append(os.Environ(), env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, said.Bytes())
	}
	return out, nil
}

// save writes a file of the release, and says how large it is.
func (r *release) save(name string, write func(io.Writer) error) error {
	f, err := os.Create(filepath.Join(r.dir, name))
	if err != nil {
		return err
	}
	err = write(f)
	size, sizeErr := f.Seek(0, io.SeekCurrent)
	if err := errors.Join(err, sizeErr, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	r.tell("  %s, %.1f MB", name, float64(size)/1e6)
	return nil
}

// makeChecksums writes SHA256SUMS over all files of the release, in the form of sha256sum.
func (r *release) makeChecksums(context.Context) error {
	files, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(r.dir, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), f.Name())
	}
	return r.save("SHA256SUMS", func(w io.Writer) error {
		_, err := w.Write(sums.Bytes())
		return err
	})
}
