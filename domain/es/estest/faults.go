package estest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrFault is the failure of a call that Faults was asked to let fail.
var ErrFault = errors.New("estest: this call fails")

// Faults lets one call of a store, of blobs and of a vault fail, and no other: the one
// with the number FailAt, from 1. What fails has done nothing.
type Faults struct {
	FailAt int

	mu     sync.Mutex
	calls  int
	failed string // what the call was
}

// EachFault calls do again and again, with a failure at each call that it makes through
// its Faults, until there are no more. do makes everything anew and returns the error of
// what it tests; the test fails when that is another one than ErrFault.
func EachFault(t *testing.T, do func(f *Faults) error) {
	t.Helper()
	for n := 1; ; n++ {
		f := &Faults{FailAt: n}
		err := do(f)
		call := f.Failed()
		switch {
		case call == "" && err != nil:
			t.Errorf("without a failure: %v", err)
			return
		case call == "":
			return
		case !errors.Is(err, ErrFault):
			t.Errorf("call %d (%s) failed: got %v, want %v", n, call, err, ErrFault)
		}
	}
}

// Failed returns the call that failed, "" when none has.
func (f *Faults) Failed() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// Call counts a call of something else than a store, blobs and a vault, and returns ErrFault
// when it is the one that is to fail.
func (f *Faults) Call(name string) error { return f.next(name, "") }

// next counts a call, and returns an error when it is to fail.
func (f *Faults) next(call string, of any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.calls++; f.calls != f.FailAt {
		return nil
	}
	f.failed = fmt.Sprint(call, " ", of)
	return ErrFault
}

// Store passes calls on to a store. Wait never fails.
func (f *Faults) Store(s es.Store) es.Store { return faultyStore{s, f} }

// Blobs passes calls on to blobs. What is opened may also fail when it is read.
func (f *Faults) Blobs(b es.Blobs) es.Blobs { return faultyBlobs{b, f} }

// Vault passes calls on to a vault. Only Destroy fails.
func (f *Faults) Vault(v es.Vault) es.Vault { return faultyVault{v, f} }

type faultyStore struct {
	es.Store
	f *Faults
}

// Append implements es.Store, or fails as it was told to.
func (s faultyStore) Append(ctx context.Context, stream es.StreamID, expect uint64, events []es.Envelope) (es.Receipt, error) {
	if err := s.f.next("append to", stream); err != nil {
		return es.Receipt{}, err
	}
	return s.Store.Append(ctx, stream, expect, events)
}

// Stream implements es.Store, or fails as it was told to.
func (s faultyStore) Stream(ctx context.Context, stream es.StreamID, after uint64) iter.Seq2[es.Envelope, error] {
	if err := s.f.next("read", stream); err != nil {
		return failing(err)
	}
	return s.Store.Stream(ctx, stream, after)
}

// All implements es.Store, or fails as it was told to.
func (s faultyStore) All(ctx context.Context, after es.Position, filter es.Filter) iter.Seq2[es.Envelope, error] {
	if err := s.f.next("read all behind", after); err != nil {
		return failing(err)
	}
	return s.Store.All(ctx, after, filter)
}

// Head implements es.Store, or fails as it was told to.
func (s faultyStore) Head(ctx context.Context) (es.Position, error) {
	if err := s.f.next("head", ""); err != nil {
		return 0, err
	}
	return s.Store.Head(ctx)
}

func failing(err error) iter.Seq2[es.Envelope, error] {
	return func(yield func(es.Envelope, error) bool) { yield(es.Envelope{}, err) }
}

type faultyBlobs struct {
	es.Blobs
	f *Faults
}

// Put implements es.Blobs, or fails as it was told to.
func (b faultyBlobs) Put(ctx context.Context, subject es.Subject, r io.Reader) (es.BlobRef, [32]byte, error) {
	if err := b.f.next("put a blob of", subject); err != nil {
		return es.BlobRef{}, [32]byte{}, err
	}
	return b.Blobs.Put(ctx, subject, r)
}

// Open implements es.Blobs, or fails as it was told to.
func (b faultyBlobs) Open(ctx context.Context, ref es.BlobRef) (io.ReadSeekCloser, error) {
	if err := b.f.next("open a blob of", ref.Subject); err != nil {
		return nil, err
	}
	in, err := b.Blobs.Open(ctx, ref)
	if err != nil {
		return nil, err
	}
	return &faultyContent{in, b.f.next("read a blob of", ref.Subject)}, nil
}

// Drop implements es.Blobs, or fails as it was told to.
func (b faultyBlobs) Drop(ctx context.Context, subject es.Subject) error {
	if err := b.f.next("drop the blobs of", subject); err != nil {
		return err
	}
	return b.Blobs.Drop(ctx, subject)
}

// Remove implements es.Blobs, or fails as it was told to.
func (b faultyBlobs) Remove(ctx context.Context, ref es.BlobRef) error {
	if err := b.f.next("remove a blob of", ref.Subject); err != nil {
		return err
	}
	return b.Blobs.Remove(ctx, ref)
}

type faultyContent struct {
	io.ReadSeekCloser
	err error
}

// Read implements io.Reader, or fails as it was told to.
func (c *faultyContent) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	return c.ReadSeekCloser.Read(p)
}

type faultyVault struct {
	es.Vault
	f *Faults
}

// Destroy implements es.Vault, or fails as it was told to.
func (v faultyVault) Destroy(ctx context.Context, subject es.Subject) error {
	if err := v.f.next("destroy the key of", subject); err != nil {
		return err
	}
	return v.Vault.Destroy(ctx, subject)
}
