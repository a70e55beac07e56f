package tamper

import (
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestServiceSignsByANotary moves the key of a service to a notary that is a process of its own, which is killed and
// comes back: the service goes on meanwhile and says so, and all that was signed fits the log. When everything of the
// service is brought back to an older state, its own copy of what was signed as well, the notary still knows.
func TestServiceSignsByANotary(t *testing.T) {
	t.Parallel()
	v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)}
	v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	v.Stop()
	outside := filepath.Join(t.TempDir(), "outside.txt")
	v.keepCheckpoint(t, outside)
	before := v.Args

	state := filepath.Join(t.TempDir(), "state")
	key := filepath.Join(v.Data, "evidence", "notary.key")
	starting := []string{"notary", "--listen", "127.0.0.1:0", "--state", state}
	p := startSigner(t, append(slices.Clone(starting), "--adopt", filepath.Join(v.Data, "evidence"))...)
	if _, err := os.Stat(key); !os.IsNotExist(err) {
		t.Errorf("the service still has its key: %v, want os.IsNotExist(err)", err)
	}
	var target atomic.Pointer[url.URL]
	target.Store(mustParse(t, p.address))
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target.Load()) }})
	t.Cleanup(proxy.Close)
	remote := []string{"--notary", proxy.URL, "--notary-token-file", state + ".token"}
	v.Args = slices.Concat(before, remote, []string{"--checkpoint-every", "100ms"})

	v.Start()
	v.awaitSigned(t, "By the notary")
	p.kill(t)
	v.SignIn("mira", "Str0ng-enough").NewDossier("While nobody signs")
	servicetest.Await(t, 5*time.Minute, func() bool { return v.Metric("docket_evidence_unsigned_seconds") > 0 })
	p = startSigner(t, starting...)
	target.Store(mustParse(t, p.address))
	v.awaitSigned(t, "By the notary that came back")
	if since := v.Metric("docket_evidence_unsigned_seconds"); since != 0 {
		t.Errorf("it signs, and has not signed for %v seconds, want 0", since)
	}
	v.Stop()
	v.ExpectParts(v.Log.String(), "the newest checkpoint of the log is not signed")

	_, records, _ := strings.Cut(readText(t, state), "\n\n")
	signed := filepath.Join(t.TempDir(), "signed.txt")
	if err := os.WriteFile(signed, []byte(records), 0o600); err != nil {
		t.Fatal(err)
	}
	v.expectNothing(t, "--checkpoints", outside, "--checkpoints", signed)
	serving := append([]string{"serve", "--data", v.Data, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"}, before...)
	for _, row := range []struct {
		want string
		args []string
	}{
		{"would leave this machine in the open", []string{"--notary", "http://notary.example", "--notary-token-file", state + ".token"}},
		{"needs the token that docket notary has made", []string{"--notary", proxy.URL}},
		{"no certificate in PEM", append(slices.Clone(remote), "--notary-ca", signed)},
	} {
		servicetest.ExpectFailure(t, row.want, append(slices.Clone(serving), row.args...)...)
	}

	older := filepath.Join(t.TempDir(), "older")
	if err := os.CopyFS(older, os.DirFS(v.Data)); err != nil {
		t.Fatal(err)
	}
	v.Start()
	v.awaitSigned(t, "Lost")
	v.Stop()
	if err := os.RemoveAll(v.Data); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(older, v.Data); err != nil {
		t.Fatal(err)
	}
	v.Start()
	v.SignIn("mira", "Str0ng-enough").NewDossier("Instead")
	servicetest.Await(t, 5*time.Minute, func() bool { return v.Metric("docket_evidence_forked") == 1 })
	v.Stop()
	v.ExpectParts(v.Log.String(), "no checkpoint of the log is signed any more", "as the notary says")

	if err := os.WriteFile(key, []byte(readText(t, state+".key")), 0o600); err != nil {
		t.Fatal(err)
	}
	servicetest.ExpectFailure(t, "would let this service sign by itself", append(slices.Clone(serving), remote...)...)
}

// awaitSigned has an event appended, and waits until a checkpoint is signed of all events.
func (v *victim) awaitSigned(t *testing.T, name string) {
	t.Helper()
	signed := v.Metric("docket_evidence_signed_events")
	v.SignIn("mira", "Str0ng-enough").NewDossier(name)
	servicetest.Await(t, 5*time.Minute, func() bool {
		now := v.Metric("docket_evidence_signed_events")
		return now > signed && now == v.Metric("docket_evidence_tree_events")
	})
}
