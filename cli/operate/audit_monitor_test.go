package operate_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A servedLog is a log of lines, whose owner shows what he likes to those who have signed in.
type servedLog struct {
	t      *testing.T
	signer note.Signer
	hashes tlog.HashReaderFunc
	stored *[]tlog.Hash
	size   int64
}

func newServedLog(t *testing.T, signer note.Signer, lines ...string) *servedLog {
	t.Helper()
	l := &servedLog{t: t, signer: signer, stored: &[]tlog.Hash{}}
	l.hashes = func(indexes []int64) (out []tlog.Hash, err error) {
		for _, i := range indexes {
			out = append(out, (*l.stored)[i])
		}
		return out, nil
	}
	l.add(lines...)
	return l
}

func (l *servedLog) add(lines ...string) {
	l.t.Helper()
	for _, line := range lines {
		hashes, err := tlog.StoredHashes(l.size, []byte(line), l.hashes)
		if err != nil {
			l.t.Fatal(err)
		}
		*l.stored = append(*l.stored, hashes...)
		l.size++
	}
}

// checkpoint returns the newest checkpoint, signed.
func (l *servedLog) checkpoint() []byte {
	root, err := tlog.TreeHash(l.size, l.hashes)
	if err != nil {
		l.t.Error(err)
	}
	c := evidence.Checkpoint{Origin: l.signer.Name(), Tree: tlog.Tree{N: l.size, Hash: root}}
	signed, err := note.Sign(&note.Note{Text: c.String()}, l.signer)
	if err != nil {
		l.t.Error(err)
	}
	return signed
}

// ServeHTTP implements http.Handler.
func (l *servedLog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, isTile := strings.CutPrefix(r.URL.Path, "/api/evidence/tile/")
	switch {
	case r.URL.Path == "/auth/realms/legal/protocol/openid-connect/token" && r.FormValue("client_id") == "monitor" &&
		r.FormValue("client_secret") == "s3cret":
		_, _ = fmt.Fprint(w, `{"access_token":"t0ken","expires_in":300}`)
	case r.Header.Get("Authorization") != "Bearer t0ken":
		http.Error(w, "no token", http.StatusUnauthorized)
	case r.URL.Path == "/api/evidence/checkpoint":
		_, _ = w.Write(l.checkpoint())
	case isTile:
		tile, err := tlog.ParseTilePath("tile/8/" + path)
		var content []byte
		if err == nil {
			content, err = tlog.ReadTileData(tile, l.hashes)
		}
		if err != nil {
			l.t.Error(err)
		}
		_, _ = w.Write(content)
	default:
		http.NotFound(w, r)
	}
}

// TestMonitorCommand follows a log over HTTP with docket audit monitor, until it shows another history.
func TestMonitorCommand(t *testing.T) {
	dir := t.TempDir()
	secret, public, err := note.GenerateKey(nil, "docket/test")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"docket.pub": public, "secret": "s3cret\n", "witnessed.txt": ""}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	log, other := newServedLog(t, signer, "a", "b", "c"), newServedLog(t, signer, "a", "x", "c", "d", "e")
	var shown atomic.Pointer[servedLog]
	shown.Store(log)
	at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { shown.Load().ServeHTTP(w, r) }))
	defer at.Close()
	run := func(args ...string) (code int, out string) {
		var b bytes.Buffer
		args = append([]string{"audit", "monitor", at.URL + "/api/evidence/", "--once", "--key", dir + "/docket.pub", "--state",
			dir + "/state",
			"--client", "monitor", "--secret-file", dir + "/secret", "--workspace", "legal", "--metrics", dir + "/docket.prom",
			"--witnessed", dir + "/witnessed.txt"}, args...)
		code = servicetest.RunCommand(t.Context(), args, terminal.Streams{In: strings.NewReader(""), Out: &b, Err: &b})
		return code, b.String()
	}
	want := func(code int, text, metric string, args ...string) {
		t.Helper()
		got, out := run(args...)
		metrics, _ := os.ReadFile(dir + "/docket.prom") // none where nothing was looked at
		if got != code || !strings.Contains(out, text) || !strings.Contains(string(metrics), metric) {
			t.Errorf("exit code %d, %s\n%s\nwant %d, %q, %q", got, out, metrics, code, text, metric)
		}
	}
	want(1, "state", "")
	want(0, "log=docket/test size=3 ", `docket_monitor_size{log="docket/test"} 3`, "--new")
	log.add("d", "e")
	if err := os.WriteFile(dir+"/witnessed.txt", append(log.checkpoint(), '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	want(0, "size=5 ", `docket_monitor_forked{log="docket/test"} 0`)
	want(2, "--every", "", "--every", "0s")
	want(1, "sign in: ", "docket_monitor_failures_total{log=\"docket/test\"} 1", "--workspace", "demo")
	shown.Store(other)
	want(7, "two histories", `docket_monitor_forked{log="docket/test"} 1`)
	shown.Store(log)
	want(7, "state.fork", `docket_monitor_forked{log="docket/test"} 1`) // it does not forget
}
