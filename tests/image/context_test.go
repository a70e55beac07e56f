package image

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the root of the repository, which is the context of the builds.
const root = "../.."

// An ignoreFile holds the patterns of a .dockerignore in their order.
type ignoreFile []string

// readIgnoreFile returns the patterns of .dockerignore, or of another text of its form.
func readIgnoreFile(text string) (patterns ignoreFile, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pattern := path.Clean(strings.TrimPrefix(strings.TrimPrefix(line, "!"), "/"))
		if _, err := path.Match(strings.ReplaceAll(pattern, "**", "*"), "x"); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		if strings.HasPrefix(line, "!") {
			pattern = "!" + pattern
		}
		patterns = append(patterns, pattern)
	}
	return patterns, nil
}

// leavesOut reports whether a file stays out of the context: the last pattern that matches it, or a folder around it, decides.
func (f ignoreFile) leavesOut(file string) (out bool) {
	for _, pattern := range f {
		bare, isException := strings.CutPrefix(pattern, "!")
		if out == isException && matchesPath(strings.Split(bare, "/"), strings.Split(file, "/")) {
			out = !isException
		}
	}
	return out
}

// matchesPath reports whether a pattern matches a path or a folder around it; ** stands for any number of folders.
func matchesPath(pattern, segments []string) bool {
	if len(pattern) == 0 {
		return true
	}
	if pattern[0] == "**" {
		return matchesPath(pattern[1:], segments) || len(segments) > 0 && matchesPath(pattern, segments[1:])
	}
	if len(segments) == 0 {
		return false
	}
	ok, _ := path.Match(pattern[0], segments[0])
	return ok && matchesPath(pattern[1:], segments[1:])
}

// copyContext copies what an ignoreFile leaves of the tree into a folder, and returns the names of its files, sorted.
func copyContext(t *testing.T, ignored ignoreFile, to string) (files []string) {
	t.Helper()
	hasExceptions := slices.ContainsFunc(ignored, func(p string) bool { return strings.HasPrefix(p, "!") })
	err := fs.WalkDir(os.DirFS(root), ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file == ".git" || file != "." && d.IsDir() && !hasExceptions && ignored.leavesOut(file):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() || !d.Type().IsRegular() || ignored.leavesOut(file):
			return nil
		}
		files = append(files, file)
		content, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return err
		}
		target := filepath.Join(to, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

// readContext copies the context of the repository into a new folder.
func readContext(t *testing.T) (folder string, files []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".dockerignore"))
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := readIgnoreFile(string(text))
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	return folder, copyContext(t, ignored, folder)
}

func TestPatternsOfDockerignore(t *testing.T) {
	ignored, err := readIgnoreFile("# a comment\n\n.*\n*.md\n/docs\ntests/\n**/*_test.go\n**/testdata\nkept\n!kept/this\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file string
		want bool
	}{
		{".git/config", true}, {".ci/run", true}, {"README.md", true}, {"rules/reference/java.md", false},
		{"docs/api.md", true}, {"evidence/docs/x", false}, {"tests/image/doc.go", true}, {"contests/a.go", false},
		{"a_test.go", true}, {"evidence/tree_test.go", true}, {"testdata/x", true}, {"rules/a/testdata/b/c", true},
		{"kept/that", true}, {"kept/this", false}, {"kept/this/too", false}, {"go.mod", false}, {"evidence/tree.go", false},
	} {
		if got := ignored.leavesOut(c.file); got != c.want {
			t.Errorf("%s is left out: got %v, want %v", c.file, got, c.want)
		}
	}
}

// TestWhatGitIgnoresIsInNoImage: keys, data and builds of a checkout stay out of the context.
func TestWhatGitIgnoresIsInNoImage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, ".dockerignore"))
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := readIgnoreFile(string(text))
	if err != nil {
		t.Fatal(err)
	}
	byGit, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(byGit)) {
		file := strings.Trim(strings.ReplaceAll(name, "*", "x"), "/")
		if !ignored.leavesOut(file) {
			t.Errorf("git ignores %s, and .dockerignore leaves it in the image's context: got it, want it left out", name)
		}
	}
}

// TestBuildahCopiesTheSameContext holds the reading of .dockerignore here against that of an engine, where there is one.
func TestBuildahCopiesTheSameContext(t *testing.T) {
	buildah, err := exec.LookPath("buildah")
	if err != nil || os.Geteuid() != 0 {
		t.Skip("there is no buildah here, or no right to run it without namespaces")
	}
	_, want := readContext(t)
	work := t.TempDir()
	recipe, copied := filepath.Join(work, "Dockerfile"), filepath.Join(work, "copied")
	if err := os.WriteFile(recipe, []byte("FROM scratch\nCOPY . /\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(buildah, "--root", filepath.Join(work, "root"), "--runroot", filepath.Join(work, "run"), "--storage-driver", "vfs",
		"build", "--isolation", "chroot", "--ignorefile", ".dockerignore", "-f", recipe, "--output", "type=local,dest="+copied, ".")
	run.Dir = root
	if told, err := run.CombinedOutput(); err != nil {
		t.Fatalf("buildah: %v\n%s, want no error", err, told)
	}
	var got []string
	err = fs.WalkDir(os.DirFS(copied), ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			got = append(got, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("buildah copies %d files: got %v, want the same %d files as here: %v", len(got), got, len(want), want)
	}
}
