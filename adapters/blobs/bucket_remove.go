package blobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync/atomic"

	"github.com/minio/minio-go/v7"

	"github.com/seed-62a36931/docket/domain/es"
)

// objects lists and removes the objects of a bucket, with their older versions where it keeps them.
type objects struct {
	core  *minio.Core
	name  string // of the bucket
	where Address
	log   *slog.Logger

	versioned atomic.Bool // a deletion leaves the bytes behind as an old version
	silent    atomic.Bool // whether it does cannot be asked
}

// Remove implements es.Blobs. With versioning, it removes all versions.
func (b *Bucket) Remove(ctx context.Context, ref es.BlobRef) error {
	if err := b.removeKey(ctx, b.objectKey(ref)); err != nil {
		return fmt.Errorf("remove blob %s: %w", ref.ID, err)
	}
	return nil
}

func (o *objects) removeKey(ctx context.Context, key string) error {
	versions, err := o.keepsVersions(ctx)
	switch {
	case err != nil:
		return err
	case versions:
		return o.removeAll(ctx, key, true)
	}
	err = toFailure(ctx, "remove a blob", o.core.RemoveObject(ctx, o.name, key, minio.RemoveObjectOptions{}))
	if errors.Is(err, es.ErrNoBlob) {
		return nil
	}
	return err
}

// Drop implements es.Blobs: it removes one object after the other; when it returns an
// error, some may be removed already. The content is sealed, and its key is destroyed
// separately.
func (b *Bucket) Drop(ctx context.Context, subject es.Subject) error {
	versions, err := b.keepsVersions(ctx)
	if err == nil {
		err = b.removeAll(ctx, b.keyFolder(subject), versions)
	}
	if err != nil {
		return fmt.Errorf("drop the blobs of %s: %w", subject, err)
	}
	return nil
}

// removeAll removes the objects whose keys have a prefix. It lists them again when a
// server could not remove one: another process may be removing it too.
func (o *objects) removeAll(ctx context.Context, prefix string, versions bool) error {
	for try := range sendTries {
		if err := pauseBefore(ctx, try); err != nil {
			return toFailure(ctx, "remove blobs", err)
		}
		refused, err := o.removeOnce(ctx, prefix, versions)
		if err != nil || refused == nil {
			return err
		}
		if try == sendTries-1 {
			return refused
		}
	}
	return nil
}

// removeOnce removes the objects of one listing; refused is the first that could not be
// removed.
func (o *objects) removeOnce(ctx context.Context, prefix string, versions bool) (refused, err error) {
	var failed error
	listed := func(yield func(minio.ObjectInfo) bool) {
		for o := range o.listObjects(ctx, prefix, versions) {
			if failed = o.Err; failed != nil || !yield(o) {
				return
			}
		}
	}
	results, err := o.core.RemoveObjectsWithIter(ctx, o.name, listed, minio.RemoveObjectsOptions{})
	if err != nil {
		return nil, toFailure(ctx, "remove blobs", err)
	}
	for r := range results {
		if refused == nil && r.Err != nil && minio.ToErrorResponse(r.Err).Code != minio.NoSuchKey {
			refused = toFailure(ctx, "remove blobs", r.Err)
		}
	}
	return refused, toFailure(ctx, "remove blobs", cmp.Or(failed, ctx.Err()))
}

// listObjects lists the objects whose keys have a prefix; an object that carries an error is
// the last.
func (o *objects) listObjects(ctx context.Context, prefix string, versions bool) iter.Seq[minio.ObjectInfo] {
	return o.core.ListObjectsIter(ctx, o.name, minio.ListObjectsOptions{Prefix: prefix, Recursive: true, WithVersions: versions})
}

// keepsVersions reports whether the bucket keeps old versions, or did: that can be
// switched on at any time, and then a deletion alone removes nothing. Without
// permission to ask, it relies on the version ids that uploads returned.
func (o *objects) keepsVersions(ctx context.Context) (bool, error) {
	if o.versioned.Load() || o.silent.Load() {
		return o.versioned.Load(), nil
	}
	v, err := o.core.GetBucketVersioning(ctx, o.name)
	if err != nil {
		return false, toFailure(ctx, "ask whether the bucket keeps old versions", err)
	}
	if v.Enabled() || v.Suspended() {
		o.recordVersion(v.Status)
	}
	return o.versioned.Load(), nil
}

// recordVersion records that a server reported a version id.
func (o *objects) recordVersion(id string) {
	if id != "" && id != "null" && o.versioned.CompareAndSwap(false, true) {
		o.log.Warn(
			"the bucket keeps old versions of objects; deletions remove them too, which takes the rights to list and delete versions",
			"bucket", o.String())
	}
}
