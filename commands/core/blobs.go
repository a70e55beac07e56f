package core

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/domain/es"
)

// OpenAt reads a blob by offset; whoever is done closes it.
func (c *Core) OpenAt(ctx context.Context, ref es.BlobRef) *blob.ReaderAt {
	return blob.OpenAt(ctx, c.Blobs, ref, FilesAtOnce)
}

// PutJSON stores a value as a compressed blob.
func (c *Core) PutJSON(ctx context.Context, subject es.Subject, v any) (es.BlobRef, error) {
	return blob.PutJSON(ctx, c.Blobs, subject, v)
}

// GetJSON decodes what PutJSON stored.
func (c *Core) GetJSON(ctx context.Context, ref es.BlobRef, v any) error {
	return blob.GetJSON(ctx, c.Blobs, ref, v)
}

// RemoveUnnamed returns err, after removing the blob when err shows that no event names
// it. When it is open whether the event was appended, the blob stays.
func (c *Core) RemoveUnnamed(ctx context.Context, ref es.BlobRef, err error) error {
	if err == nil || !IsRefusal(err) || ref.ID == uuid.Nil {
		return err
	}
	return errors.Join(err, c.Blobs.Remove(context.WithoutCancel(ctx), ref))
}

// FilesAtOnce is how many files are worked on at a time: their appends share a commit.
const FilesAtOnce = 8

// DiscardBlobs removes blobs that no event names.
func (c *Core) DiscardBlobs(ctx context.Context, refs ...es.BlobRef) error {
	var failed error
	for _, ref := range refs {
		if ref == (es.BlobRef{}) {
			continue
		}
		if err := c.Blobs.Remove(context.WithoutCancel(ctx), ref); err != nil {
			failed = errors.Join(failed, fmt.Errorf("remove what was not stored: %w", err))
		}
	}
	return failed
}
