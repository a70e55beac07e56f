package service_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/engines"
	"github.com/seed-62a36931/docket/service/servicetest"
	"github.com/seed-62a36931/docket/transfer"
)

// eachObjectStore runs a test on a store in this process, and on a real one.
func eachObjectStore(t *testing.T, test func(t *testing.T, s servicetest.ObjectStore)) {
	t.Run("in the process", func(t *testing.T) { test(t, buckettest.Start(t)) })
	t.Run("versitygw", func(t *testing.T) { test(t, buckettest.StartGateway(t, true)) })
}

// TestBytesInAnObjectStore takes a service through what it does with bytes.
func TestBytesInAnObjectStore(t *testing.T) {
	eachObjectStore(t, func(t *testing.T, store servicetest.ObjectStore) {
		servicetest.UseObjectStore(t, store, "acme")
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		before := len(servicetest.ListObjects(t, store, "acme"))
		d := servicetest.CanaryDossier(t, c, 1)
		if got := c.Want(200, "GET", d.File+"/content?type=ORIGINAL", nil); !bytes.Equal(got.Body, servicetest.CanaryPDF(servicetest.CanaryWords["PDF text"])) {
			t.Errorf("the original reads %.100q, want the same bytes", got.Body)
		}
		if got := c.Want(200, "GET", d.File+"/content?type=PREVIEW", nil); !bytes.HasPrefix(got.Body, []byte("%PDF")) {
			t.Errorf("the preview reads %.100q, want a PDF", got.Body)
		}
		if n := len(servicetest.ListObjects(t, store, "acme")); n <= before {
			t.Errorf("%d objects after %d, want more", n, before)
		}
		if _, err := os.Stat(filepath.Join(s.Data, "blobs")); err == nil {
			t.Error("there is a folder of bytes too")
		}
		c.Want(204, "DELETE", d.Dossier+"?deletePermanently=true", nil)
		left := servicetest.ListObjects(t, store, "acme") // a package that was being made is removed by its worker
		for deadline := time.Now().Add(2 * time.Minute); len(left) != before && time.Now().Before(deadline); left = servicetest.ListObjects(t, store, "acme") {
			time.Sleep(50 * time.Millisecond)
		}
		if len(left) != before {
			t.Errorf("%d objects are left of %d, want as many:\n%s", len(left), before, strings.Join(left, "\n"))
		}
		s.Stop()
		if log := s.Log.String(); strings.Contains(log, buckettest.SecretKey) || strings.Contains(log, buckettest.AccessKey) ||
			!strings.Contains(log, `msg="object store" bucket=`+store.URL("acme")) {
			t.Errorf("the log shows a secret, or does not name the bucket, want the bucket without its keys:\n%s",
				log)
		}
	})
}

// TestObjectStoreAway stops the object store under a running service and starts it
// again.
func TestObjectStoreAway(t *testing.T) {
	store := buckettest.Start(t)
	servicetest.UseObjectStore(t, store, "acme")
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Before")
	id := c.Upload(dossier, "before.pdf", servicetest.SamplePDF(t)) // it is processed while the store goes away
	store.StopServer()
	form, contentType := servicetest.NewMultipartFile("away.pdf", servicetest.SamplePDF(t))
	c.ExpectFailure(503, "The service is not available", "POST", dossier+"/files", contentType, form)
	c.ExpectFailure(503, "The service is not available", "GET", dossier+"/files/"+id+"/content?type=ORIGINAL", "", nil)
	c.Want(200, "GET", dossier, nil)
	r, err := http.Get(s.Base + "/health/ready")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != 503 || !bytes.Contains(body, []byte(`"bytes"`)) {
		t.Errorf("ready: %d %s %v, want 503 for bytes", r.StatusCode, body, err)
	}
	_ = r.Body.Close()
	store.RestartServer()
	s.AwaitReady()
	c.AwaitRecovery(dossier)
	if strings.Contains(s.Log.String(), "status=500") {
		t.Error("an object store that is away was taken for a failure of ours")
	}
}

// TestObjectStoreThatCannotBeUsed starts on wrong settings.
func TestObjectStoreThatCannotBeUsed(t *testing.T) {
	store := buckettest.Start(t)
	servicetest.UseObjectStore(t, store, "acme")
	s := &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "data"), Args: servicetest.NewMasterKey(t)}
	for url, reason := range map[string]string{
		strings.Replace(store.URL("acme"), buckettest.Bucket, "elsewhere", 1): "make the bucket",
		"https://key:hush@s3.example/bucket":                                  "holds no access key",
		"https://s3.example":                                                  "names no bucket",
	} {
		t.Setenv("DOCKET_S3", url)
		s.ExpectRefusal(url, reason)
	}
	servicetest.UseObjectStore(t, store, "acme")
	t.Setenv("DOCKET_BLOBS", t.TempDir())
	s.ExpectRefusal("folder and bucket", "name one of them")
}

