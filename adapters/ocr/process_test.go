package ocr

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document/layout"
)

// script is a program of a few lines of shell that stands in for Tesseract.
func script(t *testing.T, lines string) program {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tesseract")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+lines+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return program{path: path, maxOutput: 1 << 16, memoryMiB: 1024}
}

func TestProgramsSeeNothingOfTheService(t *testing.T) {
	t.Setenv("DOCKET_SECRET", "do not tell")
	out, err := script(t, `env; pwd; echo left > behind; ls -l /proc/self/fd | wc -l`).runProgram(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	if strings.Contains(text, "do not tell") || !strings.Contains(text, "OMP_THREAD_LIMIT=1") {
		t.Errorf("environment:\n%s, want no %q in text and %q in text", text, "do not tell", "OMP_THREAD_LIMIT=1")
	}
	for _, line := range strings.Split(text, "\n") {
		if dir, ok := strings.CutPrefix(line, "TMPDIR="); ok {
			if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the folder %s was left: %v, want %v", dir, err, os.ErrNotExist)
			}
			return
		}
	}
	t.Error("no folder of its own")
}

func TestProgramsAreBounded(t *testing.T) {
	begun := time.Now()
	if _, err := script(t, `while :; do echo more and more and more; done`).runProgram(t.Context(), nil); !errors.Is(err, errOutput) {
		t.Errorf("endless output: %v, want %v", err, errOutput)
	}
	if _, err := script(t, `echo no such language >&2; exit 3`).runProgram(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "no such language") {
		t.Errorf("failure: %v, want an error and err.Error() with no such language", err)
	}
	if took := time.Since(begun); took > 5*time.Minute {
		t.Errorf("it took %v, want at most %v", took, 5*time.Minute)
	}
}

