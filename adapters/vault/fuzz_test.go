package vault_test

import (
	"bytes"
	"testing"

	"github.com/seed-62a36931/docket/adapters/vault/vaulttest"
)

// Whatever is not a box that was sealed here must not open.
func FuzzOpen(f *testing.F) {
	v := vaulttest.OpenVault(f, vaulttest.NewMemory())
	box, err := v.Seal(f.Context(), "demo", []byte("place"), []byte("text"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(box)
	f.Add(box[:10])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := v.Open(t.Context(), "demo", []byte("place"), b); err == nil && !bytes.Equal(b, box) {
			t.Fatalf("opened %x, want an error or the same bytes", b)
		}
	})
}
