package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestSummarise(t *testing.T) {
	for name, c := range map[string]struct {
		in    []string
		last  string
		shows []string
		hides []string
		ok    bool
	}{
		"all pass": {
			in: []string{`{"Action":"run","Package":"a","Test":"TestX"}`,
				`{"Action":"output","Package":"a","Test":"TestX","Output":"chatter\n"}`,
				`{"Action":"pass","Package":"a","Test":"TestX"}`, `{"Action":"pass","Package":"a","Elapsed":1.5}`},
			last: "1 passed, 0 failed, 0 skipped", hides: []string{"chatter"}, ok: true,
		},
		"a test counts as its parts": {
			in: []string{`{"Action":"run","Package":"a","Test":"T/one"}`, `{"Action":"run","Package":"a","Test":"T/two"}`,
				`{"Action":"output","Package":"a","Test":"T/two","Output":"wrong sum\n"}`,
				`{"Action":"pass","Package":"a","Test":"T/one"}`, `{"Action":"fail","Package":"a","Test":"T/two"}`,
				`{"Action":"fail","Package":"a","Test":"T"}`, `{"Action":"fail","Package":"a"}`},
			last: "1 passed, 1 failed, 0 skipped", shows: []string{"wrong sum"},
		},
		"a test that fails beside its parts": {
			in: []string{`{"Action":"pass","Package":"a","Test":"T/one"}`,
				`{"Action":"fail","Package":"a","Test":"T"}`, `{"Action":"fail","Package":"a"}`},
			last: "1 passed, 1 failed, 0 skipped",
		},
		"skipped alone is no success": {
			in:   []string{`{"Action":"skip","Package":"a","Test":"T"}`, `{"Action":"pass","Package":"a"}`},
			last: "0 passed, 0 failed, 1 skipped",
		},
		"a package that does not build": {
			in: []string{`{"ImportPath":"a","Action":"build-output","Output":"x.go:1: undefined: y\n"}`,
				`{"ImportPath":"a","Action":"build-fail"}`, `{"Action":"fail","Package":"a","FailedBuild":"a"}`},
			last: "0 passed, 1 failed, 0 skipped", shows: []string{"undefined: y", "does not build"},
		},
		"a test cut off by the timeout": {
			in: []string{`{"Action":"pass","Package":"a","Test":"S"}`, `{"Action":"run","Package":"a","Test":"T/part"}`,
				`{"Action":"output","Package":"a","Test":"T/part","Output":"panic: test timed out after 2m0s\n"}`,
				`{"Action":"output","Package":"a","Test":"T/part","Output":"goroutine 7 [running]:\n"}`, `{"Action":"fail","Package":"a"}`},
			last: "1 passed, 1 failed, 0 skipped", hides: []string{"goroutine 7"},
			shows: []string{"not through after 2m0s. DOCKET_TEST_TIMEOUT=", "running: T/part\n", "not begun: U, V\n", "stacks: "},
		},
		"skipped tests say why": {
			in: []string{`{"Action":"output","Package":"a","Test":"T","Output":"=== RUN T\n"}`,
				`{"Action":"output","Package":"a","Test":"T","Output":"    a_test.go:17: no printer\n"}`,
				`{"Action":"output","Package":"a","Test":"T","Output":"--- SKIP: T (0.0s)\n"}`,
				`{"Action":"skip","Package":"a","Test":"T"}`,
				`{"Action":"skip","Package":"a","Test":"U"}`, `{"Action":"pass","Package":"a","Test":"V"}`,
				`{"Action":"pass","Package":"a"}`},
			last: "1 passed, 0 failed, 2 skipped", ok: true,
			shows: []string{"skipped 1: no printer (T)\n", "skipped 1: no reason is given (U)\n"},
		},
		"a stream cut off": {
			in:   []string{`{"Action":"run","Package":"a","Test":"T"}`},
			last: "0 passed, 1 failed, 0 skipped", shows: []string{"cut off"},
		},
		"what is no event is shown": {
			in:   []string{`pattern ./nowhere: no such directory`, `{"no":"event"}`, ``},
			last: "0 passed, 0 failed, 0 skipped", shows: []string{"no such directory", `{"no":"event"}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			w := bufio.NewWriter(&out)
			tally := newTally(w)
			tally.declaredTests = func(string) ([]string, error) { return []string{"S", "T", "U", "V"}, nil }
			ok, err := tally.copy(strings.NewReader(strings.Join(c.in, "\n")), w)
			if err != nil || ok != c.ok {
				t.Errorf("ok %v, %v; want %v", ok, err, c.ok)
			}
			if !strings.HasSuffix(out.String(), c.last+"\n") {
				t.Errorf("closes with %q, want %q", out.String(), c.last)
			}
			for _, s := range c.shows {
				if !strings.Contains(out.String(), s) {
					t.Errorf("does not show %q:\n%s", s, out.String())
				}
			}
			for _, s := range c.hides {
				if strings.Contains(out.String(), s) {
					t.Errorf("shows %q:\n%s", s, out.String())
				}
			}
		})
	}
}

// The events are those of the Go tool at hand, not only of the examples above.
func TestRealRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n",
		"m_test.go": `package m
import "testing"
func TestPass(t *testing.T) {}
func TestSkip(t *testing.T) { t.Skip("because") }
func TestParts(t *testing.T) { t.Run("good", func(*testing.T) {}); t.Run("bad", func(t *testing.T) { t.Error("boom") }) }
`,
		"b/b.go":      "package b\n",
		"b/b_test.go": "package b\nvar x = undefined\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "test", "-json", "./...")
	run.Dir = dir
	events, err := run.Output()
	if err == nil {
		t.Fatal("go test should have failed")
	}
	var out strings.Builder
	if ok, err := copySummary(strings.NewReader(string(events)), &out); ok || err != nil {
		t.Errorf("ok %v, %v, want not ok and no error", ok, err)
	}
	for _, want := range []string{"boom", "undefined", "skipped 1: because (TestSkip)", "2 passed, 2 failed, 1 skipped\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("does not show %q:\n%s", want, out.String())
		}
	}
}

func FuzzSummarise(f *testing.F) {
	f.Add(`{"Action":"pass","Package":"a","Test":"T/x"}` + "\n" + `{"Action":"fail","Package":"a"}`)
	f.Add("{\n\n}")
	f.Fuzz(func(t *testing.T, in string) {
		var out strings.Builder
		ok, err := copySummary(strings.NewReader(in), &out)
		if err != nil {
			t.Fatal(err)
		}
		if failing := !strings.Contains(out.String(), " 0 failed, "); ok && failing {
			t.Errorf("success in spite of failures, want a failure:\n%s", out.String())
		}
	})
}
