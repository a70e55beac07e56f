package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
	"github.com/seed-62a36931/docket/internal/service"
	"github.com/seed-62a36931/docket/internal/transfer"
)

// objectStore is a server that services of a test keep their bytes in.
type objectStore interface {
	URL(prefix string) string
	Config(prefix string) blobs.BucketConfig
}

// useBytes makes services and tools of this test keep bytes in a place of an object
// store; nil: in a folder.
func useBytes(t *testing.T, s objectStore, prefix string) {
	t.Helper()
	url := ""
	if s != nil {
		url = s.URL(prefix)
	}
	t.Setenv("DOCKET_S3", url)
	t.Setenv("DOCKET_S3_REGION", "us-east-1")
	t.Setenv("DOCKET_S3_ACCESS_KEY", buckettest.AccessKey)
	t.Setenv("DOCKET_S3_SECRET_KEY", buckettest.SecretKey)
}

// objects are the keys below a prefix.
func objects(t *testing.T, s objectStore, prefix string) (keys []string) {
	t.Helper()
	c := s.Config(prefix)
	client, err := minio.New(c.Address.Host, &minio.Options{Creds: credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""), Region: c.Region})
	if err != nil {
		t.Fatal(err)
	}
	for o := range client.ListObjectsIter(t.Context(), buckettest.Bucket, minio.ListObjectsOptions{Prefix: prefix + "/", Recursive: true}) {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		keys = append(keys, o.Key)
	}
	return keys
}

// eachObjectStore runs a test on a store in this process, and on a real one.
func eachObjectStore(t *testing.T, test func(t *testing.T, s objectStore)) {
	t.Run("in the process", func(t *testing.T) { test(t, buckettest.Start(t)) })
	t.Run("versitygw", func(t *testing.T) { test(t, buckettest.StartGateway(t, true)) })
}

// TestBytesInAnObjectStore takes a service through what it does with bytes.
func TestBytesInAnObjectStore(t *testing.T) {
	eachObjectStore(t, func(t *testing.T, store objectStore) {
		useBytes(t, store, "acme")
		s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		before := len(objects(t, store, "acme"))
		d := canaryDossier(t, c, 1)
		if got := c.want(200, "GET", d.file+"/content?type=ORIGINAL", nil); !bytes.Equal(got.body, canaryPDF(canaries["PDF text"])) {
			t.Errorf("the original reads %.100q", got.body)
		}
		if got := c.want(200, "GET", d.file+"/content?type=PREVIEW", nil); !bytes.HasPrefix(got.body, []byte("%PDF")) {
			t.Errorf("the preview reads %.100q", got.body)
		}
		if n := len(objects(t, store, "acme")); n <= before {
			t.Errorf("%d objects after %d", n, before)
		}
		if _, err := os.Stat(filepath.Join(s.data, "blobs")); err == nil {
			t.Error("there is a folder of bytes too")
		}
		c.want(204, "DELETE", d.dossier+"?deletePermanently=true", nil)
		left := objects(t, store, "acme") // a package that was being made is removed by its worker
		for deadline := time.Now().Add(20 * time.Second); len(left) != before && time.Now().Before(deadline); left = objects(t, store, "acme") {
			time.Sleep(50 * time.Millisecond)
		}
		if len(left) != before {
			t.Errorf("%d objects are left of %d:\n%s", len(left), before, strings.Join(left, "\n"))
		}
		s.stop()
		if log := s.log.String(); strings.Contains(log, buckettest.SecretKey) || strings.Contains(log, buckettest.AccessKey) || !strings.Contains(log, `msg="object store" bucket=`+store.URL("acme")) {
			t.Errorf("the log shows a secret, or does not name the bucket:\n%s", log)
		}
	})
}

// TestObjectStoreAway stops the object store under a running service and starts it
// again.
func TestObjectStoreAway(t *testing.T) {
	store := buckettest.Start(t)
	useBytes(t, store, "acme")
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("Before")
	id := c.upload(dossier, "before.pdf", sample(t)) // it is processed while the store goes away
	store.StopServer()
	form, contentType := multipartFile("away.pdf", sample(t))
	c.failed(503, "The service is not available", "POST", dossier+"/files", contentType, form)
	c.failed(503, "The service is not available", "GET", dossier+"/files/"+id+"/content?type=ORIGINAL", "", nil)
	c.want(200, "GET", dossier, nil)
	r, err := http.Get(s.base + "/health/ready")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != 503 || !bytes.Contains(body, []byte(`"bytes"`)) {
		t.Errorf("ready: %d %s %v", r.StatusCode, body, err)
	}
	_ = r.Body.Close()
	store.RestartServer()
	s.awaitReady()
	c.recovered(dossier)
	if strings.Contains(s.log.String(), "status=500") {
		t.Error("an object store that is away was taken for a failure of ours")
	}
}

// TestObjectStoreThatCannotBeUsed starts on wrong settings.
func TestObjectStoreThatCannotBeUsed(t *testing.T) {
	store := buckettest.Start(t)
	useBytes(t, store, "acme")
	s := &instance{t: t, data: filepath.Join(t.TempDir(), "data"), args: masterKey(t)}
	for url, reason := range map[string]string{
		strings.Replace(store.URL("acme"), buckettest.Bucket, "elsewhere", 1): "make the bucket",
		"https://key:hush@s3.example/bucket":                                  "holds no access key",
		"https://s3.example":                                                  "names no bucket",
	} {
		t.Setenv("DOCKET_S3", url)
		s.refuses(url, reason)
	}
	useBytes(t, store, "acme")
	t.Setenv("DOCKET_BLOBS", t.TempDir())
	s.refuses("folder and bucket", "name one of them")
}

