package vault_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/adapters/vault/vaulttest"
	"github.com/seed-62a36931/docket/domain/es"
)

func TestMemoryStore(t *testing.T) {
	vaulttest.Run(t, func(testing.TB) vaulttest.Place {
		m := vaulttest.NewMemory()
		return func(testing.TB) vaulttest.Store { return m }
	})
}

func TestSealOpensWithSameSubjectAndData(t *testing.T) {
	v := vaulttest.OpenVault(t, vaulttest.NewMemory())
	r := rand.New(rand.NewPCG(1, 2))
	subjects := []es.Subject{"demo", "demo/user.1", "demo/dossier.1", "demo/dossier.1/file.1", "other"}
	for range 500 {
		plain, aad := randomBytes(r, 2000), randomBytes(r, 40)
		s := subjects[r.IntN(len(subjects))]
		box, err := v.Seal(t.Context(), s, aad, plain)
		if err != nil || len(box) != len(plain)+vault.Overhead {
			t.Fatalf("seal: %d bytes of %d, %v, want len(box) = %v and no error", len(box), len(plain), err, len(plain)+vault.Overhead)
		}
		if got, err := v.Open(t.Context(), s, aad, box); err != nil || !bytes.Equal(got, plain) {
			t.Fatalf("open: %v, want no error and the same bytes", err)
		}
		if _, err := v.Open(t.Context(), s, append(aad, 1), box); !errors.Is(err, vault.ErrTampered) {
			t.Fatalf("opened with other data: %v, want %v", err, vault.ErrTampered)
		}
		for _, o := range subjects {
			if _, err := v.Open(t.Context(), o, aad, box); o != s && !errors.Is(err, vault.ErrTampered) && !errors.Is(err, vault.ErrNoKey) {
				t.Fatalf("%s opened what is of %s: %v, want ErrTampered or ErrNoKey", o, s, err)
			}
		}
	}
}

func randomBytes(r *rand.Rand, most int) []byte {
	b := make([]byte, r.IntN(most))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestEveryAlteredByteIsNoticed(t *testing.T) {
	v := vaulttest.OpenVault(t, vaulttest.NewMemory())
	box, err := v.Seal(t.Context(), "demo", []byte("place"), []byte("a name"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range box {
		for bit := range 8 {
			bad := bytes.Clone(box)
			bad[i] ^= 1 << bit
			if _, err := v.Open(t.Context(), "demo", []byte("place"), bad); !errors.Is(err, vault.ErrTampered) {
				t.Fatalf("byte %d, bit %d altered: %v, want %v", i, bit, err, vault.ErrTampered)
			}
		}
		if _, err := v.Open(t.Context(), "demo", []byte("place"), box[:i]); !errors.Is(err, vault.ErrTampered) {
			t.Fatalf("cut to %d bytes: %v, want %v", i, err, vault.ErrTampered)
		}
	}
}

func TestAlteredKeyStoreIsNoticed(t *testing.T) {
	m := vaulttest.NewMemory()
	v := vaulttest.OpenVault(t, m)
	box, err := v.Seal(t.Context(), "demo/user.1", nil, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	wrapped, _, _ := m.Get(t.Context(), "demo/user.1")
	moved := vaulttest.NewMemory()
	for _, name := range []string{"!master", "demo"} {
		w, _, _ := m.Get(t.Context(), name)
		_, _, _ = moved.Insert(t.Context(), name, w)
	}
	_, _, _ = moved.Insert(t.Context(), "demo/user.2", wrapped) // under another name
	if _, err := vaulttest.OpenVault(t, moved).Open(t.Context(), "demo/user.2", nil, box); !errors.Is(err, vault.ErrTampered) {
		t.Fatalf("a key opened under another name: %v, want %v", err, vault.ErrTampered)
	}
	if _, err := vaulttest.OpenVault(t, moved).Open(t.Context(), "demo/user.1", nil, box); !errors.Is(err, vault.ErrNoKey) {
		t.Fatalf("opened without a key: %v, want %v", err, vault.ErrNoKey)
	}
}

// The golden files hold a key store and a box as version 1 wrote them; they must
// open for ever.
func TestGoldenBoxOpens(t *testing.T) {
	m := vaulttest.NewMemory()
	for _, name := range []string{"!master", "demo", "demo/user.1"} {
		if _, _, err := m.Insert(t.Context(), name, golden(t, "key "+name)); err != nil {
			t.Fatal(err)
		}
	}
	v := vaulttest.OpenVault(t, m)
	plain, err := v.Open(t.Context(), "demo/user.1", []byte("user-demo-1\nevent\nname"), golden(t, "box"))
	if err != nil || string(plain) != "Zoë Ångström" {
		t.Fatalf("%q, %v, want string(plain) = Zoë Ångström and no error", plain, err)
	}
	blob, err := v.Key(t.Context(), "demo/user.1")
	if err != nil || !bytes.Equal(blob[:], golden(t, "blob")) {
		t.Fatalf("the blob key differs: %x, %v, want no error and the same bytes", blob, err)
	}
}

// golden reads one line of testdata/v1.txt: a name, a tab and hex digits.
func golden(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(b) {
		if rest, ok := bytes.CutPrefix(line, []byte(name+"\t")); ok {
			raw, err := hex.DecodeString(string(bytes.TrimSpace(rest)))
			if err != nil {
				t.Fatal(err)
			}
			return raw
		}
	}
	t.Fatalf("no %q in the golden file", name)
	return nil
}

func TestSubjectsAreChecked(t *testing.T) {
	v := vaulttest.OpenVault(t, vaulttest.NewMemory())
	long := es.Subject(bytes.Repeat([]byte("a"), vault.MaxSubject+1))
	deep := es.Subject("a" + string(bytes.Repeat([]byte("/a"), vault.MaxDepth)))
	for _, s := range []es.Subject{"", "/", "/a", "a/", "a//b", "!master", "a b", "ä", "a\x00", long, deep} {
		if _, err := v.Seal(t.Context(), s, nil, nil); err == nil {
			t.Errorf("sealed for %q, want an error", s)
		}
		if err := v.Destroy(t.Context(), s); err == nil {
			t.Errorf("destroyed %q, want an error", s)
		}
	}
	if _, err := v.Seal(t.Context(), "demo", nil, make([]byte, 4<<20+1)); !errors.Is(err, vault.ErrTooLarge) {
		t.Errorf("sealed beyond the limit: %v, want %v", err, vault.ErrTooLarge)
	}
}

func TestCacheStaysBounded(t *testing.T) {
	v, err := vault.New(t.Context(), vaulttest.TestMaster(t), vaulttest.NewMemory(), vault.Options{Cache: 2})
	if err != nil {
		t.Fatal(err)
	}
	boxes := map[es.Subject][]byte{}
	for i := range 50 {
		s := es.Subject("demo").Child("user", string(rune('a'+i%26))+string(rune('a'+i/26)))
		if boxes[s], err = v.Seal(t.Context(), s, nil, []byte(s)); err != nil {
			t.Fatal(err)
		}
	}
	for s, box := range boxes {
		if plain, err := v.Open(t.Context(), s, nil, box); err != nil || string(plain) != string(s) {
			t.Fatalf("%s: got %q %v, want %q", s, plain, err, s)
		}
	}
	if n := v.CachedKeys(); n > 2 {
		t.Fatalf("%d keys in memory, at most 2 asked for, want at most 2", n)
	}
}
