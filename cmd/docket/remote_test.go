package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A desk is where somebody uses the command line: a folder of settings, and what is
// typed.
type desk struct {
	t      *testing.T
	config string
	env    []string
}

// run runs a command and wants an exit code; it gives what was printed, and said.
func (d desk) run(code int, input string, args ...string) (printed, said string) {
	d.t.Helper()
	cmd := servicetest.NewCommand(d.t.Context(), args...)
	cmd.Env = append(append(cmd.Env, "DOCKET_CONFIG_DIR="+d.config), d.env...)
	cmd.Stdin = strings.NewReader(input)
	var out, failures bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failures
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited || cmd.ProcessState.ExitCode() != code {
		d.t.Errorf("docket %q ends with %v, want %d\n%s%s", args, err, code, out.String(), failures.String())
	}
	return out.String(), failures.String()
}

// wants runs a command and wants a word in what it prints.
func (d desk) wants(word string, args ...string) string {
	d.t.Helper()
	printed, _ := d.run(0, "", args...)
	if !strings.Contains(printed, word) {
		d.t.Errorf("docket %q prints no %q:\n%s", args, word, printed)
	}
	return printed
}

// fails runs a command and wants an exit code, and words in what it says.
func (d desk) fails(code int, words string, args ...string) {
	d.t.Helper()
	if _, said := d.run(code, "", args...); !strings.Contains(said, words) {
		d.t.Errorf("docket %q does not say %q:\n%s", args, words, said)
	}
}

// TestRemoteCommands uses a service from the command line, from signing in to a package
// on the disk.
func TestRemoteCommands(t *testing.T) {
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	d := desk{t: t, config: filepath.Join(t.TempDir(), "config")}
	signedInAndOut(d, s)
	d.run(0, "Str0ng-enough\n", "login", s.PublicURL(), "--password", "--username", "mira")
	dossier := strings.TrimSpace(d.wants("-", "dossiers", "--create", "Claims 2024"))
	d.wants("Claims 2024", "dossiers")
	d.fails(1, "Dossier name already exists", "dossiers", "--create", "Claims 2024")

	folder := t.TempDir()
	write := func(name string, content []byte) string {
		t.Helper()
		p := filepath.Join(folder, name)
		if err := os.WriteFile(p, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	printed := d.wants("\tfirst.pdf\tPROCESSED", "upload", "--dossier", "Claims 2024", write("first.pdf", servicetest.SamplePDF(t)))
	id, _, _ := strings.Cut(printed, "\t")
	d.fails(1, "The PDF cannot be read", "upload", "--dossier", dossier, write("broken.pdf", []byte("%PDF-1.7 broken")))
	d.fails(1, "Unsupported file type: notes.txt; supported are pdf, docx, xlsx, pptx, jpg, png, tiff, csv and zip", "upload",
		"--dossier", dossier, write("notes.txt", []byte("notes")))
	d.fails(1, "there is no dossier \"Elsewhere\"", "upload", "--dossier", "Elsewhere", folder)
	d.fails(1, "this is a folder", "upload", "--dossier", dossier, folder)
	if out, _ := d.run(0, string(servicetest.SamplePDF(t)), "upload", "--dossier", dossier, "--name", "piped.pdf", "-"); !strings.Contains(out, "\tpiped.pdf\tPROCESSED") {
		t.Errorf("from standard input: %s, want %q in it", out, "\tpiped.pdf\tPROCESSED")
	}
	d.wants("first.pdf", "status", "--dossier", "Claims 2024")
	d.wants("The PDF cannot be read", "status", "broken.pdf", "--dossier", "Claims 2024")
	d.fails(1, "there is no file", "status", dossier)
	d.fails(1, "is no id of a file", "status", "first.pdf")
	corrections(d, id)
	expectFetched(d, folder)
}

// signedInAndOut goes through the ways in and out.
func signedInAndOut(d desk, s *servicetest.Instance) {
	d.t.Helper()
	d.fails(3, "docket login URL", "whoami")
	d.fails(2, "is no address of a service", "login", "docket.example")
	d.fails(1, "Is the service running", "login", "http://"+freeport.Find(d.t), "--password", "--username", "mira")
	if _, said := d.run(1, "wrong\n", "login", s.PublicURL(), "--password", "--username", "mira"); !strings.Contains(said, "invalid_grant") {
		d.t.Errorf("a wrong password: %s, want %q in it", said, "invalid_grant")
	}
	if out, _ := d.run(0, "mira\nStr0ng-enough\n", "login", s.PublicURL(), "--password"); out != "signed in to "+s.PublicURL()+" as mira\n" {
		d.t.Errorf("signed in: %q, want mira at %s", out, s.PublicURL())
	}
	d.wants("mira at "+s.PublicURL(), "whoami")
	kept := filepath.Join(d.config, "sign-ins.json")
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 {
		d.t.Errorf("the tokens are kept with %v, %v, want info.Mode().Perm() = 0o600 and no error", info.Mode(), err)
	}
	if err := os.Chmod(kept, 0o644); err != nil {
		d.t.Fatal(err)
	}
	d.fails(1, "others can read the tokens", "whoami")
	if err := os.Chmod(kept, 0o600); err != nil {
		d.t.Fatal(err)
	}
	d.wants("signed out of "+s.PublicURL(), "logout")
	d.fails(3, "docket login", "dossiers")
	throughBrowser(d, s)
	d.wants("mira at", "whoami")
	expectExpired(d, s)
	token := d
	token.env = []string{"DOCKET_TOKEN=" + s.SignIn("mira", "Str0ng-enough").Token, "DOCKET_SERVER=" + s.Base}
	token.config = filepath.Join(d.config, "none")
	token.wants("NAME", "dossiers")
	token.env[0] = "DOCKET_TOKEN=worthless"
	token.fails(3, "docket login", "dossiers")
}

var address = regexp.MustCompile(`http://\S+/auth\?\S+`)

// throughBrowser signs in at the address that the command prints.
func throughBrowser(d desk, s *servicetest.Instance) {
	d.t.Helper()
	cmd := servicetest.NewCommand(d.t.Context(), "login", s.PublicURL(), "--no-browser")
	cmd.Env = append(cmd.Env, "DOCKET_CONFIG_DIR="+d.config)
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		d.t.Fatal(err)
	}
	var text string
	for b := make([]byte, 4096); address.FindString(text) == "" || !strings.HasSuffix(text, "\n"); {
		n, err := said.Read(b)
		if text += string(b[:n]); err != nil {
			d.t.Fatalf("%v: %s, want no error", err, text)
		}
	}
	if !strings.Contains(text, "client_id=docket-login&") {
		d.t.Errorf("another client than the one of the service signs in: %s, want %q in it", text, "client_id=docket-login&")
	}
	if err := servicetest.SignInAt(address.FindString(text), "mira", "Str0ng-enough"); err != nil {
		d.t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		d.t.Error(err)
	}
}

// expectExpired lets the access token be over: many commands at once renew it, and the
// session survives.
func expectExpired(d desk, s *servicetest.Instance) {
	d.t.Helper()
	d.setTokens(s.PublicURL(), func(tokens *client.Tokens) { tokens.Expires = time.Now().Add(-time.Minute) })
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { d.wants("mira at", "whoami") })
	}
	all.Wait()
	d.setTokens(s.PublicURL(), func(tokens *client.Tokens) { *tokens = client.Tokens{Access: "old", Refresh: "old"} })
	d.fails(3, "has ended; sign in first: docket login "+s.PublicURL(), "dossiers")
}