// TestObjectStoreOverTLS believes a server that somebody vouches for, and no other.
func TestObjectStoreOverTLS(t *testing.T) {
	store, authority := buckettest.StartTLS(t)
	useBytes(t, store, "acme")
	s := &instance{t: t, data: filepath.Join(t.TempDir(), "data"), args: masterKey(t)}
	s.refuses("unknown authority", "name it in SSL_CERT_FILE")
	t.Setenv("SSL_CERT_FILE", authority)
	s = serve(t, s.data, s.args...)
	s.user("mira", "Str0ng-enough", "MANAGER")
	c := s.as("mira", "Str0ng-enough")
	file := c.newDossier("One")
	file += "/files/" + c.upload(file, "one.pdf", canaryPDF("oneword"))
	c.awaitDone(file)
	if got := c.want(200, "GET", file+"/content?type=ORIGINAL", nil); !bytes.Equal(got.body, canaryPDF("oneword")) {
		t.Errorf("the original reads %.100q", got.body)
	}
	if s.stop(); !strings.Contains(s.log.String(), "checksums=MD5") {
		t.Error("the server was not looked at")
	}
}

// TestBackupsAndObjectStores takes a backup from each kind of place to the other.
func TestBackupsAndObjectStores(t *testing.T) {
	eachObjectStore(t, func(t *testing.T, store objectStore) {
		for _, way := range []struct {
			name     string
			from, to objectStore
		}{{"to a folder", store, nil}, {"from a folder", nil, store}, {"to another prefix", store, store}} {
			t.Run(way.name, func(t *testing.T) {
				if way.from == way.to && os.Getenv("DOCKET_TEST_FULL") == "" {
					t.Skip("DOCKET_TEST_FULL=1 runs it")
				}
				from, to := t.Name()+"-from", t.Name()+"-to"
				useBytes(t, way.from, prefixOf(from))
				s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
				s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
				d := canaryDossier(t, s.as("mira", "Str0ng-enough"), 1)
				path, m := s.backup()
				if m.Parts[archive.Blobs].Records < 5 {
					t.Errorf("%d blobs in the backup", m.Parts[archive.Blobs].Records)
				}
				s.stop()
				useBytes(t, way.to, prefixOf(to))
				s = s.restored(path, "sqlite")
				c := s.as("mira", "Str0ng-enough")
				if got := c.want(200, "GET", d.file+"/content?type=ORIGINAL", nil); !bytes.Equal(got.body, canaryPDF(canaries["PDF text"])) {
					t.Errorf("the original reads %.100q", got.body)
				}
				c.want(204, "DELETE", d.dossier+"?deletePermanently=true", nil)
				s.verify()
				if way.to == nil {
					return
				}
				empty := []string{"restore", "--from", path, "--data", filepath.Join(t.TempDir(), "again")}
				docketFails(t, "holds objects already", empty...)
			})
		}
	})
}

// prefixOf makes a prefix of the name of a test.
func prefixOf(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' {
			return r
		}
		return '_'
	}, name)
}

// A file that is deleted behind the position, before its bytes were copied, is told
// of, and reads as gone after a restore.
func TestABlobRemovedFromABucketWhileItIsBackedUp(t *testing.T) {
	store := buckettest.Start(t)
	useBytes(t, store, "acme")
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("One")
	id, kept := c.upload(dossier, "one.pdf", canaryPDF("oneword")), c.upload(dossier, "two.pdf", canaryPDF("twoword"))
	c.awaitDone(dossier + "/files/" + id)
	c.awaitDone(dossier + "/files/" + kept)
	a := tools(t, s)
	path := filepath.Join(t.TempDir(), "backup.tar")
	out, err := archive.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := &transfer.Backup{Storage: a.Storage, Bytes: a.Bytes, Out: out, Progress: terminal.NewProgress(io.Discard)}
	from, err := a.Log.Store.Head(t.Context())
	if err == nil {
		w.Pins, err = service.PinBytes(t.Context(), a.Bytes)
	}
	if err == nil {
		err = w.FixPosition(t.Context(), from)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.want(204, "DELETE", dossier+"/files/"+id+"?deletePermanently=true", nil)
	if err := w.WriteLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := out.Finish(w.Manifest); err != nil {
		t.Fatal(err)
	}
	if said := service.DescribeRemoved(w.Pins); !strings.Contains(said, "3 files were deleted behind that position") {
		t.Errorf("said %q", said)
	}
	s.stop()
	useBytes(t, nil, "")
	s = s.restored(path, "sqlite")
	c = s.as("mira", "Str0ng-enough")
	c.want(200, "GET", dossier+"/files/"+id, nil)
	c.want(404, "GET", dossier+"/files/"+id+"/content?type=ORIGINAL", nil)
	c.want(204, "DELETE", dossier+"/files/"+id+"?deletePermanently=true", nil)
	s.stop()
	a = tools(t, s)
	state, _, err := es.Load(t.Context(), a.Log, file.Decider, file.StreamOf("demo", kept))
	if err != nil || !bytes.Equal(bytesOf(t, a, state.Original), canaryPDF("twoword")) {
		t.Errorf("what was not deleted: %v", err)
	}
}
