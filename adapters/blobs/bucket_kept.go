package blobs

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/processes"
)

var _ processes.BlobInventory = (*Bucket)(nil)

// StoredBlobs implements processes.BlobInventory.
func (b *Bucket) StoredBlobs(ctx context.Context, after, until time.Time) iter.Seq2[processes.StoredBlob, error] {
	return func(yield func(processes.StoredBlob, error) bool) {
		for o := range b.listObjects(ctx, b.prefix, false) {
			if o.Err != nil {
				yield(processes.StoredBlob{}, toFailure(ctx, "list the blobs", o.Err))
				return
			}
			id, ours := blobAt(strings.TrimPrefix(o.Key, b.prefix))
			if !ours || !o.LastModified.After(after) || o.LastModified.After(until) {
				continue
			}
			if !yield(processes.StoredBlob{ID: id, Place: o.Key}, nil) {
				return
			}
		}
	}
}

// Discard implements processes.BlobInventory.
func (b *Bucket) Discard(ctx context.Context, k processes.StoredBlob) error {
	return b.removeKey(ctx, k.Place)
}

// DropUnfinished implements processes.BlobInventory. There is nothing to do: an object is there as a whole
// or not at all, and uploads in parts that were left are looked for since Start.
func (b *Bucket) DropUnfinished(context.Context, time.Time) error { return nil }
