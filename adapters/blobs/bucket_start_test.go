package blobs_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
)

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"https://s3.example/bucket":                             "https://s3.example/bucket",
		"https://s3.example/bucket/":                            "https://s3.example/bucket",
		"http://localhost:9000/bucket/a/b.c/":                   "http://localhost:9000/bucket/a/b.c",
		"https://s3.example":                                    "names no bucket",
		"https://key:secret@s3.example/bucket":                  "holds no access key",
		"s3.example/bucket":                                     "is no address",
		"ftp://s3.example/bucket":                               "is no address",
		"https://s3.example/bucket?x=y":                         "is no address",
		"https://s3.example/B":                                  "is no name of a bucket",
		"https://s3.example/bucket/../x":                        "is no prefix",
		"https://s3.example/bucket/a//b":                        "is no prefix",
		"https://s3.example/bucket/ä":                           "is no prefix",
		"https://s3.example/bucket/" + strings.Repeat("x", 300): "is no prefix",
		"https://key:sec%ret@s3.example/bucket":                 "looks like",
	} {
		a, err := blobs.ParseAddress(text)
		got := a.String()
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != want || err != nil && !strings.Contains(got, want) || strings.Contains(got, "secret") {
			t.Errorf("%s: got %s, want %q without the secret", text, got, want)
		}
	}
}

// refusedStart wants a start that fails and says what to do.
func refusedStart(t *testing.T, what string, c blobs.BucketConfig, nextStep string) {
	t.Helper()
	b, err := blobs.OpenBucket(c, new(blobstest.Keys))
	if err == nil {
		err = errors.Join(b.Start(t.Context()), b.Close())
	}
	if err == nil || !strings.Contains(err.Error(), nextStep) {
		t.Errorf("%s: %v, want an error and err.Error() with %v", what, err, nextStep)
	}
	if err != nil && strings.Contains(err.Error(), buckettest.SecretKey) {
		t.Errorf("%s: the error shows the secret: %v, want none of the secret", what, err)
	}
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	g := buckettest.StartGateway(t, false)
	for what, r := range map[string]struct {
		change func(*blobs.BucketConfig)
		next   string
	}{
		"key":     {func(c *blobs.BucketConfig) { c.AccessKey = "nobody" }, "the access key is not known there"},
		"secret":  {func(c *blobs.BucketConfig) { c.SecretKey = "wrong" }, "the secret does not belong to the access key"},
		"bucket":  {func(c *blobs.BucketConfig) { c.Address.Bucket = "elsewhere" }, "make the bucket"},
		"region":  {func(c *blobs.BucketConfig) { c.Region = "eu-west-1" }, "--s3-region"},
		"one key": {func(c *blobs.BucketConfig) { c.SecretKey = "" }, "go together"},
		"name":    {func(c *blobs.BucketConfig) { c.Address.Host = "s3.invalid" }, "its name is not known"},
		"no file": {func(c *blobs.BucketConfig) { c.Credentials = blobs.Credentials{File: "/none"} }, "/none"},
		"TLS":     {func(c *blobs.BucketConfig) { c.Address.Secure = true }, "--s3"},
	} {
		c := g.Config("here")
		r.change(&c)
		refusedStart(t, what, c, r.next)
	}
}

func TestStartSaysWhatServersRefuse(t *testing.T) {
	t.Parallel()
	m := buckettest.Start(t)
	for code, nextStep := range map[string]string{
		"RequestTimeTooSkewed": "the clock of this machine is wrong",
		"AccessDenied":         "docs/operations/object-store.md lists the policy",
		"PermanentRedirect":    "--s3-region",
	} {
		m.InjectFault(refuse(403, code))
		refusedStart(t, code, m.Config("here"), nextStep)
	}
	m.InjectFault(nil)
	m.InjectFault(some(always, isPut, refuse(403, "AccessDenied"))) // may read, and not write
	refusedStart(t, "read only", m.Config("here"), "docs/operations/object-store.md lists the policy")
	m.InjectFault(some(always, isPut, refuse(507, "XMinioStorageFull")))
	b, err := blobs.OpenBucket(m.Config("here"), new(blobstest.Keys))
	if err == nil {
		_, _, err = b.Put(t.Context(), "demo", strings.NewReader("x"))
	}
	if !errors.Is(err, blobs.ErrFull) {
		t.Errorf("no room: %v, want %v", err, blobs.ErrFull)
	}
}

