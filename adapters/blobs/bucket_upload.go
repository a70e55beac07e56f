package blobs

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
)

// Uploads go in parts of partSize, so the largest object, with mostParts of them, has
// 78 GiB. While one part is sent the next one is filled.
const (
	partSize  = 8 << 20
	mostParts = 10_000
)

// sendTries is how often bytes are sent when they arrive damaged.
const sendTries = 5

// abandonTime is the time limit for the removal of an unfinished upload.
const abandonTime = 2 * time.Second

// upload writes one object: by one request when it is small, in parts otherwise.
// Nothing is found under its key before finishing succeeds.
type upload struct {
	b      *Bucket
	ctx    context.Context // ends with the upload
	cancel context.CancelFunc
	key    string
	buf    []byte
	spare  []byte
	id     string // of the upload in parts; empty while there is none
	parts  []minio.CompletePart
	sent   chan sent // of the part on its way; nil when there is none
	put    bool      // the one request was made
}

type sent struct {
	part minio.CompletePart
	err  error
}

func (b *Bucket) newUpload(ctx context.Context, key string) *upload {
	ctx, cancel := context.WithCancel(ctx)
	return &upload{b: b, ctx: ctx, cancel: cancel, key: key}
}

// Write implements io.Writer.
func (u *upload) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if len(u.buf) == partSize {
			if err := u.flushPart(); err != nil {
				return 0, err
			}
		}
		u.growBuffer(len(p))
		k := min(len(p), cap(u.buf)-len(u.buf))
		u.buf, p = append(u.buf, p[:k]...), p[k:]
	}
	return n, nil
}

// growBuffer makes room in the buffer, doubling it up to a whole part.
func (u *upload) growBuffer(n int) {
	if cap(u.buf)-len(u.buf) >= n || cap(u.buf) == partSize {
		return
	}
	room := min(partSize, max(len(u.buf)+n, 2*cap(u.buf)))
	u.buf = append(make([]byte, 0, room), u.buf...)
}

// flushPart sends the full buffer as a part, while another one is filled.
func (u *upload) flushPart() error {
	if err := u.awaitPart(); err != nil {
		return err
	}
	if u.id == "" {
		if err := u.beginMultipart(); err != nil {
			return err
		}
	}
	if len(u.parts) == mostParts-1 {
		return fmt.Errorf("object store: one object takes %d GiB at most", mostParts*partSize>>30)
	}
	content, number, done := u.buf, len(u.parts)+1, make(chan sent, 1)
	go func() {
		part, err := u.sendPart(number, content)
		done <- sent{part, err}
	}()
	u.sent = done
	u.buf, u.spare = u.spare[:0], content
	return nil
}

// awaitPart waits for the part that is being sent.
func (u *upload) awaitPart() error {
	if u.sent == nil {
		return nil
	}
	s := <-u.sent
	u.sent = nil
	if s.err != nil {
		return s.err
	}
	u.parts = append(u.parts, s.part)
	return nil
}

func (u *upload) beginMultipart() (err error) {
	opts := minio.PutObjectOptions{}
	if u.b.checksumKind() == checksCRC32C {
		opts.UserMetadata = map[string]string{"X-Amz-Checksum-Algorithm": "CRC32C"}
	}
	u.id, err = u.b.core.NewMultipartUpload(u.ctx, u.b.name, u.key, opts)
	return toFailure(u.ctx, "begin an upload", err)
}

// sendPart sends one part, again when it arrived damaged.
func (u *upload) sendPart(number int, content []byte) (minio.CompletePart, error) {
	var part minio.ObjectPart
	err := u.b.sendVerified(u.ctx, content, func(d digests) (crc string, err error) {
		opts := minio.PutObjectPartOptions{Md5Base64: d.md5, CustomHeader: http.Header{}, DisableContentSha256: true}
		for name, value := range d.putOptions().UserMetadata {
			opts.CustomHeader.Set(name, value)
		}
		part, err = u.b.core.PutObjectPart(u.ctx, u.b.name, u.key, u.id, number, bytes.NewReader(content), int64(len(content)), opts)
		return part.ChecksumCRC32C, err
	})
	done := minio.CompletePart{PartNumber: number, ETag: part.ETag, ChecksumCRC32C: part.ChecksumCRC32C}
	return done, toFailure(u.ctx, fmt.Sprintf("upload part %d", number), err)
}

// finish stores what was written under the key.
func (u *upload) finish() error {
	defer u.cancel()
	if u.id == "" {
		u.put = true
		return u.b.putWhole(u.ctx, u.key, u.buf)
	}
	if err := u.awaitPart(); err != nil {
		return err
	}
	last, err := u.sendPart(len(u.parts)+1, u.buf)
	if err != nil {
		return err
	}
	return u.completeParts(append(u.parts, last))
}

