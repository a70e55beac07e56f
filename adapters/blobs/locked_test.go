package blobs_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
)

// openLocked opens the prefix kept of a server, with a secret.
func openLocked(t *testing.T, address, secret string) *blobs.LockedBucket {
	t.Helper()
	at, err := blobs.ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := blobs.OpenLockedBucket(blobs.BucketConfig{Address: at, Region: "us-east-1",
		Credentials: blobs.Credentials{AccessKey: buckettest.AccessKey, SecretKey: secret}}, 100*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

func TestTextsAreLocked(t *testing.T) {
	s := buckettest.StartLocked(t)
	l := openLocked(t, s.Address("kept"), buckettest.SecretKey)
	for range 2 { // the second time it stands there
		if err := l.Keep(t.Context(), "log/1.txt", []byte("one\n")); err != nil {
			t.Fatal(err)
		}
	}
	texts, until := s.Objects()
	if len(texts) != 1 || texts["kept/log/1.txt"] != "one\n" {
		t.Errorf("stored: %v, want the one line of kept/log/1.txt", texts)
	}
	if left := time.Until(until["kept/log/1.txt"]); left < 99*time.Hour || left > 101*time.Hour {
		t.Errorf("locked for %s, want left at least %v and left at most %v", left, 99*time.Hour, 101*time.Hour)
	}
	if err := l.Keep(t.Context(), "log/1.txt", []byte("another\n")); !errors.Is(err, blobs.ErrOtherText) {
		t.Errorf("another text under the same name: %v, want %v", err, blobs.ErrOtherText)
	}
	expectRefusals(t, s)
}

// expectRefusals has the server refuse to remove and to replace what is locked, as the owner of the bucket asks for it.
func expectRefusals(t *testing.T, s *buckettest.Locked) {
	t.Helper()
	owner, err := minio.NewCore(strings.TrimPrefix(s.Server.URL, "http://"), &minio.Options{Region: "us-east-1",
		Creds: credentials.NewStaticV4(buckettest.AccessKey, buckettest.SecretKey, "")})
	if err != nil {
		t.Fatal(err)
	}
	err = owner.RemoveObject(t.Context(), buckettest.Bucket, "kept/log/1.txt", minio.RemoveObjectOptions{})
	if minio.ToErrorResponse(err).Code != minio.AccessDenied {
		t.Errorf("removed: %v, want %v", err, minio.AccessDenied)
	}
	const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	_, err = owner.PutObject(t.Context(), buckettest.Bucket, "kept/log/1.txt", http.NoBody, 0, "", empty,
		minio.PutObjectOptions{DisableContentSha256: true})
	if minio.ToErrorResponse(err).Code != minio.AccessDenied {
		t.Errorf("replaced: %v, want %v", err, minio.AccessDenied)
	}
}

func TestTextsThatAreNotLockedAreTold(t *testing.T) {
	s := buckettest.StartLocked(t)
	l := openLocked(t, s.Address("kept"), buckettest.SecretKey)
	s.Set(buckettest.IgnoresLock)
	for range 2 {
		if err := l.Keep(t.Context(), "2.txt", []byte("two\n")); !errors.Is(err, blobs.ErrNotLocked) {
			t.Errorf("without a lock: %v, want %v", err, blobs.ErrNotLocked)
		}
	}
	s.Set(buckettest.RefusesLock)
	refused := func(l *blobs.LockedBucket, code string) {
		t.Helper()
		var f *blobs.Failure
		if err := l.Keep(t.Context(), "3.txt", []byte("three\n")); !errors.As(err, &f) || f.Refusal != code {
			t.Errorf("%v, want %s", err, code)
		}
	}
	refused(l, "InvalidRequest")
	s.Set(buckettest.WithLock)
	refused(openLocked(t, s.Address("kept"), "another"), minio.SignatureDoesNotMatch)
	if texts, _ := s.Objects(); len(texts) != 1 {
		t.Errorf("stored: %v, want 1", texts)
	}
}
