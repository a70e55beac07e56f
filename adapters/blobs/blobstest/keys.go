// Package blobstest holds the conformance suite of blob stores, and the keys it runs
// with.
package blobstest

import (
	"context"
	"crypto/sha256"
	"strings"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
)

// Keys derives the keys of subjects from their names alone: for tests only. It
// implements blobs.Keys. The zero value is ready.
type Keys struct {
	mu   sync.Mutex
	gone []es.Subject
}

// DeriveKey implements blobs.Keys.
func (k *Keys) DeriveKey(ctx context.Context, subject es.Subject, label string) ([32]byte, error) {
	if err := k.CheckNotDestroyed(ctx, subject); err != nil {
		return [32]byte{}, err
	}
	return sha256.Sum256([]byte(label + "\x00" + string(subject))), nil
}

// CheckNotDestroyed implements blobs.Keys.
func (k *Keys) CheckNotDestroyed(_ context.Context, subject es.Subject) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, gone := range k.gone {
		if subject == gone || strings.HasPrefix(string(subject), string(gone)+"/") {
			return es.ErrErased
		}
	}
	return nil
}

// Destroy makes Key refuse a subject and all below it from now on.
func (k *Keys) Destroy(subject es.Subject) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.gone = append(k.gone, subject)
}