// completeParts puts the parts together. When the answer is lost and the request is
// repeated, the server no longer knows the upload: then it looks at the object.
func (u *upload) completeParts(parts []minio.CompletePart) error {
	info, err := u.b.core.CompleteMultipartUpload(u.ctx, u.b.name, u.key, u.id, parts, minio.PutObjectOptions{})
	if minio.ToErrorResponse(err).Code == minio.NoSuchUpload {
		var there minio.ObjectInfo
		if there, err = u.b.core.StatObject(u.ctx, u.b.name, u.key, minio.StatObjectOptions{}); err == nil {
			info.VersionID = there.VersionID
		}
	}
	u.b.recordVersion(info.VersionID)
	return toFailure(u.ctx, "finish an upload", err)
}

// abandonUpload removes what is left of an upload that failed. It does not wait for a server
// that does not answer: what remains is an upload that is aborted later, or an object
// that nothing names.
func (u *upload) abandonUpload(cause error) {
	u.cancel()
	_ = u.awaitPart() // it fails, since its context has ended
	ctx, cancel := context.WithTimeout(context.WithoutCancel(u.ctx), abandonTime)
	defer cancel()
	var f *Failure
	var err error
	switch {
	case errors.As(cause, &f) && f.Refusal == "":
	case u.id != "":
		err = u.b.core.AbortMultipartUpload(ctx, u.b.name, u.key, u.id)
	case u.put: // whether it arrived is not known
		err = u.b.removeKey(ctx, u.key)
	}
	if err != nil && minio.ToErrorResponse(err).Code != minio.NoSuchUpload {
		u.b.log.Warn("an upload that failed could not be removed from the object store now", "key", u.key, "error", err)
	}
}

// putWhole stores an object by one request.
func (b *Bucket) putWhole(ctx context.Context, key string, content []byte) error {
	err := b.sendVerified(ctx, content, func(d digests) (string, error) {
		info, err := b.core.PutObject(ctx, b.name, key, bytes.NewReader(content), int64(len(content)), d.md5, "", d.putOptions())
		b.recordVersion(info.VersionID)
		return info.ChecksumCRC32C, err
	})
	return toFailure(ctx, "put a blob", err)
}

// checksum is the kind of digest by which a server verifies bytes on arrival. CRC32C is
// cheap; MD5 is for older servers.
type checksum int32

const (
	checksCRC32C checksum = iota
	checksMD5
	checksNothing
)

// String returns its name in the log.
func (c checksum) String() string { return [...]string{"CRC32C", "MD5", "none"}[c] }

const crcHeader = "X-Amz-Checksum-Crc32c"

func (b *Bucket) checksumKind() checksum { return checksum(b.checks.Load()) }

// digests holds the digests that are sent with bytes, in base64; an empty one is not
// sent.
type digests struct{ crc32c, md5 string }

// putOptions puts the digests into the request. The signature does not cover the content:
// the digest protects it in transit, the seal permanently.
func (d digests) putOptions() minio.PutObjectOptions {
	opts := minio.PutObjectOptions{DisableContentSha256: true}
	if d.crc32c != "" {
		opts.UserMetadata = map[string]string{crcHeader: d.crc32c}
	}
	return opts
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crcOf(content []byte) string {
	return base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, crc32.Checksum(content, castagnoli)))
}

func (b *Bucket) digestsOf(content []byte) digests {
	switch b.checksumKind() {
	case checksCRC32C:
		return digests{crc32c: crcOf(content)}
	case checksMD5:
		sum := md5.Sum(content)
		return digests{md5: base64.StdEncoding.EncodeToString(sum[:])}
	}
	return digests{}
}

var errArrived = errors.New("the server stored other bytes than were sent")

// sendVerified sends bytes with their digest until they arrive undamaged. send returns the
// digest that the server reports, if any.
func (b *Bucket) sendVerified(ctx context.Context, content []byte, send func(digests) (string, error)) error {
	d := b.digestsOf(content)
	var err error
	for try := range sendTries {
		if err := pauseBefore(ctx, try); err != nil {
			return err
		}
		var told string
		told, err = send(d)
		if err == nil && d.crc32c != "" && told != "" && told != d.crc32c {
			err = errArrived
		}
		if !shouldResend(err) {
			break
		}
	}
	return err
}

// pauseBefore waits before a retry, longer each time; not before the first attempt.
func pauseBefore(ctx context.Context, try int) error {
	if try == 0 {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(25 * time.Millisecond << try):
		return nil
	}
}

// shouldResend reports whether bytes should be sent again: they were damaged in transit, or
// met a concurrent operation. Keys are new, so a conflict is never about the object
// itself, but for example with the removal of its neighbours.
func shouldResend(err error) bool {
	refusal := minio.ToErrorResponse(err)
	switch refusal.Code {
	case minio.BadDigest, "XAmzContentChecksumMismatch", "XAmzContentSHA256Mismatch", "IncompleteBody":
		return true
	}
	return errors.Is(err, errArrived) || refusal.StatusCode == http.StatusConflict
}
