package blobs

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
)

// A LockedBucket keeps small texts in a bucket with object lock: until their time is over nobody can change or remove one, not
// even who owns the bucket.
type LockedBucket struct {
	core      *minio.Core
	where     Address
	hold      time.Duration
	transport *http.Transport
}

// ErrNotLocked is the error of a text that a bucket has, and does not keep from being changed.
var ErrNotLocked = errors.New("it is there, and not locked for so long")

// ErrOtherText is the error of a name under which another text is locked, or stands.
var ErrOtherText = errors.New("another text stands there under this name")

// lockSlack is how much earlier than asked for a lock may end, since clocks differ and servers keep whole seconds.
const lockSlack = time.Minute

// mostLocked bounds the length of a text that is compared, in bytes.
const mostLocked = 1 << 20

// OpenLockedBucket returns a bucket in which texts are locked for a time. It sends no request.
func OpenLockedBucket(c BucketConfig, hold time.Duration) (*LockedBucket, error) {
	l := &LockedBucket{where: c.Address, hold: hold, transport: newTransport()}
	var err error
	if l.core, err = newCore(c, l.transport); err != nil {
		return nil, fmt.Errorf("open the bucket %s: %w", c.Address, err)
	}
	return l, nil
}

// Close closes idle connections.
func (l *LockedBucket) Close() { l.transport.CloseIdleConnections() }

// Keep puts a text under a name below the prefix, locked from now on for the time that was set, unless it stands there already.
// Errors: ErrNotLocked where the bucket took it without a lock, ErrOtherText, Failure.
func (l *LockedBucket) Keep(ctx context.Context, name string, text []byte) error {
	key, until := l.where.keyPrefix()+name, time.Now().Add(l.hold).UTC()
	weak, strong := md5.Sum(text), sha256.Sum256(text)
	opts := minio.PutObjectOptions{ContentType: "text/plain; charset=utf-8", Mode: minio.Compliance, RetainUntilDate: until,
		DisableContentSha256: true} // in pieces; the whole has the one that is given
	opts.SetMatchETagExcept("*")
	_, err := l.core.PutObject(ctx, l.where.Bucket, key, bytes.NewReader(text), int64(len(text)),
		base64.StdEncoding.EncodeToString(weak[:]), hex.EncodeToString(strong[:]), opts)
	switch stands := minio.ToErrorResponse(err).StatusCode == http.StatusPreconditionFailed; {
	case stands:
		// An earlier try stored it, and its answer was lost. Its lock ends earlier by the time since then.
		if err := l.compareKept(ctx, key, text); err != nil {
			return err
		}
		return l.checkLock(ctx, key, time.Now())
	case err != nil:
		return toFailure(ctx, "lock a text", err)
	}
	return l.checkLock(ctx, key, until.Add(-lockSlack))
}

// compareKept returns ErrOtherText where something else than a text stands under its key.
func (l *LockedBucket) compareKept(ctx context.Context, key string, text []byte) error {
	r, _, _, err := l.core.GetObject(ctx, l.where.Bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return toFailure(ctx, "read what is locked", err)
	}
	defer func() { _ = r.Close() }() // it was read
	kept, err := io.ReadAll(io.LimitReader(r, mostLocked))
	if err != nil {
		return toFailure(ctx, "read what is locked", err)
	}
	if !bytes.Equal(kept, text) {
		return fmt.Errorf("%s in %s: %w", key, l.where, ErrOtherText)
	}
	return nil
}

// checkLock asks the bucket whether what stands under a key is locked at least until a time: a server without object lock may
// take a text as if it had one.
func (l *LockedBucket) checkLock(ctx context.Context, key string, until time.Time) error {
	mode, end, err := l.core.GetObjectRetention(ctx, l.where.Bucket, key, "")
	if code := minio.ToErrorResponse(err).Code; code == "NoSuchObjectLockConfiguration" || code == "InvalidRequest" {
		mode, err = nil, nil
	}
	if err != nil {
		return toFailure(ctx, "ask for a lock", err)
	}
	if mode == nil || *mode != minio.Compliance || end == nil || end.Before(until) {
		return fmt.Errorf("%s in %s: %w (%s)", key, l.where, ErrNotLocked, until.UTC().Format(time.RFC3339))
	}
	return nil
}
