package queries_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

// A clockedLog is a store in memory whose commits happen when the test says.
type clockedLog struct {
	now     time.Time
	events  []es.Envelope
	streams map[es.StreamID][]int // places of its events
}

func (l *clockedLog) Append(_ context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt,
	error) {
	at := es.Receipt{Version: uint64(len(l.streams[stream]))}
	if at.Version != expect {
		return at, es.ErrConflict
	}
	for _, e := range events {
		at = es.Receipt{Version: at.Version + 1, Position: es.Position(len(l.events) + 1)}
		e.Version, e.Position, e.Time, e.Body = at.Version, at.Position, l.now, bytes.Clone(e.Body)
		if l.streams == nil {
			l.streams = map[es.StreamID][]int{}
		}
		l.streams[stream] = append(l.streams[stream], len(l.events))
		l.events = append(l.events, e)
	}
	return at, nil
}

func (l *clockedLog) Stream(_ context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for _, i := range l.streams[stream][min(after, uint64(len(l.streams[stream]))):] {
			if !yield(l.events[i], nil) {
				return
			}
		}
	}
}

func (l *clockedLog) NextEvents(_ context.Context, after []es.Mark) (found []es.Mark, err error) {
	for _, m := range after {
		if of := l.streams[m.Stream]; m.Version < uint64(len(of)) {
			e := l.events[of[m.Version]]
			found = append(found, es.Mark{Stream: m.Stream, Version: e.Version, Position: e.Position})
		}
	}
	return found, nil
}

func (l *clockedLog) All(_ context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) {
		for _, e := range l.events[min(int(after), len(l.events)):] {
			if len(f.Types) > 0 && !slices.Contains(f.Types, e.Type) {
				continue
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (l *clockedLog) At(_ context.Context, at es.Position) (es.Envelope, error) {
	if at == 0 || at > es.Position(len(l.events)) {
		return es.Envelope{}, es.ErrNoEvent
	}
	return l.events[at-1], nil
}

func (l *clockedLog) Head(context.Context) (es.Position, error) {
	return es.Position(len(l.events)), nil
}

func (l *clockedLog) Wait(ctx context.Context, _ es.Position) error {
	<-ctx.Done()
	return ctx.Err()
}

// A glassVault seals nothing but binds to subject and aad, and knows erasure.
type glassVault struct{ destroyed map[es.Subject]bool }

func (v glassVault) isErased(s es.Subject) bool {
	for ok := true; ok; s, ok = s.Parent() {
		if v.destroyed[s] {
			return true
		}
	}
	return false
}

func (v glassVault) mark(s es.Subject, aad []byte) []byte {
	sum := sha256.Sum256(append([]byte(s+"\n"), aad...))
	return sum[:]
}

func (v glassVault) Seal(_ context.Context, s es.Subject, aad, plain []byte) ([]byte, error) {
	if v.isErased(s) {
		return nil, es.ErrErased
	}
	return append(v.mark(s, aad), plain...), nil
}

func (v glassVault) Open(_ context.Context, s es.Subject, aad, sealed []byte) ([]byte, error) {
	plain, ok := bytes.CutPrefix(sealed, v.mark(s, aad))
	switch {
	case v.isErased(s):
		return nil, es.ErrErased
	case !ok:
		return nil, io.ErrUnexpectedEOF
	}
	return plain, nil
}

func (v glassVault) Destroy(_ context.Context, s es.Subject) error {
	v.destroyed[s] = true
	return nil
}

// memoryBlobs keep bytes in a map and count how often they are opened.
type memoryBlobs struct {
	kept   map[uuid.UUID][]byte
	owner  map[uuid.UUID]es.Subject
	opened int
}

type openBlob struct{ *bytes.Reader }

func (openBlob) Close() error { return nil }

func (b *memoryBlobs) Put(_ context.Context, s es.Subject, r io.Reader) (es.BlobRef, [32]byte, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return es.BlobRef{}, [32]byte{}, err
	}
	ref := es.BlobRef{Subject: s, ID: uuid.New(), Size: int64(len(all))}
	b.kept[ref.ID], b.owner[ref.ID] = all, s
	return ref, sha256.Sum256(all), nil
}

func (b *memoryBlobs) Open(_ context.Context, ref es.BlobRef) (io.ReadSeekCloser, error) {
	b.opened++
	all, ok := b.kept[ref.ID]
	if !ok {
		return nil, es.ErrNoBlob
	}
	return openBlob{bytes.NewReader(all)}, nil
}

func (b *memoryBlobs) Drop(_ context.Context, s es.Subject) error {
	for id, owner := range b.owner {
		if owner == s || strings.HasPrefix(string(owner), string(s)+"/") {
			delete(b.kept, id)
		}
	}
	return nil
}

func (b *memoryBlobs) Remove(_ context.Context, ref es.BlobRef) error {
	delete(b.kept, ref.ID)
	return nil
}
