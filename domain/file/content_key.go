package file

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/seed-62a36931/docket/domain/es"
)

// ContentKeys derives keys for purposes of our own from a subject's key.
type ContentKeys interface {
	DeriveKey(ctx context.Context, subject es.Subject, label string) ([32]byte, error)
}

// ContentKey returns by what files of the same bytes are found in a workspace: a hash of their digest under a key of the
// workspace, so that it tells nobody without that key which document was there, also when the file is erased. Without a vault,
// in tests, the key is zero; without a digest it is "".
func ContentKey(ctx context.Context, vault any, workspace, digest string) (string, error) {
	if digest == "" {
		return "", nil
	}
	var key [32]byte
	if keys, ok := vault.(ContentKeys); ok {
		var err error
		if key, err = keys.DeriveKey(ctx, es.Subject(workspace), "contents"); err != nil {
			return "", fmt.Errorf("key of contents: %w", err)
		}
	}
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte(digest))
	return hex.EncodeToString(mac.Sum(nil)[:16]), nil
}