// TestObjectStoreOverTLS believes a server that somebody vouches for, and no other.
func TestObjectStoreOverTLS(t *testing.T) {
	store, authority := buckettest.StartTLS(t)
	servicetest.UseObjectStore(t, store, "acme")
	s := &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "data"), Args: servicetest.NewMasterKey(t)}
	s.ExpectRefusal("unknown authority", "name it in SSL_CERT_FILE")
	t.Setenv("SSL_CERT_FILE", authority)
	s = servicetest.Serve(t, s.Data, s.Args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	file := c.NewDossier("One")
	file += "/files/" + c.Upload(file, "one.pdf", servicetest.CanaryPDF("oneword"))
	c.AwaitDone(file)
	if got := c.Want(200, "GET", file+"/content?type=ORIGINAL", nil); !bytes.Equal(got.Body, servicetest.CanaryPDF("oneword")) {
		t.Errorf("the original reads %.100q, want the same bytes", got.Body)
	}
	if s.Stop(); !strings.Contains(s.Log.String(), "checksums=MD5") {
		t.Error("the server was not looked at")
	}
}

// TestBackupsAndObjectStores takes a backup from each kind of place to the other.
func TestBackupsAndObjectStores(t *testing.T) {
	eachObjectStore(t, func(t *testing.T, store servicetest.ObjectStore) {
		for _, way := range []struct {
			name     string
			from, to servicetest.ObjectStore
		}{{"to a folder", store, nil}, {"from a folder", nil, store}, {"to another prefix", store, store}} {
			t.Run(way.name, func(t *testing.T) {
				if way.from == way.to && os.Getenv("DOCKET_TEST_FULL") == "" {
					t.Skip("DOCKET_TEST_FULL=1 runs it")
				}
				from, to := t.Name()+"-from", t.Name()+"-to"
				servicetest.UseObjectStore(t, way.from, prefixOf(from))
				s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
				s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
				d := servicetest.CanaryDossier(t, s.SignIn("mira", "Str0ng-enough"), 1)
				path, m := s.Backup()
				if m.Parts[archive.Blobs].Records < 5 {
					t.Errorf("%d blobs in the backup, want at least 5", m.Parts[archive.Blobs].Records)
				}
				s.Stop()
				servicetest.UseObjectStore(t, way.to, prefixOf(to))
				s = s.RestoreTo(path, "sqlite")
				c := s.SignIn("mira", "Str0ng-enough")
				if got := c.Want(200, "GET", d.File+"/content?type=ORIGINAL", nil); !bytes.Equal(got.Body, servicetest.CanaryPDF(servicetest.CanaryWords["PDF text"])) {
					t.Errorf("the original reads %.100q, want the same bytes", got.Body)
				}
				c.Want(204, "DELETE", d.Dossier+"?deletePermanently=true", nil)
				s.Verify()
				if way.to == nil {
					return
				}
				empty := []string{"restore", "--from", path, "--data", filepath.Join(t.TempDir(), "again")}
				servicetest.ExpectFailure(t, "holds objects already", empty...)
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
// of. After a restore its record is there again, and a read says that its bytes are missing.
func TestABlobRemovedFromABucketWhileItIsBackedUp(t *testing.T) {
	store := buckettest.Start(t)
	servicetest.UseObjectStore(t, store, "acme")
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("One")
	id, kept := c.Upload(dossier, "one.pdf", servicetest.CanaryPDF("oneword")),
		c.Upload(dossier, "two.pdf", servicetest.CanaryPDF("twoword"))
	c.AwaitDone(dossier + "/files/" + id)
	c.AwaitDone(dossier + "/files/" + kept)
	a := servicetest.OpenTools(t, s)
	path := filepath.Join(t.TempDir(), "backup.tar")
	out, err := archive.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := &transfer.Backup{Storage: a.Storage, Bytes: a.Bytes, Out: out, Progress: terminal.NewProgress(io.Discard)}
	from, err := a.Log.Store.Head(t.Context())
	if err == nil {
		w.Pins, err = a.Bytes.Pin(t.Context())
	}
	if err == nil {
		err = w.FixPosition(t.Context(), from)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Want(204, "DELETE", dossier+"/files/"+id+"?deletePermanently=true", nil)
	if err := w.WriteLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := out.Finish(w.Manifest); err != nil {
		t.Fatal(err)
	}
	if said := engines.DescribeRemoved(w.Pins); !strings.Contains(said, "3 files were deleted behind that position") {
		t.Errorf("said %q, want %q in it", said, "3 files were deleted behind that position")
	}
	s.Stop()
	servicetest.UseObjectStore(t, nil, "")
	s = s.RestoreTo(path, "sqlite")
	c = s.SignIn("mira", "Str0ng-enough")
	c.Want(200, "GET", dossier+"/files/"+id, nil)
	c.Want(500, "GET", dossier+"/files/"+id+"/content?type=ORIGINAL", nil)
	c.Want(204, "DELETE", dossier+"/files/"+id+"?deletePermanently=true", nil)
	c.Want(404, "GET", dossier+"/files/"+id+"/content?type=ORIGINAL", nil)
	s.Stop()
	a = servicetest.OpenTools(t, s)
	state, _, err := es.Load(t.Context(), a.Log, file.Decider, file.StreamOf("demo", kept))
	if err != nil || !bytes.Equal(servicetest.ReadBlob(t, a, state.Original), servicetest.CanaryPDF("twoword")) {
		t.Errorf("what was not deleted: %v, want no error and the same bytes", err)
	}
}
