package tamper

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/evidence/timestamp/timestamptest"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestServiceHasCheckpointsStamped by an authority, which then goes away and comes back: the service goes on, says so, and has the
// newest checkpoint stamped afterwards. openssl verifies what is kept, and the log is held against it. A response of another
// authority is not kept. Evidence bundles have a time stamp of their own, over tools and over the API; while the authority is
// away, those over the API have none.
func TestServiceHasCheckpointsStamped(t *testing.T) {
	t.Parallel()
	authority, other := timestamptest.New(t), timestamptest.New(t)
	v := newVictim(t, servicetest.NewMasterKey(t))
	var away atomic.Bool
	var stamps atomic.Pointer[url.URL]
	stamps.Store(mustParse(t, authority.URL))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away.Load() {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return
		}
		httputil.NewSingleHostReverseProxy(stamps.Load()).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	folder := filepath.Join(v.Data, "evidence", "timestamps")
	before := v.Args
	v.Args = append(before, "--timestamp-url", server.URL, "--timestamp-every", "1s", "--timestamp-ca", authority.CAFile,
		"--checkpoint-every", "100ms")
	v.Start()
	first := awaitStamped(t, folder, 1)
	for _, name := range []string{first + ".txt", first + ".tsr"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v, want info.Mode().Perm() = 0o600 and no error", name, info, err)
		}
	}
	policy := filepath.Join(t.TempDir(), "policy.txt")
	writeText(t, policy, "log "+servicetest.RunDocket(t, v.audit("checkpoint", "--key")...)+"quorum none\n")
	verify := []string{"audit", "verify-bundle", v.bundleOverTools(t, server.URL, authority.CAFile), "--policy", policy,
		"--tsa-ca", authority.CAFile}
	v.ExpectParts(servicetest.RunDocket(t, verify...), "\nstamped: 2")
	expectPythonAgrees(t, t.TempDir(), verify[2], policy)
	verify[2] = v.bundleOverAPI(t)
	v.ExpectParts(servicetest.RunDocket(t, verify...), "\nstamped: 2")
	away.Store(true)
	verify[2] = v.bundleOverAPI(t)
	v.ExpectParts(servicetest.RunDocket(t, verify[:5]...), "the bundle holds")
	servicetest.ExpectFailure(t, "there is none in it", verify...)
	v.SignIn("mira", "Str0ng-enough").NewDossier("While nobody stamps")
	servicetest.Await(t, 2*time.Minute, func() bool { return v.Metric("docket_evidence_unstamped_seconds") > 0 })
	away.Store(false)
	largest, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	awaitStamped(t, folder, largest+1)
	servicetest.Await(t, 2*time.Minute, func() bool { return v.Metric("docket_evidence_unstamped_seconds") == 0 })
	v.Stop()
	second := fmt.Sprint(largestStamped(t, folder))
	text, stamp := filepath.Join(folder, second+".txt"), filepath.Join(folder, second+".tsr")
	out, err := exec.CommandContext(t.Context(), "openssl", "ts", "-verify", "-data", text, "-in", stamp, "-CAfile",
		authority.CAFile).CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("Verification: OK")) {
		t.Errorf("openssl: %v\n%s, want no error and %q in out", err, out, "Verification: OK")
	}
	v.expectNothing(t, "--checkpoints", text)

	stamps.Store(mustParse(t, other.URL))
	v.Start()
	v.SignIn("mira", "Str0ng-enough").NewDossier("For another authority")
	servicetest.Await(t, 2*time.Minute, func() bool { return v.Metric("docket_evidence_unstamped_seconds") > 0 })
	v.Stop()
	v.ExpectParts(v.Log.String(), "is not stamped by the authority of --timestamp-url", "this time stamp proves nothing")
	if got := largestStamped(t, folder); fmt.Sprint(got) != second {
		t.Errorf("the stamp of another authority is kept: %d, want %s", got, second)
	}
	servicetest.ExpectFailure(t, "--timestamp-url", append([]string{"serve", "--timestamp-url", "tsa.example"}, before...)...)
	servicetest.ExpectFailure(t, "no certificate in PEM",
		append([]string{"serve", "--timestamp-url", server.URL, "--timestamp-ca", text}, before...)...)
}

// bundleOverTools returns a bundle of a file, which docket audit bundle has stamped.
func (v *victim) bundleOverTools(t *testing.T, authority, roots string) string {
	t.Helper()
	bundle := filepath.Join(t.TempDir(), "tools.zip")
	servicetest.RunDocket(t, v.audit("bundle", "--file", filepath.Base(v.file), "-o", bundle, "--timestamp-url", authority,
		"--timestamp-ca", roots)...)
	return bundle
}

// bundleOverAPI returns a bundle of the same file, which the service has made.
func (v *victim) bundleOverAPI(t *testing.T) string {
	t.Helper()
	bundle := filepath.Join(t.TempDir(), "api.zip")
	c := v.SignIn("mira", "Str0ng-enough")
	writeText(t, bundle, string(c.Want(200, "POST", "/api/evidence/bundles/"+filepath.Base(v.file), nil).Body))
	return bundle
}

func mustParse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// awaitStamped waits until a checkpoint of at least so many events is stamped, and returns how many it has.
func awaitStamped(t *testing.T, folder string, least int64) string {
	t.Helper()
	servicetest.Await(t, 5*time.Minute, func() bool { return largestStamped(t, folder) >= least })
	return fmt.Sprint(largestStamped(t, folder))
}

func largestStamped(t *testing.T, folder string) (largest int64) {
	t.Helper()
	stamps, err := filepath.Glob(filepath.Join(folder, "*.tsr"))
	if err != nil {
		t.Fatal(err)
	}
	for _, stamp := range stamps {
		size, err := strconv.ParseInt(strings.TrimSuffix(filepath.Base(stamp), ".tsr"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, size)
	}
	return largest
}
