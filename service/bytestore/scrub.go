package bytestore

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/service/host"
)

// scrubRetry is when a reading of all stored bytes that broke off is begun anew.
const scrubRetry = time.Minute

// keptLost is how many lost blobs are remembered for the next start, and namedLost how many of those that a reading finds are
// named one by one.
const (
	keptLost  = 100
	namedLost = 10
)

// A scrub reads all stored bytes, and tells of lost ones as soon as it finds them.
type scrub struct {
	app  *Place
	told map[uuid.UUID]bool // blobs
}

// ScrubBytes tells what the last reading of all stored bytes found, begins one at once, and then reads them once in a while, so
// that what was lost is known before somebody asks for it.
func (p *Place) ScrubBytes(ctx context.Context) error {
	if p.config.ScrubEvery == 0 {
		<-ctx.Done()
		return ctx.Err()
	}
	known := &scrub{p, map[uuid.UUID]bool{}}
	err := known.checkKnown(ctx)
	for ctx.Err() == nil {
		wait := p.config.ScrubEvery
		if err == nil {
			err = known.readAll(ctx)
		}
		if err != nil && ctx.Err() == nil {
			p.logger.WarnContext(ctx, "the reading of all stored bytes broke off, and begins anew", "error", err, "place", p.bytes.String())
			wait = min(wait, scrubRetry)
		}
		err = nil
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
	return ctx.Err()
}

// checkKnown looks again at what the last reading before the start found lost.
func (s *scrub) checkKnown(ctx context.Context) error {
	text, err := os.ReadFile(s.app.config.LostBytesPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var known, lost []stored.Lost
	if err == nil {
		err = json.Unmarshal(text, &known)
	}
	if err != nil {
		s.app.logger.WarnContext(ctx, "what the last reading of all stored bytes found cannot be read", "error", err)
		return nil // the next reading writes it anew
	}
	in := &bytesReader{blobs: s.app.bytes}
	for _, l := range known {
		state, err := s.stateOf(ctx, in, l)
		if err != nil {
			return err
		}
		if l.Damaged = state == blobDamaged; state != blobWhole {
			s.told[l.Ref.ID] = true
			lost = append(lost, l)
		}
	}
	if len(lost) > 0 {
		s.app.lost.Store(int64(len(lost)))
		s.app.logger.ErrorContext(ctx, "stored bytes are lost, as the last reading of all found", "error", DescribeLost(lost),
			"place", s.app.bytes.String())
	}
	return nil
}

// stateOf returns what became of a blob that was found lost before.
func (s *scrub) stateOf(ctx context.Context, in *bytesReader, l stored.Lost) (blobState, error) {
	e, err := s.app.log.Store.At(ctx, l.Position)
	if errors.Is(err, es.ErrNoEvent) {
		return blobWhole, nil // of another log
	}
	if err != nil {
		return blobWhole, err
	}
	if removed, err := stored.WasRemoved(ctx, s.app.log.Store, e, l.Ref); removed || err != nil {
		return blobWhole, err
	}
	return in.readBlob(ctx, l.Ref)
}

// readAll reads all stored bytes once.
func (s *scrub) readAll(ctx context.Context) error {
	a := s.app
	c, err := CheckBytes(ctx, a.log.Store, a.bytes, a.config.ScrubRate, BytesProgress{Read: func(uint64) {},
		Lost: func(e es.Envelope, ref es.BlobRef, damaged bool) error { return s.tellLost(ctx, e, ref, damaged) }})
	if err != nil {
		return err
	}
	a.metrics.ObserveBytes(c.Checked, c.Missing, c.Damaged)
	a.lost.Store(int64(len(c.Lost)))
	clear(s.told)
	for _, l := range c.Lost {
		s.told[l.Ref.ID] = true
	}
	if err := s.keepLost(c.Lost); err != nil {
		a.logger.WarnContext(ctx, "what a reading of all stored bytes found is not kept for the next start", "error", err)
	}
	if err := c.Err(); err != nil {
		a.logger.ErrorContext(ctx, "stored bytes are lost", "error", err, "place", a.bytes.String())
		return nil
	}
	a.logger.InfoContext(ctx, "all stored bytes are there", "blobs", c.Checked, "bytes", c.Bytes)
	return nil
}

// tellLost tells of a blob that is found lost, before the reading has ended, unless it was told or removed on purpose.
func (s *scrub) tellLost(ctx context.Context, e es.Envelope, ref es.BlobRef, damaged bool) error {
	removed, err := stored.WasRemoved(ctx, s.app.log.Store, e, ref)
	if err != nil || removed || s.told[ref.ID] {
		return err
	}
	s.told[ref.ID] = true
	s.app.lost.Store(max(s.app.lost.Load(), int64(len(s.told))))
	if len(s.told) <= namedLost {
		l := stored.Lost{Ref: ref, Stream: e.Stream, Event: e.Type, Position: e.Position, Damaged: damaged}
		s.app.logger.ErrorContext(ctx, "a stored blob is lost", "error", l.String(), "place", s.app.bytes.String())
	}
	return nil
}

// keepLost writes down what is lost, for the next start.
func (s *scrub) keepLost(lost []stored.Lost) error {
	file := s.app.config.LostBytesPath()
	if len(lost) == 0 {
		err := os.Remove(file)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	}
	text, err := json.Marshal(lost[:min(len(lost), keptLost)])
	if err != nil {
		return err
	}
	return host.WriteSynced(file, text)
}
