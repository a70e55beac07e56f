package blobs_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/domain/es"
)

// BenchmarkBucket reports how puts and reads through the seal stand to those of the
// client library alone, of the same bytes on the same server: versitygw if it was
// built (make test-all), else a store in this process.
func BenchmarkBucket(b *testing.B) {
	for _, size := range []int{64 << 10, 64 << 20} {
		b.Run(fmt.Sprintf("Put/%dKiB", size>>10), func(b *testing.B) { benchBucket(b, size, false) })
		b.Run(fmt.Sprintf("Read/%dKiB", size>>10), func(b *testing.B) { benchBucket(b, size, true) })
	}
}

func benchStore(b *testing.B) blobs.BucketConfig {
	if buckettest.HaveGateway() {
		return buckettest.StartGateway(b, false).Config("here")
	}
	return buckettest.Start(b).Config("here")
}

func benchBucket(b *testing.B, size int, reading bool) {
	c := benchStore(b)
	bucket, bare := startBucket(b, c, new(blobstest.Keys)), client(b, c)
	content := blobstest.RandomContent(size, 1)
	b.SetBytes(int64(size))
	var ratios []float64
	for i := 0; b.Loop(); i++ {
		key := fmt.Sprintf("bare/%d", i)
		begun := time.Now()
		ref, _, err := bucket.Put(b.Context(), "demo", bytes.NewReader(content))
		if err != nil {
			b.Fatal(err)
		}
		took := time.Since(begun)
		if reading {
			begun = time.Now()
			drain(b, bucket, ref)
			took = time.Since(begun)
		}
		b.StopTimer()
		ratios = append(ratios, bareTime(b, bare, c.Address.Bucket, key, content, reading).Seconds()/took.Seconds())
		if err := bucket.Remove(b.Context(), ref); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "x-bare-minio")
}

func drain(b *testing.B, bucket *blobs.Bucket, ref es.BlobRef) {
	r, err := bucket.Open(b.Context(), ref)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		b.Fatal(err)
	}
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
}

// bareTime is how long the library takes for a put, or for a read of it.
func bareTime(b *testing.B, m *minio.Client, bucket, key string, content []byte, reading bool) time.Duration {
	begun := time.Now()
	if _, err := m.PutObject(b.Context(), bucket, key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{}); err != nil {
		b.Fatal(err)
	}
	took := time.Since(begun)
	if reading {
		begun = time.Now()
		o, err := m.GetObject(b.Context(), bucket, key, minio.GetObjectOptions{})
		if err == nil {
			_, err = io.Copy(io.Discard, o)
		}
		if err != nil {
			b.Fatal(err)
		}
		took = time.Since(begun)
	}
	if err := m.RemoveObject(b.Context(), bucket, key, minio.RemoveObjectOptions{}); err != nil {
		b.Fatal(err)
	}
	return took
}
