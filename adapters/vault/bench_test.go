package vault_test

import (
	"fmt"
	"testing"

	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/adapters/vault/vaulttest"
	"github.com/seed-62a36931/docket/domain/es"
)

// BenchmarkOpen opens 200 bytes, as a replay does for each sealed field: with the
// key in memory, and with three keys to unwrap.
func BenchmarkOpen(b *testing.B) {
	for name, cache := range map[string]int{"key in memory": 100, "key to unwrap": 1} {
		b.Run(name, func(b *testing.B) {
			v, err := vault.New(b.Context(), vaulttest.TestMaster(b), vaulttest.NewMemory(), vault.Options{Cache: cache})
			if err != nil {
				b.Fatal(err)
			}
			var subjects [2]es.Subject
			var boxes [2][]byte
			for i := range subjects {
				subjects[i] = es.Subject(fmt.Sprintf("demo/dossier.%d/file.1", i))
				if boxes[i], err = v.Seal(b.Context(), subjects[i], nil, make([]byte, 200)); err != nil {
					b.Fatal(err)
				}
			}
			for i := 0; b.Loop(); i++ {
				if _, err := v.Open(b.Context(), subjects[i%2], nil, boxes[i%2]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