// setTokens changes the tokens that are kept for a service, in the file as it is documented.
func (d desk) setTokens(server string, change func(*client.Tokens)) {
	d.t.Helper()
	name := filepath.Join(d.config, "sign-ins.json")
	content, err := os.ReadFile(name)
	if err != nil {
		d.t.Fatal(err)
	}
	var kept struct {
		Current string                    `json:"current"`
		Servers map[string]map[string]any `json:"servers"`
	}
	if err := json.Unmarshal(content, &kept); err != nil {
		d.t.Fatal(err)
	}
	var tokens client.Tokens
	encoded, err := json.Marshal(kept.Servers[server]["tokens"])
	if err == nil {
		err = json.Unmarshal(encoded, &tokens)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	change(&tokens)
	kept.Servers[server]["tokens"] = tokens
	if content, err = json.Marshal(kept); err == nil {
		err = os.WriteFile(name, content, 0o600)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

func corrections(d desk, id string) {
	d.t.Helper()
	before := d.wants("Invoice_Number", "components", id)
	moment := time.Now().UTC().Format(time.RFC3339Nano)
	d.wants("has the given values now", "override", "first.pdf", "Invoice_Number", "X-1", "--dossier", "Claims 2024")
	d.wants("Invoice_Number *", "components", "first.pdf", "--dossier", "Claims 2024")
	var record struct{ Components map[string][]string }
	if err := json.Unmarshal([]byte(d.wants("", "components", id, "--json")), &record); err != nil || fmt.Sprint(record.Components["Invoice_Number"]) != "[X-1]" {
		d.t.Errorf("as JSON: %v %v, want no error and it = %q", record, err, "[X-1]")
	}
	d.wants("<value", "components", id, "--xml", "--details")
	if then := d.wants("", "components", id, "--asof", moment); then != before {
		d.t.Errorf("before the correction, want the same:\n%snow told as\n%s", before, then)
	}
	d.fails(2, "is no date-time", "components", id, "--asof", "yesterday")
	d.wants("extracted values again", "override", id, "Invoice_Number", "--revert")
	if now := d.wants("", "components", id); now != before {
		d.t.Errorf("after the revert:\n%s, want %v", now, before)
	}
}

// expectFetched brings packages of everything and of chosen files.
func expectFetched(d desk, folder string) {
	d.t.Helper()
	to := filepath.Join(folder, "claims.zip")
	d.wants(to, "download", "--dossier", "Claims 2024", "--type", "ORIGINAL", "--report", "none", "-o", to)
	names := func(path string) (out []string) {
		z, err := zip.OpenReader(path)
		if err != nil {
			d.t.Fatal(err)
		}
		defer z.Close()
		for _, f := range z.File {
			out = append(out, f.Name)
		}
		return out
	}
	if got := fmt.Sprint(names(to)); got != "[Original/broken.pdf Original/first.pdf Original/piped.pdf]" {
		d.t.Errorf("the package holds %s, want %q", got, "[Original/broken.pdf Original/first.pdf Original/piped.pdf]")
	}
	printed := d.wants(folder, "download", "first.pdf", "--dossier", "Claims 2024", "--type", "ORIGINAL,PREVIEW", "-o", folder)
	one, _, _ := strings.Cut(printed, "\t")
	if got := fmt.Sprint(names(one)); got != "[Original/first.pdf Preview/UNAPPROVED_first.pdf Reports/Invoice summary/Claims "+
		"2024_Invoice summary.xlsx]" {
		d.t.Errorf("the package of one file holds %s, want original, preview and report of first.pdf", got)
	}
	d.fails(2, "name files", "download")
	d.fails(1, "the template has these reports", "download", "--dossier", "Claims 2024", "--report", "Nothing", "-o", folder)
	d.fails(1, "Download not found", "download", "--package", "b0b5a1c2-7d3e-4f6a-9c81-5e6f7a8b9c05", "-o", folder)
}