func TestWhatAProgramStartedEndsWithIt(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	p := script(t, `sleep 1000 & echo $! > pid; wait`)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := p.runProgram(ctx, nil)
		ended <- err
	}()
	child := 0
	for child == 0 {
		for _, note := range globbed(t, filepath.Join(os.TempDir(), "docket-ocr-*", "pid")) {
			raw, _ := os.ReadFile(note)
			child, _ = strconv.Atoi(strings.TrimSpace(string(raw)))
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for deadline := time.Now().Add(time.Minute); running(child); {
		if time.Now().After(deadline) {
			t.Fatalf("process %d still runs, want its end", child)
		}
	}
}

// globbed returns the files of a pattern.
func globbed(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestProgramsThatTakeTooMuchAreEnded has a program take memory in many processes, each of which takes little,
// and another start processes without end.
func TestProgramsThatTakeTooMuchAreEnded(t *testing.T) {
	p := script(t, `for i in 1 2 3 4; do (head -c 60000000 /dev/zero; sleep 1000) | tail & done; wait`)
	p.memoryMiB = 100
	if _, err := p.runProgram(t.Context(), nil); !errors.Is(err, errMemory) {
		t.Errorf("memory: got %v, want %v", err, errMemory)
	}
	p = script(t, `while :; do sleep 1000 & done; wait`)
	if _, err := p.runProgram(t.Context(), nil); err == nil {
		t.Error("processes without end: got no error, want one")
	} else {
		t.Log(err)
	}
}

// TestProgramsStandBehindWalls has a program reach for what is not its own: without walls, so that each try is one, and behind them.
func TestProgramsStandBehindWalls(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	service := exec.CommandContext(t.Context(), "/usr/bin/sleep", "600")
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = service.Process.Kill(); _ = service.Wait() }()
	const needs = `bash -c true && ls /usr/lib >all && cat all >again && rm all && kill -CONT $$`
	if out, err := script(t, needs).runProgram(t.Context(), nil); err != nil {
		t.Errorf("what it needs: got %q, %v, want that it is let", out, err)
	}
	port, pid := listener.Addr().(*net.TCPAddr).Port, service.Process.Pid
	for what, line := range map[string]string{
		"read the master key":                     `cat FOLDER/master.key`,
		"list the data folder":                    `ls FOLDER`,
		"write a file":                            `echo new > FOLDER/new`,
		"cut off a file":                          `: > FOLDER/master.key`,
		"remove a file":                           `rm FOLDER/master.key`,
		"move a file":                             `mv FOLDER/master.key FOLDER/moved`,
		"let others read the master key":          `chmod 0644 FOLDER/master.key`,
		"link to the master key":                  `ln FOLDER/master.key FOLDER/link`,
		"open a connection":                       fmt.Sprintf(`bash -c 'exec 3<>/dev/tcp/127.0.0.1/%d'`, port),
		"signal the service":                      fmt.Sprintf(`kill -CONT %d`, pid),
		"read the environment of the service":     fmt.Sprintf(`cat /proc/%d/environ`, pid),
		"make a namespace of its own":             `unshare -n true`,
		"lower the limits of the service":         fmt.Sprintf(`prlimit --pid %d --nofile=64`, pid),
		"read what other programs left in /tmp":   `ls /tmp`,
		"leave something for others in /dev/shm":  `echo new > /dev/shm/docket-test-left && rm /dev/shm/docket-test-left`,
		"look up who has accounts on the machine": `cat /etc/shadow`,
	} {
		t.Run(what, func(t *testing.T) {
			try := func() string {
				folder := t.TempDir()
				if err := os.WriteFile(filepath.Join(folder, "master.key"), []byte("do not tell"), 0o600); err != nil {
					t.Fatal(err)
				}
				return strings.ReplaceAll(line, "FOLDER", folder)
			}
			if out, err := exec.CommandContext(t.Context(), "/bin/sh", "-c", try()).CombinedOutput(); err != nil {
				t.Skipf("it cannot be tried here: without walls it ends with %v %s", err, out)
			}
			if out, err := script(t, try()).runProgram(t.Context(), nil); err == nil {
				t.Errorf("got %q, want a refusal", out)
			}
		})
	}
}

// running reports whether a process is there and no mere entry of a dead one.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

func TestCapabilityIsWhatTheProgramTells(t *testing.T) {
	p := script(t, `case $1 in
--version) echo "tesseract 5.3.0"; echo " leptonica-1.82.0";;
--list-langs) printf 'List of available languages in "/x" (5):\nosd\nfra\nequ\ndeu\n../x\nscript/Latin\n';;
esac`)
	r := New(nil, Settings{Command: p.path})
	able, err := r.Capability(t.Context())
	if err != nil || !able.Installed || !able.Upright || able.Version != "5.3.0" ||
		strings.Join(able.Languages, " ") != "deu fra script/Latin" {
		t.Errorf("got %+v, %v, want version 5.3.0, which turns pages upright, with deu, fra and script/Latin",
			able, err)
	}
	if s := able.String(); s != "Tesseract 5.3.0: deu, fra, script/Latin" {
		t.Error(s)
	}
	if v := r.Version(); !strings.HasPrefix(v, able.String()) {
		t.Errorf("version %q, want it to begin with %q", v, able.String())
	}
	if got := r.usableLanguages([]string{"fra", "eng", "deu", "fra"}, able); strings.Join(got, "+") != "fra+deu" {
		t.Errorf("languages %v, want fra+deu", got)
	}
}

// paper draws every page as an empty sheet with three strokes, or without.
type paper struct{ empty bool }

func (p paper) RenderGray(_ context.Context, _ []byte, _ int, dpi float64) (int, int, []byte, error) {
	r := newRaster(int(6*dpi), int(8*dpi))
	for i := range r.px {
		r.px[i] = 255
	}
	for y := 100; y < 140 && !p.empty; y++ {
		for _, x := range []int{200, 260, 320} {
			clear(r.pixelRow(y)[x : x+20])
		}
	}
	return r.w, r.h, r.px, nil
}

func TestWithoutTheProgramPagesStayDue(t *testing.T) {
	missing := Settings{Command: filepath.Join(t.TempDir(), "tesseract")}
	doc := layout.Document{Pages: []layout.Page{{Width: 432, Height: 576}, {Width: 432, Height: 576}}}
	due, done, err := New(paper{}, missing).Recognise(t.Context(), nil, &doc, nil)
	if !errors.Is(err, ErrNotInstalled) || len(due) != 2 || done != nil {
		t.Errorf("due %v, done %v, %v, want the error ErrNotInstalled, len(due) = 2 and done = nil", due, done, err)
	}
	due, done, err = New(paper{empty: true}, missing).Recognise(t.Context(), nil, &doc, nil)
	if err != nil || due != nil || done != nil {
		t.Errorf("blank pages: due %v, done %v, %v, want due = nil, done = nil and no error", due, done, err)
	}
	if v := New(nil, missing).Version(); v != "" {
		t.Errorf("version %q, want nothing", v)
	}
	able, err := New(nil, missing).Capability(t.Context())
	if err != nil || able.Installed || able.String() != "OCR is not installed" {
		t.Errorf("got %+v, %v, want OCR that is not installed", able, err)
	}
	foreign := script(t, `case $1 in --version) echo tesseract 5;; --list-langs) printf 'List\nfra\n';; esac`)
	due, _, err = New(paper{}, Settings{Command: foreign.path}).Recognise(t.Context(), nil, &doc, []string{"eng"})
	if !errors.Is(err, ErrNotInstalled) || len(due) != 2 {
		t.Errorf("without the language: due %v, %v, want %v and len(due) = 2", due, err, ErrNotInstalled)
	}
	text := layout.Page{Width: 432, Height: 576, Glyphs: []layout.Glyph{{Rune: 'a'}}}
	doc.Pages = append(doc.Pages, text)
	due, done, err = New(paper{}, missing).Recognise(t.Context(), nil, &doc, nil)
	if err != nil || len(due) != 2 || done != nil {
		t.Errorf("beside text: due %v, done %v, %v, want len(due) = 2, done = nil and no error", due, done, err)
	}
}

func TestPagesThatTakeTooLongStayDue(t *testing.T) {
	p := script(t, `case $1 in
--version) echo tesseract 5;;
--list-langs) printf 'List\neng\n';;
*) while :; do :; done;;
esac`)
	doc := layout.Document{Pages: []layout.Page{{Width: 432, Height: 576}}}
	r := New(paper{}, Settings{Command: p.path, PageTime: 300 * time.Millisecond})
	due, done, err := r.Recognise(t.Context(), nil, &doc, nil)
	if err != nil || len(due) != 1 || done != nil || doc.Pages[0].Recognised {
		t.Errorf("due %v, done %v, %v, want one page due, and none recognised", due, done, err)
	}
}

// TestPagesMayWait holds that only processor time counts: a process that waits longer than that is read.
func TestPagesMayWait(t *testing.T) {
	b := &budget{left: 300 * time.Millisecond}
	p := script(t, `sleep 1; echo read`)
	p.budget = b
	out, err := p.runProgram(t.Context(), nil, "stdin")
	if err != nil || string(out) != "read\n" {
		t.Errorf("got %q, %v, want what the child read", out, err)
	}
	if b.remaining() <= 0 {
		t.Errorf("%v is left of the processor time, want more than 0", b.remaining())
	}
	p.budget = &budget{}
	if _, err := p.runProgram(t.Context(), nil, "stdin"); !errors.Is(err, errSlow) {
		t.Errorf("without any time: %v, want %v", err, errSlow)
	}
}
