package evidence_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
	"github.com/seed-62a36931/docket/evidence/timestamp/timestamptest"
)

// twoStamps returns what two authorities may have answered: tokens with their certificates have thousands of bytes.
func twoStamps() [2][]byte { return [2][]byte{bytes.Repeat([]byte("first"), 1200), []byte("second")} }

// stampBundle returns a bundle whose checkpoint has two time stamps.
func stampBundle(t testing.TB, bundle []byte) []byte {
	t.Helper()
	for _, response := range twoStamps() {
		stamped, err := evidence.StampBundle(bundle, response)
		if err != nil {
			t.Fatal(err)
		}
		bundle = stamped
	}
	return bundle
}

// TestStampedBundlesHold has both programs verify a bundle whose checkpoint has time stamps: to whoever knows none they are
// signatures of a stranger. Each is over what stands before it, and is found as it was appended.
func TestStampedBundlesHold(t *testing.T) {
	needPython(t)
	b := newBundler(t, 40)
	plain, err := b.makeBundle(t, "file-demo-7").Encode()
	if err != nil {
		t.Fatal(err)
	}
	stamped := stampBundle(t, plain)
	if holds, why := verifyBoth(t, stamped, b.policy); !holds {
		t.Fatal(why)
	}
	first, policy := readFirstBundle(t)
	if holds, why := verifyBoth(t, stampBundle(t, first), policy); !holds {
		t.Errorf("a bundle of the first form: %s, want holds", why)
	}
	signed, err := evidence.CheckpointOf(stamped)
	if err != nil {
		t.Fatal(err)
	}
	stamps, err := evidence.StampsOf(signed)
	if err != nil || len(stamps) != 2 {
		t.Fatalf("%d stamps, %v, want no error and len(stamps) = 2", len(stamps), err)
	}
	over, responses := mustFiles(t, plain)["checkpoint.txt"], twoStamps()
	for i, s := range stamps {
		if string(s.Stamped) != over || !bytes.Equal(s.Response, responses[i]) {
			t.Errorf("stamp %d is %.20q over %q, want string(s.Stamped) = %v and s.Response = %v", i, s.Response, s.Stamped,
				over, responses[i])
		}
		over = string(evidence.AppendStamp([]byte(over), s.Response))
	}
	if none, err := evidence.StampsOf([]byte(mustFiles(t, plain)["checkpoint.txt"])); err != nil || len(none) > 0 {
		t.Errorf("a checkpoint without stamps has %d, %v, want no error and len(none) = 0", len(none), err)
	}
	bad := strings.TrimSuffix(string(signed), "\n") + "=\n"
	if _, err := evidence.StampsOf([]byte(bad)); !errors.Is(err, evidence.ErrCheckpoint) {
		t.Errorf("a line that is not base64: %v, want %v", err, evidence.ErrCheckpoint)
	}
	stranger := string(signed) + "— rfc3161 " + base64.StdEncoding.EncodeToString([]byte("other bytes")) + "\n"
	if three, err := evidence.StampsOf([]byte(stranger)); err != nil || len(three) != 2 {
		t.Errorf("a signature of that name is taken for a stamp: %d, %v, want no error and len(three) = 2", len(three), err)
	}
}

// TestOpenSSLVerifiesAStampInABundle pastes the commands of docs/evidence.md into a shell: with the certificate of the
// authority that has stamped the bundle first, and with that of another one.
func TestOpenSSLVerifiesAStampInABundle(t *testing.T) {
	needOpenSSL(t)
	b := newBundler(t, 40)
	bundle, err := b.makeBundle(t, "file-demo-7").Encode()
	if err != nil {
		t.Fatal(err)
	}
	first, second := timestamptest.New(t), timestamptest.New(t)
	for _, authority := range []*timestamptest.Authority{first, second} {
		signed, err := evidence.CheckpointOf(bundle)
		if err != nil {
			t.Fatal(err)
		}
		response, err := timestamp.Request(t.Context(), http.DefaultClient, authority.URL, signed)
		if err != nil {
			t.Fatal(err)
		}
		if bundle, err = evidence.StampBundle(bundle, response); err != nil {
			t.Fatal(err)
		}
	}
	script := readPastedCommands(t, "$ unzip -p evidence.zip checkpoint.txt > whole.txt\n")
	for _, c := range []struct {
		roots string
		holds bool
	}{{first.CAFile, true}, {second.CAFile, false}} {
		pem, err := os.ReadFile(c.roots)
		if err != nil {
			t.Fatal(err)
		}
		out, holds := runShell(t, script, map[string]string{"evidence.zip": string(bundle), "authority.pem": string(pem)})
		if holds != c.holds || strings.Contains(out, "Verification: OK") != c.holds {
			t.Errorf("want %t, have %t and\n%s", c.holds, holds, out)
		}
	}
}

// FuzzStampsOf wants texts to be refused, or to be what their stamps make of them.
func FuzzStampsOf(f *testing.F) {
	one := "log\n3\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— log AAAA\n"
	for _, response := range append([][]byte{nil}, []byte("x"), []byte("response")) {
		f.Add(one + string(evidence.AppendStamp([]byte(one), response)))
		f.Add(string(evidence.AppendStamp([]byte(one), response)))
	}
	f.Add("\n\n— rfc3161 \n")
	f.Fuzz(func(t *testing.T, text string) {
		stamps, err := evidence.StampsOf([]byte(text))
		if err != nil && !errors.Is(err, evidence.ErrCheckpoint) {
			t.Error(err)
		}
		for _, s := range stamps {
			if again := evidence.AppendStamp(s.Stamped, s.Response); !strings.HasPrefix(text+"\n", string(again)) {
				t.Errorf("%q has %q, which makes %q, want a part of %q", text, s, again, text)
			}
		}
	})
}
