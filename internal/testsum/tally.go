package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// An event is one line of `go test -json` (see `go doc test2json` and, for builds,
// `go help buildjson`).
type event struct {
	Action      string
	Package     string
	ImportPath  string // of a build, instead of Package
	Test        string
	Output      string
	Elapsed     float64 // seconds
	FailedBuild string
}

// A test is one test or part of a test.
type test struct {
	state  string // "", pass, fail or skip; "" while it runs
	parts  bool
	cutOff bool // it ran when its package ended
	output []string
}

// A suite is one package's run.
type suite struct {
	tests  map[string]*test
	output []string // of the package itself
}

// A tally counts over all packages.
type tally struct {
	out                     io.Writer
	suites                  map[string]*suite
	builds                  map[string][]string // output of builds
	skips                   map[string][]string // by reason, tests that were skipped
	passed, failed, skipped int

	declaredTests func(name string) ([]string, error) // that a package has
}

func newTally(out io.Writer) *tally {
	return &tally{out: out, suites: map[string]*suite{}, builds: map[string][]string{}, skips: map[string][]string{},
		declaredTests: readDeclaredTests}
}

// print writes to the buffered output, whose error summarise reports.
func (t *tally) print(format string, args ...any) { _, _ = fmt.Fprintf(t.out, format, args...) }

// addLine processes one line; a line that is not an event is printed as it is.
func (t *tally) addLine(b []byte) {
	var e event
	if len(b) == 0 || b[0] != '{' || json.Unmarshal(b, &e) != nil || e.Action == "" {
		t.print("%s\n", b)
		return
	}
	switch {
	case e.Action == "build-output":
		t.builds[e.ImportPath] = append(t.builds[e.ImportPath], e.Output)
	case e.Action == "build-fail":
		t.print("%s", strings.Join(t.builds[e.ImportPath], ""))
	case e.Test != "":
		t.testEvent(e)
	case e.Package != "":
		t.packageEvent(e)
	}
}

func (t *tally) suiteOf(name string) *suite {
	s := t.suites[name]
	if s == nil {
		s = &suite{tests: map[string]*test{}}
		t.suites[name] = s
	}
	return s
}

func (s *suite) testOf(name string) *test {
	c := s.tests[name]
	if c == nil {
		c = &test{}
		s.tests[name] = c
		if i := strings.LastIndexByte(name, '/'); i > 0 {
			s.testOf(name[:i]).parts = true
		}
	}
	return c
}

func (t *tally) testEvent(e event) {
	c := t.suiteOf(e.Package).testOf(e.Test)
	switch e.Action {
	case "output":
		c.output = append(c.output, e.Output)
	case "pass":
		c.state, c.output = e.Action, nil
	case "skip":
		reason := reasonOf(c.output)
		t.skips[reason] = append(t.skips[reason], e.Test)
		c.state, c.output = e.Action, nil
	case "fail":
		c.state = e.Action
	}
}

func (t *tally) packageEvent(e event) {
	s := t.suiteOf(e.Package)
	switch e.Action {
	case "output":
		s.output = append(s.output, e.Output)
	case "pass", "fail", "skip":
		passed, failed, skipped := s.countTests(e.Action == "fail")
		t.passed, t.failed, t.skipped = t.passed+passed, t.failed+failed, t.skipped+skipped
		if e.Action == "fail" {
			t.showFailure(s, e)
		}
		if e.Action == "fail" || len(s.tests) > 0 {
			t.print("%-4s  %s  %d passed, %d failed, %d skipped  %.1fs\n", e.Action, e.Package, passed, failed, skipped, e.Elapsed)
		}
		delete(t.suites, e.Package)
	}
}

// countTests counts a suite that has ended. One that failed without a test that did,
// because it did not build, panicked or ran out of time, counts as one failure.
func (s *suite) countTests(failedSuite bool) (passed, failed, skipped int) {
	for name, c := range s.tests {
		switch {
		case c.state == "" && failedSuite: // cut off
			c.state, c.cutOff = "fail", true
			if !c.parts {
				failed++
			}
		case c.state == "fail" && (!c.parts || !s.hasFailedPart(name)):
			failed++
		case c.parts:
		case c.state == "pass":
			passed++
		case c.state == "skip":
			skipped++
		}
	}
	if failedSuite && failed == 0 {
		failed = 1
	}
	return passed, failed, skipped
}

func (s *suite) hasFailedPart(name string) bool {
	for part, c := range s.tests {
		if c.state == "fail" && strings.HasPrefix(part, name+"/") {
			return true
		}
	}
	return false
}

func (t *tally) showFailure(s *suite, e event) {
	if !t.showTimeout(s, e.Package) {
		t.print("%s", s.outputOf())
	}
	if e.FailedBuild != "" {
		t.print("%s was not tested: %s does not build\n", e.Package, e.FailedBuild)
	}
}

// printSums prints the sums. A package whose end was never reported counts as cut off.
func (t *tally) printSums() bool {
	for name, s := range t.suites {
		_, failed, _ := s.countTests(true)
		t.failed += failed
		t.showFailure(s, event{Package: name})
		t.print("fail  %s  cut off\n", name)
	}
	t.printSkips()
	t.print("%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped)
	return t.failed == 0 && t.passed > 0
}
