package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"

	"github.com/seed-62a36931/docket/domain/es"
)

// Listing holds the blobs that a bucket had at one moment, for a backup. An object store
// cannot pin objects: bytes are copied while they are read, and blobs that are removed
// before they are read are counted. It needs about 50 bytes of memory a blob.
type Listing struct {
	b     *Bucket
	ctx   context.Context
	there map[uuid.UUID]struct{}
	gone  int
}

// Pin lists the blobs that are there now. The list can be used until ctx ends.
func (b *Bucket) Pin(ctx context.Context) (Pinned, error) {
	l := &Listing{b: b, ctx: ctx, there: map[uuid.UUID]struct{}{}}
	for o := range b.listObjects(ctx, b.prefix, false) {
		if o.Err != nil {
			return nil, toFailure(ctx, "list the blobs for a backup", o.Err)
		}
		name := path.Base(o.Key)
		if id, err := uuid.Parse(name); err == nil && name == id.String() {
			l.there[id] = struct{}{}
		}
	}
	return l, ctx.Err()
}

// Add adds a blob that was made after Pin. One that is listed already, or does not
// exist, is no error.
func (l *Listing) Add(ref es.BlobRef) error {
	if _, known := l.there[ref.ID]; known {
		return nil
	}
	_, err := l.b.core.StatObject(l.ctx, l.b.name, l.b.objectKey(ref), minio.StatObjectOptions{})
	switch err = toFailure(l.ctx, "look for a blob", err); {
	case errors.Is(err, es.ErrNoBlob):
		return nil
	case err != nil:
		return err
	}
	l.there[ref.ID] = struct{}{}
	return nil
}

// OpenPinned opens the sealed bytes of a listed blob, each blob once; nil for one that is not
// listed, or was removed since. name is its key below the prefix, and size its length
// there in bytes.
func (l *Listing) OpenPinned(ref es.BlobRef) (sealed io.ReadCloser, name string, size int64, err error) {
	if _, there := l.there[ref.ID]; !there {
		return nil, "", 0, nil
	}
	delete(l.there, ref.ID)
	key := l.b.objectKey(ref)
	r, err := l.b.openRemote(l.ctx, key)
	if errors.Is(err, es.ErrNoBlob) {
		l.gone++
		return nil, "", 0, nil
	}
	if err != nil {
		return nil, "", 0, fmt.Errorf("copy blob %s: %w", ref.ID, err)
	}
	return stream{io.NewSectionReader(r, 0, r.size), r}, strings.TrimPrefix(key, l.b.prefix), r.size, nil
}

// stream reads sealed bytes from beginning to end.
type stream struct {
	io.Reader
	io.Closer
}

// RemovedCount returns how many blobs were removed before they were taken.
func (l *Listing) RemovedCount() int { return l.gone }

// Release drops the list.
func (l *Listing) Release() error {
	l.there = nil
	return nil
}

// IsEmpty reports whether there is no object below the prefix.
func (b *Bucket) IsEmpty(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for o := range b.core.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true, MaxKeys: 1}) {
		return false, toFailure(ctx, "list the bucket "+b.name, o.Err)
	}
	return true, ctx.Err()
}

// names matches the paths of blobs, below a folder or a prefix.
var names = regexp.MustCompile(`^([0-9a-f]{32}/)+[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Restore stores sealed bytes under the name that Take returned, of a bucket or of a
// disk.
func (b *Bucket) Restore(ctx context.Context, name string, sealed io.Reader) error {
	if !names.MatchString(name) {
		return fmt.Errorf("%q is no path of a blob", name)
	}
	u := b.newUpload(ctx, b.prefix+name)
	src := &source{ctx: ctx, r: sealed}
	_, err := io.Copy(u, src)
	if src.err != nil {
		err = src.err
	}
	if err == nil {
		err = u.finish()
	}
	if err != nil {
		u.abandonUpload(err)
	}
	return err
}

// Clear removes everything below the prefix.
func (b *Bucket) Clear(ctx context.Context) error {
	versions, err := b.keepsVersions(ctx)
	if err == nil {
		err = b.removeAll(ctx, b.prefix, versions)
	}
	return err
}
