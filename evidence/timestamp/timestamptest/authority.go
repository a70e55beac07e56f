// Package timestamptest runs a time-stamping authority for tests: the one of openssl, behind HTTP.
package timestamptest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// An Authority answers queries of RFC 3161 until its test ends.
type Authority struct {
	URL    string
	CAFile string // the certificate that its own comes from, in PEM

	dir    string
	serial sync.Mutex // openssl counts in a file
}

const settings = `[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[tsa]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[reply]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
certs = ca.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
`

// New starts an authority with a certificate of an authority of its own. A test is skipped where openssl is not
// installed; in continuous integration it fails.
func New(t testing.TB) *Authority {
	t.Helper()
	if _, err := exec.LookPath("openssl"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("openssl is not installed")
		}
		t.Skip("openssl is not installed")
	}
	a := &Authority{dir: t.TempDir()}
	a.CAFile = filepath.Join(a.dir, "ca.pem")
	for name, text := range map[string]string{"openssl.cnf": settings, "serial": "01\n"} {
		if err := os.WriteFile(filepath.Join(a.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"req -x509 -config openssl.cnf -extensions ca -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem " +
			"-subj /CN=ca.example -days 2",
		"req -new -config openssl.cnf -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj /CN=stamp.example",
		"x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile openssl.cnf -extensions tsa -out tsa.pem -days 2",
	} {
		if out, err := a.openSSL(t, strings.Fields(line)...).CombinedOutput(); err != nil {
			t.Fatalf("openssl %s: %v\n%s", line, err, out)
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.reply(t, w, r) }))
	t.Cleanup(server.Close)
	a.URL = server.URL
	return a
}

// Folder returns the folder of the authority, which is removed when the test ends.
func (a *Authority) Folder() string { return a.dir }

func (a *Authority) openSSL(t testing.TB, args ...string) *exec.Cmd {
	c := exec.CommandContext(t.Context(), "openssl", args...)
	c.Dir = a.dir
	return c
}

// reply has openssl answer a query.
func (a *Authority) reply(t testing.TB, w http.ResponseWriter, r *http.Request) {
	a.serial.Lock()
	defer a.serial.Unlock()
	query, err := io.ReadAll(r.Body)
	if err == nil {
		err = os.WriteFile(filepath.Join(a.dir, "query.tsq"), query, 0o600)
	}
	if err == nil {
		c := a.openSSL(t, "ts", "-reply", "-config", "openssl.cnf", "-section", "reply", "-queryfile", "query.tsq", "-out", "reply.tsr")
		err = c.Run()
	}
	var reply []byte
	if err == nil {
		reply, err = os.ReadFile(filepath.Join(a.dir, "reply.tsr"))
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/timestamp-reply")
	_, _ = w.Write(reply)
}
