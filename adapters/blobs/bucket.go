package blobs

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"

	"github.com/seed-62a36931/docket/domain/es"
)

// A Bucket keeps blobs in a bucket of an S3-compatible object store:
//
//	<prefix>/<subject>/<subject below it>/.../<id of the blob>
//
// with the same names as on a Disk, so that bytes move between the two as they
// are. Several processes may share one prefix. A Bucket is safe for concurrent use.
type Bucket struct {
	objects
	prefix string // before all keys: empty, or with a slash at its end
	keys   Keys

	checks    atomic.Int32 // checksum: what the server verifies on the way in
	stop      context.CancelFunc
	tidied    chan struct{} // closed when nobody looks for left-over uploads any more
	transport *http.Transport
}

var _ es.Blobs = (*Bucket)(nil)

// BucketConfig holds the address of a bucket and the credentials for it.
type BucketConfig struct {
	Address Address
	Region  string // empty: asked of the server
	Credentials
	Logger    *slog.Logger                              // nil: the default
	Transport func(http.RoundTripper) http.RoundTripper // nil: none; what stands between this and the network
}

// Limits of waiting for the server: a request that gets no answer within answerTime is
// given up and sent again after the library's back-off, up to tries times.
const (
	dialTime   = 5 * time.Second
	answerTime = 30 * time.Second
	tries      = 8
)

// OpenBucket returns a bucket that is ready for use; it sends no request, see Start and
// Check.
func OpenBucket(c BucketConfig, keys Keys) (*Bucket, error) {
	b := &Bucket{
		objects:   objects{name: c.Address.Bucket, where: c.Address, log: cmp.Or(c.Logger, slog.Default())},
		prefix:    c.Address.keyPrefix(),
		keys:      keys,
		transport: newTransport(),
	}
	var err error
	if b.core, err = newCore(c, b.transport); err != nil {
		return nil, fmt.Errorf("open the blobs in %s: %w", c.Address, err)
	}
	return b, nil
}

// newCore returns a client of the server of a bucket.
func newCore(c BucketConfig, transport http.RoundTripper) (*minio.Core, error) {
	credentials, err := c.providerChain()
	if err != nil {
		return nil, err
	}
	core, err := minio.NewCore(c.Address.Host, &minio.Options{
		Creds:      credentials,
		Secure:     c.Address.Secure,
		Region:     c.Region,
		Transport:  transport,
		MaxRetries: tries,
	})
	if err != nil {
		return nil, err
	}
	core.SetAppInfo("docket", "1")
	return core, nil
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: dialTime, KeepAlive: 15 * time.Second}).DialContext,
		TLSClientConfig:       &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:   dialTime,
		ResponseHeaderTimeout: answerTime,
		IdleConnTimeout:       time.Minute,
		MaxIdleConns:          64,
		MaxIdleConnsPerHost:   64,
		DisableCompression:    true,
	}
}

// Close ends the background work and closes idle connections.
func (b *Bucket) Close() error {
	if b.stop != nil {
		b.stop()
		<-b.tidied
	}
	b.transport.CloseIdleConnections()
	return nil
}

// String returns the address of the bucket.
func (o *objects) String() string { return o.where.String() }

// keyFolder returns the prefix of the keys of a subject and of those below it.
func (b *Bucket) keyFolder(subject es.Subject) string { return b.prefix + subjectPlace(subject) + "/" }

func (b *Bucket) objectKey(ref es.BlobRef) string { return b.keyFolder(ref.Subject) + ref.ID.String() }

// Put implements es.Blobs. The bytes are on stable storage when it returns: servers
// answer an upload only then. It needs memory for at most two parts.
func (b *Bucket) Put(ctx context.Context, subject es.Subject, r io.Reader) (es.BlobRef, [32]byte, error) {
	ref := es.BlobRef{Subject: subject, ID: uuid.New()}
	key, err := deriveKey(ctx, b.keys, subject, ref.ID)
	if err != nil {
		return es.BlobRef{}, [32]byte{}, err
	}
	u := b.newUpload(ctx, b.objectKey(ref))
	got, err := sealInto(ctx, key, u, r)
	if err == nil {
		err = u.finish()
	}
	if err != nil {
		u.abandonUpload(err)
		return es.BlobRef{}, [32]byte{}, err
	}
	if err := removeErased(ctx, b.keys, b, ref); err != nil {
		return es.BlobRef{}, [32]byte{}, err
	}
	return got.describe(ref), got.digest, nil
}

// Open implements es.Blobs. Reading ends when ctx does. Bytes that were tampered with
// give ErrDamaged, here or when they are read.
func (b *Bucket) Open(ctx context.Context, ref es.BlobRef) (io.ReadSeekCloser, error) {
	key, err := deriveKey(ctx, b.keys, ref.Subject, ref.ID)
	if err != nil {
		return nil, fmt.Errorf("open blob %s: %w", ref.ID, err)
	}
	sealed, err := b.openRemote(ctx, b.objectKey(ref))
	if err != nil {
		return nil, fmt.Errorf("open blob %s: %w", ref.ID, err)
	}
	r, err := openSealedBytes(key, sealed, sealed.size, ref.Size, sealed)
	if err = cmp.Or(sealed.failed, err); err != nil {
		return nil, fmt.Errorf("open blob %s: %w", ref.ID, err)
	}
	return r, nil
}
