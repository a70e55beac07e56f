package service

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
)

// A BytesCheck holds the findings of a reading of all stored bytes.
type BytesCheck struct {
	Checked, Missing, Damaged uint64 // blobs; what later events removed on purpose is none of them
	Bytes                     int64  // that were read
	Lost                      []stored.Lost
}

// CheckBytes reads and authenticates every blob that the log names, up to so many bytes a second
// (0: as fast as it goes). report is called for each blob, with how many were read.
func CheckBytes(ctx context.Context, log es.Store, blobs es.Blobs, bytesPerSecond int64, report func(read uint64)) (BytesCheck, error) {
	var c BytesCheck
	var r stored.Register
	in, seen := &bytesReader{blobs: blobs, limit: newByteLimit(bytesPerSecond)}, map[uuid.UUID]bool{}
	at := es.Position(0)
	for e, err := range log.All(ctx, 0, es.Filter{}) {
		if err != nil {
			return c, err
		}
		r.Note(e)
		at = e.Position
		for _, ref := range BlobRefs(e.Body) {
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
			}
			c.Checked, c.Bytes = c.Checked+1, in.read
			report(c.Checked)
		}
	}
	for e, err := range log.All(ctx, at, stored.RemovalEvents()) { // what came while the last were read
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

// sealedReader hands out single blobs as they are stored.
type sealedReader interface {
	PlaceOf(ref es.BlobRef) (string, error)
	OpenSealed(ctx context.Context, place string) (sealed io.ReadCloser, size int64, err error)
}

// readBlob reads a blob to its end. Where its event tells the digest of what is stored, that is compared, and of the plain bytes
// only the beginning is read: it opens with the key, or does not.
func (b *bytesReader) readBlob(ctx context.Context, ref es.BlobRef) (blobState, error) {
	in, err := b.blobs.Open(ctx, ref)
	if err != nil {
		return blobStateOf(err)
	}
	defer in.Close()
	from, ok := b.blobs.(sealedReader)
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
		if b.limit != nil {
			if err := b.limit.WaitN(ctx, n); err != nil {
				return blobWhole, err
			}
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

// firstScrub is when a process that runs retention begins to read all bytes for the first time.
const firstScrub = time.Hour

// scrubBytes reads all stored bytes once in a while, so that what was lost is known before
// somebody asks for it.
func (a *App) scrubBytes(ctx context.Context) error {
	if a.Config.ScrubEvery == 0 {
		<-ctx.Done()
		return ctx.Err()
	}
	for wait := min(firstScrub, a.Config.ScrubEvery); ; wait = a.Config.ScrubEvery {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		c, err := CheckBytes(ctx, a.Log.Store, a.Bytes, a.Config.ScrubRate, func(uint64) {})
		if err != nil {
			return err
		}
		a.metrics.observeBytes(c)
		a.lostBytes.Store(int64(c.Missing + c.Damaged))
		if err := c.Err(); err != nil {
			a.logger.ErrorContext(ctx, "stored bytes are lost", "error", err, "place", a.Bytes.String())
			continue
		}
		a.logger.InfoContext(ctx, "all stored bytes are there", "blobs", c.Checked, "bytes", c.Bytes)
	}
}
