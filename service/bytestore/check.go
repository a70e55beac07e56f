package bytestore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/service/engines"
)

// A BytesCheck holds the findings of a reading of all stored bytes.
type BytesCheck struct {
	Checked, Missing, Damaged uint64 // blobs; what later events removed on purpose is none of them
	Bytes                     int64  // that were read
	Lost                      []stored.Lost
}

// BytesProgress is told how far a reading of all stored bytes is.
type BytesProgress struct {
	Read func(blobs uint64) // is called for each blob, with how many were read
	// Lost is called for each blob that is not there or not what was stored, before it is known whether a later event has
	// removed it on purpose; nil for none.
	Lost func(e es.Envelope, ref es.BlobRef, damaged bool) error
}

// CheckBytes reads and authenticates every blob that the log names, up to so many bytes a second, those of the log among them
// (0: as fast as it goes).
func CheckBytes(ctx context.Context, log es.Store, blobs es.Blobs, bytesPerSecond int64, p BytesProgress) (BytesCheck, error) {
	var c BytesCheck
	var r stored.Register
	in, seen := &bytesReader{blobs: blobs, limit: newByteLimit(bytesPerSecond)}, map[uuid.UUID]bool{}
	at := es.Position(0)
	for e, err := range es.ReadToHead(ctx, log, 0, es.Filter{}) {
		if err == nil {
			err = in.pace(ctx, len(e.Body))
		}
		if err != nil {
			return c, err
		}
		r.Note(e)
		at = e.Position
		for _, ref := range stored.BlobRefs(e.Body) {
			if seen[ref.ID] {
				continue
			}
			seen[ref.ID] = true
			state, err := in.readBlob(ctx, ref)
			switch {
			case err != nil:
				return c, err
			case state != blobWhole:
				r.Add(e, ref, state == blobDamaged)
				if p.Lost != nil {
					err = p.Lost(e, ref, state == blobDamaged)
				}
			}
			if err != nil {
				return c, err
			}
			c.Checked, c.Bytes = c.Checked+1, in.read
			p.Read(c.Checked)
		}
	}
	for e, err := range es.ReadToHead(ctx, log, at, stored.RemovalEvents()) { // what came while the last were read
		if err != nil {
			return c, err
		}
		r.Note(e)
	}
	c.Lost = r.List()
	for _, l := range c.Lost {
		if l.Damaged {
			c.Damaged++
		} else {
			c.Missing++
		}
	}
	return c, nil
}

// Err returns an error that names the first of the lost blobs, nil if none is.
func (c BytesCheck) Err() error {
	if len(c.Lost) == 0 {
		return nil
	}
	return fmt.Errorf("of %d blobs that the log names %d are missing and %d damaged: %s",
		c.Checked, c.Missing, c.Damaged, DescribeLost(c.Lost))
}

// What became of a blob.
type blobState int

const (
	blobWhole blobState = iota // or erased on purpose
	blobMissing
	blobDamaged
)

// A bytesReader reads blobs at a measured pace.
type bytesReader struct {
	blobs es.Blobs
	limit *rate.Limiter // nil for none
	read  int64
}

// scrubStep is how many bytes are read at once.
const scrubStep = 64 << 10

func newByteLimit(perSecond int64) *rate.Limiter {
	if perSecond <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(perSecond), int(max(perSecond, scrubStep)))
}

// pace waits until so many more bytes may be read.
func (b *bytesReader) pace(ctx context.Context, n int) error {
	if b.limit == nil {
		return nil
	}
	return b.limit.WaitN(ctx, min(n, b.limit.Burst()))
}

// readBlob reads a blob to its end. Where its event tells the digest of what is stored, that is compared, and of the plain bytes
// only the beginning is read: it opens with the key, or does not.
func (b *bytesReader) readBlob(ctx context.Context, ref es.BlobRef) (blobState, error) {
	in, err := b.blobs.Open(ctx, ref)
	if err != nil {
		return blobStateOf(err)
	}
	defer in.Close()
	from, ok := b.blobs.(engines.SealedReader)
	want, known := ref.Digest()
	if !ok || !known {
		return b.readAll(ctx, in, io.Discard)
	}
	if _, err := in.Read(make([]byte, 1)); err != nil && !errors.Is(err, io.EOF) {
		return blobStateOf(err)
	}
	place, err := from.PlaceOf(ref)
	if err != nil {
		return blobWhole, err
	}
	sealed, size, err := from.OpenSealed(ctx, place)
	if err != nil {
		return blobStateOf(err)
	}
	defer sealed.Close()
	sum := sha256.New()
	if state, err := b.readAll(ctx, sealed, sum); err != nil || state != blobWhole {
		return state, err
	}
	if size != ref.SealedSize || !bytes.Equal(sum.Sum(nil), want[:]) {
		return blobDamaged, nil
	}
	return blobWhole, nil
}

// readAll reads bytes to their end.
func (b *bytesReader) readAll(ctx context.Context, in io.Reader, to io.Writer) (blobState, error) {
	buffer := make([]byte, scrubStep)
	for {
		n, err := in.Read(buffer)
		b.read += int64(n)
		_, _ = to.Write(buffer[:n]) // a hash never fails
		if err := b.pace(ctx, n); err != nil {
			return blobWhole, err
		}
		if errors.Is(err, io.EOF) {
			return blobWhole, nil
		}
		if err != nil {
			return blobStateOf(err)
		}
	}
}

// blobStateOf returns what an error says of a blob, and an error that says nothing of it as it is.
func blobStateOf(err error) (blobState, error) {
	switch {
	case errors.Is(err, es.ErrErased):
		return blobWhole, nil
	case errors.Is(err, es.ErrNoBlob):
		return blobMissing, nil
	case errors.Is(err, es.ErrDamaged):
		return blobDamaged, nil
	}
	return blobWhole, err
}
