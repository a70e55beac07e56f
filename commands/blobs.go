package commands

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/domain/es"
)

// readBlob returns all bytes of a blob.
func (c *Commands) readBlob(ctx context.Context, ref es.BlobRef) ([]byte, error) {
	return blob.Read(ctx, c.Blobs, ref)
}

// openAt reads a blob by offset; whoever is done closes it.
func (c *Commands) openAt(ctx context.Context, ref es.BlobRef) *blob.ReaderAt {
	return blob.OpenAt(ctx, c.Blobs, ref, askedAtOnce)
}

// putJSON stores a value as a compressed blob.
func (c *Commands) putJSON(ctx context.Context, subject es.Subject, v any) (es.BlobRef, error) {
	return blob.PutJSON(ctx, c.Blobs, subject, v)
}

// getJSON decodes what putJSON stored.
func (c *Commands) getJSON(ctx context.Context, ref es.BlobRef, v any) error {
	return blob.GetJSON(ctx, c.Blobs, ref, v)
}

// removeUnnamed returns err, after removing the blob when err shows that no event names
// it. When it is open whether the event was appended, the blob stays.
func (c *Commands) removeUnnamed(ctx context.Context, ref es.BlobRef, err error) error {
	if err == nil || !isRefusal(err) || ref.ID == uuid.Nil {
		return err
	}
	return errors.Join(err, c.Blobs.Remove(context.WithoutCancel(ctx), ref))
}
