package main

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A build is one of the two that are compared.
type build struct {
	name   string // old, new
	commit string
	tree   string            // its sources
	docket string            // its program; "": not built
	work   string            // folder of its own for what it writes
	helps  map[string]string // of its commands, as they print it
	warm   bool              // what commands keep between runs is compiled
}

// describe returns what the build was made from.
func (b *build) describe() string {
	if b.name == "new" {
		return "working tree on " + b.commit
	}
	return b.commit
}

// prepareBuilds finds the sources of both builds, and makes their programs if a part needs them.
func (c *comparison) prepareBuilds(ctx context.Context) error {
	commit, err := resolveCommit(ctx, c.root, c.base)
	if err != nil {
		return err
	}
	head, err := resolveCommit(ctx, c.root, "HEAD")
	if err != nil {
		return err
	}
	old := &build{name: "old", commit: commit[:12], tree: filepath.Join(c.cache, commit, "tree")}
	now := &build{name: "new", commit: head[:12], tree: c.root, docket: c.docket}
	c.builds = [2]*build{old, now}
	for _, b := range c.builds {
		b.work = filepath.Join(c.work, b.name)
		if err := os.MkdirAll(b.work, 0o700); err != nil {
			return err
		}
	}
	if err := c.extractTree(ctx, commit, old.tree); err != nil {
		return err
	}
	needed := false
	for _, p := range c.parts {
		needed = needed || p.docket
	}
	if !needed {
		return nil
	}
	if now.docket == "" {
		now.docket = filepath.Join(now.work, "docket")
		c.tell("building the working tree")
		if err := c.compile(ctx, now.tree, now.docket, "./cmd/docket"); err != nil {
			return fmt.Errorf("the working tree does not build: %w", err)
		}
	}
	old.docket = filepath.Join(c.cache, commit, "docket")
	if _, err := os.Stat(old.docket); err != nil {
		c.tell("building %s: the first time this takes minutes, then its program is kept in %s", old.commit, filepath.Dir(old.docket))
	}
	if err := c.compile(ctx, old.tree, old.docket, "./cmd/docket"); err != nil {
		return fmt.Errorf("%s (%s) does not build: %w", c.base, old.commit, err)
	}
	return nil
}

// resolveCommit returns the id of a commit that the repository has.
func resolveCommit(ctx context.Context, root, name string) (string, error) {
	if strings.HasPrefix(name, "-") {
		return "", fmt.Errorf("%q is no commit", name)
	}
	cmd := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	out, err := cmd.Output()
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", fmt.Errorf("git is needed to read the history: %w", err)
		}
		return "", fmt.Errorf("the history in %s has no commit %q; a shallow clone gets more by git fetch --unshallow", root, name)
	}
	return strings.TrimSpace(string(out)), nil
}

// extractTree writes the files of a commit into a folder, unless they are there from a run before.
func (c *comparison) extractTree(ctx context.Context, commit, tree string) error {
	if _, err := os.Stat(tree); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(tree), 0o755); err != nil {
		return err
	}
	partly, err := os.MkdirTemp(filepath.Dir(tree), "partly-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(partly)
	cmd := exec.CommandContext(ctx, "git", "-C", c.root, "archive", "--format=tar", commit)
	files, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = unpack(files, partly)
	if err := errors.Join(err, cmd.Wait()); err != nil {
		return fmt.Errorf("take %s out of the history: %w", commit, err)
	}
	if err := os.Rename(partly, tree); err != nil {
		if _, there := os.Stat(tree); there != nil { // not made by another run meanwhile
			return err
		}
	}
	return nil
}

// unpack writes files and folders of a tar into a folder; links and others are left out.
func unpack(from io.Reader, folder string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for r := tar.NewReader(from); ; {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			_, err = io.Copy(io.Discard, from)
			return err
		case err != nil:
			return err
		case h.Typeflag == tar.TypeDir:
			err = root.MkdirAll(filepath.Clean(h.Name), 0o755)
		case h.Typeflag == tar.TypeReg:
			err = unpackFile(root, h, r)
		}
		if err != nil {
			return err
		}
	}
}

func unpackFile(root *os.Root, h *tar.Header, content io.Reader) error {
	f, err := root.OpenFile(h.Name, os.O_CREATE|os.O_WRONLY|os.O_EXCL, os.FileMode(h.Mode)&0o777)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Close())
}

// compile builds a package of a tree into a program, unless the program is up to date.
func (c *comparison) compile(ctx context.Context, tree, program string, args ...string) error {
	_, _, err := runProgram(ctx, tree, "", c.goTool, append([]string{"build", "-trimpath", "-buildvcs=false", "-o", program}, args...)...)
	return err
}

// hasFlag reports whether a command of the build takes a flag, such as --reread.
func (b *build) hasFlag(ctx context.Context, command, flag string) (bool, error) {
	help, known := b.helps[command]
	if !known {
		out, _, err := runProgram(ctx, b.work, "", b.docket, append(strings.Fields(command), "--help")...)
		if err != nil {
			return false, err
		}
		if b.helps == nil {
			b.helps = map[string]string{}
		}
		help = string(out)
		b.helps[command] = help
	}
	for word := range strings.FieldsSeq(help) {
		if name, _, _ := strings.Cut(word, "="); name == flag {
			return true, nil
		}
	}
	return false, nil
}

// templateOf returns the folder of the invoice template that a build works with.
func (c *comparison) templateOf(b *build) (string, error) {
	if c.template == "base" {
		b = c.builds[0]
	}
	folder := filepath.Join(b.tree, "templates", "invoice")
	if _, err := os.Stat(filepath.Join(folder, "template.yaml")); err != nil {
		return "", fmt.Errorf("%w: templates/invoice", errAbsent)
	}
	return folder, nil
}
