package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// watched has mistakes to make that its tests notice, by failing, by never ending
// or by the tests of another package, and some that they do not.
var watched = map[string]string{
	"a/a.go": `package a

import "errors"

// Limit is what Below compares with.
const Limit = 3

func Below(n int) bool {
	return n < Limit
}

func Count(n int) int {
	sum := 0
again:
	for i := 0; i < n; i++ {
		if i == 50 {
			continue again
		}
		sum++
	}
	return sum
}

var errUnseen = errors.New("unseen")

func Unseen() error {
	return errUnseen
}
`,
	"a/a_test.go": `package a

import "testing"

func TestBelow(t *testing.T) {
	if !Below(1) || Below(5) {
		t.Error("wrong")
	}
}
`,
	"b/b_test.go": `package b

import (
	"testing"

	"example.org/m/a"
)

func TestCount(t *testing.T) {
	if a.Count(4) != 4 || a.Count(51) != 50 || a.Limit != 3 {
		t.Error("wrong")
	}
}
`,
	"b/b.go": "package b\n",
}

func TestTestsNoticeOrDoNot(t *testing.T) {
	dir := module(t, watched)
	var b strings.Builder
	r, err := measure(context.Background(), options{dir: dir, count: 100, seed: 7, workers: 2, more: time.Second, patterns: []string{"./a"},
		tests: []string{"./..."}}, &b)
	if err != nil {
		t.Fatal(err)
	}
	r.write(&b)
	got := b.String()
	for _, want := range []string{
		"a.go:9:11: < becomes <=\n  - return n < Limit\n  + return n <= Limit\n",
		"a.go:27:9: result 1 becomes zero (no test comes here)\n",
		" example.org/m/a\ncaught ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	lives := 0
	for _, m := range r.mutants {
		if m.what == "3 becomes 3 + 1" && m.within != nil {
			t.Error("a constant of the package is behind a switch")
		}
		if !m.caught {
			lives++
		}
		if line := m.file.set.Position(m.at).Line; m.caught == (line == 27) && line > 9 {
			t.Errorf("line %d, %s: caught is %v, want it caught but in line 27", line, m.what, m.caught)
		}
	}
	if lives != 2 || len(r.mutants) < 15 {
		t.Errorf("%d of %d live:\n%s, want lives = 2 and len(r.mutants) at least 15", lives, len(r.mutants), got)
	}
	if r.reaches(100) || !r.reaches(80) {
		t.Errorf("the threshold is not held: %s, want 80 reached and 100 not", got)
	}
}

func TestTestsThatFailAsTheyAreSayNothing(t *testing.T) {
	dir := module(t, map[string]string{
		"a.go":      "package a\n\nvar A = 1\n",
		"a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Fatal(\"as it is\") }\n",
	})
	_, err := measure(context.Background(), options{dir: dir, count: 1, patterns: []string{"."}, tests: []string{"."}}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "as it is") {
		t.Errorf("got %v, want an error and err.Error() with as it is", err)
	}
}

func TestTestsThatDoNotCompileHaveNoticed(t *testing.T) {
	dir := module(t, map[string]string{
		"a.go":      "package a\n\n// Limit and Other are numbers.\nconst Limit, Other = 3, 5\n",
		"a_test.go": "package a\n\nimport \"testing\"\n\nvar exactly [3 - Limit]int\n\nfunc TestA(t *testing.T) { t.Log(len(exactly)) }\n",
	})
	var b strings.Builder
	r, err := measure(context.Background(), options{dir: dir, count: 9, more: time.Second, patterns: []string{"."},
		tests: []string{"."}}, &b)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.mutants) != 2 || r.caught() != 1 || !strings.Contains(b.String(), ": 5 becomes 5 + 1") {
		t.Errorf("%d of %d caught:, want len(r.mutants) = 2, r.caught() = 1 and b.String() with : 5 becomes 5 + 1\n%s",
			r.caught(), len(r.mutants), b.String())
	}
}

func TestBuildsThatFailOtherwiseSayNothing(t *testing.T) {
	dir := module(t, map[string]string{"a.go": "package a\n\nvar _ int = \"\"\n"})
	b := &bench{dir: dir, work: t.TempDir()}
	overlay, err := b.overlay("none", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.build(t.Context(), overlay, "./none", filepath.Join(b.work, "a.test")); err == nil || errors.Is(err, errCompile) {
		t.Errorf("a folder that is not there: %v, want a failure that is none of the compiler", err)
	}
	if err := b.build(t.Context(), overlay, ".", filepath.Join(b.work, "a.test")); !errors.Is(err, errCompile) {
		t.Errorf("code that is wrong: %v, want %v", err, errCompile)
	}
}