// What is found at the start stands in the log, and nothing is left of looking.
func TestStartTellsWhatItFound(t *testing.T) {
	m := buckettest.Start(t)
	c := m.Config("here")
	var said bytes.Buffer
	c.Logger = slog.New(slog.NewTextHandler(&said, nil))
	startBucket(t, c, new(blobstest.Keys))
	if !strings.Contains(said.String(), "versions=off checksums=MD5") || strings.Contains(said.String(), "WARN") {
		t.Errorf("said %s, want said.String() with versions=off checksums=MD5 and it without WARN", &said)
	}
	if list := inBucket(t, c); len(list) > 0 {
		t.Errorf("left: %+v, want none", list)
	}
	if err := client(t, c).EnableVersioning(t.Context(), c.Address.Bucket); err != nil {
		t.Fatal(err)
	}
	said.Reset()
	startBucket(t, c, new(blobstest.Keys))
	if !strings.Contains(said.String(), "versions=kept") || !strings.Contains(said.String(), "WARN") {
		t.Errorf("said %s, want said.String() with versions=kept and said.String() with WARN", &said)
	}
	if list := inBucket(t, c); len(list) > 0 {
		t.Errorf("left: %+v, want none", list)
	}
}

func TestCredentialsFromAFile(t *testing.T) {
	c := buckettest.StartGateway(t, false).Config("here")
	c.File = filepath.Join(t.TempDir(), "credentials")
	text := "[default]\naws_access_key_id = " + c.AccessKey + "\naws_secret_access_key = " + c.SecretKey + "\n"
	if err := os.WriteFile(c.File, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c.AccessKey, c.SecretKey = "", ""
	startBucket(t, c, new(blobstest.Keys))
	c.File = ""
	t.Setenv("AWS_ACCESS_KEY_ID", buckettest.AccessKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", buckettest.SecretKey)
	startBucket(t, c, new(blobstest.Keys))
}

// Whatever is changed in a bucket is noticed as on a disk.
func TestDamageInABucketIsNoticed(t *testing.T) {
	m := buckettest.Start(t)
	c := m.Config("here")
	b := startBucket(t, c, new(blobstest.Keys))
	ref := putIn(t, b, "demo", 600_000)
	list := inBucket(t, c)
	raw, err := client(t, c).GetObject(t.Context(), c.Address.Bucket, list[0].Key, minio.GetObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var sealed bytes.Buffer
	if _, err := sealed.ReadFrom(raw); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func([]byte) []byte{
		"flipped in the middle": func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"flipped at the end":    func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
		"cut":                   func(b []byte) []byte { return b[:len(b)-70_000] },
		"longer":                func(b []byte) []byte { return append(b, 0) },
		"nearly empty":          func(b []byte) []byte { return b[:10] },
	} {
		content := change(bytes.Clone(sealed.Bytes()))
		if _, err := client(t, c).PutObject(t.Context(), c.Address.Bucket, list[0].Key, bytes.NewReader(content),
			int64(len(content)), minio.PutObjectOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := read(b, ref); !errors.Is(err, blobs.ErrDamaged) || blobs.IsUnavailable(err) {
			t.Errorf("%s: got %v, want ErrDamaged", what, err)
		}
	}
	m.InjectFault(some(always, isGet, refuse(416, "InvalidRange"))) // as of an empty object
	if err := read(b, ref); !errors.Is(err, blobs.ErrDamaged) || blobs.IsUnavailable(err) {
		t.Errorf("empty: %v, want ErrDamaged", err)
	}
}
