package buckettest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/internal/freeport"
)

// Gateway is a running versitygw process, which serves S3 from a folder.
type Gateway struct {
	t    testing.TB
	addr string
}

// gatewayVersion is the version that `make test-all` builds.
const gatewayVersion = "v1.8.0"

// gatewayProgram returns the path where the Makefile puts versitygw; DOCKET_TEST_VERSITYGW
// overrides it.
func gatewayProgram() (string, error) {
	if p := os.Getenv("DOCKET_TEST_VERSITYGW"); p != "" {
		return p, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".cache", "docket", "versitygw-"+gatewayVersion), err
}

// HaveGateway reports whether versitygw was built.
func HaveGateway() bool {
	path, err := gatewayProgram()
	if err == nil {
		_, err = os.Stat(path)
	}
	return err == nil
}

// StartGateway starts a server with an empty bucket; it ends with the test. Where
// the program was not built the test is skipped, or fails when tests run in full.
func StartGateway(t testing.TB, versions bool) *Gateway {
	t.Helper()
	path, err := gatewayProgram()
	if err != nil {
		t.Fatal(err)
	}
	if !HaveGateway() && os.Getenv("DOCKET_TEST_FULL") == "" {
		t.Skipf("make test-all builds %s for this test", path)
	}
	g := &Gateway{t: t, addr: freeport.Find(t)}
	args := []string{"--access", AccessKey, "--secret", SecretKey, "--port", g.addr, "--quiet", "posix", "--sidecar", t.TempDir()}
	if versions {
		args = append(args, "--versioning-dir", t.TempDir())
	}
	var said bytes.Buffer
	c := exec.Command(path, append(args, t.TempDir())...)
	c.Stdout, c.Stderr, c.SysProcAttr = &said, &said, &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = c.Wait() // it was killed
	})
	g.makeBucket(versions, &said)
	return g
}

// makeBucket waits until the server answers.
func (g *Gateway) makeBucket(versions bool, said *bytes.Buffer) {
	g.t.Helper()
	client, err := minio.New(g.addr, &minio.Options{Creds: credentials.NewStaticV4(AccessKey, SecretKey, ""), Region: "us-east-1"})
	if err != nil {
		g.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(g.t.Context(), 5*time.Minute)
	defer cancel()
	ask := func() error { return client.MakeBucket(ctx, Bucket, minio.MakeBucketOptions{}) }
	for err = ask(); err != nil; err = ask() {
		select {
		case <-ctx.Done():
			g.t.Fatalf("versitygw does not answer: %v\n%s", err, said)
		case <-time.After(50 * time.Millisecond):
		}
	}
	if versions {
		if err := client.EnableVersioning(ctx, Bucket); err != nil {
			g.t.Fatal(err)
		}
	}
}

// URL returns the address of the bucket, with a prefix.
func (g *Gateway) URL(prefix string) string { return bucketAddress(g.addr, prefix) }

// Config returns the configuration of a Bucket on the server.
func (g *Gateway) Config(prefix string) blobs.BucketConfig { return bucketConfig(g.t, g.addr, prefix) }
