package blobs

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/commands"
)

var _ commands.Shelf = (*Bucket)(nil)

// Kept implements commands.Shelf.
func (b *Bucket) Kept(ctx context.Context, after, until time.Time) iter.Seq2[commands.Kept, error] {
	return func(yield func(commands.Kept, error) bool) {
		for o := range b.each(ctx, b.prefix, false) {
			if o.Err != nil {
				yield(commands.Kept{}, failure(ctx, "list the blobs", o.Err))
				return
			}
			id, ours := blobAt(strings.TrimPrefix(o.Key, b.prefix))
			if !ours || !o.LastModified.After(after) || o.LastModified.After(until) {
				continue
			}
			if !yield(commands.Kept{ID: id, Place: o.Key}, nil) {
				return
			}
		}
	}
}

// Discard implements commands.Shelf.
func (b *Bucket) Discard(ctx context.Context, k commands.Kept) error {
	return b.removeKey(ctx, k.Place)
}

// DropUnfinished implements commands.Shelf. There is nothing to do: an object is there as a whole
// or not at all, and uploads in parts that were left are looked for since Start.
func (b *Bucket) DropUnfinished(context.Context, time.Time) error { return nil }
