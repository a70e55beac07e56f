package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// timedOut matches what the testing package writes when a package has run for longer than
// -timeout allows; what follows are the stacks of all goroutines.
var timedOut = regexp.MustCompile(`(?m)^panic: test timed out after (\S+)$`)

// outputOf returns all output of a suite that is kept: of the package, and of tests that did
// not pass.
func (s *suite) outputOf() string {
	var b strings.Builder
	for _, name := range sortedKeys(s.tests) {
		b.WriteString(strings.Join(s.tests[name].output, ""))
	}
	b.WriteString(strings.Join(s.output, ""))
	return b.String()
}

// showTimeout names the tests that ran when a package's time was over and those that had not
// begun, and where the output with the stacks is; it returns false if its time was not over.
func (t *tally) showTimeout(s *suite, name string) bool {
	all := s.outputOf()
	after := timedOut.FindStringSubmatch(all)
	if after == nil {
		return false
	}
	t.print("%s was not through after %s. DOCKET_TEST_TIMEOUT=3h gives each package more time.\n", name, after[1])
	var running []string
	for _, n := range sortedKeys(s.tests) {
		if c := s.tests[n]; c.cutOff && !c.parts {
			running = append(running, n)
		}
	}
	t.print("  running: %s\n", listOrNone(running))
	if declared, err := t.declaredTests(name); err != nil {
		t.print("  not begun: unknown, %v\n", err)
	} else {
		t.print("  not begun: %s\n", listOrNone(slices.DeleteFunc(declared, func(n string) bool { return s.tests[n] != nil })))
	}
	if file, err := keepOutput(all); err != nil {
		t.print("%s", all)
	} else {
		t.print("  output and stacks: %s\n", file)
	}
	return true
}

func keepOutput(text string) (string, error) {
	f, err := os.CreateTemp("", "docket-test-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return f.Name(), err
}

func listOrNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// readDeclaredTests returns the names of the tests, examples and fuzz targets that the files of
// a package declare, in the order of their text.
func readDeclaredTests(name string) ([]string, error) {
	out, err := exec.CommandContext(context.Background(), "go", "list", "-f",
		"{{.Dir}}{{range .TestGoFiles}}\n{{.}}{{end}}{{range .XTestGoFiles}}\n{{.}}{{end}}", name).Output()
	if err != nil {
		return nil, fmt.Errorf("list the files of %s: %w", name, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var names []string
	for _, file := range lines[1:] {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(lines[0], file), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && isTest(fn.Name.Name) {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names, nil
}

func isTest(name string) bool {
	if name == "TestMain" {
		return false
	}
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz")
}
