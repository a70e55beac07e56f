// Package blob stores and loads the bytes that events name by reference: whole, or as
// compressed JSON.
package blob

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// Read returns all bytes of a blob. Bytes that were erased meanwhile are
// domain.ErrFileNotFound.
func Read(ctx context.Context, blobs es.Blobs, ref es.BlobRef) ([]byte, error) {
	in, err := blobs.Open(ctx, ref)
	if err != nil {
		return nil, AsNotFound(err)
	}
	defer in.Close()
	b := make([]byte, ref.Size)
	if _, err := io.ReadFull(in, b); err != nil {
		return nil, fmt.Errorf("read blob %s: %w", ref.ID, err)
	}
	return b, nil
}

// AsNotFound returns domain.ErrFileNotFound, with err as its cause, for bytes that were
// erased, and every other error as it is.
func AsNotFound(err error) error {
	if errors.Is(err, es.ErrNoBlob) || errors.Is(err, es.ErrErased) {
		return domain.ErrFileNotFound.Because(err)
	}
	return err
}

// Put stores bytes for a subject.
func Put(ctx context.Context, blobs es.Blobs, subject es.Subject, content []byte) (es.BlobRef, error) {
	ref, _, err := blobs.Put(ctx, subject, bytes.NewReader(content))
	return ref, err
}

// The tables of a compressor take a megabyte, more than most of what is compressed: they are used again.
var (
	compressors = sync.Pool{New: func() any {
		z, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		if err != nil {
			panic(err) // there is such a level
		}
		return z
	}}
	decompressors = sync.Pool{New: func() any { return new(gzip.Reader) }}
	buffers       = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

// mostKept is the size in bytes from which on a buffer is not used again.
const mostKept = 1 << 20

// PutJSON stores a value as compressed JSON.
func PutJSON(ctx context.Context, blobs es.Blobs, subject es.Subject, v any) (es.BlobRef, error) {
	var b bytes.Buffer
	z := compressors.Get().(*gzip.Writer)
	defer compressors.Put(z)
	z.Reset(&b)
	err := errors.Join(json.NewEncoder(z).Encode(v), z.Close())
	z.Reset(io.Discard)
	if err != nil {
		return es.BlobRef{}, err
	}
	return Put(ctx, blobs, subject, b.Bytes())
}

// GetJSON decodes into v what PutJSON stored.
func GetJSON(ctx context.Context, blobs es.Blobs, ref es.BlobRef, v any) error {
	in, err := blobs.Open(ctx, ref)
	if err != nil {
		return AsNotFound(err)
	}
	defer in.Close()
	z := decompressors.Get().(*gzip.Reader)
	defer decompressors.Put(z)
	if err := z.Reset(in); err != nil {
		return fmt.Errorf("blob %s: %w", ref.ID, err)
	}
	b := buffers.Get().(*bytes.Buffer)
	if _, err := b.ReadFrom(z); err != nil {
		return fmt.Errorf("blob %s: %w", ref.ID, err)
	}
	err = json.Unmarshal(b.Bytes(), v)
	if b.Cap() <= mostKept {
		b.Reset()
		buffers.Put(b)
	}
	return err
}
