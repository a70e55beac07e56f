package service_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// tourEnd begins the last line of the tour.
const tourEnd = "Stop with Ctrl-C."

// TestDemoInAnEmptyFolder starts the demo where nothing of the sources is, and pastes its tour
// into a shell, with a good token and with none.
func TestDemoInAnEmptyFolder(t *testing.T) {
	t.Parallel()
	folder, listen := t.TempDir(), freeport.Find(t)
	tour := startDemo(t, folder, listen)
	if !strings.Contains(tour, "http://"+strings.Replace(listen, "127.0.0.1", "localhost", 1)+"/api/docs") {
		t.Errorf("the tour does not say where the documentation is:\n%s", tour)
	}
	_, pasted, _ := strings.Cut(tour, "another terminal:")
	pasted, _, _ = strings.Cut(pasted, "\nDocket is serving at ")
	out := paste(t, folder, pasted+"\ncurl -s -H \"$AUTH\" $DOSSIER\ncurl -s -H \"$AUTH\" http://"+listen+"/api/users\n")
	for _, want := range []string{`"Invoice_Number":["`, "HTTP/1.1 204 No Content", "CORRECTED-1", `"type":"file.uploaded"`,
		"The package is READY", "package.zip", `"numberOfAnalyzedFiles":`} {
		if !strings.Contains(out, want) {
			t.Errorf("the tour does not print %s:\n%s", want, out)
		}
	}
	if !regexp.MustCompile(`"approverIds":\["[^"]+","[^"]+"\]`).MatchString(out) {
		t.Errorf("the demo's account cannot approve beside the approver:\n%s", out)
	}
	if auditor := regexp.MustCompile(`\{[^{}]*"username":"auditor"[^{}]*\}`).FindString(out); !strings.Contains(auditor, `"roles":["AUDITOR"]`) {
		t.Errorf("the auditor of the demo is %q, want %q in it", auditor, `"roles":["AUDITOR"]`)
	}
	if !regexp.MustCompile(`"numberOfAnalyzedFiles":[78]\b`).MatchString(out) { // the scan may still be read
		t.Errorf("the tour counts other files than those of the demo:\n%s", out)
	}
	realm := client.Realm{Issuer: "http://" + strings.Replace(listen, "127.0.0.1", "localhost", 1) + "/auth/realms/demo"}
	var err error
	if realm.ClientID, err = realm.LoginClient(t.Context()); err == nil { // as docket login does, without flags
		_, err = realm.Browser(t.Context(), func(address string) error { return servicetest.SignInAt(address, "demo", "Docket-demo-1") })
	}
	if err != nil {
		t.Errorf("a sign-in from the command line: %v, want no error", err)
	}
	_, behind, _ := strings.Cut(pasted, "\nAUTH=")
	_, behind, _ = strings.Cut(behind, "\n")
	old := strings.ReplaceAll(strings.ReplaceAll(behind, "$DOSSIER", "http://"+listen+"/api/none"), "$FILE", "http://"+listen+"/api/none")
	if out := paste(t, folder, "AUTH='Authorization: Bearer old'\n"+old); !strings.Contains(out, "The package is not there") {
		t.Errorf("the tour with a token that is over prints\n%s, want %q in it", out, "The package is not there")
	}
}

// startDemo starts a demo in a folder and returns what it prints, up to the end of the tour.
func startDemo(t *testing.T, folder, listen string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 2*time.Minute)
	t.Cleanup(cancel)
	cmd := servicetest.NewCommand(ctx, append([]string{"serve", "--demo", "--listen", listen, "--admin-listen", "",
		"--pdf-cache", servicetest.PdfCache(t)}, args...)...)
	cmd.Dir = folder
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = w, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		rest, _ := io.ReadAll(r)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the demo ends with %v, want no error", err)
		}
		if len(rest) > 0 {
			t.Errorf("after the tour the demo prints %s, want none", rest)
		}
		for line := range strings.Lines(errs.String()) {
			if strings.Contains(line, "level=INFO") || len(line) > 400 {
				t.Errorf("the demo logs %s, want no %q in line and len(line) at most 400", line, "level=INFO")
			}
		}
	})
	var tour strings.Builder
	for buffer := make([]byte, 4096); ; {
		n, err := r.Read(buffer)
		tour.Write(buffer[:n])
		if _, last, ended := strings.Cut(tour.String(), tourEnd); ended && strings.HasSuffix(last, "\n") {
			return tour.String()
		}
		if err != nil {
			t.Fatalf("the demo printed no tour: %v\n%s, want no error", err, tour.String())
		}
	}
}

// paste runs lines in a shell and returns all that they print.
func paste(t *testing.T, folder, lines string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-s")
	cmd.Dir, cmd.Stdin = folder, strings.NewReader(lines)
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		t.Fatalf("the tour does not end (%v):, want ctx.Err() = nil\n%s", err, out)
	}
	return string(out)
}

// TestFailedFirstStart wants a first start that fails to have made nothing, or to say what it left.
func TestFailedFirstStart(t *testing.T) {
	t.Parallel()
	busy, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	broken := filepath.Join(t.TempDir(), "broken")
	if err := os.CopyFS(broken, os.DirFS("templates/invoice")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(broken, "entity-rules.drl"), []byte("rule ["), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		want []string
		left bool
	}{
		{"address in use", []string{"--demo", "--listen", busy.Addr().String()},
			[]string{"address already in use", "--listen (DOCKET_LISTEN)"}, false},
		{"address of health checks in use", []string{"--demo", "--admin-listen", busy.Addr().String()},
			[]string{"address already in use", "--admin-listen (DOCKET_ADMIN_LISTEN)"}, false},
		{"no worker", []string{"--demo", "--workers", "0"}, []string{"--workers", "DOCKET_WORKERS", "1 or more"}, false},
		{"no master key", nil, []string{"--master-key-file (DOCKET_MASTER_KEY_FILE): the master key is missing",
			"docket master-key create"}, true},
		{"no database", []string{"--demo", "--postgres", "postgres://nobody@127.0.0.1:1/none?connect_timeout=1"},
			[]string{"--postgres (DOCKET_POSTGRES): "}, true},
		{"no data folder", []string{"--demo", "--data", "/proc/none/data", "--master-key-file", "k"},
			[]string{"--data (DOCKET_DATA): "}, false},
		{"no such template", []string{"--demo", "--import", "nowhere"}, []string{"--import nowhere", "no such file"}, false},
		{"rules with an error", []string{"--demo", "--import", broken},
			[]string{"entity-rules.drl:1:", "This first start made ", "data and ", "data.key before it failed"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			cmd := servicetest.NewCommand(t.Context(),
				append([]string{"serve", "--listen", freeport.Find(t), "--admin-listen", "", "--pdf-cache",
					servicetest.PdfCache(t)}, c.args...)...)
			cmd.Dir = folder
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Error("the start succeeds")
			}
			for _, want := range c.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("got %s, want %q in it", out, want)
				}
			}
			entries, err := os.ReadDir(folder)
			if err != nil || (len(entries) > 0) != c.left {
				t.Errorf("the folder holds %v (%v), want something: %v", entries, err, c.left)
			}
		})
	}
}
