package blobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/domain/es"
)

// startBucket opens a bucket as the service does.
func startBucket(t testing.TB, c blobs.BucketConfig, keys blobs.Keys) *blobs.Bucket {
	t.Helper()
	b, err := blobs.OpenBucket(c, keys)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// conforms runs the suite, each part below a prefix of its own.
func conforms(t *testing.T, config func(prefix string) blobs.BucketConfig) {
	var n atomic.Int32
	blobstest.Run(t, func(t *testing.T, keys *blobstest.Keys) blobstest.Store {
		return startBucket(t, config(fmt.Sprintf("part/%d", n.Add(1))), keys)
	})
}

func TestBucketConforms(t *testing.T) {
	conforms(t, buckettest.Start(t).Config)
}

func TestBucketOnAServerConforms(t *testing.T) {
	conforms(t, buckettest.StartGateway(t, false).Config)
}

func TestBucketWithVersionsConforms(t *testing.T) {
	conforms(t, buckettest.StartGateway(t, true).Config)
}

// stored lists what is in a bucket, in all versions.
func inBucket(t testing.TB, c blobs.BucketConfig) (list []minio.ObjectInfo) {
	t.Helper()
	for o := range client(t, c).ListObjectsIter(t.Context(), c.Address.Bucket,
		minio.ListObjectsOptions{Recursive: true, WithVersions: true}) {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		list = append(list, o)
	}
	return list
}

func client(t testing.TB, c blobs.BucketConfig) *minio.Client {
	t.Helper()
	m, err := minio.New(c.Address.Host, &minio.Options{Creds: credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""), Region: c.Region})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What is removed is gone in all versions, markers of deletions included.
func TestDeletionsLeaveNoVersion(t *testing.T) {
	c := buckettest.StartGateway(t, true).Config("here")
	b := startBucket(t, c, new(blobstest.Keys))
	removed, dropped, kept := putIn(t, b, "demo/1", 10), putIn(t, b, "demo/2/file", 10<<20), putIn(t, b, "demo/3", 10)
	if err := b.Remove(t.Context(), removed); err != nil {
		t.Fatal(err)
	}
	if err := b.Drop(t.Context(), "demo/2"); err != nil {
		t.Fatal(err)
	}
	if list := inBucket(t, c); len(list) != 1 || list[0].IsDeleteMarker {
		t.Errorf("left: %+v, want one object and no delete marker", list)
	}
	for _, ref := range []es.BlobRef{removed, dropped} {
		if _, err := b.Open(t.Context(), ref); err == nil {
			t.Errorf("%s is there still, want an error", ref.Subject)
		}
	}
	if err := read(b, kept); err != nil {
		t.Error(err)
	}
}

// Versioning that is switched on under a running service is noticed.
func TestVersioningSwitchedOnLater(t *testing.T) {
	c := buckettest.Start(t).Config("here")
	b := startBucket(t, c, new(blobstest.Keys))
	first := putIn(t, b, "demo/1", 10)
	if err := client(t, c).EnableVersioning(t.Context(), c.Address.Bucket); err != nil {
		t.Fatal(err)
	}
	if err := b.Drop(t.Context(), first.Subject); err != nil {
		t.Fatal(err)
	}
	if list := inBucket(t, c); len(list) > 0 {
		t.Errorf("left by the drop: %+v, want none", list)
	}
	second := putIn(t, b, "demo/1", 10)
	if err := b.Remove(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	if list := inBucket(t, c); len(list) > 0 {
		t.Errorf("left by the removal: %+v, want none", list)
	}
}

func putIn(t testing.TB, b es.Blobs, s es.Subject, size int) es.BlobRef {
	t.Helper()
	ref, _, err := b.Put(t.Context(), s, bytes.NewReader(blobstest.RandomContent(size, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// read wants the content that putIn put.
func read(b es.Blobs, ref es.BlobRef) error {
	r, err := b.Open(context.Background(), ref)
	if err != nil {
		return err
	}
	got, err := io.ReadAll(r)
	if err == nil && !bytes.Equal(got, blobstest.RandomContent(int(ref.Size), 1)) {
		err = errors.New("it reads something else")
	}
	return errors.Join(err, r.Close())
}
