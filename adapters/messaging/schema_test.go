package messaging

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/freeport"
)

// Streams that a newer program made are left alone, in the process and elsewhere,
// and its folder is not moved aside.
func TestStreamsOfANewerProgramAreRefused(t *testing.T) {
	s := startElsewhere(t, t.TempDir(), freeport.Find(t))
	there := config("")
	there.URL = s.ClientURL()
	for what, c := range map[string]Config{"in the process": config(filepath.Join(t.TempDir(), "jetstream")), "elsewhere": there} {
		t.Run(what, func(t *testing.T) {
			b := openBroker(t, c)
			stream, err := b.js.Stream(t.Context(), b.streams().work)
			if err != nil {
				t.Fatal(err)
			}
			newer := stream.CachedInfo().Config
			newer.Metadata[schemaMark] = "99"
			if _, err := b.js.UpdateStream(t.Context(), newer); err != nil {
				t.Fatal(err)
			}
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			for range 2 { // a refusal changes nothing
				if _, err := Open(c); !errors.Is(err, ErrNewerSchema) ||
					!strings.Contains(err.Error(), "version 99, this program knows 1") {
					t.Fatalf("opened: %v, want the error ErrNewerSchema and err.Error() with version 99, this program knows 1", err)
				}
			}
			if aside, err := filepath.Glob(c.Dir + ".unusable-*"); len(aside) > 0 || err != nil {
				t.Errorf("moved aside: %v, %v, want len(aside) = 0 and no error", aside, err)
			}
		})
	}
}
