package tamper

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/stored"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAlteredBytesAreFound removes stored bytes, flips one, and exchanges two blobs with each other: the audit says
// so, and a backup and a start of what is missing.
func TestAlteredBytesAreFound(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		v.expectNothing(t, "--bytes")
		all := v.blobs(t)
		if len(all) < 2 {
			t.Fatalf("there are %d blobs, at least 2 are wanted", len(all))
		}
		first, second := readText(t, all[0]), readText(t, all[1])
		flipped := []byte(first)
		flipped[len(flipped)/2] ^= 1
		resealed := v.sealAnew(t, all[0], []byte(first))
		const altered = "are not the bytes that the log names"
		for _, c := range []struct {
			name   string
			alter  func() error
			want   string
			backup string // says this, too
		}{
			{"one removed", func() error { return os.Remove(all[0]) }, "1 missing, 0 damaged", "lacks the bytes of"},
			{"one flipped", func() error { return os.WriteFile(all[0], flipped, 0o600) }, "0 missing, 1 damaged", altered},
			{"one sealed anew", func() error { return os.WriteFile(all[0], resealed, 0o600) }, "0 missing, 1 damaged", altered},
			{"two exchanged", func() error {
				if err := os.WriteFile(all[0], []byte(second), 0o600); err != nil {
					return err
				}
				return os.WriteFile(all[1], []byte(first), 0o600)
			}, "0 missing, 2 damaged", altered},
		} {
			t.Run(c.name, func(t *testing.T) {
				if err := c.alter(); err != nil {
					t.Fatal(err)
				}
				servicetest.ExpectFailure(t, c.want, v.audit("verify", "--bytes")...)
				to := filepath.Join(t.TempDir(), "backup.tar")
				servicetest.ExpectFailure(t, c.backup, append([]string{"backup", "--to", to}, v.DataFlags()...)...)
				for i, content := range []string{first, second} {
					if err := os.WriteFile(all[i], []byte(content), 0o600); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
		t.Run("all removed", func(t *testing.T) {
			folder := filepath.Join(v.Data, "blobs")
			if err := os.Rename(folder, folder+".away"); err != nil {
				t.Fatal(err)
			}
			servicetest.ExpectFailure(t, "missing: blob", v.audit("verify", "--bytes")...)
			serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", ""}, v.DataFlags()...)
			servicetest.ExpectFailure(t, "holds none of the", append(serve, v.MasterKeyFlags()...)...)
			if err := os.RemoveAll(folder); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(folder+".away", folder); err != nil {
				t.Fatal(err)
			}
		})
		t.Run("told by a start", func(t *testing.T) { v.expectScrub(t, all[0], all[1], flipped) })
		t.Run("an exchange told by a start", func(t *testing.T) { v.expectExchanged(t, all[0], all[1]) })
		v.expectNothing(t, "--bytes")
	})
}

// sealAnew returns a blob with another byte in it, sealed with the keys of the installation: it opens, and only the digest in the
// log tells that it is another.
func (v *victim) sealAnew(t *testing.T, path string, content []byte) []byte {
	t.Helper()
	a := servicetest.OpenTools(t, v.Instance)
	ref := v.refOf(t, a, filepath.Base(path))
	if sum := sha256.Sum256(content); ref.SHA256 != hex.EncodeToString(sum[:]) || ref.SealedSize != int64(len(content)) {
		t.Errorf("the event tells of %d bytes with the digest %s, and %d with %x are stored", ref.SealedSize, ref.SHA256, len(content), sum)
	}
	plain := servicetest.ReadBlob(t, a, ref)
	plain[len(plain)/2] ^= 1
	secret, err := a.Vault.Key(t.Context(), ref.Subject)
	own := secret[:]
	for _, label := range []string{"docket blobs", "docket blob " + ref.ID.String()} {
		if err == nil {
			own, err = hkdf.Key(sha256.New, own, nil, label, 32)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	block, err := aes.NewCipher(own)
	if err != nil {
		t.Fatal(err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := age.Encrypt(&out, recipient{aead})
	if err == nil {
		_, err = w.Write(plain)
	}
	if err = errors.Join(err, w.Close(), a.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A recipient wraps keys as those of blobs are wrapped.
type recipient struct{ aead cipher.AEAD }

// Wrap implements age.Recipient.
func (r recipient) Wrap(fileKey []byte) ([]*age.Stanza, error) {
	const kind = "docket-blob-1"
	return []*age.Stanza{{Type: kind, Body: r.aead.Seal(nil, nil, fileKey, []byte(kind))}}, nil
}

// refOf returns the reference by which the log names a blob.
func (v *victim) refOf(t *testing.T, a *service.App, id string) es.BlobRef {
	t.Helper()
	for env, err := range a.Log.Store.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, ref := range stored.BlobRefs(env.Body) {
			if ref.ID.String() == id {
				return ref
			}
		}
	}
	t.Fatalf("no event names the blob %s", id)
	return es.BlobRef{}
}

// expectScrub removes one blob and alters another: a start finds both by itself, in metrics, health and log, and the next start
// tells what this one found.
func (v *victim) expectScrub(t *testing.T, altered, removed string, content []byte) {
	whole := map[string]string{altered: readText(t, altered), removed: readText(t, removed)}
	if err := errors.Join(os.Remove(removed), os.WriteFile(altered, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	v.expectLostAtStart(t, "missing", "damaged")
	for state, want := range map[string]float64{"missing": 1, "damaged": 1} {
		if got := v.Metric(`docket_scrub_blobs{state="` + state + `"}`); got != want {
			t.Errorf("%s: %v, want %v", state, got, want)
		}
	}
	v.Stop()
	v.expectLostAtStart(t, "stored bytes are lost, as the last reading of all found")
	v.Stop()
	for file, content := range whole {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v.expectWholeAtStart(t)
}

// expectExchanged exchanges two blobs with each other: a start finds both by itself.
func (v *victim) expectExchanged(t *testing.T, one, other string) {
	first, second := readText(t, one), readText(t, other)
	put := func(atOne, atOther string) {
		if err := errors.Join(os.WriteFile(one, []byte(atOne), 0o600), os.WriteFile(other, []byte(atOther), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	put(second, first)
	v.expectLostAtStart(t, "0 are missing and 2 damaged")
	v.Stop()
	put(first, second)
	v.expectWholeAtStart(t)
}

// expectLostAtStart starts the service, and wants its log to have some words, and its health to tell of two lost blobs.
func (v *victim) expectLostAtStart(t *testing.T, words ...string) {
	t.Helper()
	v.Start()
	servicetest.Await(t, 2*time.Minute, func() bool { return strings.Contains(v.readHealth(t), "2 blobs are missing or damaged") })
	servicetest.Await(t, 2*time.Minute, func() bool { return v.Metric("docket_scrub_end_timestamp_seconds") > 0 })
	for _, want := range words {
		if out := v.Log.String(); !strings.Contains(out, want) {
			t.Errorf("the log does not have %q:\n%s", want, servicetest.LastLines(out, 30))
		}
	}
}

// expectWholeAtStart starts the service once, which must find all bytes.
func (v *victim) expectWholeAtStart(t *testing.T) {
	t.Helper()
	v.Start()
	servicetest.Await(t, 2*time.Minute, func() bool { return v.Metric("docket_scrub_end_timestamp_seconds") > 0 })
	if health := v.readHealth(t); strings.Contains(health, "missing or damaged") {
		t.Errorf("bytes that were put back: %s, want no %q in it", health, "missing or damaged")
	}
	v.Stop()
	if _, err := os.Stat(filepath.Join(v.Data, "lost-bytes.json")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what is not lost any more is remembered: %v, want %v", err, os.ErrNotExist)
	}
}

// readHealth returns what the service says of its health.
func (v *victim) readHealth(t *testing.T) string {
	t.Helper()
	admin := &http.Client{Transport: &http.Transport{}} // which is not of the contract
	r, err := admin.Get(v.Admin + "/health/ready")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// blobs returns the files of stored bytes, each of which has others in it.
func (v *victim) blobs(t *testing.T) (files []string) {
	t.Helper()
	root := filepath.Join(v.Data, "blobs")
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Dir(path) == root {
			return err
		}
		content, err := os.ReadFile(path)
		if sum := string(bytes.TrimSpace(content)); err == nil && !seen[sum] {
			seen[sum] = true
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
