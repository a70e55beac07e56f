package tamper

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/service/servicetest"
)

// TestAlteredBytesAreFound removes stored bytes, flips one, and exchanges two blobs with each other: the audit says
// so, and a backup and a start of what is missing.
func TestAlteredBytesAreFound(t *testing.T) {
	servicetest.Engines(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		v.expectNothing(t, "--bytes")
		all := v.blobs(t)
		if len(all) < 2 {
			t.Fatalf("there are %d blobs, at least 2 are wanted", len(all))
		}
		first, second := readText(t, all[0]), readText(t, all[1])
		flipped := []byte(first)
		flipped[len(flipped)/2] ^= 1
		for _, c := range []struct {
			name   string
			alter  func() error
			want   string
			backup bool // fails, too
		}{
			{"one removed", func() error { return os.Remove(all[0]) }, "1 missing, 0 damaged", true},
			{"one flipped", func() error { return os.WriteFile(all[0], flipped, 0o600) }, "0 missing, 1 damaged", false},
			{"two exchanged", func() error {
				if err := os.WriteFile(all[0], []byte(second), 0o600); err != nil {
					return err
				}
				return os.WriteFile(all[1], []byte(first), 0o600)
			}, "0 missing, 2 damaged", false},
		} {
			t.Run(c.name, func(t *testing.T) {
				if err := c.alter(); err != nil {
					t.Fatal(err)
				}
				servicetest.ExpectFailure(t, c.want, v.audit("verify", "--bytes")...)
				if c.backup {
					to := filepath.Join(t.TempDir(), "backup.tar")
					servicetest.ExpectFailure(t, "lacks the bytes of", append([]string{"backup", "--to", to}, v.DataFlags()...)...)
				}
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
		t.Run("told by the running service", func(t *testing.T) { v.expectScrub(t, all[0], all[1], flipped) })
		v.expectNothing(t, "--bytes")
	})
}

// expectScrub removes one blob and alters another: a running service finds both, in metrics, health and log.
func (v *victim) expectScrub(t *testing.T, altered, removed string, content []byte) {
	whole := map[string]string{altered: readText(t, altered), removed: readText(t, removed)}
	if err := errors.Join(os.Remove(removed), os.WriteFile(altered, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	v.Args = append(v.Args, "--scrub-every", "1s")
	v.Start()
	servicetest.Await(t, 2*time.Minute, func() bool { return v.Metric("docket_scrub_end_timestamp_seconds") > 0 })
	for state, want := range map[string]float64{"missing": 1, "damaged": 1} {
		if got := v.Metric(`docket_scrub_blobs{state="` + state + `"}`); got != want {
			t.Errorf("%s: %v, want %v", state, got, want)
		}
	}
	servicetest.Await(t, 2*time.Minute, func() bool { return strings.Contains(v.readHealth(t), "2 blobs are missing or damaged") })
	v.Stop()
	if out := v.Log.String(); !strings.Contains(out, "stored bytes are lost") {
		t.Errorf("the log says nothing:\n%s", servicetest.LastLines(out, 30))
	}
	for file, content := range whole {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
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
