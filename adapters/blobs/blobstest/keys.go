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
func (k *Keys) DeriveKey(_ context.Context, subject es.Subject, label string) ([32]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, gone := range k.gone {
		if subject == gone || strings.HasPrefix(string(subject), string(gone)+"/") {
			return [32]byte{}, es.ErrErased
		}
	}
	return sha256.Sum256([]byte(label + "\x00" + string(subject))), nil
}

// Destroy makes Key refuse a subject and all below it from now on.
func (k *Keys) Destroy(subject es.Subject) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.gone = append(k.gone, subject)
}
