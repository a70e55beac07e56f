// Package buckettest gives tests an S3-compatible object store: one inside the process
// that fails on demand, and a real one in a process of its own.
package buckettest

import (
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/internal/freeport"
)

// Bucket is the name of the servers' bucket.
const Bucket = "docket"

// Keys of the servers. The one in the process accepts any.
const (
	AccessKey = "docket-access"
	SecretKey = "docket-secret"
)

// Memory is an object store in this process, with versions if they are switched on. It
// verifies Content-MD5 and no other checksum, and no signatures.
type Memory struct {
	t      testing.TB
	store  http.Handler
	addr   string
	tls    *tls.Config // nil: plain HTTP
	mu     sync.Mutex
	server *http.Server
	listen net.Listener
	fault  Fault
}

// A Fault handles requests before the server does: it answers itself, or calls next.
type Fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

// Start starts a server with an empty bucket; it ends with the test.
func Start(t testing.TB) *Memory {
	t.Helper()
	return startMemory(t, nil)
}

func startMemory(t testing.TB, secure *tls.Config) *Memory {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(Bucket); err != nil {
		t.Fatal(err)
	}
	m := &Memory{t: t, store: gofakes3.New(backend).Server(), addr: freeport.Find(t), tls: secure}
	m.RestartServer()
	t.Cleanup(m.StopServer)
	return m
}

// StartTLS starts a server that is reached by https, and writes the certificate
// authority that signed for it to a file.
func StartTLS(t testing.TB) (m *Memory, authority string) {
	t.Helper()
	lent := httptest.NewTLSServer(nil) // has a certificate for 127.0.0.1
	lent.Close()
	authority = filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: lent.Certificate().Raw})
	if err := os.WriteFile(authority, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return startMemory(t, lent.TLS), authority
}

// ServeHTTP implements http.Handler.
func (m *Memory) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	fault := m.fault
	m.mu.Unlock()
	if fault == nil {
		m.store.ServeHTTP(w, r)
		return
	}
	fault(w, r, m.store)
}

// InjectFault puts a fault in front of the server; nil removes it.
func (m *Memory) InjectFault(f Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault = f
}

// StopServer stops the server and cuts its connections; stored objects stay.
func (m *Memory) StopServer() {
	err := m.server.Close()
	if left := m.listen.Close(); left != nil && !errors.Is(left, net.ErrClosed) { // it may not have begun to serve
		err = errors.Join(err, left)
	}
	if err != nil {
		m.t.Error(err)
	}
}

// RestartServer starts the server again, at the same address.
func (m *Memory) RestartServer() {
	m.t.Helper()
	l, err := net.Listen("tcp", m.addr)
	if err != nil {
		m.t.Fatal(err)
	}
	if m.tls != nil {
		l = tls.NewListener(l, m.tls)
	}
	m.addr, m.listen, m.server = l.Addr().String(), l, &http.Server{Handler: m}
	go func(s *http.Server) {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			m.t.Error(err)
		}
	}(m.server)
}

// URL returns the address of the bucket, with a prefix.
func (m *Memory) URL(prefix string) string {
	if m.tls != nil {
		return strings.Replace(bucketAddress(m.addr, prefix), "http:", "https:", 1)
	}
	return bucketAddress(m.addr, prefix)
}

// Config returns the configuration of a Bucket on the server.
func (m *Memory) Config(prefix string) blobs.BucketConfig { return bucketConfig(m.t, m.addr, prefix) }

func bucketAddress(host, prefix string) string {
	return fmt.Sprintf("http://%s/%s/%s", host, Bucket, prefix)
}

func bucketConfig(t testing.TB, host, prefix string) blobs.BucketConfig {
	t.Helper()
	a, err := blobs.ParseAddress(bucketAddress(host, prefix))
	if err != nil {
		t.Fatal(err)
	}
	return blobs.BucketConfig{
		Address:     a,
		Region:      "us-east-1",
		Logger:      slog.New(slog.DiscardHandler),
		Credentials: blobs.Credentials{AccessKey: AccessKey, SecretKey: SecretKey},
	}
}
