package blobs

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
)

// Check returns an error unless the bucket can be reached and listed. It sends one
// request.
func (b *Bucket) Check(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for o := range b.core.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, MaxKeys: 1}) {
		return toFailure(ctx, "list the bucket "+b.name, o.Err)
	}
	return ctx.Err()
}

// Start checks the bucket before it is used for writing: whether it exists, which
// checksums the server verifies, and whether it keeps old versions. It logs the
// results, and starts the removal of left-over uploads.
func (b *Bucket) Start(ctx context.Context) error {
	if err := b.Check(ctx); err != nil {
		return err
	}
	if err := b.probeChecksums(ctx); err != nil {
		return err
	}
	versions := b.describeVersioning(ctx)
	b.log.Info("object store", "bucket", b.String(), "versions", versions, "checksums", b.checksumKind())
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	b.stop, b.tidied = stop, make(chan struct{})
	go func() {
		defer close(b.tidied)
		b.tidyEvery(background, tidyPause)
	}()
	return nil
}

// describeVersioning describes, for the log, whether the bucket keeps old versions of objects.
// Not every server supports the question, and not every account may ask.
func (b *Bucket) describeVersioning(ctx context.Context) string {
	kept, err := b.keepsVersions(ctx)
	switch {
	case err != nil:
		b.silent.Store(true)
		b.log.Warn("whether the bucket keeps old versions of objects cannot be asked; if it does, bytes of deleted files may stay in it, "+
			"unreadable without their keys: grant s3:GetBucketVersioning, or make sure that versioning was never on",
			"bucket", b.String(), "error", err)
		return "unknown"
	case kept:
		return "kept"
	}
	return "off"
}

// probeChecksums writes an object, and then again with wrong digests, which the server must
// refuse: this proves that it verifies them.
func (b *Bucket) probeChecksums(ctx context.Context) error {
	key, content := b.prefix+"probe/"+uuid.NewString(), []byte("docket writes this to see what the object store does")
	if err := b.putWhole(ctx, key, content); err != nil {
		return err
	}
	wrong := []byte("something else")
	for c := checksCRC32C; c < checksNothing; c++ {
		b.checks.Store(int32(c))
		d := b.digestsOf(wrong)
		if _, err := b.core.PutObject(ctx, b.name, key, bytes.NewReader(content), int64(len(content)), d.md5, "",
			d.putOptions()); err != nil {
			if !isRefused(err) {
				return toFailure(ctx, "probe", err)
			}
			return b.removeKey(ctx, key)
		}
	}
	b.checks.Store(int32(checksNothing))
	b.log.Warn("the object store takes bytes with wrong checksums: damage on the way is noticed only when they are read",
		"bucket", b.String())
	return b.removeKey(ctx, key)
}

// isRefused reports whether a server rejected a request for its content.
func isRefused(err error) bool {
	var refusal minio.ErrorResponse
	return errors.As(err, &refusal) && refusal.StatusCode == 400
}

// Uploads in parts that are not finished after leftOver are aborted, every tidyPause. A
// running upload never takes that long.
const (
	leftOver  = 24 * time.Hour
	tidyPause = 6 * time.Hour
)

func (b *Bucket) tidyEvery(ctx context.Context, pause time.Duration) {
	for {
		n, err := b.AbortStaleUploads(ctx, time.Now().Add(-leftOver))
		if n > 0 {
			b.log.Info("left-over uploads were removed from the object store", "uploads", n)
		}
		if err != nil && ctx.Err() == nil {
			b.log.Warn("left-over uploads in the object store could not be removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// AbortStaleUploads aborts the unfinished uploads in parts that began before a moment, and returns
// how many.
func (b *Bucket) AbortStaleUploads(ctx context.Context, before time.Time) (n int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for u := range b.core.ListIncompleteUploads(ctx, b.name, b.prefix, true) {
		if minio.ToErrorResponse(u.Err).Code == minio.NoSuchUpload { // how some servers say none
			return n, nil
		}
		if u.Err != nil {
			return n, toFailure(ctx, "list uploads", u.Err)
		}
		if !u.Initiated.Before(before) {
			continue
		}
		err := b.core.AbortMultipartUpload(ctx, b.name, u.Key, u.UploadID)
		if err != nil && minio.ToErrorResponse(err).Code != minio.NoSuchUpload {
			return n, toFailure(ctx, "abort an upload", err)
		}
		n++
	}
	return n, nil
}
