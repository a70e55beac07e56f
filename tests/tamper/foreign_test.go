package tamper

import (
	"bufio"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/seed-62a36931/docket/internal/freeport"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestForeignProgramsReadTheLog has the witness of another project (litewitness of filippo.io/torchwood) sign for
// checkpoints of a service, and Tessera's client and fsck read its tiles, entries and checkpoint over the API. An event that
// was changed since is found by fsck.
func TestForeignProgramsReadTheLog(t *testing.T) {
	t.Parallel()
	programs := buildForeignPrograms(t)
	v := newVictim(t, servicetest.NewMasterKey(t))
	v.AddUser("olaf", "Str0ng-enough", "AUDITOR")
	folder := t.TempDir()
	key, policy := filepath.Join(folder, "docket.pub"), filepath.Join(folder, "policy.txt")
	writeText(t, key, servicetest.RunDocket(t, v.audit("checkpoint", "--key")...))
	witnessKey, address := startLitewitness(t, programs, strings.TrimSpace(readText(t, key)))
	writeText(t, policy, fmt.Sprintf("log %s\nwitness lite %s %s\nquorum lite\n", strings.TrimSpace(readText(t, key)), witnessKey, address))

	v.Args = append(v.Args, "--witness-policy", policy, "--checkpoint-every", "100ms")
	v.Start()
	before := v.awaitWitnessed(t, policy, 1)
	v.SignIn("mira", "Str0ng-enough").NewDossier("Seen by strangers")
	v.awaitWitnessed(t, policy, before+1)
	bundle := filepath.Join(folder, "bundle.zip")
	servicetest.RunDocket(t, v.audit("bundle", "--file", filepath.Base(v.file), "-o", bundle, "--witness-policy", policy)...)
	name, _, _ := strings.Cut(witnessKey, "+")
	v.ExpectParts(servicetest.RunDocket(t, "audit", "verify-bundle", bundle, "--policy", policy), "witnesses: "+name)
	expectPythonAgrees(t, folder, bundle, policy)

	fsck := func() (string, error) {
		out, err := exec.CommandContext(t.Context(), filepath.Join(programs, "fsck"), "-url", v.Base+"/api/evidence/",
			"-token", v.SignIn("olaf", "Str0ng-enough").Token, "-key", key).CombinedOutput()
		return string(out), err
	}
	if out, err := fsck(); err != nil || !strings.Contains(out, "the log holds") {
		t.Errorf("fsck of Tessera: %v\n%s, want no error and %q in out", err, out, "the log holds")
	}
	v.exec(t, "UPDATE events SET actor = 'somebody-else' WHERE position = $1", v.positionOf(t, "component.overridden"))
	if out, err := fsck(); err == nil {
		t.Errorf("fsck of Tessera finds nothing in an altered log:\n%s, want an error", out)
	}
}

func writeText(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// buildForeignPrograms builds the programs of other projects, with the versions of tools/transparency, and returns
// their folder. It skips the test where their source cannot be had.
func buildForeignPrograms(t *testing.T) string {
	t.Helper()
	module := filepath.Join("tools", "transparency")
	if out, err := exec.CommandContext(t.Context(), "go", "-C", module, "mod", "download").CombinedOutput(); err != nil {
		t.Skipf("the modules of litewitness and Tessera cannot be had: %v\n%s", err, out)
	}
	folder := t.TempDir()
	out, err := exec.CommandContext(t.Context(), "go", "-C", module, "build", "-o", folder, "./fsck",
		"filippo.io/torchwood/cmd/litewitness").CombinedOutput()
	if err != nil {
		t.Fatalf("build the programs of other projects: %v\n%s, want no error", err, out)
	}
	return folder
}

// startLitewitness starts a litewitness that knows a log, and returns its key and address.
func startLitewitness(t *testing.T, programs, logKey string) (key, address string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "lite") // short, for the name of a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	db, socket := filepath.Join(folder, "lite.db"), filepath.Join(folder, "agent")
	fingerprint := serveKeyAgent(t, socket)
	listen := freeport.Find(t)
	c := exec.CommandContext(t.Context(), filepath.Join(programs, "litewitness"), "-name", "lite.example/docket", "-db", db,
		"-ssh-agent", socket,
		"-key", fingerprint, "-listen", listen)
	log, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	key = readLitewitnessKey(t, log)
	servicetest.Await(t, 2*time.Minute, func() bool {
		conn, err := net.Dial("tcp", listen)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	addLitewitnessLog(t, db, logKey)
	return key, "http://" + listen
}

// readLitewitnessKey returns the key that a litewitness tells when it starts.
func readLitewitnessKey(t *testing.T, log io.Reader) string {
	t.Helper()
	keys := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(log); lines.Scan(); {
			if _, vkey, found := strings.Cut(lines.Text(), "vkey="); found {
				keys <- strings.Trim(vkey, `"`)
			}
		}
	}()
	select {
	case key := <-keys:
		return key
	case <-time.After(2 * time.Minute):
		t.Fatal("litewitness tells no key")
		return ""
	}
}

// addLitewitnessLog tells a litewitness, which has made its database, of a log that has no events yet. Its program for
// that, witnessctl, needs modules that not every proxy has.
func addLitewitnessLog(t *testing.T, file, logKey string) {
	t.Helper()
	db, err := sql.Open("sqlite", file+"?_pragma=busy_timeout(60000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	origin, _, _ := strings.Cut(logKey, "+")
	empty := sha256.Sum256(nil)
	_, err = db.ExecContext(t.Context(), "INSERT INTO log (origin, tree_size, tree_hash) VALUES (?, 0, ?)", origin,
		base64.StdEncoding.EncodeToString(empty[:]))
	if err == nil {
		_, err = db.ExecContext(t.Context(), "INSERT INTO key (origin, key) VALUES (?, ?)", origin, logKey)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// serveKeyAgent serves a new key as an SSH agent, and returns its fingerprint.
func serveKeyAgent(t *testing.T, socket string) (fingerprint string) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ring := agent.NewKeyring()
	if err := ring.Add(agent.AddedKey{PrivateKey: private}); err != nil {
		t.Fatal(err)
	}
	known, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() { _ = agent.ServeAgent(ring, conn); _ = conn.Close() }()
		}
	}()
	return ssh.FingerprintSHA256(known)
}
