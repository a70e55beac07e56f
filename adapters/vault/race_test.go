package vault_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/adapters/vault/vaulttest"
	"github.com/seed-62a36931/docket/domain/es"
)

// slowKeys lets a destruction happen between the reading of a key and its use.
type slowKeys struct {
	*vaulttest.Memory
	read    chan struct{} // closed when a key below was read
	resume  chan struct{}
	subject string
	once    sync.Once
}

func (k *slowKeys) Get(ctx context.Context, subject string) ([]byte, bool, error) {
	wrapped, destroyed, err := k.Memory.Get(ctx, subject)
	if subject == k.subject && wrapped != nil {
		k.once.Do(func() { close(k.read); <-k.resume })
	}
	return wrapped, destroyed, err
}

func TestKeyReadBeforeDestructionIsNotKept(t *testing.T) {
	m := vaulttest.NewMemory()
	const file = es.Subject("demo/dossier.1/file.1")
	box, err := vaulttest.OpenVault(t, m).Seal(t.Context(), file, nil, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	slow := &slowKeys{Memory: m, read: make(chan struct{}), resume: make(chan struct{}), subject: string(file)}
	v := vaulttest.OpenVault(t, slow)
	opened := make(chan error)
	go func() {
		_, err := v.Open(context.Background(), file, nil, box)
		opened <- err
	}()
	<-slow.read
	if err := v.Destroy(t.Context(), "demo/dossier.1"); err != nil {
		t.Fatal(err)
	}
	close(slow.resume)
	if err := <-opened; err != nil {
		t.Fatalf("what began before the destruction: %v, want no error", err)
	}
	if _, err := v.Open(t.Context(), file, nil, box); !errors.Is(err, es.ErrErased) {
		t.Fatalf("the key stayed in memory: %v, want %v", err, es.ErrErased)
	}
}

func TestConcurrentUse(t *testing.T) {
	v := vaulttest.OpenVault(t, vaulttest.NewMemory())
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for j := range 200 {
				dossier := es.Subject(fmt.Sprintf("demo/dossier.%d", j%20))
				file := dossier.Child("file", fmt.Sprint(j%3))
				box, err := v.Seal(t.Context(), file, nil, []byte("x"))
				if err == nil {
					_, err = v.Open(t.Context(), file, nil, box)
				}
				if err != nil && !errors.Is(err, es.ErrErased) {
					t.Errorf("seal and open: %v, want no error or %v", err, es.ErrErased)
				}
				if i == 0 && j > 100 {
					if err := v.Destroy(t.Context(), dossier); err != nil {
						t.Errorf("destroy: %v, want no error", err)
					}
				}
			}
		})
	}
	all.Wait()
}
