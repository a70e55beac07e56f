package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/procs"
)

// repository returns the folder of the repository, or skips where there is no history.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("git", "-C", root, "rev-parse", "HEAD").Run(); err != nil {
		t.Skip("there is no history: not a clone, or git is missing")
	}
	return root
}

// report is what the file of results holds.
type report struct {
	Rows        []reportRow
	NotMeasured []string
	Answers     []comparedAnswers
}

// compareWithHead compares the working tree with its last commit and returns the results, and what
// was printed.
func compareWithHead(t *testing.T, args ...string) (report, string) {
	t.Helper()
	folder := t.TempDir()
	s, err := parseArgs(append([]string{"-root", repository(t), "-base", "HEAD", "-corpora", "", "-cache", filepath.Join(folder, "cache"),
		"-json", filepath.Join(folder, "beside.json")}, args...), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	s.temp = t.TempDir()
	var out, progress bytes.Buffer
	if err := compareBuilds(t.Context(), s, &out, &progress); err != nil {
		t.Fatalf("%v\n%s, want no error", err, progress.String())
	}
	content, err := os.ReadFile(s.json)
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(content, &r); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(s.temp); len(left) > 0 {
		t.Errorf("got %v left behind, want none", left)
	}
	return r, out.String()
}

// TestTheLastCommitIsComparedWithTheTree builds the drivers among the sources of both and runs them.
func TestTheLastCommitIsComparedWithTheTree(t *testing.T) {
	r, printed := compareWithHead(t, "-parts", "rules,appends", "-count", "8")
	if len(r.NotMeasured) > 0 || len(r.Rows) != 6 {
		t.Errorf("got %d rows and %v not measured, want 6 rows\n%s", len(r.Rows), r.NotMeasured, printed)
	}
	for _, one := range r.Rows {
		if len(one.Old) != 2 || len(one.New) != 2 || one.Cost <= 0 {
			t.Errorf("got %+v, want two rounds of each build and their ratio", one)
		}
	}
	if len(r.Answers) != 1 || r.Answers[0].Alike != 4 {
		t.Errorf("got answers %+v, want 4 alike", r.Answers)
	}
}

// TestAServiceIsComparedWithItself uploads a few invoices to services of both builds.
func TestAServiceIsComparedWithItself(t *testing.T) {
	if os.Getenv("DOCKET_TEST_FULL") == "" {
		t.Skip("DOCKET_TEST_FULL is not set: two programs are built for it")
	}
	r, printed := compareWithHead(t, "-parts", "invoices,pages,layout,readable,start", "-count", "8", "-rounds", "1")
	if len(r.NotMeasured) > 0 || len(r.Rows) < 16 {
		t.Errorf("got %d rows and %v not measured, want 16 rows\n%s", len(r.Rows), r.NotMeasured, printed)
	}
	for _, a := range r.Answers {
		if a.Alike == 0 || a.Different > 0 || len(a.OldOnly) > 0 || len(a.NewOnly) > 0 {
			t.Errorf("got %s, want the same answers", a)
		}
	}
}

// A stopper ends a context when a text is written to it.
type stopper struct {
	at   string
	stop func()
}

func (s stopper) Write(b []byte) (int, error) {
	if strings.Contains(string(b), s.at) {
		s.stop()
	}
	return len(b), nil
}

func TestInterruptsLeaveNothingBehind(t *testing.T) {
	s, err := parseArgs([]string{"-root", repository(t), "-base", "HEAD", "-cache", t.TempDir(), "-parts", "appends"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	s.temp = t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err = compareBuilds(ctx, s, io.Discard, stopper{"round 1 of 2, new", cancel})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of the context", err)
	}
	if left, _ := os.ReadDir(s.temp); len(left) > 0 {
		t.Errorf("got %v left behind, want none", left)
	}
	if children, err := procs.ChildrenOf(os.Getpid()); err != nil || len(children) > 0 {
		t.Errorf("got processes %v (%v), want none", children, err)
	}
}

// TestEndedProgramsTakeTheirChildrenWithThem ends a context while a program waits for its child.
func TestEndedProgramsTakeTheirChildrenWithThem(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error)
	go func() {
		_, _, err := runProgram(ctx, folder, "", "sh", "-c", "sleep 1000 & echo $! > new; mv new child; wait")
		ended <- err
	}()
	child := filepath.Join(folder, "child")
	if err := waitUntil(ctx, "no child", time.Minute, time.Millisecond, func() (bool, error) {
		_, err := os.Stat(child)
		return err == nil, nil
	}); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("got no error of a program that was ended")
	}
	pid, err := os.ReadFile(child)
	if err != nil {
		t.Fatal(err)
	}
	if err := waitUntil(t.Context(), "the child runs on", time.Minute, time.Millisecond, func() (bool, error) {
		stat, gone := os.ReadFile(filepath.Join("/proc", strings.TrimSpace(string(pid)), "stat"))
		return gone != nil || strings.Contains(string(stat), ") Z "), nil //nolint:nilerr // what is gone runs no more
	}); err != nil {
		t.Error(err)
	}
}

func TestBasesThatAreNotThereAreTold(t *testing.T) {
	s, err := parseArgs([]string{"-root", repository(t), "-base", "0123456789abcdef", "-cache", t.TempDir()}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	err = compareBuilds(t.Context(), s, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), `no commit "0123456789abcdef"`) {
		t.Errorf("got %v, want to be told that the history lacks it", err)
	}
}

// TestABuildWithoutAPartIsTold lays a driver among sources in which it does not compile.
func TestABuildWithoutAPartIsTold(t *testing.T) {
	tree := t.TempDir()
	if err := os.WriteFile(filepath.Join(tree, "go.mod"), []byte("module example.test/empty\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &comparison{settings: settings{goTool: "go"}}
	b := &build{name: "old", tree: tree, work: t.TempDir()}
	_, err := measureAppends(t.Context(), c, b)
	if !errors.Is(err, errAbsent) {
		t.Errorf("got %v, want to be told that the build lacks it", err)
	}
	c.builds, c.progress = [2]*build{b, {name: "new"}}, io.Discard
	c.noteFailure(part{name: "appends"}, b, err)
	c.noteFailure(part{name: "appends"}, b, err)
	if len(c.table.notes) != 1 || !strings.HasPrefix(c.table.notes[0], "appends: not in the base: ") {
		t.Errorf("got %q, want one note that the base lacks it", c.table.notes)
	}
	if left, _ := os.ReadDir(tree); len(left) != 1 {
		t.Errorf("got %v in the tree, want it untouched", left)
	}
}
