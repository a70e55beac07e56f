package blobs

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
)

// PlaceOf returns the path of a blob below the prefix, the same as on a disk.
func (b *Bucket) PlaceOf(ref es.BlobRef) (string, error) {
	return strings.TrimPrefix(b.objectKey(ref), b.prefix), nil
}

// EachSealed calls f with the place and the length of all blobs in the order of their
// places. Blobs that come or go meanwhile may be included or not.
func (b *Bucket) EachSealed(ctx context.Context, f func(place string, size int64) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for o := range b.listObjects(ctx, b.prefix, false) {
		if o.Err != nil {
			return toFailure(ctx, "list the blobs", o.Err)
		}
		place := strings.TrimPrefix(o.Key, b.prefix)
		if !names.MatchString(place) {
			continue
		}
		if err := f(place, o.Size); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// OpenSealed opens the sealed bytes at a place. Errors: es.ErrNoBlob.
func (b *Bucket) OpenSealed(ctx context.Context, place string) (sealed io.ReadCloser, size int64, err error) {
	if !names.MatchString(place) {
		return nil, 0, fmt.Errorf("%q is no place of a blob", place)
	}
	r, err := b.openRemote(ctx, b.prefix+place)
	if err != nil {
		return nil, 0, fmt.Errorf("blob %s: %w", place, err)
	}
	return stream{io.NewSectionReader(r, 0, r.size), r}, r.size, nil
}

// StoreSealed stores sealed bytes at a place and replaces those that are there. They are
// on stable storage when it returns.
func (b *Bucket) StoreSealed(ctx context.Context, place string, sealed io.Reader) error {
	return b.Restore(ctx, place, sealed)
}

// RemoveSealed removes the bytes at a place. A place without any is no error.
func (b *Bucket) RemoveSealed(ctx context.Context, place string) error {
	if !names.MatchString(place) {
		return fmt.Errorf("%q is no place of a blob", place)
	}
	return b.removeKey(ctx, b.prefix+place)
}

// SyncAll does nothing: an object store has stored what it acknowledged.
func (b *Bucket) SyncAll() {}
