package blobs_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/blobs/blobstest"
)

var sizes = []int{4 << 10, 64 << 10, 1 << 20, 16 << 20}

// BenchmarkPut reports, beside its own rate, how it stands to hashing the bytes,
// writing them to a file and syncing that.
func BenchmarkPut(b *testing.B) {
	for _, size := range sizes {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			root := b.TempDir()
			d := openDisk(b, filepath.Join(root, "blobs"), new(blobstest.Keys))
			content := blobstest.RandomContent(size, 1)
			var ours, bare time.Duration
			b.SetBytes(int64(size))
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				put(b, d, "demo", content)
				ours += time.Since(start)
				b.StopTimer()
				start = time.Now()
				hashAndWrite(b, filepath.Join(root, fmt.Sprint(i)), content)
				bare += time.Since(start)
				b.StartTimer()
			}
			b.ReportMetric(bare.Seconds()/ours.Seconds(), "x-bare-file")
		})
	}
}

func hashAndWrite(b *testing.B, path string, content []byte) {
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(file, sum), bytes.NewReader(content)); err != nil {
		b.Fatal(err)
	}
	if err := file.Sync(); err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkRead(b *testing.B) {
	for _, size := range sizes {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			d := openDisk(b, b.TempDir(), new(blobstest.Keys))
			ref := put(b, d, "demo", blobstest.RandomContent(size, 1))
			b.SetBytes(int64(size))
			for b.Loop() {
				r, err := d.Open(b.Context(), ref)
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
		})
	}
}
